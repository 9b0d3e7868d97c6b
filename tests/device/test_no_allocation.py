"""The hot calls take no memory: they run while MicroPython's heap is locked."""

from array import array

from eightoff.game import ALL, MOVES_MAX, OFF, SAFE
from positions import EVERY, ON_MICROPYTHON, dealt, each, load, skip

MOVES = array("H", [0] * MOVES_MAX)
AFTER = array("H", [0] * MOVES_MAX)


def every_hot_call(game):
    """Look one move ahead everywhere, then play and take back at every level."""
    count = game.legal(MOVES)
    for i in range(count):
        game.push(MOVES[i])
        game.legal(AFTER)
        game.auto(OFF)
        game.auto(SAFE)
        game.auto(ALL)
        game.won()
        game.lost(AFTER)
        game.pop()
        game.find(MOVES[i], AFTER)
    for i in range(count):
        for level in range(3):
            game.play(MOVES[i], level)
            game.undo()
            game.redo()
            game.undo()


def check_nothing_is_allocated(variant_id):
    if not ON_MICROPYTHON:
        skip("only MicroPython can lock its heap")
    import micropython

    for case in load("perft/" + variant_id + ".json")["cases"]:
        game = dealt(variant_id, case["deal"])
        for move in case["line"]:
            game.push(move)
        micropython.heap_lock()
        try:
            game.take_back = False
            every_hot_call(game)
            game.take_back = True
            every_hot_call(game)
        finally:
            micropython.heap_unlock()


each(globals(), check_nothing_is_allocated, EVERY)


def test_locked_heap_refuses_an_allocation():
    if not ON_MICROPYTHON:
        skip("only MicroPython can lock its heap")
    import micropython

    size = 1000
    refused = False
    micropython.heap_lock()
    try:
        bytearray(size)
    except MemoryError:
        refused = True
    finally:
        micropython.heap_unlock()
    if not refused:
        raise AssertionError("a locked heap gave memory away")
