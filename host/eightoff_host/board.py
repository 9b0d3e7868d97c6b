"""A board at the end of a serial line: what can be asked of it. Every error is a UserError."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from eightoff import link, names

from eightoff_host import explain
from eightoff_host.errors import UserError
from eightoff_host.ports import open_port
from eightoff_host.transport import TRIES, Answer, NoAnswerError, PortGoneError, Transport

_MOST_PACKS = 1000
_SECONDS = 1.0
# Some boards start anew when their port is opened.
_HELLO_SECONDS = 1.0
# The board reads the whole file before it says that a transfer is complete.
_COMMIT_SECONDS = 5.0
_TRANSFERS = 3

Report = Callable[[int, int], None]
"""Called with bytes done and bytes in all."""


@dataclass(frozen=True)
class Hello:
    """What a board says of itself.

    journal: 16 hex digits; free: bytes; last, acknowledged: sequence numbers of results.
    """

    journal: str
    free: int
    last: int
    acknowledged: int
    name: str


@dataclass(frozen=True)
class Listed:
    """A pack on a board. damaged: 0, or the PackError code that says why it cannot be played."""

    name: str
    size: int
    crc: int
    deals: int
    damaged: int
    title: str


class RefusedError(Exception):
    """The board's answer is an error: one of link's codes, with its detail."""

    def __init__(self, code: int, detail: int) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


class Board:
    """An open board. Use as a context manager. `hello` is what it said at first."""

    def __init__(self, port: str, *, seconds: float = _HELLO_SECONDS, tries: int = TRIES) -> None:
        """Open a port and greet the board; seconds, tries: how long to wait for its answer."""
        self.port = port
        self._link = Transport(open_port(port))
        try:
            self.hello = self._greet(seconds, tries)
        except BaseException:
            self._link.close()
            raise

    def __enter__(self) -> Board:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the port."""
        self._link.close()

    def _greet(self, seconds: float, tries: int) -> Hello:
        try:
            answer = self._link.request(link.HELLO, seconds=seconds, tries=tries)
        except NoAnswerError:
            raise UserError(explain.no_game(self.port)) from None
        except PortGoneError:
            raise UserError(explain.gone(self.port)) from None
        with self._explained():
            payload = self._payload(answer)
            if payload[:1] != bytes([link.PROTOCOL]):
                raise UserError(explain.other_protocol(self.port))
            _, journal, free, last, known = struct.unpack_from(link.HELLO_ANSWER, payload)
            name = link.get_text(payload, struct.calcsize(link.HELLO_ANSWER))
            return Hello(journal.hex(), free, last, known, name)

    def packs(self) -> list[Listed]:
        """The packs on the board."""
        found: list[Listed] = []
        more = True
        with self._explained():
            while more and len(found) < _MOST_PACKS:
                page = self._ask(link.LIST, struct.pack("<H", len(found)))
                entries = list(_listed(page))
                found += entries
                more = bool(page[0]) and bool(entries)
        return found

    def push(self, name: str, content: bytes, crc: int, report: Report) -> None:
        """Bring a pack to the board under a name, going on where an earlier transfer stopped.

        content: the file; crc: its `Pack.crc`. A pack of that name is replaced once all is there.
        """
        size = len(content)
        named = _text(name) + struct.pack(link.TRANSFER, size, crc)
        with self._explained(needed=size):
            for attempt in range(1, _TRANSFERS + 1):
                try:
                    at = _number(self._ask(link.PUT, named))
                    self._send(content, crc, at, report)
                    self._ask(link.COMMIT, named, seconds=_COMMIT_SECONDS)
                    return
                except RefusedError as refusal:
                    again = refusal.code in (link.NO_TRANSFER, link.WRONG_CONTENT)
                    if attempt == _TRANSFERS or not again:
                        raise

    def _send(self, content: bytes, crc: int, wanted: int, report: Report) -> None:
        # Go-back-n: a few pieces are under way, and every answer names the first byte that is
        # still missing. After a gap or a silence sending goes on from there.
        size = len(content)
        under_way: dict[int, int] = {}  # seq -> offset
        following = wanted
        setbacks = 0
        while wanted < size:
            report(wanted, size)
            while len(under_way) < link.WINDOW and following < size:
                piece = content[following : following + link.DATA_MAX]
                head = struct.pack(link.DATA_HEAD, crc, following)
                under_way[self._link.send(link.DATA, head + piece)] = following
                following += len(piece)
            told = self._missing(under_way)
            if told is not None and told > following:
                raise ValueError("offset")
            if told is not None and told > wanted:
                wanted = told
                setbacks = 0
                under_way = {seq: at for seq, at in under_way.items() if at >= wanted}
                continue
            setbacks += 1
            if setbacks == TRIES:
                raise NoAnswerError
            under_way = {}
            wanted = following = wanted if told is None else told
        report(size, size)

    def _missing(self, under_way: dict[int, int]) -> int | None:
        # The offset in the next answer to one of these pieces. None after a silence, or after
        # more answers to pieces given up than there can be.
        for _ in range(link.WINDOW * TRIES):
            answer = self._link.receive(_SECONDS)
            if answer is None:
                return None
            if answer.seq in under_way:
                del under_way[answer.seq]
                return _number(self._payload(answer))
        return None

    def delete(self, name: str) -> None:
        """Remove a pack; no error when there is none of that name."""
        with self._explained():
            self._ask(link.DELETE, _text(name))

    def results(self, after: int) -> tuple[list[bytes], bool]:
        """A page of results with sequence numbers above `after`, as they are recorded.

        Returns the records and whether there are more.
        """
        with self._explained():
            page = self._ask(link.RESULTS, struct.pack("<I", after))
            records = []
            at = 1
            while at < len(page):
                end = at + 1 + page[at]
                if end > len(page):
                    raise ValueError("record size")
                records.append(page[at + 1 : end])
                at = end
            return records, bool(page[0])

    def acknowledge(self, sequence: int) -> None:
        """Tell the board that all results up to this sequence number are stored."""
        with self._explained():
            self._ask(link.ACK, struct.pack("<I", sequence))

    def set_clock(self, seconds: int) -> None:
        """Set the board's clock: local time in seconds since 2000."""
        with self._explained():
            self._ask(link.CLOCK, struct.pack("<I", seconds))

    def _ask(self, op: int, payload: bytes = b"", *, seconds: float | None = None) -> bytes:
        return self._payload(self._link.request(op, payload, seconds=seconds or _SECONDS))

    def _payload(self, answer: Answer) -> bytes:
        if answer.op == link.ERROR:
            raise RefusedError(*struct.unpack_from(link.ERROR_ANSWER, answer.payload))
        return answer.payload

    @contextmanager
    def _explained(self, needed: int = 0) -> Iterator[None]:
        try:
            yield
        except (NoAnswerError, PortGoneError):
            raise UserError(explain.gone(self.port)) from None
        except RefusedError as refusal:
            raise UserError(explain.refused(refusal.code, refusal.detail, needed)) from None
        except (struct.error, ValueError, IndexError):
            raise UserError(explain.nonsense(self.port)) from None


def _listed(page: bytes) -> Iterator[Listed]:
    at = 1
    while at < len(page):
        name = link.get_text(page, at)
        at += 1 + page[at]
        size, crc, deals, damaged = struct.unpack_from(link.LISTED, page, at)
        at += struct.calcsize(link.LISTED)
        title = link.get_text(page, at)
        at += 1 + page[at]
        yield Listed(name, size, crc, deals, damaged, title)


def _number(payload: bytes) -> int:
    return int(struct.unpack_from("<I", payload)[0])


def _text(text: str) -> bytes:
    raw = text.encode()
    return bytes([len(raw)]) + raw


def check_name(name: str) -> str:
    """Return a name for a pack on a board. UserError when it cannot be one."""
    if not names.valid(name):
        raise UserError(
            f"{name!r} cannot name a pack on a board: use --name with 1 to {names.PACK_MAX} small "
            "letters, digits and hyphens"
        )
    return name
