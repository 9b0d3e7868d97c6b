"""Start the game: the only file, with its CircuitPython sibling, that knows the board's module."""

import hardware
from eightoff import app

app.run(hardware)
