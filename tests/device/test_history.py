"""Taking back and making again: push and pop, undo and redo."""

from eightoff.game import ALL, MOVE_MASK, OFF, SAFE
from positions import EVERY, Dice, board, dealt, each, legal, move, same, snapshot


def wander(game, dice, level):
    """Play up to 60 moves at random; return the positions before each and after the last."""
    seen = [snapshot(game)]
    for _ in range(60):
        moves = legal(game)
        if not moves:
            break
        game.play(moves[dice.below(len(moves))], level)
        seen.append(snapshot(game))
    return seen


def check_undo_and_redo_bring_back_every_position(variant_id):
    for level in (OFF, SAFE, ALL):
        for number in (1, 5, 24000):
            game = dealt(variant_id, number)
            seen = wander(game, Dice(number + level), level)
            played = game.played
            name = f"{variant_id} ms:{number} level {level}"
            for i in range(len(seen) - 2, -1, -1):
                same(game.undo() > 0, True, name + ": undo")
                same(snapshot(game), seen[i], f"{name}: undone to move {i}")
            same((game.played, game.undo()), (0, 0), name + ": at the deal")
            for i in range(1, len(seen)):
                same(game.redo() > 0, True, name + ": redo")
                same(snapshot(game), seen[i], f"{name}: redone to move {i}")
            same((game.played, game.redo()), (played, 0), name + ": at the end")


each(globals(), check_undo_and_redo_bring_back_every_position, EVERY)


def check_pop_brings_back_the_position_before_push(variant_id):
    for number in (1, 5, 24000):
        game = dealt(variant_id, number)
        dice = Dice(number)
        for _ in range(40):
            before = snapshot(game)
            moves = legal(game)
            for each_move in moves:
                game.push(each_move)
                same(snapshot(game) != before, True, f"{variant_id}: {each_move} changes nothing")
                same(game.pop(), each_move, variant_id)
                same(snapshot(game), before, f"{variant_id}: {each_move}")
            same(legal(game), moves, variant_id)
            if not moves:
                break
            game.push(moves[dice.below(len(moves))])


each(globals(), check_pop_brings_back_the_position_before_push, EVERY)


def test_pop_takes_back_a_single_automatic_move():
    game = board("eight-off", ["2S AS 9H", "TH"])
    same(game.play(move(0, 1), SAFE), 3)
    same(game.pop() & MOVE_MASK, move(0, 21))
    same(game.played, 2)


def test_new_move_forgets_what_could_be_redone():
    game = board("eight-off", ["2S 9H", "TH", "3C"])
    game.play(move(0, 1), OFF)
    game.play(move(0, 10), OFF)
    game.undo()
    game.play(move(2, 10), OFF)
    same(game.redo(), 0)
    same(game.undo(), 1)
    same(game.undo(), 1)
    same(game.redo(), 1)
    same(game.redo(), 1)
    same(game.redo(), 0)
    same(game.history[1], move(2, 10))


def test_new_deal_forgets_the_history():
    game = dealt("eight-off", 1)
    game.play(legal(game)[0], OFF)
    order = bytearray(range(4, 56))
    game.deal(order)
    same((game.played, game.undo(), game.redo()), (0, 0, 0))


def test_undo_goes_back_to_the_deal_after_two_thousand_moves():
    game = board("freecell", ["2C 9H", "TC", "TS"])
    before = snapshot(game)
    game.push(move(0, 1))
    for _ in range(1000):
        game.play(move(1, 2), OFF)
        game.play(move(2, 1), OFF)
    same(game.played, 2001)
    after = snapshot(game)
    while game.undo():
        pass
    same(game.played, 0)
    same(snapshot(game), before)
    while game.redo():
        pass
    same(game.played, 2001)
    same(snapshot(game), after)
    same(
        [game.history[i] for i in (0, 1, 2, 2000)],
        [move(0, 1), move(1, 2), move(2, 1)] + [move(2, 1)],
    )
