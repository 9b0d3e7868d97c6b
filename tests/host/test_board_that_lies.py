"""The serial client against boards that answer what no honest board would."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from board_samples import CONTENT, push
from eightoff import link
from eightoff_host import boards
from eightoff_host.board import Board
from eightoff_host.errors import UserError
from eightoff_host.records import Records
from fake_board import FakeBoard

pytestmark = pytest.mark.usefixtures("short_waits")

HELLO = struct.pack(link.HELLO_ANSWER, link.PROTOCOL, b"j" * 8, 1000, 3, 0)


def lying(tmp_path: Path, answers: dict[int, bytes]) -> FakeBoard:
    return FakeBoard(tmp_path / "b", lie=answers.get)


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (b"", "make no sense|speaks another version"),
        (bytes([link.PROTOCOL + 1]) + HELLO[1:] + b"\x01x", "speaks another version"),
        (HELLO[:9], "make no sense"),
        (HELLO + b"\xffx", "make no sense"),
        (HELLO + b"\x02\xff\xfe", "make no sense"),
    ],
)
def test_a_hello_that_is_none(tmp_path: Path, payload: bytes, reason: str) -> None:
    with lying(tmp_path, {link.HELLO: payload}) as fake, pytest.raises(UserError, match=reason):
        Board(fake.port)


def test_lists_that_are_none(tmp_path: Path) -> None:
    for payload in (b"", b"\x00\x05abc", b"\x00\x01a" + b"\x00" * 8, b"\x00\x01\xff" + b"\0" * 12):
        with (
            lying(tmp_path, {link.LIST: payload}) as fake,
            Board(fake.port) as board,
            pytest.raises(UserError, match="make no sense"),
        ):
            board.packs()


def test_a_list_without_end(tmp_path: Path) -> None:
    entry = b"\x01a" + struct.pack(link.LISTED, 1, 2, 3, 0) + b"\x00"
    with lying(tmp_path, {link.LIST: b"\x01" + entry * 10}) as fake, Board(fake.port) as board:
        assert len(board.packs()) == 1000
    with lying(tmp_path, {link.LIST: b"\x01"}) as fake, Board(fake.port) as board:
        assert board.packs() == []


@pytest.mark.parametrize("offset", [len(CONTENT) + 1, 2**32 - 1])
def test_offsets_that_were_never_sent(tmp_path: Path, offset: int) -> None:
    answers = {link.DATA: struct.pack("<I", offset)}
    with (
        lying(tmp_path, answers) as fake,
        Board(fake.port) as board,
        pytest.raises(UserError, match="make no sense"),
    ):
        push(board)


def test_a_board_that_never_gets_further(tmp_path: Path) -> None:
    with (
        lying(tmp_path, {link.DATA: bytes(4)}) as fake,
        Board(fake.port) as board,
        pytest.raises(UserError, match="stopped answering"),
    ):
        push(board)


def results_page(tmp_path: Path, *sequences: int) -> bytes:
    """A page of RESULTS with these numbers, from a board that plays by the rules."""
    with FakeBoard(tmp_path / "honest") as honest:
        honest.play(1)
        with Board(honest.port) as board:
            (record,), _ = board.results(0)
    return b"\x01" + b"".join(
        bytes([len(record)]) + struct.pack("<I", n) + record[4:] for n in sequences
    )


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        ((1, 1), "out of order"),
        ((2, 1), "out of order"),
        ((0,), "out of order"),
        (b"", "make no sense"),
        (b"\x00\x50abc", "make no sense"),
        (b"\x00\x03abc", "cannot be read"),
        (b"\x00" + bytes([60]) + bytes(60), "cannot be read"),
    ],
)
def test_results_that_are_none(tmp_path: Path, page: bytes | tuple[int, ...], reason: str) -> None:
    payload = page if isinstance(page, bytes) else results_page(tmp_path, *page)
    answers = {link.HELLO: HELLO + b"\x01x", link.RESULTS: payload}
    with (
        lying(tmp_path, answers) as fake,
        Board(fake.port) as board,
        Records(tmp_path / "r.sqlite") as records,
    ):
        with pytest.raises(UserError, match=reason):
            boards.sync(board, records)
        assert records.results() == []
        assert link.ACK not in fake.ops


def test_results_without_end(tmp_path: Path) -> None:
    # The same page again and again is noticed; "more" behind the last result is not believed.
    page = results_page(tmp_path, 1, 2, 3)
    answers = {link.HELLO: HELLO + b"\x01x", link.RESULTS: page, link.ACK: bytes(4)}
    with (
        lying(tmp_path, answers) as fake,
        Board(fake.port) as board,
        Records(tmp_path / "r.sqlite") as records,
    ):
        assert len(boards.sync(board, records).new) == 3
        assert fake.ops.count(link.RESULTS) == 1
