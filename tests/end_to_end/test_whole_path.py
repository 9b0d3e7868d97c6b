"""From a proved pack to the row in SQLite, through real commands, a real line and key presses."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from eightoff_host import packfile
from eightoff_host.simulator import Simulator
from eightoff_host.simulator.autopilot import SETTLE_MS, Autopilot
from eightoff_host.simulator.process import find_interpreter

GAMES = ("eight-off", "seahaven", "freecell")
HEAP = "128k"
DEALS = 3
BATCH_MS = 3500  # after this long without a key every move is on the flash

pytestmark = pytest.mark.skipif(
    not find_interpreter().is_micropython,
    reason="no MicroPython for this machine: the whole path is tested on it alone",
)


def eightoff(*words: str | Path) -> str:
    """Run the installed command; return what it prints."""
    command = [str(Path(sys.executable).with_name("eightoff")), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def rows(database: Path) -> list[sqlite3.Row]:
    """All results in the records."""
    with sqlite3.connect(database) as connection:
        connection.row_factory = sqlite3.Row
        return connection.execute("select * from results order by sequence").fetchall()


@pytest.fixture(scope="module", params=GAMES)
def pack(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack of the game, made by the command."""
    file = tmp_path_factory.mktemp("packs") / f"{request.param}.pack"
    eightoff("pack", "make", request.param, "--count", DEALS, "--out", file)
    return file


@pytest.fixture
def board(pack: Path, tmp_path: Path) -> Iterator[Simulator]:
    """A board with the pack on it, in the heap that the README promises."""
    with Simulator(tmp_path / "board", heap=HEAP, virtual=True) as simulator:
        eightoff("push", pack, "--port", simulator.port)
        yield simulator


def sync(board: Simulator, tmp_path: Path) -> list[sqlite3.Row]:
    database = tmp_path / "records.sqlite"
    board.advance(SETTLE_MS)
    eightoff("sync", "--port", board.port, "--database", database)
    return rows(database)


def expect_win(found: list[sqlite3.Row], pack: Path, index: int) -> None:
    """The one row says that this deal was won in as many moves as its line has."""
    entry = packfile.read(pack)[2][index]
    assert len(found) == 1
    row = found[0]
    assert (row["game"], row["deal"]) == (pack.stem, f"ms:{entry.deal}")
    assert (row["won"], row["moves"], row["par"]) == (1, entry.par, entry.par)
    assert (row["sequence"], row["undos"], row["hints"]) == (1, 0, 0)
    assert row["difficulty"] == entry.difficulty


def test_line_played_by_keys_is_the_one_row(board: Simulator, pack: Path, tmp_path: Path) -> None:
    autopilot = Autopilot(board, pack.stem)
    index = autopilot.start()
    autopilot.follow(packfile.line_of(pack, index))
    expect_win(sync(board, tmp_path), pack, index)
    expect_win(sync(board, tmp_path), pack, index)  # a second sync changes nothing


def test_killed_board_goes_on_where_it_was(board: Simulator, pack: Path, tmp_path: Path) -> None:
    autopilot = Autopilot(board, pack.stem)
    index = autopilot.start()
    line = packfile.line_of(pack, index)
    autopilot.follow(line, 20)
    board.advance(BATCH_MS)
    before = bytes(autopilot.game.cards), bytes(autopilot.game.size), autopilot.game.played
    board.kill()
    board.start()
    again = Autopilot(board, pack.stem)
    assert again.resume() == index
    assert (bytes(again.game.size), again.game.played) == before[1:]
    again.follow(line)
    expect_win(sync(board, tmp_path), pack, index)


def test_board_killed_between_batches_loses_moves_but_no_game(
    board: Simulator, pack: Path, tmp_path: Path
) -> None:
    autopilot = Autopilot(board, pack.stem)
    index = autopilot.start()
    line = packfile.line_of(pack, index)
    board.advance(BATCH_MS)
    autopilot.follow(line, 25)
    board.kill()
    board.start()
    again = Autopilot(board, pack.stem)
    assert again.resume() == index
    assert 0 < again.game.played < autopilot.game.played
    again.follow(line)
    expect_win(sync(board, tmp_path), pack, index)


def test_result_waits_for_a_sync_through_a_power_cut(
    board: Simulator, pack: Path, tmp_path: Path
) -> None:
    autopilot = Autopilot(board, pack.stem)
    index = autopilot.start()
    autopilot.follow(packfile.line_of(pack, index))
    board.advance(SETTLE_MS)
    board.kill()
    board.start()
    expect_win(sync(board, tmp_path), pack, index)
