"""Which deals of a pack were won or given up, a window of the pack at a time."""

from eightoff import records
from eightoff.const import const

_DEALS = const(960)  # a window; as large as records.MARKS_DEALS, and a multiple of 4


class Marks:
    """The marks of one pack, read from the journal when they are asked for.

    crc, count: of the pack.
    """

    def __init__(self, journal, crc, count):
        self._journal = journal
        self._crc = crc
        self.count = count
        self._first = -1
        self._window = bytearray(min((count + 3) // 4, _DEALS // 4))

    def of(self, index):
        """Return 0 for a deal that was not played, records.GIVEN_UP or records.WON."""
        first = index - index % _DEALS
        if first != self._first:
            self._journal.marks(self._crc, self._window, first)
            self._first = first
        return records.mark(self._window, index - first)

    def won(self):
        """Return how many deals were won."""
        total = 0
        for index in range(self.count):
            total += self.of(index) == records.WON
        return total

    def unplayed_after(self, index):
        """Return the next deal after `index` that was neither won nor given up, -1 for none.

        The search goes round; index -1 starts it at the first deal.
        """
        for step in range(1, self.count + 1):
            at = (index + step) % self.count
            if not self.of(at):
                return at
        return -1
