"""The file from which a stopped survey goes on: the counts of every finished chunk, as JSON.

One file holds the surveys of many games. It is replaced as a whole: a chunk is in it or it is not.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from eightoff.variants import Variant

from eightoff_host import files, sampling
from eightoff_host.errors import UserError
from eightoff_host.survey import Counts, Done, Survey

_FORMAT = "eightoff survey 1"


class State:
    """Finished chunks by survey, in a file or, without a path, in memory alone.

    UserError, when made, for a file that is there and cannot be read, or is something else.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._surveys: dict[Survey, Done] = {}
        if path and path.exists():
            self._load(path)

    def done(self, survey: Survey) -> Done:
        """The finished chunks of a survey; what is entered there is saved by `save`."""
        return self._surveys.setdefault(survey, {})

    def save(self) -> None:
        """Write the file, all or nothing. UserError when it cannot be written."""
        if self.path is None:
            return
        surveys = [_as_json(survey, done) for survey, done in self._surveys.items() if done]
        text = json.dumps({"format": _FORMAT, "surveys": surveys}, separators=(",", ":"))
        try:
            files.replace(self.path, text.encode())
        except OSError as error:
            raise UserError(f"{self.path} cannot be written: {error.strerror}") from None

    def _load(self, path: Path) -> None:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise UserError(f"{path} cannot be read: {error.strerror}") from None
        try:
            read = json.loads(content)
            if read["format"] != _FORMAT:
                raise ValueError
            self._surveys = dict(_from_json(entry) for entry in read["surveys"])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, UserError):
            raise UserError(f"{path} is no state of a survey: name another file") from None


def _as_json(survey: Survey, done: Done) -> dict[str, Any]:
    return {
        "game": survey.name,
        "rules": survey.record.hex(),
        "deals": survey.series.name,
        "chunk": survey.size,
        "memory": survey.memory,
        "won, unwinnable, undecided": {str(index): done[index] for index in sorted(done)},
    }


def _from_json(entry: dict[str, Any]) -> tuple[Survey, Done]:
    """A survey and its chunks. ValueError, KeyError, TypeError, UserError for anything else."""
    record = bytes.fromhex(entry["rules"])
    Variant(record)
    size, memory = entry["chunk"], entry["memory"]
    survey = Survey(record, str(entry["game"]), sampling.parse(entry["deals"]), size, memory)
    done: Done = {}
    for index, (won, unwinnable, undecided) in entry["won, unwinnable, undecided"].items():
        counts = Counts(won, unwinnable, undecided)
        if min(counts) < 0 or not 0 < counts.total <= size or int(index) < 0:
            raise ValueError("counts")
        done[int(index)] = counts
    return survey, done
