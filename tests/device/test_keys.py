"""Keys: what the player's fingers do becomes events, on a clock that a test moves."""

import locked
from eightoff.keys import DOWN, LEFT, MENU, RIGHT, UP, A, B, Keys

SIX = UP | DOWN | LEFT | RIGHT | A | B
THREE = LEFT | RIGHT | A
END = 1 << 29


class Bench:
    """Polls as the main loop does: when a key changes, and when `wait` says so.

    events: (ms since the start, event) of every event so far.
    """

    def __init__(self, present=SIX, start=1000):
        self.keys = Keys(present)
        self.start = self.now = start
        self.events = []
        self.polls = 0

    def hold(self, bits, milliseconds):
        """Keep exactly these keys down for a time."""
        left = milliseconds
        while True:
            self.polls += 1
            event = self.keys.poll(bits, self.now)
            if event:
                self.events.append(((self.now - self.start) % END, event))
            step = self.keys.wait(self.now)
            assert step > 0
            if step >= left:
                self.now = (self.now + left) % END
                return
            left -= step
            self.now = (self.now + step) % END

    def tap(self, bits, milliseconds=60):
        self.hold(bits, milliseconds)
        self.hold(0, 60)

    def codes(self):
        return [event for _, event in self.events]


def test_direction_acts_when_it_goes_down():
    bench = Bench()
    for key in (UP, DOWN, LEFT, RIGHT, B):
        bench.tap(key)
    assert bench.events == [(0, UP), (120, DOWN), (240, LEFT), (360, RIGHT), (480, B)]


def test_key_with_a_long_press_acts_when_it_comes_up():
    bench = Bench()
    bench.tap(A)
    assert bench.events == [(60, A)]


def test_bounce_at_the_press_counts_once():
    bench = Bench()
    for bits in (RIGHT, 0, RIGHT, 0, RIGHT):
        bench.hold(bits, 4)
    bench.hold(RIGHT, 60)
    bench.hold(0, 60)
    assert bench.codes() == [RIGHT]


def test_bounce_at_the_release_counts_once():
    for key in (RIGHT, A):
        bench = Bench()
        bench.hold(key, 80)
        for bits in (0, key, 0, key, 0):
            bench.hold(bits, 4)
        bench.hold(0, 60)
        assert bench.codes() == [key]


def test_contact_that_bounces_for_24_ms_is_quiet_after_that():
    bench = Bench()
    bench.hold(RIGHT, 1)
    for _ in range(12):
        bench.hold(0, 1)
        bench.hold(RIGHT, 1)
    bench.hold(RIGHT, 100)
    bench.hold(0, 100)
    assert bench.codes() == [RIGHT]


def test_tap_shorter_than_the_bounce_time_is_not_lost():
    for key in (RIGHT, A):
        bench = Bench()
        bench.hold(key, 8)
        bench.hold(0, 100)
        assert bench.codes() == [key]


def test_quick_taps_all_count():
    bench = Bench()
    for _ in range(10):
        bench.hold(RIGHT, 30)
        bench.hold(0, 30)
    assert bench.codes() == [RIGHT] * 10


def test_held_direction_repeats_until_it_comes_up():
    bench = Bench()
    bench.hold(DOWN, 1000)
    bench.hold(0, 1000)
    assert bench.events == [(at, DOWN) for at in (0, 400, 530, 660, 790, 920)]


def test_long_a_is_the_menu_once_and_no_a():
    bench = Bench()
    bench.hold(A, 3000)
    bench.hold(0, 100)
    assert bench.events == [(500, MENU)]
    bench.tap(A)
    assert bench.codes() == [MENU, A]


def test_a_held_for_a_bit_less_is_an_a():
    bench = Bench()
    bench.hold(A, 499)
    bench.hold(0, 100)
    assert bench.codes() == [A]


def test_a_held_for_minutes_says_nothing_more():
    bench = Bench()
    bench.hold(A, 200000)
    bench.hold(0, 100)
    assert bench.codes() == [MENU]


