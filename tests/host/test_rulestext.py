"""Games as lines of text: what is read, and what is refused with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from eightoff import catalogue
from eightoff_host.errors import UserError
from eightoff_host.rulestext import parse_rules, read_rules

GOOD = "my-game 77776666 3 - suit any columns suit"


@pytest.mark.parametrize("name", catalogue.names())
def test_every_built_in_game_is_such_a_line(name: str) -> None:
    line = next(line for line in catalogue.TABLE.split("\n") if line.startswith(name + " "))
    game = parse_rules(line, "here")
    assert (game.name, game.record) == (name, catalogue.find(name).record)
    renamed = parse_rules(line.replace(name, "mine", 1), "here")
    assert (renamed.name, renamed.record) == ("mine", game.record)


def test_file(tmp_path: Path) -> None:
    file = tmp_path / "rules"
    file.write_bytes(f"\ufeff# Baker's, three cells\r\n\r\n{GOOD}  # so\r\n".encode())
    game = read_rules(file)
    assert (game.name, game.cells, game.sizes[:8]) == (
        "my-game",
        3,
        bytes((7, 7, 7, 7, 6, 6, 6, 6)),
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("my-game", "a game has eight words (name, columns, "),
        (GOOD + " more", "a game has eight words"),
        (GOOD.replace("my-game", "My_Game"), "'My_Game' cannot name a game: use 1 to 20 of a-z"),
        (GOOD.replace("my-game", "x" * 21), "'xxxxxxxxxxxxxxxxxxxxx' cannot name a game"),
        (GOOD.replace("my-game", "freecell"), "freecell is built in with other rules"),
        (GOOD.replace("77776666", "7777666"), "cards do not add up to 52"),
        (GOOD.replace("77776666", "77776667"), "cards do not add up to 52"),
        (GOOD.replace("77776666", "7777666_"), "unknown number _"),
        (GOOD.replace("77776666", "7777660c"), "unknown number 0"),
        (GOOD.replace("77776666", "55555544444"), "a game has 2 to 10 columns and 0 to 8 cells"),
        (GOOD.replace("77776666", "5" * 300), "a game has 2 to 10 columns and 0 to 8 cells"),
        (GOOD.replace("77776666", "z"), "a game has 2 to 10 columns and 0 to 8 cells"),
        (GOOD.replace(" 3 ", " 9 "), "unknown number 9"),
        (GOOD.replace(" 3 ", " 33 "), "unknown number 33"),
        (GOOD.replace(" - ", " 0x "), "the filled cells '0x': use -, home, or"),
        (GOOD.replace(" - ", " 8 "), "the filled cells '8': use -, home, or"),
        (GOOD.replace(" - ", " 3 "), "the filled cells 3 are not among 3 cells, counted from 0"),
        (GOOD.replace(" - ", " home "), "dealt foundations need any suit"),
        (GOOD.replace(" suit any", " suits any"), "unknown word suits"),
        (GOOD.replace(" any ", " queen "), "unknown word queen"),
        (GOOD.replace(" columns ", " few "), "unknown word few"),
        (GOOD.replace("columns suit", "columns hearts"), "unknown word hearts"),
        (GOOD.replace("columns suit", "columns any"), "any-suit foundations need their first"),
    ],
)
def test_lines_that_are_no_games(line: str, reason: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_rules(line, "here")
    assert str(caught.value).startswith(f"here: {reason}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "no game in it"),
        (b"# only this\n\n", "no game in it"),
        (f"{GOOD}\n\n{GOOD}\n".encode(), "line 3: a second game"),
        (b"\n" + GOOD.replace("any", "all").encode(), "line 2: unknown word all"),
        (b"\xff\xfe", "is not a text"),
    ],
)
def test_files_that_hold_no_game(tmp_path: Path, content: bytes, reason: str) -> None:
    file = tmp_path / "rules"
    file.write_bytes(content)
    with pytest.raises(UserError) as caught:
        read_rules(file)
    assert str(caught.value).startswith(str(file))
    assert reason in str(caught.value)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "absent", tmp_path):
        with pytest.raises(UserError, match="cannot be read"):
            read_rules(path)
