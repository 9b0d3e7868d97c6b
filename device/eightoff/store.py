"""The one seam to files: flat files in one folder. Tests replace it by an object with its methods.

OSError passes through everywhere but in `size` and `names`.
"""

import os

ENOSPC = 28  # no space left on the flash; MicroPython's errno does not name it


class Store:
    """Files in `folder` (made when absent; no slash at the end).

    free: a function that returns how many bytes still fit.
    """

    def __init__(self, folder, free):
        self._folder = folder + "/"
        self.free = free
        try:
            os.mkdir(folder)
        except OSError:
            pass  # it is there, or the first use of a file says what is wrong

    def size(self, name):
        """Return the size of a file in bytes, -1 when there is none."""
        try:
            return os.stat(self._folder + name)[6]
        except OSError:
            return -1

    def names(self):
        """Return the names of all files, in no order; none for a folder that cannot be read."""
        try:
            return os.listdir(self._folder[:-1])
        except OSError:
            return []

    def open(self, name, mode="rb"):
        """Return a binary file: "rb" to read, "wb" to write anew, "ab" to append."""
        return open(self._folder + name, mode)

    def append(self, name, view):
        """Write all of `view` (memoryview) behind a file's end and bring it to the flash."""
        file = self.open(name, "ab")
        try:
            put(file, view)
        finally:
            file.close()

    def rename(self, old, new):
        """Give a file a new name; a file of that name goes."""
        try:
            os.rename(self._folder + old, self._folder + new)
        except OSError:
            # FAT does not rename over a file.
            if self.size(old) < 0 or self.size(new) < 0:
                raise
            self.remove(new)
            os.rename(self._folder + old, self._folder + new)

    def remove(self, name):
        """Remove a file; it is no error when there is none."""
        if self.size(name) >= 0:
            os.remove(self._folder + name)


def errno_of(error):
    """Return the errno of an OSError, 0 when it has none."""
    # CPython fills `errno` only for errors that the system raised.
    return error.args[0] if error.args and isinstance(error.args[0], int) else 0


def put(file, view):
    """Write all of `view` to an open file. OSError ENOSPC when only a part of it fitted."""
    if file.write(view) != len(view):
        raise OSError(ENOSPC)
