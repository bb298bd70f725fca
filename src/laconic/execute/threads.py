"""Tasks on Python threads while kernels have released the GIL; results as they finish; Ctrl-C within a second.

The calling thread only waits, also for one job: a thread inside a kernel cannot hear Ctrl-C, this one can.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import numpy as np

from ..errors import OptionError

Task = TypeVar("Task")
Result = TypeVar("Result")

_POLL_SECONDS = 0.1


class Cancel:
    """Two numbers that threads and kernels share: `array[0]` not 0 means stop, `array[1]` counts what is done."""

    def __init__(self) -> None:
        self.array = np.zeros(2, np.int64)

    def set(self) -> None:
        """Asks everybody to stop soon."""
        self.array[0] = 1

    @property
    def done(self) -> int:
        """How many units the kernel of this worker has finished."""
        return int(self.array[1])


# Each has a stack and a table of words of its own: a slip of the finger should not take all memory.
MOST_JOBS = 4096


def resolve_jobs(jobs: int) -> int:
    """The number of threads meant: 0 is one for each core this process may use."""
    if isinstance(jobs, bool) or not isinstance(jobs, int) or not 0 <= jobs <= MOST_JOBS:
        raise OptionError(f"jobs is {jobs!r}; expected a whole number from 1 to {MOST_JOBS}, or 0 for all cores")
    return jobs or len(os.sched_getaffinity(0))


def run_threads(
    tasks: Sequence[Task],
    make_worker: Callable[[Cancel], Callable[[Task], Result]],
    *,
    jobs: int = 1,
    tick: Callable[[int], None] = lambda done: None,
) -> Iterator[tuple[int, Result]]:
    """Yields (number of the task, result) as they finish, with at most as many results waiting as there are workers.

    `make_worker` is called once on each thread and gives the function that works there. `tick` hears the units done,
    ten times a second. The first exception of a worker stops the others and is raised here.
    """
    cancels = [Cancel() for _ in range(min(resolve_jobs(jobs), len(tasks)))]
    numbers: queue.SimpleQueue[int] = queue.SimpleQueue()
    for number in range(len(tasks)):
        numbers.put(number)
    results: queue.Queue[tuple[int, Result | BaseException]] = queue.Queue(maxsize=max(1, len(cancels)))

    def work(cancel: Cancel) -> None:
        try:
            worker = make_worker(cancel)
            while not cancel.array[0]:
                number = numbers.get_nowait()
                results.put((number, worker(tasks[number])))
        except queue.Empty:
            pass
        except BaseException as error:
            results.put((-1, error))

    threads = [threading.Thread(target=work, args=(cancel,), daemon=True) for cancel in cancels]
    for thread in threads:
        thread.start()
    try:
        yield from _collect(results, len(tasks), lambda: tick(sum(cancel.done for cancel in cancels)))
    finally:
        for cancel in cancels:
            cancel.set()
        _join(threads, results)


def _collect(
    results: queue.Queue[tuple[int, Result | BaseException]], expected: int, tick: Callable[[], None]
) -> Iterator[tuple[int, Result]]:
    received = 0
    while received < expected:
        try:
            number, result = results.get(timeout=_POLL_SECONDS)
        except queue.Empty:
            tick()
            continue
        if isinstance(result, BaseException):
            raise result
        received += 1
        yield number, result
        tick()


def _join(threads: list[threading.Thread], results: queue.Queue[tuple[int, Result | BaseException]]) -> None:
    """Waits for the threads, emptying the queue so that none is stuck on a full one."""
    for thread in threads:
        while thread.is_alive():
            try:
                results.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                continue
