"""The exact search: verdicts that independent solvers agree on, and lines that really win."""

from array import array
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from eightoff import catalogue, deals
from eightoff.game import MOVES_MAX, Game
from eightoff_host.solver import compiled, exact, lines
from eightoff_host.solver.verdict import GAVE_UP, UNWINNABLE, WON
from reference import rules
from walks import breaks_normal_form, dealt

GAMES = [name for name in catalogue.names() if exact.fits(catalogue.find(name))]
DEALS = 1000


@cache
def orders() -> np.ndarray:
    """Deals 1 to 1000 of the numbered generator, uint8[1000, 52]."""
    table = np.zeros((DEALS, 52), np.uint8)
    for number in range(1, DEALS + 1):
        deals.numbered(number, memoryview(table[number - 1]))
    return table


@cache
def answers(name: str) -> exact.Batch:
    return exact.Solver(catalogue.find(name)).solve_many(orders())


def numbers(name: str, verdict: int) -> list[int]:
    return (np.flatnonzero(answers(name).verdicts == verdict) + 1).tolist()


def test_the_class_is_same_suit_with_kings_only_in_empty_columns() -> None:
    assert GAMES == [
        "eight-off",
        "eight-off-uneven",
        "eight-off-6",
        "bakers-game-kings",
        "seahaven",
        "seahaven-2",
        "seahaven-relaxed",
        "penguin",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "any-card    66666666   8 0246 suit      any  cells   suit",
        "alternating 66666666   8 0246 alternate king cells   suit",
        "one-card    66666666   8 0246 suit      king one     suit",
        "doubling    66666666   8 0246 suit      king columns suit",
        "nothing     66666666   8 0246 suit      none cells   suit",
    ],
)
def test_other_records_are_refused(line: str) -> None:
    variant = catalogue.parse(line)
    assert not exact.fits(variant)
    with pytest.raises(ValueError, match="not a same-suit"):
        exact.Solver(variant)


def test_eight_off_has_two_unwinnable_deals_in_a_thousand() -> None:
    assert numbers("eight-off", UNWINNABLE) == [465, 644]


@pytest.mark.parametrize(("name", "count"), [("seahaven", 99), ("bakers-game-kings", 674)])
def test_unwinnable_deals_in_a_thousand(name: str, count: int) -> None:
    assert len(numbers(name, UNWINNABLE)) == count
    assert 106 in numbers(name, WON)


@pytest.mark.parametrize("name", GAMES)
def test_every_deal_is_decided_unless_building_wraps(name: str) -> None:
    undecided = numbers(name, GAVE_UP)
    if name == "penguin":
        # Not a proof there: the rank below the beak could have been built on the beak.
        assert not numbers(name, UNWINNABLE)
        assert len(undecided) < 10
    else:
        assert undecided == []


def test_an_easier_record_wins_every_deal_that_the_harder_one_wins() -> None:
    for harder, easier in (
        ("eight-off-6", "eight-off"),
        ("seahaven-2", "seahaven"),
        ("seahaven", "seahaven-relaxed"),
    ):
        # Two games of a pair deal alike but for the cells, which hold the same cards.
        assert set(numbers(harder, WON)) <= set(numbers(easier, WON))


@pytest.mark.parametrize("name", GAMES)
def test_every_line_wins_by_the_engine_and_by_the_reference(name: str) -> None:
    variant = catalogue.find(name)
    batch = answers(name)
    for number in numbers(name, WON):
        line = batch.line(number - 1)
        order = orders()[number - 1].tolist()
        assert rules.check(name, order, line), number
        if number % 5 == 0:
            assert lines.wins(variant, bytearray(order), line), number


@pytest.mark.parametrize("name", GAMES)
def test_lines_are_in_normal_form(name: str) -> None:
    variant = catalogue.find(name)
    for number in numbers(name, WON)[:40]:
        line = answers(name).line(number - 1)
        game = dealt(variant, bytearray(orders()[number - 1]))
        assert breaks_normal_form(game, line) == -1, number
        assert game.won()


