"""The cursor: every legal move within reach of three keys, and the likeliest first."""

from array import array

import locked
from eightoff.cursor import Cursor
from eightoff.game import MOVES_MAX, OFF, SAFE
from eightoff.keys import DOWN, LEFT, RIGHT, UP, A, B
from positions import (
    BUILDING,
    CELL,
    EVERY,
    FOUNDATION,
    Dice,
    board,
    dealt,
    each,
    legal,
    move,
    same,
)


def cursor_at(game):
    cursor = Cursor(array("H", [0] * MOVES_MAX))
    cursor.refresh(game)
    return cursor


def sources(moves):
    return sorted({one >> 9 for one in moves})


def press(cursor, game, keys):
    """Press keys that must not play anything."""
    for key in keys:
        same(cursor.key(game, key), 0, "played")


def walk(variant_id, number, moves, level):
    """Yield a game after the deal and after each of some random moves."""
    game = dealt(variant_id, number)
    dice = Dice(number)
    yield game
    for _ in range(moves):
        choices = legal(game)
        if not choices:
            return
        game.play(choices[dice.below(len(choices))], level)
        yield game


def targets_by_keys(cursor, game):
    """All moves that A could play from the cursor's pile; the cursor is back on the pile then."""
    if cursor.key(game, A):
        return [cursor.move]
    found = []
    while cursor.move not in found:
        found.append(cursor.move)
        press(cursor, game, [RIGHT])
    press(cursor, game, [B])
    assert not cursor.choosing
    return found


def moves_by_keys(game):
    """All moves that LEFT, RIGHT, A and B can play."""
    cursor = cursor_at(game)
    found = []
    visited = []
    while cursor.source >= 0 and cursor.source not in visited:
        visited.append(cursor.source)
        found += targets_by_keys(cursor, game)
        press(cursor, game, [RIGHT])
    return sorted(found), sorted(visited)


def check_every_legal_move_is_in_reach(variant_id):
    for number in (1, 617):
        for game in walk(variant_id, number, 25, OFF):
            found, visited = moves_by_keys(game)
            same(found, legal(game), "moves")
            same(visited, sources(found), "piles")


each(globals(), check_every_legal_move_is_in_reach, EVERY)


def way_to(game, wanted):
    """The keys, of LEFT RIGHT A, that play a move; an error when a hundred do not."""
    cursor = cursor_at(game)
    pressed = []
    for _ in range(100):
        if not cursor.choosing:
            key = A if cursor.source == wanted >> 9 else LEFT
        else:
            key = A if cursor.move == wanted else RIGHT
        pressed.append(key)
        played = cursor.key(game, key)
        if played:
            same(played, wanted, "played")
            return pressed
    raise AssertionError("out of reach")


def check_three_keys_play_any_move(variant_id):
    for game in walk(variant_id, 24000, 12, SAFE):
        for wanted in legal(game):
            way_to(game, wanted)


each(globals(), check_three_keys_play_any_move, EVERY)


def check_up_and_down_stay_on_piles_that_can_move(variant_id):
    dice = Dice(7)
    for game in walk(variant_id, 5005, 10, OFF):
        cursor = cursor_at(game)
        movable = sources(legal(game))
        for _ in range(20):
            cursor.key(game, (UP, DOWN, LEFT, RIGHT)[dice.below(4)])
            assert cursor.source in movable or not movable, cursor.source
            assert not cursor.choosing


each(globals(), check_up_and_down_stay_on_piles_that_can_move, EVERY)


def test_cursor_wraps_both_ways():
    game = dealt("eight-off", 1)
    movable = sources(legal(game))
    cursor = cursor_at(game)
    same(cursor.source, movable[0])
    press(cursor, game, [LEFT])
    same(cursor.source, movable[-1])
    press(cursor, game, [RIGHT])
    same(cursor.source, movable[0])


def test_targets_wrap_both_ways():
    game = board("freecell", ["5S", "6H", "6D", "9C"])
    cursor = cursor_at(game)
    press(cursor, game, [A])
    first = cursor.move
    press(cursor, game, [LEFT])
    last = cursor.move
    assert last != first
    press(cursor, game, [RIGHT])
    same(cursor.move, first)
    press(cursor, game, [UP])
    same(cursor.move, last)
    press(cursor, game, [DOWN])
    same(cursor.move, first)


def test_single_target_is_played_at_once():
    game = board("freecell-0", ["5S", "6H", "9C", "9S", "JC", "JS", "KC", "KS"])
    cursor = cursor_at(game)
    same(cursor.source, 0)
    same(cursor.key(game, A), move(0, 1))


