"""What the game draws on: any object with the methods of `Canvas` in boards/hardware.pyi.

fill(x, y, width, height, ink), glyph(sheet, at, width, x, y, ink), show(), power(on).
"""

WIDTH = 128
HEIGHT = 64

DARK, LIT, INVERT = 0, 1, 2
