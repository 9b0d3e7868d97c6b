"""Games, deals and moves in words, for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from eightoff import cards, variants
from eightoff.game import Game
from eightoff.position import CELL, FOUNDATION
from eightoff.variants import Variant

_BUILD = {
    variants.BUILD_NONE: "Cards are not built on columns.",
    variants.BUILD_SUIT: "Columns are built down in the same suit",
    variants.BUILD_ALTERNATE: "Columns are built down in alternating colours.",
}
_EMPTY = {
    variants.EMPTY_NONE: "An empty column stays empty.",
    variants.EMPTY_KING: "An empty column takes a {king}, alone or with its run.",
    variants.EMPTY_ANY: "An empty column takes any card or run.",
}
_LIMIT = {
    variants.LIMIT_ONE: "Cards move one at a time.",
    variants.LIMIT_CELLS: "A move carries at most free cells + 1 cards.",
    variants.LIMIT_COLUMNS: "A move carries at most free cells + 1 cards, doubled by each empty "
    "column besides its target.",
    variants.LIMIT_NONE: "A run moves whole, however long.",
}


_WORDS = {"freecell": "FreeCell", "bakers": "Baker's", "forecell": "Fore Cell"}


def title(name: str) -> str:
    """A game's id as a title: "eight-off-6" is "Eight Off 6"."""
    return " ".join(_WORDS.get(word, word.capitalize()) for word in name.split("-"))


def rules(variant: Variant) -> list[str]:
    """The rules of a game as short sentences, drawn from its record alone."""
    lines = [_layout(variant), _build(variant)]
    king = "card one rank below the beak" if variant.base else "King"
    lines.append(_EMPTY[variant.empty].format(king=king))
    if variant.build != variants.BUILD_NONE:
        lines.append(_LIMIT[variant.limit])
    lines.append(_foundations(variant))
    return lines


def _layout(variant: Variant) -> str:
    groups = [(len(list(same)), size) for size, same in groupby(variant.sizes[: variant.columns])]
    if len(groups) == 1:
        text = f"{variant.columns} columns of {groups[0][1]} cards, "
    else:
        text = " and ".join(f"{count} columns of {size} cards" for count, size in groups) + ", "
    text += {0: "no cells", 1: "1 cell"}.get(variant.cells, f"{variant.cells} cells")
    filled = [str(cell + 1) for cell in range(variant.cells) if variant.cell_mask >> cell & 1]
    if filled:
        text += f"; cells {', '.join(filled)} start filled"
    if variant.base == variants.BASE_BEAK:
        text += "; the other cards of the first card's rank, the beak, start the foundations"
    elif variant.leftover == variants.LEFTOVER_FOUNDATIONS:
        text += "; the last four cards start the foundations"
    return text + "."


def _build(variant: Variant) -> str:
    text = _BUILD[variant.build]
    if variant.build == variants.BUILD_SUIT:
        text += ", a King on an Ace as well." if variant.wrap else "."
    return text


def _foundations(variant: Variant) -> str:
    if variant.foundation == variants.FOUNDATION_ANY:
        step = "two ranks" if variant.step == 2 else "one rank"
        return f"Foundations go up by {step} in any suit, past the King, to 13 cards each."
    if variant.base == variants.BASE_BEAK:
        return "Foundations go up by suit from the beak's rank, past the King."
    return "Foundations go up by suit from Ace to King."


def line(variant: Variant, order: bytes, moves: Iterable[int]) -> Iterator[str]:
    """A line of moves in words, one after another: "KD from column 3 to column 5"."""
    game = Game()
    game.set_rules(variant)
    game.deal(bytearray(order))
    for move in moves:
        source, target, length = move >> 9 & 31, move >> 4 & 31, move & 15
        first = game.cards[game.start[source] + game.size[source] - length]
        name = cards.name(first)
        if length > 1:
            name += f" to {cards.name(game.top(source))}"
        empty = target < CELL and not game.size[target]
        where = ("empty " if empty else "") + _pile(target)
        yield f"{name}  {_pile(source)} -> {where}"
        game.push(move)


def _pile(pile: int) -> str:
    if pile < CELL:
        return f"column {pile + 1}"
    if pile < FOUNDATION:
        return f"cell {pile - CELL + 1}"
    return "foundation"
