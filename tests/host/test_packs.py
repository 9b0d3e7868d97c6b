"""Making packs: by any executor the same, every deal proved, what is left out counted."""

from __future__ import annotations

import struct
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from eightoff import catalogue
from eightoff.game import LINE_MAX
from eightoff_host import packfile, packs
from eightoff_host.errors import UserError
from eightoff_host.packprogress import Progress
from eightoff_host.solver import lines
from eightoff_host.solver.verdict import GAVE_UP, UNWINNABLE, WON, Solution
from eightoff_host.workers import LazyExecutor, workers
from walks import breaks_normal_form, dealt

EIGHT_OFF = catalogue.find("eight-off")
SEAHAVEN = catalogue.find("seahaven-2")


def made_by(executor: Executor, count: int = 5) -> packs.Made:
    return packs.make(SEAHAVEN, range(1, 200), count=count, executor=executor)


def test_every_executor_makes_the_same_pack() -> None:
    lazy = made_by(LazyExecutor())
    assert len(lazy.proofs) == 5
    assert lazy.unwinnable > 0
    assert lazy.undecided == 0
    with ThreadPoolExecutor(2) as threads:
        assert made_by(threads) == lazy
    with workers(2) as processes:
        assert made_by(processes) == lazy


def test_every_line_replays_to_a_win() -> None:
    for proof in made_by(LazyExecutor()).proofs:
        order = packs.order_of(proof.deal)
        assert proof.line is not None
        moves = lines.from_bytes(SEAHAVEN, order, proof.line)
        assert lines.wins(SEAHAVEN, order, moves)
        assert breaks_normal_form(dealt(SEAHAVEN, order), moves) == -1
        assert proof.entry().par == len(moves)


def test_deals_as_cards_are_the_same_deals() -> None:
    numbers = packs.make(EIGHT_OFF, range(1, 6), count=None, executor=LazyExecutor())
    orders = [packs.order_of(n) for n in range(1, 6)]
    cards = packs.make(EIGHT_OFF, orders, count=None, executor=LazyExecutor())
    assert [proof.line for proof in cards.proofs] == [proof.line for proof in numbers.proofs]
    assert [proof.deal for proof in cards.proofs] == orders


def test_unwinnable_deals_are_left_out() -> None:
    made = packs.make(EIGHT_OFF, [464, 465, 466, 644], count=None, executor=LazyExecutor())
    assert [proof.deal for proof in made.proofs] == [464, 466]
    assert (made.unwinnable, made.tried) == (2, 4)
    assert made.skipped() == "2 proved unwinnable"


def test_difficulty_filter() -> None:
    every = packs.make(EIGHT_OFF, range(1, 31), count=None, executor=LazyExecutor())
    hard = packs.make(
        EIGHT_OFF, range(1, 31), count=None, executor=LazyExecutor(), difficulties=range(3, 6)
    )
    assert hard.proofs == [proof for proof in every.proofs if proof.difficulty >= 3]
    assert 0 < len(hard.proofs) < len(every.proofs)
    assert hard.other_difficulty == len(every.proofs) - len(hard.proofs)
    assert hard.skipped() == f"{hard.other_difficulty} of another difficulty"


def test_shorter_lines_leave_the_difficulty_as_it_is() -> None:
    for game in (EIGHT_OFF, catalogue.find("freecell")):
        plain, short = (
            packs.prove(game.record, game.name, range(1, 21), short=short)
            for short in (False, True)
        )
        assert [proof.difficulty for proof in plain] == [proof.difficulty for proof in short]
        assert sum(len(p.line or b"") for p in short) < sum(len(p.line or b"") for p in plain)


def test_undecided_deals_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(_game: object, order: bytes, limit: int, memory: int, short: bool) -> Solution:
        assert memory == 123
        assert not short
        limits.add(limit)
        return Solution((GAVE_UP, UNWINNABLE)[order[0] & 1], None, 7)

    limits: set[int] = set()
    monkeypatch.setattr("eightoff_host.solver.choose.solve", answer)
    made = packs.make(EIGHT_OFF, range(1, 41), count=None, executor=LazyExecutor(), memory=123)
    for_packs = limits.pop()
    packs.prove_one(EIGHT_OFF, 1, 123)
    assert limits.pop() > 1000 * for_packs  # a deal that is asked for by itself is searched on
    assert made.proofs == []
    assert made.unwinnable > 0
    assert made.undecided == 40 - made.unwinnable
    assert made.skipped() == f"{made.unwinnable} proved unwinnable, {made.undecided} undecided"


class CountingExecutor(LazyExecutor):
    """Remembers what was submitted."""

    def __init__(self) -> None:
        super().__init__()
        self.futures: list[Future[object]] = []

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        """As the base class."""
        self.futures.append(super().submit(fn, *args, **kwargs))
        return self.futures[-1]


def test_what_is_under_way_is_cancelled() -> None:
    def interrupt(_made: packs.Made) -> None:
        raise KeyboardInterrupt

    for report, count in ((interrupt, 100), (lambda made: None, 1)):
        executor = CountingExecutor()
        try:
            packs.make(EIGHT_OFF, range(1, 999), count=count, executor=executor, report=report)
        except KeyboardInterrupt:
            assert report is interrupt
        assert len(executor.futures) > 2
        assert executor.futures[0].done()
        assert all(future.cancelled() for future in executor.futures[1:])


