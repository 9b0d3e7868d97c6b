"""A pack, and how the tests push it."""

from __future__ import annotations

import struct

from eightoff import packhead
from eightoff.catalogue import find
from eightoff_host import packfile
from eightoff_host.board import Board


def make_content(count: int = 60, title: str = "A pack") -> tuple[bytes, int]:
    """A pack's bytes and identity; its lines are not played here, so any moves will do."""
    entries = [packfile.Entry(n, 1 + n % 5, 80, bytes([n % 7]) * 80) for n in range(1, count + 1)]
    content = packfile.encode(title, find("eight-off"), entries)
    return content, struct.unpack_from("<I", content, packhead.HEADER_SIZE - 4)[0]


CONTENT, CRC = make_content()


class Progress:
    """Collects reports."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, int]] = []

    def __call__(self, done: int, total: int) -> None:
        self.seen.append((done, total))


def push(board: Board, content: bytes = CONTENT, crc: int = CRC, name: str = "one") -> Progress:
    progress = Progress()
    board.push(name, content, crc, progress)
    return progress
