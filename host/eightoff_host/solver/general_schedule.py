"""What the general search tries, one table for each class of rules.

A row: search, level of moves (general_moves), quota of expansions, and the eleven weights in the
order home, bad, next, after, cell, empty, depth / 4, no place, below, one place, two places.
A schedule ends with a depth-first row of all moves and no quota: the proof, or the wins that
nothing else found.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from eightoff import variants

from eightoff_host.solver.general_board import Words

BEST, DEEP = 0, 1

ALTERNATING = (
    (BEST, 0, 5000, 9, 2, 4, 2, 22, 12, 26, 26, 11, 13, 0),
    (BEST, 1, 20000, 7, 2, 1, 1, 10, 9, 24, 9, 9, 6, 0),
    (BEST, 0, 20000, 1, 1, 2, 1, 8, 3, 7, 9, 3, 11, 1),
    (DEEP, 0, 0, 5, 2, 3, 1, 9, 8, 11, 17, 5, 7, 2),
)
# Where many deals cannot be won, less is spent before the proof.
ALTERNATING_HARD = (
    (BEST, 0, 3000, 9, 2, 4, 2, 22, 12, 26, 26, 11, 13, 0),
    (BEST, 0, 8000, 7, 2, 1, 1, 10, 9, 24, 9, 9, 6, 0),
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


def schedule(variant: Any) -> Words:
    """The rows for a variant record, shape (rows, 14)."""
    rows = NO_BUILDING
    if variant.build == variants.BUILD_SUIT:
        rows = SAME_SUIT
    elif variant.build == variants.BUILD_ALTERNATE:
        hard = variant.cells < 3 or variant.empty != variants.EMPTY_ANY
        rows = ALTERNATING_HARD if hard else ALTERNATING
    return np.array(rows, dtype=np.int64)
