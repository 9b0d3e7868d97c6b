"""Deals by name: `ms:617` for a number of the `ms` generator, a code in letters for any other.

A code holds the game and the order of the 52 cards: `freecell:XXXX-XXXX-...`, see
`eightoff.sharecode`.
"""

from __future__ import annotations

from eightoff import catalogue, dealcode, deals, sharecode
from eightoff.variants import Variant

from eightoff_host.errors import UserError

Deal = int | bytes
"""A number of the `ms` generator, or 52 cards in the order in which they leave the deck."""


def order_of(deal: Deal) -> bytes:
    """The 52 cards of a deal in the order in which they leave the deck."""
    if isinstance(deal, bytes):
        return deal
    order = bytearray(52)
    deals.numbered(deal, order)
    return bytes(order)


def deal_name(deal: Deal, game: str) -> str:
    """What two players share: `ms:617`, or the code of a deal of this game in letters."""
    if isinstance(deal, int):
        return f"ms:{deal}"
    code = bytearray(deals.CODE_SIZE)
    dealcode.encode(bytearray(deal), code)
    return str(sharecode.encode(game, code))


def is_name(text: str, variant: Variant) -> bool:
    """Whether a text is meant to name a deal: it begins with `ms:`, or with a game and a colon."""
    head, colon, _ = text.partition(":")
    return bool(colon) and head.strip().lower() in {"ms", variant.name, *catalogue.names()}


def parse_deal(text: str, variant: Variant) -> Deal:
    """The deal of this name. UserError for what is none, and for a code of another game."""
    if text.strip().lower().startswith("ms:"):
        return _number(text.strip())
    code = bytearray(deals.CODE_SIZE)
    order = bytearray(52)
    try:
        game = sharecode.decode(text, code)
        dealcode.decode(code, order)
    except ValueError as error:
        reason = str(error).replace("deal code", "no deal has it")
        raise UserError(f"{_short(text)} is no code of a deal: {reason}") from None
    if game != variant.name:
        raise UserError(f"{_short(text)} is a deal of {game}, not of {variant.name}")
    return bytes(order)


def _number(text: str) -> int:
    digits = text[3:]
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
        raise UserError(f"{_short(text)} is no deal: give ms:1 to ms:{deals.MAX_NUMBER}")
    if not 1 <= int(digits) <= deals.MAX_NUMBER:
        raise UserError(f"{_short(text)} is no deal: give ms:1 to ms:{deals.MAX_NUMBER}")
    return int(digits)


def _short(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")
