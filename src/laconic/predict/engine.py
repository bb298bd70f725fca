"""The engine: one model, prepared once, answers rows or texts exactly, one at a time or by the million.

    score of class k for a row x = bias[k] + sum_j x[j] * weights[j, k]        float32, summed in the order of the row

The same bytes for any number of jobs and any instruction set. Rows of a mapped model are checked when a row of data
first needs them, so that a model opens in constant time and a damaged one is refused, never read out of bounds.
Not here: what turns raw rows into vectors (model.pipeline; texts pass through it, matrices are taken as they are).
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .. import _kernels
from ..errors import DataError, LaconicError, ModelFileError, OptionError
from ..events import Listener, Notice, silent
from ..execute.threads import resolve_jobs
from ..kernels import choose_kernel
from ..mapped import expect_much
from ..sparse import Csr
from .layouts import as_in_the_file, prepared
from .topk import TopK
from .workers import run_ranges

if TYPE_CHECKING:
    from ..model import LinearModel

Rows: TypeAlias = Any  # a Csr, a scipy matrix of any format, a dense table, or a sequence of texts

# Additions in one native call; they cost 0.3 to 3 ns each, so that a call ends within 100 ms and Ctrl-C is heard.
BUDGET = 30_000_000
# Preparing takes about 5 ms (187 dense rows of 12,294 classes, 200,000 features) and wins some 90 us an answer.
ROWS_UNTIL_PREPARED = 300


class Engine:
    """Answers for one model. Safe to use from several threads; `jobs` threads share a batch (0 = all cores)."""

    def __init__(self, model: LinearModel, jobs: int = 1, *, listen: Listener = silent) -> None:
        choose_kernel()
        self.model = model
        self.jobs = resolve_jobs(jobs)
        self.n_features, self.n_classes = model.weights.shape
        self._listen = listen
        self._told_unknown = False
        self._workspaces: list[NDArray[np.float32]] = []  # as many as threads ever worked at once
        _check(model)
        self._scorer = as_in_the_file(model)
        self._rows_until_prepared = ROWS_UNTIL_PREPARED
        self._lock = threading.Lock()

    def topk(self, rows: Rows, k: int = 1) -> TopK:
        """The k best classes of each row, best first; all classes when there are fewer than k."""
        x = self.vectors(rows)
        shape = (x.shape[0], min(_positive("k", k), self.n_classes))
        indices, scores = np.empty(shape, np.int32), np.empty(shape, np.float32)

        def work(first: int, last: int, stop: threading.Event) -> None:
            self._answer(x, indices, scores, first, last, stop)

        if self._rows_until_prepared > 0:
            self._count_rows(x.shape[0])
        if self.n_classes:
            run_ranges(work, x.shape[0], self.jobs)
        return TopK(indices, scores, self.model.labels)

    def scores(self, rows: Rows) -> NDArray[np.float32]:
        """All scores of each row as a dense table: for a few rows, for tests and explanations."""
        x = self.vectors(rows)
        out = np.empty((x.shape[0], self.n_classes), np.float32)
        for row in range(x.shape[0]):
            self._judge(x, self._scorer.scores(x.data, x.indices, x.indptr, row, out[row]))
        if not np.isfinite(out).all():
            raise _overflow(int(np.argmin(np.isfinite(out).all(axis=1))))
        return out

    def vectors(self, rows: Rows) -> Csr:
        """What is scored: texts through the pipeline of the model, matrices as they are (already weighted)."""
        if isinstance(rows, Csr):
            return _fitting(rows)
        if isinstance(rows, str):
            raise DataError(f"expected a list of texts, found the text {rows[:40]!r}; put it into brackets")
        if isinstance(rows, list | tuple) and all(isinstance(row, str) for row in rows):
            return self._transform(rows)
        return Csr.of(rows)

    def _count_rows(self, rows: int) -> None:
        """Takes the time to prepare the weights once there are answers to win it back on."""
        with self._lock:
            self._rows_until_prepared -= rows
            if self._rows_until_prepared <= 0 < self._rows_until_prepared + rows:
                expect_much(self.model.weights.data)
                self._scorer = prepared(self.model)

    def _transform(self, texts: Sequence[str]) -> Csr:
        pipeline = self.model.pipeline
        if pipeline is None or pipeline.kind != "text":
            raise DataError("this model was trained on vectors and takes no texts; give it a sparse matrix of features")
        return pipeline.transform(texts, jobs=self.jobs)

    def _answer(
        self,
        x: Csr,
        indices: NDArray[np.int32],
        scores: NDArray[np.float32],
        first: int,
        last: int,
        stop: threading.Event,
    ) -> None:
        try:  # asking first would race: another thread may take the last one in between
            workspace = self._workspaces.pop()
        except IndexError:
            workspace = np.empty(self.n_classes, np.float32)
        while first < last and not stop.is_set():
            outcome = self._scorer.top_k(x.data, x.indices, x.indptr, first, last, BUDGET, workspace, indices, scores)
            self._judge(x, outcome)
            first = outcome.next
        self._workspaces.append(workspace)

    def _judge(self, x: Csr, outcome: _kernels.ScoreOutcome) -> None:
        if outcome.unknown and not self._told_unknown:
            self._told_unknown = True
            self._listen(
                Notice(
                    f"the rows have features the model does not know ({outcome.unknown} values so far; it has"
                    f" {self.n_features} features): they are ignored"
                )
            )
        if outcome.failed:
            raise _error(x, outcome)


def _check(model: LinearModel) -> None:
    """Checks what costs little: shapes and biases. Rows of weights are checked when first used."""
    weights, bias = model.weights, model.bias
    have = (len(weights.indptr), len(weights.data), len(bias), len(model.labels))
    want = (weights.shape[0] + 1, len(weights.indices), weights.shape[1], weights.shape[1])
    if have != want:
        raise ModelFileError(
            "the arrays of the model do not fit together: row pointers, weights, biases, labels are"
            f" {have}, expected {want}"
        )
    if not np.isfinite(bias).all():
        raise ModelFileError(f"the bias of class {int(np.argmin(np.isfinite(bias)))} of the model is not finite")


def _fitting(x: Csr) -> Csr:
    """The entries are checked while scoring; here only what the kernel would refuse in words of its own."""
    if len(x.indptr) != x.shape[0] + 1 or len(x.data) != len(x.indices):
        raise DataError(
            f"the arrays of the matrix do not fit together: {len(x.indptr)} row pointers for {x.shape[0]} rows,"
            f" {len(x.data)} values for {len(x.indices)} columns"
        )
    return x


def _error(x: Csr, outcome: _kernels.ScoreOutcome) -> LaconicError:
    if outcome.problem == _kernels.ScoreProblem.bad_weights:
        return ModelFileError(
            f"the weights of feature {outcome.feature} are damaged: row pointers, class numbers or values are not"
            " sound; take a fresh copy of the model file (laconic inspect --verify names the damaged part)"
        )
    if outcome.problem == _kernels.ScoreProblem.overflow:
        return _overflow(outcome.next)
    return DataError(
        f"row {outcome.next} cannot be answered: a feature below 0, a value that is not finite, or row pointers that do"
        f" not rise within {x.nnz} entries"
    )


def _overflow(row: int) -> DataError:
    return DataError(f"the scores of row {row} leave the range of float32: its values, or the weights, are too large")


def _positive(name: str, value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise OptionError(f"{name} is {value!r}; expected a whole number from 1")
    return int(value)
