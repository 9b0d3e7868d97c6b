"""The compiled loop over many deals."""

from __future__ import annotations

from typing import Any

import numpy as np

from eightoff_host.solver.compiled import Bytes, Words, kernel
from eightoff_host.solver.exact_board import BITS, ROOM, ROOT_SIZE, ROWS, lay_out, set_up
from eightoff_host.solver.exact_path import LINE_ROOM, write_line
from eightoff_host.solver.exact_search import GENERATIONS, WON, search

FAILED = 3  # a verdict of its own: a win whose moves could not be written, which is a bug


@kernel
def solve_board(
    board: Words,
    line: Words,
    rules: Words,
    weights: Words,
    tools: Words,
    nodes: Words,
    seen: Words,
    heads: Words,
    generation: int,
    bounds: Words,
) -> Any:
    """Solve the position on a board; line[0] gets the number of moves, 0 without a win.

    rules: int64[4], columns, cells, no run limit, building wraps. tools: int64[BITS + 1, 64],
    working memory. bounds: expansions at most, bytes at most, whether to write the moves.
    Return (verdict, expansions, nodes, seen). The board is used up when moves are written.
    """
    table = tools[:BITS]
    root = tools[BITS, :ROOT_SIZE]
    line[0] = 0
    set_up(board, rules[0], table, root)
    verdict, expansions, last, nodes, seen = search(
        table,
        root,
        rules[1],
        rules[2] == 1,
        weights,
        nodes,
        seen,
        heads,
        generation,
        bounds[0],
        bounds[1],
    )
    if (
        verdict == WON
        and bounds[2]
        and not write_line(board, line, rules, nodes, last, table, root)
    ):
        verdict = FAILED
    return verdict, expansions, nodes, seen


@kernel
def solve_deals(
    orders: Bytes,
    piles: Words,
    beak: bool,
    rules: Words,
    weights: Words,
    nodes: Words,
    seen: Words,
    heads: Words,
    generation: int,
    bounds: Words,
    verdicts: Bytes,
    spent: Words,
    ends: Words,
) -> Any:
    """Solve many deals; see `solve_board` and `exact_board.lay_out`.

    orders: uint8[n, 52]. verdicts: uint8[n], spent: int64[n] (expansions) and ends: int64[n + 1]
    are filled; the moves of deal i are moves[ends[i]:ends[i + 1]].
    Return (moves as uint16[], nodes, seen).
    """
    board = np.zeros((ROWS, ROOM), np.int64)
    tools = np.zeros((BITS + 1, 64), np.int64)
    line = np.zeros(LINE_ROOM, np.int64)
    moves = np.empty(128, np.uint16)
    count = 0
    ends[0] = 0
    for i in range(orders.shape[0]):
        if generation == GENERATIONS:
            seen[:] = 0
            generation = 1
        lay_out(orders[i], piles, beak, board)
        verdicts[i], spent[i], nodes, seen = solve_board(
            board, line, rules, weights, tools, nodes, seen, heads, generation, bounds
        )
        generation += 1
        if count + line[0] > moves.size:
            larger = np.empty(2 * (count + line[0]), np.uint16)
            larger[:count] = moves[:count]
            moves = larger
        for k in range(line[0]):
            moves[count + k] = line[k + 1]
        count += line[0]
        ends[i + 1] = count
    return moves[:count], nodes, seen, generation
