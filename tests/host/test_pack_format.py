"""Packs written on the PC, read by the board's reader, and what becomes of bad ones."""

import io

import pytest
from eightoff import catalogue, deals, pack
from eightoff_host import packfile
from eightoff_host.errors import UserError
from eightoff_host.packfile import Entry

EIGHT_OFF = catalogue.find("eight-off")
NUMBERED = [
    Entry(1, 1, 3, bytes((0, 200, 5))),
    Entry(2**31 - 1, 5, 512, bytes(range(256)) * 2),
    Entry(617, 3, 80, None),
]


def shuffled(number):
    order = bytearray(52)
    deals.numbered(number, order)
    return bytes(order)


def test_what_is_written_is_read_again(tmp_path):
    path = tmp_path / "first.pack"
    size = packfile.write(path, "Première", EIGHT_OFF, NUMBERED)
    assert size == path.stat().st_size
    title, variant, entries = packfile.read(path)
    assert title == "Première"
    assert (variant.name, variant.record) == ("eight-off", EIGHT_OFF.record)
    assert entries == NUMBERED
    assert [file.name for file in tmp_path.iterdir()] == ["first.pack"]


def test_orders_of_cards_are_kept_as_codes(tmp_path):
    path = tmp_path / "codes.pack"
    wanted = [Entry(shuffled(n), 2, n, bytes(n)) for n in range(1, 30)]
    packfile.write(path, "Codes", EIGHT_OFF, wanted)
    assert packfile.read(path)[2] == wanted


def test_one_deal_without_a_number_makes_all_of_them_codes():
    content = packfile.encode("Mixed", EIGHT_OFF, [Entry(7, 1, 9), Entry(shuffled(8), 1, 9)])
    reader = pack.Pack(io.BytesIO(content))
    assert [e.deal for e in packfile.entries(reader)] == [shuffled(7), shuffled(8)]


def test_a_numbered_deal_without_a_line_costs_15_bytes():
    sizes = [
        len(packfile.encode("x", EIGHT_OFF, [Entry(1, 1, 0)] * count)) for count in (1, 2, 1000)
    ]
    assert sizes == [90 + 15, 90 + 30, 90 + 15000]


def test_an_open_file_will_do():
    file = io.BytesIO()
    size = packfile.write(file, "x", EIGHT_OFF, NUMBERED)
    assert len(file.getvalue()) == size


@pytest.mark.parametrize(
    "entry",
    [
        Entry(0, 1, 0),
        Entry(2**31, 1, 0),
        Entry(1, 0, 0),
        Entry(1, 6, 0),
        Entry(1, 1, 0, bytes(513)),
    ],
)
def test_entries_that_no_pack_can_hold_are_refused(entry):
    with pytest.raises(ValueError):
        packfile.encode("x", EIGHT_OFF, [entry])
    with pytest.raises(ValueError):
        packfile.encode("x", EIGHT_OFF, [])


@pytest.mark.parametrize(
    "title", ["a title that is far too long", "é" * 13, "bell\a", "two\nlines"]
)
def test_a_title_that_no_screen_shows_is_told_to_the_user(title):
    with pytest.raises(UserError, match="title"):
        packfile.encode(title, EIGHT_OFF, NUMBERED)


def test_a_pack_that_cannot_be_written_leaves_the_old_one(tmp_path):
    path = tmp_path / "kept.pack"
    packfile.write(path, "old", EIGHT_OFF, NUMBERED)
    with pytest.raises(ValueError):
        packfile.write(path, "new", EIGHT_OFF, [Entry(1, 9, 0)])
    assert packfile.read(path)[0] == "old"
    with pytest.raises(UserError, match="choose another place"):
        packfile.write(tmp_path / "missing" / "a.pack", "new", EIGHT_OFF, NUMBERED)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda raw: raw[:50], "is cut off"),
        (lambda raw: raw[:-1], "is cut off"),
        (lambda raw: raw + b"x", "is damaged"),
        (lambda raw: b"PK" + raw[2:], "is not a pack"),
        (lambda raw: raw[:4] + b"\x02" + raw[5:], "newer version"),
        (lambda raw: raw[:100] + bytes((raw[100] ^ 1,)) + raw[101:], "is damaged"),
        (lambda raw: b"", "is not a pack"),
    ],
)
def test_a_bad_file_is_told_in_one_line(tmp_path, change, words):
    path = tmp_path / "bad.pack"
    path.write_bytes(change(packfile.encode("x", EIGHT_OFF, NUMBERED)))
    with pytest.raises(UserError, match=words) as told:
        packfile.read(path)
    assert "\n" not in str(told.value)


def test_a_file_that_is_not_there_is_told_to_the_user(tmp_path):
    with pytest.raises(UserError, match="check the name"):
        packfile.read(tmp_path / "none.pack")
