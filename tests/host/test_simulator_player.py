"""Playing in a terminal: keys, drawing, resizing, and a terminal that is always put back."""

from __future__ import annotations

import fcntl
import os
import signal
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from eightoff_host.errors import UserError
from eightoff_host.simulator import Key, Simulator, player
from eightoff_host.simulator.player import KEYS, Fingers, Press, split_keys
from eightoff_host.simulator.process import LONG_MS, TAP_MS

PROGRAM = Path(__file__).resolve().parent / "fixtures" / "play_sample.py"
LEAVE = "\x1b[0m\x1b[2J\x1b[?25h\x1b[?1049l"
TAP, PAUSE = TAP_MS / 1000, TAP_MS / 1000


def test_keys_are_split() -> None:
    assert split_keys("ab\r") == (["a", "b", "\r"], "")
    assert split_keys("\x1b[Aq\x1bOD") == (["\x1b[A", "q", "\x1bOD"], "")
    assert split_keys("\x1b[1;2C\x1b[15~x") == (["\x1b[1;2C", "\x1b[15~", "x"], "")
    assert split_keys("a\x1b") == (["a"], "\x1b")
    assert split_keys("\x1b[1;") == ([], "\x1b[1;")
    assert split_keys("\x1bO") == ([], "\x1bO")
    assert split_keys("\x1bx") == (["\x1b", "x"], "")


def test_every_key_can_be_reached_short_and_long() -> None:
    presses = set(KEYS.values())
    long_ones = (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT, Key.A, Key.B)
    assert presses == {Press(key, ms) for key in long_ones for ms in (TAP_MS, LONG_MS)}
    assert KEYS["\x1b[A"] == Press(Key.UP)
    assert KEYS["\x1b[B"] == Press(Key.DOWN)
    assert KEYS["\x1b[C"] == Press(Key.RIGHT)
    assert KEYS["\x1bOD"] == Press(Key.LEFT)
    assert KEYS["\x1b[1;2D"] == Press(Key.LEFT, LONG_MS)
    assert KEYS["\r"] == KEYS["a"] == Press(Key.A)
    assert KEYS["\x7f"] == KEYS["\x1b"] == Press(Key.B)
    assert KEYS["m"] == Press(Key.A, LONG_MS)


def test_a_press_is_held_and_let_go() -> None:
    fingers = Fingers()
    assert fingers.at(10.0) == Key(0)
    fingers.add(Press(Key.A))
    assert fingers.at(10.0) == Key.A
    assert fingers.at(10.0 + TAP * 0.9) == Key.A
    assert 0 < fingers.wait(10.0 + TAP * 0.9) < TAP * 0.11
    assert fingers.at(10.0 + TAP) == Key(0)
    assert fingers.at(20.0) == Key(0)


def test_two_presses_have_a_pause_between() -> None:
    fingers = Fingers()
    fingers.add(Press(Key.A))
    fingers.add(Press(Key.A, LONG_MS))
    assert fingers.at(0.0) == Key.A
    released = TAP + 0.001
    assert fingers.at(released) == Key(0)
    assert fingers.at(released + PAUSE * 0.9) == Key(0)
    pressed = released + PAUSE
    assert fingers.at(pressed) == Key.A
    assert fingers.at(pressed + LONG_MS / 1000 * 0.9) == Key.A
    assert fingers.at(pressed + LONG_MS / 1000) == Key(0)


def test_a_held_arrow_does_not_run_on() -> None:
    fingers = Fingers()
    for _ in range(50):
        fingers.add(Press(Key.LEFT))
    fingers.add(Press(Key.A))
    seen = [key for t in range(2000) if (key := fingers.at(t / 100))]
    assert seen.count(Key.A) > 0
    presses = sum(a != b for a, b in zip([Key(0), *seen], seen, strict=False))
    assert presses == 2
    assert seen.count(Key.LEFT) <= 4 * 7


class Terminal:
    """A terminal of a given size with the sample program in it."""

    def __init__(self, folder: Path, columns: int, rows: int, *arguments: str) -> None:
        self.master, self.slave = os.openpty()
        self.resize(columns, rows)
        self.before = termios.tcgetattr(self.slave)
        self.text = ""
        self._changed = threading.Condition()
        environment = {**os.environ, "TERM": "xterm-256color"}
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [sys.executable, str(PROGRAM), str(folder), *arguments],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=environment,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        while content := os.read(self.master, 65536):
            if content == b"\0":
                return
            with self._changed:
                self.text += content.decode(errors="replace")
                self._changed.notify_all()

    def wait_for(self, condition: Callable[[str], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: condition(self.text), 20), self.text[-2000:]

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def end(self) -> int:
        """Wait for the program's end; return its status. The terminal must be as before."""
        status = self.process.wait(20)
        assert termios.tcgetattr(self.slave) == self.before
        self.wait_for(lambda text: LEAVE in text)
        return status

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.write(self.slave, b"\0")
        self._reader.join(20)
        os.close(self.slave)
        os.close(self.master)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def open_one(columns: int, rows: int, *arguments: str) -> Terminal:
        opened.append(Terminal(tmp_path / "sim", columns, rows, *arguments))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


def test_plays_until_q(terminal: Callable[..., Terminal]) -> None:
    shown = terminal(80, 24)
    shown.wait_for(lambda text: player.HELP in text and "status line" in text)
    assert shown.text.startswith("\x1b[?1049h\x1b[?25l")
    assert "⡤⠤⠤⢤" in shown.text
    shown.type("a")
    shown.wait_for(lambda text: "⡇" in text.split("status line")[1])
    shown.type("\x1b[C\x1b")
    shown.wait_for(lambda text: "⣿⡇" in text.split("status line")[1])
    shown.type("q")
    assert shown.end() == 0
    shown.wait_for(lambda text: "presses 3" in text.split(LEAVE)[1])


def test_control_c_quits(terminal: Callable[..., Terminal]) -> None:
    shown = terminal(80, 24)
    shown.wait_for(lambda text: player.HELP in text)
    shown.type("\x03")
    assert shown.end() == 0


def test_follows_the_size_of_the_window(terminal: Callable[..., Terminal]) -> None:
    shown = terminal(40, 10)
    shown.wait_for(lambda text: "Make this window larger: 64 x 17" in text)
    shown.resize(80, 24)
    shown.wait_for(lambda text: "⡤⠤⠤⢤" in text)
    shown.resize(140, 40)
    shown.wait_for(lambda text: "█▀▀▀▀▀▀█" in text)
    shown.type("q")
    assert shown.end() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_signal_puts_the_terminal_back(
    terminal: Callable[..., Terminal], number: signal.Signals
) -> None:
    shown = terminal(80, 24)
    shown.wait_for(lambda text: player.HELP in text)
    shown.process.send_signal(number)
    assert shown.end() != 0
    assert "presses 0" not in shown.text


def test_crash_of_the_game_puts_the_terminal_back(terminal: Callable[..., Terminal]) -> None:
    shown = terminal(80, 24, "crash")
    assert shown.end() == 1
    shown.wait_for(lambda text: "DeviceError" in text.split(LEAVE)[1])


def test_without_a_terminal_it_says_so(tmp_path: Path) -> None:
    simulator = Simulator(tmp_path / "sim")
    read, write = os.pipe()
    try:
        with pytest.raises(UserError, match="needs a terminal"):
            player.play(simulator, keyboard=read, screen=write)
    finally:
        os.close(read)
        os.close(write)
