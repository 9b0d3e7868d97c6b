"""What the journal keeps: the game in progress, results, marks and settings."""

import struct
from array import array

from eightoff import records
from eightoff.game import MOVES_MAX, SAFE, Game
from eightoff.journal import CUT, NOTHING, QUEUE, UNREADABLE, WHOLE, Journal
from eightoff.log import NAMES, Log
from eightoff.records import GIVEN_UP, WON, Attempt, mark
from positions import ON_MICROPYTHON, skip
from sample_pack import build, opened
from stores import MemoryStore, clear, folder, random

PACK = opened(build())
MOVES = array("H", [0] * MOVES_MAX)


def opened_journal(store):
    journal = Journal(store, random)
    journal.open()
    return journal


class Player:
    """A journal with a game, as a screen would use them."""

    def __init__(self, store):
        self.journal = opened_journal(store)
        self.game = Game()

    def start(self, index):
        PACK.entry(index)
        order = bytearray(52)
        PACK.order(order)
        self.journal.attempt.take(PACK)
        self.game.set_rules(PACK.variant)
        self.game.deal(order)
        self.journal.start()

    def play(self, count):
        for i in range(count):
            if not self.game.legal(MOVES):
                return
            made = self.game.play(MOVES[i % 3 % self.game.legal(MOVES)], SAFE)
            for at in range(self.game.played - made, self.game.played):
                self.journal.add(self.game.history[at])

    def undo(self):
        self.game.undo()
        self.journal.add(records.UNDO)

    def redo(self):
        self.game.redo()
        self.journal.add(records.REDO)

    def restart(self):
        while self.game.undo():
            pass
        self.journal.add(records.RESTART)

    def flush(self):
        self.journal.flush(self.game)

    def finish(self, outcome):
        self.journal.attempt.moves = self.game.played
        return self.journal.finish(outcome)

    def state(self):
        return state_of(self.game)


def state_of(game):
    # What comes back: the moves in force, those that redo brings back, where the cards are.
    history = [game.history[i] for i in range(game.known)]
    return history, game.played, bytes(game.size), [game.top(pile) for pile in range(22)]


def resumed(store):
    """Return what `resume` says in a journal that is opened anew, and the state of the game."""
    journal = opened_journal(store)
    game = Game()
    return journal.resume(game, MOVES), state_of(game) if journal.playing else None


def test_a_new_journal_has_an_id_that_stays():
    store = MemoryStore()
    first = bytes(opened_journal(store).id)
    assert first != bytes(8)
    assert bytes(opened_journal(store).id) == first
    assert bytes(opened_journal(MemoryStore()).id) != first


def test_it_works_on_real_files():
    store, path = folder("journal")
    try:
        player = Player(store)
        player.start(0)
        player.play(5)
        player.flush()
        assert resumed(store) == (WHOLE, player.state())
        player.journal.rewrite(None)
        assert resumed(store) == (WHOLE, player.state())
        assert player.finish(WON) == 1
        assert store.names() == [NAMES[1]] or store.names() == [NAMES[0]]
    finally:
        clear(store, path)


def test_a_game_comes_back_with_its_counts_and_what_redo_would_bring():
    store = MemoryStore()
    player = Player(store)
    assert resumed(store) == (NOTHING, None)
    player.start(1)
    assert resumed(store) == (WHOLE, player.state())
    player.play(6)
    player.undo()
    player.undo()
    player.redo()
    attempt = player.journal.attempt
    attempt.seconds, attempt.undos, attempt.hints = 3600, 2, 5
    player.flush()
    journal = opened_journal(store)
    game = Game()
    assert journal.playing
    assert (journal.attempt.pack, journal.attempt.entry) == (PACK.crc, 1)
    assert journal.resume(game, MOVES) == WHOLE
    assert state_of(game) == player.state()
    assert game.known > game.played > 0
    again = journal.attempt
    assert (again.seconds, again.undos, again.hints, again.par) == (3600, 2, 5, 81)


def test_restart_comes_back_and_can_be_undone():
    store = MemoryStore()
    player = Player(store)
    player.start(0)
    player.play(4)
    player.restart()
    player.flush()
    code, state = resumed(store)
    assert code == WHOLE and state == player.state() and state[1] == 0 and len(state[0]) >= 4
    player.journal.rewrite(None)
    assert resumed(store) == (WHOLE, state)
    player.redo()
    player.flush()
    assert resumed(store) == (WHOLE, player.state())


