"""The file beside a pack in the making, `NAME.part`: what was proved, so that a second run goes on.

Text, a line for each deal of the source in its order, each with a checksum. A line that was cut,
or is damaged, ends what is read, and the deals from there on are proved again.
"""

from __future__ import annotations

from binascii import crc32
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from eightoff_host.errors import UserError
from eightoff_host.solver.verdict import Verdict


@dataclass(frozen=True)
class Outcome:
    """What was found about a deal; the fields as in `packs.Proof`."""

    verdict: Verdict
    line: bytes | None
    difficulty: int


class Progress:
    """The outcomes for the deals of one source, in a file that grows.

    path      the file; it is made when it is not there, and begun anew when it is of another pack
    identity  what outcomes must have in common to be of use: the rules, the deals, the program
    outcomes  those that an earlier run has left, for the first deals of the source

    `was_other` says that there was a file of another pack. UserError when it cannot be written.
    """

    def __init__(self, path: Path, identity: str) -> None:
        self.path = path
        self.was_other = False
        self.outcomes: list[Outcome] = []
        head = _sealed(f"eightoff pack: {identity}")
        try:
            kept = self._read(head)
            self._file: TextIO = path.open("r+" if kept else "w", encoding="ascii", newline="\n")
            self._file.seek(kept)
            self._file.truncate()
            if not kept:
                self._file.write(head)
            self._file.flush()
        except OSError as error:
            raise UserError(f"{path} cannot be written: {error.strerror}") from None

    def add(self, outcome: Outcome) -> None:
        """Write down what was found about the next deal. UserError when it cannot be written."""
        line = "-" if outcome.line is None else outcome.line.hex()
        try:
            self._file.write(_sealed(f"{int(outcome.verdict)} {outcome.difficulty} {line}"))
            self._file.flush()
        except OSError as error:
            raise UserError(f"{self.path} cannot be written: {error.strerror}") from None
        self.outcomes.append(outcome)

    def close(self) -> None:
        """Keep the file for another run; one without outcomes is removed."""
        self._file.close()
        if not self.outcomes:
            self.remove()

    def remove(self) -> None:
        """Remove the file: the pack is written."""
        self._file.close()
        self.path.unlink(missing_ok=True)

    def _read(self, head: str) -> int:
        """Read the outcomes of an earlier run; return how many bytes hold them, 0 without any."""
        try:
            content = self.path.read_bytes().decode("ascii", "replace")
        except FileNotFoundError:
            return 0
        if not content.startswith(head):
            self.was_other = bool(content)
            return 0
        kept = len(head)
        for text in _whole_lines(content[kept:]):
            outcome = _outcome(text)
            if outcome is None:
                break
            self.outcomes.append(outcome)
            kept += len(text)
        return kept


def _sealed(text: str) -> str:
    return f"{text} {crc32(text.encode()):08x}\n"


def _whole_lines(text: str) -> Iterator[str]:
    return (line for line in text.splitlines(keepends=True) if line.endswith("\n"))


def _outcome(sealed: str) -> Outcome | None:
    text = sealed.rpartition(" ")[0]
    if _sealed(text) != sealed:
        return None
    try:
        verdict, difficulty, line = text.split(" ")
        moves = None if line == "-" else bytes.fromhex(line)
        return Outcome(Verdict(int(verdict)), moves, int(difficulty))
    except ValueError:
        return None
