"""Shorter lines: a won position is searched again by several rows of weights, the best line kept.

The rows weigh the moves made more than a first search does, differ in everything else by chance,
and give up early. What one of them misses another finds: that is cheaper than one long search for
few moves, and than searching the ends of the line again.
"""

from __future__ import annotations

from eightoff_host.solver.compiled import Words, kernel
from eightoff_host.solver.general_board import LOGGED, WEIGHT, take_back
from eightoff_host.solver.general_line import COUNT, write_line
from eightoff_host.solver.general_search import LEVEL, QUOTA, WEIGHTS, WON, best_first


@kernel
def shorten(
    s: Words,
    log: Words,
    t: Words,
    line: Words,
    piles: Words,
    rows: Words,
    most: int,
    counts: Words,
) -> Words:
    """Look for a line shorter than the t[COUNT] moves in `line`; return the array of the best one.

    t, line, piles: as for `write_line`, t[COUNT] is kept up. rows: of a schedule; most: bytes at
    most for a search; counts: as in `general_search.search`. The board `s` is left anywhere.
    """
    best = t[COUNT]
    other = line.copy()
    for row in range(len(rows)):
        for i in range(11):
            s[WEIGHT + i] = rows[row, WEIGHTS + i]
        take_back(s, log, 0)
        if best_first(s, log, rows[row, LEVEL], rows[row, QUOTA], most, counts) == WON:
            other = write_line(t, other, piles, log, s[LOGGED])
            if t[COUNT] < best:
                best = t[COUNT]
                line, other = other, line
    t[COUNT] = best
    return line
