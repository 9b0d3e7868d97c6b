"""Keys: from what is held down to events, debounced, with repeat and long press.

The clock comes from outside. A key acts when it goes down and repeats; one that also has a long
press acts when it comes up, or once when it was held long enough. Without a B key a long LEFT is
B; a long A is MENU on every board.
"""

from eightoff.const import const

# Events, the first six as in boards/hardware.pyi.
UP, DOWN, LEFT, RIGHT, A, B = 1, 2, 4, 8, 16, 32
MENU = 64

_BITS = const(6)
_LEFT = const(4)
_A = const(16)
_B = const(32)
_WRAP = const(0x1FFFFFFF)
_SETTLE = const(25)  # ms in which a contact may bounce
_LONG = const(500)
_REPEAT_FIRST = const(400)
_REPEAT = const(130)
_IDLE = const(60000)


class Keys:
    """One event at a time from the bits that `hardware.keys()` gives.

    present: the keys that the board has, as bits.
    """

    def __init__(self, present):
        self._held_long = _A if present & _B else _A | _LEFT
        self._down = 0
        self._since = 0  # when the state last changed
        self._next = 0  # when the held key repeats or becomes a long press
        self._pending = 0  # the key that waits for its long press
        self._bouncing = False  # something changed that counts after the bounce time

    def poll(self, bits, now):
        """Return the event of this moment, 0 for none.

        bits: keys down; now: ms as `hardware.ticks()`.
        """
        changed = bits ^ self._down
        self._bouncing = changed != 0 and now - self._since & _WRAP < _SETTLE
        if self._bouncing:
            return 0
        if changed:
            self._since = now
            pressed = changed & bits
            if self._pending & changed & ~bits:
                # It acts now; what was pressed at the same moment waits for the next poll.
                self._bouncing = pressed != 0
                self._down = bits & ~pressed
                return self._release()
            self._down = bits
            if pressed:
                return self._press(pressed & -pressed, now)
            return 0
        if self._down and now - self._next & _WRAP <= _WRAP >> 1:
            return self._hold(now)
        return 0

    def wait(self, now):
        """Return the ms until `poll` must be called again even if no key changes."""
        if self._bouncing:
            return _SETTLE
        if not self._down:
            return _IDLE
        left = self._next - now & _WRAP
        return left if left <= _WRAP >> 1 else 1

    def _press(self, key, now):
        if key & self._held_long:
            self._pending = key
            self._next = now + _LONG & _WRAP
            return 0
        self._pending = 0
        self._next = now + _REPEAT_FIRST & _WRAP
        return key

    def _release(self):
        key = self._pending
        self._pending = 0
        return key

    def _hold(self, now):
        key = self._pending
        self._pending = 0
        self._next = now + _REPEAT & _WRAP
        if key == _A:
            self._next = now + _IDLE & _WRAP
            return MENU
        if key == _LEFT:
            self._next = now + _IDLE & _WRAP
            return _B
        return self._down & ~self._held_long & -(self._down & ~self._held_long)
