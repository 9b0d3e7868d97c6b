"""A pack in memory, put together here byte by byte and not by the code under test."""

import io
import struct
from binascii import crc32

from eightoff import catalogue
from eightoff.pack import Pack

HEADER = 90
ENTRY = 15
LINE = bytes((4, 0, 19, 200))
ORDER = ("magic", "version", "kind", "flags", "count", "title", "name", "record", "size", "body")


def header(body, count, **changes):
    """Return the header for a body; changes: field to raw value, sealed again."""
    variant = catalogue.find("eight-off")
    fields = {
        "magic": b"8OFF",
        "version": b"\x01",
        "kind": b"\x00",
        "flags": b"\x01\x00",
        "count": struct.pack("<H", count),
        "title": b"Sample" + bytes(18),
        "name": b"eight-off" + bytes(11),
        "record": variant.record,
        "size": struct.pack("<I", HEADER + len(body)),
        "body": struct.pack("<I", crc32(body)),
    }
    fields.update(changes)
    raw = b""
    for name in ORDER:
        raw += fields[name]
    return raw + struct.pack("<I", crc32(raw))


def sealed(index, raw):
    """Return what is written for an entry or a line of that index."""
    return raw + struct.pack("<I", crc32(struct.pack("<H", index) + raw))


def body(numbers, line=LINE):
    """Return entries for deals with these numbers, difficulty 2, the first one with a line."""
    lines = HEADER + ENTRY * len(numbers)
    raw = b""
    for index, number in enumerate(numbers):
        entry = struct.pack("<IBHI", number, 2, 80 + index, 0 if index else lines)
        raw += sealed(index, entry)
    return raw + sealed(0, struct.pack("<H", len(line)) + line)


def build(numbers=(1, 5005, 617)):
    """Return the bytes of a pack."""
    content = body(numbers)
    return header(content, len(numbers)) + content


def opened(content):
    return Pack(io.BytesIO(content))
