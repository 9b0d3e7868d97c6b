"""Best-first search over the depths of the columns, for one position after another."""

from __future__ import annotations

from typing import Any

import numpy as np

from eightoff_host.solver.compiled import Words, kernel, lowest, popcount
from eightoff_host.solver.exact_board import (
    ABOVE,
    CARDS,
    DELTA,
    EFFECT,
    GONE,
    NEXT,
    ROOT_BURIED,
    ROOT_EMPTY,
    ROOT_GONE,
    ROOT_HOME,
    ROOT_KEY,
    ROOT_KINGS,
    ROOT_OPEN,
)
from eightoff_host.solver.exact_state import (
    LANES,
    after_emptying,
    close,
    hanging,
    king_runs,
    legal_digs,
    settle,
    supersets,
)

GAVE_UP, WON, UNWINNABLE = 0, 1, 2

# A node is NODE words: the position, its King configurations that were new, where it came from.
NODE = 6
N_GONE, N_OPEN, N_HOME, N_KEY, N_FROM, N_LINK = range(NODE)
# N_KEY holds key << 20 | empty << 16 | sets, N_FROM parent << 6 | dug card, N_LINK the next node
# of its bucket.

BUCKETS = 1024
MIDDLE = 512  # bucket of score 0

# Seen positions: key << 33 | generation << 16 | configurations. A key has 27 bits at most, for the
# product of the depths of ten columns with 52 cards is largest when all are alike: 6.2^10. The
# entries lie in tables of which the next is four times the size of the one before. Most deals
# never leave the first, which fits a processor's cache; one generation a deal makes clearing
# unnecessary.
FIRST_TABLE = 1 << 14
GENERATIONS = 1 << 17
SPREAD = 0x9E3779B97F4A7C15 - (1 << 64)

# Weights by index; see exact_weights.
W_HOME, W_GONE, W_EMPTY, W_NEXT, W_BURIED, W_HANGING, W_EXPOSED, W_CELL = range(8)


@kernel
def start_of(table: Words, root: Words) -> Any:
    """The root as `settle` leaves it: gone, opened, home, key, empty, sets.

    A King at the head of its column has that column; empty columns are given out freely.
    """
    sets = 1 << root[ROOT_KINGS]
    for _ in range(root[ROOT_EMPTY] - popcount(root[ROOT_KINGS])):
        sets = supersets(sets)
    return settle(
        root[ROOT_GONE],
        root[ROOT_OPEN],
        root[ROOT_HOME],
        root[ROOT_KEY],
        root[ROOT_EMPTY],
        sets,
        table,
    )


@kernel
def _table_start(level: int) -> Any:
    return (FIRST_TABLE << 2 * level) // 3 - FIRST_TABLE // 3


@kernel
def _enlarge(seen: Words, level: int, generation: int) -> Any:
    """Move this generation's entries from the table of `level` to the next; return the array."""
    start = _table_start(level)
    size = FIRST_TABLE << 2 * level
    target = start + size
    if target + 4 * size > seen.size:
        larger = np.zeros(target + 4 * size, np.int64)
        larger[: seen.size] = seen
        seen = larger
    mask = 4 * size - 1
    for i in range(start, target):
        entry = seen[i]
        if entry >> 16 & GENERATIONS - 1 == generation:
            at = (entry >> 33) * SPREAD >> 24 & mask
            while seen[target + at] >> 16 & GENERATIONS - 1 == generation:
                at = at + 1 & mask
            seen[target + at] = entry
    return seen


