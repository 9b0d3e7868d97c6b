"""The SSD1306 OLED controller, 128 x 64, over I2C. Source of every command: its data sheet.

A transfer is the address, a control byte (0x00: commands follow, 0x40: pixels follow) and the
rest. `show` compares with a copy of what the controller holds and sends only windows that changed,
joined where one window costs fewer bytes than two. The buffers that it sends are made once.
"""

from eightoff.const import const

from backends.mono import Mono

_COMMANDS = const(0x00)
_PIXELS = const(0x40)

_CONTRAST = const(0x81)
_INVERT = const(0xA6)
_POWER = const(0xAE)
_SEGMENT_REMAP = const(0xA0)
_COM_SCAN = const(0xC0)
_SET_COLUMNS = const(0x21)
_SET_PAGES = const(0x22)

# Pixel bytes in one transfer: with 32 a whole screen costs 1,096 bytes on the wire.
_PIECE = const(32)
# Windows kept before they are sent, 4 bytes each.
_WINDOWS = const(16)
# What a window of its own costs beyond its pixels: 8 bytes to set it, 2 for one more transfer.
_WINDOW_COST = const(10)

# fmt: off
_SET_UP = bytes((
    _COMMANDS,
    _POWER,
    0xD5, 0x80,  # oscillator as after a reset
    0xA8, 0x3F,  # 64 rows
    0xD3, 0x00,  # no vertical offset
    0x40,        # start line 0
    0x8D, 0x14,  # charge pump on: the modules have no other supply for the glass
    0x20, 0x00,  # horizontal addressing: columns first, then the next page
    0xDA, 0x12,  # rows wired alternately, as on every 128 x 64 module
    0xD9, 0xF1,  # precharge for the charge pump's voltage
    0xDB, 0x20,  # VCOMH as after a reset
    0xA4,        # show the memory
    _INVERT,
))
# fmt: on


class SSD1306(Mono):
    """The Canvas of hardware.pyi on an SSD1306.

    bus       has `writeto(address, buffer)`; an I2C of `machine` will do
    address   7 bits, 0x3C or 0x3D
    contrast  0..255
    flipped   True when the module is mounted upside down
    """

    def __init__(self, bus, address=0x3C, contrast=0x7F, flipped=False):
        Mono.__init__(self)
        self._bus = bus
        self._address = address
        self._shown = bytearray(len(self.buffer))
        self._data = bytearray(1 + _PIECE)
        self._data[0] = _PIXELS
        view = memoryview(self._data)
        self._pieces = [view[: 1 + n] for n in range(_PIECE + 1)]
        self._windows = bytearray(4 * _WINDOWS)
        self._count = 0
        self._command1 = bytearray(2)
        self._command2 = bytearray(3)
        self._set_columns = bytearray((_COMMANDS, _SET_COLUMNS, 0, 0))
        self._set_pages = bytearray((_COMMANDS, _SET_PAGES, 0, 0))
        self._set_both = bytearray((_COMMANDS, _SET_COLUMNS, 0, 0, _SET_PAGES, 0, 0))
        # The window that the controller has; its pointer is at the top left of it. Negative: a
        # transfer failed on the way, and nothing is known.
        self._columns = -1
        self._rows = -1
        bus.writeto(address, _SET_UP)
        self.contrast(contrast)
        # Whatever the memory held at power-on is overwritten before the glass lights up.
        self.flip(flipped)
        self.power(True)

    def power(self, on):
        """Turn the glass off or on; the picture is kept."""
        self.on = on
        self._command(_POWER | (1 if on else 0))

    def contrast(self, level):
        """Set the brightness, 0..255."""
        command = self._command2
        command[1] = _CONTRAST
        command[2] = level
        self._bus.writeto(self._address, command)

    def invert(self, on):
        """Show lit pixels dark and dark ones lit."""
        self._command(_INVERT | (1 if on else 0))

    def flip(self, on):
        """Turn the picture by half a turn, and send all of it.

        The remap of columns is applied when pixels are written, so old ones must come again.
        """
        self._command(_SEGMENT_REMAP | (0 if on else 1))
        self._command(_COM_SCAN | (0 if on else 8))
        self._send(0, 127, 0, 7)

    def show(self):
        """Send what changed since the last call, everything after a call that failed."""
        dirty = self.dirty
        failed = self._columns < 0
        for page in range(8):
            marks = dirty[page]
            if marks:
                dirty[page] = 0
                if not failed:
                    self._compare(page, marks)
        if failed:
            self._count = 0
            self._send(0, 127, 0, 7)
        self._send_windows()

    def _command(self, command):
        self._command1[1] = command
        self._bus.writeto(self._address, self._command1)

    def _compare(self, page, marks):
        # Add the stretches of a page that differ from the glass; marks says where to look.
        buffer = self.buffer
        shown = self._shown
        at = page << 7
        first = last = -1
        for tile in range(0, 128, 16):
            if not marks >> (tile >> 4) & 1:
                continue
            for x in range(tile, tile + 16):
                if buffer[at + x] != shown[at + x]:
                    if first < 0:
                        first = x
                    elif x - last > _WINDOW_COST:
                        self._add(first, last, page)
                        first = x
                    last = x
        if first >= 0:
            self._add(first, last, page)

    def _add(self, first, last, page):
        # Extend a window that ends on the page above where that is no dearer, else add one.
        windows = self._windows
        for at in range(0, 4 * self._count, 4):
            if windows[at + 3] == page - 1:
                left = min(first, windows[at])
                right = max(last, windows[at + 1])
                height = page - windows[at + 2]
                apart = (windows[at + 1] - windows[at] + 1) * height + last - first + 1
                if (right - left + 1) * (height + 1) <= apart + _WINDOW_COST:
                    windows[at] = left
                    windows[at + 1] = right
                    windows[at + 3] = page
                    return
        if self._count == _WINDOWS:
            self._send_windows()
        at = 4 * self._count
        windows[at] = first
        windows[at + 1] = last
        windows[at + 2] = windows[at + 3] = page
        self._count += 1

    def _send_windows(self):
        windows = self._windows
        for at in range(0, 4 * self._count, 4):
            self._send(windows[at], windows[at + 1], windows[at + 2], windows[at + 3])
        self._count = 0

    def _send(self, left, right, top, bottom):
        self._set_window(left, right, top, bottom)
        buffer = self.buffer
        shown = self._shown
        data = self._data
        at = (top << 7) + left
        end = (top << 7) + right
        remaining = (right - left + 1) * (bottom - top + 1)
        while remaining:
            size = min(remaining, _PIECE)
            for i in range(1, size + 1):
                byte = buffer[at]
                data[i] = byte
                shown[at] = byte
                if at == end:
                    at += 127 - right + left
                    end += 128
                at += 1
            self._bus.writeto(self._address, self._pieces[size])
            remaining -= size
        self._columns = left << 8 | right
        self._rows = top << 8 | bottom

    def _set_window(self, left, right, top, bottom):
        # A window that was filled has its pointer at the top left again, so that only the
        # coordinates that differ are sent. Small ints compare two coordinates at once.
        columns = left << 8 | right
        rows = top << 8 | bottom
        if columns == self._columns:
            if rows == self._rows:
                self._columns = -1
                return
            command = self._set_pages
            command[2] = top
            command[3] = bottom
        elif rows == self._rows:
            command = self._set_columns
            command[2] = left
            command[3] = right
        else:
            command = self._set_both
            command[2] = left
            command[3] = right
            command[5] = top
            command[6] = bottom
        self._columns = self._rows = -1
        self._bus.writeto(self._address, command)
