"""How hard a deal is, 1 to 5.

A deal is as hard as its win is hard to find: the measure is how many positions the search opened
before it held one. The steps were laid so that Eight Off's deals fill them with about 50, 30, 15, 4
and 1 per cent; they are the same for every game, so harder games have more hard deals.
"""

from __future__ import annotations

from bisect import bisect_right

from eightoff_host.solver.verdict import Solution

ALL = range(1, 6)
_STEPS = (25, 50, 150, 600)


def rate(solution: Solution) -> int:
    """The difficulty of a deal whose win is given."""
    return 1 + bisect_right(_STEPS, solution.expansions)
