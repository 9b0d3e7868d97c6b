"""A game: a position with its history, automatic moves, and its end.

Nothing here allocates after `Game()` but the rare growth of the history.
"""

from array import array

from eightoff import variants
from eightoff.cards import DECK
from eightoff.const import const
from eightoff.rules import MOVES_MAX, Rules  # noqa: F401 - who uses games needs MOVES_MAX too

LINE_MAX = 512  # moves of a stored line
MOVE_MASK = 0x3FFF
AUTO = 0x4000  # flag of a history entry: made by the game, goes back with the move before it

OFF, SAFE, ALL = 0, 1, 2  # automatic moves

_CELL = const(10)
_FOUNDATION = const(18)
_PILES = const(22)
_AUTO = const(0x4000)
_HISTORY = const(256)
_GROWTH = const(64)


class Game(Rules):
    """One position, its history and its rules. Call `set_rules`, then `deal`.

    history[0:played] are the moves in force, up to `known` those that redo brings back.
    """

    def __init__(self):
        super().__init__()
        self.history = array("H", [0] * _HISTORY)
        self.played = 0
        self.known = 0

    def deal(self, order):
        """Deal 52 cards given in the order in which they leave the deck, and forget the history."""
        super().deal(order)
        self.played = self.known = 0

    def push(self, move):
        """Make a move, legal or not; what could be redone is forgotten."""
        if self.played == len(self.history):
            self.history.extend(array("H", [0] * _GROWTH))
        self.history[self.played] = move
        self.shift(move >> 9 & 31, move >> 4 & 31, move & 15)
        self.played += 1
        self.known = self.played

    def pop(self):
        """Take the last move back and return it."""
        self.played -= 1
        move = self.history[self.played]
        self.shift(move >> 4 & 31, move >> 9 & 31, move & 15)
        return move

    def play(self, move, level):
        """Make a player's move and the automatic ones after it; return how many it was in all."""
        before = self.played
        self.push(move)
        while self.play_auto(level):
            pass
        return self.played - before

    def play_auto(self, level):
        """Make the next automatic move; return its history entry, 0 when there is none."""
        move = self.auto(level)
        if move:
            move |= _AUTO
            self.push(move)
        return move

    def undo(self):
        """Take a move back together with its automatic moves; return how many that was."""
        before = self.played
        while self.played and self.pop() & _AUTO:
            pass
        return before - self.played

    def redo(self):
        """Make an undone move again with its automatic moves; return how many that was."""
        before = self.played
        while self.played < self.known:
            if self.played > before and not self.history[self.played] & _AUTO:
                break
            self.again()
        return self.played - before

    def again(self):
        """Make the next undone move again, without those that belong to it."""
        move = self.history[self.played]
        self.shift(move >> 9 & 31, move >> 4 & 31, move & 15)
        self.played += 1

    def head(self, move):
        """Return the card that leads the cards of a move that was not made yet."""
        source = move >> 9 & 31
        return self.cards[self.start[source] + self.size[source] - (move & 15)]

    def won(self):
        """Return whether all 52 cards are on the foundations."""
        home = 0
        for pile in range(_FOUNDATION, _PILES):
            home += self.size[pile]
        return home == DECK

    def lost(self, moves):
        """Return whether the game is over and not won: no legal move, house rule or not.

        moves: scratch, array("H") of MOVES_MAX.
        """
        take_back = self.take_back
        self.take_back = False
        count = self.legal(moves)
        self.take_back = take_back
        return count == 0 and not self.won()

    def always_safe(self):
        """Return whether every card that goes home may do so without being missed."""
        rules = self.variant
        return (
            rules.foundation == variants.FOUNDATION_SUIT
            and rules.build != variants.BUILD_ALTERNATE
            and not rules.wrap
        )

    def auto(self, level):
        """Return the next automatic move to a foundation, 0 when there is none.

        level: OFF; SAFE, only cards that nothing can need again; ALL, any card that goes.
        """
        if level == OFF or (self.variant.foundation == variants.FOUNDATION_ANY and level == SAFE):
            return 0
        for source in range(_CELL + self.variant.cells):
            card = self.top(source)
            if not card:
                continue
            for target in range(_FOUNDATION, _PILES):
                if self.goes_home(card, target) and (level == ALL or self._is_safe(card)):
                    return source << 9 | target << 4 | 1
        return 0

    def _is_safe(self, card):
        # With same-suit building only the next lower card of the suit can go on a card, and it
        # is home; where building wraps, the base can still carry the last rank.
        rank = self.relative[card]
        if self.variant.build != variants.BUILD_ALTERNATE:
            return not (self.variant.wrap and rank == 1)
        # Alternating: the suits of the other colour are suit ^ 1 and suit ^ 2. Below `lowest + 2`
        # every card that could want this one can go home itself, or so can what keeps it.
        suit = card & 3
        lowest = self.size[_FOUNDATION + (suit ^ 1)]
        other = self.size[_FOUNDATION + (suit ^ 2)]
        lowest = min(lowest, other)
        twin = self.size[_FOUNDATION + 3 - suit]
        return rank <= lowest + 1 or (rank <= lowest + 2 and rank <= twin + 3)
