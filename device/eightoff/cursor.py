"""Turns keys into choices: the cursor visits only cards that can move, and then only their targets.

PICK: left and right go to the next pile that has a legal move, up and down between the columns and
the cells; A chooses it. TARGET: the directions go round its targets, the likeliest first; A plays,
B goes back. A pile with one target is played at once.
"""

from eightoff import keys, variants
from eightoff.const import const
from eightoff.position import CELL, FOUNDATION, PILES

_OPTIONS = const(48)  # moves of one pile: 9 columns, 13 lengths, a cell, 4 foundations and room
_CLASSES = const(4)


class Cursor:
    """Where the player is on the board.

    moves[0:count]: the legal moves of the position at the last `refresh`; the buffer, array("H")
    of MOVES_MAX, may be used by others up to the next one. source: the pile the cursor is on, -1
    when nothing can move. move: what A would play. choosing: a target is being chosen.
    """

    def __init__(self, moves):
        self.moves = moves
        self.count = 0
        self.source = -1
        self.move = 0
        self.choosing = False
        self._options = bytearray(_OPTIONS)
        self._many = 0
        self._option = 0

    def refresh(self, game):
        """Look at a new position; stay on the pile if it can still move."""
        self.count = game.legal(self.moves)
        self.choosing = False
        if self.source < 0 or not self._can_move(self.source):
            self._next(1)
        if self.count:
            self._collect(game)

    def suggest(self, game, move):
        """Put the cursor on this legal move, its target chosen."""
        self.source = move >> 9 & 31
        self._collect(game)
        self.choosing = True
        for i in range(self._many):
            if self.moves[self._options[i]] == move:
                self._option = i
        self.move = move

    def key(self, game, event):
        """Take a key; return the move that it plays, 0 for none. B is 0 unless choosing."""
        if not self.count:
            return 0
        if event == keys.A:
            if self.choosing or self._many == 1:
                return self.move
            self.choosing = True
        elif event == keys.B:
            self.choosing = False
            self._show_option(0)
        elif self.choosing:
            step = 1 if event & (keys.RIGHT | keys.DOWN) else -1
            self._show_option((self._option + step) % self._many)
        else:
            if event == keys.LEFT:
                self._next(-1)
            elif event == keys.RIGHT:
                self._next(1)
            else:
                self._cross(game, event == keys.UP)
            self._collect(game)
        return 0

    def _can_move(self, pile):
        for i in range(self.count):
            if self.moves[i] >> 9 == pile:
                return True
        return False

    def _next(self, step):
        if self.count:
            pile = self.source
            for _ in range(PILES):
                pile = (pile + step) % PILES
                if self._can_move(pile):
                    self.source = pile
                    return
        self.source = -1

    def _cross(self, game, up):
        # To the nearest movable pile of the other row, in pixels; stay when there is none.
        best = -1
        nearest = 999
        here = _place(game, self.source)
        for pile in range(PILES):
            if (pile >= CELL) == up and pile != self.source and self._can_move(pile):
                away = abs(_place(game, pile) - here)
                if away < nearest:
                    nearest = away
                    best = pile
        if best >= 0 and (self.source >= CELL) != up:
            self.source = best

    def _collect(self, game):
        # The moves of the source, the likeliest class first and long runs before short ones.
        self._many = 0
        for rank in range(_CLASSES):
            for i in range(self.count - 1, -1, -1):
                move = self.moves[i]
                if move >> 9 == self.source and _likely(game, move) == rank:
                    self._options[self._many] = i
                    self._many += 1
        self._show_option(0)

    def _show_option(self, option):
        self._option = option
        self.move = self.moves[self._options[option]]


def _place(game, pile):
    # About where a pile is on the screen, in pixels.
    if pile < CELL:
        return pile * 128 // game.variant.columns
    if pile < FOUNDATION:
        return (pile - CELL) * 10
    return 88 + (pile - FOUNDATION) * 10


def _likely(game, move):
    # Up, onto a card, a King to his column, a cell, anything to an empty column.
    target = move >> 4 & 31
    if target >= FOUNDATION:
        return 0
    if target >= CELL:
        return 2
    if game.size[target] or game.variant.empty == variants.EMPTY_KING:
        return 1
    return 3
