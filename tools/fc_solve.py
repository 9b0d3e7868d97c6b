"""fc-solve in this process: the shared library of Debian's libfreecell-solver0, through ctypes.

Its presets are files of Debian's freecell-solver-bin; the environment variable
FREECELL_SOLVER_PRESETRC names their table where it is not in its usual place.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from eightoff_host.solver.verdict import GAVE_UP, UNWINNABLE, WON, Verdict

LIBRARY = "libfreecell-solver.so.0"

# What solving a board returns.
_SOLVED, _NOT_SOLVABLE, _INVALID = 0, 1, 8


class FcSolveError(Exception):
    """The library is absent, or refuses its options or a board; says what to do."""


def _library() -> ctypes.CDLL:
    """Load the library and declare what is called. FcSolveError when it is absent."""
    try:
        library = ctypes.CDLL(LIBRARY)
    except OSError:
        raise FcSolveError(f"no {LIBRARY}: apt install libfreecell-solver0") from None
    instance, number, text = ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p
    address = ctypes.c_void_p
    library.freecell_solver_user_alloc.restype = instance
    library.freecell_solver_user_alloc.argtypes = []
    library.freecell_solver_user_get_lib_version.restype = text
    library.freecell_solver_user_get_lib_version.argtypes = [instance]
    library.freecell_solver_user_cmd_line_parse_args.argtypes = [
        *(instance, number, ctypes.POINTER(text), number, address, address, address),
        *(ctypes.POINTER(text), ctypes.POINTER(number)),
    ]
    library.freecell_solver_user_solve_board.argtypes = [instance, text]
    for name in ("get_moves_left", "recycle", "free"):
        getattr(library, f"freecell_solver_user_{name}").argtypes = [instance]
    return library


class FcSolve:
    """One instance with the options of its command line, used again for every board."""

    def __init__(self, options: Sequence[str]) -> None:
        self._library = _library()
        self._instance = self._library.freecell_solver_user_alloc()
        words = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
        error = ctypes.c_char_p()
        last = ctypes.c_int()
        failed = self._library.freecell_solver_user_cmd_line_parse_args(
            *(self._instance, len(options), words, 0, None, None, None),
            *(ctypes.byref(error), ctypes.byref(last)),
        )
        if failed:
            reason = (error.value or b"an option is unknown").decode().strip()
            self.close()
            raise FcSolveError(
                f"fc-solve {' '.join(options)}: {reason} "
                "(its presets: apt install freecell-solver-bin, or set FREECELL_SOLVER_PRESETRC)"
            )

    @property
    def version(self) -> str:
        """The version of the library."""
        found: bytes = self._library.freecell_solver_user_get_lib_version(self._instance)
        return found.decode()

    def solve(self, board: bytes) -> tuple[Verdict, int]:
        """Solve a board in fc-solve's text form; return what it says and the moves of its line.

        FcSolveError when it does not accept the board.
        """
        library = self._library
        code = library.freecell_solver_user_solve_board(self._instance, board)
        moves = library.freecell_solver_user_get_moves_left(self._instance) if not code else 0
        library.freecell_solver_user_recycle(self._instance)
        if code == _INVALID:
            raise FcSolveError("fc-solve does not accept a board")
        verdicts = {_SOLVED: WON, _NOT_SOLVABLE: UNWINNABLE}
        return verdicts.get(code, GAVE_UP), moves

    def close(self) -> None:
        """Free the library's memory."""
        self._library.freecell_solver_user_free(self._instance)
