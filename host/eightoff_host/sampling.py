"""Deals by the thousand, as arrays: numbers of the `ms` generator in turn, or random by a seed.

A chunk of a series is settled by its index alone, whoever deals it. The deck and the picks from it
are those of `eightoff.deck` and `eightoff.deals`, which take longer to deal a game than the exact
search to decide it: here all deals of a chunk take their picks at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from eightoff.cards import DECK, FIRST

from eightoff_host.errors import UserError

NUMBERED, RANDOM = "ms", "random"


@dataclass(frozen=True)
class Series:
    """Deals one after another.

    kind   NUMBERED: numbers of the `ms` generator; RANDOM: independent shuffles
    start  the first number, or the seed (0 or more)
    """

    kind: str
    start: int

    @property
    def name(self) -> str:
        """The series in a word: `ms:1`, `random:7`."""
        return f"{self.kind}:{self.start}"

    def orders(self, chunk: int, size: int, count: int) -> npt.NDArray[np.uint8]:
        """The first `count` deals of a chunk, where chunks have `size` deals: uint8[count, 52].

        Each row is the cards in the order in which they leave the deck.
        """
        if self.kind == NUMBERED:
            return _dealt(_numbered_picks(self.start + chunk * size, count))
        return _dealt(_random_picks(self.start, chunk, count))


def parse(name: str) -> Series:
    """The series of this name. UserError for another text."""
    kind, _, start = name.partition(":")
    if kind not in (NUMBERED, RANDOM) or not (start.isascii() and start.isdigit()):
        raise UserError(f"no series of deals {name!r}")
    return Series(kind, int(start))


def _numbered_picks(first: int, count: int) -> npt.NDArray[np.int64]:
    """Picks of `count` numbers from `first` on, as `eightoff.deals.numbered` makes them."""
    state = np.arange(first, first + count, dtype=np.int64)
    picks = np.empty((DECK, count), np.int64)
    for i in range(DECK):
        state = state * 214013 + 2531011 & 0x7FFFFFFF
        picks[i] = (state >> 16) % (DECK - i)
    return picks


def _random_picks(seed: int, chunk: int, count: int) -> npt.NDArray[np.int64]:
    # numpy promises the same raw stream in every version, which it does not for its shuffle.
    raw = np.random.PCG64(np.random.SeedSequence([seed, chunk])).random_raw(count * DECK)
    left = np.arange(DECK, 0, -1, dtype=np.uint64)
    scaled = (raw.reshape(count, DECK) >> np.uint64(32)) * left
    picks: npt.NDArray[np.int64] = (scaled >> np.uint64(32)).T.astype(np.int64)
    return picks


def _dealt(picks: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
    """Take the picks, int64[52, n], from n decks."""
    count = picks.shape[1]
    deals = np.arange(count)
    decks = np.repeat(np.arange(FIRST, FIRST + DECK, dtype=np.uint8)[:, None], count, axis=1)
    order = np.empty((count, DECK), np.uint8)
    for i, pick in enumerate(picks):
        order[:, i] = decks[pick, deals]
        decks[pick, deals] = decks[DECK - 1 - i]
    return order
