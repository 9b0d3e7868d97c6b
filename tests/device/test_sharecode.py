"""Codes in letters: pinned, round trips, and every single typing error found."""

from eightoff import dealcode, deals, sharecode
from positions import Dice, refused, same

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
EIGHT_OFF_1 = "eight-off:X0FF-E3DA-V7KE-98ZQ-HA13-WJ79-RTTB-XFBS-YTWW-S1BJ-B9XG-8HR0"


def code_of(number):
    order = bytearray(52)
    deals.numbered(number, order)
    code = bytearray(deals.CODE_SIZE)
    dealcode.encode(order, code)
    return code


def read(text):
    """Name and code of a text."""
    code = bytearray(b"\xff" * deals.CODE_SIZE)
    return sharecode.decode(text, code), code


def check_refused(text):
    refused(sharecode.decode, text, bytearray(deals.CODE_SIZE))


def test_a_code_is_pinned():
    same(sharecode.encode("eight-off", code_of(1)), EIGHT_OFF_1)
    same(read(EIGHT_OFF_1), ("eight-off", code_of(1)))


def test_letters_are_those_of_the_module():
    same(sharecode.LETTERS, LETTERS)
    same(len(EIGHT_OFF_1.split(":")[1].split("-")), 12)


def test_deals_come_back():
    dice = Dice(5)
    for _ in range(40):
        code = code_of(1 + dice.below(250000))
        for name in ("freecell", "x", "my-own-game-of-20-aa"):
            same(read(sharecode.encode(name, code)), (name, code))


def test_every_bit_has_its_place():
    for bit in range(230):
        code = bytearray(deals.CODE_SIZE)
        code[bit >> 3] = 1 << (bit & 7)
        same(read(sharecode.encode("seahaven", code)), ("seahaven", code), str(bit))


def test_how_people_write_them():
    wanted = ("eight-off", code_of(1))
    letters = EIGHT_OFF_1.split(":")[1]
    same(read(EIGHT_OFF_1.lower()), wanted)
    same(read("  Eight-Off : " + letters.replace("-", "") + "\n"), wanted)
    same(read("eight-off:" + letters.replace("0", "O").replace("1", "l")), wanted)
    same(read("eight-off:" + letters.replace("0", "o").replace("1", "I")), wanted)


def test_a_wrong_letter_is_found():
    letters = EIGHT_OFF_1.split(":")[1].replace("-", "")
    for i in range(len(letters)):
        for wrong in LETTERS:
            if wrong != letters[i]:
                check_refused("eight-off:" + letters[:i] + wrong + letters[i + 1 :])


def test_two_letters_that_changed_places_are_found():
    letters = EIGHT_OFF_1.split(":")[1].replace("-", "")
    for i in range(len(letters)):
        for j in range(i):
            if letters[i] != letters[j]:
                swapped = letters[:j] + letters[i] + letters[j + 1 : i] + letters[j]
                check_refused("eight-off:" + swapped + letters[i + 1 :])


def test_another_game_is_found():
    letters = EIGHT_OFF_1.split(":")[1]
    for name in ("eight-off-6", "eight-of", "eight-fof", "eightoff", "freecell", ""):
        check_refused(name + ":" + letters)


def test_what_is_no_code():
    for text in (
        "",
        ":",
        "eight-off",
        EIGHT_OFF_1.split(":")[1],
        EIGHT_OFF_1[:-1],
        EIGHT_OFF_1 + "0",
        EIGHT_OFF_1.replace("-", "_"),
        EIGHT_OFF_1[:-1] + "U",
        EIGHT_OFF_1[:-1] + "\u00e9",
    ):
        check_refused(text)
