"""Which files make up the program of a board, and where each one goes.

The one list behind the simulator's folder and the installer. Sources come from the checkout when
this package runs out of one, else from the data of the installed package.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import eightoff

from eightoff_host.errors import UserError

DATA_FOLDER = "data"
"""The game's own folder on a board that has room beside the program: never written by staging."""

_PACKAGE = Path(__file__).resolve().parent
_SUFFIXES = frozenset({".py", ".bin"})


@dataclass(frozen=True)
class Sources:
    """Where the device's files are: the folders `eightoff`, `boards` and `root`."""

    game: Path
    boards: Path
    root: Path


def find_sources() -> Sources:
    """Return the checkout's device folder, or the copies in an installed package.

    UserError when neither is complete.
    """
    game = Path(eightoff.__path__[0]).resolve()
    for parent in (_PACKAGE / "board_files", _PACKAGE.parent.parent / "device"):
        sources = Sources(game=game, boards=parent / "boards", root=parent / "root")
        if sources.boards.is_dir() and sources.root.is_dir():
            return sources
    raise UserError("the board's files are missing from this installation: install eightoff again")


def board_names(sources: Sources) -> list[str]:
    """Return the boards that there are files for, sorted."""
    return sorted(path.stem for path in sources.boards.glob("*.py"))


def manifest(board: str, runtime: str = "micropython") -> dict[PurePosixPath, Path]:
    """Return destination on the board -> source file, sorted by destination.

    board    the name of a file in device/boards without .py
    runtime  a folder of device/root, whose files land in the board's root

    The game's package goes to eightoff/, the board's module becomes hardware.py, and what boards
    share stays in backends/ beside it: a plain package name on every runtime. (A folder named
    hardware would be imported in place of hardware.py.) UserError for an unknown name.
    """
    sources = find_sources()
    known = board_names(sources)
    if board not in known:
        raise UserError(f"there is no board {board!r}; known are: {', '.join(known)}")
    root = sources.root / runtime
    if not root.is_dir():
        raise UserError(f"there is no start file for {runtime!r}")
    files = {PurePosixPath("hardware.py"): sources.boards / f"{board}.py"}
    files.update(_tree(root, PurePosixPath()))
    files.update(_tree(sources.boards / "backends", PurePosixPath("backends")))
    files.update(_tree(sources.game, PurePosixPath("eightoff")))
    return dict(sorted(files.items()))


def stage(files: Mapping[PurePosixPath, Path], folder: Path) -> None:
    """Make `folder` hold exactly these files; what the data folder holds is left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    for entry in folder.iterdir():
        if entry.name == DATA_FOLDER:
            continue
        if entry.is_dir():
            shutil.rmtree(entry)
        else:
            entry.unlink()
    for destination, source in files.items():
        target = folder / destination
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def _tree(folder: Path, prefix: PurePosixPath) -> Iterator[tuple[PurePosixPath, Path]]:
    for path in folder.rglob("*"):
        if path.suffix in _SUFFIXES and path.is_file():
            yield prefix / path.relative_to(folder).as_posix(), path
