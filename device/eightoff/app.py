"""The main loop: keys and time go to the screen, bytes to the service, pixels to the glass.

`run` never returns. What one screen leaves to another is kept here.
"""

import gc
import sys

import eightoff
from eightoff import keys, lettering, screens, text
from eightoff.canvas import DARK, HEIGHT, LIT, WIDTH
from eightoff.const import const
from eightoff.frames import Decoder
from eightoff.journal import NOTHING, WHOLE, Journal
from eightoff.session import Session
from eightoff.store import Store

_WRAP = const(0x1FFFFFFF)
_NOTICE = const(1800)  # ms that a message stays
_IDLE = const(60000)
_FOOT = const(55)  # y of messages

# What has no place in memory beside a screen; other screens leave each other what they loaded.
_NOT_FOR = {
    "board": "service delivery arrivals link library shelf pack packhead marks compact replay",
    "link": "view piles layout fold cursor library shelf pack packhead marks replay",
}


def run(hardware):
    """Play for ever on a board that fulfils boards/hardware.pyi."""
    app = App(hardware)
    app.begin()
    while True:
        hardware.idle(app.step())


class App:
    """What the screens share.

    canvas, store, journal, session: as their modules say. pack_name: the pack last chosen, ""
    for that of the last attempt. has_arrows: the board has keys for up and down beside left and
    right.
    """

    def __init__(self, hardware):
        self.hardware = hardware
        self.canvas = hardware.canvas
        self.store = Store(hardware.FOLDER, hardware.free)
        self.journal = Journal(self.store, hardware.random)
        self.journal.open()
        self.session = Session(self.journal)
        self.has_arrows = hardware.KEYS & keys.UP != 0
        self.pack_name = ""
        self.now = hardware.ticks()
        self.screen = None
        self._module = ""
        self._next = ""  # the screen to change to
        self._argument = None
        self._keys = keys.Keys(hardware.KEYS)
        self._decoder = Decoder()
        self._received = bytearray(64)
        self._notice = ""  # key of the text that is to lie over the foot of the screen
        self._notice_end = -1  # when it goes, -1 for never
        self._shown = ""
        self._warned = False

    def begin(self):
        """Show the game where it was left, or else the packs."""
        found = self.session.resume(self.now)
        from eightoff import library  # noqa: PLC0415 - dropped again by `open`

        library.recover(self)
        if self.session.playing:
            library.find_line(self)
        del library
        self.go_home()
        self._change()
        if found not in (NOTHING, WHOLE):
            self.say("gone")

    def step(self):
        """Do what is due; return the ms that nothing will be."""
        self.now = self.hardware.ticks()
        event = self._keys.poll(self.hardware.keys(), self.now)
        if event:
            self._notice = ""
            self.session.count_time(self.now)
            self.screen.key(event)
            self._change()
        self._serve()
        self.session.tick(self.now)
        if self.session.failed != self._warned:
            self._warned = self.session.failed
            if self._warned:
                self.say("not-saved")
        wait = self.screen.tick(self.now)
        if self._next:
            self._change()
            wait = 0
        if not self._patience():
            self._notice = ""
        self.screen.draw()
        self._draw_notice()
        self.canvas.show()
        return min(wait, self._keys.wait(self.now), self.session.wait(self.now), self._patience())

    # Time.

    def later(self, milliseconds):
        """Return the moment that is so far from now."""
        return self.now + milliseconds & _WRAP

    def until(self, moment):
        """Return the ms until a moment of `later`, 0 or less when it has come."""
        left = moment - self.now & _WRAP
        return left if left <= _WRAP >> 1 else left - _WRAP - 1

    def _patience(self):
        # The ms that the notice stays.
        if not self._notice or self._notice_end < 0:
            return _IDLE
        return max(self.until(self._notice_end), 0)

    # Screens and messages.

    def open(self, name, argument=None):
        """Change to a screen by its module's name, as soon as the old one has returned.

        Until then its code and what it holds would stay in memory beside the new one.
        """
        self._notice = ""
        self._next = name
        self._argument = argument

    def _change(self):
        while self._next:
            if self.screen:
                self.screen.leave()
            name = self._module = self._next
            argument = self._argument
            self.screen = self._argument = None
            self._next = self._shown = ""
            for module in screens.loaded():
                _forget(screens, module)
            for module in _NOT_FOR.get(name, "").split():
                _forget(eightoff, module)
            gc.collect()
            module = __import__("eightoff.screens." + name, None, None, (name,))
            self.screen = module.open(self, argument)

    def go_home(self):
        """Show the game in progress, or the packs when there is none."""
        self.open("board" if self.session.playing else "packs")

    def say(self, key, stay=False):
        """Show a text over the foot of the screen, until a key or, unless `stay`, a moment."""
        self._notice = key
        self._notice_end = -1 if stay else self.later(_NOTICE)

    def _draw_notice(self):
        key = self._notice
        if key != self._shown:
            if self._shown:
                self.screen.refresh()
                self.screen.draw()
            self._shown = key
        if key:
            # Every time: the screen may have drawn below it.
            self.canvas.fill(0, _FOOT, WIDTH, HEIGHT - _FOOT, DARK)
            self.canvas.fill(0, _FOOT, WIDTH, 1, LIT)
            lettering.write(self.canvas, text.get(key), 2, _FOOT + 1, LIT)

    # The link.

    def _serve(self):
        link = self.hardware.link
        got = link.read(self._received)
        while got:
            at = 0
            while at < got:
                at = self._decoder.feed(self._received, at, got)
                if self._decoder.ready:
                    self._answer()
            got = link.read(self._received)

    def _answer(self):
        if self._module != "link":
            self.session.save(self.now)
            self.open("link")
            self._change()
        self.screen.answer(self._decoder, self.hardware.link)

    # What ends and begins an attempt.

    def play(self, pack, index):
        """Begin deal `index` of an open pack, which is closed then; return "".

        Or return the key of the text that says why not: nothing has changed then.
        """
        try:
            pack.entry(index)
        except (ValueError, OSError):
            return "damaged"
        try:
            self.session.start(pack, self.now)
        except ValueError:
            return "damaged"
        except OSError:
            return "not-saved"
        pack.close()
        self.open("board")
        return ""

    def finish(self, outcome):
        """End the attempt, records.WON or records.GIVEN_UP."""
        self.session.finish(outcome, self.hardware.clock())


def _forget(package, module):
    # Let go of a module, so that its memory is free once nobody uses it.
    sys.modules.pop(package.__name__ + "." + module, None)
    if hasattr(package, module):
        delattr(package, module)
