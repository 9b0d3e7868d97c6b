"""Numbered deals, their layouts, and the code that any deal has."""

import binascii

from eightoff import cards, catalogue, dealcode, deals
from positions import CELL, FOUNDATION, Dice, dealt, pile, refused, same

# As PySolFC and pysol-cards deal them.
ORDERS = {
    1: (
        "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C "
        "TS QH 4H AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H"
    ),
    5005: (
        "AH QC KH 5D TC AS TH JC 8S 2C 3S JS 2S AD 4C KC 3C 6C 4S QD 7S 7H 6H 8C JD 6S "
        "5S KS 9D 4H 9H 9C 2D 8H 5H AC TS 3H JH TD 2H QH 7C 4D 7D 5C 3D 8D 9S KD 6D QS"
    ),
    5006: (
        "2H 2D 3C 9H QH 8D 6S TH JS KH 8S KC 5H 3S 4C 5C JC AC 3D JD TS KS 2S 7D 7H TD "
        "9S 3H 8C JH QS 2C KD 4S 5S AH 9C 7S 6H 9D 4D 5D TC QC AD 7C 6C AS 6D 4H 8H QD"
    ),
    2147483647: (
        "9S 2H 7C 5H 4C 6D 3D 4S JH TC TD QS 3S KH 8D JC 7S 6C 3H 8S KD TS 9D 4D 5S AD "
        "TH 3C 2C AH 2D 9H 5D QH 8C 6H 6S QD 4H JS 5C JD AS QC AC KC 2S KS 7D 9C 7H 8H"
    ),
}
ROWS_1 = (
    "JD KD 2S 4C 3S 6D",
    "2D KC KS 5C TD 8S",
    "9H 9S 9D TS 4S 8D",
    "JC 5S QD QH TH QS",
    "5D AD JS 4H 8H 6C",
    "7H QC AS AC 2C 3D",
    "7C KH AH 4D JH 8C",
    "5H 3H 3C 7S 7D TC",
)
ROWS_24000 = (
    "9C 7D 6S AS 6D 2D",
    "TS QD 6C AH AD QH",
    "JD 4D 8H KD 5D JC",
    "5C 6H AC 3D 2C 4H",
    "9D KH 3H JH 5H 3S",
    "QC TD 2H 9S 7C 3C",
    "8D 2S 7S 9H JS QS",
    "4S 5S KC 4C 8S 8C",
)
FREECELL_11982 = (
    "AH 3D KD JC 6C JD KC",
    "AS 3H 6H 5D 2C 7D 8D",
    "4H QS 5S 5C TH 8H 2S",
    "AC QC 4D 8C QH 9C 3S",
    "2D 8S 9H 9D 6D 2H",
    "6S 7H JH TD TC QD",
    "TS AD 9S KH 4S 4C",
    "JS KS 3C 7C 7S 5H",
)
SEAHAVEN_1 = (
    "JD 9S JS 4D 6D",
    "2D 5S AS 7S 8S",
    "9H AD AH 3S 8D",
    "JC QC 3C TD QS",
    "5D KH 4C 4S 6C",
    "7H 3H 5C TH 3D",
    "7C 2S TS 8H 8C",
    "5H KS QH 2C TC",
    "KD 9D 4H JH 6S",
    "KC QD AC 7D 9C",
)
# By hand from the order of ms:1: the beak JD first, the other Jacks to the foundations.
PENGUIN_1 = (
    "JD KD 3H 3C 4D 2C 3D",
    "2D KC 2S 4C 7S 7D 8C",
    "9H 9S KS 5C 3S 6D TC",
    "5D 5S 9D TS TD 8S 6S",
    "7H AD QD QH 4S 8D 9C",
    "7C QC AS 4H TH QS 2H",
    "5H KH AH AC 8H 6C 6H",
)
PENGUIN_24000 = (
    "9C 7D 5S 7S 4C JS 3C",
    "TS QD 6S KC 6D 8S QS",
    "JD 4D 6C AS AD 2D 8C",
    "5C 6H 8H AH 5D QH TH",
    "QC KH AC KD 2C JC TC",
    "8D TD 3H 3D 5H 4H KS",
    "4S 2S 2H JH 7C 3S 7H",
)


