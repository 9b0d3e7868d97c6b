"""The seam to files, on a real folder."""

from eightoff import store as store_module
from eightoff.store import ENOSPC, Store, errno_of, put
from stores import clear, folder


def content(store, name):
    file = store.open(name)
    try:
        return file.read()
    finally:
        file.close()


def test_files_are_made_read_renamed_and_removed():
    store, path = folder("store")
    try:
        assert store.names() == []
        assert store.size("a") == -1
        store.append("a", memoryview(b"one"))
        store.append("a", memoryview(b"two")[:2])
        assert (store.size("a"), content(store, "a")) == (5, b"onetw")
        file = store.open("b", "wb")
        put(file, memoryview(b"new"))
        file.close()
        store.rename("a", "b")
        assert (store.names(), content(store, "b")) == (["b"], b"onetw")
        store.open("b", "wb").close()
        assert store.size("b") == 0
        store.remove("b")
        store.remove("b")
        assert store.names() == []
    finally:
        clear(store, path)


def test_a_folder_that_was_there_is_used():
    store, path = folder("again")
    try:
        store.append("a", memoryview(b"x"))
        assert Store(path, store.free).size("a") == 1
    finally:
        clear(store, path)


def test_what_is_not_there_is_an_error():
    store, path = folder("missing")
    try:
        for action in (
            lambda: store.open("a"),
            lambda: store.rename("a", "b"),
        ):
            try:
                action()
            except OSError:
                continue
            raise AssertionError("no error")
    finally:
        clear(store, path)
    assert store.names() == []


class FatOs:
    """`os` on a file system that does not rename over a file, as CircuitPython's FAT."""

    def __init__(self, real):
        self.stat, self.remove, self.real = real.stat, real.remove, real

    def rename(self, old, new):
        try:
            self.real.stat(new)
        except OSError:
            self.real.rename(old, new)
        else:
            raise OSError(17)


def test_fat_is_helped_to_rename_over_a_file():
    store, path = folder("fat")
    real = store_module.os
    try:
        store.append("a", memoryview(b"new"))
        store.append("b", memoryview(b"old"))
        store_module.os = FatOs(real)
        store.rename("a", "b")
        store.rename("b", "c")
    finally:
        store_module.os = real
        names = store.names()
        held = content(store, "c")
        clear(store, path)
    assert (names, held) == (["c"], b"new")


def test_a_file_that_takes_only_a_part_is_full():
    class Full:
        def write(self, view):
            return len(view) - 1

    try:
        put(Full(), memoryview(b"ab"))
    except OSError as error:
        assert errno_of(error) == ENOSPC
        return
    raise AssertionError("no error")
