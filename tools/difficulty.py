"""Show what the levels of difficulty hold, game by game: `make difficulty`.

Each level's deals are played by the careless player and by random play, with other chances than
those by which they were rated, so that the shares of wins are not those that made the level.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from eightoff import catalogue
from eightoff_host import difficulty
from eightoff_host.sampling import NUMBERED, Series
from eightoff_host.solver import choose
from eightoff_host.solver.general_playout import GREEDY, RANDOM, Table
from eightoff_host.solver.verdict import WON

GAMES = ("eight-off", "seahaven", "freecell", "bakers-game", "penguin", "stalactites")
DEALS = 2000
PLAYED = 1000  # games a deal by each player
SEED = 2026
CHUNK = 100


@dataclass(frozen=True)
class Level:
    """The deals of one level.

    share of the winnable deals; greedy, random: shares of games won; mean, median: positions that
    the search opened
    """

    level: int
    share: float
    greedy: float
    random: float
    mean: float
    median: float


def rated(variant: Any, orders: npt.NDArray[np.uint8], search: Sequence[int]) -> list[int]:
    """The difficulty of deals that can be won, given what their searches opened."""
    return [
        difficulty.rate(variant, order.tobytes(), opened)
        for order, opened in zip(orders, search, strict=True)
    ]


def levels(name: str, deals: int, played: int) -> list[Level]:
    """Rate the winnable ones of the `ms` deals 1 to `deals` and have them played."""
    variant = catalogue.find(name)
    orders = Series(NUMBERED, 1).orders(0, deals, deals)
    batch = choose.Solver(variant).solve_many(orders, with_lines=False)
    won = batch.verdicts == WON
    orders, search = orders[won], batch.expansions[won]
    found = np.array(rated(variant, orders, search.tolist()))
    table = Table(variant)
    greedy = table.wins(orders, GREEDY, played, SEED) / played
    random = table.wins(orders, RANDOM, played, SEED) / played
    rows = []
    for level in difficulty.ALL:
        at = found == level
        if at.any():
            rows.append(
                Level(
                    level,
                    float(at.mean()),
                    float(greedy[at].mean()),
                    float(random[at].mean()),
                    float(search[at].mean()),
                    float(np.median(search[at])),
                )
            )
    return rows


HEAD = """\
# What the levels of difficulty hold

```sh
make difficulty
```

wrote this, of the winnable deals among the `ms` deals 1 to {deals:,}.

{definition}

Below, both players have {played:,} games at every deal, with other chances than those by which the
deals were rated. Search: positions opened until the win was found.

| game | level | share of deals | careless player wins | random play wins | search, mean | median |
|---|--:|--:|--:|--:|--:|--:|
"""


def definition() -> str:
    """The definition as the package states it, without the way to this table."""
    return (difficulty.__doc__ or "").rpartition(" docs/")[0]


def document(deals: int, played: int, names: Sequence[str]) -> str:
    """The document, with a table of these games."""
    lines = []
    for name in names:
        print(f"{name} ...", file=sys.stderr)
        for row in levels(name, deals, played):
            lines.append(
                f"| `{name}` | {row.level} | {100 * row.share:.1f}% | {100 * row.greedy:.2f}% |"
                f" {100 * row.random:.3f}% | {row.mean:.0f} | {row.median:.0f} |\n"
            )
    head = HEAD.format(deals=deals, played=played, definition=definition())
    return head + "".join(lines)


def main() -> None:
    """Measure, and write the document."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--deals", type=int, default=DEALS, help=f"deals of a game, else {DEALS}")
    parser.add_argument("--played", type=int, default=PLAYED, help=f"games a deal, else {PLAYED}")
    parser.add_argument("--out", type=Path, required=True, help="file to write")
    parser.add_argument("names", nargs="*", default=GAMES, metavar="GAME", help="only these games")
    arguments = parser.parse_args()
    text = document(arguments.deals, arguments.played, arguments.names)
    arguments.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
