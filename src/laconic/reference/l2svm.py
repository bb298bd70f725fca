"""One-vs-rest squared hinge with L2, slow and plain, in float64: the twin of cpp/kernels/l2svm.

    P(w) = 1/2 ||w||^2 + C sum xi_i^2,                  xi_i = max(0, 1 - y_i w.x_i)
    D(a) = sum a_i - sum a_i^2 / 4C - 1/2 ||w(a)||^2,   w(a) = sum y_i a_i x_i,  a >= 0

The bias is one more column of X (`with_bias`). Nothing here is shared between classes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]


def with_bias(X: Vector, bias: float) -> Vector:
    """X with the bias feature as its last column."""
    return np.hstack([X, np.full((len(X), 1), bias)]) if bias > 0 else X


def objective(X: Vector, y: Vector, w: Vector, C: float) -> float:
    """P(w)."""
    xi = np.maximum(0.0, 1.0 - y * (X @ w))
    return float(0.5 * w @ w + C * xi @ xi)


def dual_objective(X: Vector, y: Vector, alpha: Vector, C: float) -> float:
    """D(alpha), which no P(w) is below."""
    w = X.T @ (y * alpha)
    return float(alpha.sum() - alpha @ alpha / (4 * C) - 0.5 * w @ w)


def gap_of_duals(X: Vector, y: Vector, alpha: Vector, C: float) -> float:
    """P(w(alpha)) - D(alpha), from scratch."""
    return objective(X, y, X.T @ (y * alpha), C) - dual_objective(X, y, alpha, C)


def solve(X: Vector, y: Vector, C: float, *, tolerance: float = 1e-10, max_steps: int = 200) -> Vector:
    """w by Newton steps with halving on P itself, until the gradient is gone: nothing in common with the kernel's way.

    gradient = w - 2 C X' (y xi),   Hessian = I + 2 C X_S' X_S over S = {xi > 0}
    """
    w = np.zeros(X.shape[1])
    for _ in range(max_steps):
        xi = np.maximum(0.0, 1.0 - y * (X @ w))
        gradient = w - 2 * C * X.T @ (y * xi)
        if np.linalg.norm(gradient) <= tolerance * max(1.0, C * len(y)):
            return w
        hit = X[xi > 0]
        step = np.linalg.solve(np.eye(len(w)) + 2 * C * hit.T @ hit, gradient)
        size = 1.0
        while (
            objective(X, y, w - size * step, C) > objective(X, y, w, C) - 1e-4 * size * gradient @ step and size > 1e-12
        ):
            size /= 2
        w = w - size * step
    raise RuntimeError(f"no gradient below {tolerance} in {max_steps} steps")
