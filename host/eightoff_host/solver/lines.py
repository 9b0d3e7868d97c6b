"""Lines of moves: played through the engine, packed into bytes.

A line lists every move of a won game, the player's and the automatic ones alike, each as the
engine's int. In normal form all *safe* automatic moves follow each move of the player at once, in
the engine's order, as they do for somebody who plays with that setting. The searches write lines
so; nothing here changes a line.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from eightoff.game import MOVE_MASK, MOVES_MAX, Game


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


def _dealt(variant: Any, order: bytes | bytearray) -> Game:
    game = Game()
    game.set_rules(variant)
    game.deal(order)
    return game
