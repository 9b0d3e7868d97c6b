"""The game in progress, as played and as kept: every move goes to the game and to the journal.

An OSError of the journal sets `failed` and is not raised: the game goes on, and the next batch
tries again. Only `start` raises it: no attempt begins over a result that is not written yet.
"""

from array import array

from eightoff import records
from eightoff.const import const
from eightoff.game import ALL, LINE_MAX, MOVE_MASK, MOVES_MAX, SAFE, Game
from eightoff.journal import QUEUE

ONGOING, WON, LOST = 0, 1, 2

LEVEL_KEY = 1  # setting: automatic moves

_BATCH = const(3000)  # ms that the oldest unwritten move may wait
_IDLE = const(60000)  # ms of thinking that count as play at most, and the longest wait
_WRAP = const(0x1FFFFFFF)


class Session:
    """One attempt after the other.

    game: the position. attempt: the deal and what is counted (`records.Attempt`). moves: scratch,
    array("H") of MOVES_MAX. level: automatic moves. failed: the last write did not succeed.
    """

    def __init__(self, journal):
        self.journal = journal
        self.attempt = journal.attempt
        self.game = Game()
        self.moves = array("H", [0] * MOVES_MAX)
        self.level = journal.settings.get(LEVEL_KEY, SAFE)
        if self.level > ALL:
            self.level = SAFE
        self.failed = False
        self._order = bytearray(52)
        self._line = bytearray(LINE_MAX)
        self._length = 0  # of the line, 0 when there is none
        self._oldest = 0  # when the oldest unwritten move was made
        self._last = 0  # when play was last counted
        self._spare = 0  # ms of play that make no second yet
        self._outcome = 0  # of a result that is still to be written

    def start(self, pack, now):
        """Begin an attempt at the deal that `pack` has loaded.

        ValueError for a damaged one; OSError when the result of the attempt before it still cannot
        be written. The attempt before it stays then.
        """
        pack.order(self._order)
        if self._outcome:
            self.journal.finish(self._outcome)
            self._outcome = 0
            self.failed = False
        self.take_line(pack)
        self._last = now
        self._spare = 0
        self.attempt.take(pack)
        try:
            self.journal.start()
        except OSError:
            self.failed = True
        self.game.set_rules(pack.variant)
        self.game.deal(self._order)

    def resume(self, now):
        """Bring back the game of the journal; return what `Journal.resume` says of it."""
        self._last = now
        self._length = 0
        return self.journal.resume(self.game, self.moves)

    def take_line(self, pack):
        """Take the proved line of the deal that `pack` has loaded; a damaged one counts as none."""
        try:
            self._length = pack.line(self._line)
        except ValueError:
            self._length = 0

    def state(self):
        """Return ONGOING, WON or LOST. Uses `moves`."""
        if self.game.won():
            return WON
        return LOST if self.game.lost(self.moves) else ONGOING

    def play(self, move, now):
        """Make a player's move."""
        self.game.push(move)
        self._add(move, now)

    def auto(self, now):
        """Make the next automatic move; return it, 0 when there is none."""
        move = self.game.play_auto(self.level)
        if move:
            self._add(move, now)
        return move

    def undo(self, now):
        """Take back a move with its automatic ones; return how many that was."""
        many = self.game.undo()
        if many:
            self.attempt.undos += 1
            self._add(records.UNDO, now)
        return many

    def redo(self, now):
        """Make an undone move again with its automatic ones; return how many that was."""
        many = self.game.redo()
        if many:
            self._add(records.REDO, now)
        return many

    def restart(self, now):
        """Go back to the deal. `redo` brings the moves back one by one."""
        if self.game.played:
            while self.game.undo():
                pass
            self._add(records.RESTART, now)

    def hint(self):
        """Return the next move of the proved line, 0 without a line, -1 off it. Uses `moves`."""
        if not self._length:
            return 0
        if not self._on_line():
            return -1
        index = self._line[self.game.played]
        if index >= self.game.legal(self.moves):
            return 0
        self.attempt.hints += 1
        return self.moves[index]

    def _on_line(self):
        # From the deal on, is each move the one of the line? Everything is put back.
        game = self.game
        played = game.played
        if played >= self._length:
            return False
        while game.played:
            game.pop()
        on_line = True
        while game.played < played:
            if on_line:
                count = game.legal(self.moves)
                index = self._line[game.played]
                move = game.history[game.played] & MOVE_MASK
                on_line = index < count and self.moves[index] == move
            game.again()
        return on_line

    def set_level(self, level):
        """Choose the automatic moves: OFF, SAFE or ALL."""
        self.level = level
        try:
            self.journal.set(LEVEL_KEY, level)
        except OSError:
            self.failed = True

    def all_may_lose(self):
        """Return whether the level can send up a card that is still needed."""
        return self.level == ALL and not self.game.always_safe()

    def finish(self, outcome, date):
        """Write the result, records.WON or records.GIVEN_UP, and end the attempt.

        date: seconds since 2000-01-01, 0 when the clock is not set.
        """
        self._outcome = outcome
        self.attempt.moves = self.game.played
        self.attempt.date = date
        self._write_result()

    def _write_result(self):
        try:
            self.journal.finish(self._outcome)
            self._outcome = 0
            self.failed = False
        except OSError:
            self.failed = True

    @property
    def playing(self):
        """Whether there is a game that can be gone on with."""
        return self.journal.playing and not self._outcome

    # Time and the flash.

    def count_time(self, now):
        """Count the time since the last call as play, a minute at most."""
        if self.playing:
            self._spare += min(now - self._last & _WRAP, _IDLE)
        self._last = now
        self.attempt.seconds += self._spare // 1000
        self._spare %= 1000

    def wait(self, now):
        """Return the ms until `tick` has something to write."""
        if not self.journal.queued and not self._outcome:
            return _IDLE
        return max(_BATCH - (now - self._oldest & _WRAP), 0)

    def tick(self, now):
        """Write what has waited long enough."""
        if not self.wait(now):
            self.save(now)

    def save(self, now):
        """Write what was not written yet."""
        self._oldest = now  # should it fail, the next try waits as long
        if self._outcome:
            self._write_result()
            return
        try:
            self.journal.flush(self.game)
            self.failed = False
        except OSError:
            self.failed = True

    def _add(self, op, now):
        if not self.journal.queued:
            self._oldest = now
        self.journal.add(op)
        if self.journal.queued == QUEUE:
            self.save(now)
