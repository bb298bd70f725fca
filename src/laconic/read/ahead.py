"""Runs an iterator on a thread of its own, a few items ahead of who reads: unpacking and parsing go on at once.

Errors come out where the item would have; a reader that stops early stops the thread.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

DEPTH = 4  # at most so many items wait; at 1 MB each that is what memory this costs
PATIENCE = 1.0  # seconds a stopping reader waits for the thread, which may hang in a read of a silent pipe


@dataclass(frozen=True, slots=True)
class _End:
    error: BaseException | None


def ahead(items: Generator[T, None, None], depth: int = DEPTH) -> Generator[T, None, None]:
    """The same items in the same order, made on another thread; at least two fit into the queue."""
    waiting: queue.Queue[T | _End] = queue.Queue(max(depth, 2))
    stop = threading.Event()
    thread = threading.Thread(target=_work, args=(items, waiting, stop), name="laconic-read-ahead", daemon=True)
    thread.start()
    try:
        while not isinstance(item := waiting.get(), _End):
            yield item
        if item.error is not None:
            raise item.error
    finally:
        stop.set()
        _drain(waiting)  # a thread that waits for room finds some: for its item and for its end
        thread.join(PATIENCE)


def _work(items: Generator[T, None, None], waiting: queue.Queue[T | _End], stop: threading.Event) -> None:
    error: BaseException | None = None
    try:
        for item in items:
            waiting.put(item)
            if stop.is_set():
                break
        items.close()
    except BaseException as caught:
        error = caught
    waiting.put(_End(error))


def _drain(waiting: queue.Queue[T | _End]) -> None:
    while True:
        try:
            waiting.get_nowait()
        except queue.Empty:
            return
