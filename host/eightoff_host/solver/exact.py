"""The exact search: same-suit building, Kings only in empty columns, foundations by suit.

In these games a position is settled by how many original cards each column still has and by the
Kings that stand in emptied columns; see `exact_state` for why. There are few such positions, so
the search either finds a win or looks at all of them and has proved that there is none.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from eightoff import catalogue, variants
from eightoff.cards import DECK, FIRST
from eightoff.position import FOUNDATION, Position

from eightoff_host.solver import compiled
from eightoff_host.solver.exact_batch import FAILED, NO_DECK, TOOLS, solve_board, solve_deals
from eightoff_host.solver.exact_board import (
    BOARD,
    CELL,
    CELLS,
    COLUMN,
    HOME,
    LINE,
    RULES,
    SIZES,
    WHERE,
    bit_of,
)
from eightoff_host.solver.exact_search import BUCKETS, FIRST_TABLE, GENERATIONS, NODE
from eightoff_host.solver.exact_weights import rows_for
from eightoff_host.solver.verdict import GAVE_UP, UNWINNABLE, WON, Solution, Verdict

LIMIT = 10_000_000  # expansions; no deal of a built-in game needs a tenth of it
MEMORY = 1 << 30  # bytes

_FIRST_NODES = 4096


def fits(variant: Any) -> bool:
    """Whether a `variants.Variant` is of the class that this search decides."""
    return bool(
        variant.build == variants.BUILD_SUIT
        and variant.empty == variants.EMPTY_KING
        and variant.limit in (variants.LIMIT_CELLS, variants.LIMIT_NONE)
        and variant.foundation == variants.FOUNDATION_SUIT
        and variant.step == 1
        and variant.leftover == variants.LEFTOVER_CELLS
    )


def proves(variant: Any) -> bool:
    """Whether this search's "no win" is a proof for the record.

    Where building wraps the last rank may lie on the first, which the search does not know of:
    its wins are wins, but others may exist.
    """
    return not variant.wrap


@dataclass(frozen=True)
class Batch:
    """Answers to many deals, in the order of the deals.

    verdicts    uint8[n], values of `Verdict`
    expansions  int64[n]
    moves, ends uint16[] and int64[n + 1]: the line of deal i is moves[ends[i]:ends[i + 1]]; it is
                empty where there is no win, or no lines were asked for
    """

    verdicts: npt.NDArray[np.uint8]
    expansions: npt.NDArray[np.int64]
    moves: npt.NDArray[np.uint16]
    ends: npt.NDArray[np.int64]

    def line(self, index: int) -> list[int]:
        """The moves of a deal as engine moves."""
        found: list[int] = self.moves[self.ends[index] : self.ends[index + 1]].tolist()
        return found


class Solver:
    """The search for one game, with working memory that is used again. Not to be shared by threads.

    limit: expansions at most for a deal. memory: bytes at most for its working memory, which is
    checked before each expansion. short: whether time is spent on shorter lines. ValueError for a
    record that the search cannot decide. Lines are in normal form (see `lines`).
    """

    def __init__(
        self, variant: Any, limit: int = LIMIT, memory: int = MEMORY, short: bool = False
    ) -> None:
        if not fits(variant):
            raise ValueError("not a same-suit, kings-only game")
        self.variant = variant
        self._bounds = np.array([limit, memory, 1], np.int64)
        self._board = np.zeros(BOARD, np.int64)
        self._board[RULES : RULES + 4] = (
            variant.columns,
            variant.cells,
            variant.limit == variants.LIMIT_NONE,
            variant.wrap,
        )
        self._tools = np.zeros(TOOLS, np.int64)
        self._piles = _piles(variant)
        self._weights = rows_for(variant, short)
        self._nodes = np.empty(_FIRST_NODES * NODE, np.int64)
        self._seen = np.zeros(FIRST_TABLE, np.int64)
        self._heads = np.empty(BUCKETS, np.int32)
        self._generation = 1

    def solve_many(self, orders: npt.NDArray[np.uint8], with_lines: bool = True) -> Batch:
        """Solve deals: uint8[n, 52], each row the cards in the order in which they are dealt."""
        orders = np.array(orders, np.uint8, order="C")  # a writable copy: one type to compile for
        if orders.ndim != 2 or orders.shape[1] != DECK:
            raise ValueError("orders must be an array of n x 52 cards")
        count = len(orders)
        verdicts = np.empty(count, np.uint8)
        spent = np.empty(count, np.int64)
        ends = np.zeros(count + 1, np.int64)
        self._bounds[2] = with_lines
        moves, self._nodes, self._seen, self._generation = solve_deals(
            orders,
            self._piles,
            self.variant.base == variants.BASE_BEAK,
            self._board,
            self._tools,
            self._weights,
            self._nodes,
            self._seen,
            self._heads,
            self._generation,
            self._bounds,
            verdicts,
            spent,
            ends,
        )
        if (verdicts == NO_DECK).any():
            raise ValueError("a deal must hold every card once")
        if (verdicts == FAILED).any():
            raise RuntimeError("a win was found whose moves could not be written down")
        if not proves(self.variant):
            verdicts[verdicts == UNWINNABLE] = GAVE_UP
        return Batch(verdicts, spent, moves, ends)

    def solve(self, order: bytes | bytearray) -> Solution:
        """Solve one deal, given as 52 cards in the order in which they are dealt."""
        batch = self.solve_many(np.frombuffer(order, np.uint8)[None, :])
        line = batch.line(0) if batch.verdicts[0] == WON else None
        return Solution(Verdict(int(batch.verdicts[0])), line, int(batch.expansions[0]))

    def solve_position(self, position: Position) -> Solution:
        """Solve a position in the middle of a game, an engine's `Position` under this record.

        The line starts there and has not been played through the engine.
        """
        board = self._board
        _copy(position, board)
        if self._generation + len(self._weights) > GENERATIONS:
            self._seen[:] = 0
            self._generation = 1
        self._bounds[2] = 1
        verdict, spent, self._nodes, self._seen = solve_board(
            board,
            self._weights,
            self._tools,
            self._nodes,
            self._seen,
            self._heads,
            self._generation,
            self._bounds,
        )
        self._generation += len(self._weights)
        if verdict == FAILED:
            raise RuntimeError("a win was found whose moves could not be written down")
        if verdict == UNWINNABLE and not proves(self.variant):
            verdict = GAVE_UP
        moves = board[LINE + 1 : LINE + 1 + board[LINE]].tolist() if verdict == WON else None
        return Solution(Verdict(verdict), moves, spent)


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
    return compiled.is_compiled("exact")


def warm_up() -> None:
    """Compile every kernel, or load it from disk, by solving one deal of one game both ways."""
    solver = Solver(catalogue.find("eight-off"), short=True)
    order = bytes(range(FIRST, FIRST + DECK))
    solver.solve_many(np.frombuffer(order, np.uint8)[None, :])
    position = Position()
    position.set_rules(solver.variant)
    position.deal(order)
    solver.solve_position(position)
    compiled.mark_compiled("exact")


def _piles(variant: Any) -> npt.NDArray[np.int64]:
    """Where the engine deals the n-th card to, not counting the three that share the beak's rank.

    The engine is asked, so that there is one dealing rule: it deals a sorted deck, in which those
    three come right after the first card.
    """
    return _piles_of(bytes(variant.record))


@cache
def _piles_of(record: bytes) -> npt.NDArray[np.int64]:
    variant = variants.Variant(record)
    position = Position()
    position.set_rules(variant)
    position.deal(bytes(range(FIRST, FIRST + DECK)))
    piles = np.zeros(DECK, np.int64)
    for pile in range(FOUNDATION):
        for i in range(position.size[pile]):
            index = position.cards[position.start[pile] + i] - FIRST
            if variant.base == variants.BASE_BEAK and index:
                index -= 3
            piles[index] = pile
    return piles


def _copy(position: Position, board: npt.NDArray[np.int64]) -> None:
    """Lay an engine's position out on the kernels' board."""
    board[CELLS:HOME] = -1
    board[SIZES:WHERE] = 0
    board[WHERE:LINE] = -1
    for pile in range(FOUNDATION):
        for i in range(position.size[pile]):
            card = position.cards[position.start[pile] + i]
            pos = bit_of.py_func(card, position.base_rank)
            board[WHERE + pos] = pile
            if pile < CELL:
                board[COLUMN * pile + i] = pos
                board[SIZES + pile] = i + 1
            else:
                board[CELLS + pile - CELL] = pos
    board[HOME : HOME + 4] = list(position.size[FOUNDATION : FOUNDATION + 4])
