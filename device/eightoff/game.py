"""Positions and moves: the rules of every game of this family, driven by a variant record.

A move is an int, source << 9 | target << 4 | length: `length` cards from the open end of one pile
to another. Legal moves are listed in ascending order, that is by source, then target, then
length; of equal targets (empty cells, empty columns) only the first counts. Stored lines are
indices into that list, so its order is part of the pack format.

Nothing here allocates after `Game()` but the rare growth of the history.
"""

from array import array

from eightoff import variants
from eightoff.cards import DECK
from eightoff.const import const
from eightoff.position import Position

MOVES_MAX = 200  # no position of a valid record has more legal moves
MOVE_MASK = 0x3FFF
AUTO = 0x4000  # flag of a history entry: made by the game, goes back with the move before it

OFF, SAFE, ALL = 0, 1, 2  # automatic moves

_CELL = const(10)
_FOUNDATION = const(18)
_PILES = const(22)
_KING = const(13)
_ANY_LENGTH = const(13)
_AUTO = const(0x4000)
_HISTORY = const(256)


class Game(Position):
    """One position, its history and its rules. Call `set_rules`, then `deal`.

    history[0:played] are the moves in force, up to `known` those that redo brings back.
    take_back: house rule, a foundation's top card may return to a column.
    """

    def __init__(self):
        super().__init__()
        self.history = array("H", [0] * _HISTORY)
        self._growth = array("H", [0] * _HISTORY)
        self.played = 0
        self.known = 0
        self.take_back = False
        self._free = 0
        self._empty_column = -1
        self._room = 0
        self._room_empty = 0

    def deal(self, order):
        """Deal 52 cards given in the order in which they leave the deck, and forget the history."""
        super().deal(order)
        self.played = self.known = 0

    def push(self, move):
        """Make a move, legal or not; what could be redone is forgotten."""
        if self.played == len(self.history):
            self.history.extend(self._growth)
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
        move = self.auto(level)
        while move:
            self.push(move | _AUTO)
            move = self.auto(level)
        return self.played - before

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
            move = self.history[self.played]
            if self.played > before and not move & _AUTO:
                break
            self.shift(move >> 9 & 31, move >> 4 & 31, move & 15)
            self.played += 1
        return self.played - before

    def legal(self, moves):
        """Write all legal moves in canonical order; return how many.

        moves: array("H") of MOVES_MAX.
        """
        self._survey()
        count = 0
        for source in range(self.variant.columns):
            if self.size[source]:
                count = self._from(source, self.run(source), moves, count)
        for source in range(_CELL, _CELL + self.variant.cells):
            if self.size[source]:
                count = self._from(source, 1, moves, count)
        if self.take_back:
            for source in range(_FOUNDATION, _PILES):
                if self.size[source]:
                    count = self._to_columns(source, 1, moves, count)
        return count

    def find(self, move, moves):
        """Return the index of a move in the canonical list, -1 when it is not legal.

        moves: scratch, array("H") of MOVES_MAX.
        """
        for i in range(self.legal(moves)):
            if moves[i] == move:
                return i
        return -1

    def run(self, column):
        """Return how many cards at the open end of a column follow the build rule, 0 if empty."""
        size = self.size[column]
        at = self.start[column] + size - 1
        length = 1
        while length < size and self.fits(self.cards[at], self.cards[at - 1]):
            at -= 1
            length += 1
        return length if size else 0

    def fits(self, card, parent):
        """Return whether `card` may be built on `parent`."""
        build = self.variant.build
        step = self.relative[parent] - self.relative[card]
        if step != 1 and not (step == -12 and self.variant.wrap):
            return False
        if build == 1:
            return (card ^ parent) & 3 == 0
        # The colours differ; see cards.is_red.
        return build == 2 and (card ^ card >> 1 ^ parent ^ parent >> 1) & 1 == 1

    def run_limit(self, to_empty):
        """Return how many cards one move may carry now, to an empty column or to another."""
        self._survey()
        return self._room_empty if to_empty else self._room

    def _survey(self):
        # What the moves of a position have in common: the first free places and the run limits.
        rules = self.variant
        free = 0
        self._free = 0
        for pile in range(_CELL + rules.cells - 1, _CELL - 1, -1):
            if not self.size[pile]:
                free += 1
                self._free = pile
        empty = 0
        self._empty_column = -1
        for pile in range(rules.columns - 1, -1, -1):
            if not self.size[pile]:
                empty += 1
                self._empty_column = pile
        self._room = self._limit(free, empty)
        self._room_empty = self._limit(free, empty - 1) if empty else 0

    def _limit(self, free, spare):
        limit = self.variant.limit
        if limit == variants.LIMIT_ONE:
            return 1
        if limit == variants.LIMIT_NONE:
            return _ANY_LENGTH
        if limit == variants.LIMIT_COLUMNS:
            return free + 1 << spare
        return free + 1

    def _from(self, source, run, moves, count):
        count = self._to_columns(source, run, moves, count)
        if source < _CELL and self._free:
            moves[count] = source << 9 | self._free << 4 | 1
            count += 1
        card = self.top(source)
        for target in range(_FOUNDATION, _PILES):
            if self._goes_home(card, target):
                moves[count] = source << 9 | target << 4 | 1
                count += 1
        return count

    def _to_columns(self, source, run, moves, count):
        card = self.top(source)
        for target in range(self.variant.columns):
            if not self.size[target]:
                if target == self._empty_column:
                    count = self._to_empty(source, run, moves, count)
            elif target != source:
                length = self._fitting(card, self.top(target))
                if length and length <= run and length <= self._room:
                    moves[count] = source << 9 | target << 4 | length
                    count += 1
        return count

    def _fitting(self, card, parent):
        # How long a run ending in `card` must be for its head to go on `parent`, 0 if none can.
        length = self.relative[parent] - self.relative[card]
        if length <= 0:
            if not self.variant.wrap:
                return 0
            length += 13
        build = self.variant.build
        if build == 1:
            return 0 if (card ^ parent) & 3 else length
        # Colours alternate along the run, so the head's colour follows from the length.
        if build == 2 and (card ^ card >> 1 ^ parent ^ parent >> 1 ^ length) & 1 == 0:
            return length
        return 0

    def _to_empty(self, source, run, moves, count):
        longest = run
        if source < _CELL:
            longest = min(longest, self._room_empty)
            if self.size[source] <= longest:
                longest = self.size[source] - 1  # a whole column would change nothing
        first = 1
        empty = self.variant.empty
        if empty == variants.EMPTY_KING:
            first = _KING + 1 - self.relative[self.top(source)]
            longest = min(longest, first)
        elif empty == variants.EMPTY_NONE:
            longest = 0
        for length in range(first, longest + 1):
            moves[count] = source << 9 | self._empty_column << 4 | length
            count += 1
        return count

    def _goes_home(self, card, target):
        rules = self.variant
        size = self.size[target]
        if rules.foundation == variants.FOUNDATION_SUIT:
            return target - _FOUNDATION == card & 3 and self.relative[card] == size + 1
        return size < 13 and ((self.top(target) >> 2) - 1 + rules.step) % 13 + 1 == card >> 2

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
                if self._goes_home(card, target) and (level == ALL or self._is_safe(card)):
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
