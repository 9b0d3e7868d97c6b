"""`const`, which the compilers of the small Pythons fold away and CPython does not know."""

try:
    from micropython import const
except ImportError:

    def const(value):
        """Return `value`."""
        return value
