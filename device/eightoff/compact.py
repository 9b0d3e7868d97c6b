"""Rewriting the journal: what still counts, and no more.

Kept: settings, marks of the packs played last, results that the PC has not acknowledged and the
newest of the others, the game in progress as its moves without the detours.
"""

import struct
from array import array

from eightoff import records
from eightoff.const import const
from eightoff.game import AUTO

KEPT = 64  # newest results that stay although they were acknowledged
PACKS = 32  # windows of MARKS_DEALS deals whose marks stay

_PAYLOAD = const(2)
_HEAD = const(9)  # of MOVES
_MARKS_HEAD = const(6)
_BITS = const(240)  # bytes of marks in a record


def write(journal, game):
    """Write all of a journal through `log.put`.

    game: the game in progress as it is, or None: as the file has it.
    """
    log = journal.log
    for key in journal.settings:
        struct.pack_into("<BI", log.record, _PAYLOAD, key, journal.settings[key])
        log.put(records.SETTING, 5)
    for pack, window in _windows(log):
        _marks(journal, pack, window * records.MARKS_DEALS)
    _results(log, max(0, min(journal.acknowledged, journal.last - KEPT)))
    struct.pack_into("<I", log.record, _PAYLOAD, journal.acknowledged)
    log.put(records.ACK, 4)
    if game:
        size = journal.attempt.put_start(log.record, _PAYLOAD) - _PAYLOAD
        log.put(records.START, size)
        head = bytearray(_HEAD)
        journal.attempt.put_counts(head, 0)
        _moves(log, head, game)
    elif journal.start_at:
        _game(log, journal.start_at, journal.start_crc)


def _windows(log):
    # (pack crc, window) of all deals with a mark, the one that was played last at the end.
    found = []
    reader = log.reader()
    try:
        while reader.next():
            window = records.marked(reader)
            if window:
                if window in found:
                    found.remove(window)
                elif len(found) == PACKS:
                    found.pop(0)
                found.append(window)
    finally:
        reader.close()
    return found


def _marks(journal, pack, first):
    bits = bytearray(_BITS)
    journal.marks(pack, bits, first)
    size = _BITS
    while size and not bits[size - 1]:
        size -= 1
    record = journal.log.record
    struct.pack_into("<IH", record, _PAYLOAD, pack, first)
    record[_PAYLOAD + _MARKS_HEAD : _PAYLOAD + _MARKS_HEAD + size] = bits[:size]
    journal.log.put(records.MARKS, _MARKS_HEAD + size)


def _results(log, after):
    reader = log.reader()
    try:
        while reader.next():
            if records.result_seq(reader) > after:
                _copy(log, reader)
    finally:
        reader.close()


def _copy(log, reader):
    end = _PAYLOAD + reader.size
    log.record[_PAYLOAD:end] = reader.buffer[_PAYLOAD:end]
    log.put(reader.kind, reader.size)


def _game(log, start, crc):
    net = _Net()
    head = bytearray(_HEAD)
    reader = log.reader(start, crc)
    try:
        reader.next()
        _copy(log, reader)
        while reader.next():
            if reader.kind == records.MOVES and reader.size >= _HEAD:
                head[:] = reader.buffer[_PAYLOAD : _PAYLOAD + _HEAD]
                for at in range(_PAYLOAD + _HEAD, _PAYLOAD + reader.size - 1, 2):
                    net.make(reader.buffer[at] | reader.buffer[at + 1] << 8)
    finally:
        reader.close()
    _moves(log, head, net)


def _moves(log, head, game):
    # The moves in force, then those that redo brings back, then their undoing.
    ops = _Ops(log, head)
    for i in range(game.known):
        ops.add(game.history[i])
    if game.played == 0 and game.known:
        ops.add(records.RESTART)
    else:
        for i in range(game.played, game.known):
            if not game.history[i] & AUTO:
                ops.add(records.UNDO)
    ops.write()


class _Ops:
    """Collects ops into MOVES with the same head."""

    def __init__(self, log, head):
        self._log = log
        self._head = head
        self._count = 0

    def add(self, op):
        if self._count == records.MOVES_OPS:
            self.write()
        struct.pack_into("<H", self._log.record, _PAYLOAD + _HEAD + 2 * self._count, op)
        self._count += 1

    def write(self):
        self._log.record[_PAYLOAD : _PAYLOAD + _HEAD] = self._head
        self._log.put(records.MOVES, _HEAD + 2 * self._count)
        self._count = 0


class _Net:
    """The history of a `game.Game` without its cards: what is left of the ops."""

    def __init__(self):
        self.history = array("H")
        self.played = 0
        self.known = 0

    def make(self, op):
        if op == records.RESTART:
            self.played = 0
        elif op == records.UNDO:
            self._undo()
        elif op == records.REDO:
            self._redo()
        else:
            if self.played < len(self.history):
                self.history[self.played] = op
            else:
                self.history.append(op)
            self.played += 1
            self.known = self.played

    def _undo(self):
        while self.played:
            self.played -= 1
            if not self.history[self.played] & AUTO:
                break

    def _redo(self):
        before = self.played
        while self.played < self.known:
            if self.played > before and not self.history[self.played] & AUTO:
                break
            self.played += 1
