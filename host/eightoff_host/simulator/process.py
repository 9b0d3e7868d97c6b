"""The device program as a process, with the PC's end of its keys, clock, display and serial line.

The protocol on the two pipes is described in device/boards/simulator.py.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import platform
import shutil
import struct
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntFlag
from pathlib import Path, PurePosixPath
from types import TracebackType

from eightoff_host import boardfiles
from eightoff_host.errors import UserError
from eightoff_host.simulator.ssd1306 import SSD1306, BusError, Picture

TAP_MS = 60
LONG_MS = 700
"""How long a key is held for a press and for a long press."""

_TIMEOUT = 20.0  # seconds of real time in which a healthy device comes to rest
_MESSAGE = struct.Struct("<BBxxI")
_REPORT = struct.Struct("<HII")
_POKE, _KEYS, _ADVANCE, _STOP = range(4)
_TRANSFER, _IDLE = 1, 2
_EPOCH = datetime(2000, 1, 1)
# MicroPython writes the report of an exception to stdout, which is the serial line here.
_START = """
import sys
try:
    import main
except Exception as error:
    if not hasattr(sys, "print_exception"):
        raise
    sys.print_exception(error, sys.stderr)
    sys.exit(1)
"""


class Key(IntFlag):
    """The keys as the board's module numbers them."""

    UP = 1
    DOWN = 2
    LEFT = 4
    RIGHT = 8
    A = 16
    B = 32


ALL_KEYS = Key(63)


class DeviceError(UserError):
    """The device program ended by itself. `report` is what it wrote to stderr."""

    def __init__(self, report: str, status: int) -> None:
        self.report = report
        self.status = status
        lines = report.strip().splitlines()
        reason = lines[-1] if lines else f"exit status {status}"
        super().__init__(f"the game in the simulator stopped: {reason}")


@dataclass(frozen=True)
class Interpreter:
    """What runs the device program: the command up to the program, and a name for people."""

    command: tuple[str, ...]
    name: str
    is_micropython: bool

    @property
    def notice(self) -> str:
        """One line for the user where this is no MicroPython, else empty."""
        if self.is_micropython:
            return ""
        return f"There is no MicroPython here: the game runs on {self.name} instead."


def find_interpreter(heap: str = "256k") -> Interpreter:
    """Return MicroPython (beside this Python, else on PATH) with this heap, else this Python.

    heap is a size as `micropython -X heapsize=` takes it. CPython has no such limit.
    """
    beside = Path(sys.executable).with_name("micropython")
    found = str(beside) if beside.is_file() else shutil.which("micropython")
    if found:
        return Interpreter((found, "-X", f"heapsize={heap}"), "MicroPython", True)
    return this_python()


def this_python() -> Interpreter:
    """Return the Python that runs this, for where MicroPython has no wheel."""
    name = f"CPython {platform.python_version()}"
    return Interpreter((sys.executable, "-s", "-E", "-B"), name, False)


