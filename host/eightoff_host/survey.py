"""How many deals of a game can be won: deals are decided in chunks, by any executor.

A chunk's deals are settled by its index, and it is counted by that index: the result is the same
whoever decides a chunk, in what order, and however often one is started again.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, MutableMapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from eightoff.variants import Variant

from eightoff_host.sampling import Series
from eightoff_host.solver.verdict import GAVE_UP, UNWINNABLE, WON

MEMORY = 1 << 30  # bytes

_EXACT_CHUNK = 2000
_CHUNK = 100


class Counts(NamedTuple):
    """Deals by what was found about them."""

    won: int = 0
    unwinnable: int = 0
    undecided: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.won + self.unwinnable + self.undecided


@dataclass(frozen=True)
class Survey:
    """What is asked: which game, which deals, and when the search for one is given up.

    record  the rules (`eightoff.variants`); name: the game's id
    series  the deals; size: deals in a chunk
    memory  bytes at most for the tables of one deal's search
    """

    record: bytes
    name: str
    series: Series
    size: int
    memory: int = MEMORY

    def chunks(self, sample: int) -> list[tuple[int, int]]:
        """The chunks of a sample: (index, deals); the last one may be a part."""
        return [
            (index, min(self.size, sample - index * self.size))
            for index in range(-(-sample // self.size))
        ]


def survey_of(variant: Variant, series: Series, memory: int = MEMORY) -> Survey:
    """The survey of a game, in chunks of a length that suits its search."""
    from eightoff_host.solver import exact  # noqa: PLC0415 - numba takes a second to load

    fast = exact.fits(variant) and exact.proves(variant)
    return Survey(variant.record, variant.name, series, _EXACT_CHUNK if fast else _CHUNK, memory)


Done = MutableMapping[int, Counts]
"""Finished chunks by index."""


def total(done: Done) -> Counts:
    """All finished chunks together."""
    return Counts(*(sum(counts[kind] for counts in done.values()) for kind in range(3)))


def run(
    survey: Survey,
    sample: int,
    done: Done,
    executor: Executor,
    *,
    ahead: int = 4,
    go_on: Callable[[], bool] = lambda: True,
    report: Callable[[Counts], None] = lambda counts: None,
) -> None:
    """Decide those chunks of a sample that are not done yet, and enter them.

    A chunk that an earlier, smaller sample had cut is decided again and replaced.

    executor: anything with the `submit` of concurrent.futures whose workers can import this
    package; ahead: chunks under way at once; go_on: asked before each chunk, False begins no
    more; report: called with the counts of each chunk once it is entered. What is under way is
    cancelled on any exception; what is done stays in `done`.
    """
    left = deque(
        (index, count) for index, count in survey.chunks(sample) if not _is_done(done, index, count)
    )
    tasks: deque[tuple[int, Future[Counts]]] = deque()
    try:
        while True:
            while left and len(tasks) < ahead and go_on():
                index, count = left.popleft()
                tasks.append((index, executor.submit(decide, survey, index, count)))
            if not tasks:
                return
            index, task = tasks[0]
            done[index] = counts = task.result()
            tasks.popleft()
            report(counts)
    finally:
        for _, task in tasks:
            task.cancel()


def decide(survey: Survey, index: int, count: int) -> Counts:
    """Decide the first `count` deals of a chunk; runs in a worker."""
    orders = survey.series.orders(index, survey.size, count)
    verdicts = _solver(survey).solve_many(orders, with_lines=False).verdicts
    found = np.bincount(verdicts, minlength=3).tolist()
    return Counts(found[WON], found[UNWINNABLE], found[GAVE_UP])


_kept = threading.local()


def _solver(survey: Survey) -> Any:
    from eightoff_host.solver import choose  # noqa: PLC0415 - numba takes a second to load

    key = (survey.record, survey.memory)
    if getattr(_kept, "key", None) != key:
        variant = Variant(survey.record, survey.name)
        _kept.solver = choose.Solver(variant, memory=survey.memory)
        _kept.key = key
    return _kept.solver


def _is_done(done: Done, index: int, count: int) -> bool:
    return index in done and done[index].total >= count
