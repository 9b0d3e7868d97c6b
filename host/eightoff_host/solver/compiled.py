"""How the package's kernels are compiled: by numba, once, with the result kept on disk.

numba's own cache looks only at the file of the function that is called, so it would go on using
an old copy of a helper that lives in another file. Here the sources of a family of kernels (the
files `exact*.py`, the files `general*.py`) name the folder of its cache: a changed file means a
new folder, and nothing stale is ever loaded.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba.core import config, types
from numba.extending import intrinsic
from platformdirs import user_cache_path

Words = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


@cache
def _cache_folder(family: str) -> Path:
    """The folder for this state of a family's sources, below NUMBA_CACHE_DIR where that is set."""
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for source in [Path(__file__), *sorted(here.glob(f"{family}*.py"))]:
        digest.update(source.read_bytes())
    base = Path(config.CACHE_DIR) if config.CACHE_DIR else user_cache_path("eightoff") / "solver"
    return base / f"{family}-{digest.hexdigest()[:16]}"


def kernel(function: Callable[..., Any]) -> Any:
    """Decorator: compile on the first call, without the interpreter lock, cached on disk."""
    return _compiled(function)


def leaf(function: Callable[..., Any]) -> Any:
    """Decorator: a kernel that makes no array and returns none.

    It does not count references to the arrays that it gets. Counting is atomic, and in a function
    as short as these it took two thirds of a search's time.
    """
    return _compiled(function, _nrt=False)


def _compiled(function: Callable[..., Any], **options: Any) -> Any:
    family = function.__module__.rpartition(".")[2].partition("_")[0]
    before = config.CACHE_DIR
    folder = _cache_folder(family)
    config.CACHE_DIR = str(folder)
    try:
        return numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    finally:
        config.CACHE_DIR = before


def is_compiled(family: str, part: str = "all") -> bool:
    """Whether an earlier run has compiled all kernels of a family, with just these sources.

    part: a name for some of them, which are compiled apart from the others.
    """
    return _marker(family, part).exists()


def mark_compiled(family: str, part: str = "all") -> None:
    """Note that the kernels of a family, or of a part, are compiled, so that `is_compiled` knows.

    The kernels' own files do not tell: a run that was interrupted has left some of them.
    """
    if _cache_folder(family).is_dir():  # there is none where the disk cannot be written
        _marker(family, part).touch()


def _marker(family: str, part: str) -> Path:
    return _cache_folder(family) / f"{part}-by-numba-{numba.__version__}"


def _popcount(context: Any, word: Any) -> Any:
    """Number of one bits of an int64."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


def _lowest(context: Any, word: Any) -> Any:
    """Position of the lowest one bit of an int64 that is not 0."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        never_zero = context.get_constant(types.boolean, True)
        return builder.cttz(arguments[0], never_zero)

    return types.int64(types.int64), build


def _borrowed(context: Any, array: Any) -> Any:
    """The same array without its owner, for a caller that keeps the owner alive meanwhile.

    numba counts references with a locked addition at every call that takes an array; with small
    functions that is most of their time. An array without an owner has nothing to count.
    """

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        view.meminfo = view.meminfo.type(None)
        view.parent = view.parent.type(None)
        return view._getvalue()

    return array(array), build


borrowed: Any = intrinsic(_borrowed)
popcount: Any = intrinsic(_popcount)
lowest: Any = intrinsic(_lowest)
