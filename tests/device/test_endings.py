"""Won, lost and not lost: stuck positions and their near misses in every game."""

from positions import (
    ALTERNATING,
    ANY_CARD,
    BUILDING,
    CELL,
    EVERY,
    FOUNDATION,
    KINGS_ONLY,
    NO_BUILDING,
    NO_LIMIT,
    SAME_SUIT,
    board,
    dealt,
    each,
    is_lost,
    legal,
    move,
    same,
)

NO_CELLS = ("freecell-0", "bakers-game-0")
WITH_CELLS = tuple(v for v in EVERY if v not in NO_CELLS)
# Cards of even rank only: none goes on another, and no Ace is among them.
EVENS = [rank + suit for rank in "QT8642" for suit in "CDHS"]


class Stuck:
    """The parts of a stuck position, to be changed before the board is made of them."""

    def __init__(self, variant_id):
        variant = dealt(variant_id, 1).variant
        self.variant_id = variant_id
        self.last = variant.columns - 1
        self.base = "A"
        self.home = [0, 0, 0, 0]
        self.next_up = "AC"
        cards = EVENS[:]
        if variant_id == "penguin":
            # The beak 2S lies under a card, the other twos have started the foundations.
            cards = EVENS[:20]
            self.base = "2"
            self.home = [1, 1, 1, 0]
            self.next_up = "3C"
        elif variant_id in NO_BUILDING:
            # The foundations wait for threes, with steps of two for fives.
            start = "2" if variant_id == "stalactites" else "3"
            cards = EVENS[:20]
            self.home = [start + suit for suit in "CDHS"]
            self.next_up = "3C" if variant_id == "stalactites" else "5C"
        tops = cards[: variant.columns]
        cards = cards[variant.columns :]
        self.cells = cards[: variant.cells]
        buried = cards[variant.cells :] + ["2S", "2H", "2D", "2C"]
        self.columns = [[buried[i], tops[i]] for i in range(variant.columns)]

    def hide(self, ranks):
        """Put a card that fits nowhere in the place of every available card of these ranks."""
        for column in self.columns:
            if column and column[-1][0] in ranks:
                column[-1] = "4S"
        self.cells = ["4S" if card[0] in ranks else card for card in self.cells]

    def board(self):
        columns = [" ".join(column) for column in self.columns]
        return board(self.variant_id, columns, self.cells, self.home, self.base)

    def expect(self, lost, what):
        game = self.board()
        name = f"{self.variant_id}: {what}"
        same(is_lost(game), lost, name)
        same(legal(game) == [], lost, name + ", legal moves")
        same(game.won(), False, name + ", won")
        return game


def check_stuck_is_lost(variant_id):
    Stuck(variant_id).expect(True, "stuck")


each(globals(), check_stuck_is_lost, EVERY)


def check_one_free_cell_saves(variant_id):
    for cell in range(len(Stuck(variant_id).cells)):
        stuck = Stuck(variant_id)
        stuck.cells[cell] = "-"
        game = stuck.expect(False, f"cell {cell} free")
        wanted = [move(column, CELL + cell) for column in range(stuck.last + 1)]
        same(legal(game), wanted, variant_id)


each(globals(), check_one_free_cell_saves, WITH_CELLS)


def check_next_foundation_card_open_saves(variant_id):
    for column in range(len(Stuck(variant_id).columns)):
        stuck = Stuck(variant_id)
        stuck.columns[column][1] = stuck.next_up
        game = stuck.expect(False, f"{stuck.next_up} open in column {column}")
        same([m for m in legal(game) if m >> 4 & 31 < FOUNDATION], [], variant_id)


each(globals(), check_next_foundation_card_open_saves, EVERY)


def check_next_foundation_card_in_a_cell_saves(variant_id):
    for cell in range(len(Stuck(variant_id).cells)):
        stuck = Stuck(variant_id)
        stuck.cells[cell] = stuck.next_up
        stuck.expect(False, f"{stuck.next_up} in cell {cell}")


each(globals(), check_next_foundation_card_in_a_cell_saves, WITH_CELLS)


def check_next_foundation_card_buried_does_not_save(variant_id):
    stuck = Stuck(variant_id)
    for column in stuck.columns:
        column[0] = stuck.next_up
    stuck.expect(True, stuck.next_up + " buried")


each(globals(), check_next_foundation_card_buried_does_not_save, EVERY)


