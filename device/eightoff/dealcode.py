"""Codes: any order of 52 cards in 29 bytes, as the picks of `deck` in mixed radix."""

from eightoff.cards import DECK
from eightoff.deck import CODE_SIZE, fill, reverse, take

# Picks that share one mixed-radix limb of the code, and the limb's bits: the product of the
# picks' radices stays below 2**bits <= 2**30.
_LIMBS = ((5, 29), (5, 28), (5, 27), (5, 26), (6, 30), (6, 28), (7, 29), (10, 30), (3, 3))


def encode(order, code):
    """Write the order of 52 different cards into `code` (bytearray of CODE_SIZE)."""
    deck = bytearray(DECK)
    fill(deck)
    for i in range(CODE_SIZE):
        code[i] = 0
    left = DECK
    bit = 0
    for picks, bits in _LIMBS:
        limb = 0
        scale = 1
        for _ in range(picks):
            pick = _find(deck, left, order[DECK - left])
            limb += pick * scale
            scale *= left
            take(deck, left, pick)
            left -= 1
        _put(code, bit, bits, limb)
        bit += bits


def decode(code, order):
    """Fill `order` (bytearray of 52) from a code of CODE_SIZE bytes. ValueError for a bad code."""
    fill(order)
    left = DECK
    bit = 0
    for picks, bits in _LIMBS:
        limb = _get(code, bit, bits)
        bit += bits
        for _ in range(picks):
            take(order, left, limb % left)
            limb //= left
            left -= 1
        if limb:
            raise ValueError("deal code")
    if _get(code, bit, CODE_SIZE * 8 - bit):
        raise ValueError("deal code")
    reverse(order)


def _find(deck, left, card):
    for i in range(left):
        if deck[i] == card:
            return i
    raise ValueError("a card twice or missing")


def _put(code, at, bits, value):
    for i in range(at, at + bits):
        code[i >> 3] |= (value & 1) << (i & 7)
        value >>= 1


def _get(code, at, bits):
    value = 0
    for i in range(at + bits - 1, at - 1, -1):
        value = value << 1 | code[i >> 3] >> (i & 7) & 1
    return value
