"""The two searches of a general solver, and the schedule that runs them in turn.

Best-first: a queue of score buckets, last in first out within a bucket. A node is NODE words and
holds no board: `parent | link << 32`, `move | depth << 32` and the hash after its move; the board
is moved from node to node by taking moves back and making others. A child is looked at only when
it leaves the queue, and not even then if its hash is known.

Depth-first: no nodes, children sorted by score; for proofs, 8 to 16 bytes a position.

Both enter positions in a table by a hash of 64 bits, the lowest of which says next to nothing.
Two positions that share one are taken for the same. With n positions the chance of that is below
n * n / 2**64: 1 in 10**12 for the 3,600 of the mean proof of Baker's Game. A search that has run
dry after more than SURE expansions runs again with other hash words, and both must find nothing;
below SURE the chance is under 1 in 10**9, above it that of both going wrong is its square.
"""

from __future__ import annotations

import numpy as np

from eightoff_host.solver.compiled import kernel, leaf
from eightoff_host.solver.general_board import (
    HASH,
    LOGGED,
    MARGIN,
    WEIGHT,
    Words,
    former_hashing,
    hash_after,
    is_won,
    make,
    other_hashing,
    settle,
    take_back,
)
from eightoff_host.solver.general_moves import MOST_MOVES, SCORE_SHIFT, generate

# What a search returns. The first three are the numbers of verdict.Verdict.
GAVE_UP, WON, UNWINNABLE = 0, 1, 2
NO_WIN = 3  # exhausted, but not with every move: proves nothing

NODE = 3
FIRST_TABLE = 4096
FIRST_NODES = 8192
BUCKETS = 4096
DEEPEST = 4000
FIRST_STACK = 1 << 14
SURE = 1 << 17
MOVE_MASK = (1 << SCORE_SHIFT) - 1

# Columns of a schedule.
MODE, LEVEL, QUOTA, WEIGHTS = 0, 1, 2, 3
BEST_FIRST, DEPTH_FIRST = 0, 1
# Counters of a run, kept by the caller.
EXPANSIONS, BYTES = 0, 1


@leaf
def enter(table: Words, key: int) -> bool:
    """Enter a key into the table (a power of two, never full); return whether it was new."""
    mask = len(table) - 1
    key |= key == 0
    slot = (key ^ key >> 29) >> 8 & mask
    while table[slot]:
        if table[slot] == key:
            return False
        slot = slot + 1 & mask
    table[slot] = key
    return True


@leaf
def holds(table: Words, key: int) -> bool:
    """Whether the table has a key."""
    mask = len(table) - 1
    key |= key == 0
    slot = (key ^ key >> 29) >> 8 & mask
    while table[slot]:
        if table[slot] == key:
            return True
        slot = slot + 1 & mask
    return False


@kernel
def grown_table(table: Words) -> Words:
    """A table of four times the size with the same keys."""
    larger = np.zeros(len(table) * 4, np.int64)
    for key in table:
        if key:
            enter(larger, key)
    return larger


@kernel
def grown(array: Words) -> Words:
    """An array of twice the size that begins with this one."""
    larger = np.empty(len(array) * 2, np.int64)
    larger[: len(array)] = array
    return larger


@leaf
def go_to(
    s: Words, log: Words, nodes: Words, path: Words, marks: Words, node: int, depth: int
) -> None:
    """Move the board from the node it stands on to another.

    path[0 .. depth]: the nodes from the root to where the board stands, of which path[0] is 0;
    marks[d]: length of the log when the board stands on path[d].
    """
    target = int(nodes[NODE * node + 1] >> 32)
    step = node
    level = target
    while level > depth or path[level] != step:
        path[level] = step
        step = nodes[NODE * step] & 0xFFFFFFFF
        level -= 1
    take_back(s, log, marks[level])
    while level < target:
        level += 1
        make(s, log, nodes[NODE * path[level] + 1] & MOVE_MASK)
        settle(s, log)
        marks[level] = s[LOGGED]


