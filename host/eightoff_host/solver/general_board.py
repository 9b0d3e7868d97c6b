"""The board of the general search: one flat int64 array, moved on by card and not by place.

A card is `rank << 2 | suit` with the rank counted from the base of the foundations (1..13). A
position is fully told by what every card lies on, so that is what is stored, hashed and moved:
`BENEATH[card]` is the card beneath it, or BOTTOM at the head of a column. Column and cell numbers
exist only to find an open card quickly; the hash does not see them, so that two positions which
differ only in the order of columns or cells are one.

A move is `head | target << 6 | length << 12`: the run from `head` up goes onto the card `target`,
or to BOTTOM (an empty column), IN_CELL, or HOME + foundation. Every move made is appended to the
log as `move | origin << 18`, the origin written like a target, which is all that taking it back
needs.

All kernels take the flat array `s` and the log; both are made by `general.py`. numba checks no
bounds: the log has room for MARGIN moves more than the searches fill it with.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from eightoff_host.solver.compiled import leaf

Words = NDArray[np.int64]

BOTTOM, IN_CELL, HOME = 0, 1, 56
NO_COLUMN = 10  # column numbers are below; PLACE of a card in a cell or at home is not
PLACE_CELL, PLACE_HOME = 16, 32

# Rules.
COLUMNS, CELLS, EMPTY, LIMIT, WRAP = 0, 1, 2, 3, 4
ALTERNATE, ANY_SUIT, STEP = 5, 6, 7
TIDY, TIDY_SINGLE, ORDERED = 8, 9, 10
RULE_WORDS = 16
# The position as a whole. BAD counts the cards above a lower rank of their column, BELOW the cards
# beneath the run at the open end of each column.
# OPEN has a bit for each card at the open end of a column.
HASH, HOMES, BAD, BELOW, EMPTIES, USED, LOGGED, OPEN = 16, 17, 18, 19, 20, 21, 22, 23
# By foundation: cards on it, and the rank it started with.
ON, START = 24, 28
# By column: open card, number of cards, weight of wanted cards (all; those below the open run).
TOP, SIZE, WANTED, WANTED_DEEP = 32, 48, 64, 80
CELL = 96
HAND = 104  # the run in the hand, open card first: up to 13
WEIGHT = 120  # see general_moves
# By card. PARENTS has a bit for each card that takes this one.
BENEATH, HEIGHT, LOWEST, RUN, PLACE, PARENTS, HASH_CARD, HASH_ON, HASH_CELL = (
    128 + 64 * i for i in range(9)
)
WORDS = 128 + 64 * 9

LIMIT_CELLS, LIMIT_COLUMNS = 1, 2
EMPTY_KING, EMPTY_ANY = 1, 2
KING = 13
NOTHING_LOWER = 99
_MIX_1, _MIX_2 = 0xBF58476D1CE4E5B9 - (1 << 64), 0x94D049BB133111EB - (1 << 64)
MARGIN = 256


@leaf
def lift(s: Words, head: int) -> int:
    """Take a card and all that lies on it into the hand; return how many cards that is."""
    place = int(s[PLACE + head])
    if place < NO_COLUMN:
        return int(_lift_from_column(s, head, place))
    s[HAND] = head
    if place < PLACE_HOME:
        s[USED] -= 1
        last = s[CELL + s[USED]]
        s[CELL + place - PLACE_CELL] = last
        s[PLACE + last] = place
        s[HASH] -= s[HASH_CELL + head]
    else:
        foundation = place - PLACE_HOME
        s[HOMES] -= 1
        s[ON + foundation] -= 1
        if s[ANY_SUIT]:
            s[HASH] -= s[HASH_CARD + s[ON + foundation]] * s[HASH_ON + HOME + foundation]
    return 1


@leaf
def _lift_from_column(s: Words, head: int, column: int) -> int:
    length = int(s[SIZE + column] - s[HEIGHT + head])
    card = s[TOP + column]
    run = s[RUN + card]
    opened = s[OPEN] ^ 1 << card
    for i in range(length):
        s[HAND + i] = card
        beneath = s[BENEATH + card]
        if card >> 2 > s[LOWEST + beneath]:
            s[BAD] -= 1
        card = beneath
    s[HASH] -= s[HASH_CARD + head] * s[HASH_ON + card]
    s[TOP + column] = card
    s[SIZE + column] -= length
    s[BELOW] += run - length - s[RUN + card]
    if card == BOTTOM:
        s[EMPTIES] += 1
    else:
        opened |= 1 << card
    s[OPEN] = opened
    return length


@leaf
def lay(s: Words, length: int, target: int) -> None:
    """Put the hand down on a target: a card, BOTTOM, IN_CELL or HOME + foundation."""
    if target >= HOME:
        head = s[HAND]
        foundation = target - HOME
        if s[ANY_SUIT]:
            s[HASH] += s[HASH_CARD + s[ON + foundation]] * s[HASH_ON + target]
        s[HOMES] += 1
        s[ON + foundation] += 1
        s[PLACE + head] = PLACE_HOME + foundation
    elif target == IN_CELL:
        head = s[HAND]
        cell = s[USED]
        s[CELL + cell] = head
        s[USED] = cell + 1
        s[PLACE + head] = PLACE_CELL + cell
        s[HASH] += s[HASH_CELL + head]
    else:
        _lay_on_column(s, length, target)


@leaf
def _lay_on_column(s: Words, length: int, target: int) -> None:
    beneath = target
    opened = s[OPEN]
    if target == BOTTOM:
        column = 0
        while s[SIZE + column]:
            column += 1
        s[EMPTIES] -= 1
    else:
        column = s[PLACE + target]
        opened ^= 1 << target
    height = s[SIZE + column]
    below = height - s[RUN + beneath]
    head = s[HAND + length - 1]
    s[HASH] += s[HASH_CARD + head] * s[HASH_ON + beneath]
    for i in range(length - 1, -1, -1):
        card = s[HAND + i]
        lowest = s[LOWEST + beneath]
        if card >> 2 > lowest:
            s[BAD] += 1
        else:
            lowest = card >> 2
        s[RUN + card] = s[RUN + beneath] * (s[PARENTS + card] >> beneath & 1) + 1
        s[LOWEST + card] = lowest
        s[BENEATH + card] = beneath
        s[HEIGHT + card] = height
        s[PLACE + card] = column
        height += 1
        beneath = card
    s[OPEN] = opened | 1 << beneath
    s[TOP + column] = beneath
    s[SIZE + column] = height
    s[BELOW] += height - s[RUN + beneath] - below


@leaf
def make(s: Words, log: Words, move: int) -> None:
    """Make one move and log it. A run that goes to cells is logged card by card."""
    head = move & 63
    target = move >> 6 & 63
    if target == IN_CELL:
        column = s[PLACE + head]
        for _ in range(move >> 12 & 15):
            _make_one(s, log, s[TOP + column], IN_CELL)
    else:
        _make_one(s, log, head, target)


@leaf
def _make_one(s: Words, log: Words, head: int, target: int) -> None:
    place = s[PLACE + head]
    if place < NO_COLUMN:
        origin = s[BENEATH + head]
    elif place < PLACE_HOME:
        origin = IN_CELL
    else:
        origin = HOME + place - PLACE_HOME
    length = lift(s, head)
    lay(s, length, target)
    log[s[LOGGED]] = head | target << 6 | length << 12 | origin << 18
    s[LOGGED] += 1


@leaf
def hash_after(s: Words, move: int) -> int:
    """HASH after a move, before anything settles; 0, unknown, for a run that goes to cells."""
    head = move & 63
    target = move >> 6 & 63
    place = s[PLACE + head]
    if target == IN_CELL and move >> 12 & 15 > 1:
        return 0
    if place < NO_COLUMN:
        change = -s[HASH_CARD + head] * s[HASH_ON + s[BENEATH + head]]
    else:
        change = -s[HASH_CELL + head]
    if target == IN_CELL:
        change += s[HASH_CELL + head]
    elif target < HOME:
        change += s[HASH_CARD + head] * s[HASH_ON + target]
    elif s[ANY_SUIT]:
        change += s[HASH_CARD + s[ON + target - HOME]] * s[HASH_ON + target]
    return int(s[HASH] + change)


@leaf
def take_back(s: Words, log: Words, count: int) -> None:
    """Undo logged moves until only `count` are left."""
    while s[LOGGED] > count:
        s[LOGGED] -= 1
        entry = log[s[LOGGED]]
        length = lift(s, entry & 63)
        lay(s, length, entry >> 18)


@leaf
def next_home(s: Words, suit: int) -> int:
    """Card that the foundation of a suit waits for, if it is open; otherwise 0.

    Only for foundations by suit.
    """
    card = int(s[ON + suit] + 1 << 2 | suit)
    if s[OPEN] >> card & 1 or (card < HOME and s[PLACE + card] >= NO_COLUMN):
        return card
    return 0


@leaf
def is_safe(s: Words, card: int) -> bool:
    """Whether sending this card home can lose nothing; the rule of the engine's level SAFE."""
    rank = card >> 2
    suit = card & 3
    if not s[ALTERNATE]:
        # Only the next lower card of the suit could go on it, and that one is home. Where building
        # wraps, the base card can still carry the last rank.
        return not (s[WRAP] and rank == 1)
    lowest = min(s[ON + (suit ^ 1)], s[ON + (suit ^ 2)])
    twin = s[ON + 3 - suit]
    return bool(rank <= lowest + 1 or (rank <= lowest + 2 and rank <= twin + 3))


