"""While the PC talks: what it does, and how far it is."""

from eightoff import glyphs, lettering, text
from eightoff.canvas import DARK, HEIGHT, LIT, WIDTH
from eightoff.const import const
from eightoff.service import Service

_QUIET = const(2500)  # ms of silence after which the game comes back
_TITLE_Y = const(20)
_BAR_X = const(14)
_BAR_Y = const(36)
_BAR_WIDTH = const(100)  # a pixel a percent
_BAR_HEIGHT = const(7)


def open(app, argument=None):
    """Return the screen."""
    return Link(app)


class Link:
    """Answers requests until the line falls silent or a key is pressed."""

    def __init__(self, app):
        self.app = app
        hardware = app.hardware
        self._service = Service(app.store, app.journal, hardware.NAME, hardware.set_clock)
        self._end = app.later(_QUIET)
        self._title = ""
        self._part = 0

    def answer(self, frame, line):
        """Answer a request. frame: a `frames.Decoder` that is ready; line: for the answer."""
        size = self._service.handle(frame.op, frame.seq, frame.payload)
        if size:
            line.write(self._service.frame, size)
        self._end = self.app.later(_QUIET)

    def key(self, event):
        """Back to the game; the next request comes back here."""
        self.app.go_home()

    def tick(self, now):
        """Back to the game when nothing was heard for a while; return the ms until then."""
        left = self.app.until(self._end)
        if left <= 0:
            self.app.go_home()
        return max(left, 0)

    def draw(self):
        """Draw what changed."""
        part = self._service.arriving()
        title = "connected" if part < 0 else "receiving"
        if title != self._title or part < self._part:
            self._title = title
            self._part = 0
            self._draw_title(text.get(title), part >= 0)
        if part > self._part:
            self.app.canvas.fill(_BAR_X + self._part, _BAR_Y, part - self._part, _BAR_HEIGHT, LIT)
            self._part = part

    def _draw_title(self, words, bar):
        canvas = self.app.canvas
        canvas.fill(0, 0, WIDTH, HEIGHT, DARK)
        x = (WIDTH - lettering.width(words) - 8) // 2
        lettering.mark(canvas, glyphs.MARK_LINK, x, _TITLE_Y + 1, LIT)
        lettering.write(canvas, words, x + 8, _TITLE_Y, LIT)
        if bar:
            canvas.fill(_BAR_X - 2, _BAR_Y - 2, _BAR_WIDTH + 4, _BAR_HEIGHT + 4, LIT)
            canvas.fill(_BAR_X - 1, _BAR_Y - 1, _BAR_WIDTH + 2, _BAR_HEIGHT + 2, DARK)

    def refresh(self):
        """Have everything drawn again."""
        self._title = ""

    def leave(self):
        """Close the pack that is arriving; it goes on where it stopped."""
        self._service.close()
