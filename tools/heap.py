"""Print the smallest MicroPython heap in which a scripted game runs: `python tools/heap.py`.

The script: two packs are pushed, a deal of one is played to the end by keys alone with undo, redo,
hint and restart on the way, the board is killed in mid-game and goes on, and the result is synced.
Each heap is tried in a fresh process; the figure is the smallest of which no larger one fails.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from eightoff import catalogue
from eightoff_host import packfile, packs
from eightoff_host.board import Board
from eightoff_host.boards import sync
from eightoff_host.records import Records
from eightoff_host.simulator import DeviceError, Key, Simulator
from eightoff_host.simulator.autopilot import SETTLE_MS, Autopilot
from eightoff_host.simulator.process import LONG_MS, find_interpreter
from eightoff_host.workers import workers
from rich.console import Console
from rich.table import Table

GAMES = ("eight-off", "seahaven", "freecell")
STEP = 2  # KiB
LARGEST = 256


def push(simulator: Simulator, file: Path) -> None:
    """Bring a pack to the board under its file's name."""
    content = file.read_bytes()
    with packfile.opened(file) as reader, Board(simulator.port) as board:
        board.push(file.stem, content, reader.crc, lambda done, total: None)


def visit_menu(simulator: Simulator, line: int) -> None:
    """Open the menu and choose a line of it."""
    simulator.tap(Key.A, LONG_MS)
    for _ in range(line):
        simulator.tap(Key.DOWN)
    simulator.tap(Key.A)


def evening(folder: Path, file: Path, other: Path, heap: int) -> None:
    """Play the script in a heap of so many KiB. DeviceError when it does not fit."""
    with Simulator(folder, heap=f"{heap}k", virtual=True) as simulator:
        push(simulator, file)
        push(simulator, other)
        autopilot = Autopilot(simulator, file.stem)
        line = packfile.line_of(file, autopilot.start())
        autopilot.follow(line, 15)
        visit_menu(simulator, 1)  # undo
        visit_menu(simulator, 2)  # redo
        visit_menu(simulator, 0)  # hint
        simulator.tap(Key.B)
        simulator.advance(SETTLE_MS)
        simulator.kill()
        simulator.start()
        autopilot = Autopilot(simulator, file.stem)
        autopilot.resume()
        autopilot.follow(line)
        simulator.advance(SETTLE_MS)
        with Board(simulator.port) as board, Records(folder / "records.sqlite") as records:
            new = sync(board, records, lambda done, total: None).new
        simulator.wait_until_idle()
    if [(result.won, result.moves) for result in new] != [(True, len(line))]:
        raise RuntimeError(f"the script ended with {new} where one win was due")


def fits(file: Path, other: Path, heap: int) -> bool:
    """Whether the script runs in a heap of so many KiB."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            evening(Path(folder), file, other, heap)
        except DeviceError as error:
            if "MemoryError" in error.report:
                return False
            raise
        except Exception:
            # The PC may notice first that the board is gone; the board's own report tells why.
            if "MemoryError" in (Path(folder) / "stderr.txt").read_text(errors="replace"):
                return False
            raise
    return True


def smallest(file: Path, other: Path) -> int:
    """The smallest heap in KiB from which on down to it every one is enough."""
    heap = LARGEST
    if not fits(file, other, heap):
        raise RuntimeError(f"the script does not run in {heap} KiB")
    step = 32
    while step >= STEP:
        while fits(file, other, heap - step):
            heap -= step
        step //= 2
    return heap


def main() -> int:
    """Measure, print a table and, with --json FILE, write the figures there."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    arguments = parser.parse_args()
    if not find_interpreter().is_micropython:
        print("skipped: there is no MicroPython for this machine")
        return 0
    figures = {}
    table = Table("game", "smallest heap, KiB", box=None)
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder) / f"{name}.pack" for name in GAMES}
        for name, file in files.items():
            game = catalogue.find(name)
            with workers(1) as executor:
                made = packs.make(game, range(1, 20), count=3, executor=executor)
            packfile.write(file, name, game, [proof.entry() for proof in made.proofs])
        for name, file in files.items():
            other = files["seahaven" if name != "seahaven" else "eight-off"]
            figures[name] = smallest(file, other)
            table.add_row(name, str(figures[name]))
    console = Console()
    console.print("64-bit MicroPython, from source, whole scripted game:")
    console.print(table)
    if arguments.json:
        flat = {f"heap.script.{name}.64bit.source.kib": kib for name, kib in figures.items()}
        flat["heap.script.64bit.source.kib"] = max(figures.values())
        arguments.json.write_text(json.dumps(flat, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