@leaf
def _most_words(table: int, others: int, grows: bool, more: int) -> int:
    """Words in use while arrays grow, old and new together: first the table, then by `more`.

    table, others: words in use before.
    """
    most = table + others
    if grows:
        most += 4 * table
        table *= 4
    if more:
        most = max(most, table + others + 2 * more)
    return most


@kernel
def best_first(s: Words, log: Words, level: int, quota: int, most: int, counts: Words) -> int:
    """Search from the position in `s` until won, exhausted, `quota` expansions or `most` bytes.

    On WON the log leads from the root to a position that `is_won`; otherwise `s` is the root again.
    """
    root = s[LOGGED]
    table = np.zeros(FIRST_TABLE, np.int64)
    nodes = np.empty(NODE * FIRST_NODES, np.int64)
    heads = np.zeros(BUCKETS, np.int64)
    path = np.empty(DEEPEST + 2, np.int64)
    marks = np.empty(DEEPEST + 2, np.int64)
    kids = np.empty(MOST_MOVES, np.int64)
    settle(s, log)
    if is_won(s):
        return WON
    path[0] = 0
    marks[0] = s[LOGGED]
    enter(table, s[HASH])
    nodes[0] = nodes[1] = 0
    count = 1
    expansions = 0
    depth = 0
    node = 0
    lowest = 0
    peak = len(table) + len(nodes)
    result = UNWINNABLE if level == 0 else NO_WIN
    while True:
        expansions += 1
        more_table = 2 * expansions > len(table)
        more_nodes = NODE * (count + MOST_MOVES) > len(nodes)
        if more_table or more_nodes:
            more = len(nodes) if more_nodes else 0
            words = _most_words(len(table), len(nodes), more_table, more)
            if 8 * words > most:
                result = GAVE_UP
                break
            peak = max(peak, words)
        if expansions > quota:
            result = GAVE_UP
            break
        if more_table:
            table = grown_table(table)
        if more_nodes:
            nodes = grown(nodes)
        if depth < DEEPEST and s[LOGGED] + MARGIN < len(log):
            for i in range(generate(s, kids, 0, level, depth)):
                score = max(0, min(BUCKETS - 1, kids[i] >> SCORE_SHIFT))
                move = kids[i] & MOVE_MASK
                nodes[NODE * count] = node | heads[score] << 32
                nodes[NODE * count + 1] = move | (depth + 1) << 32
                nodes[NODE * count + 2] = hash_after(s, move)
                heads[score] = count
                lowest = min(lowest, score)
                count += 1
        else:
            result = GAVE_UP
        new = False
        while not new:
            while lowest < BUCKETS and heads[lowest] == 0:
                lowest += 1
            if lowest == BUCKETS:
                break
            node = heads[lowest]
            heads[lowest] = nodes[NODE * node] >> 32
            if holds(table, nodes[NODE * node + 2]):
                continue
            go_to(s, log, nodes, path, marks, node, depth)
            depth = nodes[NODE * node + 1] >> 32
            new = enter(table, s[HASH])
        if not new:
            break
        if is_won(s):
            result = WON
            break
    counts[EXPANSIONS] += expansions
    counts[BYTES] = max(counts[BYTES], 8 * peak)
    if result != WON:
        take_back(s, log, root)
    return result


@leaf
def _sort_descending(kids: Words, start: int, end: int) -> None:
    for i in range(start + 1, end):
        kid = kids[i]
        j = i - 1
        while j >= start and kids[j] < kid:
            kids[j + 1] = kids[j]
            j -= 1
        kids[j + 1] = kid


