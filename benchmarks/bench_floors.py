"""Floors: how far training and answering are from what their data and their arithmetic cost at least.

    python benchmarks/bench_floors.py [--full]

The machine's own figures are measured first, on one thread: bytes a second of a copy in memory and in the cache of a
core, multiplications with additions a second of a product of matrices. (BLAS fuses the two and the solver does not, for
its bytes; where multipliers and adders are separate, as on the machine of our results, both have the same peak.) What
the work needs at the very least, over those figures, is the floor; `distance` is the time measured over the floor.
docs/explanation/solver-and-engine.md tells what the lines mean.
"""

from __future__ import annotations

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy loads it

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from common import Part, Side, by_turns, part

from laconic import Engine, datasets
from laconic.training import train_with_report

LANES = 32  # classes that share one pass over the rows (cpp/isa/certify.hpp)
COMMON = 5  # rows that have a feature which every pass looks at (cpp/kernels/l2svm_prepare.cpp)
HEADINGS = ("", "measured", "floor", "distance", "target", "what the floor counts")


@dataclass(frozen=True, slots=True)
class Machine:
    """A second of one thread."""

    memory: float  # bytes copied, read and written together, in memory
    cache: float  # the same within 256 KB
    products: float  # float32 multiplications, each with an addition


def best(work: Callable[[], object], repeats: int = 7) -> float:
    """CPU seconds of the fastest run: a floor wants the machine at its best, and other work may share it."""
    seconds = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


def copy_speed(size: int, times: int) -> float:
    """Bytes a second of np.copyto: `size` bytes read and `size` written."""
    a, b = np.ones(size // 4, np.float32), np.zeros(size // 4, np.float32)

    def work() -> None:
        for _ in range(times):
            np.copyto(b, a)

    return 2 * size * times / best(work)


def measure_machine() -> Machine:
    """Half a second."""
    a = np.ones((1024, 1024), np.float32)
    products = 1024**3 / best(lambda: a @ a, 30)
    return Machine(copy_speed(128 << 20, 1), copy_speed(128 << 10, 2000), products)


def part_of_floor(bench: Part, what: str, floor: float, counts: str) -> None:
    """A part of a floor; its own time is not measured."""
    bench.add(what, "", f"{1e3 * floor:.3g} ms", remark=counts)


def whole(bench: Part, what: str, measured: float, floor: float, counts: str) -> None:
    """Seconds, seconds, their quotient."""
    bench.add(what, f"{1e3 * measured:.4g} ms", f"{1e3 * floor:.3g} ms", measured / floor, None, counts)


def seconds(side: Side) -> float:
    """CPU seconds of the fastest run, for the floor wants the machine at its best."""
    return min(run.cpu for run in side.runs)


def training(bench: Part, machine: Machine, name: str) -> None:
    """The whole training against floors that any one-vs-rest with this certificate has to pay."""
    data, _ = datasets.synthetic(name)
    side = by_turns({"ours": lambda: train_with_report(data)}, 5 if name == "small" else 2)["ours"]
    report, nnz = side.result.report, side.result.model.weights.nnz
    rounds, passes = float(report.rounds.mean()), int(report.rounds.sum()) / LANES
    document_frequency = np.bincount(data.X.indices, minlength=data.X.shape[1])
    entries = int(document_frequency[document_frequency >= COMMON].sum())
    products = passes * LANES * entries / machine.products
    bytes_read = passes * (8 * data.X.nnz + 4 * LANES * entries) / machine.cache
    steps = float(report.support.sum()) * data.X.nnz / data.X.shape[0] * 40 / machine.cache
    result = nnz * 8 * 2 / machine.memory
    looks = f"{rounds:.1f} looks a class, each entry whose feature is in {COMMON}+ rows"
    part_of_floor(bench, f"{name}: looks, by arithmetic", products, looks)
    part_of_floor(bench, f"{name}: looks, by bytes", bytes_read, "a pass: 8 bytes an entry, 128 more where in 5+ rows")
    part_of_floor(bench, f"{name}: one step a support document", steps, "40 bytes an entry of its row")
    part_of_floor(bench, f"{name}: the result", result, f"{nnz:,} weights of 8 bytes, by class, then by feature")
    floor = max(products, bytes_read) + steps + result
    whole(bench, f"{name}: training", seconds(side), floor, "the larger of both looks, a step each, the result")


def answering(bench: Part, machine: Machine, name: str) -> None:
    """The test rows as one batch through the engine."""
    train, test = datasets.synthetic(name)
    model = train_with_report(train).model
    engine = Engine(model)
    side = by_turns({"ours": lambda: engine.topk(test.X)}, 5)["ours"]
    adds = int(np.diff(model.weights.indptr)[test.X.indices].sum())
    scores = test.X.shape[0] * train.Y.n_classes
    floor = (adds * 16 + scores * 12) / machine.cache
    per_row = adds // test.X.shape[0]
    whole(
        bench, f"{name}: {test.X.shape[0]:,} answers", seconds(side), floor, f"{per_row:,} additions of 16 bytes a row"
    )


def main() -> None:
    """The machine, then the parts."""
    bench = part("floors", "Floors: milliseconds of one thread, and the least the work can cost")
    bench.headings = HEADINGS
    machine = measure_machine()
    bench.note(
        f"The machine, one thread: {machine.memory / 1e9:.1f} GB/s copied in memory, {machine.cache / 1e9:.0f} GB/s in"
        f" the core's cache, {machine.products / 1e9:.1f} G products with additions a second."
    )
    for name in ("small", "dmoz3000") if bench.full else ("small",):
        training(bench, machine, name)
        answering(bench, machine, name)
    bench.close()


if __name__ == "__main__":
    main()
