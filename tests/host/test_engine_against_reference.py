"""The engine against the reference along random games and in random positions."""

from array import array
from random import Random

import positions
import pytest
from eightoff import catalogue
from eightoff.game import ALL, AUTO, MOVE_MASK, MOVES_MAX, OFF, SAFE, Game
from reference import rules
from reference.play import choose, random_position

LEVELS = {OFF: rules.OFF, SAFE: rules.SAFE, ALL: rules.ALL}
GAMES = 4
MOVES_A_GAME = 60
POSITIONS = 60


def engine_like(variant_id: str, position: rules.Position) -> Game:
    """The engine on the same position."""
    game: Game = positions.board(variant_id, [], base=rules.RANKS[position.base - 1])
    for number, pile in enumerate(position.piles()):
        game.size[number] = 0
        positions.lay(game, number, " ".join(pile))
    return game


def piles(game: Game) -> list[list[str]]:
    return [positions.pile(game, number).split() for number in range(positions.PILES)]


def compare(game: Game, position: rules.Position, what: str) -> list[rules.Move]:
    """Fail where the two differ; return the legal moves."""
    assert piles(game) == position.piles(), what
    moves = position.moves()
    buffer = array("H", [0] * MOVES_MAX)
    count = game.legal(buffer)
    assert list(buffer[:count]) == [int(move) for move in moves], what
    assert bool(game.won()) == position.won(), what
    assert bool(game.lost(buffer)) == position.lost(moves), what
    for level, word in LEVELS.items():
        automatic = position.automatic(word, moves)
        assert game.auto(level) == (int(automatic[0]) if automatic else 0), (what, word)
    return moves


def play_like_the_engine(position: rules.Position, move: rules.Move, level: str) -> list[int]:
    """Play a move and the automatic ones that follow; return them as the engine notes them."""
    position.play(move)
    noted = [int(move)]
    while automatic := position.automatic(level):
        position.play(automatic[0])
        noted.append(int(automatic[0]) | AUTO)
    return noted


def test_the_two_know_the_same_games() -> None:
    assert list(rules.VARIANTS) == catalogue.names()


# The words of the reference, each at the value that it has in a record.
BUILD = (rules.NOTHING, rules.SUIT, rules.ALTERNATING)
EMPTY = (rules.NOTHING, rules.KING, rules.ANY)
LIMIT = (rules.ONE_CARD, rules.BY_CELLS, rules.BY_COLUMNS, rules.NO_LIMIT)


@pytest.mark.parametrize("variant_id", rules.VARIANTS)
def test_records_hold_what_the_table_of_the_reference_says(variant_id: str) -> None:
    wanted = rules.VARIANTS[variant_id]
    found = catalogue.find(variant_id)
    mask = sum(1 << cell for cell in wanted.filled)
    sizes = [*wanted.sizes, *[0] * (10 - len(wanted.sizes))]
    assert list(found.record) == [
        *(1, 1, len(wanted.sizes), wanted.cells),
        *(BUILD.index(wanted.build), wanted.wrap, EMPTY.index(wanted.empty)),
        *(LIMIT.index(wanted.limit), wanted.any_suit_foundations, wanted.step, wanted.beak),
        *(wanted.rest_starts_foundations, mask & 255, mask >> 8),
        *sizes,
    ]


@pytest.mark.parametrize("variant_id", rules.VARIANTS)
def test_random_games_agree_move_by_move(variant_id: str) -> None:
    random = Random(variant_id)
    for turn in range(GAMES):
        number = random.randint(1, 2**31 - 1)
        level = turn % 3
        game = positions.dealt(variant_id, number)
        position = rules.deal(variant_id, rules.ms_order(number))
        line: list[int] = []
        snapshots = []
        for ply in range(MOVES_A_GAME):
            what = f"{variant_id} ms:{number} level {level} move {ply}"
            moves = compare(game, position, what)
            if not moves:
                break
            snapshots.append(positions.snapshot(game))
            move = choose(position, moves, random)
            noted = play_like_the_engine(position, move, LEVELS[level])
            assert game.play(int(move), level) == len(noted), what
            line += noted
            assert list(game.history[: game.played]) == line, what
        assert rules.check(variant_id, rules.ms_order(number), line) == position.won()
        for before in reversed(snapshots):
            game.undo()
            assert positions.snapshot(game) == before
        while game.redo():
            pass
        assert [entry & MOVE_MASK for entry in game.history[: game.played]] == [
            entry & MOVE_MASK for entry in line
        ]
        compare(game, position, f"{variant_id} ms:{number} after redo")


@pytest.mark.parametrize("variant_id", rules.VARIANTS)
@pytest.mark.parametrize("take_back", [False, True], ids=["rules", "take back"])
def test_random_positions_agree(variant_id: str, take_back: bool) -> None:
    random = Random(variant_id)
    for turn in range(POSITIONS):
        position = random_position(variant_id, random)
        position.take_back = take_back
        game = engine_like(variant_id, position)
        game.take_back = take_back
        moves = compare(game, position, f"{variant_id} position {turn}: {position.piles()}")
        for move in moves:
            game.push(int(move))
            assert piles(game) == position.after(move).piles(), (variant_id, turn, move)
            game.pop()
        assert piles(game) == position.piles(), (variant_id, turn)


def test_random_positions_reach_the_cases_that_matter() -> None:
    random = Random(1)
    found = [random_position("freecell", random) for _ in range(POSITIONS)]
    refusals = {
        position.why_not(rules.Move(source, target, 2))
        for position in found
        for source in range(8)
        for target in range(8)
    }
    assert refusals >= {"too few free places", "not a run", "does not fit"}
    assert refusals >= {"a whole column to an empty column", "not the first empty column"}
    assert max(move.length for position in found for move in position.moves()) >= 4
    assert any(position.columns.count([]) > 1 for position in found)
    assert any(position.automatic(rules.SAFE) for position in found)
    assert any(
        position.automatic(rules.SAFE) != position.automatic(rules.ALL) for position in found
    )
