"""Proof that code takes no memory: it runs while MicroPython's heap is locked."""

from positions import ON_MICROPYTHON, skip


def run(function):
    """Call a function without arguments; MemoryError where it allocates. CPython skips."""
    if not ON_MICROPYTHON:
        skip("only MicroPython can lock its heap")
    import micropython

    micropython.heap_lock()
    try:
        function()
    finally:
        micropython.heap_unlock()
