"""A pack that arrives, and packs that go.

It arrives as NAME.CRC.part, is checked as a whole and only then takes its name; a transfer that
was cut goes on where it stopped, also after a restart.
"""

from eightoff import link, names
from eightoff.const import const
from eightoff.link import RefusedError
from eightoff.packhead import BAD_RULES, HEADER_SIZE, UNKNOWN_VERSION, PackError, PackHead
from eightoff.shelf import SUFFIX, Shelf
from eightoff.store import put

RESERVE = 24576  # bytes that a pack must leave free: for the journal and its rewriting
PART = ".part"

_SYNC = const(4096)  # bytes on their way that a power cut may cost


class Arrivals(Shelf):
    """A shelf that packs can be put on. OSError loses nothing that was there.

    done, total: bytes of the pack that is arriving, 0 and 0 when there is none.
    """

    def __init__(self, store):
        super().__init__(store)
        self._file = None
        self._forget()

    def recover(self):
        """Give packs their names that a power cut has left without.

        FAT cannot rename over a file: the old one is gone before the new one has its name.
        """
        for part in self.store.names():
            words = part.split(".")
            if len(words) == 3 and "." + words[2] == PART and names.valid(words[0]):
                self._recover(part, words[0], words[1])

    def _recover(self, part, name, crc):
        try:
            if self.size(name) < 0 and _hex(self._check(part)) == crc:
                self.store.rename(part, name + SUFFIX)
        except (PackError, OSError):
            pass  # a piece that waits for the rest

    def put(self, name, size, crc):
        """Make ready for a pack of that size and identity; return the offset to go on from.

        It is `size` when that very pack is here. Refused FULL when there is no room.
        """
        self._close()
        self._forget()
        if size < HEADER_SIZE:
            raise RefusedError(link.MALFORMED)
        if self._has(name, size, crc):
            return size
        part = _part(name, crc)
        self._remove_parts("", part)
        if self.store.size(part) > size:
            self.store.remove(part)
        done = max(self.store.size(part), 0)
        free = self.store.free()
        if size - done + RESERVE > free:
            raise RefusedError(link.FULL, min(free, 0x7FFFFFFF))
        self._name, self._crc, self.total, self.done = part, crc, size, done
        return done

    def data(self, crc, offset, view):
        """Take a piece if it is the one wanted next; return the offset that is wanted now."""
        if not self.total or crc != self._crc:
            raise RefusedError(link.NO_TRANSFER)
        if offset == self.done:
            if offset + len(view) > self.total:
                raise RefusedError(link.MALFORMED)
            try:
                self._write(view)
            except OSError:
                self.close()
                self.done = max(self.store.size(self._name), 0)
                raise
        return self.done

    def _write(self, view):
        if not self._file:
            self._file = self.store.open(self._name, "ab")
        put(self._file, view)
        before = self.done
        self.done += len(view)
        if before // _SYNC != self.done // _SYNC:
            self._close()

    def commit(self, name, size, crc):
        """Give a pack that is all here its name; return `size`. It may have it already.

        Refused NO_TRANSFER when some of it is missing, WRONG_CONTENT when it is not what was
        announced; PackError when this board cannot play it. In the last two cases it is removed.
        """
        self._close()
        part = _part(name, crc)
        if self.store.size(part) == size:
            self._take(part, name, crc)
        elif not self._has(name, size, crc):
            raise RefusedError(link.NO_TRANSFER)
        self._forget()
        return size

    def _take(self, part, name, crc):
        try:
            good = self._check(part) == crc
        except PackError as error:
            self._discard(part)
            if error.code in (UNKNOWN_VERSION, BAD_RULES):
                raise
            good = False
        if not good:
            self._discard(part)
            raise RefusedError(link.WRONG_CONTENT)
        self.store.rename(part, name + SUFFIX)

    def delete(self, name):
        """Remove a pack, and what has arrived of one of that name. It need not be there."""
        self._close()
        self._forget()
        self._remove_parts(name + ".", "")
        if self.size(name) >= 0:
            self.store.remove(name + SUFFIX)

    def close(self):
        """Let go of the file of the pack under way, whose first error is the one to tell."""
        try:
            self._close()
        except OSError:
            pass

    def _has(self, name, size, crc):
        try:
            return self.size(name) == size and self._check(name + SUFFIX) == crc
        except PackError:
            return False

    def _check(self, file):
        # Returns the identity of a pack that is whole. PackError when it is not.
        pack = PackHead(self.store.open(file))
        try:
            pack.check()
        finally:
            pack.close()
        return pack.crc

    def _remove_parts(self, start, keep):
        # One transfer at a time: what is left of others would only fill the flash.
        for file in self.store.names():
            if file.endswith(PART) and file.startswith(start) and file != keep:
                self.store.remove(file)

    def _discard(self, part):
        self.store.remove(part)
        self._forget()

    def _forget(self):
        self._name = ""
        self._crc = self.done = self.total = 0

    def _close(self):
        if self._file:
            file = self._file
            self._file = None
            file.close()


def _hex(crc):
    return "%08x" % crc


def _part(name, crc):
    return name + "." + _hex(crc) + PART
