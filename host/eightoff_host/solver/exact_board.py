"""From the cards of a position to the bit words and tables that the exact search works on.

Ranks count from the base (1 is the card that starts a foundation, 13 the "King"). A word holds a
lane of 14 bits for each suit: the King at bit 0 of its lane, the first card at bit 12. So the
parent of a card is one bit below it and a run is a stretch of bits. Bit 13 stays free: it stops
the carry of an addition from running into the next lane.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from eightoff_host.solver.compiled import Bytes, Words, kernel

LANE = 14
SUIT = 0x1FFF
KINGS = 1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE
CARDS = SUIT * KINGS
SPARE = KINGS << 13

# Rows of the table that holds, for the card at a bit, what digging it out of its column does.
GONE = 0  # cards that leave their place: itself, then what hangs from the card beneath at once
NEXT = 1  # the card beneath that becomes open, 0 when the column empties
DELTA = 2  # what the depth key loses
EFFECT = 3  # EMPTIES, KING + suit, or 0
ABOVE = 4  # original cards above it in its column
BITS = 5  # number of rows

EMPTIES = 1
KING = 2

# The board: rows 0..9 are the columns' cards, buried first; the others as named here. A card is the
# number of its bit.
CELLS = 10  # the card in each cell, -1 for none
HOME = 11  # foundation sizes by suit
SIZES = 12  # column sizes
WHERE = 13  # the pile of each card, -1 when it is home
ROWS = 14
ROOM = 64

# Entries of the root.
ROOT_GONE, ROOT_OPEN, ROOT_HOME, ROOT_KEY, ROOT_EMPTY, ROOT_KINGS, ROOT_BURIED = range(7)
ROOT_SIZE = 7


@kernel
def bit_of(card: int, base: int) -> Any:
    """Bit position of a card (rank << 2 | suit) when ranks count from `base`."""
    rank = (card >> 2) - base
    return LANE * (card & 3) + 12 - (rank if rank >= 0 else rank + 13)


@kernel
def lay_out(order: Bytes, piles: Words, beak: bool, board: Words) -> None:
    """Deal 52 cards on the board.

    order: uint8[52]. piles: int64[52], the pile (column 0..9 or cell 10..17) of each card that is
    left when the three that share the beak's rank are taken out. beak: whether there is one.
    board: int64[ROWS, ROOM].
    """
    base = np.int64(order[0]) >> 2 if beak else 1
    board[CELLS, :] = -1
    board[HOME, :] = 0
    board[SIZES, :] = 0
    at = 0
    for i in range(52):
        card = np.int64(order[i])
        pos = bit_of(card, base)
        if beak and i > 0 and card >> 2 == base:
            board[HOME, card & 3] = 1
            board[WHERE, pos] = -1
            continue
        pile = piles[at]
        at += 1
        board[WHERE, pos] = pile
        if pile >= CELLS:
            board[CELLS, pile - CELLS] = pos
        else:
            board[pile, board[SIZES, pile]] = pos
            board[SIZES, pile] += 1


@kernel
def _place_column(cards: Words, size: int, table: Words, weight: int, root: Words) -> Any:
    """Enter one column that is not empty into the table and the root; return its number of digs.

    Neighbours of one suit in rank order are one dig: putting the lower of them back on the upper
    never costs anything, so positions in which only part of them is out need no state of their
    own. Only the upper counts as an original; the others hang from it once it is open.
    """
    first = cards[0]
    is_king = first % LANE == 0
    head = first  # the upper card of the group that is being read
    inner = 0  # the rest of that group
    groups = 1
    opened = 0  # what the group's dig opens, 0 when it lies at the head of the column
    opened_inner = 0
    for row in range(1, size + 1):
        if row < size and cards[row] == cards[row - 1] + 1:
            inner |= 1 << cards[row]
            continue
        table[GONE, head] = 1 << head | opened_inner
        table[NEXT, head] = opened
        table[DELTA, head] = weight
        table[EFFECT, head] = EMPTIES if opened == 0 else 0
        if is_king and groups == 2:
            # The King at the head of its column is a King placed in an emptied one: the dig of
            # what lies on it takes both out of the count of originals.
            table[GONE, head] |= 1 << first
            table[NEXT, head] = 0
            table[DELTA, head] = 2 * weight
            table[EFFECT, head] = KING + first // LANE
        if row < size:
            opened = 1 << head
            opened_inner = inner
            head = cards[row]
            inner = 0
            groups += 1
    if is_king and groups == 1:
        root[ROOT_GONE] |= 1 << first | inner
        root[ROOT_EMPTY] += 1
        root[ROOT_KINGS] |= 1 << first // LANE
        return 0
    root[ROOT_GONE] |= inner
    root[ROOT_OPEN] |= 1 << head
    root[ROOT_KEY] += groups * weight
    return groups


@kernel
def _survey_column(cards: Words, size: int, table: Words, root: Words) -> None:
    """Note what lies above each card of a column, and which cards lie above a lower of the suit."""
    under = 0
    for row in range(size):
        pos = cards[row]
        lower_ranks = SUIT << pos - pos % LANE & -(2 << pos)
        if under & lower_ranks:
            root[ROOT_BURIED] |= 1 << pos
        under |= 1 << pos
    above = 0
    for row in range(size - 1, -1, -1):
        table[ABOVE, cards[row]] = above
        above |= 1 << cards[row]


@kernel
def set_up(board: Words, columns: int, table: Words, root: Words) -> None:
    """Fill the table and the root from a board.

    table: int64[BITS, 64]. root: int64[ROOT_SIZE] gets the cards gone from their place, open
    originals, cards at home (with the spare bits), the depth key, the number of emptied columns,
    the suits whose King heads a column (a set of suits; the search makes configurations of it)
    and the originals that lie above a lower card of their suit.
    """
    root[:] = 0
    weight = 1
    for cell in range(8):
        if board[CELLS, cell] >= 0:
            root[ROOT_GONE] |= 1 << board[CELLS, cell]
    root[ROOT_HOME] = SPARE
    for suit in range(4):
        size = board[HOME, suit]
        home = (1 << size) - 1 << 13 - size + LANE * suit
        root[ROOT_HOME] |= home
        root[ROOT_GONE] |= home
    for column in range(columns):
        size = board[SIZES, column]
        if size == 0:
            root[ROOT_EMPTY] += 1
        else:
            _survey_column(board[column], size, table, root)
            weight *= 1 + _place_column(board[column], size, table, weight, root)