def order_of(number):
    order = bytearray(52)
    deals.numbered(number, order)
    return order


def text(order):
    return " ".join([cards.name(card) for card in order])


def check_board(variant_id, number, columns, cells="", home=("", "", "", "")):
    game = dealt(variant_id, number)
    name = f"{variant_id} ms:{number}"
    for i in range(10):
        same(pile(game, i), columns[i] if i < len(columns) else "", f"{name} column {i}")
    cells = cells.split()
    for i in range(8):
        wanted = cells[i] if i < len(cells) and cells[i] != "-" else ""
        same(pile(game, CELL + i), wanted, f"{name} cell {i}")
    for i in range(4):
        same(pile(game, FOUNDATION + i), home[i], f"{name} foundation {i}")
    same(game.base_rank, cards.rank(cards.parse(home[3])) if variant_id == "penguin" else 1, name)


def with_sevenths(rows, last):
    last = last.split()
    return [rows[i] + " " + last[i] if i < 4 else rows[i] for i in range(8)]


def test_order_of_numbered_deals_is_pinned():
    for number, wanted in ORDERS.items():
        same(text(order_of(number)), wanted, f"ms:{number}")


def test_numbers_below_1_and_from_2_to_the_31_are_refused():
    order = bytearray(52)
    for number in (0, -1, 2**31, 2**31 + 1, 2**32 + 1, 2**33):
        refused(deals.numbered, number, order)


def test_every_numbered_deal_is_a_whole_deck():
    deck = list(range(4, 56))
    for number in list(range(1, 60)) + [2**16 - 1, 2**16, 2**30 - 1, 2**30, 2**31 - 2]:
        same(sorted(order_of(number)), deck, f"ms:{number}")


def test_pinned_boards_of_eight_off():
    check_board("eight-off", 1, ROWS_1, "6S - 9C - 2H - 6H -")
    check_board("eight-off", 24000, ROWS_24000, "TH - TC - KS - 7H -")


def test_pinned_board_of_freecell_11982():
    check_board("freecell", 11982, FREECELL_11982)


def test_freecell_rows_are_those_of_eight_off_with_the_cells_as_sevenths():
    games = ["freecell", "eight-off-uneven", "bakers-game", "bakers-game-kings", "bakers-game-0"]
    games += ["freecell-" + n for n in "01235678"] + ["freecell-relaxed", "freecell-strict"]
    for variant_id in games:
        check_board(variant_id, 1, with_sevenths(ROWS_1, "6S 9C 2H 6H"))
        check_board(variant_id, 24000, with_sevenths(ROWS_24000, "TH TC KS 7H"))


def test_cells_of_the_other_games_with_eight_rows():
    check_board("eight-off-relaxed", 1, ROWS_1, "6S - 9C - 2H - 6H -")
    check_board("eight-off-6", 1, ROWS_1, "6S 9C 2H 6H - -")
    check_board("forecell", 1, ROWS_1, "6S 9C 2H 6H")


def test_pinned_boards_of_seahaven():
    check_board("seahaven", 1, SEAHAVEN_1, "- 2H 6H -")
    check_board("seahaven-relaxed", 1, SEAHAVEN_1, "- 2H 6H -")
    check_board("seahaven-2", 1, SEAHAVEN_1, "2H 6H")


def test_boards_of_penguin_dealt_by_hand():
    check_board("penguin", 1, PENGUIN_1, "", ("JC", "", "JH", "JS"))
    check_board("penguin", 24000, PENGUIN_24000, "", ("", "9D", "9H", "9S"))


def test_boards_of_stalactites_dealt_by_hand():
    for variant_id in ("stalactites", "stalactites-2"):
        check_board(variant_id, 1, ROWS_1, "", ("6S", "9C", "2H", "6H"))
        check_board(variant_id, 24000, ROWS_24000, "", ("TH", "TC", "KS", "7H"))


