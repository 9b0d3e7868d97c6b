"""The whole game, by key taps: from screen to screen, and what stands on them."""

import sys

from eightoff import records
from eightoff.game import ALL, OFF, SAFE
from eightoff.keys import DOWN, LEFT, RIGHT, UP, A, B
from fake_hardware import MENU, Board, act, at_deal
from game_pack import numbered, numbered_line, sorted_deals
from positions import Dice, is_lost, legal, same, snapshot

THREE = LEFT | RIGHT | A
CELLS = numbered("eight-off", (1, 5005, 617), [numbered_line("eight-off", 1, 40)])


def marks(board):
    """The marks of the deals on the screen."""
    screen = board.app.screen
    return [screen.marks.of(index) for index in range(screen.count)]


def loaded():
    return sorted(name for name in sys.modules if name.startswith("eightoff.screens."))


def test_modules_of_screens_that_were_left_are_gone():
    with Board({"cells": CELLS}) as board:
        same(loaded(), ["eightoff.screens.listing", "eightoff.screens.packs"])
        board.tap(A)
        same(loaded(), ["eightoff.screens.deals", "eightoff.screens.listing"])
        board.tap(A)
        same(loaded(), ["eightoff.screens.board"])
        for module in ("shelf", "pack", "library", "marks"):
            assert "eightoff." + module not in sys.modules, module
        board.menu()
        same(loaded(), ["eightoff.screens.listing", "eightoff.screens.menu"])
        board.ask(1)
        same(loaded(), ["eightoff.screens.link"])
        assert "eightoff.view" not in sys.modules


def test_cursor_moves_and_undo_by_keys():
    with Board({"cells": CELLS}) as board:
        at_deal(board)
        start = snapshot(board.game)
        board.play(legal(board.game)[3])
        assert snapshot(board.game) != start
        board.tap(B)
        same(snapshot(board.game), start)
        board.tap(B)
        same((snapshot(board.game), board.notice), (start, "nothing-to-undo"))
        board.tap(RIGHT)
        same(board.notice, "")


def test_three_keys_play_whole_games():
    with Board({"cells": CELLS}, THREE) as board:
        at_deal(board)
        dice = Dice(3)
        while legal(board.game) and board.game.played < 12:
            choices = legal(board.game)
            board.play(choices[dice.below(len(choices))])
        played = board.game.played
        board.back()
        assert board.game.played < played
        act(board, "redo")
        same((board.screen, board.game.played), ("board", played))


def test_menu_says_what_cannot_be_done():
    with Board({"cells": CELLS}) as board:
        at_deal(board, 1)
        for action, said in (
            ("undo", "nothing-to-undo"),
            ("redo", "nothing-to-redo"),
            ("hint", "no-line"),
        ):
            act(board, action)
            same((board.screen, board.notice), ("board", said))
            board.wait(3000)
            same(board.notice, "")


def test_hint_is_the_move_that_a_plays():
    with Board({"cells": CELLS}) as board:
        at_deal(board)
        act(board, "hint")
        hint = board.cursor.move
        same((board.screen, board.cursor.choosing), ("board", True))
        board.tap(A)
        same(board.game.history[0], hint)
        same(board.app.session.attempt.hints, 1)
        other = [move for move in legal(board.game) if move != hint][-1]
        board.play(other)
        act(board, "hint")
        same(board.notice, "off-line")


def test_restart_asks_and_redo_undoes_it():
    with Board({"cells": CELLS}) as board:
        at_deal(board)
        start = snapshot(board.game)
        for _ in range(3):
            board.play(legal(board.game)[0])
        before = snapshot(board.game)
        act(board, "restart")
        same(board.screen, "confirm")
        board.tap(A)
        same((board.screen, snapshot(board.game)), ("board", before))
        act(board, "restart")
        board.tap(B)
        same((board.screen, snapshot(board.game)), ("board", before))
        act(board, "restart")
        board.tap(DOWN, A)
        same((board.screen, snapshot(board.game)), ("board", start))
        while board.game.played < board.game.known:
            act(board, "redo")
        same(snapshot(board.game), before)


def test_levels_go_round_and_the_risky_one_is_said():
    with Board({"free": numbered("freecell", (1,)), "off": CELLS}) as board:
        at_deal(board)
        board.menu()
        board.choose(MENU.index("auto"))
        same((board.app.session.level, board.notice, board.screen), (ALL, "all-loses", "menu"))
        board.tap(A)
        same((board.app.session.level, board.notice), (OFF, ""))
        board.tap(A)
        same((board.app.session.level, board.notice), (SAFE, ""))
        board.tap(A)
        board.power_on()
        same(board.app.session.level, ALL)


def test_giving_up_asks_and_marks_the_deal():
    with Board({"cells": CELLS}) as board:
        at_deal(board)
        act(board, "give-up")
        board.tap(A)
        same(board.screen, "board")
        act(board, "give-up")
        board.tap(UP, A)
        same((board.screen, marks(board)), ("deals", [records.GIVEN_UP, 0, 0]))
        same(board.app.screen.at, 1)
        board.back()
        board.back()
        same(board.screen, "packs")


