"""Our solvers and fc-solve on the same deals, side by side: `make bench`.

Each has a process of its own; the two take turns, a chunk of deals at a time, so that whatever
else the machine does meets both. CPU time, after compilation. fc-solve is Debian's library (see
`fc_solve`); without it our figures stand alone.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import platform
import statistics
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
from eightoff import catalogue
from eightoff_host import boardtext
from eightoff_host.sampling import NUMBERED, Series
from eightoff_host.solver import choose, lines
from eightoff_host.solver.verdict import GAVE_UP, UNWINNABLE, WON, Verdict
from eightoff_host.workers import cores
from fc_solve import FcSolve, FcSolveError

DEALS = 1000
CHUNK = 100
REPLAYED = 25  # of so many deals one is replayed by the engine
WARM_UP = range(1_000_001, 1_000_011)  # deals that are never measured
SHOWN = 8  # deals in a list of them

Figures = dict[str, float]


@dataclass(frozen=True)
class Match:
    """One row: a game, our option, and how fc-solve is called."""

    name: str
    game: str
    options: str
    short: bool = False


MATCHES = (
    Match("eight-off", "eight-off", "-g eight_off -l eo"),
    Match("seahaven", "seahaven", "-g seahaven -l eo"),
    Match("bakers-game", "bakers-game", "-g bakers_game --method soft-dfs -to 01ABCDE"),
    Match("freecell", "freecell", "-g freecell -l lg"),
    Match("eight-off-short", "eight-off", "-g eight_off -l mfi", short=True),
)


@dataclass
class Side:
    """What one solver did, a value for each deal.

    total     CPU seconds for all deals
    seconds   CPU seconds of each
    verdicts  what was said about each
    moves     the moves of each line, 0 without one
    """

    total: float = 0.0
    seconds: list[float] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)

    def add(self, more: Side) -> None:
        """Append another chunk."""
        self.total += more.total
        self.seconds += more.seconds
        self.verdicts += more.verdicts
        self.moves += more.moves

    def figures(self, prefix: str) -> Figures:
        """The figures by their names in the file of --json, times in milliseconds."""
        won = [moves for moves in self.moves if moves]
        return {
            f"{prefix}.mean_ms": 1e3 * self.total / len(self.seconds),
            f"{prefix}.median_ms": 1e3 * statistics.median(self.seconds),
            f"{prefix}.p99_ms": 1e3 * float(np.percentile(self.seconds, 99)),
            f"{prefix}.moves": statistics.median(won) if won else 0,
            f"{prefix}.won": self.verdicts.count(WON),
            f"{prefix}.unwinnable": self.verdicts.count(UNWINNABLE),
            f"{prefix}.gave_up": self.verdicts.count(GAVE_UP),
        }


def orders_of(numbers: range) -> npt.NDArray[np.uint8]:
    """The deals of these numbers in a row, uint8[n, 52]."""
    return Series(NUMBERED, numbers.start).orders(0, len(numbers), len(numbers))


@cache
def our_solver(match: Match) -> choose.Solver:
    """The solver of this process for a row."""
    return choose.Solver(catalogue.find(match.game), short=match.short)


def run_ours(match: Match, numbers: range) -> Side:
    """Solve a chunk of deals with our solver: all at once, then one by one.

    RuntimeError when a line that is replayed does not win.
    """
    solver = our_solver(match)
    orders = orders_of(numbers)
    side = Side()
    # Compiles at first, and later brings back into the processor's caches what the other side's
    # turn drove out.
    solver.solve_many(orders_of(WARM_UP))
    start = time.process_time()
    batch = solver.solve_many(orders)
    side.total = time.process_time() - start
    for index in range(len(orders)):
        one = orders[index : index + 1]
        start = time.process_time()
        solver.solve_many(one)
        side.seconds.append(time.process_time() - start)
    side.verdicts = [Verdict(int(verdict)) for verdict in batch.verdicts]
    side.moves = np.diff(batch.ends).tolist()
    for index in range(0, len(orders), REPLAYED):
        if side.verdicts[index] == WON and not lines.wins(
            solver.variant, orders[index].tobytes(), batch.line(index)
        ):
            raise RuntimeError(f"{match.name}, deal {numbers[index]}: the line does not win")
    return side


@cache
def their_solver(match: Match) -> FcSolve:
    """fc-solve in this process for a row. FcSolveError when it is not to be had."""
    return FcSolve(match.options.split())


def board_of(match: Match, number: int) -> bytes:
    """A deal as fc-solve reads it."""
    order = orders_of(range(number, number + 1))[0].tobytes()
    return (boardtext.format_board(order, catalogue.find(match.game)) + "\n").encode()


def run_theirs(match: Match, numbers: range) -> Side:
    """Solve a chunk of deals with fc-solve, one by one, as it has no other way."""
    solver = their_solver(match)
    side = Side()
    for number in WARM_UP:
        solver.solve(board_of(match, number))
    for number in numbers:
        board = board_of(match, number)
        start = time.process_time()
        verdict, moves = solver.solve(board)
        side.seconds.append(time.process_time() - start)
        side.verdicts.append(verdict)
        side.moves.append(moves)
    side.total = sum(side.seconds)
    return side


def run(match: Match, deals: int) -> tuple[Side, Side | None]:
    """Run a row, both sides in turns. The second is None, with a message, without fc-solve."""
    context = multiprocessing.get_context("spawn")
    ours = Side()
    theirs: Side | None = Side()
    with ProcessPoolExecutor(1, context) as us, ProcessPoolExecutor(1, context) as them:
        for first in range(1, deals + 1, CHUNK):
            numbers = range(first, min(first + CHUNK, deals + 1))
            ours.add(us.submit(run_ours, match, numbers).result())
            if theirs is None:
                continue
            try:
                theirs.add(them.submit(run_theirs, match, numbers).result())
            except FcSolveError as error:
                print(f"{match.name}: skipped fc-solve: {error}", file=sys.stderr)
                theirs = None
    return ours, theirs


def conflicts(match: Match, ours: Side, theirs: Side) -> list[str]:
    """Lines that name the deals which one side wins and the other calls unwinnable."""
    found = []
    pairs = list(zip(ours.verdicts, theirs.verdicts, strict=True))
    for pair, text in (
        ((WON, UNWINNABLE), "we win, fc-solve calls unwinnable"),
        ((UNWINNABLE, WON), "fc-solve wins, we call unwinnable"),
    ):
        deals = [number for number, said in enumerate(pairs, 1) if said == pair]
        if deals:
            shown = " ".join(map(str, deals[:SHOWN])) + (" ..." if len(deals) > SHOWN else "")
            found.append(f"{match.name}: {text}: {len(deals)} deals: {shown}")
    return found


def print_table(figures: Figures, names: Sequence[str], deals: int) -> None:
    """Print the figures as the table of the README."""
    load = os.getloadavg()[2]
    print(
        f"{platform.system()} {platform.machine()}, {cores()} cores, load {load:.1f},"
        f" {date.today()}; `ms` deals 1-{deals}, CPU milliseconds a deal\n"
    )
    print("| game | solver | mean | median | p99 | moves | won | unwinnable | gave up | ratio |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for name in names:
        for side in ("ours", "theirs"):
            at = f"bench.{name}.{side}"
            if f"{at}.won" not in figures:
                continue
            times = (f"{figures[f'{at}.{time}_ms']:.3g}" for time in ("mean", "median", "p99"))
            counts = (
                f"{figures[f'{at}.{what}']:g}" for what in ("moves", "won", "unwinnable", "gave_up")
            )
            ratio = f"{figures[f'bench.{name}.ratio']:.3g}" if side == "theirs" else ""
            solver = "ours" if side == "ours" else "fc-solve"
            print("| " + " | ".join([f"`{name}`", solver, *times, *counts, ratio]) + " |")
    print(
        "\nOurs: moves included, after compilation; the mean is of calls with"
        f" {CHUNK} deals, median and p99 are of calls with one, which cost some microseconds"
        " more. fc-solve: one deal a call, parsing the board and freeing its memory included."
        " moves: median of the lines. ratio: of the means."
    )


def main() -> None:
    """Measure, print, and write the figures to the file of --json."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    parser.add_argument("--deals", type=int, default=DEALS, help=f"how many, else {DEALS}")
    parser.add_argument("names", nargs="*", metavar="GAME", help="only these rows")
    arguments = parser.parse_args()
    known = [match.name for match in MATCHES]
    for name in arguments.names:
        if name not in known:
            parser.error(f"no row {name}: {', '.join(known)}")
    if arguments.deals < 1:
        parser.error("at least one deal")
    figures: Figures = {}
    notes = []
    for match in MATCHES:
        if arguments.names and match.name not in arguments.names:
            continue
        ours, theirs = run(match, arguments.deals)
        figures |= ours.figures(f"bench.{match.name}.ours")
        if theirs:
            figures |= theirs.figures(f"bench.{match.name}.theirs")
            figures[f"bench.{match.name}.ratio"] = theirs.total / ours.total
            notes += conflicts(match, ours, theirs)
    print_table(figures, known, arguments.deals)
    for note in notes:
        print(note)
    if arguments.json:
        rounded = {name: round(value, 5) for name, value in figures.items()}
        arguments.json.write_text(json.dumps(rounded, indent=2) + "\n")


if __name__ == "__main__":
    main()
