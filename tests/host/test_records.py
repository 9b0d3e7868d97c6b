"""The records: stored once, never mixed, never overwritten; and the figures drawn from them."""

import multiprocessing
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from eightoff_host.errors import UserError
from eightoff_host.records import Records, Result, default_database
from eightoff_host.stats import figures

JOURNAL = "0123456789abcdef"
WIN = Result(
    sequence=1,
    pack="89abcdef",
    entry=3,
    game="eight-off",
    rules=7,
    deal="ms:617",
    difficulty=2,
    par=88,
    won=True,
    moves=95,
    seconds=300,
    undos=4,
    hints=0,
    house_rules=0,
    date="2026-02-03 20:15:00",
    record=b"\x01\x02",
)


def page(*sequences: int) -> list[Result]:
    return [replace(WIN, sequence=n, record=bytes([n])) for n in sequences]


def test_storing_twice_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "records.sqlite"
    with Records(path) as records:
        assert records.last(JOURNAL) == 0
        assert records.store(JOURNAL, "Pico", page(1, 2)) == page(1, 2)
        assert records.store(JOURNAL, "Pico", page(1, 2, 3)) == page(3)
        assert records.last(JOURNAL) == 3
    with Records(path) as records:
        assert records.store(JOURNAL, "Pico", page(3)) == []
        assert records.results() == page(1, 2, 3)


def test_boards_are_told_apart(tmp_path: Path) -> None:
    with Records(tmp_path / "r.sqlite") as records:
        records.store(JOURNAL, "Pico", page(1))
        assert records.last("f" * 16) == 0
        assert records.store("f" * 16, "Pico", page(1)) == page(1)
        assert len(records.results()) == 2


def test_a_page_is_stored_whole_or_not_at_all(tmp_path: Path) -> None:
    bad = [*page(4), replace(WIN, sequence=5, game=None)]
    with Records(tmp_path / "r.sqlite") as records:
        with pytest.raises(UserError):
            records.store(JOURNAL, "Pico", bad)
        assert records.results() == []
        assert records.last(JOURNAL) == 0


def test_a_copied_board_is_noticed(tmp_path: Path) -> None:
    with Records(tmp_path / "r.sqlite") as records:
        records.store(JOURNAL, "Pico", page(1))
        other = replace(WIN, sequence=1, moves=200, record=b"other")
        with pytest.raises(UserError, match="result 1 of this board differs"):
            records.store(JOURNAL, "Pico", [other, *page(2)])
        assert records.results() == page(1)


def test_order_of_play(tmp_path: Path) -> None:
    late = replace(WIN, sequence=1, date="2026-05-01 10:00:00", record=b"a")
    early = replace(WIN, sequence=1, date="2026-04-01 10:00:00", record=b"b")
    with Records(tmp_path / "r.sqlite") as records:
        records.store(JOURNAL, "one", [late])
        records.store("f" * 16, "two", [early])
        assert [result.date for result in records.results()] == [early.date, late.date]


def refused(path: Path) -> str:
    before = path.read_bytes()
    with pytest.raises(UserError) as caught:
        Records(path)
    assert path.read_bytes() == before
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_newer_database(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    Records(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert "newer version of eightoff" in refused(path)


def test_foreign_database(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE results (mine TEXT)")
    connection.close()
    assert "another program" in refused(path)


def test_damaged_database(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    with Records(path) as records:
        for start in range(1, 200, 20):
            records.store(JOURNAL, "Pico", page(*range(start, start + 20)))
    whole = path.read_bytes()
    path.write_bytes(b"not a database" * 100)
    assert "is damaged" in refused(path)
    path.write_bytes(whole[: len(whole) // 2])
    assert "is damaged" in refused(path)
    path.write_bytes(whole[:8192] + b"\xa5" * 4096 + whole[12288:])
    assert "is damaged" in refused(path)


def test_places_where_no_database_can_be(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="--database"):
        Records(tmp_path)
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(UserError, match="cannot be made"):
        Records(file / "r.sqlite")


def test_a_locked_database_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eightoff_host.records._BUSY_SECONDS", 0.05)
    path = tmp_path / "r.sqlite"
    with Records(path) as records:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(UserError, match="in use by another program"):
            records.store(JOURNAL, "Pico", page(1))
        other.execute("ROLLBACK")
        other.close()
        assert records.store(JOURNAL, "Pico", page(1)) == page(1)


def store_pages(path: Path, barrier) -> None:
    barrier.wait()
    with Records(path) as records:
        for start in range(1, 41, 5):
            records.store(JOURNAL, "Pico", page(*range(start, start + 5)))


def test_two_syncs_at_once(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    context = multiprocessing.get_context("fork")
    barrier = context.Barrier(2)
    workers = [context.Process(target=store_pages, args=(path, barrier)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
    with Records(path) as records:
        assert records.results() == page(*range(1, 41))


def test_place_of_the_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("EIGHTOFF_DATA", str(tmp_path))
    assert default_database() == tmp_path / "records.sqlite"
    monkeypatch.delenv("EIGHTOFF_DATA")
    assert default_database().name == "records.sqlite"


def test_figures() -> None:
    lost = replace(WIN, won=False, moves=10, seconds=5)
    played = [
        WIN,
        replace(WIN, moves=80, seconds=500),
        lost,
        replace(WIN, hints=1, moves=1),
        replace(WIN, house_rules=1, moves=2),
        replace(WIN, rules=8),
        replace(WIN, game="mine", rules=9),
        replace(WIN, game="freecell", won=False),
        WIN,
    ]
    made = figures(played, {"eight-off": 7, "freecell": 7})
    assert [(line.game, line.kind) for line in made] == [
        ("eight-off", ""),
        ("eight-off", "with hints"),
        ("eight-off", "house rules"),
        ("freecell", ""),
        ("eight-off (other rules)", ""),
        ("mine", ""),
    ]
    plain = made[0]
    assert (plain.played, plain.won, plain.percent) == (4, 3, 75)
    assert (plain.streak, plain.longest_streak) == (1, 2)
    assert (plain.fewest_moves, plain.best_seconds) == (80, 300)
    assert plain.average_moves == pytest.approx((95 + 80 + 95) / 3)
    assert plain.average_seconds == pytest.approx((300 + 500 + 300) / 3)
    assert (made[3].fewest_moves, made[3].average_moves) == (None, None)
