"""What the general search tries, one table for each class of rules.

A row: search, level of moves (general_moves), quota of expansions, and the eleven weights in the
order home, bad, next, after, cell, empty, depth / 4, no place, below, one place, two places.

The last best-first row of a table has every move and room for nearly every proof, and its wins
are short. Depth-first takes a tenth of the memory, but wanders; it comes last, for what is left.
Weights were tuned on deals 100001 to 103000, quotas on 200001 to 203000 of FreeCell.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from eightoff import variants

from eightoff_host.solver.general_board import Words

BEST, DEEP = 0, 1
MANY = 1_000_000  # expansions: some 400 MB

FIRST = (9, 2, 4, 2, 22, 12, 26, 26, 11, 13, 0)
SECOND = (7, 2, 1, 1, 10, 9, 24, 9, 9, 6, 0)
SUITED = (7, 2, 4, 2, 22, 13, 26, 25, 13, 13, 6)
PATIENT = (1, 1, 2, 1, 8, 3, 7, 9, 3, 11, 1)
PROOF = (5, 2, 3, 1, 9, 8, 11, 17, 5, 7, 2)
CELLS_ONLY = (5, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0)

ALTERNATING = (
    (BEST, 0, 5000, *FIRST),
    (BEST, 1, 20000, *SECOND),
    (BEST, 0, MANY, *PATIENT),
    (DEEP, 0, 0, *PROOF),
)
# Where many deals cannot be won, less is spent before the proof.
ALTERNATING_HARD = (
    (BEST, 0, 2000, *FIRST),
    (BEST, 0, MANY, *PATIENT),
    (DEEP, 0, 0, *PROOF),
)
SAME_SUIT = (
    (BEST, 0, MANY, *SUITED),
    (DEEP, 0, 0, *PROOF),
)
NO_BUILDING = (
    (BEST, 0, MANY, *CELLS_ONLY),
    (DEEP, 0, 0, *CELLS_ONLY),
)

# For shorter lines. Chosen among some hundred rows drawn at random, on deals 200001 to 200250 of
# FreeCell and to 200200 of Baker's Game, each for what it adds to those before it.
ALTERNATING_SHORT = (
    (BEST, 1, 600, 11, 3, 6, 1, 18, 17, 42, 18, 15, 13, 1),
    (BEST, 0, 600, 9, 2, 6, 2, 11, 14, 42, 22, 11, 11, 0),
    (BEST, 0, 600, 28, 1, 5, 3, 17, 8, 63, 28, 8, 7, 0),
    (BEST, 0, 600, 12, 2, 4, 2, 17, 14, 61, 25, 15, 19, 0),
    (BEST, 0, 600, 28, 2, 5, 2, 28, 26, 45, 18, 16, 10, 0),
    (BEST, 1, 600, 14, 3, 6, 2, 14, 7, 62, 17, 19, 10, 0),
)
SAME_SUIT_SHORT = (
    (BEST, 0, 1500, 4, 1, 8, 1, 17, 18, 48, 14, 17, 17, 7),
    (BEST, 0, 1500, 7, 3, 8, 2, 20, 12, 60, 39, 14, 7, 7),
    (BEST, 0, 1500, 7, 2, 4, 0, 17, 7, 60, 28, 23, 8, 4),
    (BEST, 0, 1500, 8, 2, 11, 3, 18, 7, 54, 20, 18, 13, 5),
    (BEST, 0, 1500, 6, 3, 8, 2, 24, 12, 68, 18, 13, 16, 4),
)


def schedule(variant: Any) -> Words:
    """The rows for a variant record, shape (rows, 14); a quota of 0 is none."""
    rows: tuple[tuple[int, ...], ...] = NO_BUILDING
    if variant.build == variants.BUILD_SUIT:
        rows = SAME_SUIT
    elif variant.build == variants.BUILD_ALTERNATE:
        hard = variant.cells < 3 or variant.empty != variants.EMPTY_ANY
        rows = ALTERNATING_HARD if hard else ALTERNATING
    return np.array(rows, dtype=np.int64)


def shortening(variant: Any) -> Words:
    """The rows that look for shorter lines, shape (rows, 14); none where no card is built on."""
    rows: tuple[tuple[int, ...], ...] = ()
    if variant.build == variants.BUILD_SUIT:
        rows = SAME_SUIT_SHORT
    elif variant.build == variants.BUILD_ALTERNATE:
        rows = ALTERNATING_SHORT
    return np.array(rows, np.int64).reshape(-1, 14)