def test_without_b_a_long_left_is_b():
    bench = Bench(THREE)
    bench.hold(LEFT, 2000)
    bench.hold(0, 100)
    assert bench.events == [(500, B)]
    bench.tap(LEFT)
    bench.hold(RIGHT, 600)
    bench.hold(0, 60)
    assert bench.codes() == [B, LEFT, RIGHT, RIGHT, RIGHT]


def test_long_a_is_the_menu_on_three_keys_too():
    bench = Bench(THREE)
    bench.hold(A, 700)
    bench.hold(0, 60)
    bench.tap(A)
    assert bench.codes() == [MENU, A]


def test_second_key_during_a_long_press_takes_its_place():
    bench = Bench()
    bench.hold(A, 100)
    bench.hold(A | RIGHT, 100)
    bench.hold(A, 1000)
    bench.hold(0, 100)
    assert bench.codes() == [RIGHT]


def test_keys_that_overlap_count_in_the_order_of_their_presses():
    bench = Bench()
    bench.hold(LEFT, 40)
    bench.hold(LEFT | RIGHT, 40)
    bench.hold(RIGHT, 40)
    bench.hold(0, 40)
    bench.tap(A)
    assert bench.codes() == [LEFT, RIGHT, A]


def test_a_pressed_before_another_key_is_let_go_counts():
    for first_up in (RIGHT, A):
        bench = Bench()
        bench.hold(RIGHT, 60)
        bench.hold(RIGHT | A, 60)
        bench.hold((RIGHT | A) ^ first_up, 60)
        bench.hold(0, 60)
        assert bench.codes() == [RIGHT, A]


def test_two_keys_at_the_same_moment_are_one_event_and_no_hang():
    for both in (LEFT | RIGHT, RIGHT | A, UP | B, SIX):
        bench = Bench()
        bench.hold(both, 60)
        bench.hold(0, 60)
        bench.tap(DOWN)
        assert len(bench.events) == 2
        assert bench.codes()[1] == DOWN


def test_one_key_up_and_another_down_at_the_same_moment_both_count():
    bench = Bench()
    bench.hold(A, 60)
    bench.hold(RIGHT, 60)
    bench.hold(0, 60)
    assert bench.codes() == [A, RIGHT]


def test_one_key_follows_another_within_the_bounce_time():
    bench = Bench(THREE)
    bench.hold(A, 10)
    bench.hold(0, 5)
    bench.hold(LEFT, 80)
    bench.hold(0, 60)
    assert bench.codes() == [A, LEFT]


def test_repeat_goes_on_with_the_key_that_is_left():
    bench = Bench()
    bench.hold(UP, 60)
    bench.hold(UP | DOWN, 60)
    bench.hold(DOWN, 600)
    bench.hold(0, 60)
    assert bench.codes()[:3] == [UP, DOWN, DOWN]
    assert set(bench.codes()[2:]) == {DOWN}


def test_clock_wraps_in_every_state():
    for start in range(END - 1100, END, 50):
        bench = Bench(start=start)
        bench.tap(RIGHT)
        bench.tap(A)
        bench.hold(DOWN, 560)
        bench.hold(0, 60)
        bench.hold(A, 700)
        bench.hold(0, 60)
        assert bench.codes() == [RIGHT, A, DOWN, DOWN, DOWN, MENU], start


def test_first_key_at_any_start_of_the_clock():
    for start in (0, 1, 24, 25, END - 1):
        bench = Bench(start=start)
        bench.tap(RIGHT)
        assert bench.codes() == [RIGHT], start


def test_keys_that_the_board_does_not_have_are_never_needed():
    bench = Bench(THREE)
    bench.tap(0)
    assert bench.events == []


def test_an_idle_hour_takes_few_polls():
    bench = Bench()
    bench.hold(0, 3600000)
    assert bench.polls <= 61


def test_nothing_is_allocated():
    six, three = Keys(SIX), Keys(THREE)

    def fingers():
        now = END - 2000
        for _ in range(300):
            now = (now + 13) % END
            bits = SIX & (now >> 7 ^ now >> 9)
            six.poll(bits, now)
            six.wait(now)
            three.poll(bits & THREE, now)
            three.wait(now)

    locked.run(fingers)
