"""Eight Off and its cousins: one source for MicroPython, CircuitPython and CPython."""
