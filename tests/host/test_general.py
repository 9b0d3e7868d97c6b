"""The general search: wins that are wins, and proofs that a search without any trick confirms."""

from collections import Counter
from functools import cache
from random import Random

import numpy as np
import pytest
from eightoff import catalogue, variants
from eightoff.game import Game
from eightoff_host.solver import (
    choose,
    exact,
    general,
    general_board,
    general_moves,
    general_schedule,
    general_search,
    lines,
)
from eightoff_host.solver.exact import Batch
from eightoff_host.solver.general_deal import PILE_WORDS, lay_out
from eightoff_host.solver.verdict import GAVE_UP, UNWINNABLE, WON
from reference import rules
from walks import breaks_normal_form, dealt, moves_of, order_of, plain_search, wander

# Games of which the deals looked at hold wins and losses alike.
BOTH = [
    "eight-off-6",
    "freecell-1",
    "freecell-2",
    "bakers-game",
    "bakers-game-kings",
    "seahaven",
    "seahaven-2",
    "seahaven-relaxed",
    "forecell",
    "stalactites",
    "stalactites-2",
]

# Games that no table knows. With few cells and columns a search of every move comes to an end.
CUSTOM = """\
suit-any        77776666   1 - suit      any  columns suit
suit-any-cells  77776666   1 - suit      any  cells   suit
suit-any-one    77776666   1 - suit      any  one     suit
suit-any-none   77776666   1 - suit      any  none    suit
suit-king       77776666   2 - suit      king cells   suit
suit-king-cols  77776666   2 - suit      king columns suit
suit-king-one   77776666   2 - suit      king one     suit
suit-nothing    77776666   3 - suit      none one     suit
suit-four       ddac4      2 - suit      any  columns suit
beak-king       7777777    3 - suit-wrap king none    beak
beak-any        7777777    2 - suit-wrap any  columns beak
beak-any-one    7777777    2 - suit-wrap any  one     beak
beak-nothing    7777777    3 - suit-wrap none cells   beak
red-black-any   77776666   0 - alternate any  columns suit
red-black-none  77776666   0 - alternate any  none    suit
red-black-king  77776666   1 - alternate king cells   suit
red-black-cols  77776666   1 - alternate king columns suit
red-black-not   77776666   2 - alternate none one     suit
red-black-home  66666666   2 home alternate any columns any
red-black-two   66666666   1 home alternate king cells any-2
nothing-any     77776666   1 - none      any  columns suit
nothing-king    77776666   2 - none      king columns suit
suit-home       66666666   1 home suit   any  columns any
stalactites     66666666   1 home none   none one     any
stalactites-two 66666666   1 home none   none one     any-2
"""
CUSTOM_GAMES = [catalogue.parse(line) for line in CUSTOM.splitlines()]
# What the search makes of its own accord, and the limits that it plays round, do not come in here.
UNTIDY = [
    variant
    for variant in [*CUSTOM_GAMES, catalogue.find("freecell"), catalogue.find("freecell-relaxed")]
    if variant.build != variants.BUILD_SUIT and variant.limit != variants.LIMIT_ONE
]


def by_name(variant: object) -> str:
    return str(getattr(variant, "name", variant))


@cache
def orders() -> np.ndarray:
    """Deals 1 to 1000 of the numbered generator, uint8[1000, 52]."""
    return np.array([list(order_of(number)) for number in range(1, 1001)], np.uint8)


@cache
def first_hundred(name: str) -> Batch:
    count = {"freecell-1": 20, "freecell": 200, "forecell": 40, "stalactites": 60}.get(name, 100)
    return general.Solver(catalogue.find(name)).solve_many(orders()[:count])


def test_freecell_1_to_200_are_all_won() -> None:
    assert (first_hundred("freecell").verdicts == WON).all()


def test_freecell_11982_is_proved_unwinnable() -> None:
    variant = catalogue.find("freecell")
    assert general.solve(variant, order_of(11982)).verdict == UNWINNABLE


def test_bakers_game_has_234_unwinnable_deals_in_a_thousand() -> None:
    solver = general.Solver(catalogue.find("bakers-game"))
    verdicts = solver.solve_many(orders(), with_lines=False).verdicts
    assert Counter(verdicts.tolist()) == {WON: 766, UNWINNABLE: 234}
    # Falsely called unwinnable when runs of two or more are always put together.
    assert verdicts[915 - 1] == WON


