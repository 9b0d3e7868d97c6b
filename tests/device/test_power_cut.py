"""The power fails after every single byte of an evening: what was written before is there."""

from array import array

from eightoff.game import MOVES_MAX, Game
from eightoff.journal import NOTHING, WHOLE
from eightoff.log import NAMES
from eightoff.records import GIVEN_UP, WON, Attempt
from positions import ON_MICROPYTHON
from stores import MemoryStore, PowerCutError
from test_journal import Player, opened_journal, state_of

MOVES = array("H", [0] * MOVES_MAX)
# Every byte on CPython; MicroPython is here to show that it does the same.
STEP = 29 if ON_MICROPYTHON else 1
TORN = (b"", b"\x00" * 40, b"\xff" * 40, bytes(range(97, 137)))


class Evening:
    """Plays, and notes what must come back: what was done, and what was being done.

    game, settings, results, acknowledged: each a list of the values that are possible now.
    """

    def __init__(self, store):
        self.store = store
        self.id = None
        self.game = [None]
        self.settings = [{}]
        self.results = [[]]
        self.acknowledged = [0]

    def play(self):
        player = self.player = Player(self.store)
        self.id = bytes(player.journal.id)
        self.set(1, 5)
        self.start(0)
        self.moves(6)
        player.undo()
        self.flush()
        self.set(1, 6)
        player.journal.rewrite(None)
        player.redo()
        self.flush()
        self.finish(GIVEN_UP)
        self.start(1)
        self.moves(5)
        self.moves(3)
        player.restart()
        self.flush()
        self.acknowledge(1)
        player.redo()
        player.redo()
        self.rewrite()
        self.set(2, 0x7FFFFFFF)
        self.finish(WON)
        player.journal.rewrite(None)

    def set(self, key, value):
        self.settings.append(dict(self.settings[-1]))
        self.settings[-1][key] = value
        self.player.journal.set(key, value)
        self.settings = self.settings[-1:]

    def start(self, index):
        dealt = Player(MemoryStore())
        dealt.start(index)
        self.game.append(dealt.state())
        self.player.start(index)
        self.game = self.game[-1:]

    def moves(self, count):
        self.player.play(count)
        self.flush()

    def flush(self):
        self.game.append(self.player.state())
        self.player.flush()
        self.game = self.game[-1:]

    def rewrite(self):
        self.game.append(self.player.state())
        self.player.journal.rewrite(self.player.game)
        self.player.flush()
        self.game = self.game[-1:]

    def finish(self, outcome):
        # One record: the result is there exactly when the game is over.
        self.game.append(None)
        self.results.append(self.results[-1] + [outcome])
        self.player.finish(outcome)
        self.game = self.game[-1:]
        self.results = self.results[-1:]

    def acknowledge(self, seq):
        self.acknowledged.append(seq)
        self.player.journal.acknowledge(seq)
        self.acknowledged = self.acknowledged[-1:]


def outcomes(journal):
    page = bytearray(180)
    found = []
    attempt = Attempt()
    while len(found) < journal.last:
        journal.results(len(found), page, 1, len(page))
        attempt.get_result(page, 2, 2 + page[1])
        assert attempt.seq == len(found) + 1
        found.append(attempt.outcome)
    return found


def check(evening, files):
    store = MemoryStore(files)
    journal = opened_journal(store)
    game = Game()
    code = journal.resume(game, MOVES)
    state = state_of(game) if code == WHOLE else None
    assert code in (WHOLE, NOTHING)
    assert journal.settings in evening.settings
    assert journal.acknowledged in evening.acknowledged
    results = outcomes(journal)
    assert results in evening.results
    assert state in evening.game
    if len(evening.game) == len(evening.results) == 2:
        assert (state is None) == (results == evening.results[1])
    # And it goes on from there.
    journal.set(9, 9)
    assert opened_journal(MemoryStore(dict(store.files))).settings[9] == 9
    return bytes(journal.id)


def evening_cut_after(cut):
    """Return an evening on which the power failed at that point, None when it went through."""
    store = MemoryStore()
    store.cut_after = cut
    evening = Evening(store)
    try:
        evening.play()
    except PowerCutError:
        return evening
    return None


def test_what_was_written_is_there_after_a_cut_at_any_byte():
    cut = 0
    evening = evening_cut_after(cut)
    while evening:
        identity = check(evening, dict(evening.store.files))
        assert evening.id in (None, identity)
        cut += STEP
        evening = evening_cut_after(cut)
    assert cut > 900


def test_it_is_there_too_when_the_torn_write_left_something_else():
    cut = 100
    evening = evening_cut_after(cut)
    while evening:
        for junk in TORN:
            files = dict(evening.store.files)
            for name in NAMES:
                if name in files:
                    files[name] += junk
            check(evening, files)
        cut += 7 * STEP
        evening = evening_cut_after(cut)
    assert cut > 900


def test_a_second_cut_while_the_first_is_mended_changes_nothing():
    for cut in range(200, 900, 17 * STEP):
        evening = evening_cut_after(cut)
        again = 0
        while True:
            store = MemoryStore(dict(evening.store.files))
            store.cut_after = again
            try:
                opened_journal(store)
                break
            except PowerCutError:
                check(evening, dict(store.files))
            again += 31
