"""From the log of the general search to a line of moves as the engine numbers them.

The log speaks of cards; a line speaks of piles. Playing the log on piles gives their numbers,
splits moves that the search carries in one go but the record does not allow so, and plays the end
that the search leaves out, when every card can simply go home.

The line comes out in normal form: after every move all safe automatic moves follow at once, in
the engine's order. So a card may be home before the log sends it there, or before a run that it
was part of is moved; it is then left out. Nothing else can go wrong: a card goes home safely only
when each card that could want to lie on it is home or goes home, safely too, as soon as it is
open. So where the target of a move has gone home, the cards to be moved have gone as well.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from eightoff_host.solver.compiled import Words, kernel, leaf
from eightoff_host.solver.general_board import (
    ALTERNATE,
    ANY_SUIT,
    BOTTOM,
    CELLS,
    COLUMNS,
    HOME,
    IN_CELL,
    RULE_WORDS,
    WRAP,
)

FIRST_CELL, FIRST_FOUNDATION, PILES = 10, 18, 22

# The piles of a game in one array. The cards of pile p, open end last, begin at DEPTH * p; SIZES
# has an entry for each pile, WHERE (the pile) and ROW one for each card, TABLE_RULES the rules as
# the first words of a search's board have them.
DEPTH = 64
SINGLE = 1408  # the most cards that may go in one move: 0 as the free cells allow, or a number
COUNT = SINGLE + 1  # moves in the line
FREE = SINGLE + 2  # free cells
SIZES = 1424
WHERE = 1472
ROW = WHERE + 64
HAND = ROW + 64
PLANS = HAND + 16  # what `_carry` has still to do: head, target, columns, 21 entries at most
TABLE_RULES = PLANS + 128
TABLE_WORDS = TABLE_RULES + RULE_WORDS

ROOM = 512  # more moves than one entry of a log or the end of a game can need


@leaf
def lay_piles(t: Words, piles: Words) -> None:
    """Lay out a position, given as for `general_board.set_up`, and begin a line."""
    t[COUNT] = 0
    t[FREE] = t[TABLE_RULES + CELLS]
    at = PILES
    for pile in range(PILES):
        size = piles[pile]
        t[SIZES + pile] = size
        if FIRST_CELL <= pile < FIRST_FOUNDATION:
            t[FREE] -= size
        for row in range(size):
            card = piles[at + row]
            t[DEPTH * pile + row] = card
            t[WHERE + card] = pile
            t[ROW + card] = row
        at += size


@leaf
def _shift(t: Words, line: Words, source: int, target: int, length: int) -> None:
    """Make and write down one move."""
    line[t[COUNT]] = source << 9 | target << 4 | length
    t[COUNT] += 1
    size = t[SIZES + source] - length
    read = DEPTH * source + size
    row = t[SIZES + target]
    for i in range(length):
        card = t[read + i]
        t[DEPTH * target + row + i] = card
        t[WHERE + card] = target
        t[ROW + card] = row + i
    t[SIZES + source] = size
    t[SIZES + target] = row + length
    if source >= FIRST_CELL:
        t[FREE] += 1
    if FIRST_CELL <= target < FIRST_FOUNDATION:
        t[FREE] -= 1


@leaf
def _is_safe(t: Words, card: int) -> bool:
    """The rule of `general_board.is_safe`, on piles."""
    rank = card >> 2
    suit = card & 3
    if not t[TABLE_RULES + ALTERNATE]:
        return not (t[TABLE_RULES + WRAP] and rank == 1)
    on = SIZES + FIRST_FOUNDATION
    lowest = min(t[on + (suit ^ 1)], t[on + (suit ^ 2)])
    return bool(rank <= lowest + 1 or (rank <= lowest + 2 and rank <= t[on + 3 - suit] + 3))


@leaf
def _send_home(t: Words, line: Words) -> None:
    """Make the automatic moves: the safe card of the lowest pile, until there is none."""
    while not t[TABLE_RULES + ANY_SUIT]:
        source = FIRST_FOUNDATION
        foundation = 0
        for suit in range(4):
            size = t[SIZES + FIRST_FOUNDATION + suit]
            card = size + 1 << 2 | suit
            if size == 13:
                continue
            pile = t[WHERE + card]
            if pile < source and t[ROW + card] == t[SIZES + pile] - 1 and _is_safe(t, card):
                source = pile
                foundation = FIRST_FOUNDATION + suit
        if source == FIRST_FOUNDATION:
            return
        _shift(t, line, source, foundation, 1)


@leaf
def _step(t: Words, line: Words, source: int, target: int, length: int) -> None:
    """One move of the player, and the automatic ones after it."""
    _shift(t, line, source, target, length)
    _send_home(t, line)


@leaf
def _first_empty(t: Words, first: int) -> int:
    pile = first
    while t[SIZES + pile]:
        pile += 1
    return pile


@leaf
def _column_for(t: Words, target: int) -> int:
    return int(_first_empty(t, 0) if target == BOTTOM else t[WHERE + target])


@leaf
def _through_cells(t: Words, line: Words, head: int, target: int, length: int) -> None:
    """Carry a run in single cards, all but the first of which wait in cells."""
    source = t[WHERE + head]
    for i in range(length):
        t[HAND + i] = t[DEPTH * source + t[SIZES + source] - 1 - i]
    for i in range(length - 1):
        card = t[HAND + i]
        if t[WHERE + card] == source:
            _step(t, line, source, _first_empty(t, FIRST_CELL), 1)
    if t[WHERE + head] != source:
        return
    column = _column_for(t, target)
    _step(t, line, source, column, 1)
    for i in range(length - 2, -1, -1):
        pile = t[WHERE + t[HAND + i]]
        if pile < FIRST_FOUNDATION:
            _step(t, line, pile, column, 1)


@leaf
def _plan(t: Words, top: int, head: int, target: int, spare: int) -> None:
    """Put a run that is to be carried on the pile of plans."""
    t[PLANS + 3 * top] = head
    t[PLANS + 3 * top + 1] = target
    t[PLANS + 3 * top + 2] = spare


@leaf
def _carry(t: Words, line: Words, head: int, target: int, spare: int) -> None:
    """Move the run from a card up by legal moves.

    target: an open card or BOTTOM, the first empty column; spare: empty columns that it may pass
    through. Empty columns are alike and only the first one is ever a legal target, so only their
    number matters. A run too long for the cells goes in three parts, each planned like the whole.
    """
    _plan(t, 0, head, target, spare)
    plans = 1
    while plans:
        plans -= 1
        head = t[PLANS + 3 * plans]
        target = t[PLANS + 3 * plans + 1]
        spare = t[PLANS + 3 * plans + 2]
        source = t[WHERE + head]
        if source >= FIRST_FOUNDATION:
            continue
        length = t[SIZES + source] - t[ROW + head]
        free = t[FREE] + 1
        single = t[SINGLE] if t[SINGLE] else free
        if length <= single:
            _step(t, line, source, _column_for(t, target), length)
        elif length <= free:
            _through_cells(t, line, head, target, length)
        else:
            part = min(length - 1, free << spare - 1)
            at = DEPTH * source + t[SIZES + source] - part
            _plan(t, plans, t[at], t[at - 1], spare - 1)
            _plan(t, plans + 1, head, target, spare - 1)
            _plan(t, plans + 2, t[at], BOTTOM, spare - 1)
            plans += 3


@leaf
def _play(t: Words, line: Words, entry: int) -> None:
    """Play one entry of the log: `head | target << 6 | length << 12 | ...`."""
    head = entry & 63
    target = entry >> 6 & 63
    source = t[WHERE + head]
    if source >= FIRST_FOUNDATION:
        return
    if target >= HOME:
        _step(t, line, source, FIRST_FOUNDATION + target - HOME, 1)
    elif target == IN_CELL:
        _step(t, line, source, _first_empty(t, FIRST_CELL), 1)
    else:
        spare = -1 if target == BOTTOM else 0
        for column in range(t[TABLE_RULES + COLUMNS]):
            spare += t[SIZES + column] == 0
        _carry(t, line, head, target, spare)


@leaf
def _finish(t: Words, line: Words) -> None:
    """Send all cards home, which must be possible without another move."""
    while True:
        source = -1
        lowest = 14
        for pile in range(FIRST_FOUNDATION):
            size = t[SIZES + pile]
            if size and t[DEPTH * pile + size - 1] >> 2 < lowest:
                lowest = t[DEPTH * pile + size - 1] >> 2
                source = pile
        if source < 0:
            return
        card = t[DEPTH * source + t[SIZES + source] - 1]
        _step(t, line, source, FIRST_FOUNDATION + (card & 3), 1)


@kernel
def write_line(t: Words, line: Words, piles: Words, log: Words, count: int) -> Any:
    """Write the moves of a win; return the array that they are in, from 0 to t[COUNT].

    t: from `table_for`. line: an array for the moves, replaced by a larger one as need be. piles:
    where it begins. log, count: the moves of the search, and how many.
    """
    lay_piles(t, piles)
    for i in range(count):
        if t[COUNT] + ROOM > len(line):
            longer = np.empty(2 * len(line) + ROOM, np.int64)
            longer[: len(line)] = line
            line = longer
        _play(t, line, log[i])
    _finish(t, line)
    return line


def table_for(variant: Any, rules: Words) -> Words:
    """Piles for `write_line` of a game, with the rules in the first words of a search's board."""
    t = np.zeros(TABLE_WORDS, np.int64)
    t[TABLE_RULES : TABLE_RULES + RULE_WORDS] = rules[:RULE_WORDS]
    t[SINGLE] = {0: 1, 1: 0}.get(variant.limit, 52)
    return t
