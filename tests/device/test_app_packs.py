"""The whole game, by key taps: packs and deals, damaged ones, many, one, and with long names."""

from eightoff import records
from eightoff.keys import DOWN, LEFT, RIGHT, UP, A, B
from fake_hardware import Board, act, at_deal, win
from game_pack import numbered, numbered_line, sorted_deals
from positions import dealt, legal, same, snapshot

THREE = LEFT | RIGHT | A
CELLS = numbered("eight-off", (1, 5005, 617), [numbered_line("eight-off", 1, 40)])


def marks(board):
    """The marks of the deals on the screen."""
    screen = board.app.screen
    return [screen.marks.of(index) for index in range(screen.count)]


def test_no_packs():
    with Board() as board:
        same((board.screen, board.app.screen.count), ("packs", 0))
        board.tap(UP, DOWN, LEFT, RIGHT, A, B)
        board.menu()
        same(board.screen, "packs")


def test_from_packs_to_the_board_and_back():
    for present in (63, THREE):
        with Board({"cells": CELLS, "sorted": sorted_deals("eight-off", 3)}, present) as board:
            same(board.app.screen.names, ["cells", "sorted"])
            board.choose(1)
            same((board.screen, board.app.screen.title), ("deals", "Sorted"))
            board.back()
            same((board.screen, board.app.screen.at), ("packs", 1))
            board.back()
            same(board.screen, "packs")
            at_deal(board, 1)
            same(snapshot(board.game), snapshot(dealt("eight-off", 5005)))
            act(board, "deals")
            same((board.screen, board.app.screen.playing), ("deals", 1))
            board.tap(A)
            same(board.screen, "board")


def test_win_and_on_to_the_next_deal():
    with Board({"sorted": sorted_deals("eight-off", 3)}) as board:
        at_deal(board)
        win(board)
        board.tap(A)
        same((board.screen, board.app.session.attempt.entry), ("board", 1))
        win(board)
        board.tap(B)
        same((board.screen, marks(board)), ("deals", [records.WON, records.WON, 0]))
        same(board.app.screen.at, 2)
        board.tap(A)
        win(board)
        board.tap(A)
        same((board.screen, board.notice), ("deals", "all-played"))
        same(marks(board), [records.WON] * 3)
        same(board.app.journal.last, 3)


def test_next_deal_goes_round_to_one_that_was_left_out():
    with Board({"sorted": sorted_deals("eight-off", 3)}) as board:
        at_deal(board, 2)
        win(board)
        board.tap(A)
        same(board.app.session.attempt.entry, 0)


def test_pack_of_one_deal():
    with Board({"one": sorted_deals("seahaven", 1)}) as board:
        at_deal(board)
        act(board, "deals")
        board.tap(UP, DOWN, LEFT, RIGHT)
        same((board.screen, board.app.screen.at), ("deals", 0))
        board.tap(A)
        win(board)
        board.tap(A)
        same((board.screen, board.notice), ("deals", "all-played"))
        board.tap(A)
        same((board.screen, board.game.played), ("board", 0))


def test_next_deal_is_of_the_pack_of_the_game():
    packs = {"a": sorted_deals("eight-off", 3), "b": numbered("eight-off", (1, 5005))}
    with Board(packs) as board:
        at_deal(board)
        act(board, "deals")
        board.back()
        board.choose(1)
        same(board.app.screen.title, "Sample")
        board.back()
        board.back()
        same(board.screen, "board")
        win(board)
        board.tap(A)
        same((board.screen, board.game.variant.name), ("board", "eight-off"))
        same((board.app.session.attempt.entry, board.app.session.attempt.kind), (1, 1))


