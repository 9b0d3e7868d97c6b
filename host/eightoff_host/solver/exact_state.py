"""Steps on the bit words of a position: what a dig changes, what follows from the words.

A position is the words `gone` (cards out of their place), `opened` (original cards at the open end
of their columns), `home` (cards on foundations, with the spare bits), the number of emptied
columns and a set of *King configurations*. A configuration names the suits that have one of the
emptied columns reserved for their King, also when that King is still buried; it always names
min(emptied, 4) suits, because reserving one more costs nothing. It is a number 0..15, a bit for
each suit, and a set of configurations is a word of 16 bits.

Everything else follows, because with same-suit building two things never lose anything: a card
that can go to its foundation goes (the one card that could lie on it is home already), and a card
out of its column that can hang from its parent hangs there (no other place but a cell exists for
it). So foundations, hanging runs and cells in use are functions of the above.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from eightoff_host.solver.compiled import Words, kernel, lowest, popcount
from eightoff_host.solver.exact_board import (
    CARDS,
    DELTA,
    EFFECT,
    GONE,
    KING,
    KINGS,
    LANE,
    NEXT,
    SUIT,
    TABLE,
)

ALL_SETS = 0xFFFF
# Configurations without suit s are LACKING >> 16 * s & ALL_SETS.
LACKING = 0x00FF_0F0F_3333_5555
# All configurations of 0, 1, 2, 3 and 4 suits.
OF_SIZE = np.array(
    [sum(1 << c for c in range(16) if c.bit_count() == size) for size in range(5)], np.int64
)
# The lanes of the suits of a configuration.
LANES = np.array(
    [sum(SUIT << LANE * s for s in range(4) if c >> s & 1) for c in range(16)], np.int64
)


@kernel
def supersets(sets: int) -> Any:
    """All configurations that have one suit more than one of `sets`; the full one stays."""
    more = (sets & 0x5555) << 1 | (sets & 0x3333) << 2 | (sets & 0x0F0F) << 4 | (sets & 0xFF) << 8
    return more | sets & 0x8000


@kernel
def subsets(sets: int) -> Any:
    """All configurations that have one suit less than one of `sets`."""
    return sets >> 1 & 0x5555 | sets >> 2 & 0x3333 | sets >> 4 & 0x0F0F | sets >> 8 & 0x00FF


@kernel
def after_emptying(sets: int, effect: int) -> Any:
    """The configurations after a dig with this effect (EMPTIES, or KING + suit, or 0)."""
    if effect == 0:
        return sets
    if effect < KING:
        return supersets(sets)
    # The column holds the King of a suit. Where that suit already had an empty column reserved,
    # it is that column which can be given to any other suit.
    suit = effect - KING
    lacking = LACKING >> 16 * suit & ALL_SETS
    return (sets & lacking) << (1 << suit) | supersets(sets & ~lacking)


@kernel
def settle(gone: int, opened: int, home: int, key: int, empty: int, sets: int, table: Words) -> Any:
    """Send every card home that can go; return the six values as they are then.

    An original card that can go home is dug for nothing: nothing hangs from it, for all lower
    cards of its suit are home.
    """
    while True:
        up = home >> 1 & ~home & CARDS & (gone | opened)
        if up == 0:
            return gone, opened, home, key, empty, sets
        home |= up
        dug = up & opened
        while dug:
            pos = lowest(dug)
            dug &= dug - 1
            effect = table[TABLE * pos + EFFECT]
            gone |= table[TABLE * pos + GONE]
            opened = opened & ~(1 << pos) | table[TABLE * pos + NEXT]
            key -= table[TABLE * pos + DELTA]
            empty += effect != 0
            sets = after_emptying(sets, effect)


@kernel
def hanging(loose: int, opened: int) -> Any:
    """Cards of `loose` (gone and not home) that hang in runs from open originals.

    Adding a 1 just after each open card makes a carry that clears the run which starts there.
    """
    return loose & ~(loose + (opened << 1))


@kernel
def king_runs(loose: int) -> Any:
    """Cards of `loose` in unbroken runs from a King down: what its column holds if it has one."""
    return loose & ~(loose + KINGS)


@kernel
def close(sets: int, empty: int, used: int, runs: int, cells: int) -> Any:
    """All configurations that can be reached from `sets` without a dig.

    used: cards that are in cells when no King has a column. runs: the runs that Kings lead. One
    King with its run goes to cells, another comes in: that needs room for all that is loose while
    the column is empty. Taking out several at once allows nothing that one after the other does
    not, for each King that is back in a column makes room.
    """
    if empty == 0 or empty >= 4:
        return sets
    if used <= cells:
        return OF_SIZE[empty]
    if empty == 1:
        return sets
    while True:
        known = sets
        between = subsets(sets)
        while between:
            rest = lowest(between)
            between &= between - 1
            if used - popcount(runs & LANES[rest]) <= cells:
                sets |= supersets(1 << rest)
        if sets == known:
            return sets


@kernel
def legal_digs(opened: int, hang: int, runs: int, config: int, free: int, unlimited: bool) -> Any:
    """Open originals that can be dug under one configuration, as a word.

    A card moves with all that hangs from it. Onto its parent, where that is exposed, it needs one
    free cell less than there are cards (none where the record has no run limit); a King moves so
    into the column reserved for its suit. Otherwise all the cards go to cells.
    """
    lanes = LANES[config]
    ready = opened & ((hang | opened | runs & lanes) << 1 | KINGS & lanes)
    long = opened  # those with at least n cards hanging, for n = 0, 1, 2 ...
    for n in range(1, free + 1):
        long &= hang >> n
    if unlimited:
        return opened & ~long | ready
    return opened & ~long | ready & ~(long & hang >> free + 1)
