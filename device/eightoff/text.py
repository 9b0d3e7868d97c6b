"""Every text that the screens show, once, in one table: `get(id)`."""

PACKS = 0
NO_PACKS = 1
NO_PACKS_HELP = 2
DAMAGED = 3
NEWER = 4
MOVES = 5
PAR = 6
SOLVED = 7
TIME = 8
UNDOS = 9
HINTS = 10
NEXT_DEAL = 11
ALL_DEALS = 12
HINT = 13
UNDO = 14
REDO = 15
RESTART = 16
AUTO_OFF = 17
AUTO_SAFE = 18
AUTO_ALL = 19
GIVE_UP = 20
DEALS = 21
ASK_RESTART = 22
ASK_GIVE_UP = 23
YES = 24
NO = 25
STUCK = 26
STUCK_HELP = 27
OFF_LINE = 28
NO_LINE = 29
NOTHING_TO_UNDO = 30
NOTHING_TO_REDO = 31
RECEIVING = 32
NOT_SAVED = 33
ALL_LOSES = 34
CONTINUE = 35
ALL_PLAYED = 36
SENDING = 37
GONE = 38

_TEXTS = (
    "Packs",
    "No packs on board",
    "PC: eightoff push FILE",
    "Damaged pack",
    "Needs a newer game",
    "moves",
    "par",
    "Solved!",
    "time",
    "undos",
    "hints",
    "next deal",
    "all deals",
    "Hint",
    "Undo",
    "Redo",
    "Restart",
    "Automatic: off",
    "Automatic: safe",
    "Automatic: all",
    "Give up",
    "Deals",
    "Start over?",
    "Give up this deal?",
    "yes",
    "no",
    "No move left",
    "Undo, or menu: restart",
    "Off the proved line: undo",
    "No proved line here",
    "Nothing to undo",
    "Nothing to redo",
    "Receiving",
    "Not saved: memory full",
    "May lose a won game",
    "Continue",
    "All played",
    "Sending",
    "Saved game was damaged",
)


def get(identity):
    """Return the text with this id."""
    return _TEXTS[identity]


def count():
    """Return how many texts there are."""
    return len(_TEXTS)
