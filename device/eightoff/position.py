"""A position: 52 cards on numbered piles, laid out by a variant record.

Piles have the same numbers in every game: columns 0..9, cells 10..17, foundations 18..21.
"""

from array import array

from eightoff import variants
from eightoff.cards import DECK
from eightoff.const import const

CELL = 10
FOUNDATION = 18
PILES = 22

_CELL = const(10)
_FOUNDATION = const(18)
_PILES = const(22)
# A column can grow by a run below its last dealt card: size - 1 + 13. Ten columns, 8 cells and
# 4 foundations of 13 at most.
_ROOM = const(52 + 10 * 12 + 8 + 52)


class Position:
    """Where the cards lie. Call `set_rules`, then `deal`.

    cards, start, size: pile p holds cards[start[p]] .. cards[start[p] + size[p] - 1], open end
    last. relative[card] is the card's rank counted from the base rank, 1..13.
    """

    def __init__(self):
        self.cards = bytearray(_ROOM)
        self.start = array("H", [0] * _PILES)
        self.size = bytearray(_PILES)
        self.relative = bytearray(56)
        self.base_rank = 1
        self.variant = None

    def set_rules(self, variant):
        """Play by this `variants.Variant` from the next deal on."""
        self.variant = variant
        at = 0
        for pile in range(_PILES):
            self.start[pile] = at
            if pile < variant.columns:
                at += variant.sizes[pile] + 12
            elif _CELL <= pile < _CELL + variant.cells:
                at += 1
            elif pile >= _FOUNDATION:
                at += 13

    def deal(self, order):
        """Deal 52 cards given in the order in which they leave the deck."""
        rules = self.variant
        for pile in range(_PILES):
            self.size[pile] = 0
        beak = rules.base == variants.BASE_BEAK
        self._set_base(order[0] >> 2 if beak else 1)
        column = 0
        row = 0
        left_over = 0
        for i in range(DECK):
            card = order[i]
            if beak and i and self.relative[card] == 1:
                self._put(_FOUNDATION + (card & 3), card)
                continue
            while row <= DECK and row >= rules.sizes[column]:
                column, row = self._next_place(column, row)
            if row > DECK:
                self._put(self._leftover(left_over), card)
                left_over += 1
            else:
                self._put(column, card)
                column, row = self._next_place(column, row)

    def _next_place(self, column, row):
        # Rows go out left to right; a row beyond every column means that all columns are full.
        column += 1
        if column < self.variant.columns:
            return column, row
        return 0, row + 1

    def _leftover(self, index):
        # The pile of the index-th card left over after the columns.
        if self.variant.leftover == variants.LEFTOVER_FOUNDATIONS:
            return _FOUNDATION + index
        cell = 0
        while index or not self.variant.cell_mask >> cell & 1:
            index -= self.variant.cell_mask >> cell & 1
            cell += 1
        return _CELL + cell

    def _set_base(self, rank):
        self.base_rank = rank
        for card in range(4, 56):
            self.relative[card] = ((card >> 2) + 13 - rank) % 13 + 1

    def _put(self, pile, card):
        self.cards[self.start[pile] + self.size[pile]] = card
        self.size[pile] += 1

    def top(self, pile):
        """Return the open card of a pile, 0 when it is empty."""
        size = self.size[pile]
        return self.cards[self.start[pile] + size - 1] if size else 0

    def shift(self, source, target, length):
        """Put `length` cards from the open end of one pile on another, legal or not."""
        self.size[source] -= length
        read = self.start[source] + self.size[source]
        write = self.start[target] + self.size[target]
        for i in range(length):
            self.cards[write + i] = self.cards[read + i]
        self.size[target] += length