def test_a_limit_ends_in_giving_up_and_never_in_a_proof() -> None:
    variant = catalogue.find("seahaven")
    few = exact.Solver(variant, limit=20).solve_many(orders())
    assert not (few.verdicts == UNWINNABLE).any() or few.expansions.max() <= 20
    for index in np.flatnonzero(few.verdicts == WON):
        assert answers("seahaven").verdicts[index] == WON
    proofs = set((np.flatnonzero(few.verdicts == UNWINNABLE) + 1).tolist())
    assert proofs <= set(numbers("seahaven", UNWINNABLE))
    assert (few.verdicts == GAVE_UP).any()


def test_an_interrupted_compilation_is_no_compilation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "_cache_folder", lambda family: tmp_path / family)
    assert not exact.is_compiled()
    compiled.mark_compiled("exact")  # nowhere to write to, as on a full or locked disk
    assert not exact.is_compiled()
    (tmp_path / "exact" / "solver").mkdir(parents=True)
    (tmp_path / "exact" / "solver" / "exact_search.search-1.py310.nbi").touch()
    assert not exact.is_compiled()
    exact.warm_up()
    assert exact.is_compiled()
    assert not compiled.is_compiled("exact", "another part")


def test_memory_is_bounded() -> None:
    solver = exact.Solver(catalogue.find("bakers-game-kings"), memory=1 << 19)
    few = solver.solve_many(orders()[:200])
    full = answers("bakers-game-kings").verdicts[:200]
    assert (few.verdicts == GAVE_UP).any()
    decided = few.verdicts != GAVE_UP
    assert (few.verdicts[decided] == full[decided]).all()


def test_one_deal_gives_what_the_batch_gives() -> None:
    variant = catalogue.find("seahaven")
    batch = answers("seahaven")
    for number in (1, 21, 617):
        answer = exact.solve(variant, bytearray(orders()[number - 1]))
        assert answer.verdict == batch.verdicts[number - 1]
        assert answer.expansions == batch.expansions[number - 1]
        assert (answer.line or []) == batch.line(number - 1)
        assert answer.par == len(batch.line(number - 1))


def test_lines_can_be_left_out() -> None:
    batch = exact.Solver(catalogue.find("eight-off")).solve_many(orders()[:50], with_lines=False)
    assert (batch.verdicts == WON).all()
    assert batch.moves.size == 0
    assert batch.line(7) == []


@pytest.mark.parametrize("name", GAMES)
def test_short_lines_win_in_normal_form_and_are_never_longer(name: str) -> None:
    variant = catalogue.find(name)
    some = orders()[:40]
    short = exact.Solver(variant, short=True).solve_many(some)
    plain = answers(name)
    assert (short.verdicts == plain.verdicts[:40]).all()
    # What a deal takes to decide is reported, not what shortening takes.
    assert (short.expansions == plain.expansions[:40]).all()
    shorter = 0
    for index in np.flatnonzero(short.verdicts == WON):
        line = short.line(index)
        assert len(line) <= len(plain.line(index))
        shorter += len(line) < len(plain.line(index))
        assert rules.check(name, some[index].tolist(), line)
        game = dealt(variant, bytearray(some[index]))
        assert breaks_normal_form(game, line) == -1, index + 1
        assert game.won(), index + 1
    assert shorter > 0 or not (short.verdicts == WON).any()


def test_short_lines_of_eight_off_are_some_seven_moves_shorter() -> None:
    short = exact.Solver(catalogue.find("eight-off"), short=True).solve_many(orders()[:300])
    assert np.median(np.diff(short.ends)) <= 79


def test_generations_run_out_in_the_middle_of_a_batch() -> None:
    variant = catalogue.find("eight-off")
    solver = exact.Solver(variant, short=True)
    plain = solver.solve_many(orders()[:60])
    solver._generation = exact.GENERATIONS - 30
    again = solver.solve_many(orders()[:60])
    assert (again.moves == plain.moves).all()
    assert solver._generation < exact.GENERATIONS - 30


