"""The game itself: cursor, moves, automatic moves one after the other, and how it ends."""

from eightoff import cursor, keys, session, view
from eightoff.const import const

_IDLE = const(60000)
_AUTO_PACE = const(120)  # ms from one automatic move to the next, so that the eye can follow


def open(app, hint=0):
    """Return the screen; `hint` is a legal move that the cursor shows at once."""
    app.pack_name = ""  # what was looked at in between: the pack is now the one of this game
    return Board(app, hint)


class Board:
    """The session's game, on the screen."""

    def __init__(self, app, hint):
        self.app = app
        self.session = app.session
        self.game = app.session.game
        self.view = view.View(app.canvas)
        self.view.set_rules(self.game.variant)
        self.cursor = cursor.Cursor(self.session.moves)
        self._moving = False  # automatic moves are under way
        self._due = 0
        self._settle()
        if hint:
            self.cursor.suggest(self.game, hint)

    def key(self, event):
        """Move the cursor, play, undo or open the menu."""
        while self._moving:
            self._auto()
        if self.game.won():
            return
        if event == keys.MENU:
            self.app.open("menu")
        elif event == keys.B and not self.cursor.choosing:
            self._undo()
        else:
            move = self.cursor.key(self.game, event)
            if move:
                self._play(move)

    def tick(self, now):
        """Make the next automatic move when it is due; return the ms until then."""
        if not self._moving:
            return _IDLE
        left = self.app.until(self._due)
        if left > 0:
            return left
        self._due = self.app.later(_AUTO_PACE)
        self._auto()
        return _AUTO_PACE

    def draw(self):
        """Draw what changed."""
        pile = self.cursor
        if self._moving or pile.source < 0:
            self.view.highlight(-1, 0, -1, 0)
        else:
            length = pile.move & 15
            target = pile.move >> 4 & 31 if pile.choosing else -1
            self.view.highlight(pile.source, length, target, self.game.head(pile.move))
        self.view.draw(self.game)

    def refresh(self):
        """Have everything drawn again."""
        self.view.touch_all()

    def leave(self):
        """Make the automatic moves that are still due."""
        while self._moving and self.session.auto(self.app.now):
            pass

    def _play(self, move):
        self.session.play(move, self.app.now)
        self.view.touch(move)
        self._moving = True
        self._due = self.app.later(_AUTO_PACE)
        # Without an automatic move to wait for, the cursor comes back at once.
        if not self.game.auto(self.session.level):
            self._auto()

    def _auto(self):
        move = self.session.auto(self.app.now)
        if move:
            self.view.touch(move)
        else:
            self._moving = False
            self._settle()

    def _settle(self):
        state = self.session.state()
        self.cursor.refresh(self.game)
        if state == session.WON:
            self.app.open("won")
        elif state == session.LOST:
            self.app.say("stuck", True)

    def _undo(self):
        many = self.session.undo(self.app.now)
        if not many:
            self.app.say("nothing-to-undo")
        for i in range(self.game.played, self.game.played + many):
            self.view.touch(self.game.history[i])
        self.cursor.refresh(self.game)
