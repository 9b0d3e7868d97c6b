"""Commands that make, show and check packs, and solve single deals."""

from __future__ import annotations

import hashlib
import os
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import click
from eightoff.deals import MAX_NUMBER
from eightoff.variants import Variant

from eightoff_host import describe, packfile, packs
from eightoff_host import difficulty as rating
from eightoff_host.boardtext import format_board, read_boards
from eightoff_host.cli.app import App, difficulties, game_argument
from eightoff_host.console import clean, output, progress_bar, progress_output, table
from eightoff_host.dealtext import Deal, deal_name, is_name, order_of, parse_deal
from eightoff_host.difficulty import ALL
from eightoff_host.errors import UserError
from eightoff_host.packprogress import Progress
from eightoff_host.solver import lines
from eightoff_host.solver.verdict import Verdict
from eightoff_host.workers import cores, workers

_MOST_DEALS = 0xFFFF
_DEFAULT_COUNT = 200
_DEFAULT_MEMORY = 1024
_MIB = 1 << 20

jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=cores,
    help="Processes at work; without it one for each core.",
)
memory_option = click.option(
    "--memory",
    type=click.IntRange(16, 1 << 20),
    default=_DEFAULT_MEMORY,
    show_default=True,
    metavar="MIB",
    help="MiB at most for one deal's search; above that the deal is left undecided.",
)
short_option = click.option(
    "--short", is_flag=True, help="Spend a little more time on solutions of fewer moves."
)


@click.group(cls=App)
def pack() -> None:
    """Make, show and verify packs of proved deals."""


@pack.command()
@game_argument
@click.option("--out", required=True, type=click.Path(path_type=Path), help="File to write.")
@click.option(
    "--count",
    type=click.IntRange(1, _MOST_DEALS),
    help="Deals in the pack: 200, or all boards of a file.",
)
@click.option(
    "--first",
    type=click.IntRange(1, MAX_NUMBER),
    help="Deal number of the `ms` generator to begin with, without it 1.",
)
@click.option("--seed", type=int, help="Take deal numbers at random, the same for the same seed.")
@click.option(
    "--boards",
    type=click.Path(path_type=Path),
    help="Take the deals from a text file of boards and codes instead.",
)
@click.option(
    "--difficulty", callback=difficulties, help="Only deals of 1 to 5, or of a range: 1-3."
)
@click.option("--title", help="Name of the pack on the screen, 24 letters at most.")
@short_option
@memory_option
@jobs_option
def make(
    *,
    variant: Variant,
    out: Path,
    count: int | None,
    first: int | None,
    seed: int | None,
    boards: Path | None,
    difficulty: range | None,
    title: str | None,
    short: bool,
    memory: int,
    jobs: int,
) -> None:
    """Prove deals of the game VARIANT and write the winnable ones to a pack.

    Deals that are proved unwinnable, or left undecided, are skipped and counted. What was proved
    is kept beside the pack, in a file whose name ends in .part, until the pack is written: after
    Ctrl-C the same command goes on.
    """
    if sum(choice is not None for choice in (first, seed, boards)) > 1:
        raise UserError("choose one of --first, --seed and --boards")
    if boards:
        read = read_boards(boards, variant)
        source = _listed(read)
        count = min(count or _MOST_DEALS, len(read))
    else:
        source = numbers(first) if seed is None else _random(seed)
        count = count or _DEFAULT_COUNT
    made = make_pack(
        variant,
        source,
        count,
        out,
        difficulty=difficulty or ALL,
        title=title,
        short=short,
        memory=memory,
        jobs=jobs,
    )
    skipped = made.skipped()
    click.echo(
        f"{out}: {len(made.proofs)} deals of {describe.title(variant.name)}"
        + (f"; skipped: {skipped}." if skipped else ".")
    )


@dataclass(frozen=True)
class Source:
    """Deals in their order, and a name that is the same for the same ones."""

    name: str
    deals: Iterable[Deal]


