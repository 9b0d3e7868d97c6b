"""Start the game: the only file, with its CircuitPython sibling, that knows the board's module."""

import gc

# MicroPython's parser gives up when the heap runs full under it, where collecting would have
# helped: collect earlier.
gc.threshold(16 * 1024)

import hardware  # noqa: E402
from eightoff import app  # noqa: E402

app.run(hardware)
