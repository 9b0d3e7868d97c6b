"""The command that plays: a pack, the simulated board, and what comes back from it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
from eightoff.variants import Variant

from eightoff_host import packfile
from eightoff_host.board import Board
from eightoff_host.cli.app import database_option, find_variant
from eightoff_host.cli.boards import print_results, push_pack, read_pack, sync_board
from eightoff_host.cli.packs import make_pack, numbers
from eightoff_host.errors import UserError
from eightoff_host.records import Records, data_folder, default_database
from eightoff_host.workers import cores


@click.command()
@click.argument(
    "variant", default="eight-off", callback=lambda _ctx, _param, name: find_variant(name)
)
@click.option(
    "--count",
    type=click.IntRange(1, 2000),
    default=200,
    show_default=True,
    help="Deals in the pack, which is proved when it is first wanted.",
)
@database_option
def play(variant: Variant, count: int, database: Path | None) -> None:
    """Play the game VARIANT (eight-off) on a simulated board in this terminal.

    Without a terminal, in a pipe or a script, it plays by itself.
    """
    # The simulator needs more than other commands do, and a system that has it.
    from eightoff_host.simulator import Simulator, player  # noqa: PLC0415

    file = _pack(variant, count)
    by_hand = sys.stdin.isatty() and sys.stdout.isatty()
    # The demonstration has a board of its own: it must not touch a game that someone plays.
    folder = data_folder() / ("simulator" if by_hand else "simulator-demo")
    with (
        Records(database or default_database()) as records,
        Simulator(folder, virtual=not by_hand) as simulator,
    ):
        click.echo(f"The board is a simulator: {simulator.interpreter.name}.")
        if simulator.interpreter.notice:
            click.echo(simulator.interpreter.notice, err=True)
        content, crc, deals = read_pack(file)
        with Board(simulator.port) as board:
            push_pack(board, variant.name, content, crc)
        click.echo(f"{variant.name}: {deals} proved deals are on the board.")
        if by_hand:
            player.play(simulator)
        else:
            demonstrate(simulator, variant, file)
        with Board(simulator.port) as board:
            print_results(sync_board(board, records))


def demonstrate(simulator: Any, variant: Variant, file: Path) -> None:
    """Play the first unplayed deal by keys alone, along its line; print a few screens."""
    from eightoff_host.simulator.autopilot import SETTLE_MS, Autopilot  # noqa: PLC0415

    autopilot = Autopilot(simulator, variant.name)
    line = packfile.line_of(file, autopilot.start())
    _print_screen(simulator, "The deal")
    pressed = autopilot.follow(line, len(line) // 3)
    _print_screen(simulator, f"After {autopilot.game.played} moves")
    pressed += autopilot.follow(line)
    simulator.advance(SETTLE_MS)
    _print_screen(simulator, f"After {autopilot.game.played} moves and {pressed} keys")


def _print_screen(simulator: Any, title: str) -> None:
    from eightoff_host.simulator import terminal  # noqa: PLC0415

    click.echo(f"\n{title}:")
    click.echo("\n".join(terminal.lines(simulator.picture(), terminal.BRAILLE)))


def _pack(variant: Variant, count: int) -> Path:
    """The pack to play, made when it is not there or was made by another version."""
    folder = data_folder() / "packs"
    file = folder / f"{variant.name}-{count}.pack"
    try:
        with packfile.opened(file) as reader:
            if reader.variant.record == variant.record:
                return file
    except UserError:
        pass  # it is not there yet, or of no use any more
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"the folder {folder} cannot be made: {error.strerror}") from None
    make_pack(variant, numbers(), count, file, jobs=cores())
    return file
