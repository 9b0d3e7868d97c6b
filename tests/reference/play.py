"""Random but sensible play and random positions, both repeatable from a seed."""

from random import Random

from reference.rules import (
    FOUNDATION,
    SUITS,
    VARIANTS,
    Move,
    Position,
    deal,
    full_deck,
    ms_order,
    rank,
)


def weight(position: Position, move: Move) -> int:
    """Moves that open the game weigh more, so that random play reaches empty columns."""
    if move.target >= FOUNDATION:
        return 40
    if move.target < len(position.columns):
        empties = move.length == len(position.pile(move.source)) and move.source < 10
        return 30 if empties else 8 + 4 * move.length
    shortest = min(len(column) for column in position.columns if column)
    return 6 if len(position.columns[move.source]) == shortest else 1


def choose(position: Position, moves: list[Move], random: Random) -> Move:
    return random.choices(moves, [weight(position, move) for move in moves])[0]


def random_game(variant_id: str, number: int, random: Random, longest: int) -> list[Move]:
    """The moves of one game on `ms:number`, until it ends or is `longest` moves long."""
    position = deal(variant_id, ms_order(number))
    line: list[Move] = []
    while len(line) < longest:
        moves = position.moves()
        if not moves:
            break
        line.append(choose(position, moves, random))
        position.play(line[-1])
    return line


def random_position(variant_id: str, random: Random) -> Position:
    """Any 52 cards on the board of a game: foundations at some height, empty piles, runs."""
    variant = VARIANTS[variant_id]
    position = Position(variant, [[] for _ in variant.sizes], [None] * variant.cells)
    if variant.beak:
        position.base = random.randint(1, 13)
    cards = full_deck()
    random.shuffle(cards)
    cards = _cards_off_the_foundations(position, cards, random)
    filled = random.choice((0.3, 0.7, 1))
    for cell in range(variant.cells):
        if random.random() < filled and cards:
            position.cells[cell] = cards.pop()
    empty = random.choice((0, 0, 1, 2, 3))
    used = random.sample(position.columns, len(position.columns) - empty)
    ordered = random.choice((0, 0.5, 0.9))
    while cards:
        column = random.choice(used)
        if len(column) > 12:
            column = min(used, key=len)
        fits = [c for c in cards if column and position.builds(column[-1], c)]
        card = random.choice(fits) if fits and random.random() < ordered else cards[-1]
        cards.remove(card)
        column.append(card)
    return position


def _cards_off_the_foundations(position: Position, cards: list[str], random: Random) -> list[str]:
    most = random.choice((2, 5, 9, 13))
    for slot in range(4):
        pile = position.foundations[slot]
        first = rank(cards[slot]) if position.variant.any_suit_foundations else position.base
        fewest = 1 if position.variant.any_suit_foundations else 0
        for place in range(random.randint(fewest, most)):
            wanted = (first - 1 + place * position.variant.step) % 13 + 1
            fits = [c for c in cards if rank(c) == wanted]
            if not position.variant.any_suit_foundations:
                fits = [c for c in fits if c[1] == SUITS[slot]]
            if not fits:
                break
            pile.append(fits[0])
            cards.remove(fits[0])
    return cards