def test_rewriting_forgets_detours_but_nothing_that_redo_would_bring():
    store = MemoryStore()
    player = Player(store)
    player.start(0)
    for _ in range(30):
        player.play(6)
        for _ in range(5):
            player.undo()
        player.flush()
    player.journal.attempt.seconds = 77
    player.play(1)
    player.undo()
    player.flush()
    before = player.journal.log.size
    player.journal.rewrite(None)
    assert player.journal.log.size < before // 2
    assert resumed(store) == (WHOLE, player.state())
    player.play(2)
    player.flush()
    assert resumed(store) == (WHOLE, player.state())
    assert opened_journal(store).attempt.pack == PACK.crc


def test_results_are_numbered_paged_and_acknowledged():
    store = MemoryStore()
    player = Player(store)
    for i in range(10):
        player.start(i % 3)
        player.play(i)
        player.journal.attempt.date = 1000 + i
        assert player.finish(WON if i % 2 else GIVEN_UP) == i + 1
    assert not player.journal.playing
    journal = opened_journal(store)
    assert (journal.last, journal.acknowledged, journal.playing) == (10, 0, False)
    found = paged(journal, 0)
    assert [a.seq for a in found] == list(range(1, 11))
    assert [a.outcome for a in found] == [GIVEN_UP, WON] * 5
    assert [a.date for a in found] == list(range(1000, 1010))
    assert {a.name for a in found} == {"eight-off"} and found[3].number() == 1
    assert [a.seq for a in paged(journal, 7)] == [8, 9, 10]
    assert paged(journal, 10) == []
    journal.acknowledge(7)
    journal.acknowledge(3)
    assert opened_journal(store).acknowledged == 7
    try:
        journal.acknowledge(11)
    except ValueError:
        return
    raise AssertionError("acknowledged what there is not")


def paged(journal, after):
    """Return all results after a seq, read in pages as the link does."""
    page = bytearray(180)
    found = []
    while True:
        end = journal.results(after, page, 1, len(page))
        at = 1
        while at < end:
            attempt = Attempt()
            attempt.get_result(page, at + 1, at + 1 + page[at])
            found.append(attempt)
            after = attempt.seq
            at += 1 + page[at]
        if not journal.more:
            return found


def test_marks_outlive_the_results():
    store = MemoryStore()
    player = Player(store)
    player.start(0)
    player.finish(WON)
    player.start(0)
    player.finish(GIVEN_UP)
    player.start(2)
    player.finish(GIVEN_UP)
    for _ in range(100):
        player.start(1)
        player.finish(GIVEN_UP)
    player.journal.acknowledge(player.journal.last)
    for _ in range(3):
        player.journal.rewrite(None)
        player = Player(store)
        marks = bytearray(1)
        player.journal.marks(PACK.crc, marks)
        assert [mark(marks, i) for i in range(4)] == [WON, GIVEN_UP, GIVEN_UP, 0]
        player.journal.marks(PACK.crc ^ 1, marks)
        assert marks == bytes(1)
    assert [a.seq for a in paged(player.journal, 0)] == list(range(40, 104))


def test_marks_of_a_large_pack_can_be_read_in_windows():
    store = MemoryStore()
    player = Player(store)
    for entry in (0, 959, 960, 5000):
        player.start(0)
        player.journal.attempt.entry = entry
        player.finish(WON)
    for _ in range(2):
        for first, size in ((0, 1500), (956, 2), (960, 240), (4996, 2)):
            marks = bytearray(size)
            player.journal.marks(PACK.crc, marks, first)
            won = [first + i for i in range(4 * size) if mark(marks, i) == WON]
            end = first + 4 * size
            assert won == [e for e in (0, 959, 960, 5000) if first <= e < end]
        fill(player, 64)
        player.journal.rewrite(None)


def fill(player, count):
    # Acknowledged results of another pack, so that the older ones go.
    for _ in range(count):
        player.start(0)
        player.journal.attempt.pack = 1
        player.finish(WON)
    player.journal.acknowledge(player.journal.last)


