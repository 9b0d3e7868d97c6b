"""What the exact search steers by, for each class of rules.

A position's score is a weighted sum, and the highest score is looked at first. The weights decide
how long a win takes to find and nothing else: every verdict is the same with any weights. They do
not carry over between games, so each class of rules has its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from eightoff import variants

from eightoff_host.solver.exact_search import QUOTA, W_CELL, W_MOVE, W_REHANG


@dataclass(frozen=True)
class Weights:
    """Weights for each ... of a position.

    home     card on a foundation
    gone     card out of its place
    empty    emptied column
    over     card above the next card of a suit, summed over the suits
    buried   original card that lies above a lower card of its suit
    hanging  card in a run under an open original
    exposed  open original whose parent is at the open end of a run
    cells    for 0, 1, 2 ... 8 cells in use, in the best King configuration
    """

    home: int
    gone: int
    empty: int
    over: int
    buried: int
    hanging: int
    exposed: int
    cells: tuple[int, ...]

    def as_array(self) -> npt.NDArray[np.int64]:
        """The weights in the order of the search's W_ indices."""
        return np.array(
            [
                self.home,
                self.gone,
                self.empty,
                self.over,
                self.buried,
                self.hanging,
                self.exposed,
                *self.cells,
            ],
            np.int64,
        )


EIGHT_CELLS = Weights(11, 3, -4, -7, -4, -6, 6, (0, -18, -31, -39, -52, -62, -74, -91, -148))
MANY_COLUMNS = Weights(8, 1, -4, -9, -5, -7, 11, (0, -8, -31, -51, -87, -124, -171, -221, -287))

# For shorter lines: home to exposed; cells, in percent of the above; a move; a quarter of a move
# for a card that can go from its cell to its parent. Chosen among some hundred drawn at random, on
# deals 200001 to 200300, each for what it adds to those before it.
EIGHT_CELLS_SHORT = (
    (20, 5, -4, -6, -4, -8, 5, 68, 7, 0),
    (13, 4, -7, -7, -6, -7, 4, 74, 6, 4),
    (12, 6, -6, -14, -5, -5, 5, 148, 9, 5),
    (11, 3, -5, -10, -7, -10, 6, 49, 4, 5),
    (8, 5, -3, -6, -6, -4, 14, 78, 7, 0),
    (21, 3, -3, -10, -4, -6, 7, 87, 12, 4),
    (14, 4, -4, -3, -3, -5, 8, 80, 4, 5),
    (15, 2, -5, -5, -8, -4, 6, 251, 4, 0),
    (9, 3, -3, -5, -5, -7, 7, 80, 12, 2),
    (6, 5, -3, -18, -5, -3, 8, 89, 11, 0),
    (11, 5, -2, -5, -5, -5, 7, 169, 10, 4),
    (13, 5, -4, -5, -6, -5, 3, 51, 4, 5),
    (20, 3, -2, -3, -1, -5, 10, 56, 8, 2),
    (25, 2, -6, -11, -2, -4, 4, 144, 4, 3),
    (11, 4, -5, -2, -4, -3, 6, 74, 10, 3),
    (6, 2, -5, -9, -4, -3, 5, 79, 7, 4),
    (34, 3, -2, -5, -4, -5, 6, 70, 9, 4),
    (24, 2, -3, -6, -7, -7, 8, 48, 10, 1),
    (6, 8, -6, -13, -4, -4, 4, 74, 10, 5),
    (6, 2, -7, -10, -4, -3, 5, 207, 4, 0),
)
MANY_COLUMNS_SHORT = (
    (9, 1, -3, -9, -10, -3, 11, 116, 4, 3),
    (16, 1, -2, -7, -3, -6, 11, 49, 5, 3),
    (4, 1, -4, -5, -5, -4, 9, 175, 4, 5),
    (10, 1, -5, -9, -7, -7, 7, 112, 13, 5),
    (14, 1, -3, -7, -3, -4, 12, 136, 5, 0),
    (7, 1, -6, -16, -6, -5, 9, 94, 9, 5),
    (6, 1, -3, -10, -5, -7, 9, 28, 13, 5),
    (5, 2, -4, -4, -3, -4, 12, 146, 12, 1),
    (18, 1, -6, -5, -5, -5, 9, 140, 5, 0),
    (6, 2, -3, -25, -5, -6, 18, 91, 4, 3),
    (3, 1, -4, -22, -7, -6, 13, 65, 6, 3),
    (12, 1, -4, -7, -12, -10, 21, 133, 5, 0),
    (11, 1, -3, -5, -4, -5, 6, 177, 15, 5),
)
SHORT_QUOTA = 4000  # expansions


def rows_for(variant: Any, short: bool) -> npt.NDArray[np.int64]:
    """The weights for a `variants.Variant`, also for one that is in no table.

    Shape (rows, QUOTA + 1): the first row is for deciding the deal, the others, with `short`
    only, for shorter lines.
    """
    many_cells = variant.cells >= 6 or variant.limit == variants.LIMIT_NONE
    first = (EIGHT_CELLS if many_cells else MANY_COLUMNS).as_array()
    others = EIGHT_CELLS_SHORT if many_cells else MANY_COLUMNS_SHORT
    rows = np.zeros((1 + len(others) if short else 1, QUOTA + 1), np.int64)
    rows[0, :W_MOVE] = first
    for row, weights in zip(rows[1:], others, strict=False):
        row[:W_CELL] = weights[:W_CELL]
        row[W_CELL:W_MOVE] = first[W_CELL:] * weights[W_CELL] // 100
        row[W_MOVE], row[W_REHANG] = weights[W_CELL + 1 :]
        row[QUOTA] = SHORT_QUOTA
    return rows
