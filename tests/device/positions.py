"""Positions for the engine tests, written as text. Runs on every interpreter, without pytest.

A board is given as columns ("KS QS", the open card last), cells ("9H" or "-") and what is home:
for each suit C D H S the number of cards, or for any-suit foundations the cards as text.
"""

import json
import sys
from array import array

from eightoff import cards, catalogue, deals
from eightoff.game import MOVES_MAX, Game

CELL = 10
FOUNDATION = 18
PILES = 22
ON_MICROPYTHON = sys.implementation.name != "cpython"

KINGS_ONLY = (
    "eight-off",
    "eight-off-uneven",
    "eight-off-6",
    "bakers-game-kings",
    "seahaven",
    "seahaven-2",
    "seahaven-relaxed",
    "forecell",
    "penguin",
)
ANY_CARD = (
    "eight-off-relaxed",
    "freecell",
    "freecell-0",
    "freecell-1",
    "freecell-2",
    "freecell-3",
    "freecell-5",
    "freecell-6",
    "freecell-7",
    "freecell-8",
    "freecell-relaxed",
    "freecell-strict",
    "bakers-game",
    "bakers-game-0",
)
NO_BUILDING = ("stalactites", "stalactites-2")
BUILDING = KINGS_ONLY + ANY_CARD
EVERY = BUILDING + NO_BUILDING

ONE_CARD = ("freecell-strict",)
NO_LIMIT = ("freecell-relaxed", "seahaven-relaxed", "penguin")
FREE_PLUS_ONE = (
    "eight-off",
    "eight-off-uneven",
    "eight-off-6",
    "bakers-game-kings",
    "seahaven",
    "seahaven-2",
    "forecell",
)
DOUBLING = tuple(v for v in ANY_CARD if v not in ONE_CARD and v not in NO_LIMIT)
ALTERNATING = ("forecell",) + tuple(v for v in ANY_CARD if v[:8] == "freecell")
SAME_SUIT = tuple(v for v in BUILDING if v not in ALTERNATING)


def each(namespace, check, variant_ids):
    """Make a test function of `check(variant_id)` for each game, named after both."""
    stem = check.__name__.replace("check_", "test_", 1)
    for variant_id in variant_ids:
        namespace[stem + "_in_" + variant_id.replace("-", "_")] = _bind(check, variant_id)


def _bind(check, variant_id):
    def test():
        check(variant_id)

    return test


def skip(reason):
    """Leave the test that is running, for a reason that the runner prints."""
    if ON_MICROPYTHON:
        raise SkipTest(reason)
    import unittest

    raise unittest.SkipTest(reason)


class SkipTest(Exception):  # noqa: N818 - named like the one of unittest
    """A test does not apply to this interpreter."""


def dealt(variant_id, number):
    """The game after dealing `ms:number`."""
    game = Game()
    game.set_rules(catalogue.find(variant_id))
    order = bytearray(52)
    deals.numbered(number, order)
    game.deal(order)
    return game


def board(variant_id, columns, cells=(), home=(0, 0, 0, 0), base="A"):
    """The game with exactly the given cards. `base` is the rank of Penguin's beak."""
    game = Game()
    game.set_rules(catalogue.find(variant_id))
    game.deal(_order_led_by(base))
    for pile in range(PILES):
        game.size[pile] = 0
    for column in range(len(columns)):
        lay(game, column, columns[column])
    for cell in range(len(cells)):
        if cells[cell] != "-":
            lay(game, CELL + cell, cells[cell])
    for slot in range(4):
        lay(game, FOUNDATION + slot, _home(home[slot], slot, game.base_rank))
    return game


def _order_led_by(rank):
    order = [card for card in range(4, 56) if cards.RANKS[(card >> 2) - 1] == rank]
    order += [card for card in range(4, 56) if card not in order]
    return bytearray(order)


def _home(content, slot, base_rank):
    if isinstance(content, str):
        return content
    ranks = [(base_rank - 1 + i) % 13 for i in range(content)]
    return " ".join([cards.RANKS[rank] + cards.SUITS[slot] for rank in ranks])


def lay(game, pile, text):
    """Put the cards of a text on a pile."""
    for name in text.split():
        game.cards[game.start[pile] + game.size[pile]] = cards.parse(name)
        game.size[pile] += 1


def pile(game, number):
    """The cards of a pile as text."""
    start = game.start[number]
    return " ".join([cards.name(game.cards[start + i]) for i in range(game.size[number])])


def snapshot(game):
    """All that makes two positions equal, as bytes."""
    live = bytearray([game.base_rank])
    for number in range(PILES):
        live.append(game.size[number])
        for i in range(game.size[number]):
            live.append(game.cards[game.start[number] + i])
    return bytes(live)


def move(source, target, length=1):
    return source << 9 | target << 4 | length


def legal(game):
    """The legal moves as a list."""
    moves = array("H", [0] * MOVES_MAX)
    count = game.legal(moves)
    return list(moves)[:count]


def is_lost(game):
    return game.lost(array("H", [0] * MOVES_MAX))


def run_down(first, length, alternating, suit=3):
    """A run as text: `length` cards downwards from rank `first` (13 is the King)."""
    names = []
    for i in range(length):
        own = cards.SUITS[(suit, suit ^ 1)[i & 1] if alternating else suit]
        names.append(cards.RANKS[first - 1 - i] + own)
    return " ".join(names)


class Dice:
    """Numbers that look random and are the same on every interpreter."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 421 + 54773) % 259200
        return self.state % limit


def same(got, wanted, what=""):
    """Fail, showing both, when two values differ."""
    if got != wanted:
        raise AssertionError(f"{what}: {got!r}, not {wanted!r}")


def refused(call, *arguments):
    """Fail unless the call raises ValueError."""
    try:
        call(*arguments)
    except ValueError:
        return
    raise AssertionError(f"accepted: {arguments!r}")


def load(name):
    """The content of a JSON file in tests/data."""
    here = __file__.replace("\\", "/").rsplit("/", 2)
    root = here[0] if len(here) == 3 else ".."
    with open(root + "/data/" + name) as file:
        return json.load(file)