def numbers(first: int | None = None) -> Source:
    """The numbers of the `ms` generator, from `first` or 1 on."""
    first = first or 1
    return Source(f"ms:{first}", range(first, MAX_NUMBER + 1))


def _random(seed: int) -> Source:
    return Source(f"seed:{seed}", _drawn(random.Random(seed)))


def _listed(deals: list[Deal]) -> Source:
    digest = hashlib.sha256(b"".join(map(order_of, deals)))
    return Source(f"boards:{digest.hexdigest()[:16]}", deals)


def _drawn(source: random.Random) -> Iterator[int]:
    drawn: set[int] = set()
    while True:
        number = source.randint(1, MAX_NUMBER)
        if number not in drawn:
            drawn.add(number)
            yield number


def make_pack(
    variant: Variant,
    source: Source,
    count: int,
    out: Path,
    *,
    difficulty: range = ALL,
    title: str | None = None,
    short: bool = False,
    memory: int = _DEFAULT_MEMORY,
    jobs: int,
) -> packs.Made:
    """Make a pack with a progress bar and write it, whole or not at all. UserError.

    What an earlier call has left of the same deals is not proved again. memory: in MiB.
    """
    title = describe.title(variant.name) if title is None else title
    # Before the work begins: would a pack of this title, in this place, be written?
    packfile.encode(title, variant, [packfile.Entry(1, 1, 1)])
    if out.is_dir() or not out.parent.is_dir() or not os.access(out.parent, os.W_OK):
        raise UserError(f"{out} cannot be written: name a file in a folder where you may write")
    ready(variant)
    kept = _kept_progress(variant, source, out, memory, short)
    try:
        made = _proved(
            variant,
            source,
            kept,
            count=count,
            difficulty=difficulty,
            short=short,
            memory=memory,
            jobs=jobs,
        )
    except BaseException as error:
        kept.close()
        if isinstance(error, KeyboardInterrupt) and kept.outcomes:
            said = f"{kept.path} holds what was proved: the same command goes on"
            progress_output().print(clean(said), soft_wrap=True)
        raise
    if made.proofs:
        packfile.write(out, title, variant, [proof.entry() for proof in made.proofs])
    kept.remove()
    if not made.proofs:
        raise UserError(f"no deal was left for the pack; skipped: {made.skipped()}")
    return made


def _kept_progress(
    variant: Variant, source: Source, out: Path, memory: int, short: bool
) -> Progress:
    version = metadata.version("eightoff")
    rules = f"{variant.name} {variant.record.hex()}"
    path = out.with_name(out.name + ".part")
    lines_as = " short" if short else ""
    kept = Progress(path, f"{version} {rules} {source.name} {memory}{lines_as}")
    if kept.was_other:
        said = f"{path} was of another pack: begun anew"
        progress_output().print(clean(said), soft_wrap=True)
    return kept


def _proved(
    variant: Variant,
    source: Source,
    kept: Progress,
    *,
    count: int,
    difficulty: range,
    short: bool,
    memory: int,
    jobs: int,
) -> packs.Made:
    """The deals of a pack; what is proved is kept as well."""
    with workers(jobs) as executor, progress_bar() as progress:
        task = progress.add_task(f"proving {variant.name}", total=count)
        return packs.make(
            variant,
            source.deals,
            count=count,
            executor=executor,
            difficulties=difficulty,
            memory=memory * _MIB,
            short=short,
            progress=kept,
            report=lambda made: progress.update(
                task, completed=len(made.proofs), note=f"{made.tried} tried"
            ),
        )


def ready(variant: Variant) -> None:
    """Compile the solver of a game where that was not done yet, and say so."""
    from eightoff_host.solver import choose  # noqa: PLC0415 - numba takes a second to load

    if not (choose.is_compiled(variant) and rating.is_compiled()):
        progress_output().print("compiling the solver (first use only) ...")
        with workers(1) as executor:
            executor.submit(choose.warm_up, variant).result()
            executor.submit(rating.warm_up).result()


