"""Which moves there are, and in which order."""

from positions import (
    ALTERNATING,
    ANY_CARD,
    BUILDING,
    CELL,
    EVERY,
    FOUNDATION,
    KINGS_ONLY,
    NO_BUILDING,
    SAME_SUIT,
    board,
    dealt,
    each,
    lay,
    legal,
    move,
    pile,
    run_down,
    same,
)

RANKS = "A23456789TJQK"


def to_column(game, target):
    return [m for m in legal(game) if m >> 4 & 31 == target]


def test_canonical_order_is_by_source_then_target_then_length():
    game = board(
        "freecell",
        ["2S 9H 8S 7D", "TC", "", "8C", "AH", "KD", "", "3D"],
        ["9D", "-", "2H", "-"],
        home=(0, 2, 0, 0),
    )
    wanted = [
        move(0, 1, 3),
        move(0, 2, 1),
        move(0, 2, 2),
        move(0, 2, 3),
        move(0, 3, 1),
        move(0, 11),
        move(1, 11),
        move(3, 11),
        move(4, 11),
        move(4, 20),
        move(5, 11),
        move(7, 11),
        move(7, 19),
        move(10, 1),
        move(10, 2),
        move(12, 2),
    ]
    same(legal(game), wanted)
    game.take_back = True
    same(legal(game), wanted + [move(19, 2)], "with the house rule")


def test_canonical_order_is_pinned_as_numbers():
    game = dealt("eight-off", 1)
    same(legal(game), [177, 689, 1201, 1713, 2225, 2737, 3249, 3761, 6257], "eight-off ms:1")
    game = dealt("penguin", 1)
    same(legal(game), [161, 577, 673, 1185, 1697, 2081, 2209, 2721, 3233], "penguin ms:1")


def test_move_numbers_are_source_9_target_4_length():
    game = board("freecell", ["2S 9H 8S 7D", "TC"], ["KD", "KH", "KS", "-"])
    same(legal(game)[0], 0 << 9 | 1 << 4 | 3)
    game = board("freecell", ["2C"] * 8, ["KD", "KH", "KS", "AS"])
    same(legal(game), [13 << 9 | 21 << 4 | 1])


def check_building_rule(variant_id):
    fits = {
        "9S": ("TD", "TH") if variant_id in ALTERNATING else ("TS",),
        "9H": ("TC", "TS") if variant_id in ALTERNATING else ("TH",),
    }
    for card, parents in fits.items():
        for rank in RANKS:
            for suit in "CDHS":
                game = board(variant_id, ["2C " + card, rank + suit])
                same(
                    move(0, 1) in legal(game),
                    rank + suit in parents,
                    f"{variant_id}: {card} on {rank + suit}",
                )


each(globals(), check_building_rule, BUILDING)


def check_nothing_is_built(variant_id):
    for parent in ("TC", "TD", "TH", "TS"):
        game = board(variant_id, ["2C 9S", parent, "TS 9S"], home=("2C", "2D", "2H", "2S"))
        same([m for m in legal(game) if m >> 4 & 31 < CELL], [], variant_id)


each(globals(), check_nothing_is_built, NO_BUILDING)


def check_a_king_goes_on_no_ace(variant_id):
    game = board(variant_id, ["2C KS", "AS", "AH", "AD", "AC"])
    for target in range(1, 5):
        same(move(0, target) in legal(game), False, variant_id)


each(globals(), check_a_king_goes_on_no_ace, [v for v in BUILDING if v != "penguin"])


def check_an_ace_and_a_king_below_it_are_no_run(variant_id):
    run = "AS KH" if variant_id in ALTERNATING else "AS KS"
    game = board(variant_id, ["9C " + run, "2D", "2S", ""])
    same([m for m in legal(game) if m & 15 > 1], [], variant_id)
    same(game.run(0), 1, variant_id)


each(
    globals(),
    check_an_ace_and_a_king_below_it_are_no_run,
    [v for v in BUILDING if v != "penguin"],
)


def test_rank_below_the_beak_goes_on_the_beak_in_penguin():
    game = board("penguin", ["9C 4S", "8D 5S"], home=(1, 1, 1, 0), base="5")
    same(move(0, 1) in legal(game), True, "4S on the beak 5S")
    game = board("penguin", ["9C 4S", "8D 5H"], home=(1, 1, 0, 1), base="5")
    same(move(0, 1) in legal(game), False, "4S on 5H")


