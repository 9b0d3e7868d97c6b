"""Playing in a terminal: the keyboard works the board's keys, the screen is drawn as text."""

from __future__ import annotations

import os
import select
import signal
import sys
import termios
import time
import tty
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from eightoff_host.errors import UserError
from eightoff_host.simulator import terminal
from eightoff_host.simulator.process import LONG_MS, TAP_MS, Key, Simulator

HELP = "arrows · Enter or a = A · Backspace or b = B · q = quit"
HELP_MORE = "m = menu (long A) · with Shift, arrows, A and B are long presses"

_FRAME = 0.03  # seconds between two looks at the screen
_ESCAPE = 0.05  # seconds after which an Esc is a key and not the start of an arrow key
_BACKLOG = 3  # repeats of one key that may wait, so that a held arrow stops when let go

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[2J"  # a screen of our own, without a cursor
_LEAVE = "\x1b[0m\x1b[2J\x1b[?25h\x1b[?1049l"
_QUIT_KEYS = frozenset({"q", "Q", "\x03", "\x04"})


@dataclass(frozen=True)
class Press:
    """A key and for how long it is held."""

    key: Key
    milliseconds: int = TAP_MS


def _key_table() -> dict[str, Press]:
    table = {
        "a": Press(Key.A),
        "\r": Press(Key.A),
        "\n": Press(Key.A),
        " ": Press(Key.A),
        "b": Press(Key.B),
        "\x7f": Press(Key.B),
        "\x08": Press(Key.B),
        "\x1b": Press(Key.B),
        "m": Press(Key.A, LONG_MS),
        "A": Press(Key.A, LONG_MS),
        "B": Press(Key.B, LONG_MS),
    }
    for letter, key in zip("ABCD", (Key.UP, Key.DOWN, Key.RIGHT, Key.LEFT), strict=True):
        table[f"\x1b[{letter}"] = table[f"\x1bO{letter}"] = Press(key)
        table[f"\x1b[1;2{letter}"] = Press(key, LONG_MS)
    return table


KEYS = _key_table()
"""What a terminal sends for a key -> what the board's key does."""


def split_keys(text: str) -> tuple[list[str], str]:
    """Split what a terminal sent into keys; return them and the start of an unfinished one."""
    keys: list[str] = []
    while text:
        size = _key_size(text)
        if not size:
            break
        keys.append(text[:size])
        text = text[size:]
    return keys, text


def _key_size(text: str) -> int:
    # Escape sequences: ESC O and one character, or ESC [ parameters and a final 0x40..0x7E.
    if text[0] != "\x1b":
        return 1
    if len(text) == 1:
        return 0
    if text[1] == "O":
        return 3 if len(text) >= 3 else 0
    if text[1] != "[":
        return 1
    for at in range(2, len(text)):
        if "@" <= text[at] <= "~":
            return at + 1
    return 0


class Fingers:
    """The presses that wait, and what is down at a given time.

    A terminal tells when a key goes down and never when it comes up, so every press has its
    length, and a pause before the next.
    """

    def __init__(self) -> None:
        self._waiting: deque[Press] = deque()
        self._down: Press | None = None
        self._until = 0.0

    def add(self, press: Press) -> None:
        """Queue a press. Of one key that repeats, only a few wait."""
        last = list(self._waiting)[-_BACKLOG:]
        if last != [press] * _BACKLOG:
            self._waiting.append(press)

    def at(self, now: float) -> Key:
        """Return the keys that are down at `now` seconds; times never go back."""
        while now >= self._until:
            if self._down:
                self._down = None
                self._until = now + TAP_MS / 1000
            elif self._waiting:
                self._down = self._waiting.popleft()
                self._until = now + self._down.milliseconds / 1000
            else:
                break
        return self._down.key if self._down else Key(0)

    def wait(self, now: float) -> float:
        """Return the seconds until something changes by itself, at most one frame."""
        busy = self._down or self._waiting
        return min(_FRAME, max(0.0, self._until - now)) if busy else _FRAME


class Window:
    """What is drawn on a terminal, and only what differs from the last time."""

    def __init__(self, number: int, *, colour: bool) -> None:
        self._number = number
        self._colour = colour
        self._size = (0, 0)
        self._drawn: list[str] = []
        self._shown: object = None

    def draw(self, simulator: Simulator, status: str) -> None:
        """Show the board's screen with the status line and the keys below it."""
        columns, rows = os.get_terminal_size(self._number)
        shown = (columns, rows, simulator.changes, status)
        if shown == self._shown:
            simulator.check()
            return
        self._shown = shown
        wanted = self._compose(simulator, status, columns, rows)
        output = ""
        if (columns, rows) != self._size:
            self._size = (columns, rows)
            self._drawn = []
            output = "\x1b[0m\x1b[2J"
        for row, line in enumerate(wanted):
            if row >= len(self._drawn) or self._drawn[row] != line:
                output += f"\x1b[{row + 1};1H{line}\x1b[0m\x1b[K"
        if len(wanted) < len(self._drawn):
            output += f"\x1b[{len(wanted) + 1};1H\x1b[J"
        self._drawn = wanted
        write_all(self._number, output)

    def _compose(self, simulator: Simulator, status: str, columns: int, rows: int) -> list[str]:
        below = [line[:columns] for line in (HELP, HELP_MORE, status)]
        style = terminal.fitting(columns, rows - 1)
        if style is None:
            return _too_small(columns, rows)
        picture = terminal.lines(simulator.picture(), style, colour=self._colour)
        indent = " " * ((columns - style.columns) // 2)
        top = max(0, min(1, rows - style.rows - len(below) - 1))
        room = rows - top - style.rows
        spacer = [""] if room > len(below) else []
        return [""] * top + [indent + line for line in picture] + (spacer + below)[:room]


def _too_small(columns: int, rows: int) -> list[str]:
    needed = f"{terminal.BRAILLE.columns} x {terminal.BRAILLE.rows + 1}"
    text = f"Make this window larger: {needed} at least, it is {columns} x {rows}."
    return [text[at : at + columns] for at in range(0, len(text), columns)][:rows]


def play(
    simulator: Simulator,
    *,
    status: Callable[[], str] = lambda: "",
    keyboard: int | None = None,
    screen: int | None = None,
) -> None:
    """Let somebody play until q or Ctrl-C.

    simulator  running in real time
    status     called for every frame: one line of text to show below the keys
    keyboard   the terminal's file number, standard input if None
    screen     likewise, standard output if None

    The terminal is put back however this ends. DeviceError when the game ends by itself;
    UserError when this is no terminal.
    """
    keyboard = sys.stdin.fileno() if keyboard is None else keyboard
    screen = sys.stdout.fileno() if screen is None else screen
    if not (os.isatty(keyboard) and os.isatty(screen)):
        raise UserError("playing needs a terminal: run this in one, without pipes")
    colour = not os.environ.get("NO_COLOR")
    with _raw_terminal(keyboard, screen), _ending_on_signals():
        _loop(simulator, Window(screen, colour=colour), keyboard, status)


def _loop(simulator: Simulator, window: Window, keyboard: int, status: Callable[[], str]) -> None:
    fingers = Fingers()
    down = Key(0)
    unfinished = ""
    since = 0.0
    while True:
        window.draw(simulator, status())
        now = time.monotonic()
        wanted = fingers.at(now)
        if wanted != down:
            simulator.set_keys(wanted)
            down = wanted
        if select.select([keyboard], [], [], fingers.wait(now))[0]:
            content = os.read(keyboard, 1024)
            if not content:
                return
            keys, unfinished = split_keys(unfinished + content.decode(errors="replace"))
            since = time.monotonic()
        elif unfinished and time.monotonic() - since > _ESCAPE:
            keys, unfinished = [unfinished], ""
        else:
            continue
        if not _QUIT_KEYS.isdisjoint(keys):
            return
        for key in keys:
            if key in KEYS:
                fingers.add(KEYS[key])


@contextmanager
def _raw_terminal(keyboard: int, screen: int) -> Iterator[None]:
    before = termios.tcgetattr(keyboard)
    try:
        tty.setraw(keyboard)
        write_all(screen, _ENTER)
        yield
    finally:
        write_all(screen, _LEAVE)
        termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)


@contextmanager
def _ending_on_signals() -> Iterator[None]:
    # A signal that would end the program at once ends it through the exits above instead.
    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    numbers = (signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(number, end) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def write_all(number: int, text: str) -> None:
    """Write text to a file number, all of it."""
    content = text.encode()
    while content:
        content = content[os.write(number, content) :]
