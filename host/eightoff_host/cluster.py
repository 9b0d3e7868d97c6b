"""A Dask cluster as an executor. Dask is an extra: `pip install "eightoff[dask]"`."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager

from eightoff_host.errors import UserError

_CONNECT_SECONDS = 10
_LEAST_AHEAD = 32


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of the Dask scheduler at an address, and how many tasks keep them busy.

    The scheduler gives the tasks of a worker that vanishes to others; workers may come and go.
    Each needs this package. UserError when Dask is not installed, when there is no scheduler, and
    when the cluster cannot do its work.
    """
    try:
        from distributed import Client, KilledWorker  # noqa: PLC0415 - an optional dependency
        from distributed.comm import CommClosedError  # noqa: PLC0415
    except ImportError:
        raise UserError('--scheduler needs Dask: pip install "eightoff[dask]"') from None
    try:
        client = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError):
        client = None
    if client is None:
        # What is left of a client that found nobody goes now: when it goes while another one
        # starts, both wait for each other for ever.
        gc.collect()
        raise UserError(f"no Dask scheduler at {address}: give it as tcp://HOST:8786")
    with client:
        try:
            threads = sum(client.nthreads().values())
            executor: Executor = client.get_executor(pure=False)
            yield executor, max(_LEAST_AHEAD, 4 * threads)
        except KilledWorker:
            raise UserError(
                "the cluster's workers ended again and again over one task, for want of memory "
                "perhaps: give less --memory"
            ) from None
        except ModuleNotFoundError as error:
            raise UserError(
                f"the cluster's workers lack {error.name}: install eightoff there"
            ) from None
        except (CommClosedError, CancelledError):
            raise UserError(
                f"the scheduler at {address} is gone: run this again to go on"
            ) from None