def test_a_lazy_task_is_done_once_and_raises() -> None:
    calls: list[int] = []
    executor = LazyExecutor()
    task = executor.submit(calls.append, 1)
    assert calls == []
    task.result()
    task.result()
    assert calls == [1]
    with pytest.raises(ZeroDivisionError):
        executor.submit(divmod, 1, 0).result()


def test_workers_end_with_an_exception() -> None:
    with pytest.raises(KeyboardInterrupt), workers(2) as executor:
        waiting = [executor.submit(sum, [n]) for n in range(4)]
        assert waiting[0].result() == 0
        raise KeyboardInterrupt
    assert all(future.done() for future in waiting)


def test_a_line_too_long_for_a_pack_is_left_out() -> None:
    long = packs.Proof(1, WON, bytes(LINE_MAX + 1), 3)
    assert long.entry() == packfile.Entry(1, 3, LINE_MAX + 1, None)
    short = packs.Proof(1, WON, bytes(LINE_MAX), 3)
    assert short.entry().line == bytes(LINE_MAX)


def entry(number: int = 1) -> packfile.Entry:
    return packs.prove_one(EIGHT_OFF, number).entry()


def problems(*entries: packfile.Entry) -> list[str]:
    return list(packs.check_all(EIGHT_OFF, entries, LazyExecutor()))


def test_checking_entries() -> None:
    good = entry()
    assert good.line is not None
    assert problems(
        good,
        packfile.Entry(1, 1, good.par, None),
        packfile.Entry(465, 1, 80, None),
        packfile.Entry(1, 1, good.par, good.line[:-1]),
        packfile.Entry(2, 1, good.par, good.line),
        packfile.Entry(1, 1, good.par + 1, good.line),
    ) == [
        "",
        "",
        "it cannot be won",
        "its line does not win",
        "its line has a move that does not exist",
        "its par is not its line's length",
    ]


# Stopping and going on.


def make_with(progress: Progress, count: int = 5, source: range = range(1, 200)) -> packs.Made:
    executor = CountingExecutor()
    made = packs.make(SEAHAVEN, source, count=count, executor=executor, progress=progress)
    progress.close()
    make_with.tasks = len(executor.futures)  # type: ignore[attr-defined]
    return made


def test_a_second_run_goes_on_where_the_first_stopped(tmp_path: Path) -> None:
    file = tmp_path / "p.part"
    whole = made_by(LazyExecutor(), 12)
    first = make_with(Progress(file, "x"), 4)
    assert first.proofs == whole.proofs[:4]
    kept = Progress(file, "x")
    assert len(kept.outcomes) == first.tried
    assert make_with(kept, 12) == whole
    # What a third run looks at is known already.
    assert make_with(Progress(file, "x"), 12) == whole
    assert make_with.tasks == 0  # type: ignore[attr-defined]
    assert make_with(Progress(file, "x"), 4).proofs == whole.proofs[:4]


@pytest.mark.parametrize("lost", [1, 5, 30, 400])
def test_a_file_that_was_cut_loses_its_end_alone(tmp_path: Path, lost: int) -> None:
    file = tmp_path / "p.part"
    made = make_with(Progress(file, "x"))
    file.write_bytes(file.read_bytes()[:-lost])
    kept = Progress(file, "x")
    assert 0 < len(kept.outcomes) < made.tried
    assert make_with(kept) == made
    assert len(Progress(file, "x").outcomes) == made.tried


def test_a_damaged_line_ends_what_is_read(tmp_path: Path) -> None:
    file = tmp_path / "p.part"
    made = make_with(Progress(file, "x"))
    lines = file.read_bytes().split(b"\n")
    for damaged in (lines[3].replace(b"2", b"1"), b"", b"\xff", b"1 1 zz 00000000"):
        file.write_bytes(b"\n".join([*lines[:3], damaged, *lines[4:]]))
        kept = Progress(file, "x")
        assert len(kept.outcomes) == 2
        assert make_with(kept) == made


@pytest.mark.parametrize("content", [b"", b"eightoff", b"\xff\n\n", b"text\n"])
def test_a_file_of_something_else_is_begun_anew(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "p.part"
    file.write_bytes(content)
    progress = Progress(file, "x")
    assert progress.outcomes == []
    assert progress.was_other == bool(content)
    made = make_with(progress)
    other = Progress(file, "y")
    assert (other.outcomes, other.was_other) == ([], True)
    make_with(other)
    assert len(Progress(file, "y").outcomes) == made.tried


def test_progress_leaves_no_empty_file(tmp_path: Path) -> None:
    file = tmp_path / "p.part"
    Progress(file, "x").close()
    assert not file.exists()
    progress = Progress(file, "x")
    make_with(progress)
    assert file.exists()
    progress.remove()
    assert not file.exists()
    with pytest.raises(UserError, match=r"cannot be written: Is a directory"):
        Progress(tmp_path, "x")


def test_a_pack_comes_back_from_its_file(tmp_path: Path) -> None:
    made = packs.make(EIGHT_OFF, range(1, 6), count=None, executor=LazyExecutor())
    entries = [proof.entry() for proof in made.proofs]
    file = tmp_path / "five.pack"
    packfile.write(file, "Five", EIGHT_OFF, entries)
    title, variant, back = packfile.read(file)
    assert (title, variant.record, back) == ("Five", EIGHT_OFF.record, entries)
    whole = file.read_bytes()
    file.write_bytes(whole[:-5] + struct.pack("B", whole[-5] ^ 4) + whole[-4:])
    with pytest.raises(UserError, match="is damaged"):
        packfile.read(file)
