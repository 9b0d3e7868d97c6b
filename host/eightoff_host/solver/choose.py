"""Which search decides which game: the exact one where it can, the general one elsewhere.

Penguin's building wraps, which the exact search does not know of: it finds nearly all of the wins
there, and what it does not win goes on to the general search.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import numpy.typing as npt
from eightoff.position import Position

from eightoff_host.solver import exact, general
from eightoff_host.solver.exact import Batch
from eightoff_host.solver.verdict import GAVE_UP, Solution

LIMIT = general.LIMIT
MEMORY = general.MEMORY


class Solver:
    """The right search for one game. Not to be shared by threads.

    limit: expansions at most for a deal and search. memory: bytes at most for a search's tables.
    short: whether a deal that is won is searched further for a line of fewer moves; what that
    costs is not among the expansions that are reported, and no limit cuts it off.
    """

    def __init__(
        self, variant: Any, limit: int = LIMIT, memory: int = MEMORY, short: bool = False
    ) -> None:
        self.variant = variant
        fits = exact.fits(variant)
        self._first = exact.Solver(variant, limit, memory, short) if fits else None
        self._last = None
        if not fits or not exact.proves(variant):
            self._last = general.Solver(variant, limit, memory, short)

    def solve_many(self, orders: npt.NDArray[np.uint8], with_lines: bool = True) -> Batch:
        """Solve deals: uint8[n, 52], each row the cards in the order in which they are dealt."""
        if self._last is None or self._first is None:
            return self._only().solve_many(orders, with_lines)
        first = self._first.solve_many(orders, with_lines)
        open_deals = np.flatnonzero(first.verdicts == GAVE_UP)
        if not len(open_deals):
            return first
        return _joined(first, open_deals, self._last.solve_many(orders[open_deals], with_lines))

    def solve(self, order: bytes | bytearray) -> Solution:
        """Solve one deal, given as 52 cards in the order in which they are dealt."""
        return self._decide("solve", order)

    def solve_position(self, position: Position) -> Solution:
        """Solve an engine's `Position` under this record; the line starts there."""
        return self._decide("solve_position", position)

    def _only(self) -> exact.Solver | general.Solver:
        solver = self._first or self._last
        assert solver is not None
        return solver

    def _decide(self, method: str, subject: Any) -> Solution:
        answer: Solution = getattr(self._only(), method)(subject)
        if self._first is None or self._last is None or answer.verdict != GAVE_UP:
            return answer
        second: Solution = getattr(self._last, method)(subject)
        return Solution(second.verdict, second.line, answer.expansions + second.expansions)


def solve(
    variant: Any,
    order: bytes | bytearray,
    limit: int = LIMIT,
    memory: int = MEMORY,
    short: bool = False,
) -> Solution:
    """Solve one deal of a game; see `Solver`. The working memory is kept for the next call."""
    key = (bytes(variant.record), limit, memory, short)
    if getattr(_kept, "key", None) != key:
        _kept.solver = Solver(variant, limit, memory, short)
        _kept.key = key
    answer: Solution = _kept.solver.solve(order)
    return answer


_kept = threading.local()


def warm_up(variant: Any) -> None:
    """Compile, or load from disk, the kernels that this game needs."""
    if exact.fits(variant):
        exact.warm_up()
    if not exact.fits(variant) or not exact.proves(variant):
        general.warm_up()


def is_compiled(variant: Any) -> bool:
    """Whether `warm_up` will find all its kernels on disk and return at once."""
    if exact.fits(variant) and not exact.is_compiled():
        return False
    needs_general = not exact.fits(variant) or not exact.proves(variant)
    return not needs_general or general.is_compiled()


def _joined(first: Batch, again: npt.NDArray[np.int64], second: Batch) -> Batch:
    """The answers of `first`, with those of the deals `again` replaced by those of `second`."""
    verdicts = first.verdicts.copy()
    expansions = first.expansions.copy()
    verdicts[again] = second.verdicts
    expansions[again] += second.expansions
    lengths = np.diff(first.ends)
    lengths[again] = np.diff(second.ends)
    ends = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    moves = np.empty(ends[-1], np.uint16)
    place = {int(deal): i for i, deal in enumerate(again)}
    for deal in range(len(verdicts)):
        i = place.get(deal)
        line = first.line(deal) if i is None else second.line(i)
        moves[ends[deal] : ends[deal + 1]] = line
    return Batch(verdicts, expansions, moves, ends)
