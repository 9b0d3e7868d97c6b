"""Packs, seen from the game: which one it comes from, and what was played of it."""

from eightoff.marks import Marks
from eightoff.pack import Pack
from eightoff.packhead import PackError
from eightoff.shelf import Shelf


def shelf_of(app):
    """Return the packs of the board."""
    return Shelf(app.store)


def recover(app):
    """Give packs their names that a power cut has left without."""
    for name in app.store.names():
        if name.endswith(".part"):
            from eightoff.arrivals import Arrivals  # noqa: PLC0415 - rarely needed

            Arrivals(app.store).recover()
            return


def marks_of(app, pack):
    """Return which deals of a pack were played."""
    return Marks(app.journal, pack.crc, pack.count)


def open_pack(app, name):
    """Return a pack of the board as `pack.Pack`, to be closed. PackError, OSError."""
    return Pack(Shelf(app.store).file(name))


def find_pack(app):
    """Choose the pack of the last attempt; return it open, None when it is not there."""
    shelf = Shelf(app.store)
    for name in shelf.names():
        try:
            if shelf.head(name).crc == app.session.attempt.pack:
                app.pack_name = name
                return open_pack(app, name)
        except (PackError, OSError):
            pass  # another one may be it
    return None


def find_line(app):
    """Give the session the proved line of its attempt, if its pack is still there."""
    pack = find_pack(app)
    if pack:
        try:
            pack.entry(app.session.attempt.entry)
            app.session.take_line(pack)
        except (PackError, IndexError):
            pass  # played without hints
        pack.close()
