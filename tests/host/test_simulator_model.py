"""The model of the SSD1306, and the real driver against it."""

from __future__ import annotations

import random

import numpy as np
import pytest
from backends.ssd1306 import SSD1306 as Driver  # noqa: N811 - the model has the same name
from eightoff_host.simulator.ssd1306 import SSD1306, BusError, Picture, picture_of

ADDRESS = 0x3C


class Bus:
    """Joins a driver to the model."""

    def __init__(self, display: SSD1306) -> None:
        self.display = display

    def writeto(self, address: int, buffer: bytes) -> None:
        self.display.transfer(address, bytes(buffer))


def commands(display: SSD1306, *content: int) -> None:
    display.transfer(ADDRESS, bytes((0x00, *content)))


def pixels(display: SSD1306, *content: int) -> None:
    display.transfer(ADDRESS, bytes((0x40, *content)))


def lit() -> SSD1306:
    """A display that is on, upright, in horizontal addressing and dark."""
    display = SSD1306()
    commands(display, 0x8D, 0x14, 0xAF, 0xA1, 0xC8, 0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7)
    pixels(display, *bytes(1024))
    return display


def points(picture: Picture) -> set[tuple[int, int]]:
    """The lit pixels as (x, y)."""
    return {(int(x), int(y)) for y, x in np.argwhere(picture)}


def test_driver_shows_what_was_drawn() -> None:
    dice = random.Random(42)
    display = SSD1306()
    driver = Driver(Bus(display))
    sheet = dice.randbytes(64)
    assert not display.picture().any()
    for _ in range(400):
        for _ in range(dice.randrange(1, 4)):
            x, y = dice.randrange(-20, 140), dice.randrange(-20, 80)
            driver.fill(x, y, dice.randrange(60), dice.randrange(40), dice.randrange(3))
            driver.glyph(sheet, dice.randrange(40), dice.randrange(20), y, x, dice.randrange(2))
        driver.show()
        assert np.array_equal(display.picture(), picture_of(driver.buffer))


def test_driver_settings_reach_the_glass() -> None:
    display = SSD1306()
    driver = Driver(Bus(display), contrast=9)
    driver.fill(0, 0, 3, 2, 1)
    driver.show()
    upright = display.picture()
    assert display.contrast == 9
    driver.flip(True)
    assert np.array_equal(display.picture(), upright[::-1, ::-1])
    driver.flip(False)
    driver.invert(True)
    assert np.array_equal(display.picture(), ~upright)
    driver.invert(False)
    driver.power(False)
    assert not display.picture().any()
    driver.power(True)
    assert np.array_equal(display.picture(), upright)


def test_upside_down_module_needs_a_flipped_driver() -> None:
    display = SSD1306()
    driver = Driver(Bus(display), flipped=True)
    driver.fill(0, 0, 1, 1, 1)
    driver.show()
    assert points(display.picture()) == {(127, 63)}


def test_memory_is_noise_at_power_on_and_dark_without_charge_pump() -> None:
    display = SSD1306()
    assert display.memory.any()
    commands(display, 0xAF)
    assert not display.picture().any()
    commands(display, 0x8D, 0x14)
    assert display.picture().any()


def test_low_bit_is_the_upper_pixel() -> None:
    display = lit()
    pixels(display, 0x01, 0x80)
    assert points(display.picture()) == {(0, 0), (1, 7)}


def test_horizontal_addressing_wraps_in_its_window() -> None:
    display = lit()
    commands(display, 0x21, 5, 6, 0x22, 1, 2)
    pixels(display, 1, 1, 1, 1, 2)
    assert points(display.picture()) == {(5, 9), (6, 8), (5, 16), (6, 16)}


def test_vertical_addressing_goes_down_first() -> None:
    display = lit()
    commands(display, 0x20, 0x01, 0x21, 5, 6, 0x22, 1, 2)
    pixels(display, 1, 2, 4, 8, 16)
    assert points(display.picture()) == {(5, 12), (5, 17), (6, 10), (6, 19)}


def test_page_addressing_stays_on_the_page() -> None:
    display = lit()
    commands(display, 0x20, 0x02, 0xB3, 0x0F, 0x17)
    pixels(display, 1, 2)
    assert points(display.picture()) == {(127, 24), (0, 25)}


def test_commands_may_be_split_and_mixed_with_pixels() -> None:
    display = lit()
    commands(display, 0x21)
    display.transfer(ADDRESS, bytes((0x80, 9, 0x80, 9, 0x80, 0x22, 0x80, 0, 0x80, 0, 0x40, 1)))
    assert points(display.picture()) == {(9, 0)}
    display.transfer(ADDRESS, bytes((0xC0, 2, 0x00, 0xA7)))
    assert points(~display.picture()) == {(9, 1)}


def test_scan_start_line_and_offset_move_the_picture_at_once() -> None:
    display = lit()
    pixels(display, 0x04)
    commands(display, 0x41)
    assert points(display.picture()) == {(0, 1)}
    commands(display, 0xD3, 62)
    assert points(display.picture()) == {(0, 3)}
    commands(display, 0x40, 0xD3, 0, 0xC0)
    assert points(display.picture()) == {(0, 61)}


def test_segment_remap_concerns_later_pixels_only() -> None:
    display = lit()
    pixels(display, 1)
    commands(display, 0xA0)
    assert points(display.picture()) == {(0, 0)}
    pixels(display, 1)
    assert points(display.picture()) == {(0, 0), (126, 0)}


def test_all_lit_and_fewer_rows() -> None:
    display = lit()
    commands(display, 0xA5)
    assert display.picture().all()
    commands(display, 0xA4, 0xA7, 0xA8, 31)
    assert int(display.picture().sum()) == 32 * 128


def test_wire_bytes_count_address_and_control() -> None:
    display = SSD1306()
    commands(display, 0xE3)
    pixels(display, 1, 2, 3)
    assert display.wire_bytes == 3 + 5


@pytest.mark.parametrize(
    "content",
    [
        (0x00, 0x23),
        (0x00, 0xD0),
        (0x00, 0xFF),
        (0x01, 0xAF),
        (0x7F, 0x00),
        (0x00, 0x20, 0x03),
        (0x00, 0x21, 9, 8),
        (0x00, 0x21, 0, 128),
        (0x00, 0x22, 0, 8),
        (0x00, 0xB0),
        (0x00, 0x10),
        (0x00, 0xA8, 3),
        (0x00, 0x2F),
        (0x00, 0x20, 0x02, 0x21, 0, 9),
    ],
)
def test_undefined_transfers_are_errors(content: tuple[int, ...]) -> None:
    with pytest.raises(BusError):
        lit().transfer(ADDRESS, bytes(content))


def test_another_address_is_an_error() -> None:
    with pytest.raises(BusError, match="0x3D"):
        SSD1306().transfer(0x3D, b"\x00\xaf")


@pytest.mark.parametrize(
    "content", [(0x26, *range(6)), (0x29, *range(5)), (0xA3, 0, 64), (0x2E,), (0xE3,)]
)
def test_commands_without_effect_take_their_arguments(content: tuple[int, ...]) -> None:
    display = lit()
    commands(display, *content, 0xA7)
    assert display.picture().all()
