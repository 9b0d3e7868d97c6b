"""Games as text: one line in the form of `eightoff.catalogue.TABLE`, in a file or on its own."""

from __future__ import annotations

from pathlib import Path

from eightoff import catalogue, names
from eightoff.variants import MAX_COLUMNS, Variant

from eightoff_host.errors import UserError

_LARGEST_FILE = 64 * 1024
_WORDS = "name, columns, cells, filled cells, build, empty column, run limit, foundations"
_EXAMPLE = "my-game 77776666 3 - suit any columns suit"
_REASONS = {
    "a game has eight words": f"a game has eight words ({_WORDS}), such as: {_EXAMPLE}",
    "columns or cells": "a game has 2 to 10 columns and 0 to 8 cells",
    "filled cells": "the filled cells are not among the cells, or repeat what `home` says",
    "column sizes": "the columns need a digit each, from 1 on",
}


def read_rules(path: Path) -> Variant:
    """The game in a file of one line; blank lines and comments that begin with # do not count.

    UserError, with the line and what is wrong.
    """
    try:
        with path.open("rb") as file:
            text = file.read(_LARGEST_FILE).decode("utf-8-sig")
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError(f"{path} is not a text: a game is a line such as {_EXAMPLE}") from None
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    numbers = [number for number, line in enumerate(lines, 1) if line]
    if not numbers:
        raise UserError(f"{path}: no game in it, it is a line such as {_EXAMPLE}")
    if len(numbers) > 1:
        raise UserError(f"{path}, line {numbers[1]}: a second game, a file has one")
    return parse_rules(lines[numbers[0] - 1], f"{path}, line {numbers[0]}")


def parse_rules(line: str, where: str) -> Variant:
    """The game of a line; `where` stands for it in errors. UserError says what is wrong."""
    words = line.split()
    try:
        if len(words) == 8:
            _check_name(words[0])
            _check_places(words[1], words[2], words[3])
        variant = catalogue.parse(line)
    except ValueError as error:
        reason = str(error)
        raise UserError(f"{where}: {_REASONS.get(reason, reason)}") from None
    if variant.name in catalogue.names():
        if variant.record != catalogue.find(variant.name).record:
            raise UserError(f"{where}: {variant.name} is built in with other rules, name it anew")
        return catalogue.find(variant.name)
    return variant


def _check_name(name: str) -> None:
    if not names.valid(name, names.VARIANT_MAX):
        raise ValueError(
            f"{name!r} cannot name a game: use 1 to {names.VARIANT_MAX} of a-z, 0-9 and -"
        )


def _check_places(columns: str, cells: str, filled: str) -> None:
    # What a byte of the record could not hold.
    if len(columns) > MAX_COLUMNS:
        raise ValueError("columns or cells")
    if filled not in ("-", "home") and any(cell not in "01234567" for cell in filled):
        raise ValueError(f"the filled cells {filled!r}: use -, home, or the cells' numbers from 0")
    if filled not in ("-", "home") and any(cell >= cells for cell in filled):
        raise ValueError(f"the filled cells {filled} are not among {cells} cells, counted from 0")
