"""Packs as files on the PC: written here, read through the board's own reader.

The format is `eightoff.pack`'s; nothing about it is said twice.
"""

from __future__ import annotations

import contextlib
import os
import struct
from array import array
from binascii import crc32
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from eightoff import dealcode, deals, names, pack, packhead
from eightoff.game import LINE_MAX, MOVES_MAX, Game
from eightoff.pack import Pack
from eightoff.packhead import PackError

from eightoff_host import files
from eightoff_host.errors import UserError

_TITLE_MAX = 24

_ADVICE = {
    packhead.NOT_A_PACK: "is not a pack of Eight Off: choose one that `eightoff pack make` wrote",
    packhead.UNKNOWN_VERSION: "is a pack of a newer version: update eightoff to read it",
    packhead.DAMAGED: "is damaged: copy it again, or make it anew with `eightoff pack make`",
    packhead.SHORT: "is cut off: copy it again, or make it anew with `eightoff pack make`",
    packhead.BAD_RULES: "holds a game that this version cannot play: update eightoff",
}


@dataclass(frozen=True)
class Entry:
    """One deal of a pack.

    deal        a number of the `ms` generator, or 52 cards in the order in which they leave the
                deck
    difficulty  1 to 5
    par         moves of the proved line
    line        the line in stored form (an index into the canonical list of legal moves each), or
                None where it is left out
    """

    deal: int | bytes
    difficulty: int
    par: int
    line: bytes | None = None


def advice(code: int) -> str:
    """Return what is wrong, and what to do, for a code of PackError: "is damaged: ..."."""
    return _ADVICE.get(code, "is refused: make it anew with `eightoff pack make`")


def write(
    target: str | os.PathLike[str] | BinaryIO, title: str, variant: Any, entries: Sequence[Entry]
) -> int:
    """Write a pack to a path, all or nothing, or to an open binary file; return its size.

    variant: an `eightoff.variants.Variant` with a name. UserError for a title that does not fit
    or a path that cannot be written; ValueError for entries that no pack can hold.
    """
    content = encode(title, variant, entries)
    if isinstance(target, str | os.PathLike):
        _replace(Path(target), content)
    else:
        target.write(content)
    return len(content)


def encode(title: str, variant: Any, entries: Sequence[Entry]) -> bytes:
    """Return the bytes of a pack. Errors as for `write`."""
    if not 1 <= len(entries) <= 0xFFFF:
        raise ValueError("a pack holds 1 to 65535 deals")
    if not names.valid(variant.name, names.VARIANT_MAX):
        raise ValueError(f"not a name for a variant: {variant.name!r}")
    kind = deals.NUMBER if all(isinstance(entry.deal, int) for entry in entries) else deals.CODE
    size = deals.size(kind) + struct.calcsize(pack.ENTRY_TAIL) + 4
    at = packhead.HEADER_SIZE + size * len(entries)
    head = bytearray()
    lines = bytearray()
    for index, entry in enumerate(entries):
        line = b"" if entry.line is None else _line(index, entry.line)
        head += _entry(index, kind, entry, at + len(lines) if line else 0)
        lines += line
    body = bytes(head + lines)
    flags = packhead.HAS_LINES if lines else 0
    return _header(title, variant, bytes((kind, flags, 0)), len(entries), body) + body


def _entry(index: int, kind: int, entry: Entry, line_at: int) -> bytes:
    if not 1 <= entry.difficulty <= 5:
        raise ValueError("difficulty is 1 to 5")
    raw = _deal(kind, entry.deal)
    raw += struct.pack(pack.ENTRY_TAIL, entry.difficulty, entry.par, line_at)
    return raw + struct.pack("<I", pack.seal(index, raw))


def _deal(kind: int, deal: int | bytes) -> bytes:
    # A pack has one kind: beside a deal without a number, numbered ones are written as codes.
    order = bytearray(52)
    if isinstance(deal, int):
        deals.numbered(deal, order)  # refuses what is no number
        if kind == deals.NUMBER:
            return struct.pack("<I", deal)
    else:
        order[:] = deal
    code = bytearray(deals.CODE_SIZE)
    dealcode.encode(order, code)
    return bytes(code)


def _line(index: int, line: bytes) -> bytes:
    if not 1 <= len(line) <= LINE_MAX:
        raise ValueError(f"a line has 1 to {LINE_MAX} moves")
    raw = struct.pack("<H", len(line)) + line
    return raw + struct.pack("<I", pack.seal(index, raw))


def _header(title: str, variant: Any, kind: bytes, count: int, body: bytes) -> bytes:
    name = title.encode()
    if len(name) > _TITLE_MAX or not title.isprintable():
        raise UserError(f"The title {title!r} does not fit: choose one of {_TITLE_MAX} letters.")
    raw = struct.pack(
        packhead.HEADER,
        packhead.MAGIC,
        packhead.VERSION,
        *kind,
        count,
        name,
        variant.name.encode(),
        variant.record,
        packhead.HEADER_SIZE + len(body),
        crc32(body),
    )
    return raw + struct.pack("<I", crc32(raw))


def _replace(path: Path, content: bytes) -> None:
    try:
        files.replace(path, content)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UserError(f"Cannot write {path} ({reason}): choose another place.") from error


@contextlib.contextmanager
def opened(path: str | os.PathLike[str]) -> Iterator[Any]:
    """Open a pack file as the board's `Pack`, its whole content checked.

    UserError, also for what is found within the `with`: the file is missing, damaged, not a pack.
    """
    with _open(Path(path)) as file:
        try:
            reader = Pack(file)
            reader.check()
            yield reader
        except PackError as error:
            raise UserError(f"{path} {advice(error.code)}.") from error


def _open(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        reason = error.strerror or str(error)
        raise UserError(f"Cannot read {path} ({reason}): check the name of the pack.") from error


def entries(reader: Any) -> Iterator[Entry]:
    """Yield the entries of an open `Pack`, in order. PackError for a damaged one."""
    line = bytearray(LINE_MAX)
    order = bytearray(52)
    for index in range(reader.count):
        reader.entry(index)
        reader.order(order)
        length = reader.line(line)
        yield Entry(
            deal=reader.number() or bytes(order),
            difficulty=reader.difficulty,
            par=reader.par,
            line=bytes(line[:length]) if length else None,
        )


def read(path: str | os.PathLike[str]) -> tuple[str, Any, list[Entry]]:
    """Return title, variant and entries of a pack file. UserError as for `opened`."""
    with opened(path) as reader:
        return reader.title, reader.variant, list(entries(reader))


def line_of(path: str | os.PathLike[str], index: int) -> list[int]:
    """Return the stored line of a deal as engine moves, automatic ones among them.

    UserError as for `opened`, and for a deal without a line.
    """
    game = Game()
    moves = array("H", [0] * MOVES_MAX)
    order = bytearray(52)
    line = bytearray(LINE_MAX)
    with opened(path) as reader:
        reader.entry(index)
        reader.order(order)
        length = reader.line(line)
        game.set_rules(reader.variant)
    if not length:
        raise UserError(f"Deal {index + 1} of {path} is stored without its line: make it anew.")
    game.deal(order)
    for choice in line[:length]:
        if choice >= game.legal(moves):
            raise UserError(f"The line of deal {index + 1} of {path} is wrong: make the pack anew.")
        game.push(moves[choice])
    return list(game.history[:length])
