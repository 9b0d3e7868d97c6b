"""The command that measures how many deals of a game can be won."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from eightoff import catalogue
from eightoff.deals import MAX_NUMBER
from eightoff.variants import Variant

from eightoff_host import files, sampling, survey, winnability
from eightoff_host.cli.app import find_variant
from eightoff_host.cli.packs import jobs_option, memory_option, ready
from eightoff_host.cluster import cluster
from eightoff_host.console import output, progress_bar
from eightoff_host.console import table as shown_table
from eightoff_host.errors import UserError
from eightoff_host.rulestext import parse_rules, read_rules
from eightoff_host.surveystate import State
from eightoff_host.workers import workers

_DEFAULT_SAMPLE = 1000
_SAVE_SECONDS = 5
_MIB = 1 << 20


@click.command("survey")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--rules",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Also the game whose line is in this file; may be given again.",
)
@click.option(
    "--sample",
    type=click.IntRange(1),
    default=_DEFAULT_SAMPLE,
    show_default=True,
    help="Deals of each game.",
)
@click.option(
    "--first",
    type=click.IntRange(1, MAX_NUMBER),
    help="Deal number of the `ms` generator to begin with, without it 1.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    help="Shuffle the deals at random instead, the same for the same seed.",
)
@click.option(
    "--minutes",
    type=click.FloatRange(0, min_open=True),
    help="Begin nothing more of a game after this time, whatever --sample says.",
)
@click.option(
    "--state",
    "--resume",
    "state_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep what was counted in FILE, and go on from what is there.",
)
@click.option(
    "--table",
    "table_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the result to FILE, in Markdown; of all games when none is named.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Use the Dask cluster at ADDRESS (tcp://HOST:8786) instead of processes here.",
)
@memory_option
@jobs_option
def survey_command(
    *,
    games: tuple[str, ...],
    rules: tuple[Path, ...],
    sample: int,
    first: int | None,
    seed: int | None,
    minutes: float | None,
    state_file: Path | None,
    table_file: Path | None,
    scheduler: str | None,
    memory: int,
    jobs: int,
) -> None:
    """Measure how many deals of each GAME can be won, with a 95% interval.

    GAME is the id of a built-in game, or in quotes the line of another. Undecided deals are taken
    as lost at the interval's low end and as won at its high end.
    """
    variants = [_game(game) for game in games] + [read_rules(path) for path in rules]
    if not variants and table_file is None:
        raise UserError("name a game; or --table FILE, for a table of all games")
    variants = variants or _all_games()
    series = _series(first, seed, sample)
    state = State(state_file)
    _check_places(state, table_file)
    surveys = [survey.survey_of(variant, series, memory * _MIB) for variant in variants]
    try:
        with _executor(scheduler, jobs) as (executor, ahead):
            for variant, asked in zip(variants, surveys, strict=True):
                if scheduler is None:
                    ready(variant)
                _run(asked, state, executor, ahead=ahead, sample=sample, minutes=minutes)
    except KeyboardInterrupt:
        if state_file:
            click.echo(f"{state_file} holds what was counted: the same command goes on.", err=True)
        raise
    finally:
        state.save()
    rows = [winnability.Row(asked.name, survey.total(state.done(asked))) for asked in surveys]
    _print(rows)
    if table_file:
        options = {
            "rules": rules,
            "first": first,
            "seed": seed,
            "sample": sample,
            "minutes": minutes,
            "memory": memory,
            "state": state_file,
            "table": table_file,
        }
        command = _command(games, options)
        _write(table_file, winnability.document(command, series.name, memory, rows))


def _game(text: str) -> Variant:
    words = text.split()
    return parse_rules(text, repr(text)) if len(words) > 1 else find_variant(text)


def _all_games() -> list[Variant]:
    """The built-in games, and others that figures were published of."""
    built_in = [catalogue.find(name) for name in catalogue.names()]
    lines = dict.fromkeys(figure.line for figure in winnability.published() if figure.line)
    return built_in + [parse_rules(line, "published.csv") for line in lines]


def _series(first: int | None, seed: int | None, sample: int) -> sampling.Series:
    if first is not None and seed is not None:
        raise UserError("choose one of --first and --seed")
    if seed is not None:
        return sampling.Series(sampling.RANDOM, seed)
    first = first or 1
    if first + sample - 1 > MAX_NUMBER:
        raise UserError(f"the numbers end at {MAX_NUMBER}: give less --sample, or --seed")
    return sampling.Series(sampling.NUMBERED, first)


def _check_places(state: State, table_file: Path | None) -> None:
    """Before the work begins: can its results be written?"""
    state.save()
    if table_file and (table_file.is_dir() or not table_file.parent.is_dir()):
        raise UserError(f"{table_file} cannot be written: name a file in a folder that is there")


@contextmanager
def _executor(scheduler: str | None, jobs: int) -> Iterator[tuple[Executor, int]]:
    if scheduler is not None:
        with cluster(scheduler) as found:
            yield found
    else:
        with workers(jobs) as executor:
            yield executor, 4 * jobs


def _run(
    asked: survey.Survey,
    state: State,
    executor: Executor,
    *,
    ahead: int,
    sample: int,
    minutes: float | None,
) -> None:
    begun = saved = time.monotonic()
    done = state.done(asked)

    def go_on() -> bool:
        return minutes is None or time.monotonic() < begun + 60 * minutes

    def report(_counts: survey.Counts) -> None:
        nonlocal saved
        counts = survey.total(done)
        note = f"{100 * counts.won / counts.total:.2f}% won" if counts.total else ""
        progress.update(task, completed=min(counts.total, sample), note=note)
        if time.monotonic() > saved + _SAVE_SECONDS:
            state.save()
            saved = time.monotonic()

    with progress_bar() as progress:
        task = progress.add_task(f"surveying {asked.name}", total=sample)
        report(survey.Counts())
        survey.run(asked, sample, done, executor, ahead=ahead, go_on=go_on, report=report)
    state.save()


def _print(rows: Sequence[winnability.Row]) -> None:
    shown = shown_table(*winnability.HEADINGS)
    for row in rows:
        shown.add_row(*(cell.replace("**", "") for cell in row.cells()))
    output().print(shown)


def _command(games: Sequence[str], options: dict[str, Any]) -> str:
    """The command line that does this again: the options that are not None, lists as several."""
    words = ["eightoff", "survey", *games]
    for name, values in options.items():
        for value in values if isinstance(values, tuple) else (values,):
            if value is not None:
                words += [f"--{name}", f"{value:g}" if isinstance(value, float) else str(value)]
    return shlex.join(words)


def _write(path: Path, text: str) -> None:
    try:
        files.replace(path, text.encode())
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None
    click.echo(f"{path} is written.", err=True)
