"""The head of a pack, and whether the file is whole."""

# Little-endian. HEADER, then `count` entries of one size, then the lines: see `pack`.
#
# header  "8OFF", version u8, kind of its deals u8, flags u8, 0, count u16, title (24 bytes, UTF-8),
#         variant name (20 bytes), variant record (24 bytes), file size u32, CRC32 of all that
#         follows the header, CRC32 of the header up to here. This last number is the pack's
#         identity: it depends on every byte of the file.

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
ENTRY_REST = 11  # bytes of an entry behind its deal

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


class PackHead:
    """An open pack: title, variant (`variants.Variant`), count and kind of deals, size of the file.

    crc is the pack's identity. Takes a binary file over, closes it when it is refused. PackError
    for what is not a pack; all sizes are held against the size of the file, and memory does not
    depend on its content.
    """

    def __init__(self, file):
        self.file = file
        self.buffer = bytearray(_BUFFER)
        self.view = memoryview(self.buffer)
        try:
            self._open()
        except (ValueError, OSError):
            self.close()
            raise

    def _open(self):
        self.file.seek(0, 2)
        size = self.file.tell()
        buffer = self.buffer
        self.read(0, min(size, _HEADER_SIZE))
        if size < 5 or bytes(self.view[:4]) != MAGIC:
            raise PackError(NOT_A_PACK)
        if buffer[4] != VERSION:
            raise PackError(UNKNOWN_VERSION)
        if size < _HEADER_SIZE:
            raise PackError(SHORT)
        self.crc = struct.unpack_from("<I", buffer, _HEADER_SIZE - 4)[0]
        if crc32(self.view[: _HEADER_SIZE - 4]) != self.crc:
            raise PackError(DAMAGED)
        fields = struct.unpack_from(HEADER, buffer, 0)
        _, _, self.kind, _, _, self.count, title, name, record, self.size, self.body = fields
        self.title = _text(title)
        self.entry_size = deals.size(self.kind) + ENTRY_REST
        self.lines_at = _HEADER_SIZE + self.count * self.entry_size
        if size < self.size:
            raise PackError(SHORT)
        if size > self.size or self.kind > deals.CODE or not self.count or size < self.lines_at:
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

    def check(self):
        """Hold the whole file against its CRC, piece by piece. PackError DAMAGED."""
        at = _HEADER_SIZE
        crc = 0
        while at < self.size:
            piece = min(_BUFFER, self.size - at)
            self.read(at, piece)
            crc = crc32(self.view[:piece], crc)
            at += piece
        if crc != self.body:
            raise PackError(DAMAGED)

    def read(self, at, size):
        """Read `size` bytes at an offset into `buffer`. PackError SHORT."""
        self.file.seek(at)
        if self.file.readinto(self.view[:size]) != size:
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