@pytest.mark.parametrize("name", ["seahaven", "bakers-game-kings"])
def test_it_agrees_where_another_search_is_exact(name: str) -> None:
    variant = catalogue.find(name)
    mine = general.Solver(variant).solve_many(orders()[:300], with_lines=False)
    theirs = exact.Solver(variant).solve_many(orders()[:300], with_lines=False)
    assert (mine.verdicts == theirs.verdicts).all()
    assert set(mine.verdicts.tolist()) == {WON, UNWINNABLE}


@pytest.mark.parametrize("name", catalogue.names())
def test_every_line_wins_by_the_engine_and_by_the_reference(name: str) -> None:
    variant = catalogue.find(name)
    batch = first_hundred(name)
    assert not (batch.verdicts == GAVE_UP).any()
    for index in np.flatnonzero(batch.verdicts == WON):
        order = orders()[index].tolist()
        line = batch.line(index)
        assert rules.check(name, order, line), index + 1
        if index % 2 == 0:
            game = dealt(variant, bytes(order))
            assert breaks_normal_form(game, line) == -1, index + 1
            assert game.won(), index + 1


@pytest.mark.parametrize("name", BOTH)
def test_wins_and_proofs_where_there_are_both(name: str) -> None:
    assert set(first_hundred(name).verdicts.tolist()) == {WON, UNWINNABLE}


@pytest.mark.parametrize("name", ["freecell-0", "bakers-game-0"])
def test_games_that_are_next_to_never_won(name: str) -> None:
    assert (first_hundred(name).verdicts == UNWINNABLE).all()


@pytest.mark.parametrize("variant", UNTIDY, ids=by_name)
def test_moves_are_those_of_the_engine(variant: variants.Variant) -> None:
    random = Random(variant.name)
    words = general.board_for(variant)
    kids = np.empty(general_moves.MOST_MOVES, np.int64)
    for number in range(1, 41):
        game = dealt(variant, order_of(number))
        wander(game, random, random.choice((0, 5, 20, 60)))
        general_board.set_up(words, general._piles(game))
        count = general_moves.generate(words, kids, 0, 0, 0)
        found = sorted(int(kid) & general_search.MOVE_MASK for kid in kids[:count])
        assert found == sorted(told_by_card(game, move) for move in moves_of(game)), number


def told_by_card(game: Game, move: int) -> int:
    """A move as the general search writes it; equal foundations as the first of them."""
    source, target, length = move >> 9, move >> 4 & 31, move & 15
    head = game.cards[game.start[source] + game.size[source] - length]
    if target >= 18:
        place = general_board.HOME + target - 18
    elif target >= 10:
        place = general_board.IN_CELL
    else:
        place = relative(game, game.top(target)) if game.size[target] else general_board.BOTTOM
    return relative(game, head) | place << 6 | length << 12


def relative(game: Game, card: int) -> int:
    return game.relative[card] << 2 | card & 3


WHOLE = slice(general_board.HASH, general_board.LOGGED)


@pytest.mark.parametrize("variant", CUSTOM_GAMES, ids=by_name)
def test_sums_are_kept_up_and_moves_taken_back(variant: variants.Variant) -> None:
    random = Random(variant.name)
    words = general.board_for(variant)
    fresh = words.copy()
    log = np.empty(2000, np.int64)
    kids = np.empty(general_moves.MOST_MOVES, np.int64)
    for number in range(1, 11):
        game = dealt(variant, order_of(number))
        general_board.set_up(words, general._piles(game))
        start = words[WHOLE].tolist()
        for _ in range(40):
            count = general_moves.generate(words, kids, 0, 0, 0)
            if not count:
                break
            move = int(random.choice(kids[:count])) & general_search.MOVE_MASK
            expected = general_board.hash_after(words, move)
            general_board.make(words, log, move)
            assert expected in (0, words[general_board.HASH])
            former = np.empty(3 * 64, np.int64)
            general_board.other_hashing(words, former)
            assert words[general_board.HASH] != expected
            general_board.former_hashing(words, former)
            assert expected in (0, words[general_board.HASH])
            general_board.settle(words, log)
        entries = log[: words[general_board.LOGGED]].tolist()
        general_board.set_up(fresh, followed(general._piles(game), entries))
        assert words[WHOLE].tolist() == fresh[WHOLE].tolist()
        general_board.take_back(words, log, 0)
        assert words[WHOLE].tolist() == start


