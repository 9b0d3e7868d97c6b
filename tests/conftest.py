"""Puts the tests' own helpers where tests import them from: `reference`, `positions` and `samples`.

So too `backends`, which a board has beside its hardware module.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [
    str(HERE),
    str(HERE / "device"),
    str(HERE / "host"),
    str(HERE.parent / "device" / "boards"),
]