@leaf
def settle(s: Words, log: Words) -> None:
    """Make every move that can lose nothing, in an order that depends on the position only.

    Safe foundation moves come first. In same-suit games (TIDY) a card in a cell then goes onto its
    parent as soon as that is open. This can lose nothing: only this card can ever lie on that
    parent, the parent cannot go home before it, and wherever the parent (with a run beneath it)
    could have gone alone it can go with the card, because the cell that has become free carries
    it. What would need both in cells is kept as a move of its own: a whole run to cells.
    Where an empty column takes any card (TIDY_SINGLE), a card alone in a column goes onto its open
    parent too. From there it can go back, and the plans that keep it where it was while the
    parent moves to a cell are served as well by the pair in the column and one more free cell.
    With two cards in the column that is no longer so, and they stay.
    """
    moved = True
    while moved:
        moved = False
        if not s[ANY_SUIT]:
            for suit in range(4):
                card = next_home(s, suit)
                if card and is_safe(s, card):
                    _make_one(s, log, card, HOME + suit)
                    moved = True
        if not moved and s[TIDY]:
            moved = _tidy(s, log)


@leaf
def _tidy(s: Words, log: Words) -> bool:
    best = 0
    if s[TIDY_SINGLE]:
        for column in range(s[COLUMNS]):
            card = s[TOP + column]
            alone = s[SIZE + column] == 1 and card > best and card >> 2 != KING
            if alone and s[OPEN] >> card + 4 & 1:
                best = card
    if best == 0:
        for cell in range(s[USED]):
            card = s[CELL + cell]
            if card > best and card >> 2 != KING and s[OPEN] >> card + 4 & 1:
                best = card
    if best:
        _make_one(s, log, best, best + 4)
    return best != 0


