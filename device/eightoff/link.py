"""Frames between the board and the PC, and what they say. No I/O: both ends use this.

A frame is one line: "~", then base64 of op u8, seq u8, payload, CRC32 of all these; then a
newline. What comes before the last "~" of a line is ignored, and so is a line whose CRC is wrong.
Numbers are little-endian, texts UTF-8 behind a length byte. The PC asks, the board answers with
op | ANSWER and the seq of the request, or with ERROR. Every request may be repeated.

| request                        | answer                                                          |
|--------------------------------|-----------------------------------------------------------------|
| HELLO                          | HELLO_ANSWER, board name (text)                                 |
| LIST (from: u16, an index)     | more u8, then per pack: name (text), LISTED, title (text)       |
| PUT (name, TRANSFER)           | u32: the offset to send from; the size when the pack is there   |
| DATA (DATA_HEAD, bytes)        | u32: the offset wanted next, whatever came                      |
| COMMIT (name, TRANSFER)        | u32: the size; now the pack is in the list                      |
| DELETE (name)                  | empty, also when there was no such pack                         |
| RESULTS (after: u32, a seq)    | more u8, then results, each behind a length byte (`records`)    |
| ACK (u32: a seq)               | u32: all results up to this one are acknowledged                |
| CLOCK (u32, seconds since 2000)| empty                                                           |
"""

import struct
from binascii import a2b_base64, b2a_base64, crc32

from eightoff.const import const

PROTOCOL = 1
PAYLOAD_MAX = 180
FRAME_MAX = 250  # "~", 248 characters of base64, newline
DATA_MAX = 172  # bytes of a pack in one DATA frame
WINDOW = 4  # requests that may be under way at once

HELLO = 1
LIST = 2
PUT = 3
DATA = 4
COMMIT = 5
DELETE = 6
RESULTS = 7
ACK = 8
CLOCK = 9
ANSWER = 0x80
ERROR = 0xFF

HELLO_ANSWER = "<B8sIII"  # PROTOCOL, journal id, free bytes, last seq, acknowledged seq
LISTED = "<IIHB"  # file size, pack crc, deals, 0 or the PackError code of a pack that is damaged
TRANSFER = "<II"  # file size, pack crc (Pack.crc)
DATA_HEAD = "<II"  # pack crc, offset
ERROR_ANSWER = "<BI"  # one of the codes below, detail

NO_SUCH_OP = 1
MALFORMED = 2  # a payload that is not of the form above
BAD_NAME = 3
FULL = 4  # detail: free bytes
NO_TRANSFER = 5  # DATA without its PUT, or COMMIT before all is there: PUT again
WRONG_CONTENT = 6  # what arrived is not what was announced; it is gone: PUT again
BAD_PACK = 7  # detail: PackError code
STORE_FAILED = 8  # detail: errno
NOT_THAT_FAR = 9  # ACK beyond the last result; detail: last seq

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


def put_text(buffer, at, text):
    """Write a text behind its length byte into buffer[at:]; return the index after it.

    ValueError when it does not fit, or is longer than 255 bytes.
    """
    raw = text.encode()
    end = at + 1 + len(raw)
    if len(raw) > 255 or end > len(buffer):
        raise ValueError("text size")
    buffer[at] = len(raw)
    buffer[at + 1 : end] = raw
    return end


def get_text(buffer, at):
    """Return the text that starts at buffer[at]. ValueError when it is cut or not UTF-8.

    Its end is at + 1 + buffer[at]. What it says is not to be trusted.
    """
    if at >= len(buffer) or at + 1 + buffer[at] > len(buffer):
        raise ValueError("text size")
    return str(buffer[at + 1 : at + 1 + buffer[at]], "utf-8")