@pack.command()
@click.argument("file", type=click.Path(path_type=Path))
def show(file: Path) -> None:
    """Show what is in the pack FILE: its game with the rules, and its deals."""
    title, variant, entries = packfile.read(file)
    click.echo(clean(f"{title}: {len(entries)} deals of {describe.title(variant.name)}"))
    for line in describe.rules(variant):
        click.echo(f"  {line}")
    counts = Counter(entry.difficulty for entry in entries)
    spread = ", ".join(f"{counts[level]} of difficulty {level}" for level in sorted(counts))
    click.echo(f"  {spread}.")
    shown = table("", "deal", "difficulty", "par", "line", left=2)
    for index, entry in enumerate(entries, 1):
        stored = "stored" if entry.line is not None else "-"
        name = deal_name(entry.deal, variant.name)
        shown.add_row(str(index), name, str(entry.difficulty), str(entry.par), stored)
    output().print(shown)


@pack.command()
@click.argument("file", type=click.Path(path_type=Path))
@jobs_option
def verify(file: Path, jobs: int) -> None:
    """Check the pack FILE: its checksums, and that every deal in it can be won.

    Stored lines are replayed move by move; deals without one are solved again.
    """
    _, variant, entries = packfile.read(file)
    if any(entry.line is None for entry in entries):
        ready(variant)
    with workers(jobs) as executor, progress_bar() as progress:
        task = progress.add_task(f"checking {clean(str(file))}", total=len(entries))
        for index, problem in enumerate(packs.check_all(variant, entries, executor), 1):
            if problem:
                name = deal_name(entries[index - 1].deal, variant.name)
                raise UserError(f"{file}: deal {index} ({name}) is wrong, {problem}")
            progress.update(task, completed=index)
    click.echo(f"{file}: {len(entries)} deals, every one can be won.")


_deal_argument = click.argument("deal", required=False, metavar="ms:NUMBER|CODE|FILE")


@click.command()
@game_argument
@_deal_argument
@short_option
@memory_option
def solve(variant: Variant, deal: str, short: bool, memory: int) -> None:
    """Solve a deal of the game VARIANT: a number, a code, or the boards of a text file."""
    orders = [order_of(found) for found in _deals(deal, variant)]
    ready(variant)
    with workers(1) as executor:
        proofs = packs.prove_all(variant, orders, executor, memory * _MIB, short)
        for index, proof in enumerate(proofs):
            if index:
                click.echo()
            click.echo(format_board(orders[index], variant))
            click.echo()
            _print_solution(variant, orders[index], proof)


@click.command()
@game_argument
@_deal_argument
@click.option("--board", is_flag=True, help="Print the board instead, as other programs read it.")
def code(variant: Variant, deal: str, board: bool) -> None:
    """Print what names a deal of the game VARIANT, to share it.

    That is ms:NUMBER for a number, and for any other deal, from a text file of boards, a code in
    letters. A code holds the whole deal, and a typing error in it is found.
    """
    for index, found in enumerate(_deals(deal, variant)):
        if board and index:
            click.echo()
        click.echo(
            format_board(order_of(found), variant) if board else deal_name(found, variant.name)
        )


def _deals(text: str, variant: Variant) -> list[Deal]:
    path = Path(text)
    if is_name(text, variant) and not path.exists():
        return [parse_deal(text, variant)]
    if text.isdigit() and not path.exists():
        raise UserError(f"give the deal number as ms:{text}")
    return read_boards(path, variant)


def _print_solution(variant: Variant, order: bytes, proof: packs.Proof) -> None:
    if proof.line is None:
        unwinnable = proof.verdict == Verdict.UNWINNABLE
        click.echo(
            "Proved: this deal cannot be won."
            if unwinnable
            else "The search gave up at its limit: whether this deal can be won is not known."
        )
        return
    moves = lines.from_bytes(variant, order, proof.line)
    click.echo(f"Won in {len(moves)} moves, difficulty {proof.difficulty}:")
    for number, text in enumerate(describe.line(variant, order, moves), 1):
        click.echo(f"{number:4}  {text}")
