"""Sessions: what is played is what is kept, through a real folder and through a failing one."""

from eightoff import records, session
from eightoff.game import ALL, OFF, SAFE
from eightoff.journal import CUT, NOTHING, QUEUE, WHOLE, Journal
from eightoff.session import LOST, ONGOING, WON, Session
from eightoff.store import ENOSPC
from game_pack import numbered, numbered_line, opened, sorted_deals
from positions import Dice, legal, refused, same, snapshot
from stores import MemoryStore, clear, folder, random

END = 1 << 29
LINE = numbered_line("eight-off", 1, 40)
CELLS = numbered("eight-off", (1, 5005, 617), [LINE])


def begin(store):
    journal = Journal(store, random)
    journal.open()
    return Session(journal)


def started(store, content=CELLS, index=0, now=0):
    made = begin(store)
    made.start(opened(content, index), now)
    return made


def resumed(store, now=0):
    """A new session on the same files, as after a restart, and what `resume` said."""
    made = begin(store)
    found = made.resume(now)
    return made, found


def results(store):
    """All results in the journal as (outcome, entry, moves, seconds, undos, hints)."""
    journal = Journal(store, random)
    journal.open()
    buffer = bytearray(2000)
    end = journal.results(0, buffer, 0, len(buffer))
    found = []
    at = 0
    while at < end:
        one = records.Attempt()
        one.get_result(buffer, at + 1, at + 1 + buffer[at])
        found.append((one.outcome, one.entry, one.moves, one.seconds, one.undos, one.hints))
        at += 1 + buffer[at]
    return found


def play_some(made, dice, many, now=0):
    for _ in range(many):
        choices = legal(made.game)
        if not choices:
            return
        made.play(choices[dice.below(len(choices))], now)
        while made.auto(now):
            pass


def everything(made):
    """All of a session that a restart must bring back."""
    game, attempt = made.game, made.attempt
    return (
        snapshot(game),
        game.played,
        list(game.history)[: game.known],
        attempt.pack,
        attempt.entry,
        attempt.name,
        attempt.seconds,
        attempt.undos,
        attempt.hints,
    )


def test_game_comes_back_after_everything_a_player_does():
    store, path = folder("session")
    try:
        made = started(store, index=1)
        dice = Dice(5)
        for step in range(30):
            play_some(made, dice, 3)
            if step % 3 == 0:
                made.undo(0)
            if step % 4 == 0:
                made.redo(0)
            if step == 15:
                made.restart(0)
            if step % 7 == 0:
                made.count_time(step * 1000)
                made.save(0)
                back, found = resumed(store)
                same(found, WHOLE)
                same(everything(back), everything(made), step)
                made = back
    finally:
        clear(store, path)


def test_only_the_moves_of_the_last_seconds_are_missing_after_a_cut():
    store = MemoryStore()
    made = started(store)
    dice = Dice(9)
    play_some(made, dice, 2)
    made.save(0)
    kept = everything(made)
    play_some(made, dice, 2)
    back, found = resumed(store)
    same((found, everything(back)), (WHOLE, kept))


def test_nothing_in_progress_is_said_so():
    made, found = resumed(MemoryStore())
    same((found, made.playing), (NOTHING, False))


def test_start_forgets_the_game_before():
    store = MemoryStore()
    made = started(store)
    play_some(made, Dice(2), 5)
    made.undo(0)
    made.start(opened(CELLS, 2), 100)
    same((made.game.played, made.game.known, made.attempt.undos), (0, 0, 0))
    made.save(100)
    back, _ = resumed(store)
    same(everything(back), everything(made))


def test_damaged_deal_leaves_the_game_as_it_is():
    store = MemoryStore()
    made = started(store)
    play_some(made, Dice(2), 5)
    before = everything(made)
    pack = opened(numbered("eight-off", (1,)))
    pack.code[:4] = bytes(4)
    refused(made.start, pack, 0)
    same(everything(made), before)
    assert made.playing


def test_damaged_line_is_no_line():
    content = bytearray(CELLS)
    content[-1] ^= 1
    made = started(MemoryStore(), bytes(content))
    same((made.hint(), made.attempt.hints), (0, 0))


def test_hints_follow_the_line_to_its_end():
    made = started(MemoryStore())
    hints = 0
    while made.game.played < len(LINE):
        hint = made.hint()
        hints += 1
        assert hint in legal(made.game), hints
        made.play(hint, 0)
        while made.auto(0):
            pass
    same((made.hint(), made.attempt.hints), (-1, hints))


def test_hint_off_the_line_and_back_on_it():
    made = started(MemoryStore())
    first = made.hint()
    made.play(first, 0)
    second = made.hint()
    others = [move for move in legal(made.game) if move != second]
    made.play(others[0], 0)
    same((made.hint(), made.attempt.hints), (-1, 2))
    made.undo(0)
    same(made.hint(), second)
    made.undo(0)
    same(made.hint(), first)
    made.redo(0)
    same(made.hint(), second)
    made.restart(0)
    same(made.hint(), first)
    same(made.attempt.hints, 6)


