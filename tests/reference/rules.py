"""The rules of every game, written for reading: lists of card names and no cleverness.

It shares no code and no table with the engine under test, only the numbering of piles and the
coding of moves, so that the two can be compared. A card is its name, such as "TS". A position
holds its columns and foundations as lists with the open end last, its cells as names or None.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

RANKS = "A23456789TJQK"
SUITS = "CDHS"
RED = "DH"
CELL = 10
FOUNDATION = 18

SUIT, ALTERNATING, NOTHING = "same suit", "alternating colours", "nothing"
KING, ANY = "king", "any card"
ONE_CARD, BY_CELLS, BY_COLUMNS, NO_LIMIT = "one card", "free + 1", "(free + 1) * 2^e", "no limit"
OFF, SAFE, ALL = "off", "safe", "all"


@dataclass(frozen=True)
class Variant:
    """One row of the table of games; the defaults are FreeCell's."""

    sizes: tuple[int, ...] = (7, 7, 7, 7, 6, 6, 6, 6)
    cells: int = 4
    filled: tuple[int, ...] = ()
    build: str = ALTERNATING
    wrap: bool = False
    empty: str = ANY
    limit: str = BY_COLUMNS
    any_suit_foundations: bool = False
    step: int = 1
    beak: bool = False
    rest_starts_foundations: bool = False


def _kings_only(**fields: object) -> Variant:
    return Variant(build=SUIT, empty=KING, limit=BY_CELLS, **fields)  # type: ignore[arg-type]


def _stalactites(step: int) -> Variant:
    return Variant(
        sizes=(6,) * 8,
        cells=2,
        build=NOTHING,
        empty=NOTHING,
        limit=ONE_CARD,
        any_suit_foundations=True,
        step=step,
        rest_starts_foundations=True,
    )


VARIANTS = {
    "eight-off": _kings_only(sizes=(6,) * 8, cells=8, filled=(0, 2, 4, 6)),
    "eight-off-uneven": _kings_only(cells=8),
    "eight-off-6": _kings_only(sizes=(6,) * 8, cells=6, filled=(0, 1, 2, 3)),
    "eight-off-relaxed": Variant(sizes=(6,) * 8, cells=8, filled=(0, 2, 4, 6), build=SUIT),
    "freecell": Variant(),
    "freecell-0": Variant(cells=0),
    "freecell-1": Variant(cells=1),
    "freecell-2": Variant(cells=2),
    "freecell-3": Variant(cells=3),
    "freecell-5": Variant(cells=5),
    "freecell-6": Variant(cells=6),
    "freecell-7": Variant(cells=7),
    "freecell-8": Variant(cells=8),
    "freecell-relaxed": Variant(limit=NO_LIMIT),
    "freecell-strict": Variant(limit=ONE_CARD),
    "bakers-game": Variant(build=SUIT),
    "bakers-game-kings": _kings_only(),
    "bakers-game-0": Variant(build=SUIT, cells=0),
    "seahaven": _kings_only(sizes=(5,) * 10, filled=(1, 2)),
    "seahaven-2": _kings_only(sizes=(5,) * 10, cells=2, filled=(0, 1)),
    "seahaven-relaxed": Variant(
        sizes=(5,) * 10, filled=(1, 2), build=SUIT, empty=KING, limit=NO_LIMIT
    ),
    "forecell": Variant(sizes=(6,) * 8, filled=(0, 1, 2, 3), empty=KING, limit=BY_CELLS),
    "penguin": Variant(
        sizes=(7,) * 7, cells=7, build=SUIT, wrap=True, empty=KING, limit=NO_LIMIT, beak=True
    ),
    "stalactites": _stalactites(1),
    "stalactites-2": _stalactites(2),
}


class Move(NamedTuple):
    """Piles are 0..9 columns, 10..17 cells, 18..21 foundations."""

    source: int
    target: int
    length: int

    def __int__(self) -> int:
        return self.source << 9 | self.target << 4 | self.length


def as_move(move: int | Sequence[int]) -> Move:
    """A Move from the engine's integer (automatic mark ignored) or from three numbers."""
    if isinstance(move, int):
        return Move(move >> 9 & 31, move >> 4 & 31, move & 15)
    return Move(*move)


def rank(card: str) -> int:
    """1 for an Ace to 13 for a King."""
    return RANKS.index(card[0]) + 1


def red(card: str) -> bool:
    return card[1] in RED


def byte(card: str) -> int:
    """The engine's byte for a card."""
    return rank(card) << 2 | SUITS.index(card[1])


def from_byte(value: int) -> str:
    """The name of the engine's byte."""
    return RANKS[(value >> 2) - 1] + SUITS[value & 3]


def full_deck() -> list[str]:
    """AC AD AH AS 2C ... KS."""
    return [r + s for r in RANKS for s in SUITS]


