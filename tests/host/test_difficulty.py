"""Difficulty: the players play by the rules, and the levels hold what they are said to hold."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from eightoff import catalogue
from eightoff_host import difficulty
from eightoff_host.sampling import NUMBERED, Series
from eightoff_host.solver import choose, general, lines
from eightoff_host.solver import general_board as board
from eightoff_host.solver.general_deal import PILE_WORDS, lay_out
from eightoff_host.solver.general_line import COUNT, ROOM, table_for, write_line
from eightoff_host.solver.general_moves import MOST_MOVES
from eightoff_host.solver.general_playout import GREEDY, LOG_ROOM, RANDOM, Table, play_out
from eightoff_host.solver.verdict import WON

ROOT = Path(__file__).resolve().parents[2]
SEED = 2026


def orders(count: int) -> np.ndarray:
    return Series(NUMBERED, 1).orders(0, count, count)


@pytest.mark.parametrize("player", [RANDOM, GREEDY])
@pytest.mark.parametrize(
    "name",
    [
        *("eight-off", "eight-off-relaxed", "freecell", "freecell-relaxed", "freecell-strict"),
        *("seahaven", "forecell", "penguin", "stalactites", "stalactites-2"),
    ],
)
def test_a_game_that_a_player_wins_is_won_by_the_engine(name: str, player: int) -> None:
    variant = catalogue.find(name)
    words = general.board_for(variant)
    log = np.empty(LOG_ROOM, np.int64)
    kids = np.empty(MOST_MOVES, np.int64)
    record = np.array(list(variant.record), np.int64)
    piles = np.empty(PILE_WORDS, np.int64)
    state = SEED
    left = 3
    for order in orders(1000):
        lay_out(order, record, piles)
        for _ in range(4):
            board.set_up(words, piles)
            state = play_out(words, log, kids, player, state)
            if words[board.HOMES] < 52:
                continue
            left -= 1
            table = table_for(variant, words)
            count = words[board.LOGGED]
            line = write_line(table, np.empty(ROOM, np.int64), piles, log, count)
            assert lines.wins(variant, order.tobytes(), line[: table[COUNT]].tolist())
            if left == 0:
                return
    pytest.fail("too few games were won")


def test_the_greedy_player_wins_more_than_the_random_one() -> None:
    for name in ("eight-off", "seahaven", "freecell"):
        table = Table(catalogue.find(name))
        deals = orders(100)
        greedy = table.wins(deals, GREEDY, 50, SEED).sum()
        assert greedy > 1.5 * table.wins(deals, RANDOM, 50, SEED).sum() > 0


def test_unwinnable_deals_are_never_won() -> None:
    variant = catalogue.find("bakers-game-kings")
    deals = orders(200)
    lost = choose.Solver(variant).solve_many(deals, with_lines=False).verdicts != WON
    assert lost.sum() > 100
    for player in (RANDOM, GREEDY):
        assert Table(variant).wins(deals[lost], player, 50, SEED).sum() == 0


def test_a_deal_is_not_played_on_when_enough_is_won() -> None:
    table = Table(catalogue.find("eight-off"))
    every = table.wins(orders(50), GREEDY, 100, SEED)
    assert every.max() > 7
    assert (table.wins(orders(50), GREEDY, 100, SEED, enough=7) == np.minimum(every, 7)).all()


@pytest.mark.parametrize(
    ("wins", "expansions", "level"),
    [
        *((100, 1, 1), (10, 200, 1), (10, 201, 2), (9, 1, 2), (3, 200, 2), (3, 201, 3)),
        *((2, 1, 3), (1, 200, 3), (1, 201, 4), (0, 1, 4), (0, 200, 4), (0, 201, 5)),
    ],
)
def test_levels(wins: int, expansions: int, level: int) -> None:
    assert difficulty.level(wins, expansions) == level


def test_a_rating_depends_on_the_deal_alone() -> None:
    deals = [order.tobytes() for order in orders(20)]
    games = [catalogue.find(name) for name in ("eight-off", "freecell")]
    by_game = [[difficulty.rate(game, deal, 50) for deal in deals] for game in games]
    in_turns = [[difficulty.rate(game, deal, 50) for game in games] for deal in reversed(deals)]
    assert [list(row) for row in zip(*reversed(in_turns), strict=True)] == by_game
    assert set(by_game[0]) > {1, 2}


@pytest.mark.parametrize("name", ["eight-off", "seahaven", "freecell", "bakers-game"])
def test_the_harder_the_level_the_less_often_a_deal_is_won(name: str) -> None:
    variant = catalogue.find(name)
    deals = orders(400)
    batch = choose.Solver(variant).solve_many(deals, with_lines=False)
    won = batch.verdicts == WON
    deals, search = deals[won], batch.expansions[won].tolist()
    level = np.array(
        [difficulty.rate(variant, d.tobytes(), n) for d, n in zip(deals, search, strict=True)]
    )
    # Other chances than those that made the level.
    table = Table(variant)
    greedy = table.wins(deals, GREEDY, 200, SEED)
    random = table.wins(deals, RANDOM, 60, SEED)
    for easier in range(1, 5):
        lower, higher = level == easier, level == easier + 1
        assert greedy[lower].mean() > 1.3 * greedy[higher].mean()
    # Random play wins too seldom to tell five levels apart in a sample of this size.
    easy, middle, hard = (random[at].mean() for at in (level <= 2, level == 3, level >= 4))
    assert easy > 1.3 * middle > 1.3 * 1.3 * hard > 0


def test_the_document_states_the_definition() -> None:
    text = (ROOT / "docs" / "difficulty.md").read_text(encoding="utf-8")
    definition = (difficulty.__doc__ or "").rpartition(" docs/")[0]
    assert "| 4 | none |" in definition
    assert definition in text
    for name in ("eight-off", "seahaven", "freecell", "bakers-game"):
        assert text.count(f"| `{name}` |") == len(difficulty.ALL)
