"""Packs: files of proved deals, read by seeking and never loaded."""

# Behind the head (`packhead`), little-endian:
#
# entry   deal (as `deals.order_of` takes it), difficulty u8 (1 to 5), par u16, offset of the line
#         in the file u32 or 0, CRC32 of the entry's index u16 and all this.
# line    length u16, moves (a byte each: index into the canonical list of legal moves),
#         CRC32 of the entry's index u16 and all this.

import struct
from binascii import crc32

from eightoff import deals
from eightoff.packhead import DAMAGED, HEADER_SIZE, SHORT, PackError, PackHead

ENTRY_TAIL = "<BHI"  # difficulty, par, line offset


def seal(index, content):
    """Return the CRC32 that stands behind an entry, or a line, of this index."""
    return crc32(content, crc32(struct.pack("<H", index)))


class Pack(PackHead):
    """An open pack whose deals can be read.

    `entry` loads a deal into index, kind, code (bytearray, the deal as stored), difficulty, par
    and line_at (0: no line).
    """

    def __init__(self, file):
        super().__init__(file)
        self.code = bytearray(deals.CODE_SIZE)
        self.index = -1
        self.difficulty = self.par = self.line_at = 0

    def entry(self, index):
        """Load entry `index`. IndexError unless 0 <= index < count; PackError DAMAGED."""
        if not 0 <= index < self.count:
            raise IndexError("entry")
        size = self.entry_size - 4
        self.read(HEADER_SIZE + index * self.entry_size, size + 4)
        view = self.view
        if seal(index, view[:size]) != struct.unpack_from("<I", view, size)[0]:
            raise PackError(DAMAGED)
        tail = size - 7
        self.code[:tail] = view[:tail]
        self.difficulty, self.par, self.line_at = struct.unpack_from(ENTRY_TAIL, view, tail)
        if not 1 <= self.difficulty <= 5 or (self.line_at and self.line_at < self.lines_at):
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
        self.read(self.line_at, 2)
        length = self.buffer[0] | self.buffer[1] << 8
        if length > len(buffer) or self.line_at + length + 6 > self.size:
            raise PackError(DAMAGED)
        moves = memoryview(buffer)[:length]
        if self.file.readinto(moves) != length:
            raise PackError(SHORT)
        crc = crc32(moves, seal(self.index, self.view[:2]))
        self.read(self.line_at + 2 + length, 4)
        if crc != struct.unpack_from("<I", self.buffer, 0)[0]:
            raise PackError(DAMAGED)
        return length
