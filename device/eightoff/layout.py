"""Where everything is on 128 x 64: a header with cells and foundations, then nine rows of cards."""

from eightoff import fold
from eightoff.canvas import WIDTH
from eightoff.const import const
from eightoff.position import CELL, FOUNDATION

TOP = 10  # y of the first row of cards
PITCH = 6  # from row to row
SLOT = 10  # width of a place in the header
SLOT_Y = 2  # y of the cards there
SLOT_HEIGHT = 9
PIP = 5

_TOP = const(10)
_PITCH = const(6)
_SLOT = const(10)
_SLOT_Y = const(2)
_PIP = const(5)
_CARD = const(10)  # width of a card
_BOX_WIDTH = const(12)  # a highlighted card: one pixel around it
_BOX_HEIGHT = const(7)
_WIDEST = const(18)  # a column's share of the width when there are few
_FOUNDATIONS_X = const(88)
_WIDE_SLOT = const(12)  # cells, when there are few


class Layout:
    """The geometry of one game. width: of a column; left: x of column 0; fold: `fold.Fold`.

    box: x, y, width, height, as `find_box` leaves them.
    """

    def __init__(self):
        self.fold = fold.Fold()
        self.width = 16
        self.left = 0
        self._slot = _SLOT
        self.box = bytearray(4)

    def set_rules(self, variant):
        """Fit the layout to the number of columns and cells."""
        self.width = min(WIDTH // variant.columns, _WIDEST)
        self.left = (WIDTH - self.width * variant.columns) // 2
        self._slot = _WIDE_SLOT if variant.cells * _WIDE_SLOT < _FOUNDATIONS_X - 8 else _SLOT

    def card_x(self, column):
        """Return the x of the cards of a column."""
        return self.left + column * self.width + (self.width - _CARD) // 2

    def slot_x(self, pile):
        """Return the x of a cell or a foundation."""
        if pile >= FOUNDATION:
            return _FOUNDATIONS_X + (pile - FOUNDATION) * _SLOT
        return (pile - CELL) * self._slot

    def find_box(self, game, pile, index, length):
        """Put into `box` the frame of `length` cards of a pile from `index` on.

        An index that is the pile's size means the place where the next card would lie. Returns
        whether that place is taken: the frame lies over cards then. No frame but those of `tight`
        piles reaches into the place of another one.
        """
        box = self.box
        box[2] = _BOX_WIDTH
        box[3] = _BOX_HEIGHT
        if pile >= CELL:
            self._find_slot_box(pile)
            return True
        size = game.size[pile]
        first = last = index
        if size > fold.ROWS:
            rows = self.fold.layout(game, pile, self.width // _PIP)
            last = self.fold.row[size - 1] if index < size else rows
            first = self.fold.row[index] if index < size else rows
        elif index < size:
            last = index + length - 1
        taken = first == fold.ROWS or size == 0
        first = min(first, fold.ROWS - 1)
        last = min(last, fold.ROWS - 1)
        box[0] = self.card_x(pile) - 1
        if size > fold.ROWS and self.fold.kind[size - 1] >= fold.PIP:
            box[0] = self.left + pile * self.width  # pips take the whole width
            box[2] = self.width
        box[1] = _TOP + first * _PITCH - 1
        box[3] = (last - first) * _PITCH + _BOX_HEIGHT
        return taken

    def tight(self, pile):
        """Return whether a pile's frame covers the first pixels of the next one too."""
        return pile >= FOUNDATION or (pile >= CELL and self._slot == _SLOT)

    def _find_slot_box(self, pile):
        # A rank begins with a dark column, a suit ends at the edge of its place.
        box = self.box
        box[0] = self.slot_x(pile)
        box[1] = _SLOT_Y - 1
        if self.tight(pile):
            box[2] = _SLOT + 1
        elif box[0]:
            box[0] -= 1
        else:
            box[2] = _BOX_WIDTH - 1
