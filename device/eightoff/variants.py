"""The games as data: one record of 24 bytes each, read by the engine, a pack and the host."""

# | byte   | meaning                                                                       |
# |--------|-------------------------------------------------------------------------------|
# | 0      | version of this layout, 1                                                     |
# | 1      | decks, 1                                                                      |
# | 2, 3   | columns 2..10, cells 0..8                                                     |
# | 4      | build down by: BUILD_*                                                        |
# | 5      | 1 when building wraps: the last rank goes on the first (same suit only)       |
# | 6      | an empty column takes: EMPTY_*                                                |
# | 7      | cards that one move may carry: LIMIT_*                                        |
# | 8, 9   | foundations: FOUNDATION_*, and up by how many ranks                           |
# | 10     | first rank of the foundations: BASE_*                                         |
# | 11     | cards left over after the columns: LEFTOVER_*                                 |
# | 12, 13 | the cells that are filled at the start, a bit each, little-endian             |
# | 14..23 | cards dealt to each column, 0 where there is no column                        |
#
# A "king" is the last rank before the base comes round again: with Penguin's beak as base it is the
# rank one below the beak.

RECORD_SIZE = 24
MAX_COLUMNS = 10
MAX_CELLS = 8

BUILD_NONE, BUILD_SUIT, BUILD_ALTERNATE = 0, 1, 2
EMPTY_NONE, EMPTY_KING, EMPTY_ANY = 0, 1, 2
LIMIT_ONE, LIMIT_CELLS, LIMIT_COLUMNS, LIMIT_NONE = 0, 1, 2, 3
FOUNDATION_SUIT, FOUNDATION_ANY = 0, 1
BASE_ACE, BASE_BEAK = 0, 1
LEFTOVER_CELLS, LEFTOVER_FOUNDATIONS = 0, 1


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