@kernel
def depth_first(s: Words, log: Words, level: int, quota: int, most: int, counts: Words) -> int:
    """As `best_first`, without a queue."""
    root = s[LOGGED]
    table = np.zeros(FIRST_TABLE, np.int64)
    kids = np.empty(FIRST_STACK, np.int64)
    levels = np.empty(FIRST_STACK, np.int64)  # by depth: start of its children, length of the log
    settle(s, log)
    if is_won(s):
        return WON
    enter(table, s[HASH])
    result = UNWINNABLE if level == 0 else NO_WIN
    expansions = 1
    depth = 0
    peak = len(table) + len(kids) + len(levels)
    levels[0] = 0
    levels[1] = s[LOGGED]
    top = generate(s, kids, 0, level, 0)
    _sort_descending(kids, 0, top)
    while True:
        take_back(s, log, levels[2 * depth + 1])
        # Most children are known, which is cheaper to see before the move is made.
        start = levels[2 * depth]
        while top > start and holds(table, hash_after(s, kids[top - 1] & MOVE_MASK)):
            top -= 1
        if top == start:
            if depth == 0:
                break
            depth -= 1
            continue
        top -= 1
        make(s, log, kids[top] & MOVE_MASK)
        settle(s, log)
        if not enter(table, s[HASH]):
            continue
        if is_won(s):
            result = WON
            break
        expansions += 1
        depth += 1
        more_table = 2 * expansions > len(table)
        more_kids = top + MOST_MOVES > len(kids)
        more_levels = 2 * depth + 2 > len(levels)
        more = (len(kids) if more_kids else 0) + (len(levels) if more_levels else 0)
        words = _most_words(len(table), len(kids) + len(levels), more_table, more)
        full = s[LOGGED] + MARGIN >= len(log)
        if 8 * words > most or full or expansions > quota:
            result = GAVE_UP
            break
        peak = max(peak, words)
        if more_table:
            table = grown_table(table)
        if more_kids:
            kids = grown(kids)
        if more_levels:
            levels = grown(levels)
        levels[2 * depth] = top
        levels[2 * depth + 1] = s[LOGGED]
        end = generate(s, kids, top, level, 0)
        _sort_descending(kids, top, end)
        top = end
    counts[EXPANSIONS] += expansions
    counts[BYTES] = max(counts[BYTES], 8 * peak)
    if result != WON:
        take_back(s, log, root)
    return result


@kernel
def _run(s: Words, log: Words, mode: int, level: int, quota: int, most: int, counts: Words) -> int:
    if mode == BEST_FIRST:
        return int(best_first(s, log, level, quota, most, counts))
    return int(depth_first(s, log, level, quota, most, counts))


@kernel
def _run_again(
    s: Words, log: Words, mode: int, level: int, quota: int, most: int, counts: Words
) -> int:
    """`_run` with other hash words; the same quota again."""
    words = np.empty(3 * 64, np.int64)
    other_hashing(s, words)
    result = _run(s, log, mode, level, quota, most, counts)
    former_hashing(s, words)
    return int(result)


@kernel
def search(s: Words, log: Words, schedule: Words, bounds: Words, counts: Words) -> int:
    """Try the rows of a schedule in turn until one decides the position in `s`.

    bounds: expansions at most, bytes at most. counts is cleared and then holds what was spent.
    """
    counts[EXPANSIONS] = counts[BYTES] = 0
    for row in range(len(schedule)):
        for i in range(11):
            s[WEIGHT + i] = schedule[row, WEIGHTS + i]
        level = schedule[row, LEVEL]
        quota = bounds[0] - counts[EXPANSIONS]
        if schedule[row, QUOTA]:
            quota = min(quota, schedule[row, QUOTA])
        spent = counts[EXPANSIONS]
        mode = schedule[row, MODE]
        result = _run(s, log, mode, level, quota, bounds[1], counts)
        if result == UNWINNABLE and counts[EXPANSIONS] - spent > SURE:
            result = _run_again(s, log, mode, level, quota, bounds[1], counts)
        if result in (WON, UNWINNABLE):
            return int(result)
    return GAVE_UP
