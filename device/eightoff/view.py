"""The board on 128 x 64: a header with cells and foundations, nine rows of cards below.

A pile is drawn again only after `touch`. The source of a move is shown inverted, its target as
the card that would lie there.
"""

from eightoff import fold, glyphs, lettering, variants
from eightoff.canvas import DARK, HEIGHT, INVERT, LIT, WIDTH
from eightoff.const import const
from eightoff.position import CELL, FOUNDATION, PILES

_TOP = const(10)  # the first row of cards
_PITCH = const(6)  # from row to row
_SLOT_Y = const(2)  # the cards of the header
_SLOT_HEIGHT = const(9)
_CARD = const(10)  # width of a card
_BOX_WIDTH = const(12)  # a highlighted card: one pixel around it
_BOX_HEIGHT = const(7)
_WIDEST = const(18)  # a column's share of the width when there are few
_FOUNDATIONS_X = const(88)
_SLOT = const(10)
_WIDE_SLOT = const(12)  # cells, when there are few
_PIP = const(5)


class View:
    """Draws a `game.Game` on a canvas."""

    def __init__(self, canvas):
        self.canvas = canvas
        self._fold = fold.Fold()
        self._dirty = bytearray(PILES)
        self._blank = True
        self._width = 16
        self._left = 0
        self._slot = _SLOT
        # What is highlighted: source pile + 1, cards, target pile + 1, face; 0 for none.
        self._wanted = bytearray(4)
        self._shown = bytearray(4)
        self._box = bytearray(4)  # x, y, width, height of the box being worked out
        self._source_box = bytearray(4)
        self._target_box = bytearray(4)

    def set_rules(self, variant):
        """Fit the layout to the number of columns and cells, and draw all at the next `draw`."""
        self._width = min(WIDTH // variant.columns, _WIDEST)
        self._left = (WIDTH - self._width * variant.columns) // 2
        self._slot = _WIDE_SLOT if variant.cells * _WIDE_SLOT < _FOUNDATIONS_X - 8 else _SLOT
        self.touch_all()

    def touch(self, move):
        """Have the two piles of a move drawn again."""
        self._dirty[move >> 9 & 31] = 1
        self._dirty[move >> 4 & 31] = 1

    def touch_all(self):
        """Have everything drawn again, over whatever is on the canvas."""
        self._blank = True

    def highlight(self, source, length, target, face):
        """Choose what the next `draw` highlights.

        source: pile, -1 for none; length: its cards that would move; target: pile, -1 for none;
        face: the card that would lie on the target, the head of what moves.
        """
        self._wanted[0] = source + 1
        self._wanted[1] = length
        self._wanted[2] = target + 1
        self._wanted[3] = face

    def draw(self, game):
        """Draw what changed since the last call."""
        if self._blank:
            self._blank = False
            self.canvas.fill(0, 0, WIDTH, HEIGHT, DARK)
            for pile in range(PILES):
                self._dirty[pile] = 1
        else:
            self._clear_highlight(game)
        for pile in range(PILES):
            if self._dirty[pile]:
                self._dirty[pile] = 0
                self._pile(game, pile)
                self._forget_highlight(pile)
        self._draw_highlight(game)

    # The highlight is taken off before its piles are drawn again, so that only changed pixels
    # travel to the glass.

    def _clear_highlight(self, game):
        shown, wanted = self._shown, self._wanted
        if shown[2] and (shown[2] != wanted[2] or shown[3] != wanted[3]):
            pile = shown[2] - 1
            if pile < CELL and game.size[pile]:
                self._fill(self._target_box, DARK)
                if self._target_box[1] > _TOP + (fold.ROWS - 1) * _PITCH:
                    self._dirty[pile] = 1
            else:
                self._dirty[pile] = 1
            shown[2] = 0
        if shown[0] and (shown[0] != wanted[0] or shown[1] != wanted[1]):
            if not self._dirty[shown[0] - 1]:
                self._fill(self._source_box, INVERT)
            shown[0] = 0

    def _forget_highlight(self, pile):
        if self._shown[0] == pile + 1:
            self._shown[0] = 0
        if self._shown[2] == pile + 1:
            self._shown[2] = 0

    def _draw_highlight(self, game):
        shown, wanted = self._shown, self._wanted
        if wanted[0] and not shown[0]:
            self._find_box(game, wanted[0] - 1, game.size[wanted[0] - 1] - wanted[1], wanted[1])
            self._keep(self._source_box)
            self._fill(self._source_box, INVERT)
        if wanted[2] and not shown[2]:
            pile = wanted[2] - 1
            self._find_box(game, pile, game.size[pile], 1)
            self._keep(self._target_box)
            self._fill(self._target_box, LIT)
            lettering.card(self.canvas, wanted[3], self._box[0] + 1, self._box[1] + 1, DARK)
        for i in range(4):
            shown[i] = wanted[i]

    def _keep(self, box):
        for i in range(4):
            box[i] = self._box[i]

    def _fill(self, box, ink):
        self.canvas.fill(box[0], box[1], box[2], box[3], ink)

    def _find_box(self, game, pile, index, length):
        # The box around `length` cards from `index` on; index == size is the next place.
        box = self._box
        box[2] = _BOX_WIDTH
        box[3] = _BOX_HEIGHT
        if pile >= CELL:
            box[0] = self._slot_x(pile) - 1 if self._slot_x(pile) else 0
            box[1] = _SLOT_Y - 1
            return
        size = game.size[pile]
        first = last = index
        if size > fold.ROWS:
            rows = self._fold.layout(game, pile, self._width // _PIP)
            last = self._fold.row[size - 1] if index < size else rows
            first = self._fold.row[index] if index < size else rows
        elif index < size:
            last = index + length - 1
        first = min(first, fold.ROWS - 1)
        last = min(last, fold.ROWS - 1)
        box[0] = self._card_x(pile) - 1
        box[1] = _TOP + first * _PITCH - 1
        box[3] = (last - first) * _PITCH + _BOX_HEIGHT

    def _card_x(self, column):
        return self._left + column * self._width + (self._width - _CARD) // 2

    def _slot_x(self, pile):
        if pile >= FOUNDATION:
            return _FOUNDATIONS_X + (pile - FOUNDATION) * _SLOT
        return (pile - CELL) * self._slot

    def _pile(self, game, pile):
        if pile >= FOUNDATION:
            self._foundation(game, pile)
        elif pile >= CELL:
            if pile < CELL + game.variant.cells:
                self._cell(game, pile)
        elif pile < game.variant.columns:
            self._column(game, pile)

    def _cell(self, game, pile):
        x = self._slot_x(pile)
        self.canvas.fill(x, 0, _SLOT, _SLOT_HEIGHT - 1, DARK)
        self.canvas.fill(x + 1, _SLOT_HEIGHT - 1, _SLOT - 1, 1, LIT)
        face = game.top(pile)
        if face:
            lettering.card(self.canvas, face, x, _SLOT_Y, LIT)

    def _foundation(self, game, pile):
        x = self._slot_x(pile)
        self.canvas.fill(x, 0, _SLOT, _SLOT_HEIGHT, DARK)
        face = game.top(pile)
        if face:
            lettering.card(self.canvas, face, x, _SLOT_Y, LIT)
        elif game.variant.foundation == variants.FOUNDATION_SUIT:
            lettering.suit(self.canvas, pile - FOUNDATION, x + 5, _SLOT_Y, LIT)

    def _column(self, game, column):
        self.canvas.fill(self._left + column * self._width, _TOP - 1, self._width, 55, DARK)
        size = game.size[column]
        if not size:
            self._empty(game, column)
        elif size > fold.ROWS:
            self._folded(game, column)
        else:
            x = self._card_x(column)
            start = game.start[column]
            for i in range(size):
                lettering.card(self.canvas, game.cards[start + i], x, _TOP + i * _PITCH, LIT)

    def _empty(self, game, column):
        # What an empty column takes: a rank, anything, or nothing.
        x = self._card_x(column)
        empty = game.variant.empty
        if empty == variants.EMPTY_KING:
            lettering.rank(self.canvas, (game.base_rank + 11) % 13 + 1, x + 2, _TOP, LIT)
        elif empty == variants.EMPTY_ANY:
            lettering.mark(self.canvas, glyphs.MARK_ANY, x + 2, _TOP, LIT)
        else:
            lettering.mark(self.canvas, glyphs.MARK_NONE, x + 2, _TOP, LIT)

    def _folded(self, game, column):
        self._fold.layout(game, column, self._width // _PIP)
        x = self._card_x(column)
        start = game.start[column]
        for i in range(game.size[column]):
            kind = self._fold.kind[i]
            y = _TOP + self._fold.row[i] * _PITCH
            face = game.cards[start + i]
            if kind == fold.WHOLE:
                lettering.card(self.canvas, face, x, y, LIT)
            elif kind == fold.HIDDEN:
                lettering.mark(self.canvas, glyphs.MARK_FOLD, x + 3, y, LIT)
            elif kind >= fold.PIP:
                left = self._left + column * self._width
                lettering.suit(self.canvas, face & 3, left + (kind - fold.PIP) * _PIP, y, LIT)
        if self._fold.under:
            lettering.small_number(self.canvas, self._fold.under, x, _TOP, LIT)