def test_second_a_plays_the_likeliest_target():
    game = board("freecell", ["5S", "6H", "6D", "9C"])
    cursor = cursor_at(game)
    press(cursor, game, [A])
    assert cursor.choosing
    same(cursor.key(game, A), move(0, 2))


def test_b_leaves_choosing_and_forgets_the_target():
    game = board("freecell", ["5S", "6H", "6D", "9C"])
    cursor = cursor_at(game)
    first = cursor.move
    press(cursor, game, [A, RIGHT, B])
    assert not cursor.choosing
    same(cursor.move, first)
    same(cursor.source, 0)


def targets_in_order(game, source):
    cursor = cursor_at(game)
    while cursor.source != source:
        press(cursor, game, [RIGHT])
    return [(one >> 4 & 31, one & 15) for one in targets_by_keys(cursor, game)]


def test_order_is_home_then_a_card_then_a_cell_then_an_empty_column():
    game = board("freecell", ["9C 2S", "3H", "3D"], ("KC",), (0, 0, 0, 1))
    wanted = [(FOUNDATION + 3, 1), (2, 1), (1, 1), (CELL + 1, 1), (3, 1)]
    same(targets_in_order(game, 0), wanted)


def test_long_runs_come_before_short_ones_into_an_empty_column():
    game = board("freecell", ["2C 9C 8H 7S", "QC"], ("KC",))
    same(targets_in_order(game, 0), [(CELL + 1, 1), (2, 3), (2, 2), (2, 1)])


def test_king_to_an_empty_column_comes_before_a_cell():
    game = board("eight-off", ["2C KH", "QC"])
    same(targets_in_order(game, 0), [(2, 1), (CELL, 1)])


def check_home_is_always_first(variant_id):
    for game in walk(variant_id, 11982, 25, OFF):
        cursor = cursor_at(game)
        for source in sources(legal(game)):
            homes = [o for o in legal(game) if o >> 9 == source and o >> 4 & 31 >= FOUNDATION]
            while cursor.source != source:
                press(cursor, game, [RIGHT])
            assert not homes or cursor.move in homes


each(globals(), check_home_is_always_first, BUILDING)


def test_cursor_stays_on_its_pile_as_long_as_that_can_move():
    game = board("freecell", ["9C 2S", "3H", "KD QS"], ("KC",))
    cursor = cursor_at(game)
    press(cursor, game, [RIGHT])
    same(cursor.source, 1)
    game.push(move(0, CELL + 1))
    cursor.refresh(game)
    same(cursor.source, 1)
    game.push(move(1, CELL + 2))
    cursor.refresh(game)
    same(cursor.source, 2)


def test_nothing_can_move_and_then_something_can():
    game = board("freecell-0", ["5S", "9C", "9S", "JC", "JS", "KC", "KS", "7D"])
    cursor = cursor_at(game)
    same(cursor.source, -1)
    for key in (UP, DOWN, LEFT, RIGHT, A, B):
        press(cursor, game, [key])
    same(cursor.source, -1)
    game = board("freecell-0", ["5S", "6H", "9S", "JC", "JS", "KC", "KS", "7D"])
    cursor.refresh(game)
    same(cursor.source, 0)


def check_suggestion_is_played_by_a(variant_id):
    for game in walk(variant_id, 146692, 12, OFF):
        cursor = cursor_at(game)
        for wanted in legal(game):
            cursor.suggest(game, wanted)
            same((cursor.source, cursor.move), (wanted >> 9, wanted), "suggested")
            same(cursor.key(game, A), wanted, "played")
            cursor.suggest(game, wanted)
            press(cursor, game, [B])
            same(cursor.source, wanted >> 9)


each(globals(), check_suggestion_is_played_by_a, EVERY)


def check_nothing_is_allocated(variant_id):
    game = dealt(variant_id, 3)
    cursor = cursor_at(game)
    first = legal(game)[0]

    def fingers():
        for _ in range(8):
            cursor.key(game, RIGHT)
            cursor.key(game, UP)
            cursor.key(game, DOWN)
            cursor.key(game, LEFT)
            cursor.key(game, A)
            cursor.key(game, RIGHT)
            cursor.key(game, B)
            cursor.suggest(game, first)
            cursor.refresh(game)

    locked.run(fingers)


each(globals(), check_nothing_is_allocated, EVERY)
