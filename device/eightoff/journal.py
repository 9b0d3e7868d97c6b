"""The journal: everything that the board remembers, on the flash before the player can lose it.

Call `open` once. The game in progress is begun with `start`, its ops are `add`ed as they happen
and go to the flash with `flush`; `finish` writes the result. An OSError from any of these (the
flash is full, or fails) loses nothing that was there, and the call may be repeated. Nothing is
written that did not change.
"""

import struct
from errno import EIO

from eightoff import records
from eightoff.const import const
from eightoff.log import Log
from eightoff.store import ENOSPC

NOTHING, WHOLE, CUT, UNREADABLE = 0, 1, 2, 3  # what `resume` brought back
QUEUE = 100  # ops that wait at most

_QUEUE = const(100)
_PAYLOAD = const(2)  # where a record's payload starts
_HEAD = const(9)  # of MOVES
_TIDY = const(16384)  # rewritten beyond this size
_SPARE = const(4096)  # a block that a file system may want beside a file


class Journal:
    """What was played and set, in the files of `store`.

    random: fills a bytearray with random bytes. id: 8 bytes, made with the journal. last,
    acknowledged: numbers of results. playing: a game is in progress; `attempt` tells which, and
    the caller keeps its seconds, undos, hints and house. queued: ops that wait for `flush`.
    settings: dict, key to value, what was `set`. start_at: where the file has the game in progress
    (offset, 0 for none), start_crc: the CRC before it.
    """

    def __init__(self, store, random):
        self._random = random
        self.log = Log(store)
        self.id = self.log.id
        self.attempt = records.Attempt()
        self.playing = False
        self.more = False
        self.queued = 0
        self._queue = bytearray(2 * _QUEUE)
        self._gap = False  # the game went on without the file: it must be written whole
        self._limit = _TIDY
        self._begin()

    def _begin(self):
        self.last = self.acknowledged = 0
        self.settings = {}
        self.start_at = self.start_crc = 0
        self._paged = self._paged_at = self._paged_crc = 0

    def open(self):
        """Read what is there, or begin a new journal. What a power cut tore off is dropped."""
        if not self._load():
            self._random(self.id)
            self.log.rewrite()
            self._load()
        self.playing = self.start_at > 0
        if self.playing:
            reader = self.log.reader(self.start_at, self.start_crc)
            try:
                reader.next()
                self.attempt.get_start(reader.buffer, _PAYLOAD, _PAYLOAD + reader.size)
            except ValueError:
                pass  # `resume` tells
            finally:
                reader.close()
        if self.log.torn:
            self._tidy(0)

    def _load(self):
        found = self.log.open(self._begin, self._apply)
        self.acknowledged = min(self.acknowledged, self.last)
        return found

    def _apply(self, reader):
        kind = reader.kind
        if kind == records.START:
            self.start_at = reader.start
            self.start_crc = reader.start_crc
        elif kind == records.RESULT:
            seq = records.result_seq(reader)
            if seq > self.last:
                self.last = seq
                self.start_at = 0
        elif kind == records.ACK and reader.size == 4:
            self.acknowledged = struct.unpack_from("<I", reader.buffer, _PAYLOAD)[0]
        elif kind == records.SETTING and reader.size == 5:
            key, value = struct.unpack_from("<BI", reader.buffer, _PAYLOAD)
            self.settings[key] = value

    def set(self, key, value):
        """Keep a number (0 to 2**32 - 1) for a key (0..255)."""
        if self.settings.get(key) == value:
            return
        self._mend()
        struct.pack_into("<BI", self.log.record, _PAYLOAD, key, value)
        self.log.append(records.SETTING, 5)
        self.settings[key] = value

    def start(self):
        """Begin the attempt that `attempt` has taken; a game in progress before it is dropped.

        After an OSError it is in progress all the same, and `flush` tries again to write it.
        """
        self.playing = self._gap = True
        self.queued = 0
        self._tidy(self._limit)
        self._mend()
        at = self.log.size
        crc = self.log.crc
        size = self.attempt.put_start(self.log.record, _PAYLOAD) - _PAYLOAD
        self.log.append(records.START, size)
        self.start_at = at
        self.start_crc = crc
        self._gap = False

    def add(self, op):
        """Queue an entry of `game.history`, UNDO, REDO or RESTART. Allocates nothing.

        Beyond QUEUE nothing is queued, and the next `flush` writes the whole game.
        """
        at = 2 * self.queued
        if self.queued == _QUEUE:
            self._gap = True
            return
        self._queue[at] = op & 255
        self._queue[at + 1] = op >> 8
        self.queued += 1

    def flush(self, game):
        """Bring what is queued to the flash, with the counts of `attempt`.

        game: the game in progress, written whole when the file has not kept up with it.
        """
        if self._gap and self.playing:
            self.rewrite(game)
        elif self.queued and self.playing:
            self._mend()
            record = self.log.record
            size = 2 * self.queued
            self.attempt.put_counts(record, _PAYLOAD)
            record[_PAYLOAD + _HEAD : _PAYLOAD + _HEAD + size] = self._queue[:size]
            self.log.append(records.MOVES, _HEAD + size)
        self.queued = 0

    def finish(self, outcome):
        """Write the result of the attempt, which ends it; return its seq.

        outcome: GIVEN_UP or WON of `records`. The caller has set moves and date of `attempt`.
        """
        self._mend()
        self.attempt.seq = self.last + 1
        self.attempt.outcome = outcome
        size = self.attempt.put_result(self.log.record, _PAYLOAD) - _PAYLOAD
        self.log.append(records.RESULT, size)
        self.last += 1
        self.start_at = self.queued = 0
        self.playing = self._gap = False
        self._tidy(self._limit)
        return self.last

    def resume(self, game, moves):
        """Bring the game in progress back, with its undone moves and the counts of `attempt`.

        moves: scratch, array("H") of MOVES_MAX. game.take_back is left as the moves need it.
        Returns WHOLE; NOTHING when no game is in progress; CUT when a move was not legal: the
        game stands before it; UNREADABLE when there is no such deal: no game is in progress now.
        """
        if not self.playing:
            return NOTHING
        from eightoff.replay import replay  # noqa: PLC0415 - needed once, at the start

        reader = self.log.reader(self.start_at, self.start_crc)
        try:
            whole = replay(reader, self.attempt, game, moves)
        except ValueError:
            self.playing = False
            self.start_at = 0
            return UNREADABLE
        finally:
            reader.close()
        self._gap = not whole
        return WHOLE if whole else CUT

    def results(self, after, buffer, at, end):
        """Write the results after a seq, each behind a length byte, into buffer[at:end].

        Returns the index after the last whole one; `more` says whether some are left.
        """
        reader = self._reader_after(after)
        self.more = False
        try:
            while reader.next() and not self.more:
                seq = records.result_seq(reader)
                if seq > after:
                    size = reader.size
                    self.more = at + 1 + size > end
                    if not self.more:
                        buffer[at] = size
                        buffer[at + 1 : at + 1 + size] = memoryview(reader.buffer)[2 : 2 + size]
                        at += 1 + size
                        self._paged = seq
                        self._paged_at = reader.at
                        self._paged_crc = reader.crc
        finally:
            reader.close()
        return at

    def _reader_after(self, after):
        # Pages follow each other: the next one starts where the last one ended.
        if self._paged == after:
            return self.log.reader(self._paged_at, self._paged_crc)
        return self.log.reader()

    def acknowledge(self, seq):
        """Let results up to `seq` go when room is needed. ValueError when there is no such one."""
        if seq > self.last:
            raise ValueError("no such result")
        if seq > self.acknowledged:
            self._mend()
            struct.pack_into("<I", self.log.record, _PAYLOAD, seq)
            self.log.append(records.ACK, 4)
            self.acknowledged = seq

    def marks(self, pack, buffer, first=0):
        """Fill `buffer` with the marks of a pack's deals, 4 a byte, to be read by `records.mark`.

        pack: its crc; first: the deal that the buffer begins with, a multiple of 4.
        """
        for i in range(len(buffer)):
            buffer[i] = 0
        reader = self.log.reader()
        try:
            while reader.next():
                records.add_marks(reader, pack, buffer, first)
        finally:
            reader.close()

    def _mend(self):
        # Nothing can follow what a failed write has left behind.
        if self.log.torn:
            self.rewrite(None)

    def _tidy(self, limit):
        # A full flash is no reason to fail here: everything is where it was.
        if self.log.size > limit:
            try:
                self.rewrite(None)
            except OSError:
                self._limit = 2 * self.log.size

    def rewrite(self, game):
        """Write what still counts to the other file, and go on there.

        game: the game in progress as it is, queued ops and all, or None: as far as it was flushed.
        """
        if self.log.store.free() < self.log.size + _SPARE:
            raise OSError(ENOSPC)
        from eightoff.compact import write  # noqa: PLC0415 - rarely needed, and large

        generation = self.log.generation
        self.log.rewrite(lambda: write(self, game))
        self._load()
        if self.log.generation == generation:
            raise OSError(EIO)  # what was written does not read back
        self._limit = max(_TIDY, 2 * self.log.size)
        if game:
            self.queued = 0
            self._gap = False
