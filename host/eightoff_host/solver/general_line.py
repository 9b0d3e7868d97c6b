"""From the log of the general search to a line of moves as the engine numbers them.

The log speaks of cards; a line speaks of piles. Walking the log on ordinary lists gives the pile
numbers, splits moves that the search carries in one go but the record does not allow so, and
plays the end that the search leaves out, when every card can simply go home.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from eightoff_host.solver.general_board import BOTTOM, HOME, IN_CELL

_CELL, _FOUNDATION = 10, 18
_LIMIT_ONE, _LIMIT_CELLS = 0, 1


class LineWriter:
    """Plays moves told by card on piles of relative cards and collects them as engine moves.

    variant: the record's rules; piles: 22 sizes, then the cards, as for `set_up`.
    """

    def __init__(self, variant: Any, piles: Iterable[int]) -> None:
        numbers = [int(word) for word in piles]
        self.variant = variant
        self.piles: list[list[int]] = []
        at = 22
        for size in numbers[:22]:
            self.piles.append(numbers[at : at + size])
            at += size
        self.moves: list[int] = []

    def play(self, entry: int) -> None:
        """Play one entry of the log: `head | target << 6 | length << 12 | ...`."""
        head, target, length = entry & 63, entry >> 6 & 63, entry >> 12 & 15
        source = next(pile for pile in range(_FOUNDATION) if head in self.piles[pile])
        if target >= HOME:
            self._move(source, _FOUNDATION + target - HOME, 1)
        elif target == IN_CELL:
            self._move(source, self._empty_cells()[0], 1)
        elif target == BOTTOM:
            self._carry(source, None, length, self._empty_columns()[1:])
        else:
            columns = range(self.variant.columns)
            column = next(c for c in columns if self.piles[c] and self.piles[c][-1] == target)
            self._carry(source, column, length, self._empty_columns())

    def finish(self) -> None:
        """Send all cards home, which must be possible without another move."""
        while any(self.piles[pile] for pile in range(_FOUNDATION)):
            source = min(
                (pile for pile in range(_FOUNDATION) if self.piles[pile]),
                key=lambda pile: self.piles[pile][-1] >> 2,
            )
            self._move(source, _FOUNDATION + (self.piles[source][-1] & 3), 1)

    def _move(self, source: int, target: int, length: int) -> None:
        run = self.piles[source][-length:]
        del self.piles[source][-length:]
        self.piles[target] += run
        self.moves.append(source << 9 | target << 4 | length)

    def _empty_columns(self) -> list[int]:
        return [column for column in range(self.variant.columns) if not self.piles[column]]

    def _empty_cells(self) -> list[int]:
        return [c for c in range(_CELL, _CELL + self.variant.cells) if not self.piles[c]]

    def _allowed(self) -> int:
        if self.variant.limit == _LIMIT_ONE:
            return 1
        return len(self._empty_cells()) + 1 if self.variant.limit == _LIMIT_CELLS else 52

    def _carry(self, source: int, target: int | None, length: int, spare: list[int]) -> int:
        """Move a run by legal moves and return its column; target None: the first empty column.

        Empty columns are alike and only the first one is ever a legal target, so of `spare` only
        the number matters.
        """
        free = len(self._empty_cells()) + 1
        if length <= self._allowed():
            target = self._empty_columns()[0] if target is None else target
            self._move(source, target, length)
        elif length <= free:
            cells = self._empty_cells()[: length - 1]
            for cell in cells:
                self._move(source, cell, 1)
            target = self._empty_columns()[0] if target is None else target
            self._move(source, target, 1)
            for cell in reversed(cells):
                self._move(cell, target, 1)
        else:
            part = min(length - 1, free << len(spare) - 1)
            between = self._carry(source, None, part, spare[1:])
            target = self._carry(source, target, length - part, spare[1:])
            self._carry(between, target, part, spare[1:])
        return target