def ms_order(number: int) -> list[str]:
    """The 52 cards of `ms:number` in the order in which they are dealt."""
    deck = full_deck()
    state = number
    order = []
    while deck:
        state = (214013 * state + 2531011) % 2**31
        place = (state >> 16) % len(deck)
        order.append(deck[place])
        deck[place] = deck[-1]
        deck.pop()
    return order


@dataclass
class Position:
    """Where every card lies. `base` is the rank (1..13) that plays the Ace."""

    variant: Variant
    columns: list[list[str]]
    cells: list[str | None]
    foundations: list[list[str]] = field(default_factory=lambda: [[], [], [], []])
    base: int = 1
    take_back: bool = False

    def copy(self) -> "Position":
        return Position(
            self.variant,
            [column[:] for column in self.columns],
            self.cells[:],
            [pile[:] for pile in self.foundations],
            self.base,
            self.take_back,
        )

    def piles(self) -> list[list[str]]:
        """All 22 piles by their numbers, those that the game lacks empty."""
        return [self.pile(number) for number in range(FOUNDATION + 4)]

    def pile(self, number: int) -> list[str]:
        """One pile by its number, a cell as a list of one card or none."""
        if number >= FOUNDATION:
            return self.foundations[number - FOUNDATION]
        if number < CELL:
            return self.columns[number] if number < len(self.columns) else []
        cell = number - CELL
        card = self.cells[cell] if cell < len(self.cells) else None
        return [card] if card else []

    def relative(self, card: str) -> int:
        """The rank of a card counted from the base: 1 plays the Ace, 13 the King."""
        return (rank(card) - self.base) % 13 + 1

    # What may lie where.

    def builds(self, upper: str, lower: str) -> bool:
        """May `lower` be put on `upper` in a column?"""
        if self.variant.build == NOTHING:
            return False
        if self.variant.build == SUIT and upper[1] != lower[1]:
            return False
        if self.variant.build == ALTERNATING and red(upper) == red(lower):
            return False
        if self.relative(upper) == self.relative(lower) + 1:
            return True
        return self.variant.wrap and self.relative(upper) == 1 and self.relative(lower) == 13

    def fills_empty(self, card: str) -> bool:
        if self.variant.empty == KING:
            return self.relative(card) == 13
        return self.variant.empty == ANY

    def goes_home(self, card: str, slot: int) -> bool:
        """May the card be put on foundation `slot` (0..3)?"""
        pile = self.foundations[slot]
        if self.variant.any_suit_foundations:
            if len(pile) == 13:
                return False
            return rank(card) == (rank(pile[-1]) - 1 + self.variant.step) % 13 + 1
        return SUITS[slot] == card[1] and self.relative(card) == len(pile) + 1

    def longest_run(self, to_empty_column: bool) -> int:
        """How many cards one move may carry from column to column."""
        if self.variant.limit == ONE_CARD:
            return 1
        if self.variant.limit == NO_LIMIT:
            return 52
        free_cells = self.cells.count(None)
        if self.variant.limit == BY_CELLS:
            return free_cells + 1
        spare_columns = self.columns.count([]) - (1 if to_empty_column else 0)
        return (free_cells + 1) * (1 << spare_columns)

    # Moves.

    def why_not(self, move: Move) -> str:  # noqa: PLR0911 - one return a rule
        """The reason why a move is refused, "" for a legal move."""
        source, target, length = move
        pile = self.pile(source)
        if length < 1 or length > len(pile):
            return "there are not so many cards"
        if target < CELL:
            return self._why_not_to_column(source, target, pile[-length:])
        if length > 1:
            return "only single cards go there"
        if source >= FOUNDATION:
            return "a card from a foundation goes to a column only"
        if target >= FOUNDATION:
            card = pile[-1]
            return "" if self.goes_home(card, target - FOUNDATION) else "not the next card there"
        if source >= CELL:
            return "from cell to cell"
        if None not in self.cells or target - CELL != self.cells.index(None):
            return "not the first empty cell"
        return ""

    def _why_not_to_column(  # noqa: PLR0911 - one return a rule
        self, source: int, target: int, run: list[str]
    ) -> str:
        if target >= len(self.columns) or target == source:
            return "no such target"
        if source >= FOUNDATION and not (self.take_back and len(run) == 1):
            return "nothing comes back from a foundation"
        for upper, lower in pairwise(run):
            if not self.builds(upper, lower):
                return "not a run"
        if len(run) > self.longest_run(not self.columns[target]):
            return "too few free places"
        if self.columns[target]:
            return "" if self.builds(self.columns[target][-1], run[0]) else "does not fit"
        if target != self.columns.index([]):
            return "not the first empty column"
        if not self.fills_empty(run[0]):
            return "not a card for an empty column"
        if source < CELL and len(run) == len(self.columns[source]):
            return "a whole column to an empty column"
        return ""

    def moves(self) -> list[Move]:
        """All legal moves in canonical order: by source, then target, then length."""
        piles = self.piles()
        columns = range(len(self.columns))
        cells = range(CELL, CELL + len(self.cells))
        foundations = range(FOUNDATION, FOUNDATION + 4)
        found = []
        for source in (*columns, *cells, *foundations):
            for target in (*columns, *cells, *foundations):
                longest = len(piles[source]) if target < CELL else min(1, len(piles[source]))
                for length in range(1, longest + 1):
                    move = Move(source, target, length)
                    if not self.why_not(move):
                        found.append(move)
        return found

    def play(self, move: Move) -> None:
        """Make a move without asking whether it is legal."""
        source, target, length = move
        run = self.pile(source)[-length:]
        if source < CELL:
            del self.columns[source][-length:]
        elif source < FOUNDATION:
            self.cells[source - CELL] = None
        else:
            self.foundations[source - FOUNDATION].pop()
        if target < CELL:
            self.columns[target] += run
        elif target < FOUNDATION:
            self.cells[target - CELL] = run[0]
        else:
            self.foundations[target - FOUNDATION] += run

    def after(self, move: Move) -> "Position":
        following = self.copy()
        following.play(move)
        return following

    # Ends and automatic moves.

    def won(self) -> bool:
        return sum(len(pile) for pile in self.foundations) == 52

    def lost(self, moves: list[Move] | None = None) -> bool:
        """No move left and not won; taking a card back from a foundation does not count.

        The legal moves may be handed in when they are known, here and in `automatic`.
        """
        moves = self.moves() if moves is None else moves
        return not self.won() and all(move.source >= FOUNDATION for move in moves)

    def safe(self, card: str) -> bool:
        """May a card that can go home do so without ever being missed?"""
        if self.variant.any_suit_foundations:
            return False
        if self.variant.build == SUIT:
            return not (self.variant.wrap and self.relative(card) == 1)
        home = {suit: len(self.foundations[slot]) for slot, suit in enumerate(SUITS)}
        own = next(s for s in SUITS if (s in RED) == red(card) and s != card[1])
        other = min(home[s] for s in SUITS if (s in RED) != red(card))
        if other >= rank(card) - 1:
            return True
        return rank(card) <= other + 2 and rank(card) <= home[own] + 3

    def automatic(self, level: str, moves: list[Move] | None = None) -> list[Move]:
        """The moves to a foundation that the level allows, in canonical order."""
        if level == OFF:
            return []
        moves = self.moves() if moves is None else moves
        home = [m for m in moves if m.target >= FOUNDATION]
        return [m for m in home if level == ALL or self.safe(self.pile(m.source)[-1])]


