"""The general search: any variant record, any position.

Quick best-first searches that leave some moves out come first; they can only find wins. A deal is
called unwinnable only after a search with every move has run dry. For same-suit games whose empty
columns take Kings only `exact` is far faster; `choose` picks between the two.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import numpy.typing as npt
from eightoff import catalogue, variants
from eightoff.cards import DECK, FIRST
from eightoff.position import PILES, Position

from eightoff_host.solver import compiled
from eightoff_host.solver import general_board as board
from eightoff_host.solver.exact import Batch
from eightoff_host.solver.general_deal import search_all
from eightoff_host.solver.general_line import COUNT, ROOM, table_for, write_line
from eightoff_host.solver.general_schedule import schedule, shortening
from eightoff_host.solver.general_search import BYTES, EXPANSIONS, search
from eightoff_host.solver.general_shorten import shorten
from eightoff_host.solver.verdict import WON, Solution, Verdict

LIMIT = 1 << 40  # expansions: memory binds first
MEMORY = 1 << 30  # bytes

_LOG_WORDS = 1 << 20


class Solver:
    """The search for one game, with working memory that is used again. Not to be shared by threads.

    limit: expansions at most for a deal. memory: bytes at most for the tables of one deal, above
    which it gives up. short: whether time is spent on shorter lines. `peak` is the most bytes that
    a deal has taken so far. Lines are in normal form (see `lines`).
    """

    def __init__(
        self, variant: Any, limit: int = LIMIT, memory: int = MEMORY, short: bool = False
    ) -> None:
        self.variant = variant
        self.peak = 0
        self._bounds = np.array([limit, memory, 0], np.int64)
        self._record = np.array(list(variant.record), np.int64)
        self._schedule = schedule(variant)
        self._shortening = shortening(variant) if short else np.empty((0, 14), np.int64)
        self._board = board_for(variant)
        self._table = table_for(variant, self._board)
        self._log = np.empty(_LOG_WORDS, np.int64)

    def solve_many(self, orders: npt.NDArray[np.uint8], with_lines: bool = True) -> Batch:
        """Solve deals: uint8[n, 52], each row the cards in the order in which they are dealt."""
        orders = np.array(orders, np.uint8, order="C")  # a writable copy: one type to compile for
        if orders.ndim != 2 or orders.shape[1] != DECK:
            raise ValueError("orders must be an array of n x 52 cards")
        deck = np.arange(FIRST, FIRST + DECK, dtype=np.uint8)
        if not (np.sort(orders, axis=1) == deck).all():
            raise ValueError("a deal must hold every card once")
        verdicts = np.zeros(len(orders), np.uint8)
        expansions = np.zeros(len(orders), np.int64)
        ends = np.zeros(len(orders) + 1, np.int64)
        self._bounds[2] = with_lines
        moves, most = search_all(
            self._board,
            self._log,
            self._table,
            orders,
            self._record,
            self._schedule,
            self._shortening,
            self._bounds,
            verdicts,
            expansions,
            ends,
        )
        self.peak = max(self.peak, most)
        return Batch(verdicts, expansions, moves, ends)

    def solve(self, order: bytes | bytearray) -> Solution:
        """Solve one deal, given as 52 cards in the order in which they are dealt."""
        batch = self.solve_many(np.frombuffer(order, np.uint8)[None, :])
        line = batch.line(0) if batch.verdicts[0] == WON else None
        return Solution(Verdict(int(batch.verdicts[0])), line, int(batch.expansions[0]))

    def solve_position(self, position: Position) -> Solution:
        """Solve a position in the middle of a game, an engine's `Position` under this record.

        The line starts there.
        """
        counts = np.zeros(2, np.int64)
        piles = _piles(position)
        board.set_up(self._board, piles)
        verdict = Verdict(search(self._board, self._log, self._schedule, self._bounds, counts))
        self.peak = max(self.peak, int(counts[BYTES]))
        expansions = int(counts[EXPANSIONS])
        line = None
        if verdict == WON:
            moves = np.empty(ROOM, np.int64)
            length = self._board[board.LOGGED]
            moves = write_line(self._table, moves, piles, self._log, length)
            moves = shorten(
                self._board,
                self._log,
                self._table,
                moves,
                piles,
                self._shortening,
                self._bounds[1],
                counts,
            )
            line = moves[: self._table[COUNT]].tolist()
        return Solution(verdict, line, expansions)


def solve(
    variant: Any,
    order: bytes | bytearray,
    limit: int = LIMIT,
    memory: int = MEMORY,
    short: bool = False,
) -> Solution:
    """Solve one deal of a game; see `Solver`. The working memory is kept for the next call."""
    key = (bytes(variant.record), limit, memory, short)
    if getattr(_kept, "key", None) != key:
        _kept.solver = Solver(variant, limit, memory, short)
        _kept.key = key
    answer: Solution = _kept.solver.solve(order)
    return answer


_kept = threading.local()


def is_compiled() -> bool:
    """Whether `warm_up` will find its kernels on disk and return at once."""
    return compiled.is_compiled("general")


def warm_up() -> None:
    """Compile every kernel, or load it from disk, by solving one deal of one game both ways."""
    solver = Solver(catalogue.find("freecell"), short=True)
    order = bytes(range(FIRST, FIRST + DECK))
    solver.solve(order)
    position = Position()
    position.set_rules(solver.variant)
    position.deal(order)
    solver.solve_position(position)
    compiled.mark_compiled("general")


def _piles(position: Position) -> board.Words:
    """The piles of a position as `general_board.set_up` takes them."""
    words = list(position.size)
    for pile in range(PILES):
        start = position.start[pile]
        for card in position.cards[start : start + position.size[pile]]:
            words.append(position.relative[card] << 2 | card & 3)
    return np.array(words, np.int64)


def board_for(variant: Any) -> board.Words:
    """The words of a board with the rules written in, ready for `set_up`."""
    s = np.zeros(board.WORDS, np.int64)
    by_suit = variant.foundation == variants.FOUNDATION_SUIT
    same_suit = variant.build == variants.BUILD_SUIT
    s[board.COLUMNS] = variant.columns
    s[board.CELLS] = variant.cells
    s[board.EMPTY] = variant.empty
    s[board.LIMIT] = variant.limit
    if variant.limit in (variants.LIMIT_ONE, variants.LIMIT_CELLS):
        # Moves of one card carry a run through the cells, and through empty columns that take
        # any card; `LineWriter` writes them out.
        through_columns = variant.empty == variants.EMPTY_ANY
        s[board.LIMIT] = board.LIMIT_COLUMNS if through_columns else board.LIMIT_CELLS
    s[board.WRAP] = variant.wrap
    s[board.ALTERNATE] = variant.build == variants.BUILD_ALTERNATE
    s[board.ANY_SUIT] = not by_suit
    s[board.STEP] = variant.step
    s[board.TIDY] = by_suit and same_suit
    s[board.TIDY_SINGLE] = s[board.TIDY] and variant.empty == variants.EMPTY_ANY
    s[board.ORDERED] = by_suit
    for card in range(FIRST, FIRST + DECK):
        rank, suit = card >> 2, card & 3
        if same_suit and (rank < board.KING or variant.wrap):
            s[board.PARENTS + card] = 1 << (rank % 13 + 1 << 2 | suit)
        elif variant.build == variants.BUILD_ALTERNATE and rank < board.KING:
            s[board.PARENTS + card] = (1 << (suit ^ 1) | 1 << (suit ^ 2)) << (rank + 1 << 2)
    board.set_hashing(s, suits_count=by_suit or variant.build != variants.BUILD_NONE)
    return s
