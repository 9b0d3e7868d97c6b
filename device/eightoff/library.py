"""Packs, seen from the game: which is open, what was played of it, what comes next."""

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


def play_next(app):
    """Begin the next unplayed deal of the pack of the last attempt, or show the packs."""
    pack = find_pack(app)
    if pack:
        index = marks_of(app, pack).unplayed_after(app.session.attempt.entry)
        if index >= 0:
            app.play(pack, index)
            return
        pack.close()
    app.open("packs")
    app.say("all-played")


def show_deals(app):
    """Show the deals of the pack last chosen; a damaged one is only said, its list stays."""
    try:
        pack = Shelf(app.store).open(app.pack_name) if app.pack_name else find_pack(app)
    except (PackError, OSError):
        app.open("packs")
        app.say("damaged")
        return
    if pack:
        pack.close()
    app.open("deals" if pack else "packs")


def play_instead(app, index):
    """Begin another deal of the pack last chosen, or show the packs when it cannot be read."""
    try:
        pack = Shelf(app.store).open(app.pack_name)
    except (PackError, OSError):
        app.open("packs")
    else:
        app.play(pack, index)
