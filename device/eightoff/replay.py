"""Making a game in progress again from its records, with nothing in them taken on trust."""

from eightoff.cards import DECK
from eightoff.const import const
from eightoff.game import MOVE_MASK
from eightoff.records import MOVES, REDO, RESTART, TAKE_BACK, UNDO

_PAYLOAD = const(2)
_HEAD = const(9)  # of MOVES


def replay(reader, attempt, game, moves):
    """Fill `attempt` and `game` from the START behind `reader` and its MOVES.

    Returns whether all moves were legal; if not, the game stands before the first that was not.
    ValueError when there is no such deal. moves: scratch, array("H") of MOVES_MAX.
    """
    order = bytearray(DECK)
    reader.next()
    attempt.get_start(reader.buffer, _PAYLOAD, _PAYLOAD + reader.size)
    attempt.order(order)
    game.set_rules(attempt.variant())
    game.take_back = False
    game.deal(order)
    while reader.next():
        if reader.kind == MOVES and not _batch(reader, attempt, game, moves):
            return False
    return True


def _batch(reader, attempt, game, moves):
    buffer = reader.buffer
    if reader.size < _HEAD or reader.size & 1 == 0:
        return False
    attempt.get_counts(buffer, _PAYLOAD)
    game.take_back = attempt.house & TAKE_BACK != 0
    for at in range(_PAYLOAD + _HEAD, _PAYLOAD + reader.size, 2):
        if not _make(game, buffer[at] | buffer[at + 1] << 8, moves):
            return False
    return True


def _make(game, op, moves):
    if op == UNDO:
        game.undo()
    elif op == REDO:
        game.redo()
    elif op == RESTART:
        while game.undo():
            pass
    elif op >> 15 or game.find(op & MOVE_MASK, moves) < 0:
        return False
    else:
        game.push(op)
    return True