class Simulator:
    """A board on the desk, as a context manager.

    folder       kept between starts: the program in `board/` is refreshed, its data survive
    heap         MicroPython's heap, for example "128k"
    virtual      a clock that only `advance` moves: scripted runs are the same every time
    keys         the keys that the board has
    capacity     bytes of file storage
    date         the board's clock at the start in seconds since 2000, 0 = not set;
                 None takes this PC's
    interpreter  None looks for MicroPython and falls back to CPython
    files        what to run: None is the game; else destination -> source, as of
                 `boardfiles.manifest`

    `port` is the path of the serial line, for pyserial; a new one after every start. The methods
    may be called from several threads. Each of them raises DeviceError once the program has
    ended by itself, and TimeoutError when it does not come to rest.
    """

    def __init__(
        self,
        folder: Path,
        *,
        heap: str = "256k",
        virtual: bool = False,
        keys: Key = ALL_KEYS,
        capacity: int = 1 << 20,
        date: int | None = None,
        interpreter: Interpreter | None = None,
        files: Mapping[PurePosixPath, Path] | None = None,
    ) -> None:
        self.board = folder / "board"
        self.interpreter = interpreter or find_interpreter(heap)
        self.virtual = virtual
        self.port = ""
        self._errors = folder / "stderr.txt"
        self._lock_file = folder / "lock"
        self._available_keys = keys
        self._capacity = capacity
        self._date = date
        self._files = files
        self._condition = threading.Condition()
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None
        self._open: list[int] = []
        self._control = -1
        self._keys = Key(0)
        self._reset()

    def _reset(self) -> None:
        self.display = SSD1306()
        self.changes = 0
        self._sent = 0
        self._taken = -1
        self._now = 0
        self._idle_for = 0
        self._ended = False
        self._bus_error: BusError | None = None

    def __enter__(self) -> Simulator:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    # Life and death.

    def start(self) -> None:
        """Switch the board on and wait until its program idles for the first time."""
        if self._process:
            raise RuntimeError("the simulator runs already")
        self._reset()
        try:
            self._stage()
            self._launch()
            self._wait(lambda: self._taken >= 0)
        except BaseException:
            self.kill()
            raise

    def stop(self) -> None:
        """End the program in order; it may finish what it is doing. No error when it has ended."""
        process = self._process
        if process:
            with contextlib.suppress(OSError):
                self._send(_STOP)
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
        self._clean_up()

    def kill(self) -> None:
        """Cut the power: the program gets no chance to write anything more."""
        if self._process:
            self._process.kill()
        self._clean_up()

    def _stage(self) -> None:
        files = boardfiles.manifest("simulator") if self._files is None else self._files
        folder = self.board.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._take_folder()
            boardfiles.stage(files, self.board)
        except OSError as error:
            raise UserError(f"the simulator cannot use the folder {folder}: {error}") from error

    def _take_folder(self) -> None:
        # Two boards on one flash would wreck each other's journal.
        lock = os.open(self._lock_file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        self._open.append(lock)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._clean_up()
            raise UserError(
                f"another simulator is using {self.board.parent}: close it first"
            ) from None

    def _launch(self) -> None:
        line, other_end = os.openpty()
        tty.setraw(other_end)
        control, self._control = os.pipe()
        bus, bus_in = os.pipe()
        for number in (line, control):
            os.set_blocking(number, False)
        # The other end stays open here: without it the line would hang up between two clients.
        self._open += [other_end, self._control]
        self.port = os.ttyname(other_end)
        environment = dict(os.environ, **self._settings(control, bus_in))
        try:
            with self._errors.open("wb") as errors:
                self._process = subprocess.Popen(
                    [*self.interpreter.command, "-c", _START],
                    stdin=line,
                    stdout=line,
                    stderr=errors,
                    cwd=self.board,
                    env=environment,
                    pass_fds=(control, bus_in),
                    start_new_session=True,
                )
        finally:
            for number in (line, control, bus_in):
                os.close(number)
        self._reader = threading.Thread(target=self._read_bus, args=(bus,), daemon=True)
        self._reader.start()

    def _settings(self, control: int, bus: int) -> dict[str, str]:
        date = self._date
        if date is None:
            date = int((datetime.now() - _EPOCH).total_seconds())
        return {
            "EIGHTOFF_CONTROL": str(control),
            "EIGHTOFF_BUS": str(bus),
            "EIGHTOFF_VIRTUAL": str(int(self.virtual)),
            "EIGHTOFF_KEYS": str(int(self._available_keys)),
            "EIGHTOFF_CAPACITY": str(self._capacity),
            "EIGHTOFF_DATE": str(date),
        }

    def _clean_up(self) -> None:
        if self._process:
            self._process.wait()
        if self._reader:
            self._reader.join()
        for number in self._open:
            os.close(number)
        self._open = []
        self._process = None
        self._reader = None
        self._control = -1
        self._keys = Key(0)

    # What comes from the device.

    def _read_bus(self, number: int) -> None:
        with open(number, "rb") as bus:
            while len(head := bus.read(2)) == 2:
                content = bus.read(head[1])
                if len(content) < head[1]:
                    break
                with self._condition:
                    self._receive(head[0], content)
                    self._condition.notify_all()
        with self._condition:
            self._ended = True
            self._condition.notify_all()

    def _receive(self, kind: int, content: bytes) -> None:
        if kind == _IDLE:
            self._taken, self._idle_for, self._now = _REPORT.unpack(content)
        elif kind == _TRANSFER and self._bus_error is None:
            try:
                self.display.transfer(content[0], content[1:])
            except BusError as error:
                self._bus_error = error
            self.changes += 1

    @property
    def stderr(self) -> str:
        """What the program has written to stderr since the start."""
        return self._errors.read_text(errors="replace") if self._errors.exists() else ""

    @property
    def now(self) -> int:
        """The virtual clock as of the last idle report, in milliseconds."""
        with self._condition:
            return self._now

    def picture(self) -> Picture:
        """Return what the glass shows now."""
        with self._condition:
            self.check()
            return self.display.picture()

    def wait_for_change(self, changes: int, timeout: float) -> int:
        """Wait until `changes` (transfers to the display) is no longer this, or for `timeout` s.

        Return the count.
        """
        with self._condition:
            self._condition.wait_for(lambda: self._ended or self.changes != changes, timeout)
            self.check()
            return self.changes

    def check(self) -> None:
        """Raise what there is to raise: DeviceError, BusError, RuntimeError when not running."""
        if self._bus_error:
            raise self._bus_error
        if self._process is None:
            raise RuntimeError("the simulator is not running")
        if self._ended:
            raise DeviceError(self.stderr, self._process.wait())

    def _wait(self, condition: Callable[[], bool]) -> None:
        with self._condition:
            done = self._condition.wait_for(lambda: self._ended or condition(), _TIMEOUT)
            self.check()
            if not done:
                raise TimeoutError("the game in the simulator does not come to rest")

    # What goes to the device.

    def _send(self, kind: int, keys: int = 0, value: int = 0) -> None:
        with self._condition:
            self._sent = (self._sent + 1) & 0xFFFF
            os.write(self._control, _MESSAGE.pack(kind, keys, value))

    def _request(self, kind: int, keys: int = 0, value: int = 0) -> None:
        # Send, and wait for an idle report that came after the device took it.
        with self._condition:
            self.check()
            with contextlib.suppress(BrokenPipeError):  # it has just ended: the wait will tell
                self._send(kind, keys, value)
            sent = self._sent
        # Another thread's message may have been taken in the same breath.
        self._wait(lambda: (self._taken - sent) & 0xFFFF < 0x8000)

    def wait_until_idle(self) -> None:
        """Wait until the program has nothing left to do before time passes or a key changes."""
        self._request(_POKE)

    def set_keys(self, keys: Key) -> None:
        """Let exactly these keys be down, without waiting for what the program does."""
        with self._condition:
            self.check()
            self._keys = keys
            with contextlib.suppress(BrokenPipeError):  # it has just ended: the next call tells
                self._send(_KEYS, keys=keys)

    def press(self, keys: Key) -> None:
        """Push these keys down, in addition to those that are down, and wait until idle."""
        with self._condition:
            self._keys |= keys
            self._request(_KEYS, keys=self._keys)

    def release(self, keys: Key = ALL_KEYS) -> None:
        """Let these keys go and wait until idle."""
        with self._condition:
            self._keys &= ~keys
            self._request(_KEYS, keys=self._keys)

    def tap(self, key: Key, hold_ms: int = TAP_MS) -> None:
        """Press a key for that long, let go, and leave it alone for TAP_MS."""
        self.press(key)
        self.advance(hold_ms)
        self.release(key)
        self.advance(TAP_MS)

    def advance(self, milliseconds: int) -> None:
        """Let this much time pass on the board: at once with the virtual clock, else really."""
        if not self.virtual:
            time.sleep(milliseconds / 1000)
            self.wait_until_idle()
        elif milliseconds:
            self._request(_ADVANCE, value=milliseconds)
