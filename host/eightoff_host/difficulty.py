"""How hard a deal is, 1 to 5: how often a player wins it who never looks ahead.

This careless player has 100 games at the deal. Whenever a card goes home it is sent there; else a
card or a run is put on a card that takes it; else a cell or an empty column is filled. What lies
where it fits is left alone, chance decides between equals, and no thought is given to what comes
after.

| level | the careless player's wins in 100 games |
|---|---|
| 1 | 10 or more |
| 2 | 3 to 9 |
| 3 | 1 or 2 |
| 4 | none |

A deal for whose win the search had to open more than 200 positions is one level harder, so 5 is a
deal that carelessness never wins and that takes thought as well. The levels mean the same in every
game: a harder game has more hard deals. docs/difficulty.md shows what they hold.
"""

from __future__ import annotations

import threading
from bisect import bisect_right
from typing import Any

import numpy as np
from eightoff import catalogue
from eightoff.cards import DECK, FIRST

ALL = range(1, 6)
PLAYOUTS = 100
SEARCH = 200  # positions
SEED = 52

_WINS = (1, 3, 10)
_PART = "players"  # the kernels of general_playout, for `compiled`

_kept = threading.local()


def rate(variant: Any, order: bytes, expansions: int) -> int:
    """The difficulty of a deal that can be won.

    order: its 52 cards as they leave the deck; expansions: positions that the search opened for
    its win.
    """
    from eightoff_host.solver import general_playout  # noqa: PLC0415 - numba takes a second to load

    if getattr(_kept, "record", None) != variant.record:
        _kept.table = general_playout.Table(variant)
        _kept.record = variant.record
    orders = np.frombuffer(order, np.uint8)[None, :]
    won = _kept.table.wins(orders, general_playout.GREEDY, PLAYOUTS, SEED, enough=_WINS[-1])
    return level(int(won[0]), expansions)


def level(wins: int, expansions: int) -> int:
    """The difficulty for the careless player's wins of PLAYOUTS and the search's positions."""
    return 4 - bisect_right(_WINS, wins) + (expansions > SEARCH)


def is_compiled() -> bool:
    """Whether `warm_up` will find its kernel on disk and return at once."""
    from eightoff_host.solver import compiled  # noqa: PLC0415 - numba takes a second to load

    return compiled.is_compiled("general", _PART)


def warm_up() -> None:
    """Compile the players, or load them from disk."""
    from eightoff_host.solver import compiled  # noqa: PLC0415 - numba takes a second to load

    rate(catalogue.find("freecell"), bytes(range(FIRST, FIRST + DECK)), 0)
    compiled.mark_compiled("general", _PART)
