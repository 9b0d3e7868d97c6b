"""Packs: files of proved deals, read by seeking and never loaded.

Little-endian. HEADER, then `count` entries of one size, then the lines.

header  "8OFF", version u8, kind of its deals u8, flags u8, 0, count u16, title (24 bytes, UTF-8),
        variant name (20 bytes), variant record (24 bytes), file size u32, CRC32 of all that
        follows the header, CRC32 of the header up to here. This last number is the pack's
        identity: it depends on every byte of the file.
entry   deal (as `deals.order_of` takes it), difficulty u8 (1 to 5), par u16, offset of the line
        in the file u32 or 0, CRC32 of the entry's index u16 and all this.
line    length u16, moves (a byte each: index into the canonical list of legal moves),
        CRC32 of the entry's index u16 and all this.
"""

import struct
from binascii import crc32

from eightoff import deals, names
from eightoff.const import const
from eightoff.variants import Variant

MAGIC = b"8OFF"
VERSION = 1
HAS_LINES = 1  # flag: lines are stored
HEADER = "<4sBBBBH24s20s24sII"
HEADER_SIZE = 90  # with its CRC
ENTRY_TAIL = "<BHI"  # difficulty, par, line offset

NOT_A_PACK = 1
UNKNOWN_VERSION = 2
DAMAGED = 3
SHORT = 4  # the file ends before the pack does
BAD_RULES = 5  # a variant that this engine cannot play

_HEADER_SIZE = const(90)
_BUFFER = const(128)


class PackError(ValueError):
    """A file that is refused. `code` says why: NOT_A_PACK ... BAD_RULES."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


def seal(index, content):
    """Return the CRC32 that stands behind an entry, or a line, of this index."""
    return crc32(content, crc32(struct.pack("<H", index)))


class Pack:
    """An open pack: title, variant (`variants.Variant`), count, crc (the pack's identity).

    Takes a binary file over, closes it when it is refused. PackError for what is not a pack; all
    sizes are held against the size of the file, and memory does not depend on its content.
    `entry` loads a deal into index, kind, code (bytearray, the deal as stored), difficulty, par
    and line_at (0: no line).
    """

    def __init__(self, file):
        self.file = file
        self._buffer = bytearray(_BUFFER)
        self._view = memoryview(self._buffer)
        self.code = bytearray(deals.CODE_SIZE)
        self.index = -1
        self.difficulty = self.par = self.line_at = 0
        try:
            self._open()
        except (ValueError, OSError):
            self.close()
            raise

    def _open(self):
        self.file.seek(0, 2)
        size = self.file.tell()
        buffer = self._buffer
        self._read(0, min(size, _HEADER_SIZE))
        if size < 5 or bytes(self._view[:4]) != MAGIC:
            raise PackError(NOT_A_PACK)
        if buffer[4] != VERSION:
            raise PackError(UNKNOWN_VERSION)
        if size < _HEADER_SIZE:
            raise PackError(SHORT)
        self.crc = struct.unpack_from("<I", buffer, _HEADER_SIZE - 4)[0]
        if crc32(self._view[: _HEADER_SIZE - 4]) != self.crc:
            raise PackError(DAMAGED)
        fields = struct.unpack_from(HEADER, buffer, 0)
        _, _, self.kind, _, _, self.count, title, name, record, self.size, self.body = fields
        self.title = _text(title)
        self._entry = deals.size(self.kind) + 11
        self._lines = _HEADER_SIZE + self.count * self._entry
        if size < self.size:
            raise PackError(SHORT)
        if size > self.size or self.kind > deals.CODE or not self.count or size < self._lines:
            raise PackError(DAMAGED)
        name = _text(name)
        if not names.valid(name, names.VARIANT_MAX):
            raise PackError(BAD_RULES)
        try:
            self.variant = Variant(record, name)
        except ValueError:
            raise PackError(BAD_RULES)

    def close(self):
        """Close the file."""
        self.file.close()

    def entry(self, index):
        """Load entry `index`. IndexError unless 0 <= index < count; PackError DAMAGED."""
        if not 0 <= index < self.count:
            raise IndexError("entry")
        size = self._entry - 4
        self._read(_HEADER_SIZE + index * self._entry, size + 4)
        view = self._view
        if seal(index, view[:size]) != struct.unpack_from("<I", view, size)[0]:
            raise PackError(DAMAGED)
        tail = size - 7
        self.code[:tail] = view[:tail]
        self.difficulty, self.par, self.line_at = struct.unpack_from(ENTRY_TAIL, view, tail)
        if not 1 <= self.difficulty <= 5 or (self.line_at and self.line_at < self._lines):
            raise PackError(DAMAGED)
        self.index = index

    def number(self):
        """Return the number of the loaded deal, 0 when it is given by a code."""
        return 0 if self.kind else struct.unpack_from("<I", self.code, 0)[0]

    def name(self):
        """Return what players call the loaded deal: "ms:617", or its place in the pack, "#12"."""
        return "#" + str(self.index + 1) if self.kind else "ms:" + str(self.number())

    def order(self, order):
        """Fill `order` (bytearray of 52) with the loaded deal. PackError DAMAGED."""
        try:
            deals.order_of(self.kind, self.code, order)
        except ValueError:
            raise PackError(DAMAGED)

    def line(self, buffer):
        """Read the winning line of the loaded deal into `buffer`; return its length, 0 for none.

        buffer: bytearray, LINE_MAX is enough for every pack. PackError DAMAGED or SHORT.
        """
        if not self.line_at:
            return 0
        self._read(self.line_at, 2)
        length = self._buffer[0] | self._buffer[1] << 8
        if length > len(buffer) or self.line_at + length + 6 > self.size:
            raise PackError(DAMAGED)
        moves = memoryview(buffer)[:length]
        if self.file.readinto(moves) != length:
            raise PackError(SHORT)
        crc = crc32(moves, seal(self.index, self._view[:2]))
        self._read(self.line_at + 2 + length, 4)
        if crc != struct.unpack_from("<I", self._buffer, 0)[0]:
            raise PackError(DAMAGED)
        return length

    def check(self):
        """Hold the whole file against its CRC, piece by piece. PackError DAMAGED."""
        at = _HEADER_SIZE
        crc = 0
        while at < self.size:
            piece = min(_BUFFER, self.size - at)
            self._read(at, piece)
            crc = crc32(self._view[:piece], crc)
            at += piece
        if crc != self.body:
            raise PackError(DAMAGED)

    def _read(self, at, size):
        self.file.seek(at)
        if self.file.readinto(self._view[:size]) != size:
            raise PackError(SHORT)


def _text(raw):
    # Zero-padded UTF-8 without control characters: what a screen and a terminal can show.
    try:
        text = str(raw, "utf-8").rstrip("\0")
    except ValueError:
        raise PackError(DAMAGED)
    for letter in text:
        if letter < " " or "\x7f" <= letter <= "\x9f":
            raise PackError(DAMAGED)
    return text
