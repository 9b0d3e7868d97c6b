"""Time what a user waits for: `make timing`. Whole commands, from the shell to their end.

A first pack is made with an empty cache of compiled code; everything else is the median of RUNS.
The board is simulated, at the other end of a pseudo-terminal.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from eightoff import records
from eightoff.journal import Journal
from eightoff.store import Store
from eightoff_host import packfile
from eightoff_host.simulator import Simulator
from eightoff_host.workers import cores

COMMAND = Path(sys.executable).with_name("eightoff")
GAMES = ("eight-off", "seahaven", "freecell", "penguin")
DEALS = 200
RESULTS = 50
RUNS = 3

Figures = dict[str, float]


def timed(*words: str | Path, **environment: str) -> tuple[float, float]:
    """Run the command `eightoff` with these words; return seconds by the clock and of processor."""
    before = os.times()
    subprocess.run(
        [COMMAND, *words],
        env={**os.environ, **environment},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    after = os.times()
    used = after.children_user + after.children_system
    used -= before.children_user + before.children_system
    return after.elapsed - before.elapsed, used


def figures_of(name: str, runs: Iterable[tuple[float, float]]) -> Figures:
    """Return the medians of the clock and of the processor, under names that begin with `name`."""
    clock, processor = zip(*runs, strict=True)
    return {
        f"timing.{name}.seconds": statistics.median(clock),
        f"timing.{name}.cpu_seconds": statistics.median(processor),
    }


def time_packs(folder: Path) -> Figures:
    """Make a pack of each game, for the first time and again. The packs stay in the folder."""
    figures = {}
    for game in GAMES:
        words = ("pack", "make", game, "--count", str(DEALS), "--out", folder / f"{game}.pack")
        cache = str(folder / f"cache-{game}")
        first, *later = [timed(*words, NUMBA_CACHE_DIR=cache) for _ in range(1 + RUNS)]
        figures |= figures_of(f"pack.{game}.first", [first]) | figures_of(f"pack.{game}", later)
    return figures


def time_board(folder: Path) -> Figures:
    """Push a pack, and sync a board's results, each time into a new database."""
    pack = folder / f"{GAMES[0]}.pack"
    give_up(folder / "board" / "board" / "data", pack)
    with Simulator(folder / "board") as simulator:
        port = ("--port", simulator.port)
        pushes = [timed("push", pack, "--name", f"pack-{run}", *port) for run in range(RUNS)]
        syncs = [timed("sync", "--database", folder / f"{run}.db", *port) for run in range(RUNS)]
    return figures_of("push", pushes) | figures_of("sync", syncs)


def give_up(data: Path, pack: Path) -> None:
    """Write the journal of a board on which RESULTS deals of the pack were given up."""
    data.parent.mkdir(parents=True)
    journal = Journal(Store(str(data), lambda: 1 << 30), lambda buffer: None)
    journal.open()
    with packfile.opened(pack) as reader:
        for index in range(RESULTS):
            reader.entry(index)
            journal.attempt.take(reader)
            journal.start()
            journal.finish(records.GIVEN_UP)


def print_table(figures: Figures) -> None:
    """Print the figures as the table of the README."""

    def row(what: str, name: str, digits: int) -> None:
        parts = [figures[f"timing.{name}.{unit}"] for unit in ("seconds", "cpu_seconds")]
        print(f"| {what} | " + " | ".join(f"{part:.{digits}f} s" for part in parts) + " |")

    load = os.getloadavg()[2]
    machine = f"{platform.system()} {platform.machine()}, {cores()} cores"
    print(f"{machine}, {date.today()}, load {load:.1f}\n")
    print("| what | by the clock | of processor |")
    print("|---|---:|---:|")
    for game in GAMES:
        row(f"prove and write {DEALS} deals of `{game}`", f"pack.{game}", 1)
        row("the same for the first time, compiling", f"pack.{game}.first", 1)
    row(f"push {DEALS} deals", "push", 2)
    row(f"sync {RESULTS} results", "sync", 2)


def main() -> None:
    """Measure, print, and write the figures to the file of --json."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    target = parser.parse_args().json
    with TemporaryDirectory() as name:
        folder = Path(name)
        figures = time_packs(folder) | time_board(folder)
    print_table(figures)
    if target:
        rounded = {name: round(value, 3) for name, value in figures.items()}
        target.write_text(json.dumps(rounded, indent=2) + "\n")


if __name__ == "__main__":
    main()
