"""What is legal: the rules of every game of this family, driven by a variant record.

A move is an int, source << 9 | target << 4 | length: `length` cards from the open end of one pile
to another. Legal moves are listed in ascending order, that is by source, then target, then
length; of equal targets (empty cells, empty columns) only the first counts. Stored lines are
indices into that list, so its order is part of the pack format.
"""

from eightoff import variants
from eightoff.const import const
from eightoff.position import Position

MOVES_MAX = 200  # no position of a valid record has more legal moves

_CELL = const(10)
_FOUNDATION = const(18)
_PILES = const(22)
_KING = const(13)
_ANY_LENGTH = const(13)


class Rules(Position):
    """A position and its legal moves. Nothing here allocates.

    take_back: house rule, a foundation's top card may return to a column.
    """

    def __init__(self):
        super().__init__()
        self.take_back = False
        self._free = 0
        self._empty_column = -1
        self._room = 0
        self._room_empty = 0

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
            if self.goes_home(card, target):
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

    def goes_home(self, card, target):
        """Return whether a foundation (pile 18..21) takes this card now."""
        rules = self.variant
        size = self.size[target]
        if rules.foundation == variants.FOUNDATION_SUIT:
            return target - _FOUNDATION == card & 3 and self.relative[card] == size + 1
        return size < 13 and ((self.top(target) >> 2) - 1 + rules.step) % 13 + 1 == card >> 2