def followed(start: np.ndarray, entries: list[int]) -> np.ndarray:
    """The piles, as `set_up` takes them, after moves that are told by card."""
    words = iter(start.tolist())
    sizes = [next(words) for _ in range(22)]
    piles = [[next(words) for _ in range(size)] for size in sizes]
    for entry in entries:
        head, target = entry & 63, entry >> 6 & 63
        source = next(pile for pile in piles[:18] if head in pile)
        at = source.index(head)
        if target >= general_board.HOME:
            place = piles[18 + target - general_board.HOME]
        elif target == general_board.IN_CELL:
            place = next(pile for pile in piles[10:18] if not pile)
        elif target == general_board.BOTTOM:
            place = next(pile for pile in piles[:10] if not pile)
        else:
            place = next(pile for pile in piles[:10] if pile and pile[-1] == target)
        place += source[at:]
        del source[at:]
    return np.array([len(pile) for pile in piles] + [card for pile in piles for card in pile])


@pytest.mark.parametrize("variant", CUSTOM_GAMES, ids=by_name)
def test_positions_agree_with_trying_every_move(variant: variants.Variant) -> None:
    random = Random(variant.name)
    solver = general.Solver(variant)
    decided = Counter[bool]()
    for number in range(1, 41):
        game = dealt(variant, order_of(number))
        wander(game, random, random.choice((0, 5, 20, 60)))
        truth = plain_search(game, 400)
        if truth is None:
            continue
        decided[truth] += 1
        answer = solver.solve_position(game)
        assert answer.verdict == (WON if truth else UNWINNABLE), number
        assert breaks_normal_form(game, list(answer.line or [])) == -1, number
        assert game.won() == truth
    assert decided[False] >= 5


@pytest.mark.parametrize("name", catalogue.names())
def test_deals_lie_as_the_engine_deals_them(name: str) -> None:
    variant = catalogue.find(name)
    piles = np.empty(PILE_WORDS, np.int64)
    record = np.array(list(variant.record), np.int64)
    for number in (1, 11982, 31337):
        order = order_of(number)
        lay_out(np.frombuffer(order, np.uint8), record, piles)
        assert piles.tolist() == general._piles(dealt(variant, order)).tolist()


def test_a_limit_ends_in_giving_up_and_never_in_a_proof() -> None:
    variant = catalogue.find("freecell")
    answer = general.solve(variant, order_of(11982), limit=1000)
    assert answer.verdict == GAVE_UP
    assert answer.line is None
    assert answer.expansions <= 1100


def test_memory_is_bounded_and_reported() -> None:
    solver = general.Solver(catalogue.find("freecell"), memory=1 << 20)
    assert solver.solve(order_of(11982)).verdict == GAVE_UP
    assert 1 << 18 < solver.peak <= 1 << 20
    assert solver.solve(order_of(1)).verdict == WON


def test_a_second_proof_does_not_share_the_first_ones_accidents() -> None:
    words = general.board_for(catalogue.find("freecell"))
    log = np.empty(1 << 16, np.int64)
    counts = np.zeros(2, np.int64)
    words[general_board.WEIGHT : general_board.WEIGHT + 11] = general_schedule.PROOF
    # The product of any two of these words is 0: positions with the same cells are not told apart.
    poor = np.arange(1, 3 * 64 + 1) << 50
    hashing = slice(general_board.HASH_CARD, general_board.HASH_CARD + 3 * 64)
    words[hashing] = poor
    general_board.set_up(words, general._piles(dealt(catalogue.find("freecell"), order_of(1))))
    before = words[WHOLE].tolist()
    how = (general_search.BEST_FIRST, 0, 1 << 40, 1 << 30, counts)
    assert general_search._run(words, log, *how) == UNWINNABLE
    assert words[WHOLE].tolist() == before
    assert general_search._run_again(words, log, *how) == WON
    assert (words[hashing] == poor).all()
    general_board.take_back(words, log, 0)
    assert words[WHOLE].tolist() == before


