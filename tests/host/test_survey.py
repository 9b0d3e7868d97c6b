"""Surveys: chunks settled by their index, counted once, the same by any executor, resumable."""

from __future__ import annotations

import json
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from eightoff import catalogue, deals
from eightoff_host import sampling, survey, surveystate
from eightoff_host.errors import UserError
from eightoff_host.sampling import NUMBERED, RANDOM, Series
from eightoff_host.survey import Counts, Done, Survey
from eightoff_host.surveystate import State
from eightoff_host.workers import LazyExecutor, workers

SEAHAVEN = catalogue.find("seahaven")


def asked(series: Series = Series(NUMBERED, 1), size: int = 50) -> Survey:  # noqa: B008 - frozen
    return Survey(SEAHAVEN.record, SEAHAVEN.name, series, size)


def surveyed(executor: Executor, sample: int = 220) -> Done:
    done: Done = {}
    survey.run(asked(), sample, done, executor)
    return done


# Series of deals.


@pytest.mark.parametrize("first", [1, 31990, 2**31 - 40])
def test_numbered_deals_are_the_engines(first: int) -> None:
    order = bytearray(52)
    for row, number in zip(
        Series(NUMBERED, first).orders(2, 10, 10), range(first + 20, first + 30), strict=True
    ):
        deals.numbered(number, order)
        assert row.tobytes() == order


def test_random_deals_are_pinned() -> None:
    # A seed means these deals in every version: a survey goes on years later.
    row = Series(RANDOM, 1).orders(3, 10, 1)[0]
    assert row.tobytes().hex() == (
        "040a1a302c081b1e340d2521131619232e0c101f2a26122b2005"
        "170e293507321415331c3627312f2d3724221d0b11280f061809"
    )


def test_random_deals_are_decks_without_favourites() -> None:
    rows = Series(RANDOM, 7).orders(0, 5200, 5200)
    assert (np.sort(rows, axis=1) == np.arange(4, 56)).all()
    for place in (0, 25, 51):
        counts = np.bincount(rows[:, place], minlength=56)[4:]
        # 100 each on average; the sum of squares is chi-squared with 51 degrees of freedom.
        assert ((counts - 100) ** 2 / 100).sum() < 100
    assert not (rows == Series(RANDOM, 8).orders(0, 5200, 5200)).all(axis=1).any()
    assert not (rows == Series(RANDOM, 7).orders(1, 5200, 5200)).all(axis=1).any()


@pytest.mark.parametrize("kind", [NUMBERED, RANDOM])
def test_part_of_a_chunk_is_its_beginning(kind: str) -> None:
    series = Series(kind, 5)
    assert (series.orders(3, 20, 8) == series.orders(3, 20, 20)[:8]).all()
    assert sampling.parse(series.name) == series


@pytest.mark.parametrize("name", ["", "ms", "ms:", "ms:-1", "ms:x", "other:1", "ms:\u0661"])
def test_names_of_no_series(name: str) -> None:
    with pytest.raises(UserError, match="no series"):
        sampling.parse(name)


# Counting.


def test_counts_are_those_of_single_deals() -> None:
    done = surveyed(LazyExecutor(), 1000)
    assert survey.total(done) == Counts(901, 99, 0)
    assert {index: counts.total for index, counts in done.items()} == dict.fromkeys(range(20), 50)


def test_every_executor_counts_the_same() -> None:
    lazy = surveyed(LazyExecutor())
    assert [counts.total for counts in lazy.values()] == [50, 50, 50, 50, 20]
    with ThreadPoolExecutor(2) as threads:
        assert surveyed(threads) == lazy
    with workers(2) as processes:
        assert surveyed(processes) == lazy


def test_undecided_deals_are_told_apart() -> None:
    strict = catalogue.find("freecell-1")
    hopeless = Survey(strict.record, strict.name, Series(NUMBERED, 1), 10, memory=1 << 16)
    counts = survey.decide(hopeless, 0, 10)
    assert counts.undecided > 0
    assert counts.total == 10


