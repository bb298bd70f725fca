"""Solving one block of labels with the native L2-SVM, and what comes back."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .. import _kernels
from ..data import Dataset
from ..errors import DataError
from ..execute import Cancel
from ..linear import DualActiveSet
from ..names import ENCODING_ERRORS
from ..sparse import Csr
from .plan import LabelBlock
from .report import Status, TrainReport
from .spec import TrainSpec

# The start must be much closer to its optimum than a class to its own: without bias it is most of every objective.
_START_TOLERANCE = {True: 1e-3, False: 1e-6}

WAY_OUT = "rows of unit length (tf-idf) help, and so does a smaller C"


@dataclass(frozen=True, eq=False, slots=True)
class BlockResult:
    """Row k of `weights` is class first + k over the features, which stand in no order."""

    block: LabelBlock
    weights: Csr
    bias: NDArray[np.float32]
    report: TrainReport


@dataclass(frozen=True, eq=False, slots=True)
class SharedStart:
    """What all blocks share: the native problem with its all-negative solution, the rows of each class, the seeds."""

    problem: _kernels.L2Problem
    rows: NDArray[np.int32]
    indptr: NDArray[np.int64]
    seeds: NDArray[np.uint64]
    spec: TrainSpec
    n_features: int


def start(data: Dataset, spec: TrainSpec, cancel: Cancel) -> SharedStart:
    """Solves the problem in which every document is negative, once for all classes."""
    X = data.X
    problem = _kernels.L2Problem(X.data, X.indices, X.indptr, X.shape[1], spec.penalty.C, spec.bias)
    status, *_ = problem.start(_START_TOLERANCE[spec.bias > 0], cancel.array)
    if status == Status.NOT_FINITE:
        raise DataError(f"the numbers leave what a computer can hold (C is {spec.penalty.C:g}); {WAY_OUT}")
    rows, indptr = data.Y.rows_by_class()
    seeds = np.array([seed_of(name, spec.seed) for name in data.Y.names], np.uint64)
    return SharedStart(problem, rows, indptr, seeds, spec, X.shape[1])


def seed_of(label: str, seed: int) -> int:
    """A class draws its own random numbers: they must not change with the classes beside it."""
    key = seed.to_bytes(8, "little")
    digest = hashlib.blake2b(label.encode("utf-8", ENCODING_ERRORS), digest_size=8, key=key)
    return int.from_bytes(digest.digest(), "little")


def block_worker(shared: SharedStart) -> Callable[[Cancel], Callable[[LabelBlock], BlockResult]]:
    """What a thread of the executor needs: its own workspace, and the function that solves a block."""

    def make(cancel: Cancel) -> Callable[[LabelBlock], BlockResult]:
        work = _kernels.L2Workspace()
        return lambda block: solve_block(shared, block, work, cancel)

    return make


def solve_block(shared: SharedStart, block: LabelBlock, work: _kernels.L2Workspace, cancel: Cancel) -> BlockResult:
    """One native call; the GIL is free meanwhile."""
    solver = shared.spec.solver
    assert isinstance(solver, DualActiveSet)
    ends = shared.indptr[block.first : block.last + 1]
    indptr, indices, values, bias, counts, sizes = shared.problem.classes(
        shared.rows[ends[0] : ends[-1]],
        ends - ends[0],
        shared.seeds[block.first : block.last],
        solver.tolerance,
        solver.max_rounds,
        shared.spec.cut or 0.0,
        work,
        cancel.array,
    )
    weights = Csr(values, indices, indptr, (block.last - block.first, shared.n_features))
    return BlockResult(block, weights, bias, TrainReport.of(counts, sizes))