def test_run_goes_on_across_the_beak_in_penguin():
    game = board("penguin", ["9C 6S 5S 4S 3S", "8D 7S", ""], home=(1, 1, 1, 0), base="5")
    same(to_column(game, 1), [move(0, 1, 4)], "onto 7S")
    same(to_column(game, 2), [move(0, 2, 2)], "led by the rank below the beak")


def test_king_goes_on_an_ace_in_penguin():
    for base in "A5":
        game = board("penguin", ["9C KS", "8D AS"], home=(1, 1, 1, 0), base=base)
        same(move(0, 1) in legal(game), True, "KS on AS with the beak " + base)
        game = board("penguin", ["9C KS", "8D AH"], home=(1, 1, 1, 0), base=base)
        same(move(0, 1) in legal(game), False, "KS on AH with the beak " + base)


def check_empty_column_takes_kings_only(variant_id):
    for rank in RANKS:
        base = "5" if variant_id == "penguin" else "A"
        king = "4" if variant_id == "penguin" else "K"
        game = board(variant_id, ["9C " + rank + "S"], [rank + "H"], base=base)
        wanted = [move(0, 1), move(CELL, 1)] if rank == king else []
        if game.variant.cells == 0:
            wanted = wanted[:1]
        same(to_column(game, 1), wanted, f"{variant_id}: {rank}")


each(globals(), check_empty_column_takes_kings_only, KINGS_ONLY)


def check_empty_column_takes_any_card(variant_id):
    for rank in RANKS:
        game = board(variant_id, ["9C " + rank + "S"])
        same(to_column(game, 1), [move(0, 1)], f"{variant_id}: {rank} from a column")
        if game.variant.cells:
            game = board(variant_id, ["9C"], [rank + "S"])
            same(to_column(game, 1), [move(CELL, 1)], f"{variant_id}: {rank} from a cell")


each(globals(), check_empty_column_takes_any_card, ANY_CARD)


def check_empty_column_takes_nothing(variant_id):
    for rank in RANKS:
        home = ("2C", "2D", "2H", "2S")
        game = board(variant_id, ["9C " + rank + "S"], [rank + "H"], home=home)
        same(to_column(game, 1), [], f"{variant_id}: {rank}")


each(globals(), check_empty_column_takes_nothing, NO_BUILDING)


def check_of_equal_targets_only_the_first_counts(variant_id):
    home = ("2C", "2D", "2H", "2S") if variant_id in NO_BUILDING else (0, 0, 0, 0)
    game = board(variant_id, ["", "9C KS"], home=home)
    columns = [m >> 4 & 31 for m in legal(game) if m >> 4 & 31 < CELL]
    cells = [m >> 4 & 31 for m in legal(game) if CELL <= m >> 4 & 31 < FOUNDATION]
    same(columns, [] if variant_id in NO_BUILDING else [0], variant_id + ": columns")
    same(cells, [CELL] if game.variant.cells else [], variant_id + ": cells")


each(globals(), check_of_equal_targets_only_the_first_counts, EVERY)


def check_no_move_from_cell_to_cell(variant_id):
    cells = ["-", "9S"] if dealt(variant_id, 1).variant.cells > 1 else ["9S"]
    home = ("2C", "2D", "2H", "2S") if variant_id in NO_BUILDING else (0, 0, 0, 0)
    game = board(variant_id, ["2C"] * game_columns(variant_id), cells, home)
    from_cells = [m for m in legal(game) if CELL <= m >> 9 < FOUNDATION]
    same(from_cells, [], variant_id)


def game_columns(variant_id):
    return dealt(variant_id, 1).variant.columns


each(
    globals(),
    check_no_move_from_cell_to_cell,
    [v for v in EVERY if v not in ("freecell-0", "bakers-game-0")],
)


def check_foundation_takes_the_next_of_its_suit_only(variant_id):
    for height in (0, 1, 7, 12):
        home = (height, height, height, height)
        for rank in range(13):
            game = board(variant_id, ["9C " + RANKS[rank] + "H"], home=home)
            up = [m for m in legal(game) if m >> 4 & 31 >= FOUNDATION]
            wanted = [move(0, FOUNDATION + 2)] if rank == height else []
            same(up, wanted, f"{variant_id}: {RANKS[rank]} on {height}")


each(globals(), check_foundation_takes_the_next_of_its_suit_only, BUILDING)


def test_foundations_of_penguin_go_up_from_the_beak_and_wrap():
    for height in range(13):
        rank = RANKS[(4 + height) % 13]
        game = board("penguin", ["9C " + rank + "H"], home=(0, 0, height, 0), base="5")
        same(move(0, FOUNDATION + 2) in legal(game), True, f"{rank} on {height}")


