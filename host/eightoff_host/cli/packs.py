"""Commands that make, show and check packs, and solve single deals."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from eightoff.deals import MAX_NUMBER
from eightoff.variants import Variant

from eightoff_host import describe, packfile, packs
from eightoff_host.boardtext import format_board, read_boards
from eightoff_host.cli.app import App, difficulties, variant_argument
from eightoff_host.console import clean, output, progress_bar, progress_output, table
from eightoff_host.difficulty import ALL
from eightoff_host.errors import UserError
from eightoff_host.solver import lines
from eightoff_host.solver.verdict import Verdict
from eightoff_host.workers import cores, workers

_MOST_DEALS = 0xFFFF
_DEFAULT_COUNT = 200


jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=cores,
    help="Processes at work; without it one for each core.",
)
memory_option = click.option(
    "--memory",
    type=click.IntRange(16, 1 << 20),
    default=1024,
    show_default=True,
    metavar="MIB",
    help="MiB at most for one deal's search; above that the deal is left undecided.",
)


@click.group(cls=App)
def pack() -> None:
    """Make, show and verify packs of proved deals."""


@pack.command()
@variant_argument
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
    help="Take the deals from a text file of boards instead.",
)
@click.option(
    "--difficulty", callback=difficulties, help="Only deals of 1 to 5, or of a range: 1-3."
)
@click.option("--title", help="Name of the pack on the screen, 24 letters at most.")
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
    jobs: int,
) -> None:
    """Prove deals of the game VARIANT and write the winnable ones to a pack.

    Deals that are proved unwinnable, or left undecided, are skipped and counted.
    """
    if sum(choice is not None for choice in (first, seed, boards)) > 1:
        raise UserError("choose one of --first, --seed and --boards")
    source: Iterable[packs.Deal]
    if boards:
        source = read_boards(boards, variant)
        count = min(count or _MOST_DEALS, len(source))
    else:
        source = _numbers(first, seed)
        count = count or _DEFAULT_COUNT
    made = make_pack(
        variant,
        source,
        count,
        out,
        difficulty=difficulty or ALL,
        title=title,
        jobs=jobs,
    )
    skipped = made.skipped()
    click.echo(
        f"{out}: {len(made.proofs)} deals of {describe.title(variant.name)}"
        + (f"; skipped: {skipped}." if skipped else ".")
    )


def _numbers(first: int | None, seed: int | None) -> Iterable[int]:
    if seed is None:
        return range(first or 1, MAX_NUMBER + 1)
    return _drawn(random.Random(seed))


def _drawn(source: random.Random) -> Iterator[int]:
    drawn: set[int] = set()
    while True:
        number = source.randint(1, MAX_NUMBER)
        if number not in drawn:
            drawn.add(number)
            yield number


def make_pack(
    variant: Variant,
    source: Iterable[packs.Deal],
    count: int,
    out: Path,
    *,
    difficulty: range = ALL,
    title: str | None = None,
    jobs: int,
) -> packs.Made:
    """Make a pack with a progress bar and write it, whole or not at all. UserError."""
    title = describe.title(variant.name) if title is None else title
    # Before the work begins: would a pack of this title, in this place, be written?
    packfile.encode(title, variant, [packfile.Entry(1, 1, 1)])
    if out.is_dir() or not out.parent.is_dir() or not os.access(out.parent, os.W_OK):
        raise UserError(f"{out} cannot be written: name a file in a folder where you may write")
    ready(variant)
    with workers(jobs) as executor, progress_bar() as progress:
        task = progress.add_task(f"proving {variant.name}", total=count)
        made = packs.make(
            variant,
            source,
            count=count,
            executor=executor,
            difficulties=difficulty,
            report=lambda made: progress.update(
                task, completed=len(made.proofs), note=f"{made.tried} tried"
            ),
        )
    if not made.proofs:
        raise UserError(f"no deal was left for the pack; skipped: {made.skipped()}")
    packfile.write(out, title, variant, [proof.entry() for proof in made.proofs])
    return made


def ready(variant: Variant) -> None:
    """Compile the solver of a game where that was not done yet, and say so."""
    from eightoff_host.solver import choose  # noqa: PLC0415 - numba takes a second to load

    if not choose.is_compiled(variant):
        progress_output().print("compiling the solver (first use only) ...")
        with workers(1) as executor:
            executor.submit(choose.warm_up, variant).result()


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
        name = packs.deal_name(entry.deal)
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
                name = packs.deal_name(entries[index - 1].deal)
                raise UserError(f"{file}: deal {index} ({name}) is wrong, {problem}")
            progress.update(task, completed=index)
    click.echo(f"{file}: {len(entries)} deals, every one can be won.")


@click.command()
@variant_argument
@click.argument("deal", metavar="ms:NUMBER|FILE")
def solve(variant: Variant, deal: str) -> None:
    """Solve a deal of the game VARIANT: a number, or the boards of a text file."""
    orders = [packs.order_of(_number(deal))] if deal.startswith("ms:") else _boards(deal, variant)
    ready(variant)
    with workers(1) as executor:
        for index, proof in enumerate(packs.prove_all(variant, orders, executor)):
            if index:
                click.echo()
            click.echo(format_board(orders[index], variant))
            click.echo()
            _print_solution(variant, orders[index], proof)


def _number(deal: str) -> int:
    digits = deal[3:]
    if not (digits.isascii() and digits.isdigit() and 1 <= int(digits) <= MAX_NUMBER):
        raise UserError(f"{deal!r} is no deal: give ms:1 to ms:{MAX_NUMBER}")
    return int(digits)


def _boards(deal: str, variant: Variant) -> list[bytes]:
    path = Path(deal)
    if deal.isdigit() and not path.exists():
        raise UserError(f"give the deal number as ms:{deal}")
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
