"""Decide the ranges of deals whose verdicts are known, and compare: `make verdicts`.

The exit status is 1 when any verdict differs from what independent solvers agree on, and when
any deal stays undecided. Ctrl-C ends it at once.
"""

from __future__ import annotations

import argparse
import sys
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache

import numpy as np
from eightoff import catalogue
from eightoff_host.console import progress_bar
from eightoff_host.errors import UserError
from eightoff_host.sampling import NUMBERED, Series
from eightoff_host.solver import choose
from eightoff_host.solver.verdict import GAVE_UP, UNWINNABLE
from eightoff_host.workers import cores, workers

CHUNK = 100


@dataclass(frozen=True)
class Range:
    """What is known of the `ms` deals 1 to `last` of a game.

    unwinnable  how many cannot be won; None when the range is cut short and that is not known
    named       those among them that are known by number
    complete    up to which deal `named` has all of them, 0 when it is only a part
    """

    game: str
    last: int
    unwinnable: int | None
    named: frozenset[int] = frozenset()
    complete: int = 0

    def cut(self, last: int) -> Range:
        """The same for the deals 1 to `last` alone."""
        if last >= self.last:
            return self
        named = frozenset(number for number in self.named if number <= last)
        known = len(named) if last <= self.complete else None
        return Range(self.game, last, known, named, min(self.complete, last))

    def deviations(self, unwinnable: frozenset[int], undecided: int) -> list[str]:
        """What of the verdicts found is not as it is known."""
        found = []
        if undecided:
            found.append(f"{undecided} undecided")
        if self.unwinnable is not None and len(unwinnable) != self.unwinnable:
            found.append(f"{len(unwinnable)} unwinnable where {self.unwinnable} are known")
        named = {number for number in unwinnable if number <= self.complete} | (
            unwinnable & self.named
        )
        if named != self.named:
            wrong = " ".join(map(str, sorted(named ^ self.named)))
            found.append(f"the verdict differs for deals {wrong}")
        return found


RANGES = (
    Range("freecell", 32000, 1, frozenset({11982}), 32000),
    Range("eight-off", 20000, 30, frozenset({465, 644}), 1000),
    Range("seahaven", 1000, 99),
    Range("bakers-game", 1000, 234),
    Range("bakers-game-kings", 1000, 674),
)


@cache
def solver_of(game: str) -> choose.Solver:
    """The solver of this process for a game."""
    return choose.Solver(catalogue.find(game))


def decide(game: str, first: int, end: int) -> tuple[list[int], int]:
    """Decide deals `first` to `end` - 1; return the unwinnable ones and the count of undecided."""
    orders = Series(NUMBERED, first).orders(0, end - first, end - first)
    verdicts = solver_of(game).solve_many(orders, with_lines=False).verdicts
    unwinnable = (np.flatnonzero(verdicts == UNWINNABLE) + first).tolist()
    return unwinnable, int((verdicts == GAVE_UP).sum())


def run(known: Range, jobs: int) -> tuple[frozenset[int], int]:
    """Decide all deals of a range, with a progress bar; return as `decide`."""
    unwinnable: set[int] = set()
    undecided = 0
    firsts = deque(range(1, known.last + 1, CHUNK))
    tasks: deque[tuple[int, Future[tuple[list[int], int]]]] = deque()
    with progress_bar() as bar, workers(jobs) as executor:
        task = bar.add_task(known.game, total=known.last)
        while firsts or tasks:
            while firsts and len(tasks) < 2 * jobs:
                first = firsts.popleft()
                end = min(first + CHUNK, known.last + 1)
                tasks.append((end - first, executor.submit(decide, known.game, first, end)))
            count, future = tasks.popleft()
            more, open_ones = future.result()
            unwinnable.update(more)
            undecided += open_ones
            bar.update(task, advance=count, note=f"{len(unwinnable)} unwinnable")
    return frozenset(unwinnable), undecided


def main() -> int:
    """Decide every range; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--deals", type=int, metavar="N", help="only deals 1 to N of each game")
    parser.add_argument("--jobs", type=int, default=cores(), help="processes, else all cores")
    arguments = parser.parse_args()
    if (arguments.deals is not None and arguments.deals < 1) or arguments.jobs < 1:
        parser.error("at least one deal and one process")
    status = 0
    for whole in RANGES:
        known = whole.cut(arguments.deals) if arguments.deals else whole
        unwinnable, undecided = run(known, arguments.jobs)
        deviations = known.deviations(unwinnable, undecided)
        verdict = "DIFFERS: " + "; ".join(deviations) if deviations else "as known"
        if known.unwinnable is None and not deviations:
            verdict = "nothing known contradicts"
        print(
            f"{known.game} 1-{known.last}: {known.last - len(unwinnable) - undecided} won,"
            f" {len(unwinnable)} proved unwinnable, {undecided} undecided: {verdict}",
            flush=True,
        )
        status |= bool(deviations)
    return status


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except UserError as error:
        sys.exit(f"verdicts: {error}")