def test_hints_leave_the_game_as_it_is():
    made = started(MemoryStore())
    play_some(made, Dice(4), 12)
    made.undo(0)
    made.undo(0)
    before = everything(made)
    made.hint()
    same(everything(made)[:3], before[:3])


def test_hints_with_every_level_of_automatic_moves():
    content = sorted_deals("eight-off", 1)
    for level in (OFF, SAFE):
        made = started(MemoryStore(), content)
        made.set_level(level)
        moves = 0
        while made.state() == ONGOING:
            made.play(made.hint(), 0)
            moves += 1
            while made.auto(0):
                pass
        same((made.state(), moves), (WON, 52 if level == OFF else 1))


def test_deal_without_a_line_has_no_hints():
    made = started(MemoryStore(), index=1)
    same((made.hint(), made.attempt.hints), (0, 0))


def test_line_that_names_no_legal_move_is_no_hint():
    made = started(MemoryStore(), numbered("eight-off", (1,), [bytes((199, 3))]))
    same((made.hint(), made.attempt.hints), (0, 0))


def test_undo_and_redo_take_automatic_moves_along():
    made = started(MemoryStore(), sorted_deals("eight-off", 1))
    home = next(move for move in legal(made.game) if move >> 4 & 31 >= 18)
    made.play(home, 0)
    while made.auto(0):
        pass
    same((made.game.played, made.state()), (52, WON))
    same((made.undo(0), made.game.played, made.attempt.undos), (52, 0, 1))
    same((made.undo(0), made.attempt.undos), (0, 1))
    same((made.redo(0), made.state()), (52, WON))
    same(made.redo(0), 0)


def test_restart_is_undone_move_by_move():
    made = started(MemoryStore())
    play_some(made, Dice(4), 6)
    before = snapshot(made.game)
    made.restart(0)
    same((made.game.played, made.attempt.undos), (0, 0))
    made.restart(0)
    while made.redo(0):
        pass
    same(snapshot(made.game), before)


def test_states():
    made = started(MemoryStore(), numbered("freecell-0", (1,)))
    dice = Dice(1)
    while made.state() == ONGOING:
        play_some(made, dice, 1)
    same((made.state(), legal(made.game)), (LOST, []))
    same(made.playing, True)


def test_result_holds_the_figures():
    store = MemoryStore()
    made = started(store, sorted_deals("eight-off", 2), 1)
    made.count_time(30000)
    made.play(made.hint(), 30000)
    made.undo(30000)
    made.redo(30000)
    while made.auto(30000):
        pass
    made.finish(records.WON, 777)
    same(made.playing, False)
    same(results(store), [(records.WON, 1, 52, 30, 1, 1)])
    same(resumed(store)[1], NOTHING)


def test_play_after_a_game_that_ended_starts_at_zero():
    store = MemoryStore()
    made = started(store)
    play_some(made, Dice(1), 4)
    made.finish(records.GIVEN_UP, 0)
    made.start(opened(CELLS, 1), 9000)
    same((made.game.played, made.attempt.seconds), (0, 0))
    made.finish(records.GIVEN_UP, 0)
    same([one[1:3] for one in results(store)], [(0, 4), (1, 0)])


def test_a_minute_of_thinking_counts_at_most():
    made = started(MemoryStore(), now=END - 500)
    made.count_time(END - 400)
    made.count_time(100)
    same(made.attempt.seconds, 0)
    made.count_time(500)
    same(made.attempt.seconds, 1)
    made.count_time(500 + 59999)
    same(made.attempt.seconds, 60)
    made.count_time(5000000)
    same(made.attempt.seconds, 120)


def test_time_is_not_lost_by_many_short_looks():
    made = started(MemoryStore())
    for now in range(0, 10001, 7):
        made.count_time(now)
    same(made.attempt.seconds, 9)


def test_time_stops_with_the_game():
    made = started(MemoryStore())
    made.count_time(5000)
    made.finish(records.GIVEN_UP, 0)
    made.count_time(50000)
    same(made.attempt.seconds, 5)


def test_batch_is_written_when_its_oldest_move_is_three_seconds_old():
    store = MemoryStore()
    made = started(store)
    dice = Dice(6)
    same(made.wait(0), 60000)
    before = store.writes
    play_some(made, dice, 1, 1000)
    same(made.wait(1000), 3000)
    play_some(made, dice, 1, 2500)
    same(made.wait(2500), 1500)
    made.tick(3999)
    same(store.writes, before)
    made.tick(4000)
    assert store.writes > before
    before = store.writes
    same(made.wait(4000), 60000)
    for now in range(4000, 100000, 500):
        made.tick(now)
    same(store.writes, before)


