"""Stand-ins for the flash: a store in memory that can be cut or full, and a real folder."""

import io
import os

from eightoff.store import ENOSPC, Store


class PowerCutError(Exception):
    """The power failed in the middle of a write."""


class Sink:
    """A file open for writing; what it takes goes straight to the store."""

    def __init__(self, store, name):
        self.store = store
        self.name = name

    def write(self, view):
        return self.store.take(self.name, view)

    def close(self):
        pass


class MemoryStore:
    """The methods of `store.Store`. files: name to bytes.

    room: bytes that still fit. cut_after: bytes, names and removals until the power fails, None
    for never; what was written before stays. writes counts them.
    """

    def __init__(self, files=None, room=1 << 20):
        self.files = files or {}
        self.room = room
        self.cut_after = None
        self.writes = 0

    def free(self):
        return self.room

    def size(self, name):
        return len(self.files[name]) if name in self.files else -1

    def names(self):
        return list(self.files)

    def open(self, name, mode="rb"):
        if mode == "rb":
            if name not in self.files:
                raise OSError(2)
            return io.BytesIO(self.files[name])
        if mode == "wb" or name not in self.files:
            self.spend(1)
            self.files[name] = b""
        return Sink(self, name)

    def append(self, name, view):
        if self.open(name, "ab").write(view) != len(view):
            raise OSError(ENOSPC)

    def rename(self, old, new):
        self.spend(1)
        self.files[new] = self.files.pop(old)

    def remove(self, name):
        if name in self.files:
            self.spend(1)
            self.room += len(self.files.pop(name))

    def take(self, name, view):
        size = min(len(view), self.room)
        fits = size if self.cut_after is None else min(size, self.cut_after)
        self.files[name] += bytes(view[:fits])
        self.room -= fits
        self.spend(size)
        return size

    def spend(self, many):
        self.writes += many
        if self.cut_after is not None:
            if self.cut_after < many:
                self.cut_after = 0
                raise PowerCutError
            self.cut_after -= many


def folder(name):
    """Return a Store in a new folder, and the folder's path."""
    base = os.getenv("TMPDIR") or "/tmp"
    path = base + "/eightoff-test-" + name + "-" + os.urandom(6).hex()
    return Store(path, lambda: 1 << 20), path


def clear(store, path):
    """Remove the folder and what is in it."""
    for file in store.names():
        store.remove(file)
    os.rmdir(path)


class Dice:
    """Fills a buffer, differently each time it is called."""

    def __init__(self):
        self.calls = 0

    def __call__(self, buffer):
        self.calls += 1
        for i in range(len(buffer)):
            buffer[i] = (self.calls * 37 + i) & 255


random = Dice()
