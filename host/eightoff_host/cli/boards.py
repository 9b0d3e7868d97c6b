"""Commands that talk to a board."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from eightoff_host import explain, packfile
from eightoff_host.board import Board, check_name
from eightoff_host.boards import Synced, connect, find, sync
from eightoff_host.cli.app import database_option, port_option
from eightoff_host.console import clean, duration, output, progress_bar, size, table
from eightoff_host.errors import UserError
from eightoff_host.records import Records, default_database


@click.command()
@click.argument("ports", nargs=-1, metavar="[PORT]...")
def devices(ports: tuple[str, ...]) -> None:
    """List the boards that answer, at the PORTs given or at all USB ports."""
    with ExitStack() as opened:
        boards = [opened.enter_context(board) for board in find(ports)]
        if not boards:
            # The only port's own reason says more than "none".
            connect(ports[0] if len(ports) == 1 else None).close()
        shown = table("port", "board", "free", "new results", "packs", left=2)
        for board in boards:
            hello = board.hello
            packs = ", ".join(clean(pack.name) for pack in board.packs()) or "none"
            shown.add_row(
                clean(board.port),
                clean(hello.name),
                size(explain.room(hello.free)),
                str(max(0, hello.last - hello.acknowledged)),
                packs,
            )
    output().print(shown)


@click.command()
@click.argument("pack", type=click.Path(path_type=Path))
@port_option
@click.option("--name", help="Name on the board; without it that of the file.")
def push(pack: Path, port: str | None, name: str | None) -> None:
    """Bring the file PACK to the board."""
    name = check_name(name if name is not None else pack.stem)
    content, crc, count = read_pack(pack)
    with connect(port) as board:
        push_pack(board, name, content, crc)
    click.echo(f"{name}: {count} deals are on the board.")


def read_pack(path: Path) -> tuple[bytes, int, int]:
    """A pack's file, checked whole, its identity and its number of deals. UserError."""
    with packfile.opened(path) as reader:
        reader.file.seek(0)
        return reader.file.read(reader.size), reader.crc, reader.count


def push_pack(board: Board, name: str, content: bytes, crc: int) -> None:
    """Send a pack with a progress bar. UserError."""
    with progress_bar() as progress:
        task = progress.add_task(f"sending {name}", total=len(content))
        board.push(
            name,
            content,
            crc,
            lambda done, total: progress.update(task, completed=done, total=total),
        )


@click.command("packs")
@port_option
def list_packs(port: str | None) -> None:
    """List the packs on the board."""
    with connect(port) as board:
        listed = board.packs()
        free = size(explain.room(board.hello.free))
    shown = table("name", "title", "deals", "size", "", left=2)
    for pack in listed:
        note = packfile.advice(pack.damaged) if pack.damaged else ""
        shown.add_row(clean(pack.name), clean(pack.title), str(pack.deals), size(pack.size), note)
    if listed:
        output().print(shown)
    click.echo(f"{free} free." if listed else f"No packs, {free} free.")


@click.command()
@click.argument("name")
@port_option
def delete(name: str, port: str | None) -> None:
    """Delete the pack NAME from the board. Results and a game in progress stay."""
    check_name(name)
    with connect(port) as board:
        there = [pack.name for pack in board.packs()]
        if name not in there:
            known = f"there are: {clean(', '.join(there))}" if there else "there are none"
            raise UserError(f"the board has no pack {name!r}, {known}")
        board.delete(name)
    click.echo(f"{name} is deleted.")


@click.command("sync")
@port_option
@database_option
def sync_command(port: str | None, database: Path | None) -> None:
    """Bring new results from the board into the records, and set the board's clock."""
    with Records(database or default_database()) as records, connect(port) as board:
        print_results(sync_board(board, records))


def sync_board(board: Board, records: Records) -> Synced:
    """Sync with a progress bar."""
    with progress_bar() as progress:
        task = progress.add_task("receiving results", total=None)
        return sync(
            board,
            records,
            lambda done, total: progress.update(task, completed=done, total=total),
        )


def print_results(synced: Synced) -> None:
    """Print the results that a sync brought."""
    count = len(synced.new)
    click.echo(f"{count} new result{'' if count == 1 else 's'}.")
    if not count:
        return
    shown = table("game", "deal", "result", "moves", "par", "time", "undos", "hints", left=3)
    for result in synced.new:
        shown.add_row(
            clean(result.game),
            result.deal if len(result.deal) <= 20 else result.deal[:17] + "...",
            "won" if result.won else "given up",
            str(result.moves),
            str(result.par),
            duration(result.seconds),
            str(result.undos),
            str(result.hints),
        )
    output().print(shown)
