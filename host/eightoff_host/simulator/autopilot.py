"""A player who knows the line: presses the keys that make the game on the board follow it.

It sees nothing of the board but its flash. The same cursor and rules that run there run here
beside it, so that the keys for a move are known beforehand.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import Any

from eightoff import keys
from eightoff.cursor import Cursor
from eightoff.game import MOVE_MASK, MOVES_MAX, SAFE, Game
from eightoff.journal import NOTHING, Journal
from eightoff.marks import Marks
from eightoff.pack import Pack
from eightoff.shelf import Shelf
from eightoff.store import Store

from eightoff_host.simulator.process import LONG_MS, TAP_MS, Key, Simulator

SETTLE_MS = 10000
"""After this much time without a key the board has made its automatic moves, written every move,
and left the screen of the link."""

_MENU_TO_GIVE_UP = 5  # lines of the menu from the first to "Give up"


def keys_for(game: Any, cursor: Any, move: int) -> Iterator[int]:
    """Yield the events that play a legal move, applying each to the cursor.

    The cursor goes the shorter way round to the pile, chooses it, goes on to the target and plays
    it; the last event is the one that plays.
    """
    if move not in cursor.moves[: cursor.count]:
        raise ValueError(f"the game has no move {move} here")
    step = _shorter_way(game, cursor, move >> 9)
    while cursor.source != move >> 9:
        cursor.key(game, step)
        yield step
    played = 0
    while not played:
        event = keys.RIGHT if cursor.choosing and cursor.move != move else keys.A
        played = cursor.key(game, event)
        yield event
    if played != move:
        raise ValueError(f"the cursor plays {played} where {move} was wanted")


def _shorter_way(game: Any, cursor: Any, source: int) -> int:
    def steps(event: int) -> int:
        walker = copy(cursor)
        count = 0
        while walker.source != source:
            walker.key(game, event)
            count += 1
        return count

    # A walk writes only into the walker's own scratch, which the cursor fills again when needed.
    return int(keys.LEFT) if steps(keys.LEFT) < steps(keys.RIGHT) else int(keys.RIGHT)


class Autopilot:
    """Plays on a simulator whose clock is virtual, from the deals of one pack.

    pack_name    the pack on the board
    watch        called after every move of the player
    """

    def __init__(
        self, simulator: Simulator, pack_name: str, watch: Callable[[], None] = lambda: None
    ) -> None:
        self._simulator = simulator
        self._pack_name = pack_name
        self._watch = watch
        self.game = Game()
        self._moves = array("H", [0] * MOVES_MAX)
        self._cursor = Cursor(self._moves)

    def resume(self) -> int:
        """Take over the game that the board came back with; return its entry in the pack.

        LookupError when the board has no game in progress.
        """
        self._simulator.advance(SETTLE_MS)
        journal = self._journal()
        if journal.resume(self.game, self._moves) == NOTHING:
            raise LookupError("no game in progress")
        self._cursor = Cursor(self._moves)
        self._cursor.refresh(self.game)
        return int(journal.attempt.entry)

    def start(self) -> int:
        """Restart the board and open the first unplayed deal of the pack by keys; return its entry.

        A game that an earlier run has left is given up.
        """
        self._simulator.advance(SETTLE_MS)
        self._simulator.stop()
        self._simulator.start()
        store = self._store()
        names = Shelf(store).names()
        at = 0
        if self._journal().playing:
            at = self._give_up(names)
        for _ in range((names.index(self._pack_name) - at) % len(names)):
            self._simulator.tap(Key.DOWN)
        self._simulator.tap(Key.A)
        journal = self._journal()
        with Shelf(store).file(self._pack_name) as file:
            pack = Pack(file)
            index = max(Marks(journal, pack.crc, pack.count).unplayed_after(-1), 0)
            pack.entry(index)
            order = bytearray(52)
            pack.order(order)
            self._simulator.tap(Key.A)
            self.game.set_rules(pack.variant)
        self.game.deal(order)
        self._cursor = Cursor(self._moves)
        self._cursor.refresh(self.game)
        return int(index)

    def _give_up(self, names: Sequence[str]) -> int:
        # Through the menu to the question, yes, and from the deals back to the packs.
        crc = self._journal().attempt.pack
        self._simulator.tap(Key.A, LONG_MS)
        for _ in range(_MENU_TO_GIVE_UP):
            self._simulator.tap(Key.DOWN)
        for key in (Key.A, Key.DOWN, Key.A):
            self._simulator.tap(key)
        for index, name in enumerate(names):
            if Shelf(self._store()).head(name).crc == crc:
                self._simulator.tap(Key.B)
                return index
        return 0

    def follow(self, line: Sequence[int], moves: int | None = None) -> int:
        """Play on along a line, as engine moves from the deal, for that many keys-made moves.

        Automatic moves of the line are the board's business. Returns the keys pressed.
        """
        pressed = 0
        while self.game.played < len(line) and moves != 0:
            for event in keys_for(self.game, self._cursor, line[self.game.played] & MOVE_MASK):
                self._simulator.tap(Key(event), TAP_MS)
                pressed += 1
            self.game.play(line[self.game.played] & MOVE_MASK, SAFE)
            self._cursor.refresh(self.game)
            moves = None if moves is None else moves - 1
            self._watch()
        return pressed

    def _store(self) -> Any:
        return Store(str(self._data), lambda: 1 << 30)

    @property
    def _data(self) -> Path:
        return self._simulator.board / "data"

    def _journal(self) -> Any:
        journal = Journal(self._store(), lambda buffer: None)
        journal.open()
        return journal
