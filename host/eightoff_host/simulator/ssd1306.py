"""A model of the SSD1306: from the transfers of an I2C bus to the picture that the glass shows.

Written from the controller's data sheet. It is strict: what the data sheet does not define, or
defines as having no effect, raises `BusError`, so that a driver that passes here talks cleanly.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

WIDTH = 128
HEIGHT = 64
PAGES = 8

Picture = npt.NDArray[np.bool_]
"""The glass: shape (64, 128), [y, x] from the top left, True where a pixel is lit."""


class BusError(Exception):
    """A transfer that an SSD1306 does not understand."""


class Addressing(IntEnum):
    """Where the pointer goes after a pixel byte (command 0x20)."""

    HORIZONTAL = 0
    VERTICAL = 1
    PAGE = 2


# Commands of one exact byte with the number of bytes that follow each.
_ARGUMENTS = {
    0x20: 1,
    0x21: 2,
    0x22: 2,
    0x26: 6,
    0x27: 6,
    0x29: 5,
    0x2A: 5,
    0x2E: 0,
    0x2F: 0,
    0x81: 1,
    0x8D: 1,
    0xA0: 0,
    0xA1: 0,
    0xA3: 2,
    0xA4: 0,
    0xA5: 0,
    0xA6: 0,
    0xA7: 0,
    0xA8: 1,
    0xAE: 0,
    0xAF: 0,
    0xD3: 1,
    0xD5: 1,
    0xD9: 1,
    0xDA: 1,
    0xDB: 1,
    0xE3: 0,
}


def picture_of(buffer: bytes | bytearray) -> Picture:
    """Return the picture of 1024 bytes laid out as the controller's memory (MONO_VLSB)."""
    pages = np.frombuffer(bytes(buffer), dtype=np.uint8).reshape(PAGES, 1, WIDTH)
    bits = np.arange(8, dtype=np.uint8).reshape(1, 8, 1)
    rows: Picture = np.array(pages >> bits & 1, dtype=np.bool_)
    return rows.reshape(HEIGHT, WIDTH)


