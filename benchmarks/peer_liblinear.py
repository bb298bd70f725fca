"""LIBLINEAR (package liblinear-official) as a peer: classes trained one by one through its C function, CPU seconds of
that alone, and the objective of anyone's weights recomputed in float64.

Its own one-vs-rest does the same class after class, but keeps a dense K x D matrix of doubles: 34.7 GB on `large`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from common import Run, Timed
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from laconic.data import Dataset
from laconic.model import LinearModel

Vector = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Weights:
    """Classes x features, and the biases (0 without)."""

    rows: NDArray[np.float64] | csr_matrix
    bias: Vector


def as_scipy(data: Dataset) -> csr_matrix:
    """The same rows in double precision, as LIBLINEAR has them."""
    return csr_matrix((data.X.data.astype(np.float64), data.X.indices, data.X.indptr), shape=data.X.shape)


def signs(data: Dataset, label: int) -> Vector:
    """+1 for the rows of a class, -1 for the rest."""
    rows, ends = data.Y.rows_by_class()
    y = np.full(data.X.shape[0], -1.0)
    y[rows[ends[label] : ends[label + 1]]] = 1.0
    return y


class Liblinear:
    """`-s 1`: L2-regularised squared hinge, dual; with `-B 1` or without bias."""

    def __init__(self, data: Dataset, classes: NDArray[np.int64], bias: bool):
        from liblinear.liblinear import parameter, problem

        self.ys = [signs(data, int(label)) for label in classes]
        self.problem = problem(self.ys[0], as_scipy(data), 1 if bias else -1)
        self.parameter = parameter(f"-s 1 -e 0.1 {'-B 1' if bias else ''} -q")
        self.features, self.bias = data.X.shape[1], bias

    def train(self) -> Timed:
        """All classes of the sample; only its `train` is on the clock."""
        rows = np.zeros((len(self.ys), self.features + self.bias))
        cpu = wall = 0.0
        for k, y in enumerate(self.ys):
            np.ctypeslib.as_array(self.problem.y, (len(y),))[:] = y
            cpu_before, wall_before = time.process_time(), time.perf_counter()
            model = self._train()
            cpu, wall = cpu + time.process_time() - cpu_before, wall + time.perf_counter() - wall_before
            rows[k] = self._weights(model)
        bias = rows[:, -1].copy() if self.bias else np.zeros(len(rows))
        return Timed(Run(cpu, wall), Weights(rows[:, : self.features], bias))

    def _train(self) -> object:
        from liblinear.liblinear import liblinear

        return liblinear.train(self.problem, self.parameter)

    def _weights(self, model: object) -> Vector:
        """Of two classes there is one vector; it speaks for the label met first."""
        from ctypes import byref

        from liblinear.liblinear import liblinear

        inner = model.contents  # type: ignore[attr-defined]
        w = np.ctypeslib.as_array(inner.w, (self.features + self.bias,)) * inner.label[0]
        liblinear.free_and_destroy_model(byref(model))  # type: ignore[arg-type]
        return w


def of_model(model: LinearModel) -> Weights:
    """Our weights, class by class, in double precision."""
    w = model.weights
    rows = csr_matrix((w.data.astype(np.float64), w.indices, w.indptr), shape=w.shape)
    return Weights(rows.T.tocsr(), model.bias.astype(np.float64))


def objectives(data: Dataset, classes: NDArray[np.int64], weights: Weights, C: float = 1.0) -> Vector:
    """P of each class, in float64: 1/2 (||w||^2 + b^2) + C sum max(0, 1 - y (w.x + b))^2."""
    x = as_scipy(data)
    return np.array([_objective(x, signs(data, int(label)), weights, k, C) for k, label in enumerate(classes)])


def _objective(x: csr_matrix, y: Vector, weights: Weights, k: int, C: float) -> float:
    row, b = weights.rows[k], float(weights.bias[k])
    w = row.toarray().ravel() if isinstance(weights.rows, csr_matrix) else row
    xi = np.maximum(0.0, 1.0 - y * (x @ w + b))
    return 0.5 * float(w @ w + b * b) + C * float(xi @ xi)
