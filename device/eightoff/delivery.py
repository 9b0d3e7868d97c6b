"""Answers the PC about packs: what is there, what arrives, what goes."""

import struct

from eightoff import link, names
from eightoff.arrivals import Arrivals
from eightoff.const import const
from eightoff.frames import PAYLOAD_MAX
from eightoff.link import RefusedError
from eightoff.packhead import DAMAGED, PackError

_HEAD = const(8)  # of DATA, and of what follows the name in PUT and COMMIT
_LISTED = const(11)


class Delivery:
    """The part of `service.Service` that needs packs. Answers go to `payload` (memoryview)."""

    def __init__(self, store, payload):
        self._payload = payload
        self.arrivals = Arrivals(store)

    def arriving(self):
        """Return the percentage of a pack that has arrived, -1 when none is under way."""
        total = self.arrivals.total
        return self.arrivals.done * 100 // total if total else -1

    def handle(self, op, payload):
        """Do a request; return the size of the answer. RefusedError, ValueError, OSError."""
        try:
            return self._do(op, payload)
        except PackError as error:
            raise RefusedError(link.BAD_PACK, error.code)

    def _do(self, op, payload):
        size = 0
        if op == link.DATA:
            size = self._data(payload)
        elif op == link.LIST:
            size = self._list(payload)
        elif op == link.PUT:
            size = self._answer(self.arrivals.put(*_transfer(payload)))
        elif op == link.COMMIT:
            size = self._answer(self.arrivals.commit(*_transfer(payload)))
        elif op == link.DELETE:
            self.arrivals.delete(_name(payload, 0))
        else:
            raise RefusedError(link.NO_SUCH_OP)
        return size

    def _data(self, payload):
        if len(payload) < _HEAD:
            raise RefusedError(link.MALFORMED)
        crc, offset = struct.unpack_from(link.DATA_HEAD, payload, 0)
        return self._answer(self.arrivals.data(crc, offset, payload[_HEAD:]))

    def _list(self, payload):
        if len(payload) != 2:
            raise ValueError("payload size")
        found = self.arrivals.names()
        at = 1
        self._payload[0] = 0
        for index in range(payload[0] | payload[1] << 8, len(found)):
            end = self._listed(at, found[index])
            if not end:
                self._payload[0] = 1
                break
            at = end
        return at

    def _listed(self, at, name):
        # Returns the index after the pack's entry, 0 when there is no room for it.
        crc = count = 0
        title = ""
        size, error = max(self.arrivals.size(name), 0), DAMAGED
        try:
            pack = self.arrivals.head(name)
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

    def _answer(self, number):
        struct.pack_into("<I", self._payload, 0, number)
        return 4


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