@leaf
def is_won(s: Words) -> bool:
    """Whether all cards are home, or can go there one by one with no other move.

    The latter is so when no card of any column lies above a lower one.
    """
    return bool(s[HOMES] == 52 or (s[ORDERED] and s[BAD] == 0))


@leaf
def set_up(s: Words, piles: Words) -> None:
    """Lay out a position. The rules must have been written into `s` before.

    piles: 22 numbers of cards, then the cards pile by pile as in the engine (columns 0..9, cells
    10..17, foundations 18..21), open end last, with ranks counted from the base.
    """
    s[HASH] = s[HOMES] = s[BAD] = s[BELOW] = s[USED] = s[LOGGED] = s[OPEN] = 0
    s[EMPTIES] = s[COLUMNS]
    s[TOP : TOP + 16] = 0
    s[SIZE : SIZE + 16] = 0
    s[RUN] = 0
    s[LOWEST] = NOTHING_LOWER
    at = 22
    for pile in range(22):
        size = piles[pile]
        target = BOTTOM
        if pile >= 18:
            target = HOME + pile - 18
            s[ON + pile - 18] = 0
            s[START + pile - 18] = piles[at] >> 2 if size else 1
        for i in range(size):
            card = piles[at + i]
            s[HAND] = card
            if pile < NO_COLUMN:
                lay(s, 1, target)
                target = card
            else:
                lay(s, 1, IN_CELL if pile < 18 else target)
        at += size


@leaf
def other_hashing(s: Words, words: Words) -> None:
    """Exchange the hash words of a board, and its HASH, for others that do not depend on them.

    words: int64[3 * 64] that gets the former words; `former_hashing` puts them back.
    """
    for i in range(3 * 64):
        word = s[HASH_CARD + i]
        words[i] = word
        # The finish of splitmix64 (Steele, Lea, Flood 2014): equal words stay equal, nothing else
        # of how they relate is left.
        word = (word ^ word >> 30) * _MIX_1
        word = (word ^ word >> 27) * _MIX_2
        s[HASH_CARD + i] = word ^ word >> 31 | 1
    _hash_anew(s)


@leaf
def former_hashing(s: Words, words: Words) -> None:
    """Put hash words back."""
    for i in range(3 * 64):
        s[HASH_CARD + i] = words[i]
    _hash_anew(s)


@leaf
def _hash_anew(s: Words) -> None:
    total = 0
    for card in range(4, 56):
        place = s[PLACE + card]
        if place < NO_COLUMN:
            total += s[HASH_CARD + card] * s[HASH_ON + s[BENEATH + card]]
        elif place < PLACE_HOME:
            total += s[HASH_CELL + card]
    if s[ANY_SUIT]:
        for foundation in range(4):
            for on in range(s[ON + foundation]):
                total += s[HASH_CARD + on] * s[HASH_ON + HOME + foundation]
    s[HASH] = total


def set_hashing(s: Words, suits_count: bool) -> None:
    """Fill the hash words: a card on another counts with the product of a random word of each.

    suits_count: without it cards in cells are told apart by rank only, for games where nothing
    that a card in a cell can do depends on its suit.
    """
    random = np.random.default_rng(52)
    words = random.integers(-(2**63), 2**63 - 1, size=(3, 64), dtype=np.int64) | 1
    s[HASH_CARD : HASH_CARD + 64] = words[0]
    s[HASH_ON : HASH_ON + 64] = words[1]
    cards = np.arange(64)
    s[HASH_CELL : HASH_CELL + 64] = words[2][cards if suits_count else cards & ~3]
