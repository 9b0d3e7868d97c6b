"""What the journal keeps and the link carries: one attempt at one deal, and its result."""

# Little-endian. Texts are UTF-8 behind a length byte.
#
# deal    pack crc u32 (0: none), entry u16, kind u8, difficulty u8, par u16, the deal as in a pack,
#         variant name (text)
# START   deal, variant record (24 bytes): all that the game needs, should the pack be deleted
# MOVES   play seconds u32, undos u16, hints u16, house rules u8, then ops u16: entries of
#         `game.history`, UNDO, REDO, RESTART
# RESULT  seq u32, outcome u8, moves u16, play seconds u32, undos u16, hints u16, house rules u8,
#         date u32 (seconds since 2000, 0: clock not set), CRC32 of the variant record, deal.
#         Longer ones are read as far as they are known here.
# MARKS   pack crc u32, first entry u16 (a multiple of MARKS_DEALS), 2 bits a deal from the low end
#         of a byte up: GIVEN_UP, WON

import struct
from binascii import crc32

from eightoff import deals, names
from eightoff.const import const
from eightoff.variants import RECORD_SIZE, Variant

ID, READY, SETTING, START, MOVES, RESULT, ACK, MARKS = 1, 2, 3, 4, 5, 6, 7, 8

UNDO, REDO, RESTART = 0xFFFF, 0xFFFE, 0xFFFD

GIVEN_UP, WON = 1, 2  # outcomes, and bits of a mark
TAKE_BACK = 1  # house rule: a foundation's top card may return

MOVES_HEAD = "<IHHB"
MOVES_OPS = 123  # ops of one MOVES at most
RESULT_MIN = 40
RESULT_MAX = 160
MARKS_DEALS = 960  # deals of one MARKS record

_DEAL = "<IHBBH"
_DEAL_SIZE = const(10)
_RESULT = "<IBHIHHBII"
_RESULT_SIZE = const(24)
_MARKS_HEAD = const(6)
_PAYLOAD = const(2)  # where a record's payload starts in a reader's buffer
_MOST = const(0xFFFF)
_SEQ_END = const(0x7FFFFFFF)


class Attempt:
    """One attempt at one deal.

    pack, entry (where the deal came from), kind, code, difficulty, par (as `pack.Pack` has them),
    name and record of the variant; seconds of play, undos, hints, house (rules, as bits). Of a
    result also seq, outcome, moves, date; instead of the record it has rules, the record's CRC32.
    """

    def __init__(self):
        self.code = bytearray(deals.size(1))
        self.record = bytes(RECORD_SIZE)
        self.name = ""
        self.pack = self.entry = self.kind = self.difficulty = self.par = 0
        self.seq = self.outcome = self.moves = self.date = self.rules = 0
        self.reset()

    def reset(self):
        """Set what is counted during play to 0."""
        self.seconds = self.undos = self.hints = self.house = 0

    def take(self, pack):
        """Become a new attempt at the deal that `pack` (Pack) has loaded."""
        self.reset()
        self.pack = pack.crc
        self.entry = pack.index
        self.kind = pack.kind
        self.code[:] = pack.code
        self.difficulty = pack.difficulty
        self.par = pack.par
        self.name = pack.variant.name
        self.record = pack.variant.record
        self.rules = crc32(self.record)

    def variant(self):
        """Return the rules. ValueError when no engine could play them."""
        return Variant(self.record, self.name)

    def number(self):
        """Return the number of the deal, 0 when it is given by a code."""
        return 0 if self.kind else struct.unpack_from("<I", self.code, 0)[0]

    def order(self, order):
        """Fill `order` (bytearray of 52) with the deal. ValueError when it is none."""
        deals.order_of(self.kind, self.code, order)

    def put_start(self, buffer, at):
        """Write a START into buffer[at:]; return the index after it."""
        at = self._put_deal(buffer, at)
        buffer[at : at + RECORD_SIZE] = self.record
        return at + RECORD_SIZE

    def get_start(self, buffer, at, end):
        """Read the START in buffer[at:end]. ValueError for what is none."""
        at = self._get_deal(buffer, at, end)
        if at + RECORD_SIZE > end:
            raise ValueError("record size")
        self.record = bytes(buffer[at : at + RECORD_SIZE])
        self.rules = crc32(self.record)
        self.reset()

    def put_counts(self, buffer, at):
        """Write the head of a MOVES into buffer[at:]."""
        undos = min(self.undos, _MOST)
        hints = min(self.hints, _MOST)
        struct.pack_into(MOVES_HEAD, buffer, at, self.seconds, undos, hints, self.house)

    def get_counts(self, buffer, at):
        """Read the head of the MOVES at buffer[at]."""
        self.seconds, self.undos, self.hints, self.house = struct.unpack_from(
            MOVES_HEAD, buffer, at
        )

    def put_result(self, buffer, at):
        """Write a RESULT into buffer[at:]; return the index after it."""
        struct.pack_into(
            _RESULT,
            buffer,
            at,
            self.seq,
            self.outcome,
            min(self.moves, _MOST),
            self.seconds,
            min(self.undos, _MOST),
            min(self.hints, _MOST),
            self.house,
            self.date,
            self.rules,
        )
        return self._put_deal(buffer, at + _RESULT_SIZE)

    def get_result(self, buffer, at, end):
        """Read the RESULT in buffer[at:end]. ValueError for what is none."""
        if at + _RESULT_SIZE > end:
            raise ValueError("record size")
        fields = struct.unpack_from(_RESULT, buffer, at)
        self.seq, self.outcome, self.moves, self.seconds = fields[:4]
        self.undos, self.hints, self.house, self.date, self.rules = fields[4:]
        if not GIVEN_UP <= self.outcome <= WON:
            raise ValueError("outcome")
        self._get_deal(buffer, at + _RESULT_SIZE, end)

    def _put_deal(self, buffer, at):
        struct.pack_into(
            _DEAL, buffer, at, self.pack, self.entry, self.kind, self.difficulty, self.par
        )
        at += _DEAL_SIZE
        size = deals.size(self.kind)
        buffer[at : at + size] = self.code[:size]
        at += size
        name = self.name.encode()
        buffer[at] = len(name)
        buffer[at + 1 : at + 1 + len(name)] = name
        return at + 1 + len(name)

    def _get_deal(self, buffer, at, end):
        # Returns the index after it.
        if at + _DEAL_SIZE > end:
            raise ValueError("record size")
        fields = struct.unpack_from(_DEAL, buffer, at)
        self.pack, self.entry, self.kind, self.difficulty, self.par = fields
        if self.kind > 1:
            raise ValueError("deal kind")
        at += _DEAL_SIZE
        size = deals.size(self.kind)
        if at + size >= end or at + size + 1 + buffer[at + size] > end:
            raise ValueError("record size")
        self.code[:size] = buffer[at : at + size]
        at += size + 1
        self.name = str(buffer[at : at + buffer[at - 1]], "utf-8")
        if not names.valid(self.name, names.VARIANT_MAX):
            raise ValueError("variant name")
        return at + len(self.name)


