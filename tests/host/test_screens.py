"""Every screen looks as it did when somebody last looked at it.

After a change that is meant: look at the pictures of `python tests/host/write_screens.py FOLDER`,
then keep them with `python tests/host/write_screens.py`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from screens import SCENES, text_of

DATA = Path(__file__).resolve().parent.parent / "data" / "screens"


def test_each_stored_picture_has_its_scene() -> None:
    assert {path.stem for path in DATA.glob("*.txt")} == set(SCENES)


@pytest.mark.parametrize("name", SCENES)
def test_screen_looks_as_before(name: str) -> None:
    shown = text_of(SCENES[name]()).splitlines()
    assert shown == (DATA / f"{name}.txt").read_text(encoding="utf-8").splitlines()
