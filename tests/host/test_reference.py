"""The reference itself: that it deals, plays and refuses as the rules say, and made the data."""

import json
from pathlib import Path

import pytest
from reference.rules import (
    FOUNDATION,
    VARIANTS,
    IllegalMoveError,
    Move,
    Position,
    check,
    deal,
    full_deck,
    ms_order,
    perft,
    perft_by_first_move,
)

DATA = Path(__file__).resolve().parent.parent / "data" / "perft"
QUICK = 800  # lines at depth 3 that are counted again on every run


def sorted_deck() -> list[str]:
    """An order that puts Kings at the heads and Aces at the open ends: won by going up."""
    return full_deck()[::-1]


def winning_line(variant_id: str, order: list[str]) -> list[Move]:
    position = deal(variant_id, order)
    line = []
    while not position.won():
        line.append(next(m for m in position.moves() if m.target >= FOUNDATION))
        position.play(line[-1])
    return line


def test_data_files_are_there_for_every_game() -> None:
    assert sorted(path.stem for path in DATA.glob("*.json")) == sorted(VARIANTS)


@pytest.mark.parametrize("variant_id", VARIANTS)
def test_perft_data_is_what_the_reference_counts(variant_id: str) -> None:
    content = json.loads((DATA / f"{variant_id}.json").read_text())
    assert content["variant"] == variant_id
    assert {case["deal"] for case in content["cases"]} >= {1, 2, 24000}
    for case in content["cases"]:
        position = deal(variant_id, ms_order(case["deal"]))
        for coded in case["line"]:
            position.play(Move(coded >> 9, coded >> 4 & 31, coded & 15))
        assert [perft(position, 1), perft(position, 2)] == case["counts"][:2]
        assert sum(count for _, count in case["first"]) == case["counts"][2]
        if case["counts"][2] <= QUICK:
            assert list(perft_by_first_move(position, 3).items()) == [
                (move, count) for move, count in case["first"]
            ]


def test_perft_data_covers_empty_columns_and_runs() -> None:
    lengths = {}
    for variant_id in VARIANTS:
        cases = json.loads((DATA / f"{variant_id}.json").read_text())["cases"]
        lengths[variant_id] = max(move & 15 for case in cases for move, _ in case["first"])
    single = {v for v, longest in lengths.items() if longest == 1}
    assert single == {
        "freecell-0",
        "freecell-strict",
        "bakers-game-0",
        "stalactites",
        "stalactites-2",
    }


@pytest.mark.parametrize("variant_id", ["freecell", "bakers-game", "eight-off-uneven"])
def test_check_says_that_a_winning_line_wins(variant_id: str) -> None:
    order = sorted_deck()
    line = winning_line(variant_id, order)
    assert check(variant_id, order, [int(move) for move in line])
    assert check(variant_id, order, [tuple(move) for move in line])
    assert not check(variant_id, order, [int(move) for move in line[:-1]])
    automatic = 1 << 14
    assert check(variant_id, order, [int(move) | automatic for move in line])


def test_check_gives_number_and_reason_of_the_first_illegal_move() -> None:
    order = sorted_deck()
    with pytest.raises(IllegalMoveError, match=r"move 2 .*not the next card there"):
        check("freecell", order, [(3, 18, 1), (6, 18, 1)])
    with pytest.raises(IllegalMoveError, match=r"move 1 .*there are not so many cards"):
        check("freecell", order, [(10, 0, 1)])
    with pytest.raises(IllegalMoveError, match=r"move 1 .*not the first empty cell"):
        check("freecell", order, [(0, 11, 1)])
    with pytest.raises(IllegalMoveError, match=r"move 1 .*does not fit"):
        check("freecell", order, [(0, 1, 1)])
    with pytest.raises(IllegalMoveError, match=r"move 1 .*not a run"):
        check("freecell", order, [(0, 1, 2)])


def test_an_order_that_is_no_deck_is_refused() -> None:
    with pytest.raises(ValueError, match="52 cards once"):
        deal("freecell", [*full_deck()[:-1], "AC"])


def test_worked_example_moves_eight_cards() -> None:
    run = ["QC", "JH", "TC", "9H", "8C", "7H", "6C", "5H", "4C"]
    columns = [["AS", *run], [], [], *([["2S"]] * 5)]
    position = Position(VARIANTS["freecell"], columns, ["AD", None, None, None])
    assert not position.why_not(Move(0, 1, 8))
    assert position.why_not(Move(0, 1, 9)) == "too few free places"
