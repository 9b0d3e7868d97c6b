"""A deal in letters, for two players to share: `eight-off:` and twelve groups of four.

The letters are D. Crockford's base 32: digits and capitals without I, L, O and U; I and L are read
as 1, O as 0, small letters as capitals. 46 of them are the bits of a code of `dealcode`, five each
from the lowest bit on; two more are chosen so that the name and all letters, read as one number in
base 32, are a multiple of a prime. That finds any one wrong letter and any two letters that changed
places.
"""

from eightoff.deck import CODE_SIZE

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
DATA, CHECK = 46, 2
GROUP = 4

_PRIME = 1021
_MEANT = {"I": "1", "L": "1", "O": "0"}


def encode(name, code):
    """Return the text for a deal of the game `name` and a code of CODE_SIZE bytes of `dealcode`."""
    letters = ""
    for i in range(DATA):
        letters += LETTERS[_five(code, 5 * i)]
    check = -_rest(name, letters + "00") % _PRIME
    letters += LETTERS[check >> 5] + LETTERS[check & 31]
    groups = [letters[i : i + GROUP] for i in range(0, DATA + CHECK, GROUP)]
    return name + ":" + "-".join(groups)


def decode(text, code):
    """Fill `code` (bytearray of CODE_SIZE) from a text, and return the name of its game.

    Dashes may be anywhere or nowhere. ValueError, with the reason, for anything that `encode` does
    not write but for the case of letters; whether it is a deal, `dealcode.decode` says.
    """
    colon = text.find(":")
    if colon < 0:
        raise ValueError("a code begins with the name of a game and a colon")
    name = text[:colon].strip().lower()
    letters = _letters(text[colon + 1 :])
    if len(letters) != DATA + CHECK:
        raise ValueError("a code has 48 letters and digits, this one has " + str(len(letters)))
    if _rest(name, letters):
        raise ValueError("the check letters are wrong: look for a typing error")
    for i in range(CODE_SIZE):
        code[i] = 0
    for i in range(DATA):
        _put(code, 5 * i, LETTERS.find(letters[i]))
    return name


def _letters(text):
    """The letters without dashes, each as it is written. ValueError for an unknown one."""
    read = ""
    for letter in text.strip().upper():
        if letter == "-":
            continue
        meant = _MEANT.get(letter, letter)
        if LETTERS.find(meant) < 0:
            raise ValueError("no letter of a code: " + letter)
        read += meant
    return read


def _rest(name, letters):
    rest = 0
    for letter in name:
        rest = (rest * 256 + ord(letter)) % _PRIME
    for letter in letters:
        rest = (rest * 32 + LETTERS.find(letter)) % _PRIME
    return rest


def _five(code, at):
    """Five bits of a code, the lowest at bit `at`."""
    low = code[at >> 3] >> (at & 7)
    if at & 7 > 3:
        low |= code[(at >> 3) + 1] << (8 - (at & 7))
    return low & 31


def _put(code, at, value):
    code[at >> 3] |= value << (at & 7) & 0xFF
    if at & 7 > 3:
        code[(at >> 3) + 1] |= value >> (8 - (at & 7))
