"""What the user sees while a command works: progress and notices, on stderr.

On a terminal a bar appears once a stage has lasted a second; elsewhere a plain line at most every ten seconds. rich
is loaded only to draw a bar.
"""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import Any, Protocol

from ..events import Event, Notice, Progress
from .text import size

PATIENCE_S = 1.0
PLAIN_EVERY_S = 10.0


class _Drawing(Protocol):
    def show(self, event: Progress) -> None: ...
    def close(self) -> None: ...


class Reporter:
    """Listens to events (from any thread) and shows them; a context manager, so that a bar never stays behind."""

    def __init__(self, quiet: bool = False, terminal: bool | None = None) -> None:
        self._quiet = quiet
        self._progress_shown = True
        self._terminal = sys.stderr.isatty() if terminal is None else terminal
        self._stage = ""
        self._started = self._last = time.monotonic()
        self._drawing: _Drawing | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> Reporter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self._lock:
            self._close()

    def __call__(self, event: Event) -> None:
        """Takes one event; this is the `listen` of the library."""
        if self._quiet:
            return
        with self._lock:
            if isinstance(event, Notice):
                self._line(event.message)
            elif self._progress_shown:
                self._progress(event)

    def hide_progress(self) -> None:
        """No bars from now on: for a verb whose answers run over the same terminal."""
        self._progress_shown = False

    def say(self, message: str) -> None:
        """One line on stderr, unless quiet."""
        self(Notice(message))

    def _line(self, message: str) -> None:
        self._close()
        print(message, file=sys.stderr, flush=True)

    def _progress(self, event: Progress) -> None:
        now = time.monotonic()
        if event.stage != self._stage:  # a stage began when the last one was heard of for the last time
            self._stage, self._started = event.stage, self._last
        self._last = now
        if now - self._started < PATIENCE_S:
            return
        if self._drawing is None:
            self._drawing = _Bar() if self._terminal else _Lines()
        self._drawing.show(event)
        if event.done == event.total:  # what is printed next must not meet a bar
            self._close()

    def _close(self) -> None:
        if self._drawing is not None:
            self._drawing.close()
            self._drawing = None


def _amount(event: Progress) -> str:
    """`1,204 of 1,918 classes`, `12 MB of 40 MB`."""
    show = size if event.unit == "bytes" else "{:,}".format
    total = f" of {show(event.total)}" if event.total is not None else ""
    return f"{show(event.done)}{total} {'' if event.unit == 'bytes' else event.unit}".rstrip()


class _Lines:
    """Plain lines, for logs."""

    _last = float("-inf")

    def show(self, event: Progress) -> None:
        now = time.monotonic()
        if now - self._last >= PLAIN_EVERY_S:
            self._last = now
            print(f"{event.stage}: {_amount(event)}", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Nothing stays open."""


class _Bar:
    """One bar a stage; gone when the work is done."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bars

        console = Console(file=sys.stderr, force_terminal=True)
        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[amount]}"))
        self._bars = Bars(
            *columns,
            TimeRemainingColumn(),
            console=console,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._bars.start()
        self._tasks: dict[str, Any] = {}

    def show(self, event: Progress) -> None:
        if event.stage not in self._tasks:
            self._tasks[event.stage] = self._bars.add_task(event.stage, total=event.total, amount="")
        self._bars.update(self._tasks[event.stage], completed=event.done, total=event.total, amount=_amount(event))

    def close(self) -> None:
        self._bars.stop()
