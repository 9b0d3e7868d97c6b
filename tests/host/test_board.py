"""The serial client against the device's own service on a pty: faults and refusals."""

from __future__ import annotations

import os
import pty
import struct
import threading
import tty
from binascii import crc32
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from board_samples import CONTENT, CRC, Progress, make_content, push
from eightoff import link, packhead
from eightoff_host import boards
from eightoff_host.board import Board, check_name
from eightoff_host.errors import UserError
from eightoff_host.records import Records
from eightoff_host.transport import TRIES
from fake_board import FakeBoard

pytestmark = pytest.mark.usefixtures("short_waits")

PIECES = -(-len(CONTENT) // link.DATA_MAX)


def stored(fake: FakeBoard, name: str = "one") -> bytes:
    return (fake.folder / f"{name}.pack").read_bytes()


def test_hello(tmp_path: Path) -> None:
    with FakeBoard(tmp_path / "b", name="Pico") as fake:
        fake.play(1)
        with Board(fake.port) as board:
            assert board.hello.name == "Pico"
            assert board.hello.journal == bytes(fake.journal.id).hex()
            assert (board.hello.last, board.hello.acknowledged) == (1, 0)
            assert 0 < board.hello.free < fake.capacity


def test_push_list_replace_delete(tmp_path: Path) -> None:
    other, other_crc = make_content(30, "Another")
    with FakeBoard(tmp_path / "b") as fake, Board(fake.port) as board:
        progress = push(board)
        assert stored(fake) == CONTENT
        assert progress.seen[0] == (0, len(CONTENT))
        assert progress.seen[-1] == (len(CONTENT), len(CONTENT))
        assert fake.ops.count(link.DATA) == PIECES
        (listed,) = board.packs()
        assert (listed.name, listed.title, listed.deals) == ("one", "A pack", 60)
        assert (listed.size, listed.crc, listed.damaged) == (len(CONTENT), CRC, 0)
        push(board)
        assert fake.ops.count(link.DATA) == PIECES  # it was there already
        push(board, other, other_crc)
        assert stored(fake) == other
        board.delete("one")
        board.delete("one")
        assert board.packs() == []


def test_many_packs_are_listed_page_by_page(tmp_path: Path) -> None:
    content, crc = make_content(1)
    names = [f"pack-{n:02}" for n in range(20)]
    with FakeBoard(tmp_path / "b") as fake, Board(fake.port) as board:
        for name in names:
            push(board, content, crc, name)
        assert [listed.name for listed in board.packs()] == names
        assert fake.ops.count(link.LIST) > 1


def test_a_damaged_pack_is_listed_as_such(tmp_path: Path) -> None:
    folder = tmp_path / "b"
    folder.mkdir()
    (folder / "bad.pack").write_bytes(b"nonsense")
    with FakeBoard(folder) as fake, Board(fake.port) as board:
        (listed,) = board.packs()
        assert listed.damaged == packhead.NOT_A_PACK


@pytest.mark.parametrize("what", ["lose", "answer", "garble", "twice", "late"])
@pytest.mark.parametrize("where", [1, 2, 5, PIECES + 1, PIECES + 2])
def test_one_fault(tmp_path: Path, what: str, where: int) -> None:
    # Request 0 is HELLO, 1 is PUT, then come the pieces and COMMIT.
    def fault(number: int, _op: int) -> str | None:
        return what if number == where else None

    with FakeBoard(tmp_path / "b", fault=fault) as fake, Board(fake.port) as board:
        push(board)
        assert stored(fake) == CONTENT


def test_every_seventh_request_goes_wrong(tmp_path: Path) -> None:
    kinds = ("lose", "twice", "answer", "late", "garble")

    def fault(number: int, _op: int) -> str | None:
        return kinds[number // 7 % 5] if number % 7 == 3 else None

    with FakeBoard(tmp_path / "b", fault=fault) as fake:
        for n in range(40):
            fake.play(n + 1)
        with Board(fake.port) as board, Records(tmp_path / "r.sqlite") as records:
            push(board)
            assert stored(fake) == CONTENT
            synced = boards.sync(board, records)
            assert [result.sequence for result in synced.new] == list(range(1, 41))
            assert fake.journal.acknowledged == 40


def test_a_lost_piece_costs_one_window(tmp_path: Path) -> None:
    with (
        FakeBoard(tmp_path / "b", fault=lambda n, _op: "lose" if n == 4 else None) as fake,
        Board(fake.port) as board,
    ):
        push(board)
        assert fake.ops.count(link.DATA) <= PIECES + link.WINDOW


def test_a_board_that_vanishes_and_comes_back(tmp_path: Path) -> None:
    folder = tmp_path / "b"
    with (
        FakeBoard(folder, fault=lambda n, _op: "vanish" if n == 30 else None) as fake,
        Board(fake.port) as board,
        pytest.raises(UserError, match="stopped answering"),
    ):
        push(board)
    with FakeBoard(folder) as fake, Board(fake.port) as board:
        assert fake.packs() == []
        progress = push(board)
        assert 0 < progress.seen[0][0] < len(CONTENT)
        assert stored(fake) == CONTENT


def test_a_board_that_falls_silent(tmp_path: Path) -> None:
    with (
        FakeBoard(tmp_path / "b", fault=lambda n, _op: "lose" if n >= 10 else None) as fake,
        Board(fake.port) as board,
    ):
        with pytest.raises(UserError, match="stopped answering"):
            push(board)
        assert len(fake.ops) <= 10 + link.WINDOW * TRIES
        with pytest.raises(UserError, match="stopped answering"):
            board.packs()


def test_a_full_board(tmp_path: Path) -> None:
    with FakeBoard(tmp_path / "b", capacity=30000) as fake, Board(fake.port) as board:
        with pytest.raises(UserError) as caught:
            push(board)
        assert str(caught.value) == (
            "The board is full: needs 7 KiB, 6 KiB free. Delete a pack with `eightoff delete NAME`."
        )
        assert fake.packs() == []


def test_a_pack_of_a_version_that_the_board_does_not_know(tmp_path: Path) -> None:
    header = bytearray(CONTENT[: packhead.HEADER_SIZE - 4])
    header[4] = packhead.VERSION + 1
    crc = crc32(header)
    content = header + struct.pack("<I", crc) + CONTENT[packhead.HEADER_SIZE :]
    with (
        FakeBoard(tmp_path / "b") as fake,
        Board(fake.port) as board,
    ):
        with pytest.raises(UserError, match="the board says that the pack is a pack of a newer"):
            push(board, bytes(content), crc)
        assert fake.packs() == []


def test_a_pack_that_was_damaged_on_the_way(tmp_path: Path) -> None:
    broken = bytearray(CONTENT)
    broken[-1] ^= 1
    with (
        FakeBoard(tmp_path / "b") as fake,
        Board(fake.port) as board,
    ):
        with pytest.raises(UserError, match="did not arrive whole"):
            push(board, bytes(broken))
        assert fake.packs() == []
        assert fake.ops.count(link.PUT) == 3


def test_names() -> None:
    assert check_name("eight-off-2") == "eight-off-2"
    for name in ("../secret", "A", "", "x" * 25, "a b", "ä", "a/b", "\x1b[2J"):
        with pytest.raises(UserError, match="--name"):
            check_name(name)


@contextmanager
def silent_port(*, echo: bool = False) -> Iterator[str]:
    """A port with no game behind it, or one whose terminal sends everything back."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    name = os.ttyname(slave)
    stop = threading.Event()

    def mirror() -> None:
        while not stop.is_set():
            content = os.read(master, 1024)
            if not stop.is_set():
                os.write(master, b">>> " + content + b"Traceback\r\n\x02")

    thread = threading.Thread(target=mirror, daemon=True)
    if echo:
        thread.start()
    try:
        yield name
    finally:
        stop.set()
        if echo:
            os.write(slave, b"x")
            thread.join()
        os.close(slave)
        os.close(master)


@pytest.mark.parametrize("echo", [False, True])
def test_a_port_with_no_game_behind_it(echo: bool) -> None:
    with silent_port(echo=echo) as port:
        with pytest.raises(UserError) as caught:
            Board(port, seconds=0.1, tries=2)
        assert str(caught.value).startswith(f"nothing answers at {port}: ")


def test_a_banner_before_the_first_answer(tmp_path: Path) -> None:
    banner = b"MicroPython v1.29\r\n>>> \r\x02\xff~~\x00~AAAA\n" + b"~" + b"x" * 400
    with FakeBoard(tmp_path / "b", banner=banner) as fake, Board(fake.port) as board:
        assert board.hello.name == "Test board"


def test_ports_that_cannot_be_opened(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for port, reason in (
        (str(tmp_path / "absent"), "there is no port"),
        (str(file), "is no serial port"),
        (str(tmp_path), "is no serial port"),
        ("nothing://x", "is no name of a serial port"),
    ):
        with pytest.raises(UserError, match=reason):
            Board(port)


def test_a_port_in_use(tmp_path: Path) -> None:
    with (
        FakeBoard(tmp_path / "b") as fake,
        Board(fake.port),
        pytest.raises(UserError, match="in use by another program"),
    ):
        Board(fake.port)


def test_finding_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        FakeBoard(tmp_path / "a", name="First \x1b[2J") as first,
        FakeBoard(tmp_path / "b", name="Second") as second,
        silent_port() as silent,
    ):
        ports = [silent, first.port, "/dev/does-not-exist"]
        monkeypatch.setattr(boards, "usb_ports", lambda: ports)
        with boards.connect(None) as board:
            assert board.port == first.port
        with boards.connect(second.port) as board:
            assert board.hello.name == "Second"
        ports.append(second.port)
        with pytest.raises(UserError) as caught:
            boards.connect(None)
        message = str(caught.value)
        assert "--port" in message
        assert f"{first.port} (First ?[2J)" in message
        assert f"{second.port} (Second)" in message
        ports[:] = [silent]
        with pytest.raises(UserError, match=f"no board answers .tried {silent}"):
            boards.connect(None)
        ports.clear()
        with pytest.raises(UserError, match="no USB serial port"):
            boards.connect(None)


def test_sync(tmp_path: Path) -> None:
    with (
        FakeBoard(tmp_path / "b", name="Pico\x1b]0;") as fake,
        Records(tmp_path / "r.sqlite") as records,
    ):
        for n in range(1, 31):
            fake.play(n, won=n % 3 > 0)
        with Board(fake.port) as board:
            progress = Progress()
            synced = boards.sync(board, records, progress)
        assert [result.deal for result in synced.new] == [f"ms:{n}" for n in range(1, 31)]
        assert [result.won for result in synced.new] == [n % 3 > 0 for n in range(1, 31)]
        assert fake.journal.acknowledged == 30
        assert fake.ops.count(link.RESULTS) > 1
        assert progress.seen[0] == (0, 30)
        assert progress.seen[-1] == (30, 30)
        assert fake.clock > 0
        fake.play(31)
        for expected in ([31], []):
            with Board(fake.port) as board:
                again = boards.sync(board, records)
            assert [result.sequence for result in again.new] == expected
        assert records.results()[-1].date is not None
    with Records(tmp_path / "r.sqlite") as records:
        assert len(records.results()) == 31


def test_a_second_pc_gets_what_the_board_still_has(tmp_path: Path) -> None:
    with FakeBoard(tmp_path / "b") as fake:
        fake.play(1)
        for name in ("one.sqlite", "two.sqlite"):
            with Board(fake.port) as board, Records(tmp_path / name) as records:
                assert [result.deal for result in boards.sync(board, records).new] == ["ms:1"]


def test_nothing_is_acknowledged_that_was_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise UserError("the disk is full")

    with FakeBoard(tmp_path / "b") as fake, Records(tmp_path / "r.sqlite") as records:
        fake.play(1)
        with Board(fake.port) as board, monkeypatch.context() as patch:
            patch.setattr(records, "store", broken)
            with pytest.raises(UserError, match="disk is full"):
                boards.sync(board, records)
        assert fake.journal.acknowledged == 0
        with Board(fake.port) as board:
            assert len(boards.sync(board, records).new) == 1


def test_a_sync_that_was_cut_in_the_middle(tmp_path: Path) -> None:
    with Records(tmp_path / "r.sqlite") as records:
        with FakeBoard(tmp_path / "b", fault=lambda n, _op: "vanish" if n == 60 else None) as fake:
            for n in range(1, 251):
                fake.play(n)
            with Board(fake.port) as board, pytest.raises(UserError, match="stopped answering"):
                boards.sync(board, records)
        stored_before = [result.sequence for result in records.results()]
        assert 100 <= len(stored_before) < 250
        assert stored_before == list(range(1, len(stored_before) + 1))
        with FakeBoard(tmp_path / "b") as fake, Board(fake.port) as board:
            assert fake.journal.acknowledged == 0
            synced = boards.sync(board, records)
            assert (len(synced.new), synced.received) == (250 - len(stored_before), 250)
            assert fake.journal.acknowledged == 250
            assert fake.ops.count(link.ACK) == 1
        assert [result.deal for result in records.results()] == [f"ms:{n}" for n in range(1, 251)]


def test_a_sync_that_was_cut_before_the_acknowledgement(tmp_path: Path) -> None:
    def fault(_number: int, op: int) -> str | None:
        return "vanish" if op == link.ACK else None

    with Records(tmp_path / "r.sqlite") as records:
        with FakeBoard(tmp_path / "b", fault=fault) as fake:
            fake.play(1)
            with Board(fake.port) as board, pytest.raises(UserError, match="stopped answering"):
                boards.sync(board, records)
        with FakeBoard(tmp_path / "b") as fake, Board(fake.port) as board:
            synced = boards.sync(board, records)
            assert (len(synced.new), synced.received) == (0, 1)
            assert fake.journal.acknowledged == 1
        assert len(records.results()) == 1


def test_a_cloned_board_is_not_acknowledged(tmp_path: Path) -> None:
    with Records(tmp_path / "r.sqlite") as records:
        with FakeBoard(tmp_path / "b") as fake:
            fake.play(1)
            with Board(fake.port) as board:
                boards.sync(board, records)
        with FakeBoard(tmp_path / "c") as clone:
            clone.journal.id[:] = fake.journal.id
            clone.play(2, moves=200)
            with Board(clone.port) as board, pytest.raises(UserError, match="a copy of another"):
                boards.sync(board, records)
            assert clone.journal.acknowledged == 0
