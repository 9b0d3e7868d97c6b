"""Cards that the game sends up by itself: off, safe, all."""

from eightoff.game import ALL, AUTO, MOVE_MASK, OFF, SAFE
from positions import (
    ALTERNATING,
    BUILDING,
    CELL,
    EVERY,
    FOUNDATION,
    NO_BUILDING,
    SAME_SUIT,
    board,
    dealt,
    each,
    legal,
    move,
    same,
    snapshot,
)

RANKS = "A23456789TJQK"
# Rank of the card, height of the two foundations of the other colour, height of the other one of
# its own colour, and whether sending the card up is safe.
THRESHOLDS = (
    (1, 0, 0, 0, True),
    (2, 0, 0, 0, True),
    (2, 0, 13, 13, True),
    (3, 0, 0, 0, False),
    (3, 1, 0, 3, False),
    (3, 1, 1, 0, True),
    (3, 2, 2, 0, True),
    (4, 1, 4, 4, False),
    (4, 2, 2, 0, False),
    (4, 2, 2, 1, True),
    (4, 3, 3, 0, True),
    (4, 3, 2, 0, False),
    (5, 3, 3, 1, False),
    (5, 3, 3, 2, True),
    (5, 2, 13, 13, False),
    (5, 4, 3, 1, False),
    (5, 4, 4, 0, True),
    (8, 6, 6, 5, True),
    (8, 6, 6, 4, False),
    (8, 6, 5, 13, False),
    (8, 7, 6, 4, False),
    (8, 7, 7, 0, True),
    (13, 11, 11, 10, True),
    (13, 11, 11, 9, False),
    (13, 10, 12, 12, False),
    (13, 12, 12, 0, True),
)


def home_of(variant_id):
    return ["2C", "2D", "2H", "2S"] if variant_id in NO_BUILDING else [0, 0, 0, 0]


def check_safe_thresholds(variant_id):
    for rank, one, other, own, safe in THRESHOLDS:
        for suit in range(4):
            for first, second in ((1, 2), (2, 1)):
                home = [0, 0, 0, 0]
                home[suit] = rank - 1
                home[suit ^ 3] = own
                home[suit ^ first] = one
                home[suit ^ second] = other
                card = RANKS[rank - 1] + "CDHS"[suit]
                name = f"{variant_id}: {card} with {home} home"
                up = move(0, FOUNDATION + suit)
                game = board(variant_id, [card], [], home)
                same(game.auto(SAFE), up if safe else 0, name)
                same(game.auto(ALL), up, name + ", all")
                same(game.auto(OFF), 0, name + ", off")


each(globals(), check_safe_thresholds, ALTERNATING)


def check_same_suit_is_always_safe(variant_id):
    base = "5" if variant_id == "penguin" else "A"
    shift = RANKS.index(base)
    for height in range(1 if variant_id == "penguin" else 0, 13):
        card = RANKS[(shift + height) % 13] + "H"
        game = board(variant_id, ["2C " + card], [], (0, 0, height, 0), base)
        same(game.auto(SAFE), move(0, FOUNDATION + 2), f"{variant_id}: {card}")
        same(game.auto(OFF), 0, f"{variant_id}: {card}, off")


each(globals(), check_same_suit_is_always_safe, SAME_SUIT)


def test_beak_is_never_safe_in_penguin():
    for base in RANKS:
        game = board("penguin", ["9C " + base + "H"], [], (1, 1, 0, 1), base)
        same(game.auto(SAFE), 0, "beak " + base + "H")
        same(game.auto(ALL), move(0, FOUNDATION + 2), "beak " + base + "H, all")


def check_nothing_is_safe_where_any_suit_goes_home(variant_id):
    card = "3C" if variant_id == "stalactites" else "4C"
    game = board(variant_id, ["9C " + card], [card], ["2C", "2D", "2H", "2S"])
    same(game.auto(OFF), 0, variant_id + ", off")
    same(game.auto(SAFE), 0, variant_id + ", safe")
    same(game.auto(ALL), move(0, FOUNDATION), variant_id + ", all")


each(globals(), check_nothing_is_safe_where_any_suit_goes_home, NO_BUILDING)


def check_game_knows_whether_every_card_is_safe(variant_id):
    wanted = variant_id in SAME_SUIT and variant_id != "penguin"
    same(bool(dealt(variant_id, 1).always_safe()), wanted, variant_id)


each(globals(), check_game_knows_whether_every_card_is_safe, EVERY)