def check_one_fitting_card_saves(variant_id):
    card = "JC" if variant_id in SAME_SUIT else "JD"
    stuck = Stuck(variant_id)
    stuck.columns[stuck.last][1] = card
    game = stuck.expect(False, card + " open and QC open")
    same(move(stuck.last, 0) in legal(game), True, variant_id)


each(globals(), check_one_fitting_card_saves, BUILDING)


def check_one_fitting_card_in_a_cell_saves(variant_id):
    card = "JC" if variant_id in SAME_SUIT else "JD"
    stuck = Stuck(variant_id)
    stuck.cells[-1] = card
    stuck.expect(False, card + " in a cell and QC open")


each(
    globals(),
    check_one_fitting_card_in_a_cell_saves,
    [v for v in BUILDING if v not in NO_CELLS],
)


def check_wrong_suit_or_colour_does_not_save(variant_id):
    card = "9H" if variant_id in SAME_SUIT else "9C"
    stuck = Stuck(variant_id)
    stuck.hide("T8")
    stuck.columns[0][1] = "TC" if variant_id in SAME_SUIT else "TS"
    stuck.columns[1][1] = card
    stuck.expect(True, card + " open beside a ten that it does not fit")


each(globals(), check_wrong_suit_or_colour_does_not_save, BUILDING)


def check_nothing_fits_where_nothing_is_built(variant_id):
    stuck = Stuck(variant_id)
    stuck.columns[stuck.last][1] = "JC"
    stuck.expect(True, "JC open and QC open")


each(globals(), check_nothing_fits_where_nothing_is_built, NO_BUILDING)


def check_run_that_is_too_long_saves_only_where_runs_are_free(variant_id):
    stuck = Stuck(variant_id)
    stuck.columns[stuck.last] = (
        ["8S", "JC", "TC"] if variant_id in SAME_SUIT else ["8S", "JD", "TC"]
    )
    lost = variant_id not in NO_LIMIT
    stuck.expect(lost, "a run of two, no free cell")


each(globals(), check_run_that_is_too_long_saves_only_where_runs_are_free, BUILDING)


def check_empty_column_saves_where_it_takes_any_card(variant_id):
    stuck = Stuck(variant_id)
    stuck.columns[stuck.last] = []
    stuck.expect(False, "an empty column")


each(globals(), check_empty_column_saves_where_it_takes_any_card, ANY_CARD)


def check_empty_column_without_a_king_does_not_save(variant_id):
    stuck = Stuck(variant_id)
    stuck.columns[stuck.last] = []
    stuck.expect(True, "an empty column, no king open")


each(globals(), check_empty_column_without_a_king_does_not_save, KINGS_ONLY)


def king_of(variant_id):
    return "AD" if variant_id == "penguin" else "KD"


def check_empty_column_and_an_open_king_save(variant_id):
    stuck = Stuck(variant_id)
    stuck.columns[stuck.last] = []
    stuck.hide("Q")
    stuck.columns[0][1] = king_of(variant_id)
    game = stuck.expect(False, "an empty column, a king open")
    same(legal(game), [move(0, stuck.last)], variant_id)
    stuck = Stuck(variant_id)
    stuck.columns[stuck.last] = []
    stuck.cells[-1] = king_of(variant_id)
    game = stuck.expect(False, "an empty column, a king in a cell")
    same(legal(game), [move(CELL + len(stuck.cells) - 1, stuck.last)], variant_id)


each(globals(), check_empty_column_and_an_open_king_save, KINGS_ONLY)


def check_empty_column_and_a_buried_king_do_not_save(variant_id):
    stuck = Stuck(variant_id)
    stuck.columns[stuck.last] = []
    stuck.columns[0].insert(0, king_of(variant_id))
    stuck.expect(True, "an empty column, a king buried")


each(globals(), check_empty_column_and_a_buried_king_do_not_save, KINGS_ONLY)


def check_king_alone_in_its_column_does_not_save(variant_id):
    stuck = Stuck(variant_id)
    stuck.columns[stuck.last] = []
    stuck.hide("Q")
    stuck.columns[0] = [king_of(variant_id)]
    stuck.expect(True, "an empty column, a king alone in another")


each(globals(), check_king_alone_in_its_column_does_not_save, KINGS_ONLY)