def test_clock_may_wrap_while_a_batch_waits():
    store = MemoryStore()
    made = started(store, now=END - 3000)
    play_some(made, Dice(6), 1, END - 1000)
    same(made.wait(500), 1500)
    before = store.writes
    made.tick(2000)
    assert store.writes > before


def test_more_moves_than_a_batch_holds():
    store = MemoryStore()
    made = started(store)
    for _ in range(QUEUE + 20):
        made.play(legal(made.game)[0], 0)
        made.undo(0)
    made.save(0)
    same(everything(resumed(store)[0]), everything(made))


def test_level_is_kept_and_nonsense_is_safe():
    store = MemoryStore()
    made = started(store)
    same(made.level, SAFE)
    made.set_level(ALL)
    same(begin(store).level, ALL)
    made.journal.set(session.LEVEL_KEY, 77)
    same(begin(store).level, SAFE)


def test_level_that_may_lose_is_known():
    for variant_id, loses in (("eight-off", False), ("freecell", True), ("stalactites", True)):
        made = started(MemoryStore(), numbered(variant_id, (1,)))
        same(made.all_may_lose(), False)
        made.set_level(ALL)
        same(made.all_may_lose(), loses, variant_id)


# A flash that fails.


class Failing(MemoryStore):
    """Refuses every write while `broken`."""

    broken = False

    def open(self, name, mode="rb"):
        if self.broken and mode != "rb":
            raise OSError(ENOSPC)
        return MemoryStore.open(self, name, mode)


def test_game_goes_on_while_nothing_can_be_written():
    store = Failing()
    made = started(store)
    store.broken = True
    dice = Dice(8)
    now = 0
    for _ in range(40):
        now += 1500
        play_some(made, dice, 5, now)
        made.tick(now)
    made.undo(now)
    assert made.failed
    store.broken = False
    made.tick(now + 3000)
    same(made.failed, False)
    same(everything(resumed(store)[0]), everything(made))


def test_start_that_cannot_be_written_is_written_later():
    store = Failing()
    made = begin(store)
    store.broken = True
    made.start(opened(CELLS, 1), 0)
    assert made.failed and made.playing
    play_some(made, Dice(8), 5)
    made.tick(3000)
    store.broken = False
    made.tick(6000)
    same(made.failed, False)
    same(everything(resumed(store)[0]), everything(made))


def test_level_is_chosen_though_it_cannot_be_kept():
    store = Failing()
    made = started(store)
    store.broken = True
    made.set_level(ALL)
    same((made.level, made.failed), (ALL, True))


def test_failed_tries_are_three_seconds_apart():
    store = Failing()
    made = started(store)
    store.broken = True
    play_some(made, Dice(8), 1, 0)
    tries = [0]
    flush = made.journal.flush

    def counting(game):
        tries[0] += 1
        flush(game)

    made.journal.flush = counting
    for now in range(0, 30000, 100):
        made.tick(now)
    same(tries[0], 9)


def test_result_is_written_later_and_once():
    store = Failing()
    made = started(store)
    play_some(made, Dice(8), 5)
    made.save(0)
    store.broken = True
    made.finish(records.GIVEN_UP, 5)
    same((made.playing, made.failed, results(store)), (False, True, []))
    for now in range(1000, 20000, 1000):
        made.count_time(now)
        made.tick(now)
    store.broken = False
    for now in range(20000, 40000, 1000):
        made.tick(now)
    same(results(store), [(records.GIVEN_UP, 0, made.attempt.moves, 0, 0, 0)])
    same((made.failed, made.wait(40000)), (False, 60000))


def test_next_game_waits_until_the_result_is_written():
    store = Failing()
    made = started(store)
    play_some(made, Dice(8), 5)
    store.broken = True
    made.finish(records.GIVEN_UP, 5)
    before = everything(made)
    try:
        made.start(opened(CELLS, 1), 100)
    except OSError:
        pass
    else:
        raise AssertionError("a result was dropped")
    same(everything(made), before)
    store.broken = False
    made.start(opened(CELLS, 1), 200)
    same([one[:2] for one in results(store)], [(records.GIVEN_UP, 0)])
    same((made.playing, made.attempt.entry), (True, 1))
    same(everything(resumed(store)[0]), everything(made))


def test_power_cut_before_a_result_was_written_brings_the_game_back():
    store = Failing()
    made = started(store)
    play_some(made, Dice(8), 5)
    made.save(0)
    before = everything(made)
    store.broken = True
    made.finish(records.GIVEN_UP, 5)
    store.broken = False
    same(everything(resumed(store)[0]), before)


def test_move_that_no_rule_allows_cuts_the_game_there():
    store = MemoryStore()
    made = started(store)
    play_some(made, Dice(8), 5)
    made.save(0)
    before = snapshot(made.game)
    made.journal.add(0x2AAA)
    made.save(0)
    back, found = resumed(store)
    same((found, snapshot(back.game)), (CUT, before))
