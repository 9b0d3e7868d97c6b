"""A question before something that cannot be taken back by one key."""

from eightoff import lettering, records, text
from eightoff.canvas import LIT
from eightoff.screens.listing import Listing


def open(app, argument):
    """Return the screen. argument: the key of the question, and what `deals.open` is to get.

    Yes to "ask-restart" leads back to the deal; to any other question it gives the attempt up and
    opens the deals.
    """
    return Confirm(app, argument[0], argument[1])


class Confirm(Listing):
    """No and yes; no is chosen first."""

    count = 2

    def __init__(self, app, question, then):
        super().__init__(app)
        self.title = text.get(question)
        self._question = question
        self._then = then

    def line(self, index, y):
        """Write an answer."""
        lettering.write(self.canvas, text.get("yes" if index else "no"), 4, y, LIT)

    def choose(self, index):
        """Do it on yes."""
        app = self.app
        if not index:
            self.back()
        elif self._question == "ask-restart":
            app.session.restart(app.now)
            self.back()
        else:
            app.finish(records.GIVEN_UP)
            app.open("deals", self._then)

    def back(self):
        """Back to the game."""
        self.app.open("board")
