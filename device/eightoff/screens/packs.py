"""The packs on the board."""

from eightoff import lettering, library, packhead, text
from eightoff.canvas import LIT
from eightoff.screens.listing import Listing


def open(app, argument=None):
    """Return the screen."""
    return Packs(app)


class Packs(Listing):
    """A line a pack: its title, and how many of its deals were won."""

    def __init__(self, app):
        super().__init__(app)
        self.title = text.get("packs")
        self.shelf = library.shelf_of(app)
        self.names = self.shelf.names()
        self.count = len(self.names)
        if app.pack_name in self.names:
            self.at = self.names.index(app.pack_name)

    def line(self, index, y):
        """Write a pack, or what is wrong with it."""
        try:
            head = self.shelf.head(self.names[index])
        except (packhead.PackError, OSError) as error:
            lettering.write(self.canvas, self.names[index], 4, y, LIT)
            self.write_right(text.get(_reason(error)), y)
            return
        lettering.write(self.canvas, head.title, 4, y, LIT)
        self.write_right("%d/%d" % (library.marks_of(self.app, head).won(), head.count), y)

    def draw(self):
        """Draw the list, or how to get a pack."""
        stale = self._stale
        super().draw()
        if stale and not self.count:
            lettering.write(self.canvas, text.get("no-packs"), 4, 24, LIT)
            lettering.write(self.canvas, text.get("no-packs-help"), 4, 36, LIT)

    def choose(self, index):
        """Open the pack's deals; a damaged one stays shut."""
        try:
            self.shelf.head(self.names[index])
        except (packhead.PackError, OSError) as error:
            self.app.say(_reason(error))
            return
        self.app.pack_name = self.names[index]
        self.app.open("deals")

    def back(self):
        """Back to the game in progress, if there is one."""
        if self.app.session.playing:
            self.app.open("board")


def _reason(error):
    newer = isinstance(error, packhead.PackError) and error.code == packhead.UNKNOWN_VERSION
    return "newer" if newer else "damaged"
