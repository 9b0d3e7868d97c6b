"""A log: records that are appended to a file and survive a power cut at any byte."""

# record  payload size u8, type u8, payload, CRC32 of all this. The CRC starts from that of the
#         record before, so a record counts only where it was written: what a file system leaves in
#         a torn sector, were it an old piece of this very log, does not pass.
#
# Two files take turns. A file starts with ID (generation u32, id of the log 8 bytes) and counts
# once READY is in it; of two that count the higher generation does. Rewriting goes to the other
# file, so the old one is whole until the new one is. Unknown record types are passed over.

import struct
from binascii import crc32

from eightoff.const import const
from eightoff.records import ID, READY
from eightoff.store import put

NAMES = ("journal.a", "journal.b")
RECORD_MAX = 2 + 255 + 4

_ID_SIZE = const(12)
_PAYLOAD = const(2)
_GENERATIONS = const(0x3FFFFFFF)  # more than any flash lives


class Reader:
    """Walks through a file: `kind`, and `size` bytes of payload in `buffer` from index 2 on.

    at, crc: where the next record starts, and the CRC of the one before it (0, 0 for the first).
    start, start_crc: the same of the record that was read. end: what lies behind is not read.
    """

    def __init__(self, file, buffer, at, crc, end):
        self._file = file
        self.buffer = buffer
        self._view = memoryview(buffer)
        self.at = self.start = at
        self.crc = self.start_crc = crc
        self._end = end
        self.kind = 0
        self.size = 0

    def next(self):
        """Read a record; return its type, 0 behind the last good one."""
        if self.at >= self._end:
            return 0
        self._file.seek(self.at)
        got = self._file.readinto(self.buffer)
        end = self.buffer[0] + 2
        if got < end + 4:
            return 0
        crc = crc32(self._view[:end], self.crc)
        if crc != struct.unpack_from("<I", self.buffer, end)[0]:
            return 0
        self.start = self.at
        self.start_crc = self.crc
        self.crc = crc
        self.at += end + 4
        self.size = end - 2
        self.kind = self.buffer[1]
        return self.kind

    def close(self):
        """Close the file."""
        self._file.close()


class Log:
    """The files. Write a payload into `record` from index 2 on, then `append` it.

    id: 8 bytes, made with the first file and kept. generation: counts the files that were made.
    size: bytes in force. torn: there is something behind them, so that nothing can be appended
    before a `rewrite`.
    """

    def __init__(self, store):
        self.store = store
        self.id = bytearray(8)
        self.record = bytearray(RECORD_MAX)
        self._view = memoryview(self.record)
        self._page = bytearray(RECORD_MAX)
        self._name = NAMES[1]
        self.generation = 0
        self.size = 0
        self.crc = 0
        self.torn = False
        self._out = None

    def open(self, begin, each):
        """Find the file that counts and show its records to `each`(reader), oldest first.

        `begin`() is called before the first record of each file that is tried. Returns False
        when no file counts: `rewrite` then makes the first one.
        """
        best = 0
        found = None
        for name in NAMES:
            if self.store.size(name) >= 0:
                begin()
                generation = self._load(name, each)
                if generation > best:
                    best = generation
                    found = name
        if not found:
            begin()
            self._set_aside()
            return False
        if found != self._name:
            begin()
            self._load(found, each)
        self.store.remove(self._other())
        return True

    def _load(self, name, each):
        # Returns the file's generation, 0 when it does not count.
        self._name = name
        self.generation = 0
        self.size = self.store.size(name)
        ready = False
        reader = self.reader()
        try:
            if reader.next() == ID and reader.size == _ID_SIZE:
                self.generation = struct.unpack_from("<I", reader.buffer, _PAYLOAD)[0]
                self.id[:] = reader.buffer[_PAYLOAD + 4 : _PAYLOAD + 12]
                while reader.next():
                    ready = ready or reader.kind == READY
                    each(reader)
        finally:
            reader.close()
        self.torn = reader.at != self.size
        self.size = reader.at
        self.crc = reader.crc
        return self.generation if ready and self.generation < _GENERATIONS else 0

    def _set_aside(self):
        # A cut in the making of the first file leaves less than a READY behind: nothing is lost
        # with it. Whatever is longer was damaged otherwise; someone may want to look at it.
        for name in NAMES:
            if self.store.size(name) > 2 * (_ID_SIZE + 6):
                self.store.rename(name, "journal.bad")
            else:
                self.store.remove(name)
        self.generation = 0
        self._name = NAMES[1]

    def _other(self):
        return NAMES[0] if self._name == NAMES[1] else NAMES[1]

    def reader(self, at=0, crc=0):
        """Return a Reader of the file in force. One at a time: they share a buffer. Close it."""
        return Reader(self.store.open(self._name), self._page, at, crc, self.size)

    def append(self, kind, size):
        """Append a record with the `size` bytes of payload in `record`. OSError leaves it out."""
        crc = self._seal(kind, size, self.crc)
        try:
            self.store.append(self._name, self._view[: size + 6])
        except OSError:
            self.torn = self.store.size(self._name) != self.size
            raise
        self.crc = crc
        self.size += size + 6

    def _seal(self, kind, size, crc):
        self.record[0] = size
        self.record[1] = kind
        crc = crc32(self._view[: size + 2], crc)
        struct.pack_into("<I", self.record, size + 2, crc)
        return crc

    def rewrite(self, content=None):
        """Make the other file, which `open` then finds.

        content: a function without arguments that calls `put` for every record. OSError leaves
        everything as it was.
        """
        other = self._other()
        try:
            self._write(other, content)
        except OSError:
            self._out = None
            self.store.remove(other)
            raise

    def _write(self, other, content):
        self._out = self.store.open(other, "wb")
        try:
            self._out_crc = 0
            struct.pack_into("<I", self.record, _PAYLOAD, self.generation + 1)
            self.record[_PAYLOAD + 4 : _PAYLOAD + 12] = self.id
            self.put(ID, _ID_SIZE)
            if content:
                content()
        finally:
            self._out.close()
        # READY goes out alone: the file system may bring one write to the flash in any order.
        self._seal(READY, 0, self._out_crc)
        self.store.append(other, self._view[:6])

    def put(self, kind, size):
        """Write a record with the `size` bytes of payload in `record` to the file in the making."""
        self._out_crc = self._seal(kind, size, self._out_crc)
        put(self._out, self._view[: size + 6])
