"""Executors for long work: all cores of this machine, or none but this process."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

from eightoff_host.errors import UserError


class _Task(Future[Any]):
    """A call that is made when its result is asked for."""

    def __init__(self, call: Callable[[], Any]) -> None:
        super().__init__()
        self._call = call

    def result(self, timeout: float | None = None) -> Any:
        """Make the call, once, and return what it returns or raise what it raises."""
        if not self.done() and self.set_running_or_notify_cancel():
            try:
                self.set_result(self._call())
            except BaseException as error:
                self.set_exception(error)
        return super().result(timeout)


class InlineExecutor(Executor):
    """Does every task in this thread, no earlier than its result is asked for."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return a future that calls `fn` when asked for its result."""
        return _Task(partial(fn, *args, **kwargs))


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def workers(jobs: int) -> Iterator[Executor]:
    """An executor with `jobs` processes, this one alone for 1.

    On an exception, Ctrl-C among them, the processes are ended in the middle of what they do.
    UserError when one of them was ended by something else.
    """
    if jobs == 1:
        yield InlineExecutor()
        return
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, context, _ignore_interrupts)
    try:
        yield executor
        executor.shutdown(cancel_futures=True)
    except BaseException as error:
        for process in multiprocessing.active_children():
            process.terminate()
        executor.shutdown(cancel_futures=True)
        if isinstance(error, BrokenExecutor):
            raise UserError(
                "a worker process was ended from outside, for want of memory perhaps: "
                "try again with --jobs 1"
            ) from error
        raise


def _ignore_interrupts() -> None:
    # Ctrl-C reaches every process of the terminal; the one that the user started decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
