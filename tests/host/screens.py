"""The screens of the game as pictures: keys bring a board of fake_hardware.py to each of them."""

from __future__ import annotations

import struct
from collections.abc import Callable

import numpy as np
from eightoff import link
from eightoff.keys import DOWN, LEFT, RIGHT, A, B
from eightoff_host.simulator import terminal
from eightoff_host.simulator.ssd1306 import Picture
from fake_hardware import MENU, Board, act, at_deal, win
from game_pack import identity, numbered, numbered_line, sorted_deals
from positions import CELL, FOUNDATION, PILES, lay, run_down

CELLS = numbered("eight-off", range(1, 41), [numbered_line("eight-off", 1, 40)], b"Eight Off, easy")
SORTED = sorted_deals("eight-off", 8, b"Warm-up")

Scene = Callable[[], Picture]
SCENES: dict[str, Scene] = {}


def scene(make: Scene) -> Scene:
    """Name a picture after the function that makes it."""
    SCENES[make.__name__.replace("_", "-")] = make
    return make


def picture(board: Board) -> Picture:
    """What is on the screen."""
    pages = np.frombuffer(board.pixels(), dtype=np.uint8).reshape(8, 128)
    return np.unpackbits(pages, axis=0, bitorder="little").astype(np.bool_)


def text_of(screen: Picture) -> str:
    """A picture as it is stored: half blocks, without spaces at the ends of lines."""
    return "".join(line.rstrip() + "\n" for line in terminal.lines(screen, terminal.HALF_BLOCKS))


@scene
def no_packs() -> Picture:
    with Board() as board:
        return picture(board)


@scene
def packs() -> Picture:
    broken = bytearray(CELLS)
    broken[20] ^= 1
    content = {
        "eight-off": CELLS,
        "free": numbered("freecell", range(1, 2001), (), b"FreeCell"),
        "later": b"8OFF\x02" + CELLS[5:],
        "torn": bytes(broken),
        "warm-up": SORTED,
    }
    with Board(content) as board:
        board.choose(4)
        board.tap(A)
        win(board)
        board.tap(B, B)
        return picture(board)


@scene
def packs_with_long_names() -> Picture:
    content = {
        "a-damaged-pack-of-24-let": b"nothing",
        "b": numbered("freecell", range(1, 2001), (), b"WWWWWWWWWWWWWWWWWWWWWWWW"),
        "newer-pack-of-24-letters": b"8OFF\x02" + CELLS[5:],
        "z": numbered("freecell", range(1, 3), (), "Réussites très difficiles"[:22].encode()),
    }
    for index in range(5):
        content[f"more-{index}"] = SORTED
    with Board(content) as board:
        board.tap(DOWN)
        return picture(board)


@scene
def damaged_pack() -> Picture:
    with Board({"cells": b"nothing", "ok": CELLS}) as board:
        board.tap(A)
        return picture(board)


@scene
def deals() -> Picture:
    with Board({"warm-up": SORTED}) as board:
        at_deal(board)
        win(board)
        board.tap(A)
        act(board, "give-up")
        board.tap(DOWN, A)
        board.tap(A)
        act(board, "deals")
        return picture(board)


@scene
def deals_with_long_names() -> Picture:
    numbers = range(0x7FFFFFFF, 0x7FFFFFFF - 30, -1)
    with Board({"long": numbered("eight-off-relaxed", numbers, (), b"W" * 24)}) as board:
        board.tap(A, RIGHT)
        return picture(board)


@scene
def board_at_the_deal() -> Picture:
    with Board({"cells": CELLS}) as board:
        at_deal(board)
        return picture(board)


def in_the_middle(variant_id: str, number: int, moves: int) -> Picture:
    """A game some moves later."""
    line = numbered_line(variant_id, number, moves, 5)
    with Board({"pack": numbered(variant_id, (number,), [line])}) as board:
        at_deal(board)
        for _ in line:
            act(board, "hint")
            if board.notice:
                break
            board.tap(A)
            board.wait(2000)
        board.wait(3000)
        return picture(board)


@scene
def seahaven() -> Picture:
    return in_the_middle("seahaven", 3, 8)


@scene
def freecell() -> Picture:
    return in_the_middle("freecell", 617, 8)


@scene
def freecell_with_eight_cells() -> Picture:
    return in_the_middle("freecell-8", 617, 9)


@scene
def penguin() -> Picture:
    return in_the_middle("penguin", 617, 7)


@scene
def stalactites() -> Picture:
    return in_the_middle("stalactites", 3, 6)


def made_up(
    variant_id: str,
    columns: list[str],
    cells: list[str],
    home: tuple[int, ...],
    pressed: tuple[int, ...] = (),
) -> Picture:
    """A board with these cards, after some keys."""
    with Board({"pack": numbered(variant_id, (3,))}) as board:
        at_deal(board)
        game = board.game
        for pile in range(PILES):
            game.size[pile] = 0
        for column, cards in enumerate(columns):
            lay(game, column, cards)
        for cell, card in enumerate(cells):
            lay(game, CELL + cell, card)
        for suit, many in enumerate(home):
            names = [run_down(rank, 1, False, suit) for rank in range(1, many + 1)]
            lay(game, FOUNDATION + suit, " ".join(names))
        board.cursor.refresh(game)
        board.app.screen.refresh()
        board.wait(0)
        board.tap(*pressed)
        return picture(board)


