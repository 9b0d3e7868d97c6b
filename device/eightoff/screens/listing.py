"""A list on the screen: a title and seven lines, one of them chosen."""

from eightoff import glyphs, keys, lettering
from eightoff.canvas import DARK, HEIGHT, INVERT, LIT, WIDTH
from eightoff.const import const

_LINE = const(8)
_LINES = const(7)
_IDLE = const(60000)
_MARK_X = const(122)
_RIGHT = const(126)  # where texts at the right end stop


class Listing:
    """Base of the list screens.

    A subclass gives `title`, `note` (at the right end of the title's line), `count`,
    `line(index, y)`, which writes a line lit on dark, and `choose(index)`; `back()` when B is
    pressed.
    """

    title = note = ""
    count = 0

    def __init__(self, app):
        self.app = app
        self.canvas = app.canvas
        self.at = 0
        self._first = 0
        self._stale = True

    def key(self, event):
        """Move the choice, choose or go back."""
        if event == keys.B:
            self.back()
        elif event == keys.A:
            if self.count:
                self.choose(self.at)
        elif self.count:
            self._move(event)

    def tick(self, now):
        """Nothing happens by itself."""
        return _IDLE

    def draw(self):
        """Draw the lines around the chosen one."""
        if self._stale:
            self._stale = False
            self._scroll()
            self.canvas.fill(0, 0, WIDTH, HEIGHT, DARK)
            lettering.write(self.canvas, self.title, 1, 0, LIT)
            if self.note:
                self.write_right(self.note, 0)
            for i in range(min(_LINES, self.count - self._first)):
                self.line(self._first + i, _LINE * (i + 1))
            if self.count:
                self.canvas.fill(0, self._y(), WIDTH, _LINE, INVERT)
            self._marks()

    def write_right(self, text, y):
        """Write a text at the right end of a line, over what is too long there."""
        x = _RIGHT - lettering.width(text)
        self._clear_from(x - 3, y)
        lettering.write(self.canvas, text, x, y, LIT)

    def _clear_from(self, x, y):
        self.canvas.fill(x, y, WIDTH - x, _LINE, DARK)

    def refresh(self):
        """Have the list drawn again."""
        self._stale = True

    def _move(self, event):
        step = 1
        if event & (keys.LEFT | keys.RIGHT) and self.app.has_arrows:
            step = _LINES
        if event & (keys.UP | keys.LEFT):
            step = -step
        before = self.at
        first = self._first
        self.at += step
        if self.at < 0 or self.at >= self.count:
            # One step wraps; a page stops at the end first.
            end = self.count - 1 if step > 0 else 0
            self.at = end if before != end else self.count - 1 - end
        self._scroll()
        if self._first != first:
            self._stale = True
        elif not self._stale:
            self.canvas.fill(0, self._y(), WIDTH, _LINE, INVERT)
            self.canvas.fill(0, _LINE * (before - first + 1), WIDTH, _LINE, INVERT)

    def _scroll(self):
        if self.at < self._first:
            self._first = self.at
        elif self.at >= self._first + _LINES:
            self._first = self.at - _LINES + 1

    def _y(self):
        return _LINE * (self.at - self._first + 1)

    def _marks(self):
        # Arrows beside the title: there is more above, below.
        if self.count > _LINES:
            self._clear_from(_MARK_X - 9, 0)
        if self._first:
            lettering.mark(self.canvas, glyphs.MARK_UP, _MARK_X - 6, 1, LIT)
        if self._first + _LINES < self.count:
            lettering.mark(self.canvas, glyphs.MARK_DOWN, _MARK_X, 1, LIT)

    def leave(self):
        """Nothing is open."""

    def back(self):
        """Leave the list; the first screen stays."""
