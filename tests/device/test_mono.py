"""The canvas in memory: every pixel against a slow drawing, clipping, marks and allocation."""

from backends.mono import HEIGHT, PAGES, WIDTH, Mono
from positions import ON_MICROPYTHON, skip

SHEET = bytes((0xFF, 0x01, 0x80, 0xA5, 0x00, 0x3C, 0x5A, 0x81, 0x7E, 0x18))


class Slow:
    """One pixel after the other, with nothing clever."""

    def __init__(self):
        self.pixels = bytearray(WIDTH * HEIGHT)

    def fill(self, x, y, width, height, ink):
        for row in range(y, y + height):
            for column in range(x, x + width):
                self._set(column, row, ink)

    def glyph(self, sheet, at, width, x, y, ink):  # noqa: PLR0917 - the contract's
        for column in range(width):
            for row in range(8):
                if sheet[at + column] & 1 << row:
                    self._set(x + column, y + row, ink)

    def _set(self, x, y, ink):
        if 0 <= x < WIDTH and 0 <= y < HEIGHT:
            at = y * WIDTH + x
            self.pixels[at] = 1 - self.pixels[at] if ink == 2 else ink


def numbers(seed):
    """Return a function that gives numbers 0..n-1, the same on every interpreter."""
    state = [seed]

    def draw(n):
        state[0] = (state[0] * 1103 + 12345) % 65521
        return state[0] % n

    return draw


def same_pixels(canvas, slow):
    for page in range(PAGES):
        for x in range(WIDTH):
            byte = 0
            for bit in range(8):
                byte |= slow.pixels[(page * 8 + bit) * WIDTH + x] << bit
            if canvas.buffer[page * WIDTH + x] != byte:
                return False
    return True


def test_boxes_and_glyphs_equal_pixel_by_pixel_drawing():
    canvas, slow, draw = Mono(), Slow(), numbers(7)
    for _ in range(150):
        x, y = draw(180) - 30, draw(120) - 30
        if draw(2):
            box = (x, y, draw(60), draw(40), draw(3))
            canvas.fill(*box)
            slow.fill(*box)
        else:
            glyph = (SHEET, draw(4), draw(7), x, y, draw(2))
            canvas.glyph(*glyph)
            slow.glyph(*glyph)
        assert same_pixels(canvas, slow)


def test_glyph_on_every_row_and_over_every_edge():
    for x in (-11, -10, -9, -1, 0, 118, 119, 127, 128):
        for y in range(-9, HEIGHT + 1):
            canvas, slow = Mono(), Slow()
            canvas.fill(0, y, WIDTH, 4, 1)
            slow.fill(0, y, WIDTH, 4, 1)
            for ink in (1, 0):
                canvas.glyph(SHEET, 0, len(SHEET), x, y + 1 - ink, ink)
                slow.glyph(SHEET, 0, len(SHEET), x, y + 1 - ink, ink)
            if y % 9 == 0 or not 0 < y < HEIGHT - 8:
                assert same_pixels(canvas, slow), (x, y)


def test_empty_and_outside_boxes_draw_nothing():
    canvas = Mono()
    for box in ((5, 5, 0, 9), (5, 5, 9, 0), (5, 5, -3, 9), (5, 5, 9, -3), (128, 0, 9, 9)):
        canvas.fill(box[0], box[1], box[2], box[3], 1)
    for box in ((0, 64, 9, 9), (-9, 0, 9, 9), (0, -9, 9, 9)):
        canvas.fill(box[0], box[1], box[2], box[3], 2)
    assert canvas.buffer == bytes(1024)
    assert canvas.dirty == bytes(8)


def test_marks_name_tiles_with_changed_bytes_only():
    canvas = Mono()
    canvas.fill(15, 7, 2, 2, 1)
    assert list(canvas.dirty) == [3, 3, 0, 0, 0, 0, 0, 0]
    canvas.show()
    assert canvas.dirty == bytes(8)
    canvas.fill(0, 0, 32, 16, 0)
    assert list(canvas.dirty) == [3, 3, 0, 0, 0, 0, 0, 0]
    canvas.show()
    canvas.fill(0, 0, WIDTH, HEIGHT, 0)
    canvas.glyph(SHEET, 0, 1, 40, 20, 0)
    assert canvas.dirty == bytes(8)
    canvas.glyph(SHEET, 0, 1, 127, 60, 1)
    assert list(canvas.dirty) == [0, 0, 0, 0, 0, 0, 0, 0x80]


def test_power_is_kept_apart_from_the_picture():
    canvas = Mono()
    canvas.fill(0, 0, 8, 8, 1)
    canvas.power(False)
    assert not canvas.on
    assert canvas.buffer[0] == 0xFF
    canvas.power(True)
    assert canvas.on


def test_drawing_allocates_nothing():
    if not ON_MICROPYTHON:
        skip("only MicroPython can lock its heap")
    import micropython

    canvas = Mono()
    micropython.heap_lock()
    try:
        canvas.fill(-3, -3, 140, 50, 1)
        canvas.fill(3, 3, 100, 50, 2)
        canvas.glyph(SHEET, 0, 10, 121, 59, 0)
        canvas.glyph(SHEET, 0, 10, -3, -3, 1)
        canvas.show()
        canvas.power(False)
    finally:
        micropython.heap_unlock()