@pytest.mark.parametrize("spoiled", [b"\x04" * 52, bytes(range(3, 55)), bytes(range(5, 57))])
def test_what_is_no_deck_never_reaches_the_kernels(spoiled: bytes) -> None:
    with pytest.raises(ValueError, match="every card once"):
        exact.solve(catalogue.find("eight-off"), spoiled)
    with pytest.raises(ValueError, match="52 cards"):
        exact.solve(catalogue.find("eight-off"), spoiled[:51])


# ---- positions in the middle of a game ----


def _wandered(name: str, number: int, moves: int) -> Game:
    """A game some way on; which moves is settled by the numbers alone.

    It follows a winning line for a while, if there is one, and goes astray then.
    """
    game = Game()
    game.set_rules(catalogue.find(name))
    game.deal(bytearray(orders()[number - 1]))
    scratch = array("H", bytes(2 * MOVES_MAX))
    state = number * 7919 + moves
    line = answers(name).line(number - 1)
    for move in line[: moves * number % (len(line) + 1)]:
        game.push(move)
    for _ in range(moves):
        count = game.legal(scratch)
        if not count:
            break
        state = (state * 1103515245 + 12345) % (1 << 31)
        # Foundation moves first, now and then any move: so that games get far enough.
        home = [move for move in scratch[:count] if move >> 4 & 31 >= 18]
        columns = [move for move in scratch[:count] if move >> 4 & 31 < 10]
        pool = home or (columns if state >> 16 & 1 and columns else list(scratch[:count]))
        game.push(pool[(state >> 17) % len(pool)])
    return game


def _brute_force(game: Game, most: int) -> bool | None:
    """Whether a position can be won, by trying every legal move; None beyond `most` positions."""
    scratch = array("H", bytes(2 * MOVES_MAX))
    seen = set()

    def key() -> tuple[object, ...]:
        piles = [bytes(game.cards[game.start[p] : game.start[p] + game.size[p]]) for p in range(22)]
        return frozenset(piles[:10]), frozenset(piles[10:18]), tuple(piles[18:])

    root = game.played
    stack = [[0, array("H", scratch[: game.legal(scratch)])]]
    seen.add(key())
    while stack:
        frame = stack[-1]
        if game.won():
            result = True
            break
        if frame[0] == len(frame[1]):
            stack.pop()
            if stack:
                game.pop()
            continue
        game.push(frame[1][frame[0]])
        frame[0] += 1
        here = key()
        if here in seen:
            game.pop()
            continue
        if len(seen) >= most:
            result = None
            break
        seen.add(here)
        stack.append([0, array("H", scratch[: game.legal(scratch)])])
    else:
        result = False
    while game.played > root:
        game.pop()
    return result


@pytest.mark.parametrize("name", [name for name in GAMES if name != "penguin"])
def test_positions_on_the_way_agree_with_trying_every_move(name: str) -> None:
    solver = exact.Solver(catalogue.find(name))
    short = exact.Solver(catalogue.find(name), short=True)
    scratch = array("H", bytes(2 * MOVES_MAX))
    decided = {True: 0, False: 0}
    for number in range(1, 61):
        for moves in (2, 15, 30, 60):
            game = _wandered(name, number, moves)
            truth = _brute_force(game, 1500)
            if truth is None:
                continue
            decided[truth] += 1
            answer = solver.solve_position(game)
            assert answer.verdict == (WON if truth else UNWINNABLE), (number, moves)
            for move in answer.line or []:
                assert game.find(move, scratch) >= 0, (number, moves)
                game.push(move)
            assert game.won() == truth
            shorter = short.solve_position(_wandered(name, number, moves))
            assert shorter.verdict == answer.verdict
            assert shorter.par <= answer.par
    assert decided[False] > 10
    assert decided[True] > 0
