"""Which row of the screen each card of a column is on, when a column outgrows the rows.

A column that fits has a card a row. In a longer one the longest runs fold first: a same-suit run
to its first card, a mark and its last card; a run of alternating colours to its head card and the
suits of the rest as pips, as many a row as the column is wide. What is still too long loses its
deepest cards under one row that says how many; a run that is cut by it shows its next card whole.
"""

from eightoff import variants
from eightoff.const import const

ROWS = 9

# What `kind` says of a card; PIP is the first place of a row of pips.
WHOLE, HIDDEN, UNDER, PIP = 0, 1, 2, 3

_ROWS = const(9)
_WHOLE = const(0)
_HIDDEN = const(1)
_UNDER = const(2)
_PIP = const(3)
_MAX = const(52)


class Fold:
    """The rows of one column: after `layout`, card i is on row[i] and drawn as kind[i].

    WHOLE: a card. HIDDEN: within a folded same-suit run, its row holds the fold mark. UNDER: one
    of the `under` deepest cards, which share row 0. PIP + n: only its suit, n-th place of its row.
    """

    def __init__(self):
        self.row = bytearray(_MAX)
        self.kind = bytearray(_MAX)
        self.rows = 0
        self.under = 0
        self._pips = 3
        self._folded = bytearray(_MAX)  # in a run that folds: 2 for its head, 1 for the others

    def layout(self, game, column, pips):
        """Lay out a column of the game, `pips` to a row; return the rows it takes, at most ROWS."""
        size = game.size[column]
        self.under = 0
        self._pips = pips
        for i in range(size):
            self._folded[i] = 0
        suit = game.variant.build == variants.BUILD_SUIT
        self._assign(size, suit)
        while self.rows > _ROWS and self._fold_longest(game, column, suit):
            self._assign(size, suit)
        while self.rows > _ROWS:
            self._hide_one()
            self._assign(size, suit)
        return self.rows

    def _fold_longest(self, game, column, suit):
        # A run of one suit saves a row from four cards on, one of alternating colours from three.
        best = 3 if suit else 2
        first = -1
        size = game.size[column]
        start = game.start[column]
        at = 0
        while at < size:
            end = at + 1
            while end < size and game.fits(game.cards[start + end], game.cards[start + end - 1]):
                end += 1
            if end - at > best and not self._folded[at]:
                best = end - at
                first = at
            at = end
        if first < 0:
            return False
        for i in range(first, first + best):
            self._folded[i] = 1 if i > first else 2
        return True

    def _hide_one(self):
        # Of a run that loses its head the next card becomes the head.
        self.under += 1
        if self._folded[self.under] == 1:
            self._folded[self.under] = 2

    def _assign(self, size, suit):
        row = 0
        for i in range(self.under):
            self.kind[i] = _UNDER
            self.row[i] = 0
            row = 1
        for i in range(self.under, size):
            folded = self._folded[i]
            place = _WHOLE
            if folded == 1:
                last = i + 1 == size or self._folded[i + 1] != 1
                if suit:
                    # The second card opens the row of the mark, the others between share it.
                    if not last:
                        place = _HIDDEN
                        if self.kind[i - 1] == _HIDDEN:
                            row -= 1
                else:
                    place = _PIP
                    if self._folded[i - 1] == 1 and self.kind[i - 1] < _PIP + self._pips - 1:
                        place = self.kind[i - 1] + 1
                        row -= 1
            self.kind[i] = place
            self.row[i] = row
            row += 1
        self.rows = row
