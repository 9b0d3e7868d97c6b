"""Text and cards put together from glyphs. Nothing here keeps state."""

from eightoff import glyphs

CARD_WIDTH = 10
CARD_HEIGHT = 5
LINE_HEIGHT = 8

_EXTRA_AT = 95  # glyphs before those of glyphs.EXTRA: ASCII 32..126
_PLUS = 12  # in glyphs.SMALL_LETTERS, where the digits come first


def card(canvas, face, x, y, ink):
    """Draw a card 10 x 5 pixels: rank, one pixel of space, suit."""
    canvas.glyph(glyphs.RANKS, ((face >> 2) - 1) * 4, 4, x, y, ink)
    canvas.glyph(glyphs.SUITS, (face & 3) * 5, 5, x + 5, y, ink)


def rank(canvas, value, x, y, ink):
    """Draw a rank, 1..13, in the 4 x 5 pixels it has on a card."""
    canvas.glyph(glyphs.RANKS, (value - 1) * 4, 4, x, y, ink)


def suit(canvas, value, x, y, ink):
    """Draw a suit, 0..3, in 5 x 5 pixels."""
    canvas.glyph(glyphs.SUITS, value * 5, 5, x, y, ink)


def mark(canvas, index, x, y, ink):
    """Draw one of glyphs.MARKS, 5 pixels wide."""
    canvas.glyph(glyphs.MARKS, index * 5, 5, x, y, ink)


def write(canvas, text, x, y, ink):
    """Write text in lines of 8 pixels; return the x behind it. An unknown character is `?`."""
    for i in range(len(text)):
        at = _glyph(text[i])
        width = _at(at + 1) - _at(at)
        canvas.glyph(glyphs.TEXT, _at(at), width, x, y, ink)
        x += width + 1
    return x


def width(text):
    """Return the pixels that `write` would take, the gap behind the last letter included."""
    total = 0
    for i in range(len(text)):
        at = _glyph(text[i])
        total += _at(at + 1) - _at(at) + 1
    return total


def _glyph(letter):
    code = ord(letter)
    if 32 <= code < 127:
        return code - 32
    extra = glyphs.EXTRA.find(letter)
    return _EXTRA_AT + extra if extra >= 0 else 31


def _at(index):
    return glyphs.TEXT_AT[2 * index] | glyphs.TEXT_AT[2 * index + 1] << 8


def small_number(canvas, number, x, y, ink):
    """Write "+" and a number below 100, 5 pixels high."""
    x = _small(canvas, _PLUS, x, y, ink)
    if number > 9:
        x = _small(canvas, number // 10, x, y, ink)
    _small(canvas, number % 10, x, y, ink)


def _small(canvas, index, x, y, ink):
    at = glyphs.SMALL_AT[2 * index] | glyphs.SMALL_AT[2 * index + 1] << 8
    end = glyphs.SMALL_AT[2 * index + 2] | glyphs.SMALL_AT[2 * index + 3] << 8
    canvas.glyph(glyphs.SMALL, at, end - at, x, y, ink)
    return x + end - at + 1
