"""The deals of a pack."""

from eightoff import glyphs, lettering, pack, text
from eightoff.canvas import LIT
from eightoff.const import const
from eightoff.screens.listing import Listing

_STARS_X = const(68)
_STAR = const(6)
_PAR_X = const(104)


def open(app, argument=None):
    """Return the screen for the pack of the app; without one, the list of packs."""
    opened = app.open_pack(app.pack_name)
    return Deals(app, opened)


class Deals(Listing):
    """A line a deal: unplayed, won or lost, its name, difficulty in stars, and par."""

    def __init__(self, app, opened):
        super().__init__(app)
        self.opened = opened
        self.title = opened.title
        self.count = opened.count
        self.marks = app.marks_of(opened)
        self.at = app.first_unplayed(opened, self.marks)

    def line(self, index, y):
        """Write a deal, or that it is damaged."""
        mark = glyphs.MARK_OPEN
        if self.app.is_playing(self.opened, index):
            mark = glyphs.MARK_PLAYING
        elif self.marks.won(index):
            mark = glyphs.MARK_WON
        lettering.mark(self.canvas, mark, 2, y + 1, LIT)
        try:
            self.opened.entry(index)
        except pack.PackError:
            lettering.write(self.canvas, text.get(text.DAMAGED), 12, y, LIT)
            return
        lettering.write(self.canvas, self.opened.name(), 12, y, LIT)
        for star in range(self.opened.difficulty):
            lettering.mark(self.canvas, glyphs.MARK_STAR, _STARS_X + star * _STAR, y + 1, LIT)
        lettering.write(self.canvas, str(self.opened.par), _PAR_X, y, LIT)

    def choose(self, index):
        """Play it; a game in progress has to be given up first."""
        self.app.start(index)

    def back(self):
        """Back to the packs."""
        self.app.open("packs")
