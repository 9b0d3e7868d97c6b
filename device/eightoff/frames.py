"""Frames: how a request or an answer looks on the wire. No I/O: both ends use this.

A frame is one line: "~", then base64 of op u8, seq u8, payload, CRC32 of all these; then a
newline. What comes before the last "~" of a line is ignored, and so is a line whose CRC is wrong.
It is at most 250 characters long.
"""

import struct
from binascii import a2b_base64, b2a_base64, crc32

from eightoff.const import const

PAYLOAD_MAX = 180
FRAME_MAX = 250  # "~", 248 characters of base64, newline

_MARK = const(126)
_NEWLINE = const(10)
_TEXT_MAX = const(248)
_PAYLOAD_MAX = const(180)


class Encoder:
    """Makes frames. Write the payload into `payload` (memoryview), then call `encode`."""

    def __init__(self):
        self._raw = memoryview(bytearray(_PAYLOAD_MAX + 6))
        self.payload = self._raw[2 : 2 + _PAYLOAD_MAX]
        self.frame = bytearray(FRAME_MAX)
        self.frame[0] = _MARK

    def encode(self, op, seq, size):
        """Put the frame with the first `size` bytes of `payload` into `frame`; return its length.

        ValueError for a size above PAYLOAD_MAX.
        """
        if size > _PAYLOAD_MAX:
            raise ValueError("payload size")
        raw = self._raw
        raw[0] = op
        raw[1] = seq
        struct.pack_into("<I", raw, size + 2, crc32(raw[: size + 2]))
        text = b2a_base64(raw[: size + 6])
        length = len(text) + 1
        self.frame[1:length] = text
        return length


class Decoder:
    """Finds frames in a stream. When `ready`: `op`, `seq` and `payload` (memoryview).

    The bytes between frames cost no memory; a frame costs what base64 makes.
    """

    def __init__(self):
        self._line = bytearray(_TEXT_MAX)
        self._view = memoryview(self._line)
        self._used = -1  # outside a frame
        self.ready = False
        self.op = 0
        self.seq = 0
        self.payload = self._view[:0]

    def feed(self, buffer, at, end):
        """Take buffer[at:end] up to the end of the first good frame; return how far it got.

        `ready` says whether a frame was found. Call again with the returned index until it is
        `end`.
        """
        line = self._line
        used = self._used
        self.ready = False
        while at < end and not self.ready:
            byte = buffer[at]
            at += 1
            if byte == _MARK:
                used = 0
            elif used < 0:
                continue
            elif byte == _NEWLINE:
                self.ready = self._open(used)
                used = -1
            elif used < _TEXT_MAX:
                line[used] = byte
                used += 1
            else:
                used = -1
        self._used = used
        return at

    def _open(self, used):
        try:
            frame = memoryview(a2b_base64(self._view[:used]))
        except ValueError:
            return False
        end = len(frame) - 4
        if end < 2 or crc32(frame[:end]) != struct.unpack_from("<I", frame, end)[0]:
            return False
        self.op = frame[0]
        self.seq = frame[1]
        self.payload = frame[2:end]
        return True
