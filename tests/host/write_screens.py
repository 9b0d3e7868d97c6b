"""Writes tests/data/screens anew: `python tests/host/write_screens.py`.

With a folder as its argument it saves the pictures there enlarged, as PNG to be looked at, and
changes nothing else.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = HERE.parent / "data" / "screens"
sys.path[:0] = [str(HERE.parent / "device"), str(HERE.parent.parent / "device" / "boards")]

from eightoff_host.simulator import render  # noqa: E402 - the paths come first
from screens import SCENES, text_of  # noqa: E402


def write(folder: Path) -> None:
    """Write all pictures to a folder as text."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.txt"):
        old.unlink()
    for name, make in SCENES.items():
        (folder / f"{name}.txt").write_text(text_of(make()), encoding="utf-8")


def save(folder: Path) -> None:
    """Save all pictures to a folder as PNG."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in SCENES.items():
        render.save(make(), folder / f"{name}.png", 6)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        save(Path(sys.argv[1]))
    else:
        write(DATA)