def test_a_second_proof_comes_to_the_same() -> None:
    variant = catalogue.find("freecell")
    words = general.board_for(variant)
    log = np.empty(1 << 16, np.int64)
    counts = np.zeros(2, np.int64)
    words[general_board.WEIGHT : general_board.WEIGHT + 11] = general_schedule.PROOF
    general_board.set_up(words, general._piles(dealt(variant, order_of(11982))))
    how = (general_search.BEST_FIRST, 0, 1 << 40, 1 << 30, counts)
    assert general_search._run(words, log, *how) == UNWINNABLE
    once = int(counts[general_search.EXPANSIONS])
    assert general_search._run_again(words, log, *how) == UNWINNABLE
    assert counts[general_search.EXPANSIONS] == 2 * once


def test_a_search_with_fewer_moves_proves_nothing() -> None:
    solver = general.Solver(catalogue.find("freecell"))
    solver._schedule = solver._schedule[:1].copy()
    solver._schedule[0, general_search.LEVEL] = 2
    solver._schedule[0, general_search.QUOTA] = 0
    verdicts = solver.solve_many(orders()[:50], with_lines=False).verdicts
    assert (verdicts != UNWINNABLE).all()
    assert solver.solve(order_of(11982)).verdict == GAVE_UP


@pytest.mark.parametrize("spoiled", [b"\x04" * 52, bytes(range(3, 55)), bytes(range(4, 55))])
def test_what_is_no_deck_never_reaches_the_kernels(spoiled: bytes) -> None:
    with pytest.raises(ValueError, match=r"every card once|52 cards"):
        general.solve(catalogue.find("freecell"), spoiled)


def test_one_deal_gives_what_the_batch_gives() -> None:
    batch = first_hundred("bakers-game")
    for number in (1, 2, 50):
        answer = general.solve(catalogue.find("bakers-game"), orders()[number - 1].tobytes())
        assert answer.verdict == batch.verdicts[number - 1]
        assert (answer.line or []) == batch.line(number - 1)


@pytest.mark.parametrize("name", ["freecell", "freecell-strict", "bakers-game", "seahaven"])
def test_short_lines_win_in_normal_form_and_are_never_longer(name: str) -> None:
    variant = catalogue.find(name)
    plain = first_hundred(name)
    some = orders()[: min(60, len(plain.verdicts))]
    short = general.Solver(variant, short=True).solve_many(some)
    assert (short.verdicts == plain.verdicts[: len(some)]).all()
    assert (short.expansions == plain.expansions[: len(some)]).all()
    shorter = 0
    for index in np.flatnonzero(short.verdicts == WON):
        line = short.line(index)
        assert len(line) <= len(plain.line(index))
        shorter += len(line) < len(plain.line(index))
        assert rules.check(name, some[index].tolist(), line)
        game = dealt(variant, bytes(some[index]))
        assert breaks_normal_form(game, line) == -1, index + 1
        assert game.won(), index + 1
    assert shorter > 20


def test_lines_of_freecell_are_short() -> None:
    assert np.median(np.diff(first_hundred("freecell").ends)) <= 93
    short = general.Solver(catalogue.find("freecell"), short=True).solve_many(orders()[:100])
    assert np.median(np.diff(short.ends)) <= 88


def test_short_lines_from_the_middle_of_a_game() -> None:
    random = Random("short")
    for name in ("freecell", "bakers-game"):
        variant = catalogue.find(name)
        plain, short = general.Solver(variant), general.Solver(variant, short=True)
        for number in range(1, 21):
            game = dealt(variant, order_of(number))
            wander(game, random, 20)
            answer = short.solve_position(game)
            longer = plain.solve_position(game)
            assert (answer.verdict, answer.expansions) == (longer.verdict, longer.expansions)
            assert answer.par <= longer.par
            assert breaks_normal_form(game, list(answer.line or [])) == -1, number
            assert game.won() == (answer.verdict == WON)


@pytest.mark.parametrize("name", ["penguin", "eight-off", "forecell"])
def test_the_choice_decides_and_wins(name: str) -> None:
    variant = catalogue.find(name)
    batch = choose.Solver(variant).solve_many(orders()[:40])
    expected = first_hundred(name).verdicts[:40]
    assert (batch.verdicts == expected).all()
    for index in np.flatnonzero(batch.verdicts == WON):
        assert lines.wins(variant, orders()[index].tobytes(), batch.line(index))
