"""The hardware contract: what a board module must offer to the game.

Every file in this folder is one board. It is installed on the board as /hardware.py, and `main.py`
(or `code.py`) hands it to `eightoff.app.run`. The game knows these names and nothing else of the
board: no pins, no runtime, no driver. A test holds every board module against this file.

A board that lacks a thing still has the name: a missing key is never pressed, a link that is not
connected reads nothing, a clock that is not set says 0.
"""

from typing import Protocol

# Bits of `keys()`. A board with three keys maps them to LEFT, RIGHT and A.
UP: int  # 1
DOWN: int  # 2
LEFT: int  # 4
RIGHT: int  # 8
A: int  # 16
B: int  # 32

class Canvas(Protocol):
    """128 x 64 pixels, 1 bit each, x to the right and y down. Nothing here allocates."""

    def fill(self, x: int, y: int, width: int, height: int, ink: int) -> None:
        """Set a box to ink 0 (dark), 1 (lit) or 2 (inverted). Clipped to the screen."""
    def glyph(self, sheet: bytes, at: int, width: int, x: int, y: int, ink: int) -> None:
        """Draw `width` columns of 8 pixels from sheet[at:at + width], low bit on top.

        Set bits get ink 0 or 1, clear bits stay as they are. Clipped to the screen.
        """
    def show(self) -> None:
        """Bring what was drawn since the last call to the glass."""
    def power(self, on: bool) -> None:
        """Turn the glass off or on; the picture is kept."""

class Link(Protocol):
    """The serial line to the PC. Neither call waits."""

    def read(self, buffer: bytearray) -> int:
        """Read what has arrived, up to len(buffer) bytes; return how many."""
    def write(self, buffer: bytearray, size: int) -> None:
        """Send buffer[:size]."""

NAME: str  # the board, for the PC to show: "Pico, MicroPython 1.27"
KEYS: int  # the keys that the board has, as bits
FOLDER: str  # the game's own folder for packs and journal, without a slash at the end
canvas: Canvas
link: Link

def keys() -> int:
    """Return the keys that are down now, as bits. Not debounced."""

def ticks() -> int:
    """Return a clock in milliseconds that starts anywhere and wraps to 0 at 2**29."""

def idle(milliseconds: int) -> None:
    """Sleep until that time is over, a key changes or the link has something to read."""

def random(buffer: bytearray) -> None:
    """Fill the buffer with bytes that differ from board to board and start to start."""

def clock() -> int:
    """Return the local time in seconds since 2000-01-01, 0 when the clock is not set."""

def set_clock(seconds: int) -> None:
    """Set the clock."""

def free() -> int:
    """Return how many bytes of files still fit."""
