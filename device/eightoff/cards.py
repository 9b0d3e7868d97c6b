"""A card is one byte: rank << 2 | suit. Rank 1..13 is A..K, suit 0..3 is C D H S, 0 is no card.

Card 4 is AC, 5 is AD, ... 55 is KS: the order of an unshuffled deck.
"""

NONE = 0
FIRST = 4
DECK = 52
RANKS = "A23456789TJQK"
SUITS = "CDHS"


def rank(card):
    """Return 1 (Ace) to 13 (King)."""
    return card >> 2


def suit(card):
    """Return 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def is_red(card):
    """Return 1 for diamonds and hearts, 0 for clubs and spades."""
    return (card ^ card >> 1) & 1


def name(card):
    """Return the two letters of a card, rank first: "TS" for the ten of spades."""
    return RANKS[(card >> 2) - 1] + SUITS[card & 3]


def parse(text):
    """Return the card that `name` would write as `text`. ValueError for anything else."""
    if len(text) == 2:
        rank_index = RANKS.find(text[0])
        suit_index = SUITS.find(text[1])
        if rank_index >= 0 and suit_index >= 0:
            return rank_index + 1 << 2 | suit_index
    raise ValueError("not a card")
