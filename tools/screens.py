"""Draw the pictures of the documents: `make screens`, or `python tools/screens.py [FOLDER]`.

The game runs on the simulated board, a script presses its keys, and what the glass shows is saved
as PNG files to docs/images, or to FOLDER. The clock is virtual and the packs in tools/screens/ are
kept, lines and all, so the pictures change only when the screens do. The packs are what
`eightoff pack make GAME --count 12 --out tools/screens/GAME.pack` once wrote.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from eightoff_host import packfile
from eightoff_host.board import Board
from eightoff_host.cli.boards import read_pack
from eightoff_host.simulator import Key, Simulator, render
from eightoff_host.simulator.autopilot import SETTLE_MS, Autopilot
from eightoff_host.simulator.process import LONG_MS
from eightoff_host.simulator.ssd1306 import Picture

ROOT = Path(__file__).resolve().parent.parent
PACKS = ROOT / "tools" / "screens"
OUTPUT = ROOT / "docs" / "images"

SCALE = 4
MARGIN = 2
PAUSE_MS = 3000  # after which the automatic moves are over

Shot = tuple[str, Picture]
"""The name of a picture and what the glass showed."""


def shots(folder: Path) -> Iterator[Shot]:
    """Yield every picture; the simulated boards are kept in `folder`, which is to be empty."""
    yield from _an_evening(folder / "evening")
    for game, moves in (("seahaven", 12), ("freecell", 24), ("penguin", 16)):
        yield game, _a_game(folder / game, game, moves)


def draw(output: Path) -> None:
    """Save every picture to a folder, which is made when it is not there."""
    output.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        for name, picture in shots(Path(folder)):
            render.save(picture, output / f"{name}.png", SCALE, margin=MARGIN)


@contextmanager
def _board(folder: Path, *games: str) -> Iterator[Simulator]:
    # A board that holds the packs of these games and shows its list of packs.
    with Simulator(folder, virtual=True, date=0) as simulator:
        with Board(simulator.port) as board:
            for game in games:
                content, crc, _ = read_pack(PACKS / f"{game}.pack")
                board.push(game, content, crc, lambda done, total: None)
        simulator.advance(SETTLE_MS)
        yield simulator


def _an_evening(folder: Path) -> Iterator[Shot]:
    with _board(folder, "eight-off", "freecell", "penguin", "seahaven") as simulator:
        pilot = Autopilot(simulator, "eight-off")
        line = _line("eight-off", pilot.start())
        yield "deal", simulator.picture()
        pilot.follow(line)
        simulator.advance(SETTLE_MS)
        yield "won", simulator.picture()
        pilot.start()
        line = _line("eight-off", pilot.start())
        pilot.follow(line, 10)
        simulator.advance(PAUSE_MS)
        yield "board", simulator.picture()
        simulator.tap(Key.A)
        yield "target", simulator.picture()
        simulator.tap(Key.B)
        simulator.tap(Key.A, LONG_MS)
        yield "menu", simulator.picture()
        simulator.tap(Key.UP)
        simulator.tap(Key.A)
        yield "deals", simulator.picture()
        simulator.tap(Key.B)
        yield "packs", simulator.picture()


def _a_game(folder: Path, game: str, moves: int) -> Picture:
    with _board(folder, game) as simulator:
        pilot = Autopilot(simulator, game)
        line = _line(game, pilot.start())
        pilot.follow(line, moves)
        simulator.advance(PAUSE_MS)
        return simulator.picture()


def _line(game: str, index: int) -> list[int]:
    return packfile.line_of(PACKS / f"{game}.pack", index)


if __name__ == "__main__":
    draw(Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT)
