"""One module a screen, loaded when it opens and dropped when it closes (`app.App.open`).

A screen module has `open(app, argument)`, which returns an object with
    key(event)   take an event of `keys`
    tick(now)    do what is due; return the ms until it wants to be called again
    draw()       bring the canvas up to date
    refresh()    something was drawn over it: draw all of it next time
    leave()      another screen follows: finish, and close files
"""

_NAMES = ("board", "confirm", "deals", "link", "listing", "menu", "packs", "won")


def loaded():
    """Return the names of the modules of this package that are in memory."""
    return [name for name in _NAMES if name in globals()]
