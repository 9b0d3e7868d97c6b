"""What can be done with the game in progress."""

from eightoff import deals, lettering, text
from eightoff.canvas import LIT
from eightoff.screens.listing import Listing

_ACTIONS = ("hint", "undo", "redo", "restart", "auto", "give-up", "deals")
_LEVELS = ("auto-off", "auto-safe", "auto-all")


def open(app, argument=None):
    """Return the screen."""
    app.session.save(app.now)
    return Menu(app)


class Menu(Listing):
    """The actions, one a line; the title names the game and the deal."""

    def __init__(self, app):
        super().__init__(app)
        self.session = app.session
        attempt = app.session.attempt
        self.title = attempt.name
        self.note = deals.name(attempt.number(), attempt.entry)
        self.count = len(_ACTIONS)

    def line(self, index, y):
        """Write one action."""
        action = _ACTIONS[index]
        key = _LEVELS[self.session.level] if action == "auto" else action
        lettering.write(self.canvas, text.get(key), 4, y, LIT)

    def back(self):
        """Back to the game."""
        self.app.open("board")

    def choose(self, index):
        """Do it."""
        action = _ACTIONS[index]
        app = self.app
        if action == "hint":
            self._hint()
        elif action == "undo":
            self._done(self.session.undo(app.now), "nothing-to-undo")
        elif action == "redo":
            self._done(self.session.redo(app.now), "nothing-to-redo")
        elif action == "restart":
            app.open("confirm", ("ask-restart", None))
        elif action == "give-up":
            app.open("confirm", ("ask-give-up", None))
        elif action == "deals":
            app.open("deals")
        else:
            self._next_level()

    def _hint(self):
        hint = self.session.hint()
        self.app.open("board", max(hint, 0))
        if hint <= 0:
            self.app.say("off-line" if hint < 0 else "no-line")

    def _done(self, many, refusal):
        self.app.open("board")
        if not many:
            self.app.say(refusal)

    def _next_level(self):
        self.session.set_level((self.session.level + 1) % 3)
        self.refresh()
        if self.session.all_may_lose():
            self.app.say("all-loses")