@scene
def choosing_a_target() -> Picture:
    columns = ["KD 3C 5S", "9D 6H", "2C 6D", "JS", "QH 3S 9H", "8C 8D 8S", "", "TS 9C"]
    return made_up("freecell", columns, ["TC", "KH"], (1, 0, 2, 1), (A, RIGHT))


@scene
def cursor_in_the_cells() -> Picture:
    cells = ["TC", "9D", "TH", "3S", "KD", "6H", "2H", "8C"]
    return made_up("eight-off", ["2D 4S", "KC QC"], cells, (1, 2, 0, 0), (LEFT, LEFT))


@scene
def choosing_a_cell() -> Picture:
    columns = ["KD 3C 5S", "9D 6H", "2C 6D", "JS", "QH 3S 9H", "8C 8D 8S", "", "TS 9C"]
    return made_up("freecell", columns, ["TC", "KH"], (1, 0, 2, 1), (A, RIGHT, RIGHT))


@scene
def folded_same_suit() -> Picture:
    return made_up(
        "eight-off",
        ["7D 5H 9C 3D " + run_down(13, 11, False), "", run_down(12, 9, False, 2), "2S JH 4C"],
        ["TC", "", "3S", "KD", "", "6H", "2H", "8C"],
        (1, 2, 0, 0),
        (RIGHT,),
    )


@scene
def folded_alternating() -> Picture:
    columns = ["7D 5H 9C 3D 2D JC " + run_down(13, 11, True), "", "QH", run_down(12, 10, True, 2)]
    return made_up("freecell", columns, ["TC", "", "3S", "KD"], (1, 2, 0, 0))


@scene
def folded_and_counted() -> Picture:
    columns = ["7D 5H 9C 3D 2D JC " + run_down(13, 13, True), "KC", "QH 3C", "", "5S", "6H 6D 6C"]
    return made_up("freecell", columns, ["TC"], (0, 0, 0, 0), (A, RIGHT, RIGHT))


@scene
def folded_target() -> Picture:
    columns = ["7D 5H 9C 3D 2D JC " + run_down(13, 9, True), "4H", "QH 3C", "", "5D", "6H 6D"]
    return made_up("freecell", columns, ["TC"], (0, 0, 0, 0), (RIGHT, A))


@scene
def seahaven_folded() -> Picture:
    columns = ["7D 5H 9C 3D " + run_down(13, 11, False), "", "3C", "4C", "5C", "6C", "7C", "8C"]
    columns += ["9S TD JH QH KH", "2H " + run_down(12, 9, False, 2)]
    return made_up("seahaven", columns, ["TC"], (1, 2, 0, 0), (RIGHT,))


@scene
def penguin_with_empty_columns() -> Picture:
    return made_up("penguin", ["", "5H 4H", "", "9C"], ["TC", "", "3S", "KD", "7S"], (0, 0, 0, 0))


@scene
def menu() -> Picture:
    with Board({"cells": CELLS}) as board:
        at_deal(board)
        board.menu()
        board.tap(DOWN)
        return picture(board)


@scene
def menu_with_long_names() -> Picture:
    content = numbered("eight-off-relaxed", (0x7FFFFFFF,))
    with Board({"cells": content}) as board:
        at_deal(board)
        board.menu()
        return picture(board)


@scene
def menu_with_a_warning() -> Picture:
    with Board({"cells": numbered("freecell", (1,))}) as board:
        at_deal(board)
        act(board, "restart")
        board.tap(A)
        board.menu()
        board.choose(MENU.index("auto"))
        return picture(board)


@scene
def question() -> Picture:
    with Board({"cells": CELLS}) as board:
        at_deal(board)
        act(board, "give-up")
        return picture(board)


@scene
def hint() -> Picture:
    with Board({"cells": CELLS}) as board:
        at_deal(board)
        act(board, "hint")
        return picture(board)


@scene
def message() -> Picture:
    with Board({"cells": CELLS}) as board:
        at_deal(board)
        board.tap(B)
        return picture(board)


@scene
def stuck() -> Picture:
    with Board({"pack": numbered("forecell", (1,))}) as board:
        at_deal(board)
        return picture(board)


@scene
def won() -> Picture:
    with Board({"warm-up": SORTED}) as board:
        at_deal(board)
        board.wait(40000)
        act(board, "hint")
        board.tap(A)
        board.wait(8000)
        return picture(board)


@scene
def won_after_days() -> Picture:
    with Board({"warm-up": SORTED}) as board:
        at_deal(board)
        attempt = board.app.session.attempt
        attempt.seconds, attempt.undos, attempt.hints, attempt.par = 600000, 60000, 60000, 512
        win(board)
        return picture(board)


@scene
def connected() -> Picture:
    with Board({"cells": CELLS}) as board:
        board.ask(link.HELLO)
        return picture(board)


@scene
def receiving() -> Picture:
    with Board() as board:
        crc = identity(CELLS)
        board.ask(link.PUT, b"\x05cells" + struct.pack(link.TRANSFER, len(CELLS), crc))
        for at in range(0, len(CELLS) // 2, link.DATA_MAX):
            head = struct.pack(link.DATA_HEAD, crc, at)
            board.ask(link.DATA, head + CELLS[at : at + link.DATA_MAX])
        return picture(board)
