"""Positions in the middle of a game, and the plain search that says what is true of them."""

from __future__ import annotations

from array import array
from random import Random
from typing import Any

from eightoff import deals
from eightoff.game import MOVE_MASK, MOVES_MAX, SAFE, Game
from eightoff.position import CELL, FOUNDATION


def order_of(number: int) -> bytearray:
    """Deal `number` of the `ms` generator."""
    order = bytearray(52)
    deals.numbered(number, order)
    return order


def dealt(variant: Any, order: bytes | bytearray) -> Game:
    game = Game()
    game.set_rules(variant)
    game.deal(order)
    return game


def moves_of(game: Game) -> list[int]:
    scratch = array("H", bytes(2 * MOVES_MAX))
    return scratch[: game.legal(scratch)].tolist()


def breaks_normal_form(game: Game, line: list[int]) -> int:
    """Play a line; return the index of the first move that breaks its normal form, or -1.

    Such is an illegal move and one that is not followed at once by the engine's automatic moves
    of level SAFE.
    """
    scratch = array("H", bytes(2 * MOVES_MAX))
    at = 0
    while at < len(line):
        if game.find(line[at], scratch) < 0:
            return at
        before = game.played
        made = game.play(line[at], SAFE)
        if [move & MOVE_MASK for move in game.history[before : game.played]] != line[
            at : at + made
        ]:
            return at
        at += made
    return -1


def wander(game: Game, random: Random, steps: int) -> None:
    """Make up to `steps` random moves: home when a card goes there, seldom into a cell."""
    for _ in range(steps):
        moves = moves_of(game)
        if not moves:
            return
        home = [move for move in moves if move >> 4 & 31 >= FOUNDATION]
        columns = [move for move in moves if move >> 4 & 31 < CELL]
        if home and random.random() < 0.9:
            game.push(random.choice(home))
        else:
            game.push(random.choice(columns if columns and random.random() < 0.7 else moves))


def plain_search(game: Game, most: int) -> bool | None:
    """Whether a position can be won, by trying every legal move; None beyond `most` positions.

    The game is left at the position.
    """
    root = game.played
    seen = {_key(game)}
    stack = [moves_of(game)]
    answer: bool | None = bool(game.won())
    while stack and not answer:
        if not stack[-1]:
            stack.pop()
            if stack:
                game.pop()
            continue
        game.push(stack[-1].pop())
        key = _key(game)
        if key in seen:
            game.pop()
            continue
        if len(seen) == most:
            answer = None
            break
        seen.add(key)
        stack.append(moves_of(game))
        answer = bool(game.won())
    while game.played > root:
        game.pop()
    return answer


def _key(game: Game) -> tuple[object, ...]:
    piles = [bytes(game.cards[game.start[p] : game.start[p] + game.size[p]]) for p in range(22)]
    return frozenset(piles[:CELL]), frozenset(piles[CELL:FOUNDATION]), tuple(piles[FOUNDATION:])
