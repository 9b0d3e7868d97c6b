"""Best-first search over the depths of the columns, for one position after another."""

from __future__ import annotations

from typing import Any

import numpy as np

from eightoff_host.solver.compiled import Words, borrowed, kernel, lowest, popcount
from eightoff_host.solver.exact_board import (
    ABOVE,
    CARDS,
    COLUMNS,
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
    ROOT_SIZE,
    TABLE,
)
from eightoff_host.solver.exact_state import (
    ALL_SETS,
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
NEED_ROOM = -1

# A node is NODE words: the position, its King configurations that were new, where it came from.
NODE = 8
N_GONE, N_OPEN, N_HOME, N_KEY, N_FROM, N_LINK, N_OVER, N_COST = range(8)
# N_KEY holds key << 20 | empty << 16 | sets, N_FROM parent << 6 | dug card, N_LINK the next node
# of its bucket, N_OVER what `_over` says, N_COST four times what the moves so far are estimated at,
# in a search that weighs moves.

# Entries of the root array after those that `exact_board` fills: where the search stands, and its
# notes on one expansion, six configurations at most.
TOP, COUNT, EXPANSIONS, ENTRIES, LEVEL, KNOWN, NEXT_DIVE = range(ROOT_SIZE, ROOT_SIZE + 7)
CONFIGS = ROOT_SIZE + 7
LEGAL = CONFIGS + 6
SEARCH_SIZE = LEGAL + 6

# A dive is tried from a node with an emptied column, after a failed one not before the expansions
# have grown by PAUSE and an eighth. PATH is more nodes than any dive or expansion makes.
DIVE_PAUSE = 4
PATH = 64

BUCKETS = 1536
MIDDLE = 600  # bucket of score 0; what lies beyond the ends goes into the last ones

# Seen positions: key << 33 | generation << 16 | configurations. A key has 27 bits at most, for the
# product of the depths of ten columns with 52 cards is largest when all are alike: 6.2^10. The
# entries lie in tables of which the next is four times the size of the one before. Most deals
# never leave the first, which fits a processor's cache; one generation a deal makes clearing
# unnecessary.
FIRST_TABLE = 1 << 14
GENERATIONS = 1 << 17
SPREAD = 0x9E3779B97F4A7C15 - (1 << 64)

# Weights by index; see exact_weights.
W_HOME, W_GONE, W_EMPTY, W_OVER, W_BURIED, W_HANGING, W_EXPOSED, W_CELL = range(8)
# In a row of weights for short lines too: a move, a quarter of a move for a card that can go from
# its cell to its parent, expansions at most.
W_MOVE, W_REHANG, QUOTA = range(W_CELL + 9, W_CELL + 12)


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
def _most_placed(sets: int, runs: int) -> Any:
    """The most cards that lie in Kings' columns under one of some configurations."""
    most = 0
    while sets:
        most = max(most, popcount(runs & LANES[lowest(sets)]))
        sets &= sets - 1
    return most


@kernel
def _over(home: int, table: Words) -> Any:
    """Original cards, gone or not, above the card that each suit's foundation waits for."""
    over = 0
    rest = home >> 1 & ~home & CARDS
    while rest:
        over |= table[TABLE * lowest(rest) + ABOVE]
        rest &= rest - 1
    return over


@kernel
def _begin(table: Words, root: Words, cells: int, nodes: Words, heads: Words) -> Any:
    """Make the root the only node and return whether it is won already."""
    gone, opened, home, key, empty, sets = start_of(table, root)
    loose = gone & ~home
    used = popcount(loose & ~hanging(loose, opened))
    nodes[N_GONE] = gone
    nodes[N_OPEN] = opened
    nodes[N_HOME] = home
    nodes[N_KEY] = key << 20 | empty << 16 | close(sets, empty, used, king_runs(loose), cells)
    nodes[N_FROM] = -1
    nodes[N_LINK] = -1
    nodes[N_COST] = 0
    nodes[N_OVER] = _over(home, table)
    for bucket in range(BUCKETS):
        heads[bucket] = -1
    heads[MIDDLE] = 0
    root[TOP] = MIDDLE
    root[COUNT] = 1
    root[EXPANSIONS] = 0
    root[ENTRIES] = 0
    root[LEVEL] = 0
    root[NEXT_DIVE] = 0
    return home & CARDS == CARDS


@kernel
def _find_configs(
    root: Words, hang: int, opened: int, runs: int, sets: int, free: int, unlimited: bool
) -> Any:
    """Note the legal digs under each of several configurations; return all of them as a word."""
    union = 0
    n = 0
    while sets:
        config = lowest(sets)
        sets &= sets - 1
        room = free + popcount(runs & LANES[config])
        can = legal_digs(opened, hang, runs, config, room, unlimited)
        root[CONFIGS + n] = config
        root[LEGAL + n] = can
        union |= can
        n += 1
    root[KNOWN] = n
    return union


@kernel
def _cost(pos: int, hang: int, tops: int) -> Any:
    """Four times the moves of a dig: one if the parent is among `tops`, or one for each card."""
    cost = 4
    if tops << 1 >> pos & 1 == 0:
        hang >>= pos + 1
        while hang & 1:
            cost += 4
            hang >>= 1
    return cost


@kernel
def _choose(home: int, gone: int, opened: int, legal: int, table: Words) -> Any:
    """The legal dig in the column where a foundation's next card lies least deep; -1 if none is."""
    best = -1
    least = 64
    rest = home >> 1 & ~home & CARDS
    while rest:
        above = table[TABLE * lowest(rest) + ABOVE] & ~gone
        rest &= rest - 1
        if above & legal:
            depth = popcount(above)
            if depth < least:
                least = depth
                best = lowest(above & legal)
    return best


@kernel
def _dive(
    table: Words, root: Words, cells: int, unlimited: bool, nodes: Words, parent: int, count: int
) -> Any:
    """Play on from a node without looking left or right; return the won node, or -1.

    Late in a game this mostly wins, for a fraction of what the positions cost to search. Its
    positions are written after the `count` nodes there are, and forgotten when it fails.
    """
    at = parent * NODE
    gone = nodes[at + N_GONE]
    opened = nodes[at + N_OPEN]
    home = nodes[at + N_HOME]
    key = nodes[at + N_KEY] >> 20
    empty = nodes[at + N_KEY] >> 16 & 15
    sets = nodes[at + N_KEY] & ALL_SETS
    while True:
        loose = gone & ~home
        hang = hanging(loose, opened)
        runs = king_runs(loose)
        free = cells - popcount(loose & ~hang)
        legal = _find_configs(root, hang, opened, runs, sets, free, unlimited)
        pos = _choose(home, gone, opened, legal, table)
        root[EXPANSIONS] += 1
        if pos < 0:
            return -1
        sets = 0
        for i in range(root[KNOWN]):
            sets |= (root[LEGAL + i] >> pos & 1) << root[CONFIGS + i]
        effect = table[TABLE * pos + EFFECT]
        gone, opened, home, key, empty, sets = settle(
            gone | table[TABLE * pos + GONE],
            opened & ~(1 << pos) | table[TABLE * pos + NEXT],
            home,
            key - table[TABLE * pos + DELTA],
            empty + (effect != 0),
            after_emptying(sets, effect),
            table,
        )
        loose = gone & ~home
        used = popcount(loose & ~hanging(loose, opened))
        sets = close(sets, empty, used, king_runs(loose), cells)
        at = count * NODE
        nodes[at + N_GONE] = gone
        nodes[at + N_OPEN] = opened
        nodes[at + N_HOME] = home
        nodes[at + N_KEY] = key << 20 | empty << 16 | sets
        nodes[at + N_FROM] = parent << 6 | pos
        if home & CARDS == CARDS:
            return count
        parent = count
        count += 1


@kernel
def _run(
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
    short: Any,
) -> Any:
    """Search until there is an answer or more room is needed; return a verdict or NEED_ROOM."""
    w_home = weights[W_HOME]
    w_gone = weights[W_GONE]
    w_empty = weights[W_EMPTY]
    w_over = weights[W_OVER]
    w_buried = weights[W_BURIED]
    w_hanging = weights[W_HANGING]
    w_exposed = weights[W_EXPOSED]
    buried = root[ROOT_BURIED]
    start = _table_start(root[LEVEL])
    mask = (FIRST_TABLE << 2 * root[LEVEL]) - 1
    entries = root[ENTRIES]
    count = root[COUNT]
    top = root[TOP]
    expansions = root[EXPANSIONS]
    next_dive = root[NEXT_DIVE]
    verdict = NEED_ROOM
    while (count + PATH) * NODE <= nodes.size and 2 * (entries + COLUMNS) <= mask:
        while top >= 0 and heads[top] < 0:
            top -= 1
        if top < 0 or expansions >= limit:
            verdict = UNWINNABLE if top < 0 else GAVE_UP
            break
        parent = heads[top]
        at = parent * NODE
        if nodes[at + N_KEY] >> 16 & 15 and expansions >= next_dive:
            root[EXPANSIONS] = expansions
            won = _dive(table, root, cells, unlimited, nodes, parent, count)
            expansions = root[EXPANSIONS]
            if won >= 0:
                count = won + 1
                verdict = WON
                break
            next_dive = expansions + (expansions >> 3) + DIVE_PAUSE
        gone0 = nodes[at + N_GONE]
        opened0 = nodes[at + N_OPEN]
        home0 = nodes[at + N_HOME]
        packed = nodes[at + N_KEY]
        over0 = nodes[at + N_OVER]
        heads[top] = nodes[at + N_LINK]
        expansions += 1
        loose = gone0 & ~home0
        hang = hanging(loose, opened0)
        runs = king_runs(loose)
        if short is not None:
            tops0 = hang | opened0 | runs
            in_cells0 = loose & ~hang
            hang0 = hang
        free = cells - popcount(loose & ~hang)
        sets0 = packed & ALL_SETS
        single = sets0 & sets0 - 1 == 0
        if single:
            config = lowest(sets0)
            room = free + popcount(runs & LANES[config])
            union = legal_digs(opened0, hang, runs, config, room, unlimited)
        else:
            union = _find_configs(root, hang, opened0, runs, sets0, free, unlimited)
        while union:
            pos = lowest(union)
            union &= union - 1
            sets = sets0
            if not single:
                sets = 0
                for i in range(root[KNOWN]):
                    sets |= (root[LEGAL + i] >> pos & 1) << root[CONFIGS + i]
            effect = table[TABLE * pos + EFFECT]
            gone = gone0 | table[TABLE * pos + GONE]
            opened = opened0 & ~(1 << pos) | table[TABLE * pos + NEXT]
            home = home0
            key = (packed >> 20) - table[TABLE * pos + DELTA]
            empty = packed >> 16 & 15
            over = over0
            if effect:
                empty += 1
                sets = after_emptying(sets, effect)
            if home >> 1 & ~home & CARDS & (gone | opened):
                gone, opened, home, key, empty, sets = settle(
                    gone, opened, home, key, empty, sets, table
                )
                over = _over(home, table)
            loose = gone & ~home
            hang = hanging(loose, opened)
            runs = king_runs(loose)
            used = popcount(loose & ~hang)
            if 0 < empty < 4:
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
            nodes[at + N_OVER] = over
            if runs and empty:
                used -= _most_placed(sets, runs)
            score = MIDDLE + (
                w_home * popcount(home)
                + w_gone * popcount(gone)
                + w_empty * empty
                + w_over * popcount(over & ~gone)
                + w_buried * popcount(buried & ~gone)
                + w_hanging * popcount(hang)
                + w_exposed * popcount(opened & (hang | opened | runs) << 1)
                + weights[W_CELL + used]
            )
            if short is not None:
                cost = nodes[parent * NODE + N_COST] + _cost(pos, hang0, tops0)
                cost += weights[W_REHANG] * popcount(hang & in_cells0)
                nodes[at + N_COST] = cost
                score -= weights[W_MOVE] * cost >> 2
            score = min(max(score, 0), BUCKETS - 1)
            nodes[at + N_LINK] = heads[score]
            heads[score] = count
            top = max(top, score)
            count += 1
            if home & CARDS == CARDS:
                verdict = WON
                union = 0
        if verdict == WON:
            break
    root[TOP] = top
    root[NEXT_DIVE] = next_dive
    root[COUNT] = count
    root[EXPANSIONS] = expansions
    root[ENTRIES] = entries
    return verdict


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
    short: Any,
) -> Any:
    """Search one position.

    table, root: from `exact_board.set_up`, root with SEARCH_SIZE entries. weights: int64, by the
    W_ indices. nodes, seen, heads: working memory; larger arrays take the place of the first two
    as long as they stay below `memory` bytes. generation: 1 .. GENERATIONS - 1 and never one that
    `seen` has met before. limit: expansions at most. short: None, or anything else to weigh moves
    as well.
    Return (verdict, expansions, last node, nodes, seen).
    """
    if _begin(table, root, cells, borrowed(nodes), heads):
        return WON, 0, 0, nodes, seen
    while True:
        verdict = _run(
            table,
            root,
            cells,
            unlimited,
            weights,
            borrowed(nodes),
            borrowed(seen),
            heads,
            generation,
            limit,
            short,
        )
        more_nodes = (root[COUNT] + PATH) * NODE > nodes.size
        # The old array and the new one are there together for a moment.
        more = 2 * nodes.size if more_nodes else _table_start(root[LEVEL] + 2)
        if verdict == NEED_ROOM and 8 * (nodes.size + seen.size + more) > memory:
            verdict = GAVE_UP
        if verdict != NEED_ROOM:
            return verdict, root[EXPANSIONS], root[COUNT] - 1, nodes, seen
        if more_nodes:
            larger = np.empty(2 * nodes.size, np.int64)
            larger[: nodes.size] = nodes
            nodes = larger
        else:
            seen = _enlarge(seen, root[LEVEL], generation)
            root[LEVEL] += 1
