"""The piles of a game, drawn on a canvas."""

from eightoff import fold, glyphs, lettering, variants
from eightoff.canvas import DARK, LIT
from eightoff.layout import PIP, PITCH, SLOT, SLOT_HEIGHT, SLOT_Y, TOP, Layout
from eightoff.position import CELL, FOUNDATION

_COLUMN_HEIGHT = 55  # with the row above, where a highlight may begin


class Piles(Layout):
    """Draws one pile at a time."""

    def __init__(self, canvas):
        super().__init__()
        self.canvas = canvas

    def draw_pile(self, game, pile):
        """Draw a pile of a `game.Game` over what was in its place."""
        if pile >= FOUNDATION:
            self._foundation(game, pile)
        elif pile >= CELL:
            if pile < CELL + game.variant.cells:
                self._cell(game, pile)
        elif pile < game.variant.columns:
            self._column(game, pile)

    def _cell(self, game, pile):
        x = self.slot_x(pile)
        self.canvas.fill(x, 0, SLOT, SLOT_HEIGHT - 1, DARK)
        self.canvas.fill(x + 1, SLOT_HEIGHT - 1, SLOT - 1, 1, LIT)
        face = game.top(pile)
        if face:
            lettering.card(self.canvas, face, x, SLOT_Y, LIT)

    def _foundation(self, game, pile):
        x = self.slot_x(pile)
        self.canvas.fill(x, 0, SLOT, SLOT_HEIGHT, DARK)
        face = game.top(pile)
        if face:
            lettering.card(self.canvas, face, x, SLOT_Y, LIT)
        elif game.variant.foundation == variants.FOUNDATION_SUIT:
            lettering.suit(self.canvas, pile - FOUNDATION, x + 5, SLOT_Y, LIT)

    def _column(self, game, column):
        self.canvas.fill(self.left + column * self.width, TOP - 1, self.width, _COLUMN_HEIGHT, DARK)
        size = game.size[column]
        if not size:
            self._empty(game, column)
        elif size > fold.ROWS:
            self._folded(game, column)
        else:
            x = self.card_x(column)
            start = game.start[column]
            for i in range(size):
                lettering.card(self.canvas, game.cards[start + i], x, TOP + i * PITCH, LIT)

    def _empty(self, game, column):
        # What an empty column takes: a rank, anything, or nothing.
        x = self.card_x(column)
        empty = game.variant.empty
        if empty == variants.EMPTY_KING:
            lettering.rank(self.canvas, (game.base_rank + 11) % 13 + 1, x + 2, TOP, LIT)
        elif empty == variants.EMPTY_ANY:
            lettering.mark(self.canvas, glyphs.MARK_ANY, x + 2, TOP, LIT)
        else:
            lettering.mark(self.canvas, glyphs.MARK_NONE, x + 2, TOP, LIT)

    def _folded(self, game, column):
        self.fold.layout(game, column, self.width // PIP)
        x = self.card_x(column)
        start = game.start[column]
        for i in range(game.size[column]):
            kind = self.fold.kind[i]
            y = TOP + self.fold.row[i] * PITCH
            face = game.cards[start + i]
            if kind == fold.WHOLE:
                lettering.card(self.canvas, face, x, y, LIT)
            elif kind == fold.HIDDEN:
                lettering.mark(self.canvas, glyphs.MARK_FOLD, x + 3, y, LIT)
            elif kind >= fold.PIP:
                left = self.left + column * self.width
                lettering.suit(self.canvas, face & 3, left + (kind - fold.PIP) * PIP, y, LIT)
        if self.fold.under:
            lettering.small_number(self.canvas, self.fold.under, x, TOP, LIT)
