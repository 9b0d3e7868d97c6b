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

from eightoff_host.solver.compiled import Words, borrowed, kernel, lowest, popcount
from eightoff_host.solver.exact_board import (
    BASES,
    CARDS,
    CELL,
    CELLS,
    COLUMN,
    EFFECT,
    FREE,
    GONE,
    HOME,
    KINGS,
    LANE,
    LINE,
    LINE_ROOM,
    NEXT,
    NEXT_HOME,
    OPEN,
    RULES,
    SIZES,
    TABLE,
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

FOUNDATION = 18  # pile number of the first foundation


# ---- moves on the board ----


@kernel
def _shift(board: Words, source: int, target: int, length: int) -> None:
    """Make and write down one move."""
    count = board[LINE] + 1
    board[LINE] = count
    board[LINE + count] = source << 9 | target << 4 | length
    open_cards = board[OPEN]
    if source < CELL:
        size = board[SIZES + source] - length
        board[SIZES + source] = size
        read = COLUMN * source + size
        if size:
            open_cards |= 1 << board[read - 1]
    else:
        read = CELLS + source - CELL
        board[FREE] += 1
    if target < CELL:
        size = board[SIZES + target]
        write = COLUMN * target + size
        if size:
            open_cards &= ~(1 << board[write - 1])
        board[SIZES + target] = size + length
        for i in range(length):
            pos = board[read + i]
            board[write + i] = pos
            board[WHERE + pos] = target
    else:
        pos = board[read]
        if target < FOUNDATION:
            board[CELLS + target - CELL] = pos
            board[WHERE + pos] = target
            board[FREE] -= 1
        else:
            board[WHERE + pos] = -1
            board[NEXT_HOME] ^= 1 << pos | 1 << pos >> 1 & CARDS
            open_cards &= ~(1 << pos)
    board[OPEN] = open_cards
    if source >= CELL:
        board[read] = -1


@kernel
def _send_home(board: Words) -> None:
    """Send all cards home that can go, in the order in which a game does it by itself.

    Where building wraps, a game leaves the base to the player: it goes when nothing else does.
    """
    while True:
        up = board[OPEN] & board[NEXT_HOME]
        if up == 0:
            return
        if board[RULES + 3] and up & ~BASES:
            up &= ~BASES
        pos = lowest(up)
        pile = board[WHERE + pos]
        while up & up - 1:
            up &= up - 1
            if board[WHERE + lowest(up)] < pile:
                pos = lowest(up)
                pile = board[WHERE + pos]
        _shift(board, pile, FOUNDATION + pos // LANE, 1)


@kernel
def _begin(board: Words) -> None:
    """Set the counters and words that `_shift` keeps up."""
    board[LINE] = 0
    free = 0
    open_cards = 0
    for cell in range(board[RULES + 1]):
        if board[CELLS + cell] < 0:
            free += 1
        else:
            open_cards |= 1 << board[CELLS + cell]
    for column in range(board[RULES]):
        if board[SIZES + column]:
            open_cards |= 1 << board[COLUMN * column + board[SIZES + column] - 1]
    following = 0
    for suit in range(4):
        following |= 1 << LANE * suit + 12 >> board[HOME + suit] & CARDS
    board[FREE] = free
    board[OPEN] = open_cards
    board[NEXT_HOME] = following


@kernel
def _first_cell(board: Words) -> Any:
    cell = 0
    while board[CELLS + cell] >= 0:
        cell += 1
    return CELL + cell


@kernel
def _first_empty(board: Words, columns: int) -> Any:
    """The first empty column, -1 if there is none."""
    for column in range(columns):
        if board[SIZES + column] == 0:
            return column
    return -1


@kernel
def _parent_column(board: Words, pos: int) -> Any:
    """The column on whose open end the parent of a card lies, -1 if it lies elsewhere."""
    if pos % LANE == 0:
        return -1
    column = board[WHERE + pos - 1]
    return column if board[OPEN] >> pos - 1 & 1 and column < CELL else -1


@kernel
def _hang_card(board: Words, cell: int, config: int, avoid: int) -> Any:
    """Move the card of a cell to its parent, or to a column reserved for it; whether it went."""
    pos = board[CELLS + cell]
    target = _parent_column(board, pos)
    if pos % LANE == 0 and config >> pos // LANE & 1:
        target = _first_empty(board, board[RULES])
    if target < 0 or target == avoid:
        return False
    _shift(board, CELL + cell, target, 1)
    return True


@kernel
def _hang_any(board: Words, config: int, avoid: int) -> Any:
    """Hang one card that is in a cell, not in column `avoid`; return whether there was one.

    Cards go first that can stay: those of a King's run and those with the lowest rank are not
    told apart, the first cell is as good as any.
    """
    for cell in range(board[RULES + 1]):
        if board[CELLS + cell] >= 0 and _hang_card(board, cell, config, avoid):
            return True
    return False


@kernel
def _to_cells(board: Words, column: int, length: int, config: int) -> Any:
    """Move cards from the open end of a column to cells; False when there is no room."""
    while board[FREE] < length:
        if not _hang_any(board, config, column):
            return False
    for _ in range(length):
        _shift(board, column, _first_cell(board), 1)
    _send_home(board)
    return True


@kernel
def _make_empty(board: Words, config: int, before: int, gone: int, wanted: int) -> Any:
    """Take Kings without a reserved column out of theirs until enough columns are empty.

    wanted: empty columns wanted beside one for each King of `config` that waits in a cell.
    before: the configuration held until now. To make room a King may go into an empty column
    only when both have one for it; any other would come out again, or has no column yet.
    """
    if wanted == 0 and gone & KINGS == 0:
        return True
    while True:
        lack = wanted
        evicted = -1
        for suit in range(4):
            pile = board[WHERE + LANE * suit]
            if config >> suit & 1:
                lack += pile >= CELL
            elif 0 <= pile < CELL and gone >> LANE * suit & 1:
                evicted = pile
        if lack == 0:
            return True
        for column in range(board[RULES]):
            lack -= board[SIZES + column] == 0
        if lack <= 0:
            return True
        if evicted < 0:
            return False
        size = board[SIZES + evicted]
        if not _to_cells(board, evicted, size, config & before):
            return False


@kernel
def _dig(board: Words, pos: int, config: int, gone: int) -> Any:
    """Dig an original with what hangs from it; False when that is impossible."""
    column = board[WHERE + pos]
    row = board[SIZES + column] - 1
    while board[COLUMN * column + row] != pos:
        row -= 1
    king = pos % LANE == 0 and config >> pos // LANE & 1 == 1
    if king and not _make_empty(board, config, config, gone, 1):
        return False
    while True:
        length = board[SIZES + column] - row
        if length > 1 and pos % LANE and board[WHERE + pos - 1] >= CELL:
            # One move more brings the parent out, and the run then moves as one.
            cell = board[WHERE + pos - 1] - CELL
            _hang_card(board, cell, config, column)
        target = _first_empty(board, board[RULES]) if king else _parent_column(board, pos)
        free = board[FREE]
        if target < 0 and length <= free:
            return _to_cells(board, column, length, config)
        if target >= 0 and (board[RULES + 2] or length - 1 <= free):
            _shift(board, column, target, length)
            _send_home(board)
            return True
        if not _hang_any(board, config, column):
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
    effect = table[TABLE * pos + EFFECT]
    return settle(
        nodes[at + N_GONE] | table[TABLE * pos + GONE],
        nodes[at + N_OPEN] & ~(1 << pos) | table[TABLE * pos + NEXT],
        nodes[at + N_HOME],
        packed >> 20,
        (packed >> 16 & 15) + (effect != 0),
        after_emptying(1 << config, effect),
        table,
    )[5]


@kernel
def _choose_before(
    nodes: Words, node: int, config: int, table: Words, cells: int, unlimited: bool
) -> Any:
    """The configuration before the dig that led to a node, given the one to have after it."""
    parent = nodes[node * NODE + N_FROM] >> 6
    pos = nodes[node * NODE + N_FROM] & 63
    sets = nodes[parent * NODE + N_KEY] & 0xFFFF
    if sets & sets - 1 == 0:
        return lowest(sets)
    loose = nodes[parent * NODE + N_GONE] & ~nodes[parent * NODE + N_HOME]
    opened = nodes[parent * NODE + N_OPEN]
    hang = hanging(loose, opened)
    runs = king_runs(loose)
    free = cells - popcount(loose & ~hang)
    after = nodes[node * NODE + N_GONE] & ~nodes[node * NODE + N_HOME]
    after_runs = king_runs(after)
    after_used = popcount(after & ~hanging(after, nodes[node * NODE + N_OPEN]))
    best = -1
    least = 99
    while sets and least:
        before = lowest(sets)
        sets &= sets - 1
        room = free + popcount(runs & LANES[before])
        if legal_digs(opened, hang, runs, before, room, unlimited) >> pos & 1:
            raw = _raw_sets(nodes, parent, pos, before, table)
            steps = _steps(raw, config, after_used, after_runs, cells)
            if steps < least:
                least = steps
                best = before
    return best


@kernel
def _exchange(board: Words, nodes: Words, node: int, raw: int, target: int) -> Any:
    """Bring the Kings on the board from one of the configurations `raw` to `target`."""
    gone = nodes[node * NODE + N_GONE]
    if raw >> target & 1:
        return _make_empty(board, target, target, gone, 0)
    loose = gone & ~nodes[node * NODE + N_HOME]
    runs = king_runs(loose)
    used = popcount(loose & ~hanging(loose, nodes[node * NODE + N_OPEN]))
    before = 15
    while True:
        left = _steps(raw, target, used, runs, board[RULES + 1])
        if left == 99:
            return False
        config = target
        for candidate in range(16):
            if raw >> candidate & 1 and left == _steps(
                1 << candidate, target, used, runs, board[RULES + 1]
            ):
                config = candidate
                break
        if not _make_empty(board, config, before, gone, 0):
            return False
        before = config
        if left == 0:
            return True
        raw = _neighbours(1 << config, used, runs, board[RULES + 1])


@kernel
def _is_forced(nodes: Words, before: int, after: int) -> Any:
    """Whether there is one King configuration only: no column for a King, or one for each."""
    emptied = nodes[after * NODE + N_KEY] >> 16 & 15
    return emptied == 0 or nodes[before * NODE + N_KEY] >> 16 & 15 >= 4


@kernel
def write_line(board: Words, nodes: Words, last: int, table: Words, root: Words) -> Any:
    """Write the moves that win a searched deal to the row LINE of the board.

    board: the deal, as `lay_out` leaves it. nodes, last: from the search. table, root: what it
    searched with. Return whether it worked; it does unless there is a bug.
    """
    board = borrowed(board)
    nodes = borrowed(nodes)
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
        config = _choose_before(nodes, node, config, table, board[RULES + 1], board[RULES + 2] == 1)
        if config < 0:
            return False
        node = nodes[node * NODE + N_FROM] >> 6
        count += 1
    _begin(board)
    _send_home(board)
    raw = start_of(table, root)[5]
    for i in range(count, -1, -1):
        if board[LINE] > LINE_ROOM - 100:
            return False
        if i < count:
            node = path[i]
            pos = nodes[node * NODE + N_FROM] & 63
            gone = nodes[path[i + 1] * NODE + N_GONE]
            if not _dig(board, pos, configs[i + 1], gone):
                return False
            if _is_forced(nodes, path[i + 1], path[i]):
                continue
            raw = _raw_sets(nodes, path[i + 1], pos, configs[i + 1], table)
        if not _exchange(board, nodes, path[i], raw, configs[i]):
            return False
    return board[NEXT_HOME] == 0
