"""The PC's records: every result that any board has handed over, in one SQLite file.

A result is known by its board's journal id and its sequence number, so that the same page of
results may be stored any number of times.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from pathlib import Path

from eightoff import deals
from eightoff.records import WON, Attempt
from platformdirs import user_data_path

from eightoff_host.errors import UserError

SCHEMA_VERSION = 1
_APPLICATION = 0x384F4646  # "8OFF": tells the file from other programs' databases
_BUSY_SECONDS = 10
_EPOCH = datetime(2000, 1, 1)

# One script for each version of the schema: the index is the version that it starts from.
_MIGRATIONS = (
    """
    CREATE TABLE boards (
        journal TEXT PRIMARY KEY,           -- 16 hex digits
        name TEXT NOT NULL,
        first_sync INTEGER NOT NULL,        -- Unix time
        last_sync INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE results (
        id INTEGER PRIMARY KEY,             -- order of arrival
        journal TEXT NOT NULL REFERENCES boards (journal),
        sequence INTEGER NOT NULL,
        pack TEXT NOT NULL,                 -- 8 hex digits, empty without a pack
        entry INTEGER NOT NULL,
        game TEXT NOT NULL,
        rules INTEGER NOT NULL,             -- CRC32 of the variant record
        deal TEXT NOT NULL,                 -- ms:617 or code:HEX
        difficulty INTEGER NOT NULL,
        par INTEGER NOT NULL,
        won INTEGER NOT NULL,               -- 1 won, 0 given up
        moves INTEGER NOT NULL,
        seconds INTEGER NOT NULL,
        undos INTEGER NOT NULL,
        hints INTEGER NOT NULL,
        house_rules INTEGER NOT NULL,
        date TEXT,                          -- local time of the board, NULL when it was not set
        received INTEGER NOT NULL,          -- Unix time
        record BLOB NOT NULL,               -- as the board sent it
        UNIQUE (journal, sequence)
    );
    """,
)


@dataclass(frozen=True)
class Result:
    """One attempt at a deal, as a board reported it.

    pack         the pack's CRC as 8 hex digits, empty without one; entry: the deal's index in it
    deal         `ms:NUMBER` or `code:HEX`
    rules        CRC32 of the variant record
    date         local time as `YYYY-MM-DD HH:MM:SS`, None when the board's clock was not set
    record       the bytes that the board sent
    """

    sequence: int
    pack: str
    entry: int
    game: str
    rules: int
    deal: str
    difficulty: int
    par: int
    won: bool
    moves: int
    seconds: int
    undos: int
    hints: int
    house_rules: int
    date: str | None
    record: bytes


_FIELDS = tuple(field.name for field in fields(Result))
_COLUMNS = ", ".join(_FIELDS)


def decode(record: bytes) -> Result:
    """Read a RESULT as a board sends it. ValueError for what is none."""
    attempt = Attempt()
    attempt.get_result(record, 0, len(record))
    attempt.order(bytearray(52))
    size = deals.size(attempt.kind)
    date = _EPOCH + timedelta(seconds=attempt.date)
    return Result(
        sequence=attempt.seq,
        pack=f"{attempt.pack:08x}" if attempt.pack else "",
        entry=attempt.entry,
        game=attempt.name,
        rules=attempt.rules,
        deal=f"code:{attempt.code[:size].hex()}" if attempt.kind else f"ms:{attempt.number()}",
        difficulty=attempt.difficulty,
        par=attempt.par,
        won=attempt.outcome == WON,
        moves=attempt.moves,
        seconds=attempt.seconds,
        undos=attempt.undos,
        hints=attempt.hints,
        house_rules=attempt.house,
        date=f"{date:%Y-%m-%d %H:%M:%S}" if attempt.date else None,
        record=bytes(record),
    )


def data_folder() -> Path:
    """The folder of the user's records: EIGHTOFF_DATA, or what the system has for such data."""
    chosen = os.environ.get("EIGHTOFF_DATA")
    return Path(chosen) if chosen else user_data_path("eightoff", appauthor=False)


def default_database() -> Path:
    """The database that is used when the user names none."""
    return data_folder() / "records.sqlite"


class Records:
    """An open database. Use as a context manager; every error of it is a UserError."""

    def __init__(self, path: Path) -> None:
        """Open, and create when absent. UserError when it cannot be used."""
        self.path = path
        with self._explained():
            _make_folder(path.parent)
            self._connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise

    def __enter__(self) -> Records:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database; what was stored is on the disk already."""
        self._connection.close()

    def _prepare(self) -> None:
        run = self._connection.execute
        # A result is acknowledged, and then gone from the board, once a commit has returned: EXTRA
        # makes that hold through a power cut of the PC as well.
        run("PRAGMA synchronous = EXTRA")
        run("PRAGMA foreign_keys = ON")
        if self._version() < SCHEMA_VERSION:
            with self._transaction():
                # Another sync may have made the tables since the first look.
                self._migrate(self._version())
        if run("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise UserError(_damaged(self.path))

    def _version(self) -> int:
        run = self._connection.execute
        application = run("PRAGMA application_id").fetchone()[0]
        version = int(run("PRAGMA user_version").fetchone()[0])
        tables = run("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if application != _APPLICATION and (application or version or tables):
            raise UserError(
                f"{self.path} belongs to another program: choose another file with --database"
            )
        if version > SCHEMA_VERSION:
            raise UserError(
                f"{self.path} was written by a newer version of eightoff: update eightoff, "
                "or choose another file with --database"
            )
        return version

    def _migrate(self, version: int) -> None:
        for script in _MIGRATIONS[version:]:
            for statement in script.split(";"):
                self._connection.execute(statement)
        self._connection.execute(f"PRAGMA application_id = {_APPLICATION}")
        self._connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise UserError(_explain(self.path, error)) from error

    def last(self, journal: str) -> int:
        """The highest sequence number stored for a journal id, 0 when there is none."""
        with self._explained():
            row = self._connection.execute(
                "SELECT coalesce(max(sequence), 0) FROM results WHERE journal = ?", (journal,)
            ).fetchone()
        return int(row[0])

    def store(self, journal: str, board: str, results: Sequence[Result]) -> list[Result]:
        """Store a page of a board's results, all of them or none.

        journal: 16 hex digits; board: its name. Returns the results that were new. UserError,
        with nothing stored, when a stored result differs from the one with its number here.
        """
        now = int(time.time())
        with self._explained(), self._transaction():
            self._connection.execute(
                "INSERT INTO boards VALUES (?1, ?2, ?3, ?3) ON CONFLICT (journal)"
                " DO UPDATE SET name = excluded.name, last_sync = excluded.last_sync",
                (journal, board, now),
            )
            return [result for result in results if self._insert(journal, result, now)]

    def _insert(self, journal: str, result: Result, now: int) -> bool:
        marks = ", ".join("?" * len(_FIELDS))
        cursor = self._connection.execute(
            f"INSERT INTO results (journal, received, {_COLUMNS}) VALUES (?, ?, {marks})"
            " ON CONFLICT (journal, sequence) DO NOTHING",
            (journal, now, *(getattr(result, name) for name in _FIELDS)),
        )
        if cursor.rowcount:
            return True
        stored = self._connection.execute(
            "SELECT record FROM results WHERE journal = ? AND sequence = ?",
            (journal, result.sequence),
        ).fetchone()[0]
        if stored != result.record:
            raise UserError(
                f"result {result.sequence} of this board differs from the one stored: is the board "
                "a copy of another? Nothing was changed; use a database of its own (--database)"
            )
        return False

    def results(self) -> list[Result]:
        """All results in the order in which they were played, as far as the clocks tell."""
        with self._explained():
            rows = self._connection.execute(
                f"SELECT {_COLUMNS} FROM results"
                " ORDER BY coalesce(date, datetime(received, 'unixepoch', 'localtime')),"
                " journal, sequence"
            ).fetchall()
        return [Result(**dict(zip(_FIELDS, row, strict=True))) for row in rows]


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"the folder {folder} cannot be made: {error.strerror}; choose a place with --database"
        ) from None


def _damaged(path: Path) -> str:
    return (
        f"{path} is damaged: move it away to start a new one; the boards keep what they have "
        "not handed over"
    )


def _explain(path: Path, error: sqlite3.Error) -> str:
    message = str(error)
    if "locked" in message:
        return f"{path} is in use by another program: try again when it has finished"
    if "not a database" in message or "malformed" in message:
        return _damaged(path)
    if "full" in message:
        return f"{path} cannot grow, the disk is full: make room and sync again"
    if "readonly" in message or "unable to open" in message:
        return f"{path} cannot be written: choose another file with --database"
    return f"{path}: {message}"
