"""Shorter lines: a won position is searched again by several rows of weights, the best line kept.

The rows weigh the moves made, some more than others, and differ in everything else by chance. A
search of one row costs little more than the first one did, and what one of them misses another
finds, which is cheaper than one long search for few moves.
"""

from __future__ import annotations

from typing import Any

from eightoff_host.solver.compiled import Words, kernel
from eightoff_host.solver.exact_board import LINE, LINE_ROOM, RULES
from eightoff_host.solver.exact_path import write_line
from eightoff_host.solver.exact_search import QUOTA, WON, search

SPARE_SIZE = LINE + LINE_ROOM  # the board as it was before the moves, then the best line


@kernel
def shorten(
    board: Words,
    spare: Words,
    weights: Words,
    table: Words,
    root: Words,
    nodes: Words,
    seen: Words,
    heads: Words,
    generation: int,
    memory: int,
) -> Any:
    """Look for a shorter line than that of a board, which gets it.

    spare: int64[SPARE_SIZE] that begins with the board before its moves. weights: the rows but
    the first. The rest as for `exact_search.search`. Return (nodes, seen).
    """
    spare[LINE:] = board[LINE:]
    for row in range(1, len(weights)):
        verdict, _, last, nodes, seen = search(
            table,
            root,
            board[RULES + 1],
            board[RULES + 2] == 1,
            weights[row],
            nodes,
            seen,
            heads,
            generation + row,
            weights[row, QUOTA],
            memory,
            True,
        )
        if verdict == WON:
            board[:LINE] = spare[:LINE]
            written = write_line(board, nodes, last, table, root)
            if written and board[LINE] < spare[LINE]:
                spare[LINE:] = board[LINE:]
    board[LINE:] = spare[LINE:]
    return nodes, seen
