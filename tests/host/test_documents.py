"""The documents hold: commands run, links lead somewhere, pictures and tables are current."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from eightoff import catalogue, text, variants
from eightoff.screens import menu
from eightoff.variants import Variant
from eightoff_host.simulator import Key, Simulator
from eightoff_host.simulator.player import KEYS, Press
from eightoff_host.simulator.process import LONG_MS
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
IMAGES = ROOT / "docs" / "images"
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "device/README.md",
    "device/boards/README.md",
)


def read(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def section(document: str, heading: str) -> str:
    """What stands below a heading, up to the next one of its level or a higher one."""
    level = heading.index(" ")
    found = re.search(
        rf"^{re.escape(heading)}\n(.*?)(?=^#{{1,{level}}} |\Z)", read(document), re.M | re.S
    )
    assert found, f"{document} has no heading {heading!r}"
    return found[1]


def rows(markdown: str) -> list[list[str]]:
    """The tables' rows as cells, headings and rules left out."""
    lines = [line for line in markdown.split("\n") if line.startswith("|")]
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    rules = [at for at, row in enumerate(table) if set("".join(row)) <= set("-:")]
    left_out = {*rules, *(at - 1 for at in rules)}
    return [row for at, row in enumerate(table) if at not in left_out]


def unquoted(cell: str) -> str:
    return cell.strip("`")


# Commands.


def commands(document: str) -> list[str]:
    """The lines of all shell blocks."""
    blocks = re.findall(r"^```sh\n(.*?)^```", read(document), re.M | re.S)
    return [line for block in blocks for line in block.splitlines() if line]


def run(*words: str | Path, folder: Path = ROOT, **environment: str) -> str:
    done = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


def try_eightoff(words: list[str], folder: Path, port: str) -> None:
    # Without a port the USB ports of this machine would be tried.
    more = [port] if words == ["devices"] else []
    data = str(folder / "data")
    run(BIN / "eightoff", *words, *more, folder=folder, EIGHTOFF_DATA=data, EIGHTOFF_PORT=port)


def try_make(words: list[str], folder: Path, port: str) -> None:
    run("make", "--dry-run", *words)


