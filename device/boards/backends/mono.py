"""A canvas in memory: 128 x 64 pixels, the one drawing code of every board without displayio.

The buffer is what MicroPython calls MONO_VLSB and what an SSD1306 holds: byte page * 128 + x is
column x of the eight rows from page * 8 down, low bit on top. Nothing allocates after __init__.
"""

from eightoff.const import const

WIDTH = 128
HEIGHT = 64
PAGES = 8

_WIDTH = const(128)
_HEIGHT = const(64)
_PAGES = const(8)


class Mono:
    """The Canvas of hardware.pyi over `buffer`, 1024 bytes.

    dirty[page] has bit n set when a byte of columns 16 * n to 16 * n + 15 changed since the last
    `show`. on is what `power` was last told.
    """

    def __init__(self):
        self.buffer = bytearray(_WIDTH * _PAGES)
        self.dirty = bytearray(_PAGES)
        self.on = True

    def fill(self, x, y, width, height, ink):
        """Set a box to ink 0 (dark), 1 (lit) or 2 (inverted). Clipped to the screen."""
        right = min(x + width, _WIDTH)
        bottom = min(y + height, _HEIGHT)
        x = max(x, 0)
        y = max(y, 0)
        if x >= right:
            return
        while y < bottom:
            # The rows of this page that lie in the box, as bits.
            page = y >> 3
            bits = 0xFF << (y & 7) & 0xFF
            y = (page + 1) << 3
            if y > bottom:
                bits &= 0xFF >> (y - bottom)
            self._fill_page(page, x, right, ~bits if ink < 2 else -1, bits if ink else 0)

    def _fill_page(self, page, x, right, keep, flip):
        buffer = self.buffer
        marks = self.dirty[page]
        at = page << 7
        for column in range(x, right):
            old = buffer[at + column]
            new = old & keep ^ flip
            if new != old:
                buffer[at + column] = new
                marks |= 1 << (column >> 4)
        self.dirty[page] = marks

    def glyph(self, sheet, at, width, x, y, ink):  # noqa: PLR0917 - the contract's
        """Draw `width` columns of 8 pixels from sheet[at:at + width], low bit on top.

        Set bits get ink 0 or 1, clear bits stay as they are. Clipped to the screen.
        """
        right = min(x + width, _WIDTH)
        at -= x
        x = max(x, 0)
        page = y >> 3
        shift = y & 7
        if 0 <= page < _PAGES:
            self._glyph_page(page, x, right, sheet, at, shift, 0, ink)
        if shift and -1 <= page < _PAGES - 1:
            self._glyph_page(page + 1, x, right, sheet, at, shift, 8, ink)

    # Column x comes from sheet[at + x], moved up, then down: two steps serve both pages.
    def _glyph_page(  # noqa: PLR0917 - fewer would take a tuple, which allocates
        self, page, x, right, sheet, at, up, down, ink
    ):
        buffer = self.buffer
        marks = self.dirty[page]
        row = page << 7
        for column in range(x, right):
            old = buffer[row + column]
            bits = sheet[at + column] << up >> down & 0xFF
            new = old | bits if ink else old & ~bits
            if new != old:
                buffer[row + column] = new
                marks |= 1 << (column >> 4)
        self.dirty[page] = marks

    def show(self):
        """Forget the marks: there is no glass."""
        for page in range(_PAGES):
            self.dirty[page] = 0

    def power(self, on):
        """Remember whether the glass would be lit."""
        self.on = on
