"""Answers the PC: requests of `link` become changes of the shelf and the journal.

Every request may come twice, late, or again after a restart.
"""

import struct

from eightoff import link, names
from eightoff.const import const
from eightoff.frames import PAYLOAD_MAX, Encoder
from eightoff.pack import DAMAGED, PackError
from eightoff.shelf import RefusedError, Shelf
from eightoff.store import ENOSPC, errno_of

_HEAD = const(8)  # of DATA, and of what follows the name in PUT and COMMIT
_LISTED = const(11)
_FREE_MAX = const(0x7FFFFFFF)


class Service:
    """The board's end of the link.

    name: the board, for the PC to show. set_clock: takes seconds since 2000. The answers are in
    `frame`. shelf: the packs, and how far one under way has come. synced: becomes True when the
    PC has acknowledged results; whoever looks sets it back.
    """

    def __init__(self, store, journal, name, set_clock):
        self._store = store
        self._journal = journal
        self._name = name
        self._set_clock = set_clock
        self._encoder = Encoder()
        self._payload = self._encoder.payload
        self.frame = self._encoder.frame
        self.shelf = Shelf(store)
        self.synced = False

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
        except PackError as error:
            code, detail = link.BAD_PACK, error.code
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
        if op == link.DATA:
            size = self._data(payload)
        elif op == link.HELLO:
            size = self._hello()
        elif op == link.LIST:
            size = self._list(_number(payload, "<H"))
        elif op == link.PUT:
            size = self._answer(self.shelf.put(*_transfer(payload)))
        elif op == link.COMMIT:
            size = self._answer(self.shelf.commit(*_transfer(payload)))
        elif op == link.DELETE:
            self.shelf.delete(_name(payload, 0))
        elif op == link.RESULTS:
            size = self._results(_number(payload, "<I"))
        elif op == link.ACK:
            size = self._acknowledge(_number(payload, "<I"))
        elif op == link.CLOCK:
            self._set_clock(_number(payload, "<I"))
        else:
            raise RefusedError(link.NO_SUCH_OP)
        return size

    def _data(self, payload):
        if len(payload) < _HEAD:
            raise RefusedError(link.MALFORMED)
        crc, offset = struct.unpack_from(link.DATA_HEAD, payload, 0)
        return self._answer(self.shelf.data(crc, offset, payload[_HEAD:]))

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

    def _list(self, first):
        names = self.shelf.names()
        at = 1
        self._payload[0] = 0
        for index in range(first, len(names)):
            end = self._listed(at, names[index])
            if not end:
                self._payload[0] = 1
                break
            at = end
        return at

    def _listed(self, at, name):
        # Returns the index after the pack's entry, 0 when there is no room for it.
        crc = count = 0
        title = ""
        size, error = max(self.shelf.size(name), 0), DAMAGED
        try:
            pack = self.shelf.open(name)
            pack.close()
            crc, count, title, error = pack.crc, pack.count, pack.title, 0
        except PackError as refusal:
            error = refusal.code
        except OSError:
            pass  # it is listed as damaged
        if at + 2 + len(name) + _LISTED + len(title.encode()) > PAYLOAD_MAX:
            return 0
        at = link.put_text(self._payload, at, name)
        struct.pack_into(link.LISTED, self._payload, at, size, crc, count, error)
        return link.put_text(self._payload, at + _LISTED, title)

    def _results(self, after):
        end = self._journal.results(after, self._payload, 1, PAYLOAD_MAX)
        self._payload[0] = self._journal.more
        return end

    def _acknowledge(self, seq):
        if seq > self._journal.last:
            raise RefusedError(link.NOT_THAT_FAR, self._journal.last)
        self._journal.acknowledge(seq)
        self.synced = True
        return self._answer(self._journal.acknowledged)

    def _answer(self, number):
        struct.pack_into("<I", self._payload, 0, number)
        return 4


def _number(payload, form):
    if len(payload) != struct.calcsize(form):
        raise ValueError("payload size")
    return struct.unpack_from(form, payload, 0)[0]


def _name(payload, more):
    # The pack name in front of `more` bytes.
    name = link.get_text(payload, 0)
    if len(payload) != 1 + payload[0] + more:
        raise ValueError("payload size")
    if not names.valid(name):
        raise RefusedError(link.BAD_NAME)
    return name


def _transfer(payload):
    name = _name(payload, _HEAD)
    size, crc = struct.unpack_from(link.TRANSFER, payload, 1 + payload[0])
    return name, size, crc
