"""Boards as text: what is read, what is written, and what is refused with line and reason."""

from pathlib import Path

import pytest
from eightoff import catalogue, deals, sharecode
from eightoff_host.boardtext import format_board, parse_boards, read_boards
from eightoff_host.dealtext import Deal, deal_name, parse_deal
from eightoff_host.errors import UserError
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game as PySolGame
from pysol_cards.random import RandomBase

EIGHT_OFF_1 = """\
Freecells: 6S - 9C - 2H - 6H -
JD KD 2S 4C 3S 6D
2D KC KS 5C TD 8S
9H 9S 9D TS 4S 8D
JC 5S QD QH TH QS
5D AD JS 4H 8H 6C
7H QC AS AC 2C 3D
7C KH AH 4D JH 8C
5H 3H 3C 7S 7D TC"""


def numbered(number: int) -> bytes:
    order = bytearray(52)
    deals.numbered(number, order)
    return bytes(order)


def read(text: str, game: str = "eight-off") -> list[Deal]:
    return parse_boards(text, catalogue.find(game))


def test_pinned_board_is_read_and_written() -> None:
    assert read(EIGHT_OFF_1) == [numbered(1)]
    assert format_board(numbered(1), catalogue.find("eight-off")) == EIGHT_OFF_1


@pytest.mark.parametrize(
    "change",
    [
        str.lower,
        lambda text: text.replace("T", "10"),
        lambda text: text.replace("Freecells", "FC"),
        lambda text: text.replace(" -", ""),
        lambda text: (
            "\n".join(": " + line for line in text.split("\n")[1:]) + "\n" + text.split("\n")[0]
        ),
        lambda text: "Foundations: H-0 C-0 D-0 S-0\n" + text,
        lambda text: "Foundations: -\n" + text,
        lambda text: "Founds: - - - -\n" + text.lower(),
        lambda text: text.replace(" -", " *"),
        lambda text: text.replace("Freecells:", "freecells:").replace("T", "10").lower(),
        lambda text: "\n# a deal\n\n" + text.replace("\n", "\r\n") + "\r\n\r\n",
        lambda text: text.replace("6D", "6D   # a buried king").replace(" ", "\t"),
    ],
    ids=[
        "lower",
        "10",
        "FC",
        "no-dashes",
        "prefix",
        "suit-0",
        "dash",
        "founds",
        "stars",
        "10-lower",
        "crlf",
        "comment",
    ],
)
def test_forms_of_the_same_board(change) -> None:
    assert read(change(EIGHT_OFF_1)) == [numbered(1)]


def test_several_boards() -> None:
    game = catalogue.find("freecell")
    text = "\n\n".join(format_board(numbered(n), game) for n in (1, 2))
    text += "\n# the third\n" + format_board(numbered(3), game)
    assert read(text, "freecell") == [numbered(1), numbered(2), numbered(3)]


@pytest.mark.parametrize("name", catalogue.names())
def test_every_game_round_trips(name: str) -> None:
    game = catalogue.find(name)
    for number in (1, 617, 2**31 - 1):
        text = format_board(numbered(number), game)
        (order,) = parse_boards(text, game)
        assert format_board(order, game) == text
        if name != "penguin":  # its three foundation cards may leave the deck at any time
            assert order == numbered(number)


# The layouts that pysol-cards deals, and the games that have them.
LAYOUTS = {
    "eight_off": ("eight-off", "eight-off-relaxed"),
    "freecell": ("freecell", "freecell-0", "freecell-strict", "eight-off-uneven"),
    "relaxed_freecell": ("freecell-relaxed",),
    "bakers_game": ("bakers-game", "bakers-game-0"),
    "ko_bakers_game": ("bakers-game-kings",),
    "kings_only_bakers_game": ("bakers-game-kings",),
    "forecell": ("forecell",),
    "seahaven": ("seahaven",),
    "seahaven_towers": ("seahaven",),
    "relaxed_seahaven": ("seahaven-relaxed",),
    "relaxed_seahaven_towers": ("seahaven-relaxed",),
}


