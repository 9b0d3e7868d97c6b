"""The main loop: keys and time go to the screen, bytes to the service, pixels to the glass.

`run` never returns. What one screen leaves to another is kept here.
"""

import gc
import sys

from eightoff import keys, lettering, records, screens, text
from eightoff.canvas import DARK, HEIGHT, LIT, WIDTH
from eightoff.const import const
from eightoff.journal import NOTHING, UNREADABLE, WHOLE, Journal
from eightoff.link import Decoder
from eightoff.marks import Marks
from eightoff.pack import Pack, PackError
from eightoff.service import SUFFIX, Service
from eightoff.session import Session
from eightoff.store import Store

_WRAP = const(0x1FFFFFFF)
_NOTICE = const(1800)  # ms that a message stays
_IDLE = const(60000)
_FOOT = const(54)  # y of messages
_BAR = const(3)


def run(hardware):
    """Play for ever on a board that fulfils boards/hardware.pyi."""
    app = App(hardware)
    app.begin()
    while True:
        hardware.idle(app.step())


class App:
    """What the screens share.

    canvas, session, store: as their modules say. pack_name: the pack last chosen, "" for none.
    has_arrows: the board has keys for up and down beside left and right.
    """

    def __init__(self, hardware):
        self.hardware = hardware
        self.canvas = hardware.canvas
        self.store = Store(hardware.FOLDER, hardware.free)
        self.journal = Journal(self.store, hardware.random)
        self.journal.open()
        self.session = Session(self.journal)
        self.service = Service(self.store, self.journal, hardware.NAME, hardware.set_clock)
        self.has_arrows = hardware.KEYS & keys.UP != 0
        self.pack_name = ""
        self.now = hardware.ticks()
        self.screen = None
        self._module = ""
        self._keys = keys.Keys(hardware.KEYS)
        self._decoder = Decoder()
        self._received = bytearray(64)
        self._notice = -1
        self._notice_end = 0
        self._shown = -1  # what lies over the foot: a text id, or the permille of a transfer
        self._warned = False

    def begin(self):
        """Show the game where it was left, or else the packs."""
        found = self.session.resume(self.now)
        if found in (NOTHING, UNREADABLE):
            self.open("packs")
        else:
            self._find_line()
            self.open("board")
        if found not in (NOTHING, WHOLE):
            self.say(text.GONE)

    def step(self):
        """Do what is due; return the ms that nothing will be."""
        self.now = self.hardware.ticks()
        event = self._keys.poll(self.hardware.keys(), self.now)
        if event:
            self._clear_notice()
            self.session.count_time(self.now)
            self.screen.key(event)
        self._serve()
        self.session.tick(self.now)
        if self.session.failed != self._warned:
            self._warned = self.session.failed
            if self._warned:
                self.say(text.NOT_SAVED)
        wait = self.screen.tick(self.now)
        if self._notice >= 0 and self._notice_end >= 0 and self.until(self._notice_end) <= 0:
            self._clear_notice()
        self.screen.draw()
        self._draw_foot()
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
        return (
            max(self.until(self._notice_end), 0) if self._notice >= 0 <= self._notice_end else _IDLE
        )

    # Screens and messages.

    def open(self, name, argument=None):
        """Change to a screen by its module's name; the old one leaves the memory."""
        self._clear_notice()
        self.screen = None
        for module in screens.loaded():
            sys.modules.pop("eightoff.screens." + module, None)
            screens.forget(module)
        gc.collect()
        self._module = name
        module = __import__("eightoff.screens." + name, None, None, (name,))
        self.screen = module.open(self, argument)

    def say(self, identity, stay=False):
        """Show a text over the foot of the screen, until a key or, unless `stay`, a moment."""
        self._notice = identity
        self._notice_end = -1 if stay else self.later(_NOTICE)

    def _clear_notice(self):
        self._notice = -1

    def _draw_foot(self):
        shown = self._notice
        if self.service.total:
            shown = 1000 + self.service.done * 1000 // self.service.total
        if shown == self._shown:
            return
        if shown < 0:
            self.screen.refresh()
            self.screen.draw()
        else:
            self.canvas.fill(0, _FOOT, WIDTH, HEIGHT - _FOOT, DARK)
            self.canvas.fill(0, _FOOT, WIDTH, 1, LIT)
            words = text.get(text.RECEIVING if shown >= 1000 else shown)
            lettering.write(self.canvas, words, 2, _FOOT + 2, LIT)
            if shown >= 1000:
                self._draw_bar(2 + lettering.width(words) + 4, shown - 1000)
        self._shown = shown

    def _draw_bar(self, x, permille):
        width = WIDTH - 2 - x
        self.canvas.fill(x, _FOOT + 4, width * permille // 1000, _BAR, LIT)
        self.canvas.fill(x, _FOOT + 4 + _BAR, width, 1, LIT)

    # The link.

    def _serve(self):
        got = self.hardware.link.read(self._received)
        while got:
            at = 0
            while at < got:
                at = self._decoder.feed(self._received, at, got)
                if self._decoder.ready:
                    self._answer()
            got = self.hardware.link.read(self._received)

    def _answer(self):
        decoder = self._decoder
        size = self.service.handle(decoder.op, decoder.seq, decoder.payload)
        if size:
            self.hardware.link.write(self.service.frame, size)
        if self.service.changed:
            self.service.changed = False
            self._packs_changed()

    def _packs_changed(self):
        if self._module in ("packs", "deals"):
            self.open("packs")

    # Packs and deals.

    def pack_names(self):
        """Return the names of the packs on the board, in alphabetical order."""
        end = len(SUFFIX)
        return sorted([name[:-end] for name in self.store.names() if name.endswith(SUFFIX)])

    def open_pack(self, name):
        """Return a pack (`pack.Pack`) to be closed. PackError, OSError."""
        return Pack(self.store.open(name + SUFFIX))

    def marks_of(self, pack):
        """Return which deals of a pack were played, `marks.Marks`."""
        return Marks(self.journal, pack.crc, pack.count)

    def choose_pack(self, name):
        """Show the deals of a pack, or say why not."""
        self.pack_name = name
        self.show_deals()

    def show_deals(self):
        """Show the deals of the pack last chosen, or the packs when it cannot be read."""
        if not self.pack_name:
            pack = self.find_pack()
            if pack:
                pack.close()
        try:
            self.open("deals")
        except (PackError, OSError):
            self.open("packs")

    def find_pack(self):
        """Choose the pack of the last attempt; return it open, None when it is not there."""
        for name in self.pack_names():
            try:
                pack = self.open_pack(name)
            except (PackError, OSError):
                continue
            if pack.crc == self.session.attempt.pack:
                self.pack_name = name
                return pack
            pack.close()
        return None

    def _find_line(self):
        pack = self.find_pack()
        if pack:
            try:
                pack.entry(self.session.attempt.entry)
                self.session.take_line(pack)
            except (PackError, IndexError):
                pass  # played without hints
            pack.close()

    def play(self, pack, index):
        """Begin deal `index` of an open pack, which is closed; a damaged one is only said."""
        try:
            pack.entry(index)
            self.session.start(pack, self.now)
        except PackError:
            self.say(text.DAMAGED)
            return
        pack.close()
        self.open("board")

    def play_next(self):
        """Begin the next unplayed deal of the pack of the last attempt."""
        pack = self.find_pack()
        index = -1
        if pack:
            index = self.marks_of(pack).unplayed_after(self.session.attempt.entry)
        if index >= 0:
            self.play(pack, index)
            return
        if pack:
            pack.close()
        self.open("packs")
        self.say(text.ALL_PLAYED)

    def finish(self, outcome):
        """End the attempt, records.WON or records.GIVEN_UP."""
        self.session.finish(outcome, self.hardware.clock())

    def give_up(self):
        """End the attempt that is not won."""
        self.finish(records.GIVEN_UP)

    def give_up_for(self, index):
        """End the attempt that is not won and begin another deal of the pack last chosen."""
        self.give_up()
        try:
            pack = self.open_pack(self.pack_name)
        except (PackError, OSError):
            self.open("packs")
        else:
            self.play(pack, index)
