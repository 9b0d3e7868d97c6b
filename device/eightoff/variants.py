"""The games as data: one record of 24 bytes each, read by the engine, a pack and the host.

| byte   | meaning                                                                       |
|--------|-------------------------------------------------------------------------------|
| 0      | version of this layout, 1                                                     |
| 1      | decks, 1                                                                      |
| 2, 3   | columns 2..10, cells 0..8                                                     |
| 4      | build down by: BUILD_*                                                        |
| 5      | 1 when building wraps: the last rank goes on the first (same suit only)       |
| 6      | an empty column takes: EMPTY_*                                                |
| 7      | cards that one move may carry: LIMIT_*                                        |
| 8, 9   | foundations: FOUNDATION_*, and up by how many ranks                           |
| 10     | first rank of the foundations: BASE_*                                         |
| 11     | cards left over after the columns: LEFTOVER_*                                 |
| 12, 13 | the cells that are filled at the start, a bit each, little-endian             |
| 14..23 | cards dealt to each column, 0 where there is no column                        |

A "king" is the last rank before the base comes round again: with Penguin's beak as base it is the
rank one below the beak.
"""

RECORD_SIZE = 24
MAX_COLUMNS = 10
MAX_CELLS = 8

BUILD_NONE, BUILD_SUIT, BUILD_ALTERNATE = 0, 1, 2
EMPTY_NONE, EMPTY_KING, EMPTY_ANY = 0, 1, 2
LIMIT_ONE, LIMIT_CELLS, LIMIT_COLUMNS, LIMIT_NONE = 0, 1, 2, 3
FOUNDATION_SUIT, FOUNDATION_ANY = 0, 1
BASE_ACE, BASE_BEAK = 0, 1
LEFTOVER_CELLS, LEFTOVER_FOUNDATIONS = 0, 1

# The words of a table line, each at the index that is its value in the record.
_BUILD = ("none", "suit", "alternate", "suit-wrap")
_EMPTY = ("none", "king", "any")
_LIMIT = ("one", "cells", "columns", "none")
_HOME = ("suit", "any", "beak", "any-2")

# id, cards by column, cells, cells filled at the start (home: dealt to the foundations), build
# down by, an empty column takes, run limit (cells: free + 1, columns: doubled by each empty
# column), foundations. A line is read only when its game is wanted: this text is smaller on a
# board than any structure of it.
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


class Variant:
    """The rules of one game, as the numbers of its record.

    `record` is 24 bytes as above, `name` the id; the other attributes are named as in the table
    of this module. ValueError, with the reason, for a record that no engine could play.
    """

    def __init__(self, record, name=""):
        if len(record) != RECORD_SIZE:
            raise ValueError("record size")
        self.name = name
        self.record = bytes(record)
        self.columns = record[2]
        self.cells = record[3]
        self.build = record[4]
        self.wrap = record[5]
        self.empty = record[6]
        self.limit = record[7]
        self.foundation = record[8]
        self.step = record[9]
        self.base = record[10]
        self.leftover = record[11]
        self.cell_mask = record[12] | record[13] << 8
        self.sizes = bytes(record[14:24])
        self._check()

    def _check(self):
        record = self.record
        if record[0] != 1 or record[1] != 1:
            raise ValueError("record version")
        if not 2 <= self.columns <= MAX_COLUMNS or self.cells > MAX_CELLS:
            raise ValueError("columns or cells")
        if self.build > 2 or self.empty > 2 or self.limit > 3 or self.foundation > 1:
            raise ValueError("unknown rule")
        if self.wrap > 1 or self.base > 1 or self.leftover > 1 or not 1 <= self.step <= 2:
            raise ValueError("unknown rule")
        if self.wrap and self.build != BUILD_SUIT:
            raise ValueError("wrapping needs same-suit building")
        if self.step != 1 and self.foundation != FOUNDATION_ANY:
            # By twos a suit could start only on its own card: no game does that.
            raise ValueError("steps need any-suit foundations")
        if self.base == BASE_BEAK and self.foundation != FOUNDATION_SUIT:
            raise ValueError("a beak needs foundations by suit")
        if self.foundation == FOUNDATION_ANY and self.leftover != LEFTOVER_FOUNDATIONS:
            raise ValueError("any-suit foundations need their first cards dealt")
        if self.leftover == LEFTOVER_FOUNDATIONS and self.foundation != FOUNDATION_ANY:
            raise ValueError("dealt foundations need any suit")
        self._check_sizes()

    def _check_sizes(self):
        dealt = 3 if self.base == BASE_BEAK else 0
        for column in range(MAX_COLUMNS):
            size = self.sizes[column]
            if (size > 0) != (column < self.columns):
                raise ValueError("column sizes")
            dealt += size
        if self.leftover == LEFTOVER_FOUNDATIONS:
            dealt += 4
            if self.cell_mask:
                raise ValueError("filled cells")
        if self.cell_mask >> self.cells:
            raise ValueError("filled cells")
        for cell in range(self.cells):
            dealt += self.cell_mask >> cell & 1
        if dealt != 52:
            raise ValueError("cards do not add up to 52")


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