def check_any_suit_goes_on_every_foundation_that_waits_for_its_rank(variant_id):
    step = 2 if variant_id == "stalactites-2" else 1
    for rank in range(13):
        before = RANKS[(rank - step) % 13]
        other = RANKS[(rank + 3) % 13]
        home = (other + "C", before + "D", other + "H", before + "S")
        game = board(variant_id, ["9C " + RANKS[rank] + "C"], ["8C", "8D"], home=home)
        up = [m for m in legal(game) if m >> 9 == 0]
        same(up, [move(0, 19), move(0, 21)], f"{variant_id}: {RANKS[rank]} on {before}")


each(globals(), check_any_suit_goes_on_every_foundation_that_waits_for_its_rank, NO_BUILDING)


def check_full_foundation_takes_no_fourteenth_card(variant_id):
    step = 2 if variant_id == "stalactites-2" else 1
    full = " ".join([RANKS[(4 + step * i) % 13] + "C" for i in range(13)])
    almost = " ".join([RANKS[(4 + step * i) % 13] + "D" for i in range(12)])
    game = board(variant_id, ["9C 5H"], ["8C", "8D"], home=(full, almost, "9H", "9S"))
    same(legal(game), [], variant_id + ": 5 on 13 cards that began with 5")
    last = almost.split()[0].replace("5", RANKS[(4 + step * 12) % 13])
    game = board(variant_id, ["9C " + last], ["8C", "8D"], home=(full, almost, "9H", "9S"))
    same(legal(game), [move(0, 19)], variant_id + ": the thirteenth card")


each(globals(), check_full_foundation_takes_no_fourteenth_card, NO_BUILDING)


def check_nothing_comes_back_from_a_foundation(variant_id):
    home = ("2C 3C", "2D", "2H", "2S") if variant_id in NO_BUILDING else (3, 3, 3, 3)
    game = board(variant_id, ["9C 4D", "9D 4C", ""], home=home)
    same([m for m in legal(game) if m >> 9 >= FOUNDATION], [], variant_id)


each(globals(), check_nothing_comes_back_from_a_foundation, EVERY)


def check_house_rule_brings_a_card_back_to_a_column(variant_id):
    game = board(variant_id, ["9C 4D", "9D 4C", ""], home=(3, 3, 3, 13))
    game.take_back = True
    back = [m for m in legal(game) if m >> 9 >= FOUNDATION]
    if variant_id in ALTERNATING:
        wanted = [move(18, 0), move(19, 1), move(20, 1)]
    else:
        wanted = [move(18, 1), move(19, 0)]
    if variant_id in ANY_CARD:
        wanted += [move(18, 2), move(19, 2), move(20, 2)]
    wanted.append(move(21, 2))
    same(back, sorted(wanted), variant_id)


each(globals(), check_house_rule_brings_a_card_back_to_a_column, BUILDING)


def check_house_rule_brings_nothing_back_where_nothing_is_built(variant_id):
    game = board(variant_id, ["9C 4D", "9D 4C", ""], home=("2C 3C", "2D", "2H", "2S"))
    game.take_back = True
    same([m for m in legal(game) if m >> 9 >= FOUNDATION], [], variant_id)


each(globals(), check_house_rule_brings_nothing_back_where_nothing_is_built, NO_BUILDING)


def check_an_available_run_is_same_suit_or_alternating(variant_id):
    wrong = "9H 8S" if variant_id in SAME_SUIT else "9H 8D"
    head = "TH" if variant_id in SAME_SUIT else "TC"
    game = board(variant_id, ["2C " + wrong, head])
    same(move(0, 1, 2) in legal(game), False, variant_id)


each(globals(), check_an_available_run_is_same_suit_or_alternating, BUILDING)


def check_columns_have_room_for_a_run_below_the_last_dealt_card(variant_id):
    run = run_down(13, 13, variant_id in ALTERNATING)
    game = board(variant_id, [])
    columns = [" ".join(["9C"] * (size - 1)) + " " + run for size in game.variant.sizes if size]
    for column in range(len(columns)):
        lay(game, column, columns[column])
    for column in range(len(columns)):
        same(pile(game, column), columns[column].strip(), f"{variant_id}: column {column}")
    same(game.size[CELL], 0, variant_id)


each(globals(), check_columns_have_room_for_a_run_below_the_last_dealt_card, BUILDING)