def test_results_stay_until_they_are_acknowledged():
    store = MemoryStore()
    player = Player(store)
    fill(player, 70)
    for _ in range(70):
        player.start(0)
        player.finish(WON)
    player.journal.rewrite(None)
    assert [a.seq for a in paged(player.journal, 0)] == list(range(71, 141))
    assert opened_journal(store).last == 140


def test_the_file_stays_small_through_many_games():
    store = MemoryStore()
    player = Player(store)
    largest = 0
    for i in range(120):
        player.start(i % 3)
        for _ in range(12):
            player.play(1)
            player.undo()
            player.flush()
        player.journal.acknowledge(player.finish(WON))
        largest = max(largest, sum(len(file) for file in store.files.values()))
    assert player.journal.log.generation > 1
    assert largest < 18000
    assert player.journal.last == 120


def test_settings_are_kept_and_the_last_one_counts():
    store = MemoryStore()
    journal = opened_journal(store)
    journal.set(1, 5)
    journal.set(200, 0xFFFFFFFF)
    journal.set(1, 6)
    assert opened_journal(store).settings == {1: 6, 200: 0xFFFFFFFF}
    journal.rewrite(None)
    assert opened_journal(store).settings == {1: 6, 200: 0xFFFFFFFF}


def test_nothing_is_written_that_did_not_change():
    store = MemoryStore()
    player = Player(store)
    player.start(0)
    player.play(2)
    player.flush()
    player.journal.set(1, 5)
    before = store.writes
    player.flush()
    player.journal.set(1, 5)
    player.journal.acknowledge(0)
    player.journal.resume(Game(), MOVES)
    player.journal.marks(PACK.crc, bytearray(3))
    opened_journal(store)
    assert store.writes == before


def test_adding_takes_no_memory():
    if not ON_MICROPYTHON:
        skip("only MicroPython can lock its heap")
    import micropython

    journal = opened_journal(MemoryStore())
    micropython.heap_lock()
    try:
        for op in range(QUEUE + 5):
            journal.add(records.UNDO - op % 3)
    finally:
        micropython.heap_unlock()
    assert journal.queued == QUEUE


def test_a_queue_that_ran_over_loses_nothing():
    store = MemoryStore()
    player = Player(store)
    player.start(0)
    player.play(3)
    for _ in range(QUEUE):
        player.undo()
        player.redo()
    player.undo()
    player.flush()
    assert resumed(store) == (WHOLE, player.state())
    player.play(1)
    player.flush()
    assert resumed(store) == (WHOLE, player.state())


def fails(action):
    try:
        action()
    except OSError:
        return True
    return False


def test_a_full_flash_loses_nothing_and_what_waited_comes_after():
    store = MemoryStore()
    player = Player(store)
    player.journal.set(1, 5)
    player.start(0)
    player.play(4)
    player.flush()
    kept = player.state()
    player.play(2)
    for room in range(20):
        store.room = room
        if fails(player.flush):
            assert resumed(store) == (WHOLE, kept)
            assert opened_journal(store).settings == {1: 5}
        else:
            assert resumed(store) == (WHOLE, player.state())
        player.play(1)
        kept = resumed(store)[1]
    store.room = 1 << 20
    player.flush()
    assert resumed(store) == (WHOLE, player.state())
    assert opened_journal(store).settings == {1: 5}


def test_a_result_that_found_no_room_can_be_written_later_once():
    store = MemoryStore()
    player = Player(store)
    player.start(0)
    player.play(4)
    for room in range(40):
        store.room = room
        assert fails(lambda: player.finish(WON))
        assert player.journal.playing and opened_journal(store).last == 0
    store.room = 1 << 20
    assert player.finish(WON) == 1
    journal = opened_journal(store)
    assert [a.seq for a in paged(journal, 0)] == [1]
    assert not journal.playing


def test_a_game_begun_on_a_full_flash_is_saved_when_there_is_room():
    store = MemoryStore()
    player = Player(store)
    store.room = 0
    assert fails(lambda: player.start(0))
    assert player.journal.playing
    player.play(5)
    assert fails(player.flush)
    assert resumed(store) == (NOTHING, None)
    store.room = 1 << 20
    player.flush()
    assert resumed(store) == (WHOLE, player.state())


