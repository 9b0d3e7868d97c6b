"""Every text that the screens show, once, in one table: `get(key)`.

One string costs a board a tenth of what a name and a string object for every text would.
"""

_TEXTS = """
packs=Packs
no-packs=No packs on board
no-packs-help=On the PC: eightoff push
damaged=Damaged pack
newer=Needs a newer game
moves=moves
par=par
solved=Solved!
time=time
undos=undos
hints=hints
next-deal=next deal
all-deals=all deals
hint=Hint
undo=Undo
redo=Redo
restart=Restart
auto-off=Automatic: off
auto-safe=Automatic: safe
auto-all=Automatic: all
give-up=Give up
deals=Deals
ask-restart=Start over?
ask-give-up=Give up this deal?
yes=yes
no=no
stuck=No move left
off-line=Off the proved line: undo
no-line=No proved line here
nothing-to-undo=Nothing to undo
nothing-to-redo=Nothing to redo
connected=Connected
receiving=Receiving a pack
not-saved=Not saved: memory full
all-loses=May lose a won game
all-played=All played
gone=Saved game was damaged
"""


def get(key):
    """Return the text of a key. KeyError when there is none."""
    start = _TEXTS.find("\n" + key + "=")
    if start < 0:
        raise KeyError(key)
    start += len(key) + 2
    return _TEXTS[start : _TEXTS.find("\n", start)]


def keys():
    """Return all keys, in the order of the table."""
    return [line.split("=")[0] for line in _TEXTS.split("\n") if line]
