"""A board of which a test is the hardware: its keys, its clock, its line and its flash."""

import sys

from backends.mono import Mono
from eightoff import keys
from eightoff.app import App
from eightoff.frames import Decoder, Encoder
from positions import legal, same
from stores import clear, folder

TAP = 60
LONG = 600
MENU = ("hint", "undo", "redo", "restart", "auto", "give-up", "deals")
_WRAP = 0x1FFFFFFF


class Line:
    """Both ends of the serial line: what the PC sent, what the board answered."""

    def __init__(self):
        self.coming = b""
        self.answers = b""

    def read(self, buffer):
        size = min(len(buffer), len(self.coming))
        buffer[:size] = self.coming[:size]
        self.coming = self.coming[size:]
        return size

    def write(self, buffer, size):
        self.answers += bytes(buffer[:size])


class Hardware:
    """Fulfils boards/hardware.pyi."""

    NAME = "Test board"

    def __init__(self, path, present):
        self.FOLDER = path
        self.KEYS = present
        self.canvas = Mono()
        self.link = Line()
        self.down = 0
        self.now = 1000
        self.date = 0
        self.room = 1 << 20

    def keys(self):
        return self.down & self.KEYS

    def ticks(self):
        return self.now & _WRAP

    def idle(self, milliseconds):
        self.now += max(milliseconds, 1)

    def random(self, buffer):
        for i in range(len(buffer)):
            buffer[i] = 37 * i + 11 & 255

    def clock(self):
        return self.date

    def set_clock(self, seconds):
        self.date = seconds

    def free(self):
        return self.room


def game_modules():
    return [name for name in sys.modules if name.startswith("eightoff.")]


class Board:
    """The game on that hardware, in a folder of its own, and fingers on its keys.

    packs: name to bytes. steps counts the turns of the main loop. After `with` the folder goes.
    """

    def __init__(self, packs=None, present=63):
        # The game lets modules go and loads them again; other tests keep the ones they have.
        self.modules = {name: sys.modules[name] for name in game_modules()}
        self.store, self.path = folder("app")
        self.hardware = Hardware(self.path, present)
        for name in packs or {}:
            self.put(name, packs[name])
        self.steps = 0
        self.encoder = Encoder()
        self.decoder = Decoder()
        try:
            self.power_on()
        except Exception:
            self.__exit__()
            raise

    def put(self, name, content):
        """Copy a pack to the board, past the game."""
        if self.store.size(name + ".pack") >= 0:
            self.store.remove(name + ".pack")
        self.store.append(name + ".pack", memoryview(content))

    def power_on(self):
        """Start the program, as after a power cut."""
        self.app = App(self.hardware)
        self.app.begin()
        self.wait(0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        clear(self.store, self.path)
        for name in game_modules():
            module = sys.modules.pop(name)
            package, leaf = name.rsplit(".", 1)
            package = sys.modules.get(package)
            if getattr(package, leaf, None) is module:
                delattr(package, leaf)
        for name in sorted(self.modules):
            package, leaf = name.rsplit(".", 1)
            sys.modules[name] = self.modules[name]
            setattr(sys.modules[package], leaf, self.modules[name])

    @property
    def game(self):
        return self.app.session.game

    @property
    def screen(self):
        """The name of the screen."""
        return self.app.screen.__class__.__name__.lower()

    @property
    def cursor(self):
        return self.app.screen.cursor

    @property
    def notice(self):
        """The key of the message on the screen, "" for none."""
        return self.app._shown

    def wait(self, milliseconds):
        """Let time pass as the main loop would."""
        end = self.hardware.now + milliseconds
        while True:
            self.steps += 1
            pause = max(self.app.step(), 1)
            if self.hardware.now + pause > end:
                self.hardware.now = end
                return
            self.hardware.idle(pause)

    def tap(self, *pressed):
        """Press and let go of keys, one after the other."""
        for key in pressed:
            self.hold(key, TAP)

    def hold(self, key, milliseconds=LONG):
        self.hardware.down = key
        self.wait(milliseconds)
        self.hardware.down = 0
        self.wait(TAP)

    def menu(self):
        self.hold(keys.A)

    def back(self):
        """B, or what a board without it has instead."""
        if self.hardware.KEYS & keys.B:
            self.tap(keys.B)
        else:
            self.hold(keys.LEFT)

    def choose(self, index):
        """Choose a line of a list."""
        down = keys.DOWN if self.hardware.KEYS & keys.DOWN else keys.RIGHT
        for _ in range(self.app.screen.count):
            if self.app.screen.at == index:
                self.tap(keys.A)
                return
            self.tap(down)
        raise AssertionError("no such line")

    def play(self, move):
        """Play a legal move by RIGHT and A."""
        before = self.game.played
        for _ in range(100):
            cursor = self.cursor
            wanted = cursor.move == move if cursor.choosing else cursor.source == move >> 9
            self.tap(keys.A if wanted else keys.RIGHT)
            if self.game.played > before:
                return
        raise AssertionError("out of reach")

    def ask(self, op, payload=b"", seq=1):
        """Send a request and return (op, payload) of the answer."""
        self.send(op, payload, seq)
        self.wait(0)
        return self.answer()

    def send(self, op, payload=b"", seq=1):
        self.encoder.payload[: len(payload)] = payload
        size = self.encoder.encode(op, seq, len(payload))
        self.hardware.link.coming += bytes(self.encoder.frame[:size])

    def answer(self):
        line = self.hardware.link
        got = bytearray(line.answers)
        line.answers = b""
        self.decoder.feed(got, 0, len(got))
        return self.decoder.op, bytes(self.decoder.payload)

    def pixels(self):
        return bytes(self.hardware.canvas.buffer)

    def drawn_anew(self):
        """The pixels of the screen, all drawn again, with its message."""
        app = self.app
        app.canvas.fill(0, 0, 128, 64, 1)
        app.screen.refresh()
        app.screen.draw()
        app._shown = ""
        app._draw_notice()
        return self.pixels()


def at_deal(board, index=0, pack=0):
    """Go from the packs to the board with a deal."""
    same(board.screen, "packs")
    board.choose(pack)
    same(board.screen, "deals")
    board.choose(index)
    same(board.screen, "board")


def act(board, action):
    """Choose an action of the menu."""
    board.menu()
    same(board.screen, "menu")
    board.choose(MENU.index(action))


def win(board):
    """Win a sorted deal: any card sent home takes all others along."""
    home = next(move for move in legal(board.game) if move >> 4 & 31 >= 18)
    board.play(home)
    board.wait(8000)
    same(board.screen, "won")