def of_pysol_cards(layout: str, number: int, *, ten_as_t: bool = True) -> str:
    game = PySolGame(layout, number, RandomBase.DEALS_MS)
    text: str = game.calc_layout_string(CardRenderer(ten_as_t))
    return text


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("ten_as_t", [True, False])
def test_boards_of_pysol_cards(layout: str, ten_as_t: bool) -> None:
    numbers = (1, 24000, 31999, 32000, 2**31 - 1)
    texts = [of_pysol_cards(layout, number, ten_as_t=ten_as_t) for number in numbers]
    assert ("10" in texts[0]) != ten_as_t
    for name in LAYOUTS[layout]:
        assert read("\n".join(texts), name) == [numbered(number) for number in numbers]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_boards_are_written_as_by_pysol_cards(layout: str) -> None:
    for name in LAYOUTS[layout]:
        ours = format_board(numbered(617), catalogue.find(name))
        theirs = of_pysol_cards(layout, 617)
        # Empty cells behind the last filled one may be left out.
        assert [line.rstrip(" -") for line in ours.split("\n")] == [
            line.rstrip(" -") for line in theirs.rstrip("\n").split("\n")
        ]


def test_two_deck_boards_are_refused() -> None:
    with pytest.raises(UserError, match="line 1: unknown text 'talon'"):
        read(of_pysol_cards("gypsy", 1), "freecell")


# Deals by name.


def test_names_stand_for_boards() -> None:
    game = catalogue.find("eight-off")
    code = deal_name(numbered(5), "eight-off")
    text = f"ms:617\n{code}  # a friend's\n\n{EIGHT_OFF_1}\n\nMS:2\n" + EIGHT_OFF_1
    wanted = [617, numbered(5), numbered(1), 2, numbered(1)]
    assert parse_boards(text, game) == wanted


def test_a_name_within_a_board_is_refused() -> None:
    with pytest.raises(UserError, match="line 3: unknown text 'ms'"):
        read("\n".join([*EIGHT_OFF_1.split("\n")[:2], "ms:5"]))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("ms:0", "'ms:0' is no deal: give ms:1 to ms:2147483647"),
        ("ms:2147483648", "'ms:2147483648' is no deal"),
        ("ms:" + "9" * 5000, "'ms:999"),
        ("ms:x", "'ms:x' is no deal"),
        ("ms:\u0661", "'ms:\u0661' is no deal"),
        ("eight-off:1234", "'eight-off:1234' is no code of a deal: a code has 48 letters"),
        (deal_name(numbered(5), "freecell"), None),
        (deal_name(numbered(5), "eight-off")[:-1] + "_", None),
    ],
)
def test_names_of_no_deal(line: str, reason: str | None) -> None:
    with pytest.raises(UserError) as caught:
        read("# a comment\n" + line)
    message = str(caught.value)
    assert message.startswith("boards, line 2: " + (reason or repr(line)[:30]))
    assert len(message) < 250


def test_every_deal_has_a_name() -> None:
    game = catalogue.find("seahaven")
    assert deal_name(617, "seahaven") == "ms:617"
    for number in (1, 617, 2**31 - 1):
        assert parse_deal(deal_name(numbered(number), "seahaven"), game) == numbered(number)
    first, last = bytes(range(4, 56)), bytes(range(55, 3, -1))
    for order in (first, last):
        assert parse_deal(deal_name(order, "seahaven"), game) == order


def test_letters_that_are_no_deal() -> None:
    # A code whose letters are right, but which no order of cards has.
    text = sharecode.encode("seahaven", bytearray(b"\xff" * 28 + b"\x3f"))
    with pytest.raises(UserError, match="is no code of a deal: no deal has it"):
        parse_deal(text, catalogue.find("seahaven"))


def test_codes_name_another_game() -> None:
    text = deal_name(numbered(1), "freecell")
    with pytest.raises(UserError, match="is a deal of freecell, not of seahaven"):
        parse_deal(text, catalogue.find("seahaven"))


