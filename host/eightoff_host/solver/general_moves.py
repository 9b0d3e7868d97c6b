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

from eightoff_host.solver.compiled import leaf
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
    PARENT,
    PARENT_2,
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
    open_column,
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
    base = _wanted(s) + s[W_HOME] * (52 - s[HOMES]) + s[W_BAD] * s[BAD] + s[W_CELL] * s[USED]
    base += s[W_BELOW] * s[BELOW] - s[W_EMPTY] * s[EMPTIES] + (s[W_DEPTH] * depth >> 2)
    base += SCORE_ZERO
    for column in range(s[COLUMNS]):
        if s[SIZE + column]:
            at = _from_column(s, kids, at, level, base, column)
    for cell in range(s[USED]):
        card = s[CELL + cell]
        at = _onto_parents(s, kids, at, base - s[W_CELL], card, 1, 1)
        at = _home(s, kids, at, base - s[W_CELL], card, 1)
        if s[EMPTIES] and (s[EMPTY] == EMPTY_ANY or (s[EMPTY] == EMPTY_KING and card >> 2 == KING)):
            score = base - s[W_CELL] + s[W_EMPTY] + _places(s, s[CELLS] - s[USED] + s[EMPTIES])
            kids[at] = score << SCORE_SHIFT | 1 << 12 | BOTTOM << 6 | card
            at += 1
    return at


@leaf
def _from_column(s: Words, kids: Words, at: int, level: int, base: int, column: int) -> int:
    free = s[CELLS] - s[USED]
    empties = s[EMPTIES]
    limit = _limit(s, free, empties)
    limit_empty = _limit(s, free, empties - 1) if empties else 0
    size = s[SIZE + column]
    card = s[TOP + column]
    run = s[RUN + card]
    bad = 0
    for length in range(1, run + 1):
        beneath = s[BENEATH + card]
        whole = length == run
        leaves = 1 if length == size else 0
        if card >> 2 > s[LOWEST + beneath]:
            bad += 1
        # What the move saves at its source.
        score = base - s[W_BAD] * bad - length * s[WANTED_DEEP + column] - s[W_EMPTY] * leaves
        score += s[W_BELOW] * (run - length - (s[RUN + beneath] if whole else 0))
        if length <= limit and (whole or length == 1 or level < 2):
            at = _onto_parents(s, kids, at, score, card, length, leaves)
        if limit_empty >= length and not leaves and _may_fill(s, card, length, whole, level):
            places = free + empties - 1
            kids[at] = score + s[W_EMPTY] + _places(s, places) << SCORE_SHIFT | length << 12 | card
            at += 1
        if length <= free and (whole or card >> 2 == KING if s[TIDY] else length == 1):
            places = free - length + empties + leaves
            cost = s[W_CELL] * length + _places(s, places)
            kids[at] = score + cost << SCORE_SHIFT | length << 12 | IN_CELL << 6 | card
            at += 1
        if length == 1:
            at = _home(s, kids, at, score, card, leaves)
        card = beneath
    return at


@leaf
def _may_fill(s: Words, card: int, length: int, whole: bool, level: int) -> bool:
    """Whether the run from `card` may go to an empty column, by the rules and the level."""
    if s[EMPTY] != EMPTY_ANY:
        return bool(s[EMPTY] == EMPTY_KING and card >> 2 == KING)
    if whole:
        return True
    if length == 1:
        return level == 0 and bool(not s[TIDY_SINGLE] or card >> 2 == KING)
    return level < 2


@leaf
def _onto_parents(
    s: Words, kids: Words, at: int, score: int, card: int, length: int, frees: int
) -> int:
    """Moves onto open cards. frees: 1 when the move frees a cell or a column, otherwise 0."""
    for which in range(2):
        parent = s[PARENT + card] if which == 0 else s[PARENT_2 + card]
        if parent == 0:
            break
        column = open_column(s, parent)
        if column == NO_COLUMN or column == s[PLACE + card]:
            continue  # a whole suit, wrapped round, ends in the parent of its head
        rank = card >> 2
        over = rank - max(s[LOWEST + parent], rank - length)
        cost = length * s[WANTED + column] + (s[W_BAD] * over if over > 0 else 0)
        cost += _places(s, s[CELLS] - s[USED] + s[EMPTIES] + frees)
        kids[at] = score + cost << SCORE_SHIFT | length << 12 | parent << 6 | card
        at += 1
    return at


@leaf
def _home(s: Words, kids: Words, at: int, score: int, card: int, frees: int) -> int:
    for foundation in range(4):
        if _wants_home(s, card, foundation):
            cost = _places(s, s[CELLS] - s[USED] + s[EMPTIES] + frees) - s[W_HOME]
            target = HOME + foundation
            kids[at] = score + cost << SCORE_SHIFT | 1 << 12 | target << 6 | card
            at += 1
    return at
