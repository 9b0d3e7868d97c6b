"""Packs, seen from the game: which one it comes from, and what was played of it."""

from eightoff.marks import Marks
from eightoff.pack import PackError
from eightoff.shelf import Shelf


def shelf_of(app):
    """Return the packs of the board."""
    return Shelf(app.store)


def marks_of(app, pack):
    """Return which deals of a pack were played."""
    return Marks(app.journal, pack.crc, pack.count)


def find_pack(app):
    """Choose the pack of the last attempt; return it open, None when it is not there."""
    shelf = Shelf(app.store)
    for name in shelf.names():
        try:
            pack = shelf.open(name)
        except (PackError, OSError):
            continue
        if pack.crc == app.session.attempt.pack:
            app.pack_name = name
            return pack
        pack.close()
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
