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


def weights_for(variant: Any) -> Weights:
    """The weights for a `variants.Variant`, also for one that is in no table."""
    if variant.cells >= 6 or variant.limit == variants.LIMIT_NONE:
        return EIGHT_CELLS
    return MANY_COLUMNS