@kernel
def search(
    table: Words,
    root: Words,
    cells: int,
    unlimited: bool,
    weights: Words,
    nodes: Words,
    seen: Words,
    heads: Words,
    generation: int,
    limit: int,
    memory: int,
) -> Any:
    """Search one position.

    table, root: from `exact_board.set_up`. weights: int64, by the W_ indices. nodes, seen, heads:
    working memory, enlarged as needed up to `memory` bytes. generation: 1.. and never
    one that `seen` has met before. limit: expansions at most.
    Return (verdict, expansions, last node, nodes, seen).
    """
    w_home = weights[W_HOME]
    w_gone = weights[W_GONE]
    w_empty = weights[W_EMPTY]
    w_next = weights[W_NEXT]
    w_buried = weights[W_BURIED]
    w_hanging = weights[W_HANGING]
    w_exposed = weights[W_EXPOSED]
    buried = root[ROOT_BURIED]
    heads[:] = -1
    level = 0
    start = 0
    mask = FIRST_TABLE - 1
    entries = 0
    configs = np.empty(6, np.int64)
    legal = np.empty(6, np.int64)

    gone, opened, home, key, empty, sets = start_of(table, root)
    loose = gone & ~home
    hang = hanging(loose, opened)
    sets = close(sets, empty, popcount(loose & ~hang), king_runs(loose), cells)
    nodes[N_GONE] = gone
    nodes[N_OPEN] = opened
    nodes[N_HOME] = home
    nodes[N_KEY] = key << 20 | empty << 16 | sets
    nodes[N_FROM] = -1
    nodes[N_LINK] = -1
    if home & CARDS == CARDS:
        return WON, 0, 0, nodes, seen
    count = 1
    heads[MIDDLE] = 0
    top = MIDDLE
    expansions = 0
    while True:
        while top >= 0 and heads[top] < 0:
            top -= 1
        if top < 0:
            return UNWINNABLE, expansions, -1, nodes, seen
        if expansions >= limit or (nodes.size + seen.size) * 8 > memory:
            return GAVE_UP, expansions, -1, nodes, seen
        parent = heads[top]
        at = parent * NODE
        heads[top] = nodes[at + N_LINK]
        expansions += 1
        if (count + 10) * NODE > nodes.size:
            larger = np.empty(2 * nodes.size, np.int64)
            larger[: nodes.size] = nodes
            nodes = larger
        if 2 * (entries + 10) > mask:
            seen = _enlarge(seen, level, generation)
            level += 1
            start = _table_start(level)
            mask = (FIRST_TABLE << 2 * level) - 1

        gone0 = nodes[at + N_GONE]
        opened0 = nodes[at + N_OPEN]
        home0 = nodes[at + N_HOME]
        packed = nodes[at + N_KEY]
        loose = gone0 & ~home0
        hang = hanging(loose, opened0)
        runs = king_runs(loose)
        free = cells - popcount(loose & ~hang)
        rest = packed & 0xFFFF
        union = 0
        n = 0
        while rest:
            config = lowest(rest)
            rest &= rest - 1
            can = legal_digs(
                opened0, hang, runs, config, free + popcount(runs & LANES[config]), unlimited
            )
            configs[n] = config
            legal[n] = can
            union |= can
            n += 1
        while union:
            pos = lowest(union)
            union &= union - 1
            sets = 0
            for i in range(n):
                sets |= (legal[i] >> pos & 1) << configs[i]
            effect = table[EFFECT, pos]
            gone, opened, home, key, empty, sets = settle(
                gone0 | table[GONE, pos],
                opened0 & ~(1 << pos) | table[NEXT, pos],
                home0,
                (packed >> 20) - table[DELTA, pos],
                (packed >> 16 & 15) + (effect != 0),
                after_emptying(sets, effect),
                table,
            )
            loose = gone & ~home
            hang = hanging(loose, opened)
            runs = king_runs(loose)
            used = popcount(loose & ~hang)
            sets = close(sets, empty, used, runs, cells)
            tag = key << 17 | generation
            slot = start + (key * SPREAD >> 24 & mask)
            while True:
                entry = seen[slot]
                if entry >> 16 == tag:
                    sets &= ~entry
                    seen[slot] = entry | sets
                    break
                if entry >> 16 & GENERATIONS - 1 != generation:
                    seen[slot] = tag << 16 | sets
                    entries += 1
                    break
                slot = start + (slot - start + 1 & mask)
            if sets == 0:
                continue
            at = count * NODE
            nodes[at + N_GONE] = gone
            nodes[at + N_OPEN] = opened
            nodes[at + N_HOME] = home
            nodes[at + N_KEY] = key << 20 | empty << 16 | sets
            nodes[at + N_FROM] = parent << 6 | pos
            if home & CARDS == CARDS:
                return WON, expansions, count, nodes, seen
            if runs and empty:
                placed = 0
                rest = sets
                while rest:
                    placed = max(placed, popcount(runs & LANES[lowest(rest)]))
                    rest &= rest - 1
                used -= placed
            over = 0
            rest = home >> 1 & ~home & CARDS
            while rest:
                over += popcount(table[ABOVE, lowest(rest)] & ~gone)
                rest &= rest - 1
            score = MIDDLE + (
                w_home * popcount(home)
                + w_gone * popcount(gone)
                + w_empty * empty
                + w_next * over
                + w_buried * popcount(buried & ~gone)
                + w_hanging * popcount(hang)
                + w_exposed * popcount(opened & (hang | opened | runs) << 1)
                + weights[W_CELL + used]
            )
            score = min(max(score, 0), BUCKETS - 1)
            nodes[at + N_LINK] = heads[score]
            heads[score] = count
            top = max(top, score)
            count += 1
