"""Variant records: the built-in games, and records that are refused."""

from eightoff import catalogue, variants
from eightoff.game import Game
from positions import EVERY, each, legal, refused, same

# Byte of the record, and values that no engine could play.
BAD_BYTES = (
    (0, (0, 2, 255)),
    (1, (0, 2)),
    (2, (0, 1, 7, 9, 11, 255)),
    (3, (9, 255)),
    (4, (3, 255)),
    (5, (2, 255)),
    (6, (3, 255)),
    (7, (4, 255)),
    (8, (2, 255)),
    (9, (0, 3, 255)),
    (10, (2, 255)),
    (11, (2, 255)),
)


def changed(variant_id, place, value):
    record = bytearray(catalogue.find(variant_id).record)
    record[place] = value
    return record


def check_record_makes_the_game_again(variant_id):
    variant = catalogue.find(variant_id)
    same(variant.name, variant_id)
    same(len(variant.record), variants.RECORD_SIZE, variant_id)
    again = variants.Variant(bytearray(variant.record))
    same(again.record, variant.record, variant_id)
    for name in ("columns", "cells", "build", "wrap", "empty", "limit", "foundation", "step"):
        same(getattr(again, name), getattr(variant, name), f"{variant_id}: {name}")


each(globals(), check_record_makes_the_game_again, EVERY)


def test_every_game_is_listed_once():
    same(sorted(catalogue.names()), sorted(EVERY))


def test_records_of_different_games_differ():
    same(len({catalogue.find(name).record for name in catalogue.names()}), len(EVERY))


def test_unknown_games_are_refused():
    for name in ("", "eight", "freecell-4", "freecell-9", "klondike", "eight-off ", "EIGHT-OFF"):
        refused(catalogue.find, name)


def test_values_out_of_range_are_refused():
    for place, values in BAD_BYTES:
        for value in values:
            refused(variants.Variant, changed("freecell", place, value))


def test_records_of_another_size_are_refused():
    record = catalogue.find("eight-off").record
    for bad in (b"", record[:-1], record + b"\x00"):
        refused(variants.Variant, bad)


def test_cards_that_do_not_add_up_are_refused():
    refused(variants.Variant, changed("freecell", 14, 8))
    refused(variants.Variant, changed("freecell", 14, 0))
    refused(variants.Variant, changed("eight-off", 12, 0b1010101 & ~1))
    refused(variants.Variant, changed("penguin", 14, 6))
    refused(variants.Variant, changed("stalactites", 14, 7))


def test_filled_cells_must_be_cells_of_the_game():
    # Four filled cells as before, but one of them beyond the four that Forecell has.
    refused(variants.Variant, changed("forecell", 12, 0b10111))


def test_rules_that_contradict_each_other_are_refused():
    refused(variants.Variant, changed("freecell", 5, 1))  # wrapping by alternating colours
    refused(variants.Variant, changed("eight-off", 9, 2))  # by twos on foundations by suit
    refused(variants.Variant, changed("stalactites", 10, 1))  # a beak, and any suit


def test_custom_game_of_two_columns_is_dealt_and_played():
    record = bytearray(catalogue.find("freecell").record)
    record[2] = 2
    for column in range(10):
        record[14 + column] = 26 if column < 2 else 0
    game = Game()
    game.set_rules(variants.Variant(record, "two"))
    game.deal(bytearray(range(4, 56)))
    same((game.size[0], game.size[1]), (26, 26))
    for move in legal(game):
        game.push(move)
        game.pop()
    same(len(legal(game)) > 0, True)
