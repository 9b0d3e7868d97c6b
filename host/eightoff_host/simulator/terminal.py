"""The screen as text: two pixels a character as half blocks, or eight as braille."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from eightoff_host.simulator.ssd1306 import HEIGHT, WIDTH, Picture

_HALVES = np.array(list(" ▀▄█"))
# Unicode's braille patterns: the bit of each dot, by row and column in its 4 x 2 cell.
_DOTS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])
_BRAILLE = 0x2800

# Both colours by number, so that a light terminal shows a lit OLED on black too: nearly white on
# black, of the 256 that every terminal emulator has.
_COLOUR_ON = "\x1b[38;5;231;48;5;16m"
_COLOUR_OFF = "\x1b[0m"


@dataclass(frozen=True)
class Style:
    """How many characters the screen takes, and how many pixels each of them holds."""

    columns: int
    rows: int

    @property
    def cell(self) -> tuple[int, int]:
        """Width and height of a character in pixels."""
        return WIDTH // self.columns, HEIGHT // self.rows


HALF_BLOCKS = Style(columns=128, rows=32)
BRAILLE = Style(columns=64, rows=16)


def fitting(columns: int, rows: int) -> Style | None:
    """Return the larger style that fits so many characters, None where neither does."""
    for style in (HALF_BLOCKS, BRAILLE):
        if style.columns <= columns and style.rows <= rows:
            return style
    return None


def half_blocks(picture: Picture) -> list[str]:
    """Return 32 lines of 128 characters; lit pixels are ink."""
    pixels = picture.astype(np.uint8)
    return _lines(_HALVES[pixels[0::2] | pixels[1::2] << 1])


def braille(picture: Picture) -> list[str]:
    """Return 16 lines of 64 characters; lit pixels are dots.

    A dark cell is a space: some fonts draw the empty braille pattern as eight hollow dots.
    """
    cells = picture.astype(np.int64).reshape(HEIGHT // 4, 4, WIDTH // 2, 2)
    codes = np.einsum("rycx,yx->rc", cells, _DOTS)
    return ["".join(chr(_BRAILLE + code) if code else " " for code in line) for line in codes]


def lines(picture: Picture, style: Style, *, colour: bool = False) -> list[str]:
    """Return the picture as style.rows lines, with terminal colours or as plain text."""
    text = half_blocks(picture) if style is HALF_BLOCKS else braille(picture)
    return [f"{_COLOUR_ON}{line}{_COLOUR_OFF}" for line in text] if colour else text


def _lines(characters: np.typing.NDArray[np.str_]) -> list[str]:
    return ["".join(line) for line in characters]