def test_every_game_deals_52_different_cards():
    for variant_id in catalogue.names():
        game = dealt(variant_id, 617)
        seen = [card for p in range(22) for card in pile(game, p).split()]
        same(len(seen), 52, variant_id)
        same(len(set(seen)), 52, variant_id)


def shuffled(seed):
    order = bytearray(range(4, 56))
    dice = Dice(seed)
    for left in range(52, 1, -1):
        other = dice.below(left)
        order[left - 1], order[other] = order[other], order[left - 1]
    return order


def check_code(order, what):
    code = bytearray(deals.CODE_SIZE)
    back = bytearray(52)
    dealcode.encode(order, code)
    dealcode.decode(code, back)
    same(back, order, what)
    return code


def test_code_brings_back_any_deal():
    seen = set()
    for seed in range(200):
        seen.add(bytes(check_code(shuffled(seed), f"seed {seed}")))
    for number in (1, 617, 11982, 24000, 2**31 - 1):
        seen.add(bytes(check_code(order_of(number), f"ms:{number}")))
    same(len(seen), 205, "different deals, different codes")


def extremes():
    straight = list(range(4, 56))
    return (
        straight,
        straight[::-1],
        straight[1:] + straight[:1],
        straight[-1:] + straight[:-1],
        [straight[i // 2 if i % 2 else 51 - i // 2] for i in range(52)],
        [straight[i * 5 % 52] for i in range(52)],
    )


def test_code_brings_back_extreme_deals():
    for order in extremes():
        check_code(bytearray(order), order)


def test_code_is_pinned_because_packs_and_results_hold_it():
    # The picks of the numbered deals, in limbs that fill whole bits from the lowest on.
    pinned = (
        (range(4, 56), "b4b892a180ff4a00b19734378b1dad4652f91d169eff9e49f73f84bb2f"),
        (range(55, 3, -1), "7fd696f23c175f3f3d2b7c6be2f13feeb8f91d169eff9e49f73f84bb2f"),
        (order_of(1), "1dbce74653fb4c97d0bf5185c1e54958ebd5dfca5e739ec3922b758822"),
    )
    for order, wanted in pinned:
        code = check_code(bytearray(order), wanted)
        same(binascii.hexlify(code).decode(), wanted)


def test_code_does_not_depend_on_what_the_buffer_held_before():
    order = shuffled(1)
    code = bytearray([255] * deals.CODE_SIZE)
    dealcode.encode(order, code)
    same(code, check_code(order, "clean"))


def test_code_is_at_most_30_bytes():
    same(deals.CODE_SIZE <= 30, True)


def test_bad_codes_are_refused():
    order = bytearray(52)
    refused(dealcode.decode, bytearray([255] * deals.CODE_SIZE), order)
    # The last bits count most: 52! leaves some of the largest codes unused.
    for value in (0x80, 0xC0, 0xFF):
        code = bytearray(deals.CODE_SIZE)
        code[-1] = value
        refused(dealcode.decode, code, order)


def test_code_with_a_flipped_bit_is_refused_or_is_the_code_of_another_deal():
    order = bytearray(52)
    again = bytearray(deals.CODE_SIZE)
    refusals = 0
    for seed in range(4):
        code = check_code(shuffled(seed), seed)
        for bit in range(deals.CODE_SIZE * 8):
            code[bit >> 3] ^= 1 << (bit & 7)
            try:
                dealcode.decode(code, order)
            except ValueError:
                refusals += 1
            else:
                same(sorted(order), list(range(4, 56)), f"seed {seed} bit {bit}")
                dealcode.encode(order, again)
                same(again, code, f"seed {seed} bit {bit}")
            code[bit >> 3] ^= 1 << (bit & 7)
    same(refusals > 0, True, "some codes belong to no deal")


def test_order_that_is_no_deck_has_no_code():
    code = bytearray(deals.CODE_SIZE)
    for place, card in ((0, 5), (51, 4), (20, 0), (20, 56), (20, 255)):
        order = bytearray(range(4, 56))
        order[place] = card
        refused(dealcode.encode, order, code)
