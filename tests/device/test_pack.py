"""The reader of packs: what is in a good one, and that nothing else passes."""

import io
import struct

from eightoff import catalogue, dealcode, deals, names
from eightoff.pack import Pack
from eightoff.packhead import (
    BAD_RULES,
    DAMAGED,
    NOT_A_PACK,
    SHORT,
    UNKNOWN_VERSION,
    PackError,
)
from sample_pack import ENTRY, HEADER, LINE, body, build, header, opened, sealed

CARDS = bytearray(52)
BUFFER = bytearray(512)


def code_of(content):
    """Return the code with which a file is refused, 0 when everything in it can be read."""
    try:
        pack = opened(content)
        for i in range(pack.count):
            pack.entry(i)
            pack.order(CARDS)
            pack.line(BUFFER)
        pack.check()
    except PackError as error:
        return error.code
    return 0


def numbered(number):
    order = bytearray(52)
    deals.numbered(number, order)
    return order


def test_a_good_pack_is_read():
    pack = opened(build())
    assert pack.title == "Sample"
    assert pack.variant.name == "eight-off"
    assert pack.variant.record == catalogue.find("eight-off").record
    assert pack.count == 3
    pack.check()
    pack.entry(1)
    assert (pack.index, pack.number(), pack.name()) == (1, 5005, "ms:5005")
    assert (pack.difficulty, pack.par) == (2, 81)
    pack.order(CARDS)
    assert numbered(5005) == CARDS
    assert pack.line(BUFFER) == 0
    pack.entry(0)
    assert pack.line(BUFFER) == len(LINE)
    assert bytes(BUFFER[: len(LINE)]) == LINE


def test_the_largest_number_is_read():
    pack = opened(build((0x7FFFFFFF,)))
    pack.entry(0)
    assert pack.number() == 0x7FFFFFFF
    pack.order(CARDS)
    assert numbered(0x7FFFFFFF) == CARDS


def test_deals_may_be_codes():
    code = bytearray(29)
    dealcode.encode(numbered(617), code)
    content = sealed(0, bytes(code) + struct.pack("<BHI", 5, 99, 0))
    pack = opened(header(content, 1, kind=b"\x01") + content)
    pack.entry(0)
    assert (pack.number(), pack.name(), pack.difficulty, pack.par) == (0, "#1", 5, 99)
    pack.order(CARDS)
    assert numbered(617) == CARDS


def test_a_code_that_is_no_deal_is_damage():
    content = sealed(0, b"\xff" * 29 + struct.pack("<BHI", 5, 99, 0))
    assert code_of(header(content, 1, kind=b"\x01") + content) == DAMAGED


def test_a_file_that_is_cut_anywhere_is_refused():
    content = build()
    for size in range(len(content)):
        assert code_of(content[:size]) in (NOT_A_PACK, SHORT, DAMAGED)
    assert code_of(content[:-1]) == SHORT
    assert code_of(b"") == NOT_A_PACK
    assert code_of(content + b"\x00") == DAMAGED


def test_a_changed_byte_is_found_anywhere():
    content = build()
    for at in range(len(content)):
        changed = bytearray(content)
        changed[at] ^= 1 << at % 8
        assert code_of(bytes(changed)) != 0, at


def test_other_files_and_versions_are_told_apart():
    assert code_of(b"GIF89a" + bytes(200)) == NOT_A_PACK
    content = body((1,))
    assert code_of(header(content, 1, version=b"\x02") + content) == UNKNOWN_VERSION
    assert code_of(header(content, 1, record=bytes(24)) + content) == BAD_RULES
    assert code_of(header(content, 1, name=b"../etc" + bytes(14)) + content) == BAD_RULES
    assert code_of(header(content, 1, kind=b"\x02") + content) == DAMAGED
    assert code_of(header(content, 1, title=b"\xff" * 24) + content) == DAMAGED
    assert code_of(header(content, 1, title=b"a\x1b[2Jb" + bytes(18)) + content) == DAMAGED


def test_sizes_that_lie_are_found_under_a_good_crc():
    content = body((1,))
    assert code_of(header(content, 65535) + content) == DAMAGED
    assert code_of(header(content, 0) + content) == DAMAGED
    assert code_of(header(content, 1, size=b"\xff\xff\xff\x7f") + content) == SHORT
    assert code_of(header(content, 1, size=b"\x00\x00\x00\x00") + content) == DAMAGED


def test_a_line_must_lie_in_the_file_and_fit_the_buffer():
    for at in (1, HEADER, HEADER + ENTRY - 1, 0x7FFFFFFF):
        content = sealed(0, struct.pack("<IBHI", 1, 2, 80, at)) + bytes(40)
        assert code_of(header(content, 1) + content) in (DAMAGED, SHORT)
    content = body((1,), bytes(513))
    assert code_of(header(content, 1) + content) == DAMAGED
    entry = sealed(0, struct.pack("<IBHI", 1, 2, 80, HEADER + ENTRY))
    content = entry + b"\xff\x01" + bytes(8)  # says 511 moves, has none
    assert code_of(header(content, 1) + content) == DAMAGED


def test_entries_cannot_change_places():
    content = body((1, 2))
    swapped = content[ENTRY : 2 * ENTRY] + content[:ENTRY] + content[2 * ENTRY :]
    assert code_of(header(swapped, 2) + swapped) == DAMAGED


def test_difficulty_and_number_are_held_to_their_ranges():
    for number, difficulty in ((1, 0), (1, 6), (0, 1), (0x80000000, 1)):
        content = sealed(0, struct.pack("<IBHI", number, difficulty, 80, 0))
        assert code_of(header(content, 1) + content) == DAMAGED


def test_entries_outside_the_pack_are_an_index_error():
    pack = opened(build())
    for index in (-1, 3, 65535):
        try:
            pack.entry(index)
        except IndexError:
            continue
        raise AssertionError(index)


def test_a_refused_file_is_closed():
    file = io.BytesIO(b"nothing of the kind")
    try:
        Pack(file)
        raise AssertionError("not refused")
    except PackError:
        pass
    try:
        file.read()
        raise AssertionError("still open")
    except (ValueError, OSError):
        pass


def test_names_are_of_few_letters():
    for name in ("a", "seahaven-2", "x" * 24):
        assert names.valid(name)
    for name in ("", "x" * 25, "A", "a.b", "../a", "a/b", "a b", "é", "a\n", "a\x00"):
        assert not names.valid(name)
