"""Shares the rows of a batch among threads; the kernels release the GIL, so that Python threads are enough.

Each range is answered into its own place of the result, so the number of threads changes no byte.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeAlias

# Called with (first, last, stop): answers these rows, looking at `stop` every 100 ms or so.
RangeWork: TypeAlias = Callable[[int, int, threading.Event], None]

# Rows for which a thread is worth waking: starting a pool of two costs about 100 us, a row 10 to 200 us.
ROWS_PER_JOB = 32
NEVER = threading.Event()


def run_ranges(work: RangeWork, n_rows: int, jobs: int) -> None:
    """Runs `work` over all rows; the error of the first range that failed is raised, whichever was met first."""
    jobs = min(jobs, n_rows // ROWS_PER_JOB)
    if jobs < 2:
        work(0, n_rows, NEVER)
    else:
        _run_on_threads(work, n_rows, jobs)


def _run_on_threads(work: RangeWork, n_rows: int, jobs: int) -> None:
    from concurrent.futures import ThreadPoolExecutor  # costs 10 ms; one document never needs it

    # Eight ranges a thread: rows differ in length, and the last thread should not work alone for long.
    step = max(ROWS_PER_JOB, -(-n_rows // (8 * jobs)))
    stop = threading.Event()
    pool = ThreadPoolExecutor(jobs, thread_name_prefix="laconic-answers")
    try:
        ranges = [(first, min(first + step, n_rows)) for first in range(0, n_rows, step)]
        for future in [pool.submit(work, first, last, stop) for first, last in ranges]:
            future.result()
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)
