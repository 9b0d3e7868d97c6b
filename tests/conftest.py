"""Puts the tests' own helpers where tests import them from: `reference` and `positions`."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "device"), str(HERE.parent / "device" / "boards")]
