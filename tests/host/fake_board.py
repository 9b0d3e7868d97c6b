"""A board on a pty: the device's own service and journal, run by a thread of this process.

A fault is a function of the request's number (from 0) and op. It returns None, or what happens to
that request: "lose" it, lose its "answer", "garble" the answer, answer "twice" or "late" (after
the next one), or "vanish" for good.
"""

from __future__ import annotations

import os
import pty
import select
import struct
import threading
import tty
from binascii import crc32
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from eightoff import frames, link
from eightoff.catalogue import find
from eightoff.journal import Journal
from eightoff.records import GIVEN_UP, WON
from eightoff.service import Service
from eightoff.store import Store

Fault = Callable[[int, int], "str | None"]
Lie = Callable[[int], "bytes | None"]


def no_fault(_number: int, _op: int) -> None:
    """Everything arrives."""


def no_lie(_op: int) -> None:
    """The board answers as it should."""


class FakeBoard:
    """Use as a context manager; `port` is the name to open. What it stores stays in `folder`.

    lie: a function of the op that returns the payload to answer with, or None for the true one.
    banner: what the port says by itself, before the first answer.
    """

    def __init__(
        self,
        folder: Path,
        *,
        fault: Fault = no_fault,
        lie: Lie = no_lie,
        banner: bytes = b"",
        capacity: int = 1 << 20,
        name: str = "Test board",
    ) -> None:
        self.folder = folder
        self.capacity = capacity
        self.fault = fault
        self.lie = lie
        self._banner = banner
        self.ops: list[int] = []
        self.clock = 0
        self.store = Store(str(folder), self._free)
        self.journal = Journal(self.store, self._random)
        self.journal.open()
        self.service = Service(self.store, self.journal, name, self._set_clock)
        self._decoder = frames.Decoder()
        self._late = b""
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._stop_read, self._stop_write = os.pipe()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _free(self) -> int:
        return self.capacity - sum(file.stat().st_size for file in self.folder.iterdir())

    def _random(self, buffer: bytearray) -> None:
        buffer[:] = (str(self.folder).encode() * 8)[-len(buffer) :]

    def _set_clock(self, seconds: int) -> None:
        self.clock = seconds

    def __enter__(self) -> FakeBoard:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.write(self._stop_write, b"x")
        self._thread.join()
        for end in (self._stop_read, self._stop_write):
            os.close(end)
        self._unplug()

    def _unplug(self) -> None:
        if self._master >= 0:
            os.close(self._slave)
            os.close(self._master)
        self._master = -1

    def play(self, number: int, *, won: bool = True, moves: int = 90, hints: int = 0) -> None:
        """Add the result of an attempt at a numbered deal of Eight Off."""
        attempt = self.journal.attempt
        attempt.reset()
        attempt.name = "eight-off"
        attempt.record = find("eight-off").record
        attempt.rules = crc32(attempt.record)
        attempt.kind = 0
        struct.pack_into("<I", attempt.code, 0, number)
        attempt.difficulty, attempt.par = 2, 85
        self.journal.start()
        attempt.moves, attempt.seconds, attempt.hints = moves, 300 + number, hints
        attempt.date = self.clock
        self.journal.finish(WON if won else GIVEN_UP)

    def packs(self) -> list[str]:
        """The names of the packs that are complete."""
        return [str(name) for name in self.service.delivery().arrivals.names()]

    def _run(self) -> None:
        while self._master >= 0:
            ready, _, _ = select.select([self._master, self._stop_read], [], [])
            if self._stop_read in ready:
                return
            self._feed(os.read(self._master, 4096))

    def _feed(self, arrived: bytes) -> None:
        at = 0
        while at < len(arrived) and self._master >= 0:
            at = self._decoder.feed(arrived, at, len(arrived))
            if self._decoder.ready:
                self._answer(self._decoder.op, self._decoder.seq, self._decoder.payload)

    def _answer(self, op: int, seq: int, payload: memoryview) -> None:
        fault = self.fault(len(self.ops), op)
        self.ops.append(op)
        if fault == "vanish":
            self._unplug()
            return
        if fault == "lose":
            return
        frame = self._frame(op, seq, payload)
        frame, self._late = (b"", frame) if fault == "late" else (frame + self._late, b"")
        if fault == "garble":
            frame = frame[:5] + b"!" + frame[6:]
        if fault == "twice":
            frame += frame
        if fault != "answer":
            os.write(self._master, frame)

    def _frame(self, op: int, seq: int, payload: memoryview) -> bytes:
        lie = self.lie(op)
        if lie is None:
            size = self.service.handle(op, seq, payload)
            frame = self.service.frame
        else:
            encoder = frames.Encoder()
            encoder.payload[: len(lie)] = lie
            size = encoder.encode(op | link.ANSWER, seq, len(lie))
            frame = encoder.frame
        banner, self._banner = self._banner, b""
        return banner + bytes(frame[:size])
