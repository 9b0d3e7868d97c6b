"""A question before something that cannot be taken back by one key."""

from eightoff import lettering, text
from eightoff.canvas import LIT
from eightoff.screens.listing import Listing


def open(app, argument):
    """Return the screen. argument: the text id of the question, and what to call on yes."""
    return Confirm(app, argument[0], argument[1])


class Confirm(Listing):
    """No and yes; no is chosen first."""

    count = 2

    def __init__(self, app, question, action):
        super().__init__(app)
        self.title = text.get(question)
        self._action = action

    def line(self, index, y):
        """Write an answer."""
        lettering.write(self.canvas, text.get("yes" if index else "no"), 4, y, LIT)

    def choose(self, index):
        """Do it on yes."""
        if index:
            self._action()
        else:
            self.back()

    def back(self):
        """Back to the game."""
        self.app.open("board")
