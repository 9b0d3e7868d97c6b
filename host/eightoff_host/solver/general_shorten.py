"""Shorter lines: the end of a won line is searched again from a few points along it.

The second search weighs moves more heavily and gives up early; what it finds counts only when the
whole line becomes shorter. Foundation moves are the same number in every line, so the others
are what is counted.
"""

from __future__ import annotations

from eightoff_host.solver.compiled import kernel, leaf
from eightoff_host.solver.general_board import (
    HOME,
    LOGGED,
    WEIGHT,
    Words,
    make,
    take_back,
)
from eightoff_host.solver.general_search import MOVE_MASK, WON, best_first

# Points along a line, as parts of PARTS of its length.
PARTS = 4


@leaf
def plain_moves(log: Words, count: int) -> int:
    """Moves of a log that do not go to a foundation."""
    plain = 0
    for i in range(count):
        if log[i] >> 6 & 63 < HOME:
            plain += 1
    return plain


@kernel
def shorten(s: Words, log: Words, rows: Words, most: int, counts: Words) -> None:
    """Shorten the won line in `log`, at whose end the board stands and stays.

    rows: of a schedule; most: bytes at most; counts: as in `general_search.search`.
    """
    for row in rows:
        _shorten(s, log, row, most, counts)


@kernel
def _shorten(s: Words, log: Words, row: Words, most: int, counts: Words) -> None:
    for i in range(11):
        s[WEIGHT + i] = row[3 + i]
    best = plain_moves(log, s[LOGGED])
    for part in range(PARTS):
        count = s[LOGGED]
        cut = count * part // PARTS
        kept = log[cut:count].copy()
        take_back(s, log, cut)
        if best_first(s, log, row[1], row[2], most, counts) == WON:
            found = plain_moves(log, s[LOGGED])
            if found < best:
                best = found
                continue
            take_back(s, log, cut)
        for entry in kept:
            make(s, log, entry & MOVE_MASK)
