"""Twin of cpp/kernels/score.cpp and cpp/isa/score.cpp: scores and the top k, one addition after another in float32."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..sparse import Csr


def scores(weights: Csr, bias: NDArray[np.float32], rows: Csr) -> NDArray[np.float32]:
    """bias[k] + sum_j x[j] * weights[j, k] for every row x, in the order of the row; a bias of -0 is +0."""
    out = np.tile(bias + np.float32(0), (rows.shape[0], 1))
    for i in range(rows.shape[0]):
        for j, value in zip(*rows.row(i), strict=True):
            if j < weights.shape[0]:
                classes, row = weights.row(int(j))
                out[i, classes] += row * value  # numpy rounds the product and the sum to float32, as the kernel does
    return out


def top_k(scores: NDArray[np.float32], k: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """(classes, scores) of the k best of each row, falling; of equal scores the smaller class number first."""
    order = np.argsort(-scores, axis=1, kind="stable")[:, :k].astype(np.int32)
    return order, np.take_along_axis(scores, order, axis=1)