def test_penguin_without_a_line_of_foundations() -> None:
    game = catalogue.find("penguin")
    text = format_board(numbered(5), game)
    head, _, columns = text.partition("\n")
    assert head.startswith("Foundations: ")
    assert parse_boards(columns, game) == parse_boards(text, game)


def changed(line: int, old: str, new: str) -> str:
    lines = EIGHT_OFF_1.split("\n")
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (changed(3, "KC", "KD"), 3, "KD is there already, on line 2"),
        (changed(3, "KC", "2D"), 3, "2D is there already, on this line"),
        (changed(4, " 8D", ""), 4, "column 3 has 5 cards, eight-off deals 6 (missing: 8D)"),
        (changed(4, "8D", "8D 7X"), 4, "unknown text '7X'"),
        (changed(4, "8D", "1D"), 4, "unknown text '1D'"),
        (changed(4, "8D", "\x1b[2J"), 4, "unknown text '\\x1b[2J'"),
        (changed(4, "8D", "z" * 500), 4, "unknown text 'zzzzzzzzzzzzzzzzzzzz...'"),
        (changed(1, "6S", "") + " 6S", 9, "column 8 has 7 cards, eight-off deals 6"),
        (changed(1, " 9C", ""), 1, "the cells hold 3, eight-off deals 4 there (missing: 9C)"),
        (changed(1, "Freecells", "Talon"), 1, "unknown text 'talon'"),
        (EIGHT_OFF_1 + "\n6S", 10, "one column too many, eight-off has 8"),
        (EIGHT_OFF_1 + "\nFC: 6S", 10, "a second line of cells"),
        ("Foundations: -\n" * 2 + EIGHT_OFF_1, 2, "a second line of foundations"),
        ("Foundations: H-A\n" + EIGHT_OFF_1, 9, None),
        ("\n\n" + EIGHT_OFF_1.rpartition("\n")[0], 3, "a board of 7 columns, eight-off has 8"),
        (EIGHT_OFF_1 + "\n\n" + EIGHT_OFF_1.replace("KC", "XX"), 13, "unknown text 'XX'"),
    ],
)
def test_malformed_boards(text: str, line: int, reason: str | None) -> None:
    with pytest.raises(UserError) as caught:
        read(text)
    message = str(caught.value)
    if reason is None:
        assert "AH is there already" in message
    else:
        assert message.startswith(f"boards, line {line}: {reason}")
    assert "\n" not in message


def test_foundations_that_a_game_does_not_deal() -> None:
    with pytest.raises(UserError, match="line 1: the foundations hold 1, eight-off deals 0"):
        read("Foundations: H-A\n" + EIGHT_OFF_1.replace("AH", ""))


def test_penguin_with_foreign_foundations() -> None:
    game = catalogue.find("penguin")
    text = format_board(numbered(5), game)
    home = text.split("\n")[0].split()
    other = next(word for word in text.split("\n")[2].split() if word not in home)
    card = next(word for word in home[1:] if word != "-")
    swapped = text.replace(other, "??").replace(card, other).replace("??", card)
    with pytest.raises(UserError, match="line 1: the foundations must start with"):
        parse_boards(swapped, game)


def test_files_that_are_no_boards(tmp_path: Path) -> None:
    game = catalogue.find("eight-off")
    absent = tmp_path / "absent.txt"
    with pytest.raises(UserError, match="cannot be read"):
        read_boards(absent, game)
    with pytest.raises(UserError, match="cannot be read"):
        read_boards(tmp_path, game)
    binary = tmp_path / "binary.txt"
    binary.write_bytes(EIGHT_OFF_1.encode() + b"\n\n\xff\xfe")
    with pytest.raises(UserError, match="line 11: not a text of boards"):
        read_boards(binary, game)
    empty = tmp_path / "empty.txt"
    empty.write_text("# nothing\n")
    with pytest.raises(UserError, match="no board in it"):
        read_boards(empty, game)
    good = tmp_path / "good.txt"
    good.write_bytes(b"\xef\xbb\xbf" + EIGHT_OFF_1.encode())
    assert read_boards(good, game) == [numbered(1)]
