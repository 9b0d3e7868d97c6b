"""The deals of a pack."""

from eightoff import deals, glyphs, lettering, library, records, text
from eightoff.canvas import LIT
from eightoff.const import const
from eightoff.packhead import PackError
from eightoff.screens.listing import Listing

_NAME_X = const(10)
_STARS_X = const(76)
_STAR = const(6)


def open(app, argument=None):
    """Return the screen for the pack last chosen, or for that of the last attempt.

    argument: None; "next" to play the next unplayed deal at once, or the index of a deal to play.
    Returns None when another screen follows instead.
    """
    pack = _pack(app)
    if not pack:
        app.open("packs")
    elif argument is None:
        return Deals(app, pack)
    else:
        if argument == "next":
            argument = library.marks_of(app, pack).unplayed_after(app.session.attempt.entry)
        refusal = app.play(pack, argument) if argument >= 0 else "all-played"
        pack.close()
        if refusal:
            app.open("deals")
            app.say(refusal)
    return None


def _pack(app):
    if not app.pack_name:
        return library.find_pack(app)
    try:
        return library.open_pack(app, app.pack_name)
    except (PackError, OSError):
        app.pack_name = ""
        return None


class Deals(Listing):
    """A line a deal: unplayed, won or lost, its name, difficulty in stars, and par."""

    def __init__(self, app, pack):
        super().__init__(app)
        self.pack = pack
        self.title = pack.title
        self.count = pack.count
        self.marks = library.marks_of(app, pack)
        attempt = app.session.attempt
        here = attempt.pack == pack.crc
        self.playing = attempt.entry if here and app.session.playing else -1
        if self.playing >= 0:
            self.at = self.playing
        else:
            self.at = max(self.marks.unplayed_after(attempt.entry if here else -1), 0)

    def line(self, index, y):
        """Write a deal, or that it is damaged."""
        lettering.mark(self.canvas, self._mark(index), 2, y + 1, LIT)
        if not self._load(index):
            lettering.write(self.canvas, text.get("damaged"), _NAME_X, y, LIT)
            return
        lettering.write(self.canvas, deals.name(self.pack.number(), index), _NAME_X, y, LIT)
        for star in range(self.pack.difficulty):
            lettering.mark(self.canvas, glyphs.MARK_STAR, _STARS_X + star * _STAR, y + 1, LIT)
        self.write_right(str(self.pack.par), y)

    def _load(self, index):
        try:
            self.pack.entry(index)
        except (PackError, OSError):
            return False
        return True

    def _mark(self, index):
        if index == self.playing:
            return glyphs.MARK_PLAYING
        mark = self.marks.of(index)
        if mark == records.WON:
            return glyphs.MARK_WON
        return glyphs.MARK_LOST if mark else glyphs.MARK_OPEN

    def choose(self, index):
        """Play it; a game in progress has to be given up first, and not for a damaged deal."""
        app = self.app
        if index == self.playing:
            app.open("board")
        elif app.session.playing and app.session.game.known and self._load(index):
            app.open("confirm", ("ask-give-up", index))
        else:
            refusal = app.play(self.pack, index)
            if refusal:
                app.say(refusal)

    def back(self):
        """Back to the packs."""
        self.app.open("packs")

    def leave(self):
        """Close the pack."""
        self.pack.close()
