"""Executors for long work: all cores of this machine, or one thread."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue
from typing import Any

from eightoff_host.errors import UserError


class _Task(Future[Any]):
    """A call that waits until its result is asked for."""

    def __init__(self, call: Callable[[], Any], asked: SimpleQueue[_Task | None]) -> None:
        super().__init__()
        self._call = call
        self._asked = asked
        self._is_asked = False

    def result(self, timeout: float | None = None) -> Any:
        """Have the call made, once, and return what it returns or raise what it raises."""
        if not self._is_asked:
            self._is_asked = True
            self._asked.put(self)
        return super().result(timeout)

    def run(self) -> None:
        """Make the call, unless it was cancelled."""
        if self.set_running_or_notify_cancel():
            try:
                self.set_result(self._call())
            except BaseException as error:
                self.set_exception(error)


class LazyExecutor(Executor):
    """Does one task at a time, in a thread of its own, when its result is asked for.

    So nothing is done in vain, and the main thread can be interrupted: a compiled search cannot,
    and where Ctrl-C meets one in the main thread it comes out as another exception.
    """

    def __init__(self) -> None:
        self._asked: SimpleQueue[_Task | None] = SimpleQueue()
        threading.Thread(target=self._run, daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return a future that calls `fn` when asked for its result."""
        return _Task(partial(fn, *args, **kwargs), self._asked)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the thread after what was asked for."""
        self._asked.put(None)

    def _run(self) -> None:
        while task := self._asked.get():
            task.run()


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Pool(ProcessPoolExecutor):
    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        # Workers start in here, and inherit that interrupts are held back: until a worker has
        # come to its own settings, Ctrl-C would end it with a traceback.
        with _interrupts_held():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def workers(jobs: int) -> Iterator[Executor]:
    """An executor with `jobs` processes, or for 1 with a thread of this one.

    On an exception, Ctrl-C among them, the processes are ended in the middle of what they do.
    UserError when one of them was ended by something else.
    """
    if jobs == 1:
        with LazyExecutor() as lazy:
            yield lazy
        return
    context = multiprocessing.get_context("spawn")
    executor = _Pool(jobs, context, _begin_worker)
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


def _begin_worker() -> None:
    # Ctrl-C reaches every process of the terminal; the one that the user started decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # A worker whose parent was killed would wait for its next task for ever.
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)