def check_shifting_a_whole_run_led_by_a_king_does_not_save(variant_id):
    stuck = Stuck(variant_id)
    stuck.columns[stuck.last] = []
    stuck.hide("Q")
    if variant_id == "penguin":
        stuck.columns[0] = ["AD", "KD"]
    else:
        stuck.columns[0] = ["KD", "QD"] if variant_id in SAME_SUIT else ["KD", "QC"]
    stuck.expect(True, "an empty column, a king's run alone in another")


each(globals(), check_shifting_a_whole_run_led_by_a_king_does_not_save, KINGS_ONLY)


def check_shifting_single_cards_does_not_save_without_cells(variant_id):
    stuck = Stuck(variant_id)
    stuck.columns = [column[1:] for column in stuck.columns]
    stuck.columns[3] = []
    stuck.expect(True, "single cards and an empty column")
    stuck.columns[0].insert(0, "6S")
    stuck.expect(False, "one card on another and an empty column")


each(globals(), check_shifting_single_cards_does_not_save_without_cells, NO_CELLS)


def check_empty_columns_never_save_where_they_take_nothing(variant_id):
    stuck = Stuck(variant_id)
    stuck.columns[0] = stuck.columns[stuck.last] = []
    stuck.columns[1][1] = "KD"
    stuck.cells[0] = "KH"
    stuck.expect(True, "two empty columns")


each(globals(), check_empty_columns_never_save_where_they_take_nothing, NO_BUILDING)


def check_house_rule_to_a_card_does_not_save(variant_id):
    stuck = Stuck(variant_id)
    # 9H is home and could come back on TC; TH, which would go up, is not open.
    stuck.home = [0, 0, 9, 0]
    stuck.hide("T")
    stuck.columns[0][1] = "TC"
    game = stuck.expect(True, "before the house rule")
    game.take_back = True
    same(move(20, 0) in legal(game), True, variant_id + ": 9H may come back")
    same(is_lost(game), True, variant_id + ": lost nevertheless")
    same(game.take_back, True, variant_id + ": the setting is kept")


each(globals(), check_house_rule_to_a_card_does_not_save, ALTERNATING)


def check_house_rule_to_an_empty_column_does_not_save(variant_id):
    stuck = Stuck(variant_id)
    stuck.home[3] = 13
    stuck.columns[stuck.last] = []
    game = stuck.expect(True, "before the house rule")
    game.take_back = True
    same(legal(game), [move(21, stuck.last)], variant_id + ": a king may come back")
    same(is_lost(game), True, variant_id + ": lost nevertheless")


each(globals(), check_house_rule_to_an_empty_column_does_not_save, KINGS_ONLY)


def all_home(variant_id):
    step = 2 if variant_id == "stalactites-2" else 1
    ranks = "A23456789TJQK"
    if variant_id in NO_BUILDING:
        return [" ".join([ranks[(4 + step * i) % 13] + suit for i in range(13)]) for suit in "CDHS"]
    return [13, 13, 13, 13]


def check_won_when_all_52_cards_are_home(variant_id):
    game = board(variant_id, [], [], all_home(variant_id), base="5")
    same(game.won(), True, variant_id)
    same(is_lost(game), False, variant_id + ": lost")
    same(legal(game), [], variant_id + ": moves")


each(globals(), check_won_when_all_52_cards_are_home, EVERY)


def check_one_card_short_is_neither_won_nor_lost(variant_id):
    for source in (0, CELL):
        game = board(variant_id, [], [], all_home(variant_id), base="5")
        if source == CELL and not game.variant.cells:
            continue
        game.shift(21, source, 1)
        same(game.won(), False, variant_id)
        same(is_lost(game), False, variant_id + ": lost")
        same(move(source, 21) in legal(game), True, variant_id + ": the last move")
        game.push(move(source, 21))
        same(game.won(), True, variant_id + ": after the last move")


each(globals(), check_one_card_short_is_neither_won_nor_lost, EVERY)


def check_deals_are_not_won_and_lost_only_without_a_move(variant_id):
    stuck = 0
    for number in range(1, 41):
        game = dealt(variant_id, number)
        same(game.won(), False, f"{variant_id} ms:{number}")
        same(is_lost(game), legal(game) == [], f"{variant_id} ms:{number}")
        stuck += is_lost(game)
    if variant_id == "forecell" or variant_id in NO_CELLS:
        same(stuck > 0, True, variant_id + ": some deals are lost before the first move")
    elif variant_id != "seahaven-2":
        same(stuck, 0, variant_id + ": a free cell means not lost")


each(globals(), check_deals_are_not_won_and_lost_only_without_a_move, EVERY)
