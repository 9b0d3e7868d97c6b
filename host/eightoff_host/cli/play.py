"""The command that plays: a pack, the simulated board, and what comes back from it."""

from __future__ import annotations

import sys
from itertools import count as count_from
from pathlib import Path

import click
from eightoff.variants import Variant

from eightoff_host import packfile
from eightoff_host.board import Board
from eightoff_host.cli.app import database_option, find_variant
from eightoff_host.cli.boards import print_results, push_pack, read_pack, sync_board
from eightoff_host.cli.packs import make_pack
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
    with (
        Records(database or default_database()) as records,
        Simulator(data_folder() / "simulator") as simulator,
    ):
        if simulator.interpreter.notice:
            click.echo(simulator.interpreter.notice, err=True)
        content, crc, _ = read_pack(file)
        with Board(simulator.port) as board:
            push_pack(board, variant.name, content, crc)
        if sys.stdin.isatty() and sys.stdout.isatty():
            player.play(simulator)
        with Board(simulator.port) as board:
            print_results(sync_board(board, records))


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
    make_pack(variant, count_from(1), count, file, jobs=cores())
    return file