def test_automatic_moves_take_their_time_and_keys_do_not_wait():
    with Board({"sorted": sorted_deals("eight-off", 2)}) as board:
        at_deal(board)
        home = next(move for move in legal(board.game) if move >> 4 & 31 >= 18)
        board.play(home)
        board.wait(500)
        assert 2 < board.game.played < 20
        board.tap(B)
        same(board.screen, "won")


def test_undo_of_automatic_moves_under_way():
    with Board({"cells": CELLS}) as board:
        at_deal(board)
        dice = Dice(7)
        for _ in range(40):
            before = snapshot(board.game)
            choices = legal(board.game)
            if not choices:
                break
            board.play(choices[dice.below(len(choices))])
            board.tap(B)
            same(snapshot(board.game), before)
            act(board, "redo")


def test_menu_during_automatic_moves():
    with Board({"sorted": sorted_deals("eight-off", 2)}) as board:
        at_deal(board)
        home = next(move for move in legal(board.game) if move >> 4 & 31 >= 18)
        board.play(home)
        board.menu()
        same((board.screen, board.app.journal.last), ("won", 1))


def check_stuck_is_said_exactly_when_it_is(variant_id, number):
    with Board({"pack": numbered(variant_id, (number, number + 1))}) as board:
        at_deal(board)
        dice = Dice(number)
        for _ in range(30):
            lost = is_lost(board.game)
            same(board.notice, "stuck" if lost else "", board.game.played)
            if lost:
                board.wait(5000)
                same(board.notice, "stuck")
                board.tap(RIGHT, LEFT, UP, DOWN, A)
                same(board.screen, "board")
                board.menu()
                board.back()
                same(board.notice, "stuck")
                board.tap(B)
                if board.game.known:
                    same(board.notice, "")
                return
            choices = legal(board.game)
            board.play(choices[dice.below(len(choices))])
            board.wait(3000)
        raise AssertionError("never stuck")


def test_stuck():
    for variant_id in ("freecell-0", "stalactites", "bakers-game-0", "freecell-1"):
        check_stuck_is_said_exactly_when_it_is(variant_id, 3)


def test_stuck_at_the_deal():
    check_stuck_is_said_exactly_when_it_is("forecell", 1)


def test_game_is_where_it_was_left():
    with Board({"cells": CELLS}) as board:
        at_deal(board)
        for _ in range(5):
            board.play(legal(board.game)[0])
        board.wait(3500)
        before = snapshot(board.game)
        board.power_on()
        same((board.screen, snapshot(board.game)), ("board", before))
        board.tap(B)
        same(board.game.played < board.game.known, True)


def test_hints_after_a_restart_of_the_board():
    with Board({"cells": CELLS}) as board:
        at_deal(board)
        board.wait(100)
        board.power_on()
        act(board, "hint")
        same((board.screen, board.notice, board.cursor.choosing), ("board", "", True))


def test_power_cut_between_the_last_move_and_the_result():
    with Board({"sorted": sorted_deals("eight-off", 3)}) as board:
        at_deal(board)
        session = board.app.session
        home = next(move for move in legal(board.game) if move >> 4 & 31 >= 18)
        session.play(home, 0)
        while session.auto(0):
            pass
        session.save(0)
        board.power_on()
        same((board.screen, board.app.journal.last), ("won", 1))
        board.power_on()
        same((board.screen, board.app.journal.last), ("packs", 1))


def test_unreadable_game_is_said():
    with Board({"cells": CELLS}) as board:
        at_deal(board)
        board.app.journal.add(0x2AAA)
        board.wait(100)
        board.play(legal(board.game)[0])
        board.wait(4000)
        board.power_on()
        same((board.screen, board.game.played, board.notice), ("board", 0, "gone"))


def check_pictures(board, steps, seed):
    """Press keys at random; every picture must be what would be drawn anew."""
    dice = Dice(seed)
    every = (UP, DOWN, LEFT, RIGHT, A, A, A, B)
    for step in range(steps):
        if dice.below(12) == 0:
            board.menu()
        else:
            board.tap(every[dice.below(8)])
        if dice.below(3) == 0:
            board.wait(dice.below(3000))
        shown = board.pixels()
        if shown != board.drawn_anew():
            raise AssertionError("step " + str(step) + " on " + board.screen)
        board.app.screen.refresh()


def test_any_keys_in_any_order():
    packs = {
        "cells": CELLS,
        "free": numbered("freecell", (3, 4)),
        "hang": numbered("stalactites", (3, 4)),
        "peng": numbered("penguin", (3,)),
        "sea": sorted_deals("seahaven", 2),
    }
    for seed in range(1, 4):
        with Board(packs) as board:
            board.hardware.now = (1 << 29) - 3000
            check_pictures(board, 150, seed)


def test_message_over_moving_cards_stays_whole():
    with Board({"sorted": sorted_deals("eight-off", 2)}) as board:
        at_deal(board)
        home = next(move for move in legal(board.game) if move >> 4 & 31 >= 18)
        board.play(home)
        board.app.say("not-saved")
        for _ in range(5):
            board.wait(125)
            same(board.notice, "not-saved")
            same(board.pixels(), board.drawn_anew())
            board.app.screen.refresh()


def test_nothing_moves_in_an_idle_hour():
    with Board({"cells": CELLS}) as board:
        at_deal(board)
        board.play(legal(board.game)[0])
        board.wait(5000)
        steps = board.steps
        board.wait(3600000)
        assert board.steps - steps <= 62, board.steps - steps
