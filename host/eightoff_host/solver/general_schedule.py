"""What the general search tries, one table for each class of rules.

A row: search, level of moves (general_moves), quota of expansions, and the eleven weights in the
order home, bad, next, after, cell, empty, depth / 4, no place, below, one place, two places.
A schedule ends with a depth-first row of all moves and no quota: the proof, or the wins that
nothing else found.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from eightoff_host.solver.general_board import Words

BEST, DEEP = 0, 1

ALTERNATING = (
    (BEST, 2, 2500, 5, 2, 3, 1, 9, 8, 11, 17, 5, 7, 2),
    (BEST, 1, 6000, 7, 2, 1, 1, 10, 9, 24, 9, 9, 6, 0),
    (BEST, 2, 12000, 1, 1, 2, 1, 8, 3, 7, 9, 3, 11, 1),
    (BEST, 0, 20000, 4, 4, 3, 0, 8, 10, 12, 18, 5, 9, 1),
    (DEEP, 0, 0, 5, 2, 3, 1, 9, 8, 11, 17, 5, 7, 2),
)
SAME_SUIT = (
    (BEST, 0, 800, 5, 2, 3, 1, 9, 8, 11, 17, 5, 7, 2),
    (DEEP, 0, 0, 5, 2, 3, 1, 9, 8, 11, 17, 5, 7, 2),
)
NO_BUILDING = (
    (BEST, 0, 4000, 5, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0),
    (DEEP, 0, 0, 5, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0),
)
SCHEDULES = {0: NO_BUILDING, 1: SAME_SUIT, 2: ALTERNATING}


def schedule(variant: Any) -> Words:
    """The rows for a variant record, shape (rows, 14)."""
    return np.array(SCHEDULES[variant.build], dtype=np.int64)
