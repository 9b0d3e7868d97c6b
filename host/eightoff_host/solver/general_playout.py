"""Games played to their end by players that never look ahead, many of them in one call.

The moves are those of the general search with nothing left out, and what can lose nothing is made
at once (`settle`), as the board's safe automatic moves do it for a person.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from eightoff_host.solver import general
from eightoff_host.solver.compiled import Words, kernel, leaf
from eightoff_host.solver.general_board import (
    BENEATH,
    BOTTOM,
    HOME,
    HOMES,
    IN_CELL,
    NO_COLUMN,
    PARENTS,
    PLACE,
    make,
    set_up,
    settle,
)
from eightoff_host.solver.general_deal import PILE_WORDS, lay_out
from eightoff_host.solver.general_moves import MOST_MOVES, generate
from eightoff_host.solver.general_search import MOVE_MASK

RANDOM = 0
"""Makes any legal move, each as likely as the others."""

GREEDY = 1
"""Sends a card home when one goes; else puts a card or run on a card that takes it; else fills a
cell or an empty column. Leaves alone what lies where it fits. Chance decides between equals."""

MOVES = 300  # a random game of more has gone in circles; a greedy one ends by itself
LOG_ROOM = 1 << 13  # MOVES runs into cells and back, and all cards home

_NEVER = 9


@leaf
def following(state: int) -> int:
    """The next state, not 0, of a xorshift generator (Marsaglia, 2003)."""
    state ^= state << 13
    state ^= state >> 7 & (1 << 57) - 1
    return int(state ^ state << 17)


@leaf
def _wish(s: Words, move: int) -> int:
    """How soon the greedy player makes a move: 0 at once, _NEVER not at all."""
    head = move & 63
    target = move >> 6 & 63
    if target >= HOME:
        return 0
    if s[PLACE + head] < NO_COLUMN:
        beneath = s[BENEATH + head]
        fits = s[PARENTS + head] >> beneath & 1
        if fits or (beneath == BOTTOM and target == IN_CELL):
            return _NEVER
    return 2 if target in (BOTTOM, IN_CELL) else 1


@leaf
def play_out(s: Words, log: Words, kids: Words, player: int, state: int) -> int:
    """Play a board to its end; return the generator's next state. HOMES tells how it ended."""
    for _ in range(MOVES):
        settle(s, log)
        end = generate(s, kids, 0, 0, 0)
        best = _NEVER
        equals = 0
        chosen = 0
        for i in range(end):
            move = kids[i] & MOVE_MASK
            wish = _wish(s, move) if player == GREEDY else 0
            if wish > best or wish == _NEVER:
                continue
            if wish < best:
                best = wish
                equals = 0
            equals += 1
            state = following(state)
            if (state >> 33 & (1 << 30) - 1) * equals >> 30 == 0:
                chosen = move
        if equals == 0:
            break
        make(s, log, chosen)
    return state


@kernel
def count_wins(
    s: Words,
    orders: Any,
    record: Words,
    player: int,
    seed: int,
    games: int,
    enough: int,
    won: Words,
) -> None:
    """Play every row of `orders` (n x 52) `games` times, or until `enough` are won.

    s: from `general.board_for`. seed: where chance begins for each deal anew, not 0. won: int64[n]
    gets the games won.
    """
    log = np.empty(LOG_ROOM, np.int64)
    kids = np.empty(MOST_MOVES, np.int64)
    piles = np.empty(PILE_WORDS, np.int64)
    for i in range(len(orders)):
        lay_out(orders[i], record, piles)
        state = seed
        won[i] = 0
        for _ in range(games):
            set_up(s, piles)
            state = play_out(s, log, kids, player, state)
            won[i] += s[HOMES] == 52
            if won[i] == enough:
                break


class Table:
    """Where games of one variant are played. Not to be shared by threads."""

    def __init__(self, variant: Any) -> None:
        self._board = general.board_for(variant)
        self._record = np.array(list(variant.record), np.int64)

    def wins(
        self,
        orders: npt.NDArray[np.uint8],
        player: int,
        games: int,
        seed: int,
        enough: int | None = None,
    ) -> Words:
        """How many of `games` a player wins of each deal, int64[n].

        orders: uint8[n, 52]; player: RANDOM or GREEDY; seed: any number but 0, the same number
        gives the same games; enough: a deal that is won so often is not played on.
        """
        orders = np.array(orders, np.uint8, order="C")  # a writable copy: one type to compile for
        won = np.empty(len(orders), np.int64)
        count_wins(
            *(self._board, orders, self._record, player, seed, games),
            *(games if enough is None else enough, won),
        )
        return won
