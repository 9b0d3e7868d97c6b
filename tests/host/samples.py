"""What the simulator's tests run on the board: the sample program in fixtures/."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import pytest
import serial
from eightoff_host import boardfiles
from eightoff_host.simulator import Simulator, process

SAMPLE = Path(__file__).resolve().parent / "fixtures" / "sample_game.py"


def sample_files(program: Path = SAMPLE) -> dict[PurePosixPath, Path]:
    """The simulator's files with another program in place of the game's start."""
    return {**boardfiles.manifest("simulator"), PurePosixPath("main.py"): program}


def interpreter(name: str) -> process.Interpreter:
    """The interpreter of this name, "micropython" or "cpython"; skips where there is none."""
    if name == "cpython":
        return process.this_python()
    found = process.find_interpreter("128k")
    if not found.is_micropython:
        pytest.skip("no MicroPython here: neither beside the Python in use nor on the PATH")
    return found


@contextmanager
def line_to(simulator: Simulator) -> Iterator[serial.Serial]:
    """The PC's end of the serial line."""
    with serial.serial_for_url(simulator.port, timeout=10) as port:
        yield port


def ask(port: serial.Serial, question: str) -> str:
    """Send a line to the sample program and return its answer."""
    port.write(question.encode() + b"\n")
    return bytes(port.readline()).decode().rstrip("\n")
