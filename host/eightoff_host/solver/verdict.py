"""What a search says about a deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum


class Verdict(IntEnum):
    """The three answers, never mixed up. The numbers are those the compiled kernels return."""

    GAVE_UP = 0
    """The limit was reached, or the search that ended cannot prove anything: nothing is known."""
    WON = 1
    """A winning line was found."""
    UNWINNABLE = 2
    """Proved: no sequence of legal moves wins."""


GAVE_UP = Verdict.GAVE_UP
WON = Verdict.WON
UNWINNABLE = Verdict.UNWINNABLE


@dataclass(frozen=True)
class Solution:
    """The answer to one deal.

    verdict     one of the three above
    line        with WON the moves of a win in the engine's form (`source << 9 | target << 4 |
                length`), every foundation move among them, from the deal to the last card;
                otherwise None
    expansions  positions whose moves were generated: what the answer cost, on any machine
    """

    verdict: Verdict
    line: Sequence[int] | None
    expansions: int

    @property
    def par(self) -> int:
        """Moves of the line; 0 without one."""
        return len(self.line) if self.line is not None else 0
