"""Commands on the PC's own records."""

from __future__ import annotations

import binascii
from pathlib import Path

import click
from eightoff import catalogue

from eightoff_host.cli.app import database_option
from eightoff_host.console import clean, duration, output, table
from eightoff_host.records import Records, default_database
from eightoff_host.stats import Figures, figures


@click.command()
@database_option
def stats(database: Path | None) -> None:
    """Show what was played and won, game by game.

    Averages are over wins alone. Games with hints and games with house rules are counted apart.
    """
    path = database or default_database()
    if not path.exists():
        click.echo("No results yet: play, then `eightoff sync`.")
        return
    with Records(path) as records:
        lines = figures(records.results(), _rule_hashes())
    if not lines:
        click.echo("No results yet: play, then `eightoff sync`.")
        return
    shown = table(
        "game", "", "played", "won", "%", "streak", "longest", "fewest moves", "best time",
        "moves of wins, average", "time of wins, average", left=2,
    )  # fmt: skip
    for line in lines:
        shown.add_row(*_row(line))
    output().print(shown)


def _rule_hashes() -> dict[str, int]:
    return {name: binascii.crc32(catalogue.find(name).record) for name in catalogue.names()}


def _row(line: Figures) -> list[str]:
    def number(value: float | None, form: str = ".0f") -> str:
        return "-" if value is None else format(value, form)

    def time(value: float | None) -> str:
        return "-" if value is None else duration(round(value))

    return [
        clean(line.game),
        line.kind,
        str(line.played),
        str(line.won),
        f"{line.percent:.0f}",
        str(line.streak),
        str(line.longest_streak),
        number(line.fewest_moves),
        time(line.best_seconds),
        number(line.average_moves, ".1f"),
        time(line.average_seconds),
    ]
