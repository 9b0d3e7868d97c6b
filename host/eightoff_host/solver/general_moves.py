"""Moves of a position with the score that each leads to, in one pass over the open cards.

What a move costs at its source is worked out once a source; where it can go is looked up by the
one or two cards that take it. The score is an estimate to be made small, a weighted sum of
(weights in the order of general_schedule): cards not home, BAD cards, cards above those the
foundations want next, above those they want after that, cells in use, empty columns, moves so
far / 4, no place free, cards BELOW the open runs, one place free, two places free.

Levels: 0 has every move that matters; 1 leaves out putting one card of a run in an empty column;
2 also carries no other part of a run. Only level 0 can prove anything. What even level 0 leaves
out changes nothing: an equal foundation twice, and in TIDY games what `settle` would put back.
"""

from __future__ import annotations

from eightoff_host.solver.compiled import leaf, lowest
from eightoff_host.solver.general_board import (
    ANY_SUIT,
    BAD,
    BELOW,
    BENEATH,
    BOTTOM,
    CELL,
    CELLS,
    COLUMNS,
    EMPTIES,
    EMPTY,
    EMPTY_ANY,
    EMPTY_KING,
    HEIGHT,
    HOME,
    HOMES,
    IN_CELL,
    KING,
    LIMIT,
    LIMIT_CELLS,
    LIMIT_COLUMNS,
    LOWEST,
    NO_COLUMN,
    ON,
    OPEN,
    PARENTS,
    PLACE,
    RUN,
    SIZE,
    START,
    STEP,
    TIDY,
    TIDY_SINGLE,
    TOP,
    USED,
    WANTED,
    WANTED_DEEP,
    WEIGHT,
    Words,
)

MOST_MOVES = 256
W_HOME, W_BAD, W_NEXT, W_AFTER, W_CELL, W_EMPTY, W_DEPTH, W_NONE, W_BELOW, W_ONE, W_TWO = (
    WEIGHT + i for i in range(11)
)
SCORE_SHIFT = 16
SCORE_ZERO = 256  # keeps scores positive


@leaf
def _wanted(s: Words) -> int:
    """Fill WANTED and WANTED_DEEP; return the weighted number of cards above wanted cards."""
    for column in range(s[COLUMNS]):
        s[WANTED + column] = 0
        s[WANTED_DEEP + column] = 0
    total = 0
    if s[ANY_SUIT]:
        return total
    for suit in range(4):
        for ahead in range(1, 3):
            rank = s[ON + suit] + ahead
            if rank > KING:
                break
            card = rank << 2 | suit
            column = s[PLACE + card]
            if column < NO_COLUMN:
                weight = s[W_NEXT] if ahead == 1 else s[W_AFTER]
                above = s[SIZE + column] - 1 - s[HEIGHT + card]
                total += weight * above
                s[WANTED + column] += weight
                if above >= s[RUN + s[TOP + column]]:
                    s[WANTED_DEEP + column] += weight
    return total


@leaf
def _limit(s: Words, free: int, spare: int) -> int:
    limit = s[LIMIT]
    if limit == LIMIT_COLUMNS:
        return free + 1 << spare
    return free + 1 if limit == LIMIT_CELLS else KING


@leaf
def _places(s: Words, places: int) -> int:
    if places == 0:
        return int(s[W_NONE])
    if places == 1:
        return int(s[W_ONE])
    return int(s[W_TWO]) if places == 2 else 0


@leaf
def _wants_home(s: Words, card: int, foundation: int) -> bool:
    if not s[ANY_SUIT]:
        return bool(foundation == card & 3 and s[ON + foundation] + 1 == card >> 2)
    on = s[ON + foundation]
    if on == KING or (s[START + foundation] - 1 + s[STEP] * on) % 13 + 1 != card >> 2:
        return False
    for other in range(foundation):
        if s[ON + other] == on and s[START + other] == s[START + foundation]:
            return False  # an equal one, listed before
    return True


