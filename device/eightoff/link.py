"""What the PC and the board say to each other in `frames`. No I/O: both ends use this."""

# Numbers are little-endian, texts UTF-8 behind a length byte. The PC asks, the board answers with
# op | ANSWER and the seq of the request, or with ERROR. Every request may be repeated.
#
# | request                        | answer |
# |--------------------------------|---|
# | HELLO                          | HELLO_ANSWER, board name (text) |
# | LIST (from: u16, an index)     | more u8, then per pack: name (text), LISTED, title (text) |
# | PUT (name, TRANSFER)           | u32: the offset to send from; the size when the pack is there |
# | DATA (DATA_HEAD, bytes)        | u32: the offset wanted next, whatever came |
# | COMMIT (name, TRANSFER)        | u32: the size; now the pack is in the list |
# | DELETE (name)                  | empty, also when there was no such pack |
# | RESULTS (after: u32, a seq)    | more u8, then results, each behind a length byte (`records`) |
# | ACK (u32: a seq)               | u32: all results up to this one are acknowledged |
# | CLOCK (u32, seconds since 2000)| empty |

PROTOCOL = 1
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


class RefusedError(ValueError):
    """A request that cannot be done: an error code of `link` and its detail."""

    def __init__(self, code, detail=0):
        super().__init__(code)
        self.code = code
        self.detail = detail


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
