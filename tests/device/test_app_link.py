"""The whole game while the PC talks, while the flash fails, and while time passes."""

import struct

from eightoff import link, records
from eightoff.keys import DOWN, RIGHT, A, B
from eightoff.store import ENOSPC
from fake_hardware import Board, act, at_deal, win
from game_pack import identity, numbered, numbered_line, sorted_deals
from positions import legal, same, snapshot

CELLS = numbered("eight-off", (1, 5005, 617), [numbered_line("eight-off", 1, 40)])
SORTED = sorted_deals("eight-off", 2)


def in_game(board):
    at_deal(board)
    for _ in range(4):
        board.play(legal(board.game)[0])
    return snapshot(board.game)


def push(board, name, content):
    """Send a pack as the PC does, four pieces under way."""
    size, crc = len(content), identity(content)
    text = bytes((len(name),)) + name.encode()
    transfer = text + struct.pack(link.TRANSFER, size, crc)
    same(board.ask(link.PUT, transfer), (link.PUT | link.ANSWER, struct.pack("<I", 0)))
    for at in range(0, size, link.DATA_MAX):
        piece = content[at : at + link.DATA_MAX]
        board.send(link.DATA, struct.pack(link.DATA_HEAD, crc, at) + piece)
        if at // link.DATA_MAX % 4 == 3:
            board.wait(0)
    board.wait(0)
    same(board.screen, "link")
    same(board.hardware.link.answers.count(b"~"), (size + link.DATA_MAX - 1) // link.DATA_MAX)
    board.hardware.link.answers = b""
    answer = board.ask(link.COMMIT, transfer)
    same(answer, (link.COMMIT | link.ANSWER, struct.pack("<I", size)))


def test_hello_in_the_middle_of_a_game():
    with Board({"cells": CELLS}) as board:
        before = in_game(board)
        op, payload = board.ask(link.HELLO)
        same((op, payload[0]), (link.HELLO | link.ANSWER, link.PROTOCOL))
        same(board.screen, "link")
        board.wait(2000)
        same(board.screen, "link")
        board.wait(2000)
        same((board.screen, snapshot(board.game)), ("board", before))
        board.play(legal(board.game)[0])


def test_moves_are_on_the_flash_before_the_pc_is_answered():
    with Board({"cells": CELLS}) as board:
        before = in_game(board)
        board.ask(link.HELLO)
        board.power_on()
        same(snapshot(board.game), before)


def test_noise_on_the_line_is_no_request():
    with Board({"cells": CELLS}) as board:
        in_game(board)
        board.hardware.link.coming = b"\r\x02\x03ls /dev\r\n~AAAA\n" + bytes(range(256)) * 4
        board.wait(10)
        same((board.screen, board.hardware.link.answers), ("board", b""))


def test_key_brings_the_game_back_and_the_next_request_the_link():
    with Board({"cells": CELLS}) as board:
        before = in_game(board)
        board.ask(link.HELLO)
        board.tap(RIGHT)
        same((board.screen, snapshot(board.game)), ("board", before))
        same(board.ask(link.HELLO)[0], link.HELLO | link.ANSWER)
        same(board.screen, "link")


def test_request_during_automatic_moves():
    with Board({"sorted": SORTED}) as board:
        at_deal(board)
        board.play(next(move for move in legal(board.game) if move >> 4 & 31 >= 18))
        board.ask(link.HELLO)
        same((board.screen, board.game.won()), ("link", True))
        board.wait(4000)
        same((board.screen, board.app.journal.last), ("won", 1))


def test_request_on_every_screen():
    with Board({"cells": CELLS}) as board:
        board.ask(link.HELLO)
        board.wait(4000)
        same(board.screen, "packs")
        board.tap(A)
        board.ask(link.HELLO)
        board.wait(4000)
        same(board.screen, "packs")
        before = in_game(board)
        for open_screen in (board.menu, lambda: act(board, "restart"), lambda: act(board, "deals")):
            open_screen()
            board.ask(link.HELLO)
            board.wait(4000)
            same((board.screen, snapshot(board.game)), ("board", before))


def test_pack_arrives_during_a_game_and_is_in_the_list():
    with Board({"cells": CELLS}) as board:
        before = in_game(board)
        push(board, "sorted", SORTED)
        same(board.pixels(), board.drawn_anew())
        board.wait(4000)
        same((board.screen, snapshot(board.game)), ("board", before))
        act(board, "deals")
        board.tap(B)
        same(board.app.screen.names, ["cells", "sorted"])


def test_pack_arrives_in_an_empty_list():
    with Board() as board:
        push(board, "sorted", SORTED)
        board.wait(4000)
        same((board.screen, board.app.screen.names), ("packs", ["sorted"]))
        at_deal(board)


def test_pack_of_the_game_is_replaced_and_deleted():
    with Board({"cells": CELLS}) as board:
        before = in_game(board)
        push(board, "cells", numbered("eight-off", (7, 8, 9)))
        board.wait(4000)
        act(board, "hint")
        same(snapshot(board.game), before)
        act(board, "deals")
        same(board.screen, "packs")
        same(board.ask(link.DELETE, b"\x05cells")[0], link.DELETE | link.ANSWER)
        board.wait(4000)
        same((board.screen, snapshot(board.game)), ("board", before))


def test_results_go_to_the_pc_and_stay_marked():
    with Board({"sorted": SORTED}) as board:
        at_deal(board)
        win(board)
        op, payload = board.ask(link.RESULTS, struct.pack("<I", 0))
        same((op, payload[0], payload[1] + 2), (link.RESULTS | link.ANSWER, 0, len(payload)))
        same(board.ask(link.ACK, struct.pack("<I", 1))[1], struct.pack("<I", 1))
        board.wait(4000)
        same(board.screen, "packs")
        board.tap(A)
        same([board.app.screen.marks.of(i) for i in range(2)], [records.WON, 0])


def test_clock_is_set_and_dates_the_result():
    with Board({"sorted": SORTED}) as board:
        board.ask(link.CLOCK, struct.pack("<I", 800000000))
        board.wait(4000)
        at_deal(board)
        win(board)
        same(board.app.session.attempt.date, 800000000)


def test_link_screen_shows_what_would_be_drawn_anew():
    with Board({"cells": CELLS}) as board:
        content = numbered("eight-off", list(range(1, 60)))
        transfer = b"\x01x" + struct.pack(link.TRANSFER, len(content), identity(content))
        board.ask(link.HELLO)
        same(board.pixels(), board.drawn_anew())
        board.ask(link.PUT, transfer)
        for at in range(0, len(content), link.DATA_MAX):
            head = struct.pack(link.DATA_HEAD, identity(content), at)
            board.ask(link.DATA, head + content[at : at + link.DATA_MAX])
            shown = board.pixels()
            same(shown, board.drawn_anew())
            board.app.screen.refresh()
        board.ask(link.COMMIT, transfer)
        same(board.pixels(), board.drawn_anew())


# A flash that is full.


class Flash:
    """The board's flash, which fails when it is told to."""

    def __init__(self, board):
        self.store = board.app.store
        self.append = self.store.append
        self.hardware = board.hardware

    def fail(self):
        self.store.append = refuse
        self.hardware.room = 0

    def work(self):
        self.store.append = self.append
        self.hardware.room = 1 << 20


def refuse(*_):
    raise OSError(ENOSPC)


def test_full_flash_is_said_once_and_the_game_goes_on():
    with Board({"cells": CELLS}) as board:
        in_game(board)
        board.wait(4000)
        flash = Flash(board)
        flash.fail()
        board.play(legal(board.game)[0])
        same(board.notice, "")
        board.wait(3500)
        same(board.notice, "not-saved")
        board.wait(3000)
        same(board.notice, "")
        for _ in range(3):
            board.tap(B)
            board.wait(4000)
            same(board.notice, "")
        before = snapshot(board.game)
        flash.work()
        board.wait(4000)
        board.power_on()
        same(snapshot(board.game), before)


def test_win_on_a_full_flash_is_written_when_there_is_room():
    with Board({"sorted": SORTED}) as board:
        at_deal(board)
        flash = Flash(board)
        flash.fail()
        win(board)
        same(board.app.journal.last, 0)
        board.tap(A)
        same((board.screen, board.notice), ("deals", "not-saved"))
        board.tap(DOWN, A)
        same((board.screen, board.notice), ("deals", "not-saved"))
        flash.work()
        board.wait(4000)
        same(board.app.journal.last, 1)
        board.tap(A)
        same((board.screen, board.app.journal.last), ("board", 1))


def test_messages_go_by_themselves():
    with Board({"cells": CELLS}) as board:
        at_deal(board)
        picture = board.pixels()
        board.tap(B)
        same(board.notice, "nothing-to-undo")
        assert board.pixels() != picture
        board.wait(1500)
        same(board.notice, "nothing-to-undo")
        board.wait(400)
        same((board.notice, board.pixels()), ("", picture))


def test_clock_wraps_during_a_message_and_the_link():
    with Board({"cells": CELLS}) as board:
        board.hardware.now = (1 << 29) - 500
        board.wait(0)
        at_deal(board)
        board.hardware.now = (1 << 30) - 500
        board.wait(0)
        board.tap(B)
        same(board.notice, "nothing-to-undo")
        board.wait(2000)
        same(board.notice, "")
        board.hardware.now = 3 * (1 << 29) - 500
        board.ask(link.HELLO)
        board.wait(2400)
        same(board.screen, "link")
        board.wait(200)
        same(board.screen, "board")


def test_thinking_counts_a_minute_at_most():
    with Board({"sorted": SORTED}) as board:
        at_deal(board)
        board.wait(3600000)
        win(board)
        assert 59 <= board.app.session.attempt.seconds <= 75, board.app.session.attempt.seconds
