"""After a win: how it was done, and on to the next deal."""

from eightoff import keys, lettering, records, text
from eightoff.canvas import DARK, HEIGHT, LIT, WIDTH
from eightoff.const import const

_IDLE = const(60000)
_LEFT = const(4)


def open(app, argument=None):
    """Write the result down and return the screen."""
    app.finish(records.WON)
    return Won(app)


class Won:
    """The figures of the attempt that was just won."""

    def __init__(self, app):
        self.app = app
        self._stale = True

    def key(self, event):
        """A plays the next deal that was not played, anything else shows the list."""
        self.app.open("deals", "next" if event == keys.A else None)

    def tick(self, now):
        """Nothing happens by itself."""
        return _IDLE

    def refresh(self):
        """Have it drawn again."""
        self._stale = True

    def leave(self):
        """Nothing is open."""

    def draw(self):
        """Draw the figures."""
        if not self._stale:
            return
        self._stale = False
        played = self.app.session.attempt
        canvas = self.app.canvas
        canvas.fill(0, 0, WIDTH, HEIGHT, DARK)
        title = text.get("solved")
        lettering.write(canvas, title, (WIDTH - lettering.width(title)) // 2, 2, LIT)
        for suit in range(4):
            lettering.suit(canvas, suit, 8 + suit * 8 + (suit >> 1) * 83, 3, LIT)
        self._figure("moves", str(played.moves), 14)
        self._figure("par", str(played.par), 22)
        seconds = played.seconds
        self._figure("time", "%d:%02d" % (seconds // 60, seconds % 60), 30)
        self._figure("undos", str(played.undos), 38)
        self._figure("hints", str(played.hints), 46)
        x = lettering.write(canvas, "A ", _LEFT, 56, LIT)
        x = lettering.write(canvas, text.get("next-deal"), x, 56, LIT)
        x = lettering.write(canvas, "   B ", x, 56, LIT)
        lettering.write(canvas, text.get("all-deals"), x, 56, LIT)

    def _figure(self, label, value, y):
        lettering.write(self.app.canvas, text.get(label), _LEFT + 16, y, LIT)
        lettering.write(self.app.canvas, value, 100 - lettering.width(value), y, LIT)
