"""Folded columns: at most nine rows, every card shown, folded between two, or counted."""

from eightoff import catalogue
from eightoff.fold import HIDDEN, PIP, ROWS, UNDER, WHOLE, Fold
from eightoff.layout import PIP as PIP_WIDTH
from eightoff.layout import Layout
from positions import (
    ALTERNATING,
    EVERY,
    SAME_SUIT,
    Dice,
    board,
    dealt,
    each,
    lay,
    legal,
    pile,
    run_down,
    same,
)

LONG_COLUMNS = (
    "ten 5555555555 4 12 alternate any none suit",
    "two qq 4 - alternate any none suit",
    "two-suit qq 4 - suit any none suit",
    "two-none qq 4 - none any one suit",
    "three hhh 1 0 suit-wrap king none suit",
)


def pips(game):
    layout = Layout()
    layout.set_rules(game.variant)
    return layout.width // PIP_WIDTH


def layouts(game, column):
    """A fold of the column, and what is in it as (row, kind) for each card."""
    fold = Fold()
    same(fold.layout(game, column, pips(game)), fold.rows, "rows")
    return fold, [(fold.row[i], fold.kind[i]) for i in range(game.size[column])]


def check_column(game, column):
    """All that must be true of a folded column; what is wrong is said with its cards."""
    fold, places = layouts(game, column)
    wrong = row_problem(fold, places)
    for i in range(len(places)):
        wrong = wrong or card_problem(game, column, places, i)
    if wrong:
        raise AssertionError(wrong + " in " + pile(game, column) + " " + repr(places))
    return fold


def row_problem(fold, places):
    rows = [row for row, _ in places]
    wrong = ""
    if fold.rows > ROWS or sorted(set(rows)) != list(range(fold.rows)) or rows != sorted(rows):
        wrong = "too many rows, out of order, or left out"
    elif len(places) <= ROWS and rows != list(range(len(places))):
        wrong = "folded without need"
    elif [i for i in range(len(places)) if places[i][1] == UNDER] != list(range(fold.under)):
        wrong = "hidden cards that are not the counted ones"
    elif fold.under == 1:
        wrong = "one card hidden to count it"
    return wrong


def card_problem(game, column, places, i):
    row, kind = places[i]
    if kind == WHOLE:
        alone = [place for place in places if place[0] == row] == [places[i]]
        return "" if alone else "a card shares its row"
    if kind == UNDER:
        return "" if row == 0 else "a counted card below row 0"
    if not i or not fits(game, column, i):
        return "a folded card that is not part of a run"
    if kind == HIDDEN:
        whole = i + 1 < len(places) and fits(game, column, i + 1)
        near = [places[i - 1][1], places[i + 1][1]] if whole else [UNDER]
        return "" if set(near) <= {HIDDEN, WHOLE} else "a fold without its first or last card"
    return pip_problem(places[i - 1], places[i], pips(game))


def pip_problem(before, place, most):
    if place[1] == PIP:
        good = before[1] in (WHOLE, PIP + most - 1) and before[0] + 1 == place[0]
    else:
        good = before == (place[0], place[1] - 1) and place[1] < PIP + most
    return "" if good else "a pip out of its place or without a head"


def fits(game, column, i):
    at = game.start[column] + i
    return game.fits(game.cards[at], game.cards[at - 1])


def check_random_games_fold(variant_id):
    for number in (1, 5005):
        game = dealt(variant_id, number)
        dice = Dice(number)
        for _ in range(60):
            choices = legal(game)
            if not choices:
                break
            # Prefer columns that grow.
            long = [m for m in choices if m >> 4 & 31 < 10 and game.size[m >> 4 & 31] > 4]
            choices = long or choices
            game.push(choices[dice.below(len(choices))])
            for column in range(game.variant.columns):
                check_column(game, column)


each(globals(), check_random_games_fold, EVERY)


def buried(many):
    """Cards that no run can go through: the same rank over and over."""
    return " ".join([("7D", "7C")[i & 1] for i in range(many)]) + " "


def check_longest_column(variant_id):
    alternating = variant_id in ALTERNATING
    for deep in range(7):
        for length in range(1, 14):
            for first in range(length, 14):
                column = buried(deep) + run_down(first, length, alternating)
                game = board(variant_id, [column])
                fold = check_column(game, 0)
                # A column of the built-in games needs no counter beyond a run and six cards.
                if variant_id in SAME_SUIT:
                    same(fold.under, 0, column)


each(globals(), check_longest_column, ("eight-off", "penguin", "freecell", "forecell"))


def test_longest_freecell_column_counts_three_cards():
    game = board("freecell", [buried(6) + run_down(13, 13, True)])
    fold, places = layouts(game, 0)
    same(fold.under, 3)
    same(places[:3], [(0, UNDER)] * 3)
    same(places[3], (1, WHOLE))
    same(places[6], (4, WHOLE))
    same(places[7:10], [(5, PIP), (5, PIP + 1), (5, PIP + 2)])
    same(places[18], (8, PIP + 2))


def test_same_suit_run_shows_its_first_and_its_last_card():
    game = board("eight-off", ["7D 7C 7D 7C 7D " + run_down(13, 13, False)])
    fold, places = layouts(game, 0)
    same(fold.rows, 8)
    same(places[5], (5, WHOLE))
    same(set(places[6:17]), {(6, HIDDEN)})
    same(places[17], (7, WHOLE))


def test_only_as_many_runs_fold_as_must():
    game = board("eight-off", ["9D 8D 7D 6D KS QS JS TS 9S 8S 7S"])
    _, places = layouts(game, 0)
    same([kind for _, kind in places], [WHOLE] * 5 + [HIDDEN] * 5 + [WHOLE])


def test_nine_cards_do_not_fold():
    for variant_id in ("eight-off", "freecell"):
        game = board(variant_id, [run_down(13, 9, variant_id == "freecell")])
        _, places = layouts(game, 0)
        same(places, [(i, WHOLE) for i in range(9)])


def made_up(game, dice, most):
    """Fill column 0 with runs and single cards of no real deck, `most` cards at least."""
    alternating = game.variant.build == 2
    game.size[0] = 0
    while game.size[0] < most:
        length = min(1 + dice.below(13) * dice.below(2), most + 6 - game.size[0])
        first = length + dice.below(14 - length)
        lay(game, 0, run_down(first, length, alternating, dice.below(4)))


def test_made_up_columns_of_games_with_long_columns():
    dice = Dice(3)
    for line in LONG_COLUMNS:
        game = board("freecell", [])
        game.set_rules(catalogue.parse(line))
        most = game.variant.sizes[0] + 6
        for _ in range(80):
            made_up(game, dice, 1 + dice.below(most))
            check_column(game, 0)


def test_a_fold_is_not_cut_where_cards_are_counted():
    # Five cards of one run, and singles: the counter would take its first card and leave pips.
    for build, run in (("alternate", "KS QH JS TH 9S"), ("suit", "KS QS JS TS 9S")):
        for singles in range(7, 20):
            game = board("freecell", [])
            game.set_rules(catalogue.parse("two qq 4 - " + build + " any none suit"))
            lay(game, 0, run + " " + buried(singles))
            check_column(game, 0)


def test_counted_cards_are_all_that_is_not_in_a_row_of_its_own():
    game = board("freecell", [])
    game.set_rules(catalogue.parse("two qq 4 - none any one suit"))
    lay(game, 0, buried(26))
    fold = check_column(game, 0)
    same((fold.rows, fold.under), (9, 18))
