"""Making packs: deals are proved winnable, by any executor, and the winning ones kept.

Every line is replayed through the board's own engine before it is kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Executor, Future
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from eightoff.game import LINE_MAX
from eightoff.variants import Variant

from eightoff_host.dealtext import Deal, order_of
from eightoff_host.difficulty import ALL, rate
from eightoff_host.packfile import Entry
from eightoff_host.packprogress import Outcome, Progress
from eightoff_host.solver import lines
from eightoff_host.solver.verdict import Verdict

_T = TypeVar("_T")

# Deals in one task, and tasks under way: enough of both that no worker waits, few enough that
# little is proved in vain when the pack is full.
_CHUNK = 8
_AHEAD = 8

MEMORY = 1 << 30  # bytes

# Expansions that the search for a deal of a pack may take, and that any other may. With one cell a
# deal in a hundred takes more, and these take two thirds of the time: the next deal is cheaper.
_PATIENCE = 300_000
_NO_LIMIT = 1 << 40


@dataclass(frozen=True)
class Proof:
    """What the solver found about one deal.

    line        with a win the stored form of the line, otherwise None
    difficulty  1 to 5 with a win, otherwise 0
    """

    deal: Deal
    verdict: Verdict
    line: bytes | None
    difficulty: int

    def entry(self) -> Entry:
        """The entry of a pack for a deal that is won; a line too long for a pack is left out."""
        line = self.line or b""
        return Entry(self.deal, self.difficulty, len(line), line if len(line) <= LINE_MAX else None)


@dataclass
class Made:
    """The deals that go into a pack, and how many were left out as what."""

    proofs: list[Proof] = field(default_factory=list)
    unwinnable: int = 0
    undecided: int = 0
    other_difficulty: int = 0

    @property
    def tried(self) -> int:
        """Deals that were looked at."""
        return len(self.proofs) + self.unwinnable + self.undecided + self.other_difficulty

    def skipped(self) -> str:
        """What was left out, in words; empty when nothing was."""
        parts = {
            "proved unwinnable": self.unwinnable,
            "undecided": self.undecided,
            "of another difficulty": self.other_difficulty,
        }
        return ", ".join(f"{count} {what}" for what, count in parts.items() if count)

    def _add(self, proof: Proof, difficulties: range) -> None:
        if proof.verdict == Verdict.UNWINNABLE:
            self.unwinnable += 1
        elif proof.verdict == Verdict.GAVE_UP:
            self.undecided += 1
        elif proof.difficulty not in difficulties:
            self.other_difficulty += 1
        else:
            self.proofs.append(proof)


def make(
    variant: Variant,
    source: Iterable[Deal],
    *,
    count: int | None,
    executor: Executor,
    difficulties: range = ALL,
    memory: int = MEMORY,
    short: bool = False,
    progress: Progress | None = None,
    report: Callable[[Made], None] = lambda made: None,
) -> Made:
    """Prove deals in the order given until `count` of them are won and of a wanted difficulty.

    source: numbers or orders of cards; count: None takes every deal; executor: anything with the
    `submit` of concurrent.futures, whose workers can import this package; memory: bytes at most
    for the search of a deal, above which it is undecided, as it is after a very long search; short:
    whether time is spent on shorter lines; progress: holds what is known about the first deals,
    and what is found is added to it; report: called after every deal. Ends early when the source
    does. What is under way is cancelled on any exception.
    """
    made = Made()
    new = partial(
        prove_all, variant, executor=executor, memory=memory, short=short, limit=_PATIENCE
    )
    with closing(_known_and_new(source, new, progress)) as proofs:
        for proof in proofs:
            made._add(proof, difficulties)
            report(made)
            if len(made.proofs) == count:
                break
    return made


def _known_and_new(
    source: Iterable[Deal],
    new: Callable[[Iterable[Deal]], Generator[Proof, None, None]],
    progress: Progress | None,
) -> Generator[Proof, None, None]:
    left = iter(source)
    known = tuple(progress.outcomes) if progress else ()
    for outcome, deal in zip(known, left, strict=False):  # asks `known` first
        yield Proof(deal, outcome.verdict, outcome.line, outcome.difficulty)
    with closing(new(left)) as proofs:
        for proof in proofs:
            if progress:
                progress.add(Outcome(proof.verdict, proof.line, proof.difficulty))
            yield proof


def prove_all(
    variant: Variant,
    source: Iterable[Deal],
    executor: Executor,
    memory: int = MEMORY,
    short: bool = False,
    *,
    limit: int = _NO_LIMIT,
) -> Generator[Proof, None, None]:
    """Generate the proofs of deals, in their order, as an executor's workers find them.

    memory, limit: bytes and expansions at most for the search of a deal; short: as in `make`.
    """
    work = partial(prove, memory=memory, short=short, limit=limit)
    return _in_order(executor, work, variant, source)


def check_all(
    variant: Variant, entries: Iterable[Entry], executor: Executor
) -> Generator[str, None, None]:
    """Generate for each entry of a pack what is wrong with it, empty for a deal that is proved.

    A stored line is replayed through the engine; a deal without one is solved again.
    """
    return _in_order(executor, check, variant, entries)


def _in_order(
    executor: Executor,
    work: Callable[[bytes, str, list[Any]], list[_T]],
    variant: Variant,
    items: Iterable[Any],
) -> Generator[_T, None, None]:
    tasks: deque[Future[list[_T]]] = deque()
    left = iter(items)
    try:
        while True:
            while len(tasks) < _AHEAD and (chunk := list(islice(left, _CHUNK))):
                tasks.append(executor.submit(work, variant.record, variant.name, chunk))
            if not tasks:
                return
            yield from tasks.popleft().result()
    finally:
        for task in tasks:
            task.cancel()


def prove(
    record: bytes,
    name: str,
    chunk: Sequence[Deal],
    memory: int = MEMORY,
    short: bool = False,
    *,
    limit: int = _NO_LIMIT,
) -> list[Proof]:
    """Decide deals of the game with this record; runs in a worker."""
    variant = Variant(record, name)
    return [prove_one(variant, deal, memory, short, limit=limit) for deal in chunk]


def check(record: bytes, name: str, chunk: Sequence[Entry]) -> list[str]:
    """What is wrong with entries of a pack of the game with this record; runs in a worker."""
    variant = Variant(record, name)
    return [_check_one(variant, entry) for entry in chunk]


def _check_one(variant: Variant, entry: Entry) -> str:
    if entry.line is None:
        proof = prove_one(variant, entry.deal)
        if proof.verdict == Verdict.UNWINNABLE:
            return "it cannot be won"
        return "no win was found" if proof.verdict == Verdict.GAVE_UP else ""
    order = order_of(entry.deal)
    try:
        moves = lines.from_bytes(variant, order, entry.line)
    except ValueError:
        return "its line has a move that does not exist"
    if not lines.wins(variant, order, moves):
        return "its line does not win"
    return "" if entry.par == len(moves) else "its par is not its line's length"


def prove_one(
    variant: Variant,
    deal: Deal,
    memory: int = MEMORY,
    short: bool = False,
    *,
    limit: int = _NO_LIMIT,
) -> Proof:
    """Decide one deal. A line is played through the engine; ValueError if it does not win."""
    from eightoff_host.solver import choose  # noqa: PLC0415 - numba takes a second to load

    order = order_of(deal)
    solution = choose.solve(variant, order, limit, memory, short)
    if solution.line is None:
        return Proof(deal, solution.verdict, None, 0)
    line = lines.to_bytes(variant, order, solution.line)
    return Proof(deal, Verdict.WON, line, rate(variant, order, solution.expansions))
