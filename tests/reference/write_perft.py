"""Writes tests/data/perft: how many lines of moves each game has, counted by the reference.

Run it in tests/ as `python -m reference.write_perft`. A case is a deal, or a deal and a line of
moves that opens the position; its counts are given for depths 1 to 3 and, split by the first
move in canonical order, for depth 3.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from reference.play import random_game
from reference.rules import (
    VARIANTS,
    Move,
    Position,
    deal,
    ms_order,
    perft,
    perft_by_first_move,
)

FOLDER = Path(__file__).resolve().parent.parent / "data" / "perft"
MADE_BY = "python -m reference.write_perft"
DEALS = (1, 2, 24000)
LATER_POSITIONS = 2


def positions_along(number: int, variant_id: str, line: list[Move]) -> Iterator[Position]:
    position = deal(variant_id, ms_order(number))
    for move in line:
        position = position.after(move)
        yield position


def interest(position: Position) -> int:
    """Empty columns and movable runs make a position worth counting from."""
    moves = position.moves()
    runs = sum(move.length > 1 for move in moves)
    empty = position.columns.count([])
    return min(empty, 2) * 10 + min(runs, 6) * 4 + min(len(moves), 20)


def later_position(variant_id: str, seed: int) -> tuple[int, list[Move]]:
    """A deal and the moves to the most interesting position of 30 random games."""
    random = Random(seed)
    best: tuple[int, int, list[Move]] = (-1, 0, [])
    for _ in range(30):
        number = random.randint(1, 32000)
        line = random_game(variant_id, number, random, 70)
        for ply, position in enumerate(positions_along(number, variant_id, line), 1):
            worth = interest(position)
            if worth > best[0] and perft(position, 2) < 300:
                best = (worth, number, line[:ply])
    return best[1:]


def case(variant_id: str, number: int, line: list[Move]) -> dict[str, object]:
    position = deal(variant_id, ms_order(number))
    for move in line:
        position.play(move)
    first = perft_by_first_move(position, 3)
    return {
        "deal": number,
        "line": [int(move) for move in line],
        "counts": [perft(position, 1), perft(position, 2), sum(first.values())],
        "first": list(first.items()),
    }


def cases(variant_id: str) -> list[dict[str, object]]:
    starts: list[tuple[int, list[Move]]] = [(number, []) for number in DEALS]
    starts += [later_position(variant_id, seed) for seed in range(LATER_POSITIONS)]
    return [case(variant_id, number, line) for number, line in starts]


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for variant_id in VARIANTS:
        rows = ",\n".join(json.dumps(row, separators=(",", ":")) for row in cases(variant_id))
        head = f'{{"made_by":"{MADE_BY}","variant":"{variant_id}","cases":[\n'
        (FOLDER / f"{variant_id}.json").write_text(f"{head}{rows}\n]}}\n")


if __name__ == "__main__":
    main()
