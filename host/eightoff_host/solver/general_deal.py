"""From a deal to the piles of the general search, and whole lists of deals in one call."""

from __future__ import annotations

from typing import Any

import numpy as np

from eightoff_host.solver.compiled import kernel
from eightoff_host.solver.general_board import LOGGED, Words, set_up
from eightoff_host.solver.general_line import COUNT, ROOM, write_line
from eightoff_host.solver.general_search import BYTES, EXPANSIONS, WON, search
from eightoff_host.solver.general_shorten import shorten

PILES = 22
PILE_CELL, PILE_FOUNDATION = 10, 18
PILE_WORDS = PILES + 52

# Bytes of a variant record that say how to deal.
_COLUMNS, _BEAK, _LEFTOVER, _CELL_MASK, _SIZES = 2, 10, 11, 12, 14


@kernel
def base_of(order: Any, record: Any) -> int:
    """Rank, 1..13, that the foundations start with."""
    return np.int64(order[0]) >> 2 if record[_BEAK] else 1


@kernel
def lay_out(order: Any, record: Any, piles: Words) -> None:
    """Deal `order` (52 cards) by a variant record (24 bytes) into `piles`, see `set_up`."""
    base = base_of(order, record)
    pile_of = np.empty(52, np.int64)
    column = 0
    row = 0
    bit = 0
    left_over = 0
    for i in range(52):
        card = np.int64(order[i])
        if record[_BEAK] and i and card >> 2 == base:
            pile_of[i] = PILE_FOUNDATION + (card & 3)
            continue
        while row < 52 and row >= record[_SIZES + column]:
            column += 1
            if column == record[_COLUMNS]:
                column = 0
                row += 1
        if row < 52:
            pile_of[i] = column
            column += 1
            if column == record[_COLUMNS]:
                column = 0
                row += 1
        elif record[_LEFTOVER]:
            pile_of[i] = PILE_FOUNDATION + left_over
            left_over += 1
        else:
            while not record[_CELL_MASK + (bit >> 3)] >> (bit & 7) & 1:
                bit += 1
            pile_of[i] = PILE_CELL + bit
            bit += 1
    at = PILES
    for pile in range(PILES):
        piles[pile] = 0
        for i in range(52):
            if pile_of[i] == pile:
                card = np.int64(order[i])
                piles[at] = ((card >> 2) + 13 - base) % 13 + 1 << 2 | (card & 3)
                piles[pile] += 1
                at += 1


@kernel
def search_all(
    s: Words,
    log: Words,
    t: Words,
    orders: Any,
    record: Words,
    schedule: Words,
    shortening: Words,
    bounds: Words,
    verdicts: Any,
    expansions: Words,
    ends: Words,
) -> Any:
    """Decide every row of `orders` (n x 52).

    t: from `general_line.table_for`. shortening: rows for `shorten`, of which there may be none.
    bounds: expansions and bytes at most, and whether lines are wanted. Fills verdicts, expansions
    and ends (n + 1); returns the moves of the wins (uint16), those of deal i from ends[i] to
    ends[i + 1], and the most bytes that one search took.
    """
    piles = np.empty(PILE_WORDS, np.int64)
    counts = np.zeros(2, np.int64)
    line = np.empty(ROOM, np.int64)
    moves = np.empty(ROOM, np.uint16)
    end = 0
    most = 0
    for i in range(len(orders)):
        lay_out(orders[i], record, piles)
        set_up(s, piles)
        verdicts[i] = search(s, log, schedule, bounds, counts)
        expansions[i] = counts[EXPANSIONS]
        most = max(most, counts[BYTES])
        if bounds[2] and verdicts[i] == WON:
            line = write_line(t, line, piles, log, s[LOGGED])
            line = shorten(s, log, t, line, piles, shortening, bounds[1], counts)
            count = t[COUNT]
            if end + count > len(moves):
                longer = np.empty(2 * (end + count), np.uint16)
                longer[:end] = moves[:end]
                moves = longer
            for k in range(count):
                moves[end + k] = line[k]
            end += count
        ends[i + 1] = end
    return moves[:end], most
