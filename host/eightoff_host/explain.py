"""What went wrong with a board or a pack, in one line that says what to do."""

from __future__ import annotations

import errno

from eightoff import arrivals, link

from eightoff_host.console import size
from eightoff_host.packfile import advice


def room(free: int) -> int:
    """Bytes that packs may take of a board's free ones: some are kept for the journal."""
    return max(0, free - int(arrivals.RESERVE))


def no_game(port: str) -> str:
    """Nothing at a port answers."""
    return f"nothing answers at {port}: is it the right port, and is the game running on the board?"


def gone(port: str) -> str:
    """A board stopped answering."""
    return (
        f"the board at {port} stopped answering: plug it in again and repeat the command, "
        "nothing is lost"
    )


def nonsense(port: str) -> str:
    """A board's answer has not the form that it should have."""
    return f"the board at {port} gives answers that make no sense: update the game on the board"


def other_protocol(port: str) -> str:
    """A board speaks another version of the link."""
    return f"the board at {port} speaks another version: update eightoff and the game on the board"


_REFUSED = {
    link.NO_TRANSFER: "the pack did not arrive whole: push it again",
    link.WRONG_CONTENT: "the pack did not arrive whole: push it again",
    link.NOT_THAT_FAR: "the board has fewer results than were stored: sync again",
    link.BAD_NAME: "the board refuses the name: use 1 to 24 small letters, digits and hyphens",
}


def refused(code: int, detail: int, needed: int) -> str:
    """A board refuses a request; code, detail: as of `link`; needed: bytes of the pack sent."""
    if code == link.FULL or (code == link.STORE_FAILED and detail == errno.ENOSPC):
        free = f", {size(room(detail))} free" if code == link.FULL else ""
        need = f": needs {size(needed)}{free}" if needed else ""
        return f"The board is full{need}. Delete a pack with `eightoff delete NAME`."
    if code == link.BAD_PACK:
        return f"the board says that the pack {advice(detail)}"
    if code == link.STORE_FAILED:
        reason = "its files are read-only" if detail == errno.EROFS else f"error {detail}"
        return f"the board cannot write: {reason}"
    other = f"the board refuses the request (error {code}): update the game on the board"
    return _REFUSED.get(code, other)
