"""Counts of move sequences, against files made with a separately written move generator."""

from array import array

from eightoff.game import MOVES_MAX
from positions import EVERY, dealt, each, legal, load, same

DEPTH = 3
BUFFERS = [array("H", [0] * MOVES_MAX) for _ in range(DEPTH)]


def perft(game, depth):
    moves = BUFFERS[depth - 1]
    count = game.legal(moves)
    if depth == 1:
        return count
    total = 0
    for i in range(count):
        game.push(moves[i])
        total += perft(game, depth - 1)
        game.pop()
    return total


def perft_after(game, move, depth):
    game.push(move)
    count = perft(game, depth)
    game.pop()
    return count


def check_perft(variant_id):
    for case in load("perft/" + variant_id + ".json")["cases"]:
        name = f"{variant_id} ms:{case['deal']} after {len(case['line'])} moves"
        game = dealt(variant_id, case["deal"])
        for move in case["line"]:
            same(move in legal(game), True, f"{name}: {move} of the line is legal")
            game.push(move)
        check_counts(name, game, case)


def check_counts(name, game, case):
    same(legal(game), [move for move, _ in case["first"]], name + ": moves")
    for move, count in case["first"]:
        same(perft_after(game, move, DEPTH - 1), count, f"{name}: depth {DEPTH} of move {move}")
    for depth in range(1, DEPTH + 1):
        same(perft(game, depth), case["counts"][depth - 1], f"{name}: depth {depth}")


each(globals(), check_perft, EVERY)
