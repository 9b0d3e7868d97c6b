"""200 numbers of every layout against the pysol-cards package."""

from random import Random

import positions
import pytest
from eightoff import cards, deals
from pysol_cards.cards import CardRenderer, createCards
from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random import RandomBase, shuffle
from reference import rules

# The layouts that pysol-cards deals, and the games here that have them.
LAYOUTS = {
    "eight_off": ("eight-off", "eight-off-relaxed"),
    "freecell": (
        "freecell",
        "freecell-0",
        "freecell-8",
        "freecell-relaxed",
        "freecell-strict",
        "eight-off-uneven",
    ),
    "bakers_game": ("bakers-game", "bakers-game-0"),
    "kings_only_bakers_game": ("bakers-game-kings",),
    "forecell": ("forecell",),
    "seahaven_towers": ("seahaven",),
    "relaxed_seahaven": ("seahaven-relaxed",),
}
# Below 32000 every program uses this generator; the others are asked for with DEALS_MS.
NUMBERS = [
    *(1, 2, 617, 5005, 5006, 11982, 24000, 31999, 32000, 32001),
    *(2**16 - 1, 2**16, 2**30 - 1, 2**30, 2**31 - 2, 2**31 - 1),
    *Random(1).sample(range(3, 32000), 92),
    *Random(2).sample(range(32000, 2**31), 92),
]


def pysol_order(number: int) -> list[str]:
    """The order in which pysol-cards takes the cards from the deck."""
    order = shuffle(createCards(1, 13), number, RandomBase.DEALS_MS)
    return [CardRenderer(True).to_s(card) for card in reversed(order)]


def engine_order(number: int) -> list[str]:
    order = bytearray(52)
    deals.numbered(number, order)
    return [cards.name(card) for card in order]


def engine_board(variant_id: str, number: int) -> str:
    """The board as pysol-cards prints it."""
    game = positions.dealt(variant_id, number)
    lines = []
    if any(game.size[positions.CELL : positions.FOUNDATION]):
        cells = range(positions.CELL, positions.CELL + game.variant.cells)
        lines.append("Freecells: " + " ".join(positions.pile(game, c) or "-" for c in cells))
    lines += [positions.pile(game, column) for column in range(game.variant.columns)]
    return "".join(line.removesuffix(" -") + "\n" for line in lines)


def pysol_board(layout: str, number: int) -> str:
    game = PysolGame(layout, number, RandomBase.DEALS_MS)
    text: str = game.calc_layout_string(CardRenderer(True))
    return "".join(line.removesuffix(" -") + "\n" for line in text.splitlines())


def test_there_are_200_numbers() -> None:
    assert len(set(NUMBERS)) == 200


def test_orders_agree() -> None:
    for number in NUMBERS:
        assert engine_order(number) == pysol_order(number), number
        assert rules.ms_order(number) == pysol_order(number), number


@pytest.mark.parametrize("layout", LAYOUTS)
def test_boards_agree(layout: str) -> None:
    for number in NUMBERS:
        for variant_id in LAYOUTS[layout]:
            assert engine_board(variant_id, number) == pysol_board(layout, number), number


@pytest.mark.parametrize("variant_id", rules.VARIANTS)
def test_layouts_agree_with_the_reference_on_orders_of_pysol_cards(variant_id: str) -> None:
    for number in NUMBERS:
        position = rules.deal(variant_id, pysol_order(number))
        game = positions.dealt(variant_id, number)
        piles = [positions.pile(game, pile).split() for pile in range(positions.PILES)]
        assert piles == position.piles(), number
        assert game.base_rank == position.base, number
