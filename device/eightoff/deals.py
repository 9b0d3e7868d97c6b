"""Deals: from a number or a code to the order in which 52 cards leave the deck.

Every deal is a sequence of picks: pick i is an index below 52 - i into what is left of a deck in
the order of `cards`; the last card of the deck takes the place of the picked one.
No number here reaches 2**30, where a 32-bit board would need a big integer.
"""

from eightoff.cards import DECK, FIRST

MAX_NUMBER = 0x7FFFFFFF
CODE_SIZE = 29

# Picks that share one mixed-radix limb of the code, and the limb's bits: the product of the
# picks' radices stays below 2**bits <= 2**30.
_LIMBS = ((5, 29), (5, 28), (5, 27), (5, 26), (6, 30), (6, 28), (7, 29), (10, 30), (3, 3))


def numbered(number, order):
    """Fill `order` (bytearray of 52) with deal `number` of the `ms` generator.

    The generator of Microsoft's FreeCell: state = 214013 * state + 2531011 mod 2**31, of which the
    upper 15 bits are the pick. ValueError unless 1 <= number <= 2**31 - 1.
    """
    if not 1 <= number <= MAX_NUMBER:
        raise ValueError("deal number")
    high = number >> 16
    low = number & 0xFFFF
    _fill(order)
    for left in range(DECK, 0, -1):
        # 214013 = 3 << 16 | 67 << 8 | 253 and 2531011 = 38 << 16 | 40643.
        middle = low * 67
        bottom = low * 253 + 40643 + ((middle & 0xFF) << 8)
        high = high * 17405 + low * 3 + 38 + (middle >> 8) + (bottom >> 16) & 0x7FFF
        low = bottom & 0xFFFF
        _pick(order, left, high % left)
    _reverse(order)


def name(number, index):
    """Return how a deal is called: generator and number, or its place in the pack without one."""
    return "ms:" + str(number) if number else "#" + str(index + 1)


def encode(order, code):
    """Write the order of 52 different cards into `code` (bytearray of CODE_SIZE)."""
    deck = bytearray(DECK)
    _fill(deck)
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
            _pick(deck, left, pick)
            left -= 1
        _put(code, bit, bits, limb)
        bit += bits


def decode(code, order):
    """Fill `order` (bytearray of 52) from a code of CODE_SIZE bytes. ValueError for a bad code."""
    _fill(order)
    left = DECK
    bit = 0
    for picks, bits in _LIMBS:
        limb = _get(code, bit, bits)
        bit += bits
        for _ in range(picks):
            _pick(order, left, limb % left)
            limb //= left
            left -= 1
        if limb:
            raise ValueError("deal code")
    if _get(code, bit, CODE_SIZE * 8 - bit):
        raise ValueError("deal code")
    _reverse(order)


def _fill(deck):
    for i in range(DECK):
        deck[i] = FIRST + i


def _pick(deck, left, pick):
    # The picked card goes behind the deck that is left, so that one buffer holds both.
    card = deck[pick]
    deck[pick] = deck[left - 1]
    deck[left - 1] = card


def _reverse(order):
    for i in range(DECK // 2):
        card = order[i]
        order[i] = order[DECK - 1 - i]
        order[DECK - 1 - i] = card


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
