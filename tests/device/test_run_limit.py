"""How many cards one move may carry: the cases that other programs got wrong, in every game."""

from positions import (
    ALTERNATING,
    ANY_CARD,
    BUILDING,
    CELL,
    DOUBLING,
    EVERY,
    FREE_PLUS_ONE,
    KINGS_ONLY,
    NO_BUILDING,
    NO_LIMIT,
    ONE_CARD,
    board,
    dealt,
    each,
    legal,
    move,
    run_down,
    same,
)

LIMITED = ONE_CARD + FREE_PLUS_ONE + DOUBLING
WITH_CELLS = tuple(v for v in LIMITED if v not in ("freecell-0", "bakers-game-0"))
FILLER = "2C 2C"


def shape(variant_id):
    """Columns and cells of a game."""
    variant = dealt(variant_id, 1).variant
    return variant.columns, variant.cells


def limit(variant_id, free, spare):
    """The run limit as the table of games words it; 13 cards are never refused without one."""
    if variant_id in NO_LIMIT:
        return 13
    if variant_id in ONE_CARD:
        return 1
    return (free + 1) * (2**spare if variant_id in DOUBLING else 1)


def with_free(variant_id, first_columns, free, empty):
    """A board whose other columns are filled but for `empty`, with `free` free cells."""
    columns, cells = shape(variant_id)
    rest = columns - len(first_columns) - empty
    return board(
        variant_id,
        first_columns + [""] * empty + [FILLER] * rest,
        ["2D"] * (cells - free),
        home=(0, 0, 0, 0),
    )


def onto_a_card(variant_id, length, free, empty):
    """Is a run of `length` below another card allowed onto its parent?"""
    run = run_down(length + 1, length + 1, variant_id in ALTERNATING)
    parent, run = run.split(" ", 1)
    game = with_free(variant_id, ["KC " + run, "KC " + parent], free, empty)
    return move(0, 1, length) in legal(game)


def check_exact_limit_onto_a_card(variant_id):
    for free in range(shape(variant_id)[1] + 1):
        for empty in range(4):
            most = limit(variant_id, free, empty)
            name = f"{variant_id}: {free} free cells, {empty} empty columns"
            same(onto_a_card(variant_id, min(most, 12), free, empty), True, name)
            if most < 12:
                same(onto_a_card(variant_id, most + 1, free, empty), False, name)


each(globals(), check_exact_limit_onto_a_card, BUILDING)


def check_exact_limit_to_an_empty_column(variant_id):
    run = run_down(12, 12, variant_id in ALTERNATING)
    for free in range(shape(variant_id)[1] + 1):
        for empty in range(1, 4):
            game = with_free(variant_id, ["KC " + run], free, empty)
            lengths = [m & 15 for m in legal(game) if m >> 9 == 0 and m >> 4 & 31 == 1]
            most = min(limit(variant_id, free, empty - 1), 12)
            name = f"{variant_id}: {free} free cells, {empty} empty columns with the target"
            same(lengths, list(range(1, most + 1)), name)


each(globals(), check_exact_limit_to_an_empty_column, ANY_CARD)


def check_limit_that_the_screen_explains(variant_id):
    for free in range(shape(variant_id)[1] + 1):
        for empty in range(4):
            game = with_free(variant_id, [], free, empty)
            name = f"{variant_id}: {free} free cells, {empty} empty columns"
            same(game.run_limit(False), limit(variant_id, free, empty), name)
            if empty:
                same(game.run_limit(True), limit(variant_id, free, empty - 1), name)


each(globals(), check_limit_that_the_screen_explains, BUILDING)


def king_run_lengths(variant_id, length, free, empty):
    run = run_down(13, length, variant_id in ALTERNATING)
    game = with_free(variant_id, ["9C " + run], free, empty)
    return [m & 15 for m in legal(game) if m >> 9 == 0 and m >> 4 & 31 == 1]


def check_exact_limit_of_a_king_run_to_an_empty_column(variant_id):
    for free in range(shape(variant_id)[1] + 1):
        for empty in range(1, 4):
            most = limit(variant_id, free, 0)
            name = f"{variant_id}: {free} free cells, {empty} empty columns with the target"
            same(king_run_lengths(variant_id, most, free, empty), [most], name)
            if most < 13:
                same(king_run_lengths(variant_id, most + 1, free, empty), [], name)


each(globals(), check_exact_limit_of_a_king_run_to_an_empty_column, KINGS_ONLY)


def test_worked_example_three_cells_and_one_empty_column_carry_eight_cards():
    same(onto_a_card("freecell", 8, 3, 1), True, "(3 + 1) * 2 = 8")
    same(onto_a_card("freecell", 9, 3, 1), False, "nine cards")
    run = run_down(12, 12, True)
    game = with_free("freecell", ["KC " + run], 3, 2)
    same(move(0, 1, 8) in legal(game), True, "8 to an empty column, one more empty")
    same(move(0, 1, 9) in legal(game), False, "9 to an empty column, one more empty")


def check_foundations_are_not_counted_as_cells(variant_id):
    for home in (0, 5):
        columns = shape(variant_id)[0]
        run = run_down(9, 3, variant_id in ALTERNATING)
        parent, run = run.split(" ", 1)
        game = board(
            variant_id,
            ["KC " + run, "KC " + parent] + [FILLER] * (columns - 2),
            ["2D"] * shape(variant_id)[1],
            home=(home, home, home, home),
        )
        same(move(0, 1, 2) in legal(game), False, f"{variant_id}: foundations at {home}")


