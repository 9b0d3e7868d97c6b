"""The board on the screen: only what changed is drawn, and what the cursor is on stands out.

A pile is drawn again only after `touch`. The source of a move is shown inverted, its target as
the card that would lie there.
"""

from eightoff import lettering
from eightoff.canvas import DARK, HEIGHT, INVERT, LIT, WIDTH
from eightoff.piles import Piles
from eightoff.position import CELL, PILES


class View(Piles):
    """Draws a `game.Game` on a canvas."""

    def __init__(self, canvas):
        super().__init__(canvas)
        self._dirty = bytearray(PILES + 1)  # one more, so that the last pile has a next one
        self._blank = True
        # What is highlighted: source pile + 1, cards, target pile + 1, face; 0 for none.
        self._wanted = bytearray(4)
        self._shown = bytearray(4)
        self._source_box = bytearray(4)
        self._target_box = bytearray(4)
        self._over = False  # the target's box lies over something

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
            self._shown[0] = self._shown[2] = 0
            self.canvas.fill(0, 0, WIDTH, HEIGHT, DARK)
            for pile in range(PILES):
                self._dirty[pile] = 1
        else:
            self._clear_target()
            self._clear_source()
        for pile in range(PILES):
            if self._dirty[pile]:
                self._dirty[pile] = 0
                self.draw_pile(game, pile)
        self._draw_highlight(game)

    # A highlight that stays, on piles that do not change, is not touched, so that only changed
    # pixels travel to the glass; any other is taken off before its pile is drawn again.

    def _clear_target(self):
        shown, wanted = self._shown, self._wanted
        if not shown[2]:
            return
        pile = shown[2] - 1
        same = True
        for i in range(4):
            same = same and shown[i] == wanted[i]
        if not same or self._is_drawn_over(pile):
            self._fill(self._target_box, DARK)
            if self._over:
                self._dirty[pile] = 1
            if self.tight(pile) and pile < PILES - 1:
                self._dirty[pile + 1] = 1
            shown[2] = 0

    def _clear_source(self):
        shown, wanted = self._shown, self._wanted
        if not shown[0]:
            return
        changed = shown[0] != wanted[0] or shown[1] != wanted[1]
        if changed or self._is_drawn_over(shown[0] - 1):
            self._fill(self._source_box, INVERT)
            shown[0] = 0

    def _is_drawn_over(self, pile):
        # What is about to be drawn lies under the highlight of a pile.
        return self._dirty[pile] or (self.tight(pile) and self._dirty[pile + 1])

    def _draw_highlight(self, game):
        shown, wanted = self._shown, self._wanted
        if wanted[0] and not shown[0]:
            self.find_box(game, wanted[0] - 1, game.size[wanted[0] - 1] - wanted[1], wanted[1])
            self._keep(self._source_box)
            self._fill(self._source_box, INVERT)
        if wanted[2] and not shown[2]:
            pile = wanted[2] - 1
            self._over = self.find_box(game, pile, game.size[pile], 1)
            self._keep(self._target_box)
            self._fill(self._target_box, LIT)
            x = self.slot_x(pile) if pile >= CELL else self.card_x(pile)
            lettering.card(self.canvas, wanted[3], x, self.box[1] + 1, DARK)
        for i in range(4):
            shown[i] = wanted[i]

    def _keep(self, box):
        for i in range(4):
            box[i] = self.box[i]

    def _fill(self, box, ink):
        self.canvas.fill(box[0], box[1], box[2], box[3], ink)
