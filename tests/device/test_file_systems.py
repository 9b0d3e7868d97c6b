"""Power cuts on MicroPython's own file systems: after every block, the disk is mounted anew."""

import os

from eightoff.arrivals import Arrivals
from eightoff.store import Store
from positions import ON_MICROPYTHON, skip
from sample_pack import build, opened
from stores import MemoryStore
from test_power_cut import Evening, check

_BLOCK = 512
_BLOCKS = 128
_MOUNT = "/eightoff-disk"
_FOLDER = _MOUNT + "/game"

PACK = build()
CRC = opened(PACK).crc
OTHER = build(tuple(range(1, 100)))
OTHER_CRC = opened(OTHER).crc


class Disk:
    """A RAM disk. It takes `left` writes of a block, then none any more.

    The EIO lines in the output are files that a cut left open, closed by the collector.
    """

    def __init__(self):
        self.data = bytearray(_BLOCK * _BLOCKS)
        self.left = 1 << 30

    def readblocks(self, block, buffer, offset=0):
        at = block * _BLOCK + offset
        try:
            buffer[:] = memoryview(self.data)[at : at + len(buffer)]
        except MemoryError:
            return -5  # a file that a cut left open is closed by the collector, heap locked
        return 0

    def writeblocks(self, block, buffer, offset=None):
        self.left -= 1
        if self.left < 0:
            return -5
        at = block * _BLOCK + (offset or 0)
        self.data[at : at + len(buffer)] = buffer
        return 0

    def ioctl(self, op, argument):
        if op == 4:
            return _BLOCKS
        if op == 5:
            return _BLOCK
        if op == 6:
            return 0 if self.left > 0 else -5
        return 0


def free():
    status = os.statvfs(_MOUNT)
    return status[0] * status[3]


class Mounted:
    """A file system on the disk, and a store in it."""

    def __init__(self, kind, disk):
        self.kind = kind
        self.disk = disk

    def __enter__(self):
        os.mount(self.kind(self.disk), _MOUNT)
        return Store(_FOLDER, free)

    def __exit__(self, *error):
        os.umount(_MOUNT)


def kinds():
    if not ON_MICROPYTHON:
        skip("LittleFS and FAT come with MicroPython")
    return (os.VfsLfs2, os.VfsFat)


def files_of(kind, disk):
    """Return what a start finds: name to content."""
    found = {}
    with Mounted(kind, disk) as store:
        for name in store.names():
            file = store.open(name)
            found[name] = file.read()
            file.close()
    return found


def cut_everywhere(kind, act, judge):
    """Run `act` with the power failing after every single write of a block.

    act(store, None) prepares and returns a note; act(store, note) returns whether it came to its
    end. judge(note, files) gets what is found afterwards. Returns how often the power failed.
    """
    cuts = 0
    while True:
        disk = Disk()
        kind.mkfs(disk)
        with Mounted(kind, disk) as store:
            note = act(store, None)
            disk.left = cuts
            done = act(store, note)
        judge(note, files_of(kind, disk))
        if done:
            return cuts
        cuts += 1


def evening(store, note):
    if note is None:
        return Evening(store)
    try:
        note.play()
    except OSError:
        return False
    return True


def push(store, note):
    if note is None:
        send(store, PACK, CRC)
        return True
    try:
        send(store, OTHER, OTHER_CRC)
    except OSError:
        return False
    return True


def send(store, content, crc):
    shelf = Arrivals(store)
    at = shelf.put("first", len(content), crc)
    while at < len(content):
        at = shelf.data(crc, at, memoryview(content)[at : at + 170])
    shelf.commit("first", len(content), crc)


def test_an_evening_survives_a_cut_after_any_block():
    for kind in kinds():
        assert cut_everywhere(kind, evening, check) > 50


def check_push(note, files):
    # FAT renames by removing first: then the new pack is whole, and found at the start.
    store = MemoryStore(files)
    shelf = Arrivals(store)
    shelf.recover()
    assert shelf.names() == ["first"]
    assert store.files["first.pack"] in (PACK, OTHER)


def test_a_push_survives_a_cut_after_any_block():
    for kind in kinds():
        assert cut_everywhere(kind, push, check_push) > 10
