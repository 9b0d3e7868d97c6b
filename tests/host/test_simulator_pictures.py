"""The screen as text and as an image."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from eightoff_host.errors import UserError
from eightoff_host.simulator import render, terminal
from eightoff_host.simulator.ssd1306 import Picture
from PIL import Image


def picture(*rows: str) -> Picture:
    """A screen with these pixels in its top left corner, # is lit."""
    made = np.zeros((64, 128), dtype=np.bool_)
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            made[y, x] = mark == "#"
    return made


SMALL = picture(
    "#.#.##",
    "##..#.",
    ".#..#.",
    "..#.#.",
)


def test_half_blocks() -> None:
    lines = terminal.lines(SMALL, terminal.HALF_BLOCKS)
    assert [line[:7] for line in lines[:3]] == ["█▄▀ █▀ ", " ▀▄ █  ", " " * 7]
    assert {len(line) for line in lines} == {128}
    assert len(lines) == 32


def test_braille() -> None:
    lines = terminal.lines(SMALL, terminal.BRAILLE)
    assert lines[0][:4] == "⠳⡁⡏ "
    assert {len(line) for line in lines} == {64}
    assert len(lines) == 16


def test_every_braille_dot_is_the_pixel_in_its_place() -> None:
    dots = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
    for y in range(4):
        for x in range(2):
            made = np.zeros((64, 128), dtype=np.bool_)
            made[60 + y, 126 + x] = True
            assert terminal.braille(made)[15][63] == chr(0x2800 + dots[y][x])


def test_styles_that_fit() -> None:
    assert terminal.fitting(128, 32) is terminal.HALF_BLOCKS
    assert terminal.fitting(127, 32) is terminal.BRAILLE
    assert terminal.fitting(140, 31) is terminal.BRAILLE
    assert terminal.fitting(80, 24) is terminal.BRAILLE
    assert terminal.fitting(63, 24) is None
    assert terminal.fitting(80, 15) is None
    assert terminal.HALF_BLOCKS.cell == (1, 2)
    assert terminal.BRAILLE.cell == (2, 4)


def test_colour_wraps_every_line_and_changes_nothing_else() -> None:
    plain = terminal.lines(SMALL, terminal.BRAILLE)
    coloured = terminal.lines(SMALL, terminal.BRAILLE, colour=True)
    for line, text in zip(coloured, plain, strict=True):
        assert line == f"\x1b[38;5;231;48;5;16m{text}\x1b[0m"


def test_image_has_every_pixel_enlarged(tmp_path: Path) -> None:
    path = tmp_path / "screen.png"
    render.save(SMALL, path, 3)
    with Image.open(path) as image:
        colours = np.asarray(image.convert("RGB"))
    assert colours.shape == (192, 384, 3)
    expected = SMALL.repeat(3, axis=0).repeat(3, axis=1)
    assert np.array_equal((colours == render.LIT).all(axis=2), expected)
    assert np.array_equal((colours == render.DARK).all(axis=2), ~expected)


def test_gap_and_margin() -> None:
    colours = np.asarray(render.image(SMALL, 4, gap=1, margin=2))
    assert colours.shape == (68 * 4, 132 * 4, 3)
    lit = (colours == render.LIT).all(axis=2)
    assert lit[8:11, 8:11].all()
    assert not lit[11].any()
    assert int(lit.sum()) == 9 * int(SMALL.sum())


@pytest.mark.parametrize("wrong", [{"scale": 0}, {"gap": 4}, {"gap": -1}, {"margin": -1}])
def test_impossible_sizes_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="scale"):
        render.image(SMALL, **{"scale": 4, **wrong})


@pytest.mark.parametrize("name", ["missing/screen.png", "screen.nothing"])
def test_picture_that_cannot_be_written_is_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(UserError, match="cannot be written"):
        render.save(SMALL, tmp_path / name)