@leaf
def generate(s: Words, kids: Words, at: int, level: int, depth: int) -> int:
    """Write the moves of a position into `kids` from index `at` on; return the end index.

    Each is `score << SCORE_SHIFT | move`. kids must have room for MOST_MOVES more.
    """
    opened = s[OPEN]
    empties = s[EMPTIES]
    free = s[CELLS] - s[USED]
    tidy = s[TIDY]
    fills = s[EMPTY] if empties else 0
    limit = _limit(s, free, empties)
    limit_empty = _limit(s, free, empties - 1)
    w_bad, w_cell, w_empty, w_below = s[W_BAD], s[W_CELL], s[W_EMPTY], s[W_BELOW]
    base = _wanted(s) + s[W_HOME] * (52 - s[HOMES]) + w_bad * s[BAD] + w_cell * s[USED]
    base += w_below * s[BELOW] - w_empty * empties + (s[W_DEPTH] * depth >> 2) + SCORE_ZERO
    # The penalty for few free places: unchanged, after taking one, after freeing one.
    few = _places(s, free + empties)
    fewer = _places(s, free + empties - 1)
    more = _places(s, free + empties + 1)
    homing = _homing(s)
    for column in range(s[COLUMNS]):
        size = s[SIZE + column]
        card = s[TOP + column]
        run = s[RUN + card]
        deep = s[WANTED_DEEP + column]
        bad = 0
        for length in range(1, run + 1):
            beneath = s[BENEATH + card]
            rank = card >> 2
            whole = length == run
            leaves = length == size
            if rank > s[LOWEST + beneath]:
                bad += w_bad
            # What the move saves at its source.
            score = base - bad - length * deep
            if whole:
                score -= w_below * s[RUN + beneath]
            else:
                score += w_below * (run - length)
            if leaves:
                score -= w_empty
            if homing >> beneath & 1:
                score -= s[W_HOME]  # it will go home, now or soon
            parents = s[PARENTS + card] & opened
            if parents and length <= limit and (whole or length == 1 or level < 2):
                places = more if leaves else few
                at = _onto(s, kids, at, score + places, card, length, parents)
            fits = fills and not leaves and length <= limit_empty
            if fits and _may_fill(s, card, length, whole, level):
                cost = score + w_empty + fewer
                kids[at] = cost << SCORE_SHIFT | length << 12 | card
                at += 1
            if length <= free and (whole or rank == KING if tidy else length == 1):
                if leaves or length > 1:
                    cost = _places(s, free - length + empties + leaves)
                else:
                    cost = fewer
                cost += score + w_cell * length
                kids[at] = cost << SCORE_SHIFT | length << 12 | IN_CELL << 6 | card
                at += 1
            if length == 1 and homing >> card & 1:
                at = _home(s, kids, at, score + (more if leaves else few), card)
            card = beneath
    base -= w_cell
    for cell in range(s[USED]):
        card = s[CELL + cell]
        parents = s[PARENTS + card] & opened
        if parents:
            at = _onto(s, kids, at, base + more, card, 1, parents)
        if homing >> card & 1:
            at = _home(s, kids, at, base + more, card)
        if fills == EMPTY_ANY or (fills == EMPTY_KING and card >> 2 == KING):
            kids[at] = base + w_empty + few << SCORE_SHIFT | 1 << 12 | BOTTOM << 6 | card
            at += 1
    return at


@leaf
def _homing(s: Words) -> int:
    """Bits of the cards that a foundation waits for."""
    cards = 0
    for foundation in range(4):
        on = s[ON + foundation]
        if not s[ANY_SUIT]:
            cards |= 1 << (on + 1 << 2 | foundation)
        elif on < KING:
            rank = (s[START + foundation] - 1 + s[STEP] * on) % 13 + 1
            cards |= 15 << (rank << 2)
    return cards


@leaf
def _may_fill(s: Words, card: int, length: int, whole: bool, level: int) -> bool:
    """Whether the run from `card` may go to an empty column, by the rules and the level."""
    if s[EMPTY] != EMPTY_ANY:
        return card >> 2 == KING
    if whole:
        return True
    if length == 1:
        return level == 0 and bool(not s[TIDY_SINGLE] or card >> 2 == KING)
    return level < 2


@leaf
def _onto(s: Words, kids: Words, at: int, score: int, card: int, length: int, parents: int) -> int:
    """Moves of a run onto the cards of which `parents` has a bit: one or two open cards."""
    rank = card >> 2
    while parents:
        parent = lowest(parents)
        parents &= parents - 1
        column = s[PLACE + parent]
        if column == s[PLACE + card]:
            continue  # a whole suit, wrapped round, ends in the parent of its head
        over = max(0, rank - max(s[LOWEST + parent], rank - length))
        cost = score + length * s[WANTED + column] + s[W_BAD] * over
        kids[at] = cost << SCORE_SHIFT | length << 12 | parent << 6 | card
        at += 1
    return at


@leaf
def _home(s: Words, kids: Words, at: int, score: int, card: int) -> int:
    for foundation in range(4):
        if _wants_home(s, card, foundation):
            target = HOME + foundation
            kids[at] = score - s[W_HOME] << SCORE_SHIFT | 1 << 12 | target << 6 | card
            at += 1
    return at