def try_pytest(words: list[str], folder: Path, port: str) -> None:
    collected = run(BIN / "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *words)
    assert "::" in collected


def try_micropython(words: list[str], folder: Path, port: str) -> None:
    if not (BIN / "micropython").exists():
        pytest.skip("no MicroPython beside the Python in use")
    run(BIN / "micropython", *words)


def try_python(words: list[str], folder: Path, port: str) -> None:
    # These write into the tree; the tests of what they write run them.
    assert (ROOT / words[0]).is_file()


def try_ruff(words: list[str], folder: Path, port: str) -> None:
    run(BIN / "ruff", words[0], "--help")


TRIES: dict[str, Callable[[list[str], Path, str], None]] = {
    "eightoff": try_eightoff,
    "make": try_make,
    ".venv/bin/pytest": try_pytest,
    ".venv/bin/micropython": try_micropython,
    ".venv/bin/python": try_python,
    ".venv/bin/ruff": try_ruff,
}
ACTIVATE = ". .venv/bin/activate"


@pytest.fixture
def port(tmp_path: Path) -> Iterator[str]:
    """The serial port of a board on which the game runs."""
    with Simulator(tmp_path / "board") as simulator:
        yield simulator.port


@pytest.mark.parametrize("document", [name for name in DOCUMENTS if commands(name)])
def test_commands_run_in_their_order(document: str, tmp_path: Path, port: str) -> None:
    for command in commands(document):
        if command != ACTIVATE:
            program, *words = shlex.split(command)
            TRIES[program](words, tmp_path, port)


def test_there_are_commands_to_run() -> None:
    assert {"make play", "make test"} <= set(commands("README.md"))
    assert sum(line.startswith("eightoff ") for line in commands("README.md")) > 10


def test_environment_is_where_the_documents_say() -> None:
    assert any(ACTIVATE in commands(document) for document in DOCUMENTS)
    assert "VENV := .venv\n" in read("Makefile")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_make_has_every_target_that_is_named(document: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):.*## ", read("Makefile"), re.M))
    assert set(re.findall(r"`make ([a-z-]+)", read(document))) <= targets


# Links and paths.


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_leads_to_a_file(document: str) -> None:
    here = (ROOT / document).parent
    for target in re.findall(r"\]\((?!https:)([^)]+)\)", read(document)):
        assert (here / target.split("#")[0]).exists(), target


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_path_is_there(document: str) -> None:
    paths = re.findall(r"`((?:device|host|tests|tools|docs|\.ci)/[^`\s]*)`", read(document))
    for path in paths:
        if "NAME" not in path:
            assert (ROOT / path).exists(), path


# Pictures.


def pixels(path: Path) -> object:
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


def test_pictures_are_what_the_game_shows(tmp_path: Path) -> None:
    run(BIN / "python", "tools/screens.py", tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == sorted(path.name for path in IMAGES.iterdir())
    for name in names:
        current = np.array_equal(pixels(tmp_path / name), pixels(IMAGES / name))
        assert current, f"{name} is not what the game shows now: make screens, and look at it"


def test_every_picture_is_shown() -> None:
    shown = set(re.findall(r"\(docs/images/([a-z-]+\.png)\)", read("README.md")))
    assert shown == {path.name for path in IMAGES.iterdir()}


def test_readme_opens_with_a_picture_and_how_it_is_made() -> None:
    opening = read("README.md").split("```", maxsplit=1)[0]
    assert "(docs/images/" in opening
    assert "`make screens`" in opening


# Tables.


def columns(variant: Variant) -> str:
    sizes = list(variant.sizes[: variant.columns])
    if len(set(sizes)) == 1:
        return f"{len(sizes)} × {sizes[0]}"  # noqa: RUF001
    return " ".join(map(str, sizes))


def filled(variant: Variant) -> str:
    if variant.leftover == variants.LEFTOVER_FOUNDATIONS:
        return "foundations"
    cells = [str(cell + 1) for cell in range(variant.cells) if variant.cell_mask >> cell & 1]
    return " ".join(cells) or "-"


def foundations(variant: Variant) -> str:
    if variant.foundation == variants.FOUNDATION_ANY:
        return "any suit, by twos" if variant.step == 2 else "any suit"
    return "suit, from the beak" if variant.base == variants.BASE_BEAK else "suit"


def game_row(name: str) -> list[str]:
    """A game's line in the README, from its record."""
    variant = catalogue.find(name)
    king = "one rank below the beak" if variant.base == variants.BASE_BEAK else "King"
    build = ("nothing", "same suit", "alternating colours")[variant.build]
    limits = ("one card", "free + 1", "(free + 1) · 2^e", "any run")
    return [
        f"`{name}`",
        columns(variant),
        str(variant.cells),
        filled(variant),
        build + (", wrapping" if variant.wrap else ""),
        ("nothing", king, "any card")[variant.empty],
        "one card" if variant.build == variants.BUILD_NONE else limits[variant.limit],
        foundations(variant),
    ]


def test_table_of_games_is_the_catalogue() -> None:
    listed = [row for row in rows(section("README.md", "## The games")) if row[0].startswith("`")]
    assert listed == [game_row(name) for name in catalogue.names()]


TERMINAL = {"Enter": "\r", "Space": " ", "Backspace": "\x7f", "Esc": "\x1b"}
PRESSES = {"A": Press(Key.A), "B": Press(Key.B), "A held down: the menu": Press(Key.A, LONG_MS)}


def test_table_of_terminal_keys_is_what_the_player_does() -> None:
    listed = dict(row for row in rows(section("README.md", "## Playing")) if len(row) == 2)
    for board, press in PRESSES.items():
        keys = next(terminal for terminal, means in listed.items() if means == board)
        for name in map(unquoted, keys.split(", ")):
            assert KEYS[TERMINAL.get(name, name)] == press


def test_table_of_the_menu_is_the_menu() -> None:
    listed = rows(section("README.md", "## Playing"))
    first = next(at for at, row in enumerate(listed) if row[0] == "Hint")
    names = ", ".join(row[0] for row in listed[first:]).split(", ")
    shown = [text.get("auto-off" if key == "auto" else key) for key in menu._ACTIONS]
    assert names == [words.split(":")[0] for words in shown]


def test_figures_say_how_and_when_they_were_measured() -> None:
    parts = re.findall(r"^### .*?(?=^### |\Z)", section("README.md", "## Measured"), re.M | re.S)
    assert parts
    for part in parts:
        assert rows(part)
        assert re.search(r"`make [a-z-]+`", part)
        assert re.search(r"20\d\d-\d\d-\d\d", part)
        assert "cores" in part
