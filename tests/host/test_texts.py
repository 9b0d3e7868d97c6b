"""The texts of the screens: each is there, is used, fits its place, and has all its letters."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from eightoff import glyphs, lettering, text

DEVICE = Path(__file__).resolve().parent.parent.parent / "device" / "eightoff"
SOURCES = [path for path in sorted(DEVICE.rglob("*.py")) if path.name != "text.py"]

# Where each text stands, and how many pixels there are.
TITLE = 125  # beside the margins; a list with arrows or a note cuts it
LINE = 128 - 4
NOTICE = 126
MARKED_LINE = 128 - 10  # behind a deal's mark
BESIDE_A_NAME = 90  # at the right end of a pack's line, whose name must stay readable
FIGURE = 60  # in front of the numbers after a win
FOOT = (128 - 4 - lettering.width("A    B ")) // 2

PLACES = {
    "packs": (TITLE,),
    "no-packs": (LINE,),
    "no-packs-help": (LINE,),
    "damaged": (NOTICE, MARKED_LINE, BESIDE_A_NAME),
    "newer": (NOTICE, BESIDE_A_NAME),
    "moves": (FIGURE,),
    "par": (FIGURE,),
    "solved": (128 - 2 * 40,),
    "time": (FIGURE,),
    "undos": (FIGURE,),
    "hints": (FIGURE,),
    "next-deal": (FOOT,),
    "all-deals": (FOOT,),
    "hint": (LINE,),
    "undo": (LINE,),
    "redo": (LINE,),
    "restart": (LINE,),
    "auto-off": (LINE,),
    "auto-safe": (LINE,),
    "auto-all": (LINE,),
    "give-up": (LINE,),
    "deals": (LINE,),
    "ask-restart": (TITLE,),
    "ask-give-up": (TITLE,),
    "yes": (LINE,),
    "no": (LINE,),
    "stuck": (NOTICE,),
    "off-line": (NOTICE,),
    "no-line": (NOTICE,),
    "nothing-to-undo": (NOTICE,),
    "nothing-to-redo": (NOTICE,),
    "connected": (128 - 8,),
    "receiving": (128 - 8,),
    "not-saved": (NOTICE,),
    "all-loses": (NOTICE,),
    "all-played": (NOTICE,),
    "gone": (NOTICE,),
}

SHOWING = {"get", "say", "_figure"}  # calls whose first argument is a key


def constants(tree: ast.AST) -> set[str]:
    """All strings in a piece of code."""
    nodes = ast.walk(tree)
    return {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def shown_keys(source: str) -> Iterator[str]:
    """The keys that a source hands to what shows them, as far as they stand there."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            name, first = node.func.attr, node.args[0]
            on_text = isinstance(node.func.value, ast.Name) and node.func.value.id == "text"
            if name in SHOWING - {"get"} or (name == "get" and on_text):
                choices = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
                yield from (c.value for c in choices if isinstance(c, ast.Constant))
            elif name == "open" and isinstance(first, ast.Constant) and first.value == "confirm":
                yield ast.literal_eval(node.args[1].elts[0])  # type: ignore[attr-defined]
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            if node.targets[0].id == "_LEVELS":
                yield from ast.literal_eval(node.value)
            elif node.targets[0].id == "_ACTIONS":
                yield from set(ast.literal_eval(node.value)) - {"auto"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_text_that_is_shown_exists(path: Path) -> None:
    assert set(shown_keys(path.read_text(encoding="utf-8"))) <= set(text.keys())


def test_the_search_for_shown_texts_finds_them() -> None:
    found = {key for path in SOURCES for key in shown_keys(path.read_text(encoding="utf-8"))}
    assert {"stuck", "no-packs", "yes", "no", "auto-all", "undo", "ask-restart", "moves"} <= found
    assert list(shown_keys("text.get('x' if a else 'y')")) == ["x", "y"]
    assert list(shown_keys("settings.get('x'); text.get(key)")) == []


def test_no_text_is_unused() -> None:
    used: set[str] = set()
    for path in SOURCES:
        used |= constants(ast.parse(path.read_text(encoding="utf-8")))
    assert set(text.keys()) <= used


def test_keys_are_unique_and_texts_not_empty() -> None:
    assert len(set(text.keys())) == len(text.keys())
    assert all(text.get(key) == text.get(key).strip() != "" for key in text.keys())  # noqa: SIM118


def test_unknown_key_is_an_error() -> None:
    for key in ("", "nothing", "pack", "Packs"):
        with pytest.raises(KeyError):
            text.get(key)


def test_every_text_has_its_place() -> None:
    assert set(PLACES) == set(text.keys())


@pytest.mark.parametrize("key", PLACES)
def test_text_fits(key: str) -> None:
    assert lettering.width(text.get(key)) - 1 <= min(PLACES[key])


@pytest.mark.parametrize("key", PLACES)
def test_every_letter_has_a_glyph(key: str) -> None:
    letters = {chr(code) for code in range(32, 127)} | set(glyphs.EXTRA)
    assert set(text.get(key)) <= letters


def test_deal_names_stay_clear_of_the_stars_and_the_par() -> None:
    from eightoff import deals
    from eightoff.game import LINE_MAX

    stars = 76
    assert 10 + lettering.width(deals.name(deals.MAX_NUMBER, 0)) < stars
    assert 10 + lettering.width(deals.name(0, 65534)) < stars
    assert stars + 5 * 6 < 126 - lettering.width(str(LINE_MAX)) - 3
