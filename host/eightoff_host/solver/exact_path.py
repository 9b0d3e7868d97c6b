"""From a path of digs to the moves of a game.

The search knows which originals were dug and in what order. Here the King configurations along
that path are chosen backwards, and then the cards are moved on a board. The search lets every
card hang from its parent as soon as it can; a player need not, for a card that goes from its cell
straight to its foundation saves a move. So cards stay in cells until the room is wanted. That is
always in time: hanging cards on their parents later leads to the very position that the search
had.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from eightoff_host.solver.compiled import Words, kernel, lowest, popcount
from eightoff_host.solver.exact_board import (
    CELLS,
    EFFECT,
    GONE,
    HOME,
    LANE,
    NEXT,
    SIZES,
    WHERE,
)
from eightoff_host.solver.exact_search import (
    N_FROM,
    N_GONE,
    N_HOME,
    N_KEY,
    N_OPEN,
    NODE,
    start_of,
)
from eightoff_host.solver.exact_state import (
    LANES,
    after_emptying,
    hanging,
    king_runs,
    legal_digs,
    settle,
    subsets,
    supersets,
)

FOUNDATION = 18
LINE_ROOM = 1024  # no line is near as long; one that were would be refused


# ---- moves on the board ----


@kernel
def _shift(board: Words, line: Words, source: int, target: int, length: int) -> None:
    """Make and write down one move; line[0] counts, line[1:] are moves."""
    line[0] += 1
    line[line[0]] = source << 9 | target << 4 | length
    size = 1
    if source < CELLS:
        size = board[SIZES, source] - length
        board[SIZES, source] = size
    for i in range(length):
        if source < CELLS:
            pos = board[source, size + i]
        else:
            pos = board[CELLS, source - CELLS]
            board[CELLS, source - CELLS] = -1
        if target >= FOUNDATION:
            board[HOME, target - FOUNDATION] += 1
            board[WHERE, pos] = -1
        elif target >= CELLS:
            board[CELLS, target - CELLS] = pos
            board[WHERE, pos] = target
        else:
            board[target, board[SIZES, target]] = pos
            board[SIZES, target] += 1
            board[WHERE, pos] = target


@kernel
def _next_home(board: Words, wait_for_base: bool) -> Any:
    """The lowest pile whose open card goes home, -1 if none; the base waits where asked to."""
    best = 99
    for suit in range(4):
        size = board[HOME, suit]
        if size < 13 and not (wait_for_base and size == 0):
            pos = LANE * suit + 12 - size
            pile = board[WHERE, pos]
            if pile >= CELLS or board[pile, board[SIZES, pile] - 1] == pos:
                best = min(best, pile)
    return best if best < 99 else -1


@kernel
def _send_home(board: Words, line: Words, wrap: int) -> None:
    """Send all cards home that can go, in the order in which a game does it by itself.

    Where building wraps, a game leaves the base to the player: it goes when nothing else does.
    """
    while True:
        pile = _next_home(board, wrap)
        if pile < 0 and wrap:
            pile = _next_home(board, False)
        if pile < 0:
            return
        pos = board[pile, board[SIZES, pile] - 1] if pile < CELLS else board[CELLS, pile - CELLS]
        _shift(board, line, pile, FOUNDATION + pos // LANE, 1)


@kernel
def _free_cells(board: Words, cells: int) -> Any:
    free = 0
    for cell in range(cells):
        free += board[CELLS, cell] < 0
    return free


@kernel
def _first_cell(board: Words) -> Any:
    cell = 0
    while board[CELLS, cell] >= 0:
        cell += 1
    return CELLS + cell


@kernel
def _first_empty(board: Words, columns: int) -> Any:
    """The first empty column, -1 if there is none."""
    for column in range(columns):
        if board[SIZES, column] == 0:
            return column
    return -1


@kernel
def _parent_column(board: Words, pos: int) -> Any:
    """The column on whose open end the parent of a card lies, -1 if it lies elsewhere."""
    if pos % LANE == 0:
        return -1
    column = board[WHERE, pos - 1]
    if 0 <= column < CELLS and board[column, board[SIZES, column] - 1] == pos - 1:
        return column
    return -1


@kernel
def _hang_card(board: Words, line: Words, rules: Words, cell: int, config: int, avoid: int) -> Any:
    """Move the card of a cell to its parent, or to a column reserved for it; whether it went."""
    pos = board[CELLS, cell]
    target = _parent_column(board, pos)
    if pos % LANE == 0 and config >> pos // LANE & 1:
        target = _first_empty(board, rules[0])
    if target < 0 or target == avoid:
        return False
    _shift(board, line, CELLS + cell, target, 1)
    _send_home(board, line, rules[3])
    return True


@kernel
def _hang_any(board: Words, line: Words, rules: Words, config: int, avoid: int) -> Any:
    """Hang one card that is in a cell, not in column `avoid`; return whether there was one.

    Cards go first that can stay: those of a King's run and those with the lowest rank are not
    told apart, the first cell is as good as any.
    """
    for cell in range(rules[1]):
        if board[CELLS, cell] >= 0 and _hang_card(board, line, rules, cell, config, avoid):
            return True
    return False


@kernel
def _to_cells(
    board: Words, line: Words, rules: Words, column: int, length: int, config: int
) -> Any:
    """Move cards from the open end of a column to cells; False when there is no room."""
    while _free_cells(board, rules[1]) < length:
        if not _hang_any(board, line, rules, config, column):
            return False
    for _ in range(length):
        _shift(board, line, column, _first_cell(board), 1)
    _send_home(board, line, rules[3])
    return True


@kernel
def _make_empty(
    board: Words, line: Words, rules: Words, config: int, before: int, gone: int, wanted: int
) -> Any:
    """Take Kings without a reserved column out of theirs until enough columns are empty.

    wanted: empty columns wanted beside one for each King of `config` that waits in a cell.
    before: the configuration held until now. To make room a King may go into an empty column
    only when both have one for it; any other would come out again, or has no column yet.
    """
    while True:
        lack = wanted
        for column in range(rules[0]):
            lack -= board[SIZES, column] == 0
        evicted = -1
        for suit in range(4):
            pile = board[WHERE, LANE * suit]
            if config >> suit & 1:
                lack += pile >= CELLS
            elif 0 <= pile < CELLS and gone >> LANE * suit & 1:
                evicted = pile
        if lack <= 0:
            return True
        if evicted < 0:
            return False
        size = board[SIZES, evicted]
        if not _to_cells(board, line, rules, evicted, size, config & before):
            return False


@kernel
def _dig(board: Words, line: Words, rules: Words, pos: int, config: int, gone: int) -> Any:
    """Dig an original with what hangs from it; False when that is impossible."""
    column = board[WHERE, pos]
    row = board[SIZES, column] - 1
    while board[column, row] != pos:
        row -= 1
    king = pos % LANE == 0 and config >> pos // LANE & 1 == 1
    if king and not _make_empty(board, line, rules, config, config, gone, 1):
        return False
    while True:
        length = board[SIZES, column] - row
        if length > 1 and pos % LANE and board[WHERE, pos - 1] >= CELLS:
            # One move more brings the parent out, and the run then moves as one.
            cell = board[WHERE, pos - 1] - CELLS
            _hang_card(board, line, rules, cell, config, column)
        target = _first_empty(board, rules[0]) if king else _parent_column(board, pos)
        free = _free_cells(board, rules[1])
        if target < 0 and length <= free:
            return _to_cells(board, line, rules, column, length, config)
        if target >= 0 and (rules[2] or length - 1 <= free):
            _shift(board, line, column, target, length)
            _send_home(board, line, rules[3])
            return True
        if not _hang_any(board, line, rules, config, column):
            return False


# ---- King configurations along the path ----


@kernel
def _neighbours(sets: int, used: int, runs: int, cells: int) -> Any:
    """`sets` and all configurations that one exchange of Kings leads to from them."""
    between = subsets(sets)
    while between:
        rest = lowest(between)
        between &= between - 1
        if used - popcount(runs & LANES[rest]) <= cells:
            sets |= supersets(1 << rest)
    return sets


@kernel
def _steps(sets: int, target: int, used: int, runs: int, cells: int) -> Any:
    """How many exchanges of Kings lead from any of `sets` to `target`; 99 if none do."""
    reached = 1 << target
    for steps in range(16):
        if reached & sets:
            return steps
        reached = _neighbours(reached, used, runs, cells)
    return 99


@kernel
def _raw_sets(nodes: Words, parent: int, pos: int, config: int, table: Words) -> Any:
    """Configurations just after a dig under `config` and what goes home by itself then."""
    at = parent * NODE
    packed = nodes[at + N_KEY]
    effect = table[EFFECT, pos]
    return settle(
        nodes[at + N_GONE] | table[GONE, pos],
        nodes[at + N_OPEN] & ~(1 << pos) | table[NEXT, pos],
        nodes[at + N_HOME],
        packed >> 20,
        (packed >> 16 & 15) + (effect != 0),
        after_emptying(1 << config, effect),
        table,
    )[5]


@kernel
def _choose_before(nodes: Words, node: int, config: int, table: Words, rules: Words) -> Any:
    """The configuration before the dig that led to a node, given the one to have after it."""
    parent = nodes[node * NODE + N_FROM] >> 6
    pos = nodes[node * NODE + N_FROM] & 63
    loose = nodes[parent * NODE + N_GONE] & ~nodes[parent * NODE + N_HOME]
    opened = nodes[parent * NODE + N_OPEN]
    hang = hanging(loose, opened)
    runs = king_runs(loose)
    free = rules[1] - popcount(loose & ~hang)
    after = nodes[node * NODE + N_GONE] & ~nodes[node * NODE + N_HOME]
    after_runs = king_runs(after)
    after_used = popcount(after & ~hanging(after, nodes[node * NODE + N_OPEN]))
    best = -1
    least = 99
    sets = nodes[parent * NODE + N_KEY] & 0xFFFF
    while sets:
        before = lowest(sets)
        sets &= sets - 1
        room = free + popcount(runs & LANES[before])
        if legal_digs(opened, hang, runs, before, room, rules[2]) >> pos & 1:
            raw = _raw_sets(nodes, parent, pos, before, table)
            steps = _steps(raw, config, after_used, after_runs, rules[1])
            if steps < least:
                least = steps
                best = before
    return best


@kernel
def _exchange(
    board: Words, line: Words, rules: Words, nodes: Words, node: int, raw: int, target: int
) -> Any:
    """Bring the Kings on the board from one of the configurations `raw` to `target`."""
    loose = nodes[node * NODE + N_GONE] & ~nodes[node * NODE + N_HOME]
    runs = king_runs(loose)
    used = popcount(loose & ~hanging(loose, nodes[node * NODE + N_OPEN]))
    gone = nodes[node * NODE + N_GONE]
    before = 15
    while True:
        left = _steps(raw, target, used, runs, rules[1])
        if left == 99:
            return False
        config = target
        for candidate in range(16):
            if raw >> candidate & 1 and left == _steps(
                1 << candidate, target, used, runs, rules[1]
            ):
                config = candidate
                break
        if not _make_empty(board, line, rules, config, before, gone, 0):
            return False
        before = config
        if left == 0:
            return True
        raw = _neighbours(1 << config, used, runs, rules[1])


@kernel
def write_line(
    board: Words, line: Words, rules: Words, nodes: Words, last: int, table: Words, root: Words
) -> Any:
    """Write the moves that win a searched deal to `line`.

    board: the deal. line: int64[LINE_ROOM], line[0] gets the number of moves, the rest the moves.
    rules: int64[4], columns, cells, no run limit (0 or 1), building wraps (0 or 1).
    nodes, last: from the search. Return whether it worked; it does unless there is a bug.
    """
    path = np.empty(64, np.int64)
    configs = np.empty(64, np.int64)
    count = 0
    node = last
    config = lowest(nodes[node * NODE + N_KEY] & 0xFFFF)
    while True:
        path[count] = node
        configs[count] = config
        if nodes[node * NODE + N_FROM] < 0:
            break
        config = _choose_before(nodes, node, config, table, rules)
        if config < 0:
            return False
        node = nodes[node * NODE + N_FROM] >> 6
        count += 1
    line[0] = 0
    _send_home(board, line, rules[3])
    raw = start_of(table, root)[5]
    for i in range(count, -1, -1):
        if i < count:
            node = path[i]
            pos = nodes[node * NODE + N_FROM] & 63
            gone = nodes[path[i + 1] * NODE + N_GONE]
            if not _dig(board, line, rules, pos, configs[i + 1], gone):
                return False
            raw = _raw_sets(nodes, path[i + 1], pos, configs[i + 1], table)
        if line[0] > LINE_ROOM // 2 or not _exchange(
            board, line, rules, nodes, path[i], raw, configs[i]
        ):
            return False
    return board[HOME, 0] + board[HOME, 1] + board[HOME, 2] + board[HOME, 3] == 52
