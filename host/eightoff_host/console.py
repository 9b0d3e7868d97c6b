"""What the command prints, and how: text from a board or a file is never trusted.

Results go to the standard output, progress and errors to the standard error.
"""

from __future__ import annotations

import sys
import unicodedata
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

_STRIPPED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_PIPE_WIDTH = 200


def clean(text: str) -> str:
    """Replace everything that could steer a terminal: control and format characters, line ends."""
    return "".join("?" if unicodedata.category(c) in _STRIPPED else c for c in text)


def output() -> Console:
    """The console for results. Piped output is not broken at 80 columns."""
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    return Console(
        file=sys.stdout, width=width, markup=False, highlight=False, emoji=False, soft_wrap=True
    )


def progress_output() -> Console:
    """The console for progress and notices."""
    return Console(stderr=True, markup=False, highlight=False, emoji=False)


def progress_bar() -> Progress:
    """A progress bar with an estimate of the time left; shown on a terminal alone.

    A task's field `note` is shown behind the numbers.
    """
    console = progress_output()
    return _Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total} {task.fields[note]}"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


class _Bar(Progress):
    def add_task(self, *args: Any, **fields: Any) -> TaskID:
        """As rich's, with a note in every task."""
        return super().add_task(*args, **{"note": "", **fields})


def table(*headings: str, left: int = 1) -> Table:
    """A plain table whose first `left` columns are text and whose others are numbers."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    for index, heading in enumerate(headings):
        made.add_column(heading, justify="left" if index < left else "right", no_wrap=True)
    return made


def size(count: int) -> str:
    """A number of bytes for people: "900 bytes", "23 KiB", "1.4 MiB"."""
    if count < 1024:
        return f"{count} bytes"
    if count < 1024 * 1024:
        return f"{-(-count // 1024)} KiB"
    return f"{count / 1024 / 1024:.1f} MiB"


def duration(seconds: int) -> str:
    """A play time for people: "0:42", "12:05", "1:02:03"."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