def deal(variant_id: str, order: Iterable[str | int]) -> Position:
    """Lay out 52 cards given in deal order, as names or as the engine's bytes."""
    cards = [from_byte(c) if isinstance(c, int) else c for c in order]
    if sorted(cards) != sorted(full_deck()):
        raise ValueError("the order must hold each of the 52 cards once")
    variant = VARIANTS[variant_id]
    position = Position(variant, [[] for _ in variant.sizes], [None] * variant.cells)
    if variant.beak:
        position.base = rank(cards[0])
        for card in [c for c in cards[1:] if rank(c) == position.base]:
            position.foundations[SUITS.index(card[1])].append(card)
            cards.remove(card)
    row = 0
    while any(row < size for size in variant.sizes):
        for column, size in zip(position.columns, variant.sizes, strict=True):
            if row < size:
                column.append(cards.pop(0))
        row += 1
    for cell in variant.filled:
        position.cells[cell] = cards.pop(0)
    if variant.rest_starts_foundations:
        for pile in position.foundations:
            pile.append(cards.pop(0))
    if cards:
        raise ValueError(f"{variant_id} leaves {len(cards)} cards undealt")
    return position


class IllegalMoveError(Exception):
    """A line of moves breaks the rules."""


def check(
    variant_id: str, order: Iterable[str | int], moves: Iterable[int | Sequence[int]]
) -> bool:
    """Replay a line of moves from the deal; True when it ends won.

    The order holds names or the engine's bytes, a move is the engine's integer or (source,
    target, length). At the first move against the rules it raises IllegalMoveError, which gives
    the move's number and the reason.
    """
    position = deal(variant_id, order)
    for number, coded in enumerate(moves, 1):
        move = as_move(coded)
        reason = position.why_not(move)
        if reason:
            raise IllegalMoveError(f"move {number} {tuple(move)}: {reason}")
        position.play(move)
    return position.won()


def perft(position: Position, depth: int) -> int:
    """The number of lines of exactly `depth` legal moves."""
    moves = position.moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.after(move), depth - 1) for move in moves)


def perft_by_first_move(position: Position, depth: int) -> dict[int, int]:
    """The same count split by the first move, keyed by the engine's integer."""
    if depth == 1:
        return {int(move): 1 for move in position.moves()}
    return {int(m): perft(position.after(m), depth - 1) for m in position.moves()}