class SSD1306:
    """One controller on the bus.

    memory is what it holds, (8 pages, 128 segments) of bytes; after power-on that is noise, as in
    the real one, so that a driver that forgets to clear the screen is seen. wire_bytes counts what
    went over the bus, address and control bytes included.
    """

    def __init__(self, address: int = 0x3C) -> None:
        self.address = address
        self.memory = np.random.default_rng(1306).integers(0, 256, (PAGES, WIDTH), dtype=np.uint8)
        self.wire_bytes = 0
        self.on = False
        self.inverted = False
        self.all_lit = False
        self.contrast = 0x7F
        self.charge_pump = False
        self.addressing = Addressing.PAGE
        self.columns = (0, WIDTH - 1)
        self.pages = (0, PAGES - 1)
        self.remapped = False
        self.reversed_scan = False
        self.start_line = 0
        self.offset = 0
        self.rows = HEIGHT
        self.row_wiring = 0x12
        self._column = 0
        self._page = 0
        self._command: list[int] = []

    def transfer(self, address: int, content: bytes) -> None:
        """Take one write: `content` is everything after the address byte.

        Every stretch starts with a control byte: bit 7 (Co) set means that one byte follows and
        then the next control byte, clear that the rest is of one kind; bit 6 (D/C) set means
        pixels, clear commands. BusError for anything undefined.
        """
        if address != self.address:
            raise BusError(f"nobody answers at address 0x{address:02X}")
        self.wire_bytes += 1 + len(content)
        at = 0
        while at < len(content):
            control = content[at]
            if control & 0x3F:
                raise BusError(f"control byte 0x{control:02X} has undefined bits")
            end = at + 2 if control & 0x80 else len(content)
            take = self._pixels if control & 0x40 else self._commands
            take(content[at + 1 : end])
            at = end

    def picture(self) -> Picture:
        """Return what the glass shows, for a module mounted the usual way up.

        On such a module segment 127 is at the left and row driver (COM) 63 at the top, so that
        the picture is upright with segments remapped (0xA1) and the scan reversed (0xC8).
        """
        if not (self.on and self.charge_pump):
            return np.zeros((HEIGHT, WIDTH), dtype=np.bool_)
        if self.all_lit:
            return np.ones((HEIGHT, WIDTH), dtype=np.bool_)
        memory = picture_of(self.memory.tobytes())
        scanned = np.roll(memory, -(self.start_line + self.offset), axis=0)
        scanned = scanned != self.inverted
        scanned[self.rows :] = False
        by_com = scanned[::-1] if self.reversed_scan else scanned
        glass: Picture = by_com[::-1, ::-1].copy()
        return glass

    def _pixels(self, content: bytes) -> None:
        for byte in content:
            segment = WIDTH - 1 - self._column if self.remapped else self._column
            self.memory[self._page, segment] = byte
            self._advance()

    def _advance(self) -> None:
        if self.addressing is Addressing.PAGE:
            self._column = (self._column + 1) % WIDTH
        elif self.addressing is Addressing.HORIZONTAL:
            self._column, wrapped = _step(self._column, self.columns)
            if wrapped:
                self._page, _ = _step(self._page, self.pages)
        else:
            self._page, wrapped = _step(self._page, self.pages)
            if wrapped:
                self._column, _ = _step(self._column, self.columns)

    def _commands(self, content: bytes) -> None:
        # The arguments of a command may come in a later stretch or transfer.
        for byte in content:
            self._command.append(byte)
            command, *arguments = self._command
            if len(arguments) == _argument_count(command):
                self._command = []
                self._execute(command, arguments)

    def _execute(self, command: int, arguments: list[int]) -> None:
        if command < 0x20 or 0xB0 <= command <= 0xB7:
            self._set_page_pointer(command)
        elif command in (0x20, 0x21, 0x22):
            self._set_addressing(command, arguments)
        elif 0x40 <= command <= 0x7F:
            self.start_line = command & 0x3F
        elif 0xC0 <= command <= 0xCF:
            self.reversed_scan = bool(command & 8)
        elif 0xA0 <= command <= 0xAF and not arguments:
            self._set_switch(command)
        elif arguments:
            self._set_value(command, arguments)
        elif command == 0x2F:
            raise BusError("scrolling (command 0x2F) is not modelled")

    def _set_page_pointer(self, command: int) -> None:
        if self.addressing is not Addressing.PAGE:
            raise BusError(f"command 0x{command:02X} works in page addressing only")
        if command < 0x10:
            self._column = self._column & 0x70 | command
        elif command < 0x20:
            self._column = self._column & 0x0F | (command & 7) << 4
        else:
            self._page = command & 7

    def _set_addressing(self, command: int, arguments: list[int]) -> None:
        if command == 0x20:
            if arguments[0] > Addressing.PAGE:
                raise BusError(f"addressing mode {arguments[0]} does not exist")
            self.addressing = Addressing(arguments[0])
            return
        if self.addressing is Addressing.PAGE:
            raise BusError(f"command 0x{command:02X} has no effect in page addressing")
        first, last = arguments
        if not first <= last < (WIDTH if command == 0x21 else PAGES):
            raise BusError(f"command 0x{command:02X} with the window {first} to {last}")
        if command == 0x21:
            self.columns = (first, last)
            self._column = first
        else:
            self.pages = (first, last)
            self._page = first

    def _set_switch(self, command: int) -> None:
        state = bool(command & 1)
        if command <= 0xA1:
            self.remapped = state
        elif command <= 0xA5:
            self.all_lit = state
        elif command <= 0xA7:
            self.inverted = state
        else:
            self.on = state

    def _set_value(self, command: int, arguments: list[int]) -> None:
        value = arguments[0]
        if command == 0x81:
            self.contrast = value
        elif command == 0x8D:
            self.charge_pump = bool(value & 4)
        elif command == 0xA8:
            if not 15 <= value <= 63:
                raise BusError(f"{value + 1} rows are not possible")
            self.rows = value + 1
        elif command == 0xD3:
            self.offset = value & 0x3F
        elif command == 0xDA:
            self.row_wiring = value


def _step(value: int, window: tuple[int, int]) -> tuple[int, bool]:
    # The next value in a window, and whether it wrapped to the first.
    return (window[0], True) if value == window[1] else ((value + 1) % WIDTH, False)


def _argument_count(command: int) -> int:
    if command < 0x20 or 0x40 <= command <= 0x7F or 0xB0 <= command <= 0xB7:
        return 0
    if 0xC0 <= command <= 0xCF:
        return 0
    if command not in _ARGUMENTS:
        raise BusError(f"command 0x{command:02X} does not exist")
    return _ARGUMENTS[command]
