"""The built-in games: a table of text, a line a game.

A line is read only when its game is wanted: this text is smaller on a board than any structure
made of it, and a board that plays from packs never loads it.
"""

from eightoff.variants import (
    BUILD_SUIT,
    LEFTOVER_FOUNDATIONS,
    MAX_COLUMNS,
    RECORD_SIZE,
    Variant,
)

# The words of a table line, each at the index that is its value in the record.
_BUILD = ("none", "suit", "alternate", "suit-wrap")
_EMPTY = ("none", "king", "any")
_LIMIT = ("one", "cells", "columns", "none")
_HOME = ("suit", "any", "beak", "any-2")

# id, cards by column, cells, cells filled at the start (home: dealt to the foundations), build
# down by, an empty column takes, run limit (cells: free + 1, columns: doubled by each empty
# column), foundations.
TABLE = """\
eight-off         66666666   8 0246 suit      king cells   suit
eight-off-uneven  77776666   8 -    suit      king cells   suit
eight-off-6       66666666   6 0123 suit      king cells   suit
eight-off-relaxed 66666666   8 0246 suit      any  columns suit
freecell          77776666   4 -    alternate any  columns suit
freecell-0        77776666   0 -    alternate any  columns suit
freecell-1        77776666   1 -    alternate any  columns suit
freecell-2        77776666   2 -    alternate any  columns suit
freecell-3        77776666   3 -    alternate any  columns suit
freecell-5        77776666   5 -    alternate any  columns suit
freecell-6        77776666   6 -    alternate any  columns suit
freecell-7        77776666   7 -    alternate any  columns suit
freecell-8        77776666   8 -    alternate any  columns suit
freecell-relaxed  77776666   4 -    alternate any  none    suit
freecell-strict   77776666   4 -    alternate any  one     suit
bakers-game       77776666   4 -    suit      any  columns suit
bakers-game-kings 77776666   4 -    suit      king cells   suit
bakers-game-0     77776666   0 -    suit      any  columns suit
seahaven          5555555555 4 12   suit      king cells   suit
seahaven-2        5555555555 2 01   suit      king cells   suit
seahaven-relaxed  5555555555 4 12   suit      king none    suit
forecell          66666666   4 0123 alternate king cells   suit
penguin           7777777    7 -    suit-wrap king none    beak
stalactites       66666666   2 home none      none one     any
stalactites-2     66666666   2 home none      none one     any-2
"""


def names():
    """Return the ids of all built-in games, in the order of the table."""
    return [line.split()[0] for line in TABLE.split("\n") if line]


def find(name):
    """Return the built-in game of this id. ValueError when there is none."""
    start = ("\n" + TABLE).find("\n" + name + " ")
    if start < 0 or " " in name:
        raise ValueError("no such game")
    return parse(TABLE[start : TABLE.find("\n", start)])


def parse(line):
    """Return the game of one line in the form of TABLE. ValueError says which word is wrong."""
    words = line.split()
    if len(words) != 8:
        raise ValueError("a game has eight words")
    name, columns, cells, filled, build, empty, limit, home = words
    record = bytearray(RECORD_SIZE)
    record[0] = record[1] = 1
    record[2] = len(columns)
    record[3] = _digit(cells)
    build = _index(_BUILD, build)
    record[4] = build if build < 3 else BUILD_SUIT
    record[5] = build == 3
    record[6] = _index(_EMPTY, empty)
    record[7] = _index(_LIMIT, limit)
    home = _index(_HOME, home)
    record[8] = home & 1
    record[9] = 2 if home == 3 else 1
    record[10] = home == 2
    if filled == "home":
        record[11] = LEFTOVER_FOUNDATIONS
    elif filled != "-":
        for cell in filled:
            record[12] |= 1 << _digit(cell)
    if len(columns) > MAX_COLUMNS:
        raise ValueError("columns or cells")
    for column in range(len(columns)):
        record[14 + column] = _size(columns[column])
    return Variant(record, name)


def _index(words, word):
    for index in range(len(words)):
        if words[index] == word:
            return index
    raise ValueError("unknown word " + word)


def _digit(text):
    if len(text) != 1 or not "0" <= text <= "7":
        if text == "8":
            return 8
        raise ValueError("unknown number " + text)
    return ord(text) - 48


def _size(text):
    # One character a column; letters go on after 9, so that two columns may hold 26 each.
    index = "123456789abcdefghijklmnopqrstuvwxyz".find(text)
    if index < 0:
        raise ValueError("unknown number " + text)
    return index + 1
