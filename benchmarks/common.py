"""What the benchmarks share: a clock for CPU time, alternating runs, ratios, the table a part prints and keeps.

Both sides of a comparison run on one machine, by turns, several times: whatever else the machine does meets both. CPU
seconds count, those of threads and of children included, for wall time on a shared machine can double between runs.
Not part of the product: nothing in src/ imports it. A part is one file, bench_<part>.py; `make bench` runs them all.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from environment import commit, load, processor, versions

RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True, slots=True)
class Run:
    """One run of one contender, on both clocks."""

    cpu: float
    wall: float


@dataclass(frozen=True, slots=True)
class Timed:
    """What a contender returns that has looked at the clocks itself, such as one in a process of its own."""

    run: Run
    result: Any


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
    return f"{processor()}, {os.cpu_count()} cores, load {load()}; {versions()}"


def shared_data(name: str = "") -> Path:
    """The folder of real data sets beside the checkout (or LACONIC_DATA); ends the benchmark when it is not there."""
    folder = data_folder() / name
    if not folder.exists():
        sys.exit(f"needs the real data in {folder}; set LACONIC_DATA to the folder of data sets")
    return folder


def data_folder() -> Path:
    """Where real data sets would be; perhaps nothing is there."""
    return Path(os.environ.get("LACONIC_DATA", Path(__file__).parents[2] / "shared" / "data"))


def cpu_seconds() -> float:
    """CPU time so far of this process, all its threads, and the children it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def measure(work: Callable[[], Any]) -> tuple[Run, Any]:
    """Runs once and looks at both clocks."""
    wall, cpu = time.perf_counter(), cpu_seconds()
    result = work()
    run = Run(cpu_seconds() - cpu, time.perf_counter() - wall)
    return (result.run, result.result) if isinstance(result, Timed) else (run, result)


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

    def short(self) -> str:
        """For a column of a table."""
        return f"{self.median:.2f}x ({self.least:.2f} to {self.most:.2f})"


def ratio(theirs: Side, ours: Side, clock: str = "cpu") -> Ratio:
    """CPU seconds (or `wall`) of theirs over ours, turn against turn."""
    turns = [getattr(a, clock) / getattr(b, clock) for a, b in zip(theirs.runs, ours.runs, strict=True)]
    return Ratio(getattr(theirs, clock) / getattr(ours, clock), min(turns), max(turns))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a part's table. `ratio` is how many times better ours is; `remark` says what both sides did."""

    what: str
    ours: object
    peer: object
    ratio: Ratio | float | None = None
    target: float | None = None
    remark: str = ""

    def cells(self) -> list[str]:
        """As text: what, ours, peer, ratio, target, remark."""
        return [self.what, _cell(self.ours), _cell(self.peer), self._ratio(), self._target(), self.remark]

    def _ratio(self) -> str:
        if self.ratio is None:
            return "-"
        return self.ratio.short() if isinstance(self.ratio, Ratio) else f"{self.ratio:.2f}x"

    def _target(self) -> str:
        if self.target is None:
            return "-"
        if self.ratio is None:
            return f"{self.target:g}x"
        found = self.ratio.median if isinstance(self.ratio, Ratio) else self.ratio
        return f"{self.target:g}x {'reached' if found >= self.target else 'MISSED'}"


HEADINGS = ("", "ours", "peer", "ratio", "target", "remark")


@dataclass(slots=True)
class Part:
    """One part of `make bench`: collects lines and notes, then prints them and writes them to benchmarks/results/.

    Long runs are kept in results/<name>.md, which is checked in; quick ones in results/quick/<name>.md, which is not.
    """

    name: str
    title: str
    full: bool = False
    headings: Sequence[str] = HEADINGS
    lines: list[Line] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    load_before: str = field(default_factory=load)
    commit: str = field(default_factory=commit)  # as the run began: a checkout may move on under a long one

    def add(self, *line: Any, **more: Any) -> None:
        """One more line of the table; the arguments are those of Line."""
        self.lines.append(Line(*line, **more))
        print(f"  {' | '.join(self.lines[-1].cells())}", file=sys.stderr)

    def note(self, sentence: str) -> None:
        """A sentence under the table."""
        self.notes.append(sentence)

    def absent(self, peer: str, way_out: str) -> None:
        """A peer that is not installed: said, never passed over."""
        self.note(f"Skipped: {peer} is not installed here ({way_out}).")

    def close(self) -> None:
        """Prints the part, writes its file."""
        print(f"\n{self.title}\n{machine()}\n")
        rows = [line.cells() for line in self.lines]
        width = max((len(row[-1]) for row in rows), default=0)
        print(table(self.headings, [[*row[:-1], row[-1].ljust(width)] for row in rows]))
        print("\n".join(["", *self.notes]))
        path = (RESULTS if self.full else RESULTS / "quick") / f"{self.name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.page(), encoding="utf-8")
        print(f"\nwritten to {path}")

    def page(self) -> str:
        """The part as Markdown."""
        rows = [self.headings, ["---"] * len(self.headings), *(line.cells() for line in self.lines)]
        return "\n".join(
            [
                f"# {self.title}",
                "",
                f"`{command_line()}`, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, commit {self.commit}",
                "",
                f"- machine: {processor()}, {os.cpu_count()} cores; load {self.load_before} before, {load()} after",
                f"- versions: {versions()}",
                "",
                *(f"| {' | '.join(row)} |" for row in rows),
                "",
                *(f"- {note}" for note in self.notes),
                "",
            ]
        )


def command_line() -> str:
    """How this script was called."""
    return " ".join(["python", f"benchmarks/{Path(sys.argv[0]).name}", *sys.argv[1:]])


def part(name: str, title: str, full: bool | None = None) -> Part:
    """The part of this script; `--full` on its command line asks for the long runs too."""
    if full is None:
        parser = argparse.ArgumentParser(description=title)
        parser.add_argument("--full", action="store_true", help="the long runs too (quick: about half a minute a part)")
        full = parser.parse_args().full
    return Part(name, title, full)


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
