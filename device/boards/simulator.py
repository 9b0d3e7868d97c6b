"""The simulator's board: a process on a PC whose keys, clock and display are pipes.

The serial link is stdin and stdout. Two inherited pipes do the rest; the PC's end of them is
eightoff_host/simulator/process.py:

EIGHTOFF_CONTROL  file number; from the PC, 8 bytes each: kind, keys, two unused, value (u32)
EIGHTOFF_BUS      file number; to the PC: kind, length of the rest, the rest

Further variables: EIGHTOFF_VIRTUAL "1" for a clock that only the PC moves, EIGHTOFF_KEYS the keys
that the board has, EIGHTOFF_CAPACITY bytes of file storage, EIGHTOFF_DATE seconds since 2000 at
the start (0: not set).
"""

import os
import select
import struct
import sys
import time

from backends.ssd1306 import SSD1306
from eightoff.const import const

UP = 1
DOWN = 2
LEFT = 4
RIGHT = 8
A = 16
B = 32

# From the PC.
_POKE = const(0)
_KEYS = const(1)
_ADVANCE = const(2)
_STOP = const(3)
# To the PC.
_TRANSFER = const(1)
_IDLE = const(2)

_MASK = const(0x1FFFFFFF)


def _setting(name, default):
    return int(os.getenv(name) or default)


def _runtime():
    if sys.implementation.name == "micropython":
        return "MicroPython %d.%d" % sys.implementation.version[:2]
    return "CPython %d.%d" % sys.version_info[:2]


NAME = "Simulator, " + _runtime()
KEYS = _setting("EIGHTOFF_KEYS", 63)
FOLDER = "data"
_CAPACITY = _setting("EIGHTOFF_CAPACITY", 1 << 20)
_VIRTUAL = _setting("EIGHTOFF_VIRTUAL", 0)


class _Bus:
    """An I2C bus of which the PC reads every transfer."""

    def __init__(self, pipe):
        self._pipe = pipe
        self._head = bytearray((_TRANSFER, 0, 0))

    def writeto(self, address, buffer):
        head = self._head
        head[1] = len(buffer) + 1
        head[2] = address
        self._pipe.write(head)
        self._pipe.write(buffer)


class _Link:
    """The serial line. The PC makes both files non-blocking, so that no call waits."""

    def __init__(self):
        self.file = open(0, "rb", 0)  # noqa: SIM115 - open as long as the board runs
        self._out = open(1, "wb", 0)  # noqa: SIM115

    def read(self, buffer):
        try:
            return self.file.readinto(buffer) or 0
        except OSError:  # nobody holds the other end any more
            return 0

    def write(self, buffer, size):
        # What does not fit is lost, as on a USB port that nobody reads; the link sends it again.
        try:
            self._out.write(memoryview(buffer)[:size])
        except OSError:
            pass


class _Control:
    """Keys and clock as the PC sets them."""

    def __init__(self, file, pipe):
        self.file = file
        self.keys = 0
        self.now = 0
        self._pipe = pipe
        self._budget = 0  # milliseconds granted by the PC and not yet idled away
        self._taken = 0  # messages, for the PC to tell an old idle report from a new one
        self._message = bytearray(8)
        self._report = bytearray(12)
        self._left = 0

    def take(self):
        """Apply every message that has come. SystemExit when the PC says so or is gone."""
        message = self._message
        while True:
            size = self.file.readinto(message)
            if size is None:
                return
            if size == 0 or message[0] == _STOP:
                raise SystemExit
            self._taken = self._taken + 1 & 0xFFFF
            if message[0] == _KEYS:
                self.keys = message[1]
            elif message[0] == _ADVANCE:
                self._budget += struct.unpack_from("<I", message, 4)[0]

    def start(self, milliseconds):
        """Begin to idle for this long, at least 1 ms so that the virtual clock cannot stand."""
        self._left = max(milliseconds, 1)

    def spend(self):
        """Let granted time pass; return whether the idle time is over. Otherwise report it."""
        step = min(self._left, self._budget)
        self._budget -= step
        self._left -= step
        self.now = self.now + step
        if not self._left:
            return True
        self.report(self._left)
        return False

    def report(self, milliseconds):
        """Tell the PC that nothing will happen for this long."""
        struct.pack_into(
            "<BBHII", self._report, 0, _IDLE, 10, self._taken, milliseconds, self.now & _MASK
        )
        self._pipe.write(self._report)


_pipe = open(_setting("EIGHTOFF_BUS", 0), "wb", 0)  # noqa: SIM115
_control = _Control(open(_setting("EIGHTOFF_CONTROL", 0), "rb", 0), _pipe)  # noqa: SIM115
link = _Link()
canvas = SSD1306(_Bus(_pipe))

_poll = select.poll()
_poll.register(_control.file, select.POLLIN)
_poll.register(link.file, select.POLLIN)
_link_poll = select.poll()
_link_poll.register(link.file, select.POLLIN)


def keys():
    """Return the keys that are down now, as bits."""
    _control.take()
    return _control.keys & KEYS


if _VIRTUAL:

    def ticks():
        """Return the milliseconds that the PC has granted, modulo 2**29."""
        return _control.now & _MASK

elif hasattr(time, "ticks_ms"):

    def ticks():
        """Return milliseconds modulo 2**29."""
        return time.ticks_ms() & _MASK

else:

    def ticks():
        """Return milliseconds modulo 2**29."""
        return time.monotonic_ns() // 1000000 & _MASK


def idle(milliseconds):
    """Sleep until that time is over, a key changes or the link has something to read."""
    before = _control.keys
    start = ticks()
    _control.start(milliseconds)
    while True:
        _control.take()
        if _control.keys != before or _link_poll.poll(0):
            return
        if _VIRTUAL:
            if _control.spend():
                return
            _poll.poll()
            continue
        left = milliseconds - (ticks() - start & _MASK)
        if left <= 0:
            return
        _control.report(left)
        _poll.poll(left)


def random(buffer):
    """Fill the buffer with bytes from the system."""
    buffer[:] = os.urandom(len(buffer))


_date = [_setting("EIGHTOFF_DATE", 0), 0]


def _seconds():
    return _control.now // 1000 if _VIRTUAL else int(time.time())


def clock():
    """Return the local time in seconds since 2000-01-01, 0 when the clock is not set."""
    return _date[0] + _seconds() - _date[1] if _date[0] else 0


def set_clock(seconds):
    """Set the clock."""
    _date[0] = seconds
    _date[1] = _seconds()


set_clock(_date[0])


def free():
    """Return how many bytes of files still fit."""
    used = 0
    try:
        names = os.listdir(FOLDER)
    except OSError:
        names = ()
    for name in names:
        used += os.stat(FOLDER + "/" + name)[6]
    return max(_CAPACITY - used, 0)
