"""The screen as an image."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from eightoff_host.errors import UserError
from eightoff_host.simulator.ssd1306 import Picture

DARK = (6, 8, 14)
LIT = (214, 240, 255)


def image(picture: Picture, scale: int = 4, *, gap: int = 0, margin: int = 0) -> Image.Image:
    """Return an RGB image in which every pixel of the glass is scale x scale.

    gap     dark lines between the pixels, as on a real OLED; 0 <= gap < scale
    margin  dark border, in pixels of the glass
    """
    if scale < 1 or not 0 <= gap < scale or margin < 0:
        raise ValueError("scale must be at least 1, gap from 0 to scale - 1, margin not negative")
    glass = np.pad(picture, margin)
    lit = glass.repeat(scale, axis=0).repeat(scale, axis=1)
    if gap:
        in_gap = np.arange(max(lit.shape)) % scale >= scale - gap
        lit[in_gap[: lit.shape[0]]] = False
        lit[:, in_gap[: lit.shape[1]]] = False
    colours = np.where(lit[..., np.newaxis], LIT, DARK).astype(np.uint8)
    return Image.fromarray(colours)


def save(picture: Picture, path: Path, scale: int = 4, *, gap: int = 0, margin: int = 0) -> None:
    """Write that image to a file whose suffix names the format. UserError when it cannot."""
    try:
        image(picture, scale, gap=gap, margin=margin).save(path)
    except (OSError, ValueError) as error:
        raise UserError(f"the picture {path} cannot be written: {error}") from error
