"""The driver: what it sends makes the controller's memory equal the canvas, at a pinned price."""

from backends.ssd1306 import SSD1306
from positions import ON_MICROPYTHON, skip
from test_mono import SHEET, numbers

WINDOW = 8  # address, control, two commands of three bytes


class Controller:
    """The least of an SSD1306 that the driver needs; anything else is an error."""

    def __init__(self):
        self.memory = bytearray(b"\xa5" * 1024)
        self.bytes = 0
        self.sent = []
        self.columns = self.pages = None
        self.column = self.page = 0
        self.switches = set()
        self.fail_in = -1  # transfers until one fails

    def writeto(self, address, buffer):
        self.fail_in -= 1
        if self.fail_in == -1:
            raise OSError(5)
        assert address == 0x3C
        self.bytes += 1 + len(buffer)
        if buffer[0] == 0x40:
            for byte in bytes(buffer)[1:]:
                self._pixel(byte)
        else:
            assert buffer[0] == 0
            self._commands(list(bytes(buffer)[1:]))

    def _pixel(self, byte):
        self.memory[self.page * 128 + self.column] = byte
        self.column += 1
        if self.column > self.columns[1]:
            self.column = self.columns[0]
            self.page += 1
            if self.page > self.pages[1]:
                self.page = self.pages[0]

    def _commands(self, content):
        self.sent.append(content)
        while content:
            command = content.pop(0)
            if command == 0x21:
                self.columns = content.pop(0), content.pop(0)
                self.column = self.columns[0]
            elif command == 0x22:
                self.pages = content.pop(0), content.pop(0)
                self.page = self.pages[0]
            elif command in (0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB):
                self.switches.add((command, content.pop(0)))
            else:
                self.switches.add((command,))


class QuietBus:
    """Takes everything and allocates nothing."""

    def __init__(self):
        self.bytes = 0

    def writeto(self, address, buffer):
        self.bytes += 1 + len(buffer)


def started():
    """Return a display and its controller after the first picture."""
    controller = Controller()
    display = SSD1306(controller)
    controller.bytes = 0
    return display, controller


def cost(display, controller):
    """Show; return the bytes on the wire and hold the memory against the canvas."""
    controller.bytes = 0
    display.show()
    assert controller.memory == display.buffer
    return controller.bytes


def test_start_clears_the_glass_before_it_is_lit():
    class Order(Controller):
        def writeto(self, address, buffer):
            if bytes(buffer) == b"\x00\xaf":
                assert self.memory == bytes(1024)
            Controller.writeto(self, address, buffer)

    controller = Order()
    SSD1306(controller)
    for setting in ((0x20, 0), (0x8D, 0x14), (0xA8, 63), (0xDA, 0x12), (0xAF,), (0xA1,), (0xC8,)):
        assert setting in controller.switches


def test_random_drawing_reaches_the_controller():
    display, controller = started()
    draw = numbers(11)
    for _ in range(150):
        for _ in range(1 + draw(4)):
            x, y = draw(150) - 10, draw(80) - 10
            display.fill(x, y, draw(40), draw(30), draw(3))
            display.glyph(SHEET, draw(4), 6, y, x, draw(2))
        cost(display, controller)


def test_prices():
    display, controller = started()
    assert cost(display, controller) == 0
    display.fill(20, 8, 10, 8, 1)
    assert cost(display, controller) == WINDOW + 2 + 10
    # The same columns, another page: only the pages are set.
    display.fill(20, 24, 10, 8, 1)
    assert cost(display, controller) == 5 + 2 + 10
    # A card over two pages is one window.
    display.fill(64, 3, 10, 8, 1)
    assert cost(display, controller) == WINDOW + 2 + 20
    # Two cards far apart are two windows; ten pixels apart, one is cheaper.
    display.fill(0, 40, 10, 5, 1)
    display.fill(100, 40, 10, 5, 1)
    assert cost(display, controller) == WINDOW + 2 + 10 + 5 + 2 + 10
    display.fill(0, 48, 10, 5, 1)
    display.fill(15, 48, 10, 5, 1)
    assert cost(display, controller) == WINDOW + 2 + 25


def test_what_is_drawn_again_the_same_is_not_sent():
    display, controller = started()
    display.fill(0, 0, 60, 60, 1)
    display.show()
    display.fill(0, 0, 60, 60, 0)
    display.fill(0, 0, 60, 60, 1)
    assert cost(display, controller) == 0


def test_whole_screen_stays_below_1100_bytes():
    display, controller = started()
    for ink in (1, 2):
        display.fill(0, 0, 128, 64, ink)
        assert cost(display, controller) <= 1100
    # Ragged on every page, and in stretches a little too far apart to join.
    for page in range(8):
        display.fill(page, page * 8, 120, 8, 2)
        assert cost(display, controller) < 1100
    for x in range(0, 128, 12):
        display.fill(x, 0, 1, 64, 2)
    assert cost(display, controller) <= 1100


def test_more_windows_than_are_kept():
    display, controller = started()
    for page in range(8):
        for i in range(4):
            display.fill(i * 32 + page % 2 * 16, page * 8, 1, 8, 2)
    assert cost(display, controller) <= 32 * (WINDOW + 3)


def test_settings_are_sent():
    display, controller = started()
    for call, argument, expected in (
        (display.power, False, [0xAE]),
        (display.power, True, [0xAF]),
        (display.contrast, 200, [0x81, 200]),
        (display.invert, True, [0xA7]),
        (display.invert, False, [0xA6]),
    ):
        sent = []
        controller._commands = sent.append
        call(argument)
        assert sent == [expected]
    assert display.on


def test_flip_sends_everything_again():
    display, controller = started()
    display.fill(3, 3, 50, 20, 1)
    for on in (True, False):
        display.flip(on)
        assert (0xA0 if on else 0xA1,) in controller.switches
        assert (0xC0 if on else 0xC8,) in controller.switches
        assert controller.memory == display.buffer


def test_after_a_failed_transfer_everything_is_sent_again():
    display, controller = started()
    display.fill(20, 8, 10, 8, 1)
    display.show()
    for fail_at in (0, 1, 2, 3):
        display.fill(20, 8, 10, 8, 2)
        display.fill(70, 30, 10, 8, 2)
        controller.fail_in = fail_at
        try:
            display.show()
        except OSError:
            pass
        else:
            raise AssertionError("the bus error was hidden")
        controller.fail_in = -1
        assert cost(display, controller) > 1024
        assert cost(display, controller) == 0


def test_showing_allocates_nothing():
    if not ON_MICROPYTHON:
        skip("only MicroPython can lock its heap")
    import micropython

    bus = QuietBus()
    display = SSD1306(bus)
    before = bus.bytes
    micropython.heap_lock()
    try:
        for i in range(20):
            display.fill(i * 7, i * 3, 30, 20, 2)
            display.fill(90 - i, i, 3, 3, 2)
            display.glyph(SHEET, 0, 10, i * 9, 30, 1)
            display.show()
        for page in range(8):
            for i in range(4):
                display.fill(i * 32 + page % 2 * 16, page * 8, 1, 8, 2)
        display.show()
        display.power(False)
        display.contrast(3)
        display.flip(True)
    finally:
        micropython.heap_unlock()
    assert bus.bytes > before
