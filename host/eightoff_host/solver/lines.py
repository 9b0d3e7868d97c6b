"""Lines of moves: played through the engine, brought into normal form, packed into bytes.

A line lists every move of a won game, the player's and the automatic ones alike, each as the
engine's int. In normal form all *safe* automatic moves follow each move of the player at once, in
the engine's order, as they do for somebody who plays with that setting.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from eightoff.game import MOVE_MASK, MOVES_MAX, SAFE, Game
from eightoff.position import CELL, FOUNDATION, PILES


def wins(variant: Any, order: bytes | bytearray, moves: Sequence[int]) -> bool:
    """Whether the moves are legal one after the other from the deal and end in a won game."""
    game = _dealt(variant, order)
    scratch = array("H", bytes(2 * MOVES_MAX))
    for move in moves:
        if game.find(move & MOVE_MASK, scratch) < 0:
            return False
        game.push(move & MOVE_MASK)
    return bool(game.won())


def to_bytes(variant: Any, order: bytes | bytearray, moves: Sequence[int]) -> bytes:
    """A line as a pack stores it: each move's index in the canonical list of legal moves.

    ValueError for an illegal move and for a line that does not end in a won game.
    """
    game = _dealt(variant, order)
    scratch = array("H", bytes(2 * MOVES_MAX))
    packed = bytearray(len(moves))
    for i, move in enumerate(moves):
        index = game.find(move & MOVE_MASK, scratch)
        if index < 0:
            raise ValueError(f"move {i + 1} of the line is not legal")
        packed[i] = index
        game.push(move & MOVE_MASK)
    if not game.won():
        raise ValueError("the line does not win")
    return bytes(packed)


def from_bytes(variant: Any, order: bytes | bytearray, packed: bytes) -> list[int]:
    """The moves of a stored line. ValueError for an index that has no move."""
    game = _dealt(variant, order)
    scratch = array("H", bytes(2 * MOVES_MAX))
    for i, index in enumerate(packed):
        if index >= game.legal(scratch):
            raise ValueError(f"move {i + 1} of the line does not exist")
        game.push(scratch[index])
    return list(game.history[: game.played])


def normalise(variant: Any, order: bytes | bytearray, moves: Sequence[int]) -> list[int]:
    """A winning line in normal form.

    The line is followed card by card: what is home already is not moved again, and a run from
    which cards have gone home is moved with those that are left. With alternating colours that
    can fail, as a card may have gone home that the line still builds on; the line is then
    returned as it was.
    """
    plain = [move & MOVE_MASK for move in moves]
    before = _dealt(variant, order)
    after = _dealt(variant, order)
    scratch = array("H", bytes(2 * MOVES_MAX))
    for move in plain:
        adapted = _adapt(before, after, move)
        before.push(move)
        if adapted == 0:
            continue
        if adapted < 0 or after.find(adapted, scratch) < 0:
            return plain
        after.play(adapted, SAFE)
    if not after.won():
        return plain
    return [move & MOVE_MASK for move in after.history[: after.played]]


def _dealt(variant: Any, order: bytes | bytearray) -> Game:
    game = Game()
    game.set_rules(variant)
    game.deal(order)
    return game


def _adapt(before: Game, after: Game, move: int) -> int:
    """The move of `after` for a move of `before`; 0 when it needs none, -1 when there is none."""
    source, target, length = move >> 9, move >> 4 & 31, move & 15
    head = before.cards[before.start[source] + before.size[source] - length]
    pile, row = _find(after, head)
    if pile >= FOUNDATION:
        return 0
    length = int(after.size[pile]) - row
    if target >= FOUNDATION:
        return pile << 9 | target << 4 | length
    if target >= CELL:
        place = _first_empty(after, CELL, CELL + after.variant.cells)
    elif before.size[target]:
        place, row = _find(after, before.top(target))
        if place >= CELL or row != after.size[place] - 1:
            return -1
    else:
        place = _first_empty(after, 0, after.variant.columns)
    return pile << 9 | place << 4 | length if place >= 0 else -1


def _find(game: Game, card: int) -> tuple[int, int]:
    """The pile of a card and its row there."""
    for pile in range(PILES):
        start = game.start[pile]
        at = game.cards.find(card, start, start + game.size[pile])
        if at >= 0:
            return pile, at - start
    raise ValueError("a card is missing")


def _first_empty(game: Game, first: int, end: int) -> int:
    for pile in range(first, end):
        if not game.size[pile]:
            return pile
    return -1
