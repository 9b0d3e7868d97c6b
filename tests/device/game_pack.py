"""Packs for playing: any game, numbered or sorted deals, with lines made here move by move."""

import io
import struct
from array import array

from eightoff import catalogue, dealcode, deals
from eightoff.game import MOVES_MAX, SAFE, Game
from eightoff.pack import Pack
from positions import Dice
from sample_pack import header, sealed

HEADER = 90
CODE = 1

# Kings first, Aces last: every card is where it can go home, so that the first move wins.
SORTED = bytes(reversed(range(4, 56)))


def code_of(order):
    code = bytearray(dealcode.CODE_SIZE)
    dealcode.encode(order, code)
    return bytes(code)


def number_of(number):
    return struct.pack("<I", number)


def build(variant_id, kind, coded, lines=(), **changes):
    """Return a pack's bytes.

    coded: deals as stored; lines: bytes for each, b"" for none; changes: raw fields of the header.
    """
    entry_size = len(coded[0]) + 11
    at = HEADER + entry_size * len(coded)
    entries = content = b""
    for index in range(len(coded)):
        line = lines[index] if index < len(lines) else b""
        tail = struct.pack("<BHI", index % 5 + 1, len(line) or 99, at if line else 0)
        entries += sealed(index, coded[index] + tail)
        if line:
            stored = sealed(index, struct.pack("<H", len(line)) + line)
            content += stored
            at += len(stored)
    name = variant_id.encode()
    fields = {"kind": bytes((kind,)), "name": name + bytes(20 - len(name))}
    if "record" not in changes:
        fields["record"] = catalogue.find(variant_id).record
    fields.update(changes)
    return header(entries + content, len(coded), **fields) + entries + content


def titled(title):
    """A title as it stands in the header."""
    return title + bytes(24 - len(title))


def numbered(variant_id, numbers, lines=(), title=b"Sample"):
    coded = [number_of(number) for number in numbers]
    return build(variant_id, 0, coded, lines, title=titled(title))


def sorted_deals(variant_id, count, title=b"Sorted"):
    """A pack of deals that any card sent home wins, each with its line."""
    line = line_of(variant_id, SORTED, 60, home_first)
    coded = [code_of(SORTED)] * count
    return build(variant_id, CODE, coded, [line] * count, title=titled(title))


def home_first(moves, count):
    """Choose the first move to a foundation, of `count` moves."""
    for i in range(count):
        if moves[i] >> 4 & 31 >= 18:
            return i
    return 0


def any_move(seed):
    """Choose at random, the same way each time."""
    dice = Dice(seed)
    return lambda moves, count: dice.below(count)


def line_of(variant_id, order, length, choose):
    """A line of legal moves as a pack stores it: `choose` moves, safe automatic moves follow."""
    game = Game()
    game.set_rules(catalogue.find(variant_id))
    game.deal(order)
    moves = array("H", [0] * MOVES_MAX)
    line = bytearray()
    while len(line) < length and not game.won():
        # The one move of the line that the game itself makes, as long as there is one.
        move = game.auto(SAFE) if line else 0
        count = game.legal(moves)
        if not count:
            break
        index = list(moves).index(move) if move else choose(moves, count)
        line.append(index)
        game.push(moves[index])
    return bytes(line)


def numbered_line(variant_id, number, length, seed=1):
    order = bytearray(52)
    deals.numbered(number, order)
    return line_of(variant_id, order, length, any_move(seed))


def opened(content, index=0):
    pack = Pack(io.BytesIO(content))
    pack.entry(index)
    return pack


def identity(content):
    """What `pack.Pack` calls crc: the last number of the header."""
    return struct.unpack_from("<I", content, HEADER - 4)[0]
