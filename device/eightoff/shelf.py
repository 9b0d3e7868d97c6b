"""The packs on the board: files NAME.pack in a `store.Store`."""

from eightoff import names
from eightoff.packhead import PackHead

SUFFIX = ".pack"


class Shelf:
    """Packs by name. OSError passes through everywhere. Names must have passed `names.valid`."""

    def __init__(self, store):
        self.store = store

    def names(self):
        """Return the names of all packs, sorted."""
        found = []
        for file in self.store.names():
            name = file[: -len(SUFFIX)]
            if file.endswith(SUFFIX) and names.valid(name):
                found.append(name)
        found.sort()
        return found

    def size(self, name):
        """Return the size of a pack's file, -1 when there is none."""
        return self.store.size(name + SUFFIX)

    def file(self, name):
        """Return a pack's file, open to be read."""
        return self.store.open(name + SUFFIX)

    def head(self, name):
        """Return what a pack says of itself, its file closed again. PackError."""
        head = PackHead(self.file(name))
        head.close()
        return head
