"""Boards as text, in the form that fc-solve, PySolFC and pysol-cards share.

A line is a column, the buried card first; `Freecells:` (or `FC:`) and `Foundations:` lines are
optional, as are a `:` before a column and `-` or `*` for an empty place. Ten is `T` or `10`, case
does not matter. Several boards are set apart by blank lines or by comments that begin with `#`. In
place of a board a line may name its deal (`dealtext`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from eightoff import cards
from eightoff.game import Game
from eightoff.position import CELL, FOUNDATION, PILES
from eightoff.variants import Variant

from eightoff_host.dealtext import Deal, is_name, parse_deal
from eightoff_host.errors import UserError

_LARGEST_FILE = 16 * 1024 * 1024
_CELL_WORDS = ("freecells", "fc", "cells")
_FOUNDATION_WORDS = ("foundations", "founds")
_LONGEST_ECHO = 20


@dataclass
class _Board:
    """One board as it was read: cards by pile, and the line on which each pile stands."""

    line: int
    columns: list[list[int]] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)
    foundations: list[int] = field(default_factory=list)
    column_lines: list[int] = field(default_factory=list)
    cell_line: int = 0
    foundation_line: int = 0
    seen: dict[int, int] = field(default_factory=dict)


class _Reader:
    """Reads the boards of one text for one game."""

    def __init__(self, name: str, variant: Variant) -> None:
        self.name = name
        self.variant = variant
        self.layout = _layout(variant)

    def error(self, line: int, reason: str) -> UserError:
        return UserError(f"{self.name}, line {line}: {reason}")

    def boards(self, text: str) -> list[Deal]:
        orders: list[Deal] = []
        board: _Board | None = None
        for number, full in enumerate(text.split("\n"), 1):
            line = full.split("#")[0].strip()
            if board is None and is_name(line, self.variant):
                orders.append(self._named(number, line))
            elif line:
                board = board or _Board(number)
                self._read(board, number, line)
            elif board:
                orders.append(self._order(board))
                board = None
        if board:
            orders.append(self._order(board))
        return orders

    def _named(self, number: int, line: str) -> Deal:
        try:
            return parse_deal(line, self.variant)
        except UserError as error:
            raise self.error(number, str(error)) from None

    def _read(self, board: _Board, number: int, line: str) -> None:
        head, colon, rest = line.partition(":")
        label = head.strip().lower() if colon else ""
        if label in _CELL_WORDS:
            if board.cell_line:
                raise self.error(number, "a second line of cells in one board")
            board.cell_line = number
            board.cells = self._cards(board, number, rest)
        elif label in _FOUNDATION_WORDS:
            if board.foundation_line:
                raise self.error(number, "a second line of foundations in one board")
            board.foundation_line = number
            board.foundations = self._cards(board, number, rest, foundation=True)
        elif label:
            raise self.error(number, f"unknown text {_echo(label)}")
        else:
            self._column(board, number, rest if colon else line)

    def _column(self, board: _Board, number: int, line: str) -> None:
        column = len(board.columns)
        if column == self.variant.columns:
            raise self.error(
                number,
                f"one column too many, {self.variant.name} has {column} "
                "(a blank line sets boards apart)",
            )
        read = self._cards(board, number, line)
        most = self.variant.sizes[column]
        if len(read) > most:
            raise self.error(
                number,
                f"column {column + 1} has {len(read)} cards, {self.variant.name} deals {most}",
            )
        board.columns.append(read)
        board.column_lines.append(number)

    def _cards(
        self, board: _Board, number: int, line: str, *, foundation: bool = False
    ) -> list[int]:
        read = []
        for word in line.split():
            card = _foundation_card(word) if foundation else _card(word)
            if card is None:
                raise self.error(number, f"unknown text {_echo(word)}, a card is like 7H or TS")
            if not card:
                continue
            if card in board.seen:
                before = board.seen[card]
                where = "on this line" if before == number else f"on line {before}"
                raise self.error(number, f"{cards.name(card)} is there already, {where}")
            board.seen[card] = number
            read.append(card)
        return read

    def _order(self, board: _Board) -> bytes:
        """The order in which the cards of a complete board leave the deck."""
        if self.variant.base and not board.foundations and board.columns and board.columns[0]:
            beak = cards.rank(board.columns[0][0])
            board.foundations = [
                card
                for card in range(cards.FIRST, cards.FIRST + cards.DECK)
                if cards.rank(card) == beak and card not in board.seen
            ]
            board.seen.update(dict.fromkeys(board.foundations, board.line))
        self._check(board)
        piles = [*board.columns, board.cells, board.foundations]
        order = bytes(piles[pile][index] for pile, index in self.layout)
        self._check_dealt(board, order)
        return order

    def _check(self, board: _Board) -> None:
        name = self.variant.name
        missing = _missing(board)
        loose = (
            ("the foundations hold", board.foundation_line, board.foundations, 1),
            ("the cells hold", board.cell_line, board.cells, 0),
        )
        for text, line, pile, group in loose:
            wanted = sum(1 for place, _ in self.layout if place == self.variant.columns + group)
            if len(pile) != wanted:
                reason = f"{text} {len(pile)}, {name} deals {wanted} there" + missing
                raise self.error(line or board.line, reason)
        if len(board.columns) < self.variant.columns:
            reason = f"a board of {len(board.columns)} columns, {name} has {self.variant.columns}"
            raise self.error(board.line, reason + missing)
        for index, column in enumerate(board.columns):
            wanted = self.variant.sizes[index]
            if len(column) < wanted:
                reason = f"column {index + 1} has {len(column)} cards, {name} deals {wanted}"
                raise self.error(board.column_lines[index], reason + missing)

    def _check_dealt(self, board: _Board, order: bytes) -> None:
        # Only a beak game can differ: the three cards on its foundations must be of its rank.
        game = _dealt(self.variant, order)
        for column, wanted in enumerate(board.columns):
            if _pile(game, column) != bytes(wanted):
                raise self.error(
                    board.foundation_line or board.line,
                    "the foundations must start with the rank of column 1's first card",
                )


def read_boards(path: Path, variant: Variant) -> list[Deal]:
    """Read a file of boards of one game.

    Returns the deals: a board as 52 cards in the order in which they leave the deck, a number as
    it is. UserError, with line number and reason, for a malformed board, and for a file that
    cannot be read.
    """
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    if len(content) > _LARGEST_FILE:
        raise UserError(f"{path} is too large for a file of boards")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UserError(f"{path}, line {line}: not a text of boards") from None
    return parse_boards(text, variant, str(path))


def parse_boards(text: str, variant: Variant, name: str = "boards") -> list[Deal]:
    """Read boards from text; `name` stands for it in errors. Otherwise as `read_boards`."""
    orders = _Reader(name, variant).boards(text.replace("\r\n", "\n").replace("\r", "\n"))
    if not orders:
        raise UserError(f"{name}: no board in it")
    return orders


def format_board(order: bytes, variant: Variant) -> str:
    """Write a deal as text that `parse_boards` reads back: lines, the last without its end."""
    game = _dealt(variant, order)
    lines = []
    home = [game.top(pile) for pile in range(FOUNDATION, PILES)]
    if any(home):
        lines.append("Foundations: " + " ".join(_name(card) for card in home))
    cells = [game.top(CELL + cell) for cell in range(variant.cells)]
    if any(cells):
        lines.append("Freecells: " + " ".join(_name(card) for card in cells))
    for column in range(variant.columns):
        lines.append(" ".join(map(cards.name, _pile(game, column))))
    return "\n".join(lines)


def _dealt(variant: Variant, order: bytes) -> Game:
    game = Game()
    game.set_rules(variant)
    game.deal(bytearray(order))
    return game


def _pile(game: Game, pile: int) -> bytes:
    start = game.start[pile]
    return bytes(game.cards[start : start + game.size[pile]])


def _layout(variant: Variant) -> list[tuple[int, int]]:
    """For each card in the order of the deck, its pile and place as the engine deals it.

    Piles are the columns, then the cells as one, then the foundations as one. A deck in its
    unshuffled order serves as the probe: its first four cards share a rank, so that the cards
    that a beak sends to the foundations are known to be the second to the fourth.
    """
    probe = bytes(range(cards.FIRST, cards.FIRST + cards.DECK))
    game = _dealt(variant, probe)
    places = {}
    counts = [0] * (variant.columns + 2)
    for pile in range(PILES):
        group = pile
        if pile >= CELL:
            group = variant.columns + (pile >= FOUNDATION)
        for card in _pile(game, pile):
            places[card] = (group, counts[group])
            counts[group] += 1
    return [places[card] for card in probe]


def _missing(board: _Board) -> str:
    absent = [
        cards.name(card)
        for card in range(cards.FIRST, cards.FIRST + cards.DECK)
        if card not in board.seen
    ]
    if not absent:
        return ""
    more = f" and {len(absent) - 4} more" if len(absent) > 4 else ""
    return f" (missing: {' '.join(absent[:4])}{more})"


def _card(word: str) -> int | None:
    """A card, 0 for an empty place, None for anything else."""
    if word in {"-", "*"}:
        return 0
    try:
        return int(cards.parse(word.upper().replace("10", "T")))
    except ValueError:
        return None


def _foundation_card(word: str) -> int | None:
    """As `_card`, and also suit-rank as in `H-0`, `H-A`, `H-10`."""
    suit, dash, rank = word.partition("-")
    if dash and suit:
        return _card("-" if rank == "0" and suit.upper() in set(cards.SUITS) else rank + suit)
    return _card(word)


def _name(card: int) -> str:
    return str(cards.name(card)) if card else "-"


def _echo(text: str) -> str:
    return repr(text if len(text) <= _LONGEST_ECHO else text[:_LONGEST_ECHO] + "...")
