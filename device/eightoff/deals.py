"""Deals: from a number to the order in which 52 cards leave the deck."""

from struct import unpack_from

from eightoff.cards import DECK
from eightoff.deck import CODE_SIZE, fill, reverse, take

MAX_NUMBER = 0x7FFFFFFF
NUMBER, CODE = 0, 1  # kinds of deals


def numbered(number, order):
    """Fill `order` (bytearray of 52) with deal `number` of the `ms` generator.

    The generator of Microsoft's FreeCell: state = 214013 * state + 2531011 mod 2**31, of which the
    upper 15 bits are the pick. ValueError unless 1 <= number <= 2**31 - 1.
    """
    if not 1 <= number <= MAX_NUMBER:
        raise ValueError("deal number")
    high = number >> 16
    low = number & 0xFFFF
    fill(order)
    for left in range(DECK, 0, -1):
        # 214013 = 3 << 16 | 67 << 8 | 253 and 2531011 = 38 << 16 | 40643.
        middle = low * 67
        bottom = low * 253 + 40643 + ((middle & 0xFF) << 8)
        high = high * 17405 + low * 3 + 38 + (middle >> 8) + (bottom >> 16) & 0x7FFF
        low = bottom & 0xFFFF
        take(order, left, high % left)
    reverse(order)


def name(number, index):
    """Return how a deal is called: generator and number, or its place in the pack without one."""
    return "ms:" + str(number) if number else "#" + str(index + 1)


def size(kind):
    """Return how many bytes a deal of this kind takes."""
    return CODE_SIZE if kind else 4


def order_of(kind, code, order):
    """Fill `order` (bytearray of 52) from the bytes of a deal. ValueError when it is none.

    kind: NUMBER, the number as u32, little-endian; CODE, a code of `dealcode`.
    """
    if kind == NUMBER:
        numbered(unpack_from("<I", code, 0)[0], order)
    elif kind == CODE:
        from eightoff import dealcode  # noqa: PLC0415 - a board with numbered deals never needs it

        dealcode.decode(code, order)
    else:
        raise ValueError("deal kind")