each(globals(), check_foundations_are_not_counted_as_cells, LIMITED)


def check_empty_target_is_no_spare_column(variant_id):
    run = run_down(12, 12, variant_id in ALTERNATING)
    free = shape(variant_id)[1]
    game = with_free(variant_id, ["KC " + run], free, 1)
    same(move(0, 1, free + 1) in legal(game), True, variant_id)
    same(move(0, 1, free + 2) in legal(game), False, variant_id)


each(globals(), check_empty_target_is_no_spare_column, DOUBLING)


def check_column_emptied_by_the_move_does_not_count(variant_id):
    run = run_down(9, 3, variant_id in ALTERNATING)
    parent, run = run.split(" ", 1)
    game = with_free(variant_id, [run, "KC " + parent], 0, 0)
    same(move(0, 1, 2) in legal(game), variant_id in NO_LIMIT, variant_id)


each(globals(), check_column_emptied_by_the_move_does_not_count, BUILDING)


def check_empty_columns_double_the_limit(variant_id):
    for empty, most in ((0, 1), (1, 2), (2, 4), (3, 8)):
        same(onto_a_card(variant_id, most, 0, empty), True, f"{variant_id}: {empty} empty")
        same(onto_a_card(variant_id, most + 1, 0, empty), False, f"{variant_id}: {empty} empty")


each(globals(), check_empty_columns_double_the_limit, DOUBLING)


def check_empty_columns_do_not_double_in_a_kings_only_game(variant_id):
    for empty in range(4):
        same(onto_a_card(variant_id, 1, 0, empty), True, f"{variant_id}: {empty} empty")
        same(onto_a_card(variant_id, 2, 0, empty), False, f"{variant_id}: {empty} empty")


each(globals(), check_empty_columns_do_not_double_in_a_kings_only_game, FREE_PLUS_ONE)


def check_limit_is_not_kept_from_the_move_before_cells(variant_id):
    run = run_down(9, 3, variant_id in ALTERNATING)
    parent, run = run.split(" ", 1)
    columns, cells = shape(variant_id)
    columns = ["KC " + run, "KC " + parent] + [FILLER] * (columns - 2)
    game = board(variant_id, columns, ["AS"] + ["2D"] * (cells - 1))
    carries = move(0, 1, 2)
    grown = variant_id not in ONE_CARD
    same(carries in legal(game), False, variant_id + ": no free cell")
    game.push(move(CELL, 21))
    same(carries in legal(game), grown, variant_id + ": one free cell")
    game.push(move(2, CELL))
    same(carries in legal(game), False, variant_id + ": none again")
    game.pop()
    same(carries in legal(game), grown, variant_id + ": one after taking back")
    game.pop()
    same(carries in legal(game), False, variant_id + ": none after taking both back")


each(globals(), check_limit_is_not_kept_from_the_move_before_cells, WITH_CELLS)


def check_limit_is_not_kept_from_the_move_before_columns(variant_id):
    run = run_down(9, 3, variant_id in ALTERNATING)
    parent, run = run.split(" ", 1)
    columns, cells = shape(variant_id)
    columns = ["KC " + run, "KC " + parent, "AS"] + [FILLER] * (columns - 3)
    game = board(variant_id, columns, ["2D"] * cells)
    carries = move(0, 1, 2)
    same(carries in legal(game), False, variant_id + ": no empty column")
    game.push(move(2, 21))
    same(carries in legal(game), True, variant_id + ": one empty column")
    game.push(move(3, 2))
    same(carries in legal(game), False, variant_id + ": none again")
    game.pop()
    same(carries in legal(game), True, variant_id + ": one after taking back")
    game.pop()
    same(carries in legal(game), False, variant_id + ": none after taking both back")


each(globals(), check_limit_is_not_kept_from_the_move_before_columns, DOUBLING)


def check_whole_column_to_an_empty_column_is_no_move(variant_id):
    home = ("2C", "2D", "2H", "2S") if variant_id in NO_BUILDING else (0, 0, 0, 0)
    for length in (1, 2, 3):
        run = run_down(13, length, variant_id in ALTERNATING)
        game = board(variant_id, ["", run, ""], home=home)
        whole = [m for m in legal(game) if m >> 4 & 31 < CELL and m & 15 == length]
        same(whole, [], f"{variant_id}: {run}")


each(globals(), check_whole_column_to_an_empty_column_is_no_move, EVERY)


def check_king_run_on_another_card_goes_to_an_empty_column(variant_id):
    run = run_down(13, 3, variant_id in ALTERNATING)
    game = board(variant_id, ["", "9C " + run])
    same(move(1, 0, 3) in legal(game), limit(variant_id, game.variant.cells, 6) >= 3, variant_id)


each(globals(), check_king_run_on_another_card_goes_to_an_empty_column, BUILDING)


def check_only_the_part_led_by_a_king_goes_to_an_empty_column(variant_id):
    run = run_down(12, 3, variant_id in ALTERNATING)
    game = board(variant_id, ["", "9C " + run], ["JH"])
    same([m for m in legal(game) if m >> 4 & 31 == 0], [], variant_id)


each(globals(), check_only_the_part_led_by_a_king_goes_to_an_empty_column, KINGS_ONLY)
