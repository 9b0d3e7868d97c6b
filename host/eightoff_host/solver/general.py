"""The general search: any variant record, any position.

Exact verdicts come from exhausting the full set of moves; a quick best-first search with fewer
moves, tried first, can only find wins. `exact` is far faster for same-suit games whose empty
columns take Kings only; `choose` picks between the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from eightoff import variants
from numpy.typing import NDArray

from eightoff_host.solver import general_board as board
from eightoff_host.solver.general_deal import PILE_WORDS, lay_out, search_all
from eightoff_host.solver.general_line import LineWriter
from eightoff_host.solver.general_schedule import schedule
from eightoff_host.solver.general_search import EXPANSIONS, search
from eightoff_host.solver.verdict import Solution, Verdict

DEFAULT_MEMORY = 256 << 20
_LOG_WORDS = 1 << 20
_PACKED_LIMITS = {0: board.LIMIT_CELLS, 1: board.LIMIT_CELLS, 2: board.LIMIT_COLUMNS, 3: 3}


class Survey(NamedTuple):
    """Answers to many deals.

    verdicts    int8 array, the numbers of `Verdict`
    expansions  int64 array
    memory      bytes that the largest of the searches took
    """

    verdicts: NDArray[np.int8]
    expansions: NDArray[np.int64]
    memory: int


def solve(variant: Any, order: Sequence[int], memory: int = DEFAULT_MEMORY) -> Solution:
    """Decide one deal.

    variant: `eightoff.variants.Variant`; order: 52 cards as they leave the deck; memory: bytes
    that the tables may take before the search gives up.
    """
    record = np.array(list(variant.record), dtype=np.int64)
    piles = np.empty(PILE_WORDS, np.int64)
    lay_out(np.frombuffer(bytes(order), np.uint8), record, piles)
    return solve_piles(variant, piles, memory)


def solve_position(game: Any, memory: int = DEFAULT_MEMORY) -> Solution:
    """Decide the position that an `eightoff.game.Game` stands in. It is left as it is."""
    sizes = list(game.size)
    cards: list[int] = []
    for pile in range(22):
        start = game.start[pile]
        for card in game.cards[start : start + sizes[pile]]:
            cards.append(game.relative[card] << 2 | card & 3)
    return solve_piles(game.variant, np.array(sizes + cards, dtype=np.int64), memory)


def solve_piles(variant: Any, piles: board.Words, memory: int = DEFAULT_MEMORY) -> Solution:
    """Decide a position given as 22 sizes and the cards, see `general_board.set_up`."""
    words = _board_for(variant)
    log = np.empty(_LOG_WORDS, np.int64)
    counts = np.zeros(2, np.int64)
    rows = schedule(variant)
    verdict = Verdict(search(words, log, piles, rows, len(rows), memory, counts))
    line = None
    if verdict == Verdict.WON:
        writer = LineWriter(variant, piles)
        for entry in log[: words[board.LOGGED]]:
            writer.play(int(entry))
        writer.finish()
        line = writer.moves
    return Solution(verdict, line, int(counts[EXPANSIONS]))


def survey(variant: Any, orders: NDArray[np.uint8], memory: int = DEFAULT_MEMORY) -> Survey:
    """Decide many deals, without lines. orders: uint8 array, n x 52."""
    verdicts = np.zeros(len(orders), np.int8)
    expansions = np.zeros(len(orders), np.int64)
    words = _board_for(variant)
    log = np.empty(_LOG_WORDS, np.int64)
    record = np.array(list(variant.record), dtype=np.int64)
    rows = schedule(variant)
    most = search_all(words, log, orders, record, rows, memory, verdicts, expansions)
    return Survey(verdicts, expansions, most)


def warm_up() -> None:
    """Compile what is not compiled yet: some seconds the first time, then cached on disk."""
    freecell = variants.find("freecell")
    order = np.arange(4, 56, dtype=np.uint8)
    solve(freecell, order.tolist())
    survey(freecell, order.reshape(1, 52))


def _board_for(variant: Any) -> board.Words:
    """The words of a board with the rules written in, ready for `set_up`."""
    s = np.zeros(board.WORDS, np.int64)
    by_suit = variant.foundation == 0
    same_suit = variant.build == 1
    s[board.COLUMNS] = variant.columns
    s[board.CELLS] = variant.cells
    s[board.EMPTY] = variant.empty
    s[board.LIMIT] = _PACKED_LIMITS[variant.limit]
    if variant.empty == board.EMPTY_ANY and variant.limit < 2:
        # One card at a time, or with the cells only, carries through empty columns as well.
        s[board.LIMIT] = board.LIMIT_COLUMNS
    s[board.WRAP] = variant.wrap
    s[board.ALTERNATE] = variant.build == 2
    s[board.ANY_SUIT] = not by_suit
    s[board.STEP] = variant.step
    s[board.TIDY] = by_suit and same_suit
    s[board.TIDY_SINGLE] = s[board.TIDY] and variant.empty == board.EMPTY_ANY
    s[board.ORDERED] = by_suit
    for card in range(4, 56):
        rank, suit = card >> 2, card & 3
        if same_suit and (rank < board.KING or variant.wrap):
            s[board.PARENT + card] = rank % 13 + 1 << 2 | suit
        elif variant.build == 2 and rank < board.KING:
            s[board.PARENT + card] = rank + 1 << 2 | suit ^ 1
            s[board.PARENT_2 + card] = rank + 1 << 2 | suit ^ 2
    s[board.HASH_CARD : board.HASH_CARD + 64], s[board.HASH_ON : board.HASH_ON + 64] = (
        board.mixing_words()
    )
    return s