def check_first_move_in_canonical_order_goes_up_first(variant_id):
    names = ["AS", "AC", "AH", "AD"]
    home = home_of(variant_id)
    if variant_id == "penguin":
        names = ["5S", "5C", "5H", "5D"]
        home = [4, 4, 4, 4]
    elif variant_id in NO_BUILDING:
        names = ["3S", "3C", "3H", "3D"]
        if variant_id == "stalactites-2":
            names = ["4S", "4C", "4H", "4D"]
    game = board(variant_id, ["9C", "9H " + names[0], names[1]], names[2:3], home)
    wanted = [m for m in legal(game) if m >> 4 & 31 >= FOUNDATION]
    same(game.auto(ALL), wanted[0], variant_id)
    same(wanted[0] >> 9, 1, variant_id + ": the first column")


each(
    globals(),
    check_first_move_in_canonical_order_goes_up_first,
    [v for v in EVERY if v not in ("freecell-0", "bakers-game-0")],
)


def test_cells_come_after_columns():
    game = board("freecell", ["9C", "9H"], ["9D", "AS", "AC"], (0, 0, 0, 0))
    same(game.auto(SAFE), move(CELL + 1, 21))
    game = board("freecell", ["9C", "9H AD"], ["9D", "AS", "AC"], (0, 0, 0, 0))
    same(game.auto(SAFE), move(1, 19))


def check_no_automatic_move_right_after_the_deal(variant_id):
    waiting = 0
    for number in range(1, 31):
        game = dealt(variant_id, number)
        same(game.played, 0, f"{variant_id} ms:{number}")
        waiting += game.auto(ALL) != 0
    same(waiting > 0, True, variant_id + ": some deals have a card ready to go up")


each(globals(), check_no_automatic_move_right_after_the_deal, EVERY)


def cascade(variant_id):
    """A board where 9H onto the ten opens 2S of AS 2S 3S, in the order in which they go."""
    ten = "TC" if variant_id in ALTERNATING else "TH"
    if variant_id == "penguin":
        return board(variant_id, ["8S 7S 6S 9H", ten], [], [1, 1, 1, 1], "5")
    return board(variant_id, ["3S 2S AS 9H", ten], [], [0, 0, 0, 0])


def check_automatic_moves_follow_and_go_back_with_their_cause(variant_id):
    # By alternating colours 3S waits for the red twos.
    for level, wanted in ((OFF, 1), (SAFE, 3 if variant_id in ALTERNATING else 4), (ALL, 4)):
        game = cascade(variant_id)
        before = snapshot(game)
        name = f"{variant_id}: level {level}"
        same(game.play(move(0, 1), level), wanted, name)
        same(game.played, wanted, name + ", played")
        same(game.history[0], move(0, 1), name + ", the player's move")
        for i in range(1, wanted):
            same(game.history[i], move(0, 21) | AUTO, name + ", automatic")
            same(game.history[i] & MOVE_MASK, move(0, 21), name + ", masked")
        after = snapshot(game)
        same(game.undo(), wanted, name + ", undo")
        same(game.played, 0, name + ", played after undo")
        same(snapshot(game), before, name + ", position after undo")
        same(game.redo(), wanted, name + ", redo")
        same(snapshot(game), after, name + ", position after redo")


each(globals(), check_automatic_moves_follow_and_go_back_with_their_cause, BUILDING)


def check_automatic_moves_to_any_suit_foundations(variant_id):
    cards = "5S 4S 3S 9H" if variant_id == "stalactites" else "8S 6S 4S 9H"
    for level, wanted in ((OFF, 1), (SAFE, 1), (ALL, 4)):
        game = board(variant_id, [cards], [], home_of(variant_id))
        before = snapshot(game)
        name = f"{variant_id}: level {level}"
        same(game.play(move(0, CELL), level), wanted, name)
        same(game.size[FOUNDATION], wanted, name + ", first foundation")
        same(game.undo(), wanted, name + ", undo")
        same(snapshot(game), before, name + ", position after undo")


each(globals(), check_automatic_moves_to_any_suit_foundations, NO_BUILDING)


def test_move_by_the_player_to_a_foundation_is_undone_alone():
    game = board("eight-off", ["9H AS", "2S"], [], [0, 0, 0, 0])
    same(game.play(move(0, 21), OFF), 1)
    same(game.play(move(1, 21), OFF), 1)
    same(game.undo(), 1)
    same(game.undo(), 1)
    same(game.undo(), 0)
