"""Shares of winnable deals: intervals, the published figures, and the table of both."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import NamedTuple

from eightoff_host.survey import Counts

_Z = 1.959963984540054  # the normal distribution has 95% within this many deviations


class Interval(NamedTuple):
    """A range of shares, 0 to 1."""

    low: float
    high: float

    def overlaps(self, other: Interval) -> bool:
        """Whether some share lies in both."""
        return self.low <= other.high and other.low <= self.high

    @property
    def half_width(self) -> float:
        """Half of its length."""
        return (self.high - self.low) / 2


def interval(counts: Counts) -> Interval:
    """The 95% interval (Wilson's score) of the share of winnable deals.

    Undecided deals are taken as lost at its low end and as won at its high end. ValueError
    without any deal.
    """
    if not counts.total:
        raise ValueError("no deals")
    return Interval(
        _wilson(counts.won, counts.total).low,
        _wilson(counts.won + counts.undecided, counts.total).high,
    )


def _wilson(won: float, deals: int) -> Interval:
    share = won / deals
    weight = _Z * _Z / deals
    middle = (share + weight / 2) / (1 + weight)
    reach = _Z * math.sqrt(share * (1 - share) / deals + weight / deals / 4) / (1 + weight)
    # Rounding must not make certain what is not, nor leave 0 to 1.
    low = max(0.0, middle - reach) if won > 0 else 0.0
    return Interval(low, min(1.0, middle + reach) if won < deals else 1.0)


@dataclass(frozen=True)
class Figure:
    """A published share.

    game      its id; line: the rules of a game that is not built in, else empty
    source    who published it
    percent   as printed there
    reach     what is known of its precision: "± 0.0022", or "of 1,000,000"
    interval  as given, or where none is given the one that its sample has, with what the rounding
              of the figure may hide
    """

    game: str
    line: str
    source: str
    percent: str
    reach: str
    interval: Interval


@cache
def published() -> tuple[Figure, ...]:
    """The published figures, those of one game together."""
    text = resources.files("eightoff_host").joinpath("published.csv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return tuple(_figure(row) for row in csv.DictReader(lines))


def _figure(row: dict[str, str]) -> Figure:
    share = float(row["percent"]) / 100
    if row["half_width"]:
        half = float(row["half_width"]) / 100
        reach = f"± {row['half_width']}"
        found = Interval(share - half, share + half)
    else:
        deals = int(row["deals"])
        reach = f"of {deals:,}"
        rounding = 0.5 / 10 ** (2 + len(row["percent"].partition(".")[2]))
        low, high = _wilson(share * deals, deals)
        found = Interval(max(0.0, low - rounding), min(1.0, high + rounding))
    line = f"{row['game']} {row['line']}" if row["line"] else ""
    return Figure(row["game"], line, row["source"], row["percent"], reach, found)


def figures(game: str) -> list[Figure]:
    """The published figures of a game, none where nothing was found."""
    return [figure for figure in published() if figure.game == game]


def needed(figure: Figure) -> int:
    """How many deals give an interval as narrow as the published one."""
    share = float(figure.percent) / 100
    return math.ceil(_Z * _Z * share * (1 - share) / figure.interval.half_width**2)


@dataclass(frozen=True)
class Row:
    """One game's line of a table: what was counted, and its name in it."""

    game: str
    counts: Counts

    def cells(self) -> list[str]:
        """Game, deals, won, unwinnable, undecided, percent, interval, published, overlap, needed.

        Without deals those that need some are empty.
        """
        counts = self.counts
        known = figures(self.game)
        cells = [self.game, f"{counts.total:,}", f"{counts.won:,}"]
        cells += [f"{counts.unwinnable:,}", f"{counts.undecided:,}"]
        if not counts.total:
            return [*cells, "", "", _published(known), "", _wanting(known, counts)]
        found = interval(counts)
        digits = _digits(found)
        percent = f"{100 * counts.won / counts.total:.{digits}f}"
        ends = f"{100 * found.low:.{digits}f} - {100 * found.high:.{digits}f}"
        overlap = ", ".join("yes" if found.overlaps(f.interval) else "**no**" for f in known)
        return [*cells, percent, ends, _published(known), overlap or "-", _wanting(known, counts)]


HEADINGS = (
    *("game", "deals", "won", "unwinnable", "undecided", "%", "95% interval", "published, %"),
    *("overlap", "deals for as narrow an interval"),
)


def _digits(found: Interval) -> int:
    """Decimals of a percentage at which its interval shows two digits, 1 at least."""
    width = 100 * max(found.half_width, 1e-9)
    return max(1, 1 - math.floor(math.log10(width)))


def _published(known: Sequence[Figure]) -> str:
    texts = (f"{figure.percent} {figure.reach} ({figure.source})" for figure in known)
    return "; ".join(texts) or "none found"


def _wanting(known: Sequence[Figure], counts: Counts) -> str:
    """For each published figure how many deals would do, or that there were enough."""
    if not known:
        return "-"
    wanted = (needed(figure) for figure in known)
    return "; ".join("enough" if counts.total >= deals else _about(deals) for deals in wanted)


def _about(deals: int) -> str:
    """A count to two digits: 1,234,567 is 1,300,000, never less than it was."""
    unit = 10 ** max(0, len(str(deals)) - 2)
    return f"{-(-deals // unit) * unit:,}"


def markdown(rows: Sequence[Row]) -> str:
    """The rows as a table in Markdown; its line ends included."""
    lines = ["| " + " | ".join(HEADINGS) + " |", "|---" + "|--:" * 6 + "|---|---|--:|"]
    for row in rows:
        cells = row.cells()
        lines.append("| " + " | ".join([f"`{cells[0]}`", *cells[1:]]) + " |")
    return "\n".join(lines) + "\n"


def document(command: str, series: str, memory: int, rows: Sequence[Row]) -> str:
    """The rows as a document that says how it was made.

    command: the command line; series: the name of the deals (`ms:1`); memory: MiB at most for a
    deal's search.
    """
    kind, _, start = series.partition(":")
    deals = (
        f"numbers of the `ms` generator from {start} on"
        if kind == "ms"
        else f"random shuffles of seed {start}"
    )
    rules = {figure.game: figure.line for figure in published() if figure.line}
    lines = [rules[row.game] for row in rows if row.game in rules]
    text = _DOCUMENT.format(
        command=command, deals=deals, memory=memory, table=markdown(rows).rstrip("\n")
    )
    if lines:
        text += "\nNot built in, and given to the command as lines of rules:\n\n```\n"
        text += "\n".join(lines) + "\n```\n"
    return text + _sources(rows)


_DOCUMENT = """\
# How many deals can be won

```sh
{command}
```

wrote this.

- *Deals*: {deals}. `--sample` with a row's number of deals counts them again.
- *Won*: by moves that were found. *Unwinnable*: proved. *Undecided*: the search reached
  {memory} MiB.
- *95% interval*: Wilson's. Undecided deals count as lost at its low end and as won at its high end.
- *Overlap*: whether it has shares in common with the published interval. Without one, that is
  the interval of the published sample, with what the rounding of the figure may hide.
- *Deals for as narrow an interval* as the published one: where there is a number, the row would
  need that many deals to say as much.

{table}
"""


def _sources(rows: Sequence[Row]) -> str:
    """Which rows have no published figure."""
    unknown = [f"`{row.game}`" for row in rows if not figures(row.game)]
    if not unknown:
        return ""
    return "\nNo published figure was found for " + ", ".join(unknown) + ".\n"