def appended(store, kind, payload):
    """Append a record with a good CRC, whatever it says."""
    log = Log(store)
    log.open(lambda: None, lambda reader: None)
    log.record[2 : 2 + len(payload)] = payload
    log.append(kind, len(payload))


def moves_of(*ops):
    return bytes(9) + struct.pack("<" + "H" * len(ops), *ops)


def test_records_of_unknown_types_are_passed_over():
    store = MemoryStore()
    player = Player(store)
    player.start(0)
    player.play(3)
    player.flush()
    for kind in (0x7F, 0xFF):
        appended(store, kind, b"from the future")
    assert resumed(store) == (WHOLE, player.state())
    player = Player(store)
    player.journal.set(1, 2)
    assert resumed(store)[0] == WHOLE


def test_an_illegal_move_ends_the_game_before_it():
    for op in (0, 0x7FFF, 0x8000, 0xFFFC, 5 << 9 | 5 << 4 | 1, 31 << 9 | 31 << 4 | 15):
        store = MemoryStore()
        player = Player(store)
        player.start(0)
        player.play(3)
        player.flush()
        appended(store, records.MOVES, moves_of(op))
        assert resumed(store) == (CUT, player.state()), op
    player = Player(store)
    assert player.journal.resume(player.game, MOVES) == CUT
    player.play(1)
    player.flush()
    assert resumed(store) == (WHOLE, player.state())


def test_a_start_that_is_no_deal_is_told_and_dropped():
    for payload in (b"", bytes(30), bytes(70), b"\xff" * 70):
        store = MemoryStore()
        opened_journal(store)
        appended(store, records.START, payload)
        journal = opened_journal(store)
        assert journal.playing
        assert journal.resume(Game(), MOVES) == UNREADABLE
        assert not journal.playing
        assert journal.resume(Game(), MOVES) == NOTHING
        Player(store).start(0)
        assert resumed(store)[0] == WHOLE


def test_records_of_wrong_sizes_do_no_harm():
    for kind in range(1, 10):
        for size in (0, 1, 3, 4, 5, 8, 9, 10, 36, 100, 255):
            for fill_byte in (0, 255):
                store = MemoryStore()
                player = Player(store)
                player.start(0)
                appended(store, kind, bytes((fill_byte,)) * size)
                player = Player(store)
                player.journal.resume(player.game, MOVES)
                player.journal.marks(PACK.crc, bytearray(3))
                player.journal.results(0, bytearray(180), 1, 180)
                player.journal.rewrite(None)
                player.journal.set(9, 9)
                assert opened_journal(store).settings[9] == 9


def test_a_damaged_byte_costs_only_what_comes_after_it():
    store = MemoryStore()
    player = Player(store)
    player.journal.set(1, 5)
    at = player.journal.log.size
    player.journal.set(2, 6)
    name = store.names()[0]
    good = store.files[name]
    for position in range(at, len(good)):
        changed = bytearray(good)
        changed[position] ^= 0x10
        journal = opened_journal(MemoryStore({name: bytes(changed)}))
        assert journal.settings == {1: 5}
        assert journal.id == player.journal.id


def test_a_file_that_cannot_be_read_at_all_is_set_aside():
    store = MemoryStore({NAMES[0]: b"x" * 500})
    journal = opened_journal(store)
    assert store.files["journal.bad"] == b"x" * 500
    journal.set(1, 5)
    assert opened_journal(store).settings == {1: 5}


def test_of_two_files_the_newer_whole_one_counts():
    store = MemoryStore()
    journal = opened_journal(store)
    journal.set(1, 5)
    old = dict(store.files)
    journal.rewrite(None)
    journal.set(1, 6)
    new = dict(store.files)
    assert set(old) | set(new) == set(NAMES)
    both = MemoryStore()
    both.files.update(old)
    both.files.update(new)
    assert opened_journal(both).settings == {1: 6}
    assert list(both.files) == list(new)
    name = next(iter(new))
    for cut in range(26):  # ID and READY are 24 bytes: what lacks READY does not count
        both.files.update(old)
        both.files[name] = new[name][:cut]
        settings = opened_journal(both).settings
        assert settings == {1: 5}, cut
