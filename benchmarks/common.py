"""What the benchmarks share: the machine in one line, a clock for CPU time, alternating runs, ratios, a plain table.

Both sides of a comparison run in one process, by turns, several times: whatever else the machine does meets both. CPU
seconds count, those of threads and of children included, for wall time on a shared machine can double between runs.
Not part of the product: nothing in src/ imports it.
"""

from __future__ import annotations

import os
import platform
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from laconic import _kernels


@dataclass(frozen=True, slots=True)
class Run:
    """One run of one contender, on both clocks."""

    cpu: float
    wall: float


@dataclass(slots=True)
class Side:
    """All runs of one contender. `cpu` and `wall` are medians; `result` is that of the last run."""

    name: str
    runs: list[Run] = field(default_factory=list)
    result: Any = None

    @property
    def cpu(self) -> float:
        """Median of the CPU seconds."""
        return statistics.median(run.cpu for run in self.runs)

    @property
    def wall(self) -> float:
        """Median of the seconds on the clock."""
        return statistics.median(run.wall for run in self.runs)


def machine() -> str:
    """Processor, cores, load and versions: what a number was measured on."""
    load = os.getloadavg()[0]
    return (
        f"{_processor()}, {os.cpu_count()} cores, load {load:.1f}; Python {platform.python_version()},"
        f" numpy {np.__version__}; kernels {_kernels.kernel()}"
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def shared_data(name: str = "") -> Path:
    """The folder of real data sets beside the checkout (or LACONIC_DATA); ends the benchmark when it is not there."""
    folder = Path(os.environ.get("LACONIC_DATA", Path(__file__).parents[2] / "shared" / "data")) / name
    if not folder.exists():
        sys.exit(f"needs the real data in {folder}; set LACONIC_DATA to the folder of data sets")
    return folder


def cpu_seconds() -> float:
    """CPU time so far of this process, all its threads, and the children it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def measure(work: Callable[[], Any]) -> tuple[Run, Any]:
    """Runs once and looks at both clocks."""
    wall, cpu = time.perf_counter(), cpu_seconds()
    result = work()
    return Run(cpu_seconds() - cpu, time.perf_counter() - wall), result


def by_turns(contenders: dict[str, Callable[[], Any]], repeats: int = 3) -> dict[str, Side]:
    """Runs every contender `repeats` times, by turns: a, b, a, b, ..."""
    sides = {name: Side(name) for name in contenders}
    for _ in range(repeats):
        for name, work in contenders.items():
            sides[name].result = None  # a model of scikit-learn's can have half a GB: one at a time
            run, sides[name].result = measure(work)
            sides[name].runs.append(run)
    return sides


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times less CPU ours took: over the medians, and the least and most of one turn."""

    median: float
    least: float
    most: float

    def __str__(self) -> str:
        return f"{self.median:.1f}x (single turns {self.least:.1f}x to {self.most:.1f}x)"

    def times(self, scale: float) -> Ratio:
        """The same when theirs did one in `scale` of the work."""
        return Ratio(self.median * scale, self.least * scale, self.most * scale)

    def verdict(self, target: float) -> str:
        """The ratio beside its target, in words."""
        return f"{self}; target {target:g}x: {'reached' if self.median >= target else 'NOT REACHED'}"


def ratio(theirs: Side, ours: Side) -> Ratio:
    """CPU seconds of theirs over ours, turn against turn."""
    turns = [their.cpu / our.cpu for their, our in zip(theirs.runs, ours.runs, strict=True)]
    return Ratio(theirs.cpu / ours.cpu, min(turns), max(turns))


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Columns of text, the first to the left, the others to the right."""
    cells = [list(headings), *([_cell(value) for value in row] for row in rows)]
    widths = [max(len(row[j]) for row in cells) for j in range(len(headings))]
    lines = [_line(row, widths) for row in cells]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])


def _cell(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)


def _line(row: list[str], widths: list[int]) -> str:
    first, *rest = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
    return "  ".join([row[0].ljust(len(first)), *rest])