class Recording(LazyExecutor):
    """Remembers which chunks were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.chunks: list[tuple[int, int]] = []
        self.futures: list[Future[object]] = []

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        """As the base class."""
        self.chunks.append(args[1:])
        self.futures.append(super().submit(fn, *args, **kwargs))
        return self.futures[-1]


def test_a_finished_chunk_is_not_decided_again() -> None:
    done = surveyed(LazyExecutor())
    whole = dict(done)
    del done[1]
    again = Recording()
    survey.run(asked(), 220, done, again)
    assert again.chunks == [(1, 50)]
    assert done == whole


def test_a_larger_sample_goes_on() -> None:
    done = surveyed(LazyExecutor())
    more = Recording()
    survey.run(asked(), 300, done, more)
    assert more.chunks == [(4, 50), (5, 50)]
    assert done == surveyed(LazyExecutor(), 300)
    less = Recording()
    survey.run(asked(), 120, done, less)
    assert less.chunks == []
    assert survey.total(done).total == 300


def test_a_chunk_that_is_decided_twice_counts_once() -> None:
    done = surveyed(LazyExecutor())
    before = survey.total(done)
    done[2] = survey.decide(asked(), 2, 50)
    assert survey.total(done) == before


def test_nothing_more_is_begun_when_time_is_up() -> None:
    done: Done = {}
    answers = [True, True, True, False, False, False, False]
    survey.run(asked(), 10**6, done, LazyExecutor(), ahead=2, go_on=lambda: answers.pop(0))
    assert sorted(done) == [0, 1, 2]


def test_what_is_under_way_is_cancelled() -> None:
    def interrupt(_counts: Counts) -> None:
        raise KeyboardInterrupt

    executor = Recording()
    done: Done = {}
    with pytest.raises(KeyboardInterrupt):
        survey.run(asked(), 10**6, done, executor, report=interrupt)
    assert sorted(done) == [0]
    assert len(executor.futures) > 2
    assert all(future.cancelled() for future in executor.futures[1:])


def test_chunks_suit_the_search() -> None:
    series = Series(NUMBERED, 1)
    assert (
        survey.survey_of(SEAHAVEN, series).size
        > survey.survey_of(catalogue.find("freecell-1"), series).size
    )


# The state on disk.


def test_state_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "state"
    state = State(file)
    other = asked(Series(RANDOM, 3))
    state.done(asked()).update(surveyed(LazyExecutor()))
    state.done(other)[7] = Counts(1, 2, 3)
    state.save()
    back = State(file)
    assert back.done(asked()) == state.done(asked())
    assert back.done(other) == {7: (1, 2, 3)}
    assert back.done(asked(size=10)) == {}
    assert list(tmp_path.iterdir()) == [file]


def test_state_without_a_file_is_in_memory() -> None:
    state = State()
    state.done(asked())[0] = Counts(1, 0, 0)
    state.save()
    assert state.done(asked()) == {0: (1, 0, 0)}


def test_an_older_state_stays_when_the_new_one_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "state"
    state = State(file)
    state.done(asked())[0] = Counts(1, 0, 0)
    state.save()
    before = file.read_bytes()
    state.done(asked())[1] = Counts(1, 0, 0)

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(UserError, match="cannot be written: No space left"):
        state.save()
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def good_state() -> dict[str, object]:
    return {
        "format": "eightoff survey 1",
        "surveys": [
            {
                "game": "seahaven",
                "rules": SEAHAVEN.record.hex(),
                "deals": "ms:1",
                "chunk": 50,
                "memory": 1 << 30,
                "won, unwinnable, undecided": {"0": [40, 10, 0]},
            }
        ],
    }


def test_the_sample_of_a_state_is_good(tmp_path: Path) -> None:
    file = tmp_path / "state"
    file.write_text(json.dumps(good_state()))
    assert State(file).done(asked()) == {0: (40, 10, 0)}


@pytest.mark.parametrize(
    "change",
    [
        {"rules": "00"},
        {"rules": 5},
        {"deals": "x:1"},
        {"deals": None},
        {"chunk": 20},
        {"chunk": "many"},
        {"won, unwinnable, undecided": {"0": [1, 2]}},
        {"won, unwinnable, undecided": {"0": [60, -10, 0]}},
        {"won, unwinnable, undecided": {"x": [1, 2, 3]}},
        {"won, unwinnable, undecided": {"-1": [1, 2, 3]}},
        {"won, unwinnable, undecided": {"0": [0, 0, 0]}},
        {"won, unwinnable, undecided": {"0": ["a", "b", "c"]}},
        {"won, unwinnable, undecided": [1]},
    ],
)
def test_states_that_are_none(tmp_path: Path, change: dict[str, object]) -> None:
    state = good_state()
    state["surveys"][0].update(change)  # type: ignore[index]
    file = tmp_path / "state"
    file.write_text(json.dumps(state))
    with pytest.raises(UserError, match="is no state of a survey"):
        State(file)


@pytest.mark.parametrize(
    "content", [b"", b"\xff", b"[]", b"5", b"{}", b'{"format": 1}', b"[" * 9999]
)
def test_files_that_are_no_states(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "state"
    file.write_bytes(content)
    with pytest.raises(UserError, match="is no state of a survey"):
        State(file)
    with pytest.raises(UserError, match="cannot be read"):
        State(tmp_path)
    assert surveystate.State(tmp_path / "absent").done(asked()) == {}
