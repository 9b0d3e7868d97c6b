"""Answers the PC: requests of `link` about the journal, and about packs through `delivery`.

Every request may come twice, late, or again after a restart.
"""

import struct

from eightoff import link
from eightoff.const import const
from eightoff.frames import PAYLOAD_MAX, Encoder
from eightoff.link import RefusedError
from eightoff.store import ENOSPC, errno_of

_FREE_MAX = const(0x7FFFFFFF)


class Service:
    """The board's end of the link.

    name: the board, for the PC to show. set_clock: takes seconds since 2000. The answers are in
    `frame`.
    """

    def __init__(self, store, journal, name, set_clock):
        self._store = store
        self._journal = journal
        self._name = name
        self._set_clock = set_clock
        self._encoder = Encoder()
        self._payload = self._encoder.payload
        self.frame = self._encoder.frame
        self._delivery = None

    def handle(self, op, seq, payload):
        """Do a request; return how many bytes of `frame` are the answer, 0 for none.

        payload: memoryview, as `frames.Decoder` has it.
        """
        if op >= link.ANSWER:
            return 0  # an echo of our own answers
        try:
            return self._encoder.encode(op | link.ANSWER, seq, self._do(op, payload))
        except RefusedError as error:
            code, detail = error.code, error.detail
        except ValueError:
            code, detail = link.MALFORMED, 0
        except OSError as error:
            code, detail = link.STORE_FAILED, errno_of(error)
            if detail == ENOSPC:
                code, detail = link.FULL, self._free()
        struct.pack_into(link.ERROR_ANSWER, self._payload, 0, code, detail)
        return self._encoder.encode(link.ERROR, seq, 5)

    def _do(self, op, payload):
        # Returns the size of the answer's payload.
        size = 0
        if op == link.HELLO:
            size = self._hello()
        elif op == link.RESULTS:
            size = self._results(_number(payload, "<I"))
        elif op == link.ACK:
            size = self._acknowledge(_number(payload, "<I"))
        elif op == link.CLOCK:
            self._set_clock(_number(payload, "<I"))
        else:
            size = self.delivery().handle(op, payload)
        return size

    def delivery(self):
        """Return what handles packs, `delivery.Delivery`, loading it when it is first wanted."""
        if not self._delivery:
            from eightoff.delivery import Delivery  # noqa: PLC0415 - a sync does without

            self._delivery = Delivery(self._store, self._payload)
        return self._delivery

    def arriving(self):
        """Return the percentage of a pack that has arrived, -1 when none is under way."""
        return self._delivery.arriving() if self._delivery else -1

    def close(self):
        """Let go of the file of a pack under way; it goes on where it stopped."""
        if self._delivery:
            self._delivery.arrivals.close()

    def _hello(self):
        journal = self._journal
        struct.pack_into(
            link.HELLO_ANSWER,
            self._payload,
            0,
            link.PROTOCOL,
            journal.id,
            self._free(),
            journal.last,
            journal.acknowledged,
        )
        return link.put_text(self._payload, struct.calcsize(link.HELLO_ANSWER), self._name)

    def _free(self):
        return min(self._store.free(), _FREE_MAX)

    def _results(self, after):
        end = self._journal.results(after, self._payload, 1, PAYLOAD_MAX)
        self._payload[0] = self._journal.more
        return end

    def _acknowledge(self, seq):
        if seq > self._journal.last:
            raise RefusedError(link.NOT_THAT_FAR, self._journal.last)
        self._journal.acknowledge(seq)
        return self._answer(self._journal.acknowledged)

    def _answer(self, number):
        struct.pack_into("<I", self._payload, 0, number)
        return 4


def _number(payload, form):
    if len(payload) != struct.calcsize(form):
        raise ValueError("payload size")
    return struct.unpack_from(form, payload, 0)[0]
