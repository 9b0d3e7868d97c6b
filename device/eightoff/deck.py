"""A deck being dealt, in one buffer.

Every deal is a sequence of picks: pick i is an index below 52 - i into what is left of a deck in
the order of `cards`; the last card of the deck takes the place of the picked one.
No number here or in `deals` and `dealcode` reaches 2**30, where a 32-bit board would need a big
integer, but the number of a deal itself.
"""

from eightoff.cards import DECK, FIRST

CODE_SIZE = 29  # bytes of a code (`dealcode`)


def fill(deck):
    """Put 52 cards into `deck` in their own order."""
    for i in range(DECK):
        deck[i] = FIRST + i


def take(deck, left, pick):
    """Move card `pick` of the `left` cards of a deck behind them: one buffer holds both."""
    card = deck[pick]
    deck[pick] = deck[left - 1]
    deck[left - 1] = card


def reverse(order):
    """Turn the picks that `take` piled up behind the deck into the order of dealing."""
    for i in range(DECK // 2):
        card = order[i]
        order[i] = order[DECK - 1 - i]
        order[DECK - 1 - i] = card
