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
BASES = KINGS << 12
SPARE = KINGS << 13
DECK = (1 << 52) - 1 << 4  # all cards by their numbers, 4..55

# The table: for the card at a bit, what digging it out of its column does, at TABLE * bit + one of
# these.
TABLE = 8
GONE = 0  # cards that leave their place: itself, then what hangs from the card beneath at once
NEXT = 1  # the card beneath that becomes open, 0 when the column empties
DELTA = 2  # what the depth key loses
EFFECT = 3  # EMPTIES, KING + suit, or 0
ABOVE = 4  # original cards above it in its column

EMPTIES = 1
KING = 2

# The board: everything about one game in one flat array, as numba spends time on every array and
# every dimension. Column c holds its cards, buried first, at COLUMN * c; a card is the number of
# its bit. The other parts begin at:
COLUMN = 64
COLUMNS = 10
CELLS = 640  # the card in each cell, -1 for none
HOME = 648  # foundation sizes by suit
RULES = 652  # columns, cells, no run limit (0 or 1), building wraps (0 or 1)
SIZES = 656  # column sizes
OPEN = 666  # word of the cards that can be moved alone
NEXT_HOME = 667  # word of the cards that the foundations wait for
FREE = 668  # free cells
WHERE = 672  # the pile of each card, -1 when it is home
LINE = 736  # the number of moves made, then the moves
LINE_ROOM = 512  # a quarter of that has never been seen
BOARD = LINE + LINE_ROOM  # entries in all
CELL = 10  # pile number of the first cell

# Entries of the root.
ROOT_GONE, ROOT_OPEN, ROOT_HOME, ROOT_KEY, ROOT_EMPTY, ROOT_KINGS, ROOT_BURIED = range(7)
ROOT_SIZE = 7


@kernel
def bit_of(card: int, base: int) -> Any:
    """Bit position of a card (rank << 2 | suit) when ranks count from `base`."""
    rank = (card >> 2) - base
    return LANE * (card & 3) + 12 - (rank if rank >= 0 else rank + 13)


@kernel
def lay_out(order: Bytes, piles: Words, beak: bool, board: Words) -> Any:
    """Deal 52 cards on the board; return whether they are a whole deck.

    order: uint8[52]. piles: int64[52], the pile (column 0..9 or cell 10..17) of each card that is
    left when the three that share the beak's rank are taken out. beak: whether there is one.
    board: int64[BOARD], with its RULES.
    """
    met = 0
    for i in range(52):
        card = np.int64(order[i])
        met |= 1 << card if card < 64 else 0
    if met != DECK:
        return False
    base = np.int64(order[0]) >> 2 if beak else 1
    for cell in range(8):
        board[CELLS + cell] = -1
    for suit in range(4):
        board[HOME + suit] = 0
    for column in range(COLUMNS):
        board[SIZES + column] = 0
    at = 0
    for i in range(52):
        card = np.int64(order[i])
        pos = bit_of(card, base)
        if beak and i > 0 and card >> 2 == base:
            board[HOME + (card & 3)] = 1
            board[WHERE + pos] = -1
            continue
        pile = piles[at]
        at += 1
        board[WHERE + pos] = pile
        if pile >= CELL:
            board[CELLS + pile - CELL] = pos
        else:
            board[COLUMN * pile + board[SIZES + pile]] = pos
            board[SIZES + pile] += 1
    return True


@kernel
def _place_column(
    board: Words, start: int, size: int, table: Words, weight: int, root: Words
) -> Any:
    """Enter one column that is not empty into the table and the root; return its number of digs.

    Neighbours of one suit in rank order are one dig: putting the lower of them back on the upper
    never costs anything, so positions in which only part of them is out need no state of their
    own. Only the upper counts as an original; the others hang from it once it is open.
    """
    first = board[start]
    is_king = first % LANE == 0
    head = first  # the upper card of the group that is being read
    inner = 0  # the rest of that group
    groups = 1
    opened = 0  # what the group's dig opens, 0 when it lies at the head of the column
    opened_inner = 0
    for row in range(1, size + 1):
        if row < size and board[start + row] == board[start + row - 1] + 1:
            inner |= 1 << board[start + row]
            continue
        table[TABLE * head + GONE] = 1 << head | opened_inner
        table[TABLE * head + NEXT] = opened
        table[TABLE * head + DELTA] = weight
        table[TABLE * head + EFFECT] = EMPTIES if opened == 0 else 0
        if is_king and groups == 2:
            # The King at the head of its column is a King placed in an emptied one: the dig of
            # what lies on it takes both out of the count of originals.
            table[TABLE * head + GONE] |= 1 << first
            table[TABLE * head + NEXT] = 0
            table[TABLE * head + DELTA] = 2 * weight
            table[TABLE * head + EFFECT] = KING + first // LANE
        if row < size:
            opened = 1 << head
            opened_inner = inner
            head = board[start + row]
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
def _survey_column(board: Words, start: int, size: int, table: Words, root: Words) -> None:
    """Note what lies above each card of a column, and which cards lie above a lower of the suit."""
    under = 0
    for row in range(size):
        pos = board[start + row]
        lower_ranks = SUIT << pos - pos % LANE & -(2 << pos)
        if under & lower_ranks:
            root[ROOT_BURIED] |= 1 << pos
        under |= 1 << pos
    above = 0
    for row in range(size - 1, -1, -1):
        table[TABLE * board[start + row] + ABOVE] = above
        above |= 1 << board[start + row]


@kernel
def set_up(board: Words, table: Words, root: Words) -> None:
    """Fill the table and the root from a board.

    table: int64[TABLE * 64]. root: int64[], its first ROOT_SIZE entries get the cards gone from
    their place, open originals, cards at home (with the spare bits), the depth key, the number of
    emptied columns, the suits whose King heads a column (a set of suits; the search makes
    configurations of it) and the originals that lie above a lower card of their suit.
    """
    for i in range(ROOT_SIZE):
        root[i] = 0
    weight = 1
    for cell in range(8):
        if board[CELLS + cell] >= 0:
            root[ROOT_GONE] |= 1 << board[CELLS + cell]
    root[ROOT_HOME] = SPARE
    for suit in range(4):
        size = board[HOME + suit]
        home = (1 << size) - 1 << 13 - size + LANE * suit
        root[ROOT_HOME] |= home
        root[ROOT_GONE] |= home
    for column in range(board[RULES]):
        size = board[SIZES + column]
        if size == 0:
            root[ROOT_EMPTY] += 1
        else:
            _survey_column(board, COLUMN * column, size, table, root)
            weight *= 1 + _place_column(board, COLUMN * column, size, table, weight, root)