def test_another_deal_asks_once_something_was_played():
    with Board({"cells": CELLS}) as board:
        at_deal(board)
        act(board, "deals")
        board.choose(1)
        same((board.screen, board.app.session.attempt.entry), ("board", 1))
        board.play(legal(board.game)[0])
        act(board, "deals")
        board.choose(2)
        same(board.screen, "confirm")
        board.tap(A)
        same((board.screen, board.app.session.attempt.entry), ("board", 1))
        act(board, "deals")
        board.choose(2)
        board.tap(DOWN, A)
        same((board.screen, board.app.session.attempt.entry), ("board", 2))
        same(board.app.journal.last, 1)


def test_pack_of_the_game_was_deleted():
    with Board({"sorted": sorted_deals("eight-off", 3)}) as board:
        at_deal(board)
        board.store.remove("sorted.pack")
        board.power_on()
        same(board.screen, "board")
        act(board, "hint")
        same(board.notice, "no-line")
        act(board, "deals")
        same(board.screen, "packs")
        board.back()
        win(board)
        board.tap(A)
        same((board.screen, board.app.screen.count), ("packs", 0))


def test_damaged_packs_stay_shut():
    broken = bytearray(CELLS)
    broken[20] ^= 1
    newer = b"8OFF\x02" + CELLS[5:]
    packs = {
        "broken": bytes(broken),
        "cut": CELLS[:100],
        "new": newer,
        "text": b"hello",
        "ok": CELLS,
    }
    said = ("damaged", "damaged", "newer", "", "damaged")
    with Board(packs) as board:
        same(board.app.screen.names, ["broken", "cut", "new", "ok", "text"])
        for index in (0, 1, 2, 4):
            board.choose(index)
            same((board.screen, board.notice), ("packs", said[index]))
        board.choose(3)
        same(board.screen, "deals")


def damaged_entry(content, size):
    """The pack with damage in its second entry; size: of an entry."""
    broken = bytearray(content)
    broken[90 + size] ^= 1
    return bytes(broken)


def test_damaged_deal_can_be_passed_over():
    with Board({"cells": damaged_entry(numbered("eight-off", (1, 2, 3)), 15)}) as board:
        board.choose(0)
        board.choose(1)
        same((board.screen, board.notice), ("deals", "damaged"))
        board.choose(0)
        same(board.screen, "board")
        board.play(legal(board.game)[0])
        act(board, "deals")
        board.choose(1)
        same((board.screen, board.notice, board.app.session.playing), ("deals", "damaged", True))
        board.tap(B)
        same(board.screen, "packs")


def test_next_deal_that_is_damaged_shows_the_list():
    with Board({"sorted": damaged_entry(sorted_deals("eight-off", 3), 40)}) as board:
        at_deal(board)
        win(board)
        board.tap(A)
        same((board.screen, board.notice), ("deals", "damaged"))


def test_two_thousand_deals():
    with Board({"many": numbered("eight-off", list(range(1, 2001)))}) as board:
        board.choose(0)
        same((board.screen, board.app.screen.count, board.app.screen.at), ("deals", 2000, 0))
        board.tap(UP)
        same(board.app.screen.at, 1999)
        board.tap(DOWN)
        same(board.app.screen.at, 0)
        board.tap(RIGHT, RIGHT)
        same(board.app.screen.at, 14)
        board.tap(LEFT, LEFT, LEFT)
        same(board.app.screen.at, 1999)
        board.tap(A)
        same(snapshot(board.game), snapshot(dealt("eight-off", 2000)))
        act(board, "give-up")
        board.tap(DOWN, A)
        same((board.app.screen.at, marks(board)[1999]), (0, records.GIVEN_UP))


def test_longest_names_and_titles_draw():
    name = "w" * 24
    content = numbered("eight-off-relaxed", (0x7FFFFFFF,), [], b"W" * 24)
    with Board({name: content, "x" * 24: b"nothing"}) as board:
        same(board.pixels(), board.drawn_anew())
        board.tap(DOWN, A)
        same(board.pixels(), board.drawn_anew())
        board.choose(0)
        same(board.pixels(), board.drawn_anew())
        board.tap(A)
        board.menu()
        same(board.pixels(), board.drawn_anew())
