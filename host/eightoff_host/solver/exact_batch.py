"""The compiled loop over many deals."""

from __future__ import annotations

from typing import Any

import numpy as np

from eightoff_host.solver.compiled import Bytes, Words, borrowed, kernel
from eightoff_host.solver.exact_board import LINE, RULES, TABLE, lay_out, set_up
from eightoff_host.solver.exact_path import write_line
from eightoff_host.solver.exact_search import GENERATIONS, SEARCH_SIZE, WON, search
from eightoff_host.solver.exact_short import SPARE_SIZE, shorten

NO_DECK = 4  # a verdict of its own: the deal does not hold every card once
TOOLS = 64 * TABLE + SEARCH_SIZE + SPARE_SIZE
FAILED = 3  # a verdict of its own: a win whose moves could not be written, which is a bug


@kernel
def solve_board(
    board: Words,
    weights: Words,
    tools: Words,
    nodes: Words,
    seen: Words,
    heads: Words,
    generation: int,
    bounds: Words,
) -> Any:
    """Solve the position on a board, which gets the moves, none without a win.

    weights: rows, the first to solve it, the others for shorter lines. tools: int64[TOOLS],
    working memory. bounds: expansions at most, bytes at most, whether to write the moves.
    generation: so many as there are rows get used up. Return (verdict, expansions, nodes, seen).
    """
    table = tools[: 64 * TABLE]
    root = tools[64 * TABLE :]
    spare = tools[64 * TABLE + SEARCH_SIZE :]
    board[LINE] = 0
    set_up(board, table, root)
    verdict, expansions, last, nodes, seen = search(
        table,
        root,
        board[RULES + 1],
        board[RULES + 2] == 1,
        weights[0],
        nodes,
        seen,
        heads,
        generation,
        bounds[0],
        bounds[1],
        None,
    )
    if verdict == WON and bounds[2]:
        spare[:LINE] = board[:LINE]
        if not write_line(board, nodes, last, table, root):
            verdict = FAILED
        elif len(weights) > 1:
            nodes, seen = shorten(
                board, spare, weights, table, root, nodes, seen, heads, generation, bounds[1]
            )
    return verdict, expansions, nodes, seen


@kernel
def solve_deals(
    orders: Bytes,
    piles: Words,
    beak: bool,
    board: Words,
    tools: Words,
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

    orders: uint8[n, 52]. board: with its RULES. verdicts: uint8[n], spent: int64[n]
    (expansions) and ends: int64[n + 1] are filled; the moves of deal i are
    moves[ends[i]:ends[i + 1]]. Return (moves as uint16[], nodes, seen, next generation).
    """
    board = borrowed(board)
    tools = borrowed(tools)
    weights = borrowed(weights)
    heads = borrowed(heads)
    bounds = borrowed(bounds)
    orders = borrowed(orders)
    piles = borrowed(piles)
    moves = np.empty(128, np.uint16)
    count = 0
    ends[0] = 0
    for i in range(orders.shape[0]):
        if generation + len(weights) > GENERATIONS:
            seen[:] = 0
            generation = 1
        if not lay_out(orders[i], piles, beak, board):
            verdicts[i] = NO_DECK
            continue
        verdicts[i], spent[i], nodes, seen = solve_board(
            board, weights, tools, nodes, seen, heads, generation, bounds
        )
        generation += len(weights)
        made = board[LINE]
        if count + made > moves.size:
            larger = np.empty(2 * (count + made), np.uint16)
            larger[:count] = moves[:count]
            moves = larger
        for k in range(made):
            moves[count + k] = board[LINE + 1 + k]
        count += made
        ends[i + 1] = count
    return moves[:count], nodes, seen, generation
