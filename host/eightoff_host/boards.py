"""Which boards are there, and what is done with one: finding, pushing a pack, syncing results."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime

from eightoff_host.board import Board
from eightoff_host.console import clean
from eightoff_host.errors import UserError
from eightoff_host.ports import usb_ports
from eightoff_host.records import Records, Result, decode

_EPOCH = datetime(2000, 1, 1)
# A port that is only tried: most have something else behind them, so the wait is shorter.
_TRY_SECONDS = 0.5
_TRIES = 3
# A transaction waits for the disk, some twenty milliseconds.
_BATCH = 100  # results


def find(ports: Iterable[str] = ()) -> list[Board]:
    """Open the boards behind the USB ports, or behind the ports given. Close them after use."""
    wanted = list(ports) or usb_ports()
    if not wanted:
        return []
    with ThreadPoolExecutor(len(wanted)) as threads:
        return [board for board in threads.map(_try, wanted) if board]


def _try(port: str) -> Board | None:
    try:
        return Board(port, seconds=_TRY_SECONDS, tries=_TRIES)
    except UserError:
        return None


def connect(port: str | None) -> Board:
    """Open the board at a port, or the only one that is found. UserError otherwise."""
    if port:
        return Board(port)
    found = find()
    if len(found) == 1:
        return found[0]
    for board in found:
        board.close()
    if not found:
        tried = ", ".join(usb_ports())
        raise UserError(
            f"no board answers (tried {tried}): is the game running on it?"
            if tried
            else "no USB serial port was found: plug the board in, or name its port with --port"
        )
    names = ", ".join(f"{board.port} ({clean(board.hello.name)})" for board in found)
    raise UserError(f"several boards are there, choose one with --port: {names}")


@dataclass
class Synced:
    """What a sync brought: results that were new, and how many the board handed over in all."""

    new: list[Result]
    received: int


def sync(
    board: Board, records: Records, report: Callable[[int, int], None] = lambda done, total: None
) -> Synced:
    """Bring a board's results into the records, many at a time, and set its clock.

    They are acknowledged at the end, all at once, when every one is stored: each time costs the
    board a write to its flash. report: called with results received and expected.
    """
    hello = board.hello
    after = min(records.last(hello.journal), hello.acknowledged)
    expected = max(0, hello.last - after)
    synced = Synced([], 0)
    while after < hello.last:
        report(synced.received, expected)
        results = _batch(board, after)
        if not results:
            break
        after = results[-1].sequence
        synced.new += records.store(hello.journal, clean(hello.name), results)
        synced.received += len(results)
    if after > hello.acknowledged:
        board.acknowledge(after)
    report(synced.received, synced.received)
    board.set_clock(int((datetime.now() - _EPOCH).total_seconds()))
    return synced


def _batch(board: Board, after: int) -> list[Result]:
    # The next pages of results, as many as are stored in one transaction.
    batch: list[Result] = []
    more = True
    while more and len(batch) < _BATCH:
        records, more = board.results(after)
        for record in records:
            result = _decode(record, board.port)
            if result.sequence <= after:
                raise UserError(f"the results from the board at {board.port} are out of order")
            after = result.sequence
            batch.append(result)
        more = more and bool(records) and after < board.hello.last
    return batch


def _decode(record: bytes, port: str) -> Result:
    try:
        return decode(record)
    except ValueError:
        raise UserError(
            f"a result from the board at {port} cannot be read, nothing was lost: update eightoff"
        ) from None