def result_seq(reader):
    """Return the seq of the RESULT that a `log.Reader` stands on, 0 when it stands on none."""
    if reader.kind != RESULT or not RESULT_MIN <= reader.size <= RESULT_MAX:
        return 0
    seq = struct.unpack_from("<I", reader.buffer, _PAYLOAD)[0]
    return seq if seq < _SEQ_END else 0


def marked(reader):
    """Return (pack crc, window of MARKS_DEALS deals) that a RESULT or MARKS is about, or None."""
    if reader.kind == MARKS and reader.size >= _MARKS_HEAD:
        crc, entry = struct.unpack_from("<IH", reader.buffer, _PAYLOAD)
    elif result_seq(reader):
        crc, entry = struct.unpack_from("<IH", reader.buffer, _PAYLOAD + _RESULT_SIZE)
    else:
        return None
    return crc, entry // MARKS_DEALS


def add_marks(reader, pack, buffer, first):
    """Add what a RESULT or MARKS says about deals of a pack, see `journal.marks`."""
    page = reader.buffer
    if reader.kind == MARKS and reader.size >= _MARKS_HEAD:
        crc, entry = struct.unpack_from("<IH", page, _PAYLOAD)
        if crc == pack and entry % MARKS_DEALS == 0:
            shift = (entry - first) // 4 - _PAYLOAD - _MARKS_HEAD
            for at in range(_PAYLOAD + _MARKS_HEAD, _PAYLOAD + reader.size):
                if 0 <= at + shift < len(buffer):
                    buffer[at + shift] |= page[at]
    elif result_seq(reader):
        crc, entry = struct.unpack_from("<IH", page, _PAYLOAD + _RESULT_SIZE)
        entry -= first
        if crc == pack and 0 <= entry < 4 * len(buffer):
            buffer[entry >> 2] |= (page[_PAYLOAD + 4] & 3) << (entry & 3) * 2


def mark(marks, index):
    """Return the mark of a deal: 0 unplayed, GIVEN_UP, or WON (once is enough).

    marks: what `journal.marks` filled; index: counted from its first deal.
    """
    bits = marks[index >> 2] >> (index & 3) * 2
    return bits & WON or bits & GIVEN_UP
