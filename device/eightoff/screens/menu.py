"""What can be done with the game in progress."""

from eightoff import deals, lettering, text
from eightoff.canvas import LIT
from eightoff.const import const
from eightoff.screens.listing import Listing

_ACTIONS = (
    text.HINT,
    text.UNDO,
    text.REDO,
    text.RESTART,
    text.AUTO_OFF,
    text.GIVE_UP,
    text.DEALS,
)
_AUTO = const(4)  # the action that stands for all three levels


def open(app, argument=None):
    """Return the screen."""
    app.session.save(app.now)
    return Menu(app)


class Menu(Listing):
    """The actions, one a line; the title names the deal."""

    def __init__(self, app):
        super().__init__(app)
        self.session = app.session
        attempt = app.session.attempt
        self.title = attempt.name + "  " + deals.name(attempt.number(), attempt.entry)
        self.count = len(_ACTIONS)

    def line(self, index, y):
        """Write one action."""
        action = _ACTIONS[index]
        if index == _AUTO:
            action += self.session.level
        lettering.write(self.canvas, text.get(action), 4, y, LIT)

    def back(self):
        """Back to the game."""
        self.app.open("board")

    def choose(self, index):
        """Do it."""
        action = _ACTIONS[index]
        app = self.app
        if action == text.HINT:
            self._hint()
        elif action == text.UNDO:
            self._done(self.session.undo(app.now), text.NOTHING_TO_UNDO)
        elif action == text.REDO:
            self._done(self.session.redo(app.now), text.NOTHING_TO_REDO)
        elif action == text.RESTART:
            app.open("confirm", (text.ASK_RESTART, self._restart))
        elif action == text.GIVE_UP:
            app.open("confirm", (text.ASK_GIVE_UP, self._give_up))
        elif action == text.DEALS:
            app.show_deals()
        else:
            self._next_level()

    def _hint(self):
        hint = self.session.hint()
        self.app.open("board", max(hint, 0))
        if hint <= 0:
            self.app.say(text.OFF_LINE if hint < 0 else text.NO_LINE)

    def _done(self, many, refusal):
        self.app.open("board")
        if not many:
            self.app.say(refusal)

    def _next_level(self):
        self.session.set_level((self.session.level + 1) % 3)
        self.refresh()
        if self.session.all_may_lose():
            self.app.say(text.ALL_LOSES)

    def _restart(self):
        self.session.restart(self.app.now)
        self.app.open("board")

    def _give_up(self):
        self.app.give_up()
        self.app.show_deals()
