"""Twin of cpp/kernels/weighting.cpp in float64, row by row, with Python's own log and power."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..sparse import Csr


def document_frequencies(counts: Csr) -> NDArray[np.int64]:
    """For each column the number of rows with a value other than 0 there."""
    df = np.zeros(counts.shape[1], np.int64)
    for i in range(counts.shape[0]):
        columns, values = counts.row(i)
        df[np.unique(columns[values != 0])] += 1
    return df


def idf(df: NDArray[np.int64], n_rows: int, power: float) -> NDArray[np.float64]:
    """(ln((1 + n) / (1 + df)) + 1) ** power."""
    return np.array([(math.log((1 + n_rows) / (1 + int(d))) + 1) ** power for d in df])


def term_weight(tf: float, kind: str, sublinear: bool) -> float:
    """What one value is worth before the idf."""
    if kind == "binary":
        return float(tf != 0)
    return 1 + math.log(tf) if sublinear and tf >= 1 else tf


def apply(
    counts: Csr, kind: str, *, sublinear: bool = False, factors: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """The weighted rows as a dense table."""
    out = np.zeros(counts.shape)
    for i in range(counts.shape[0]):
        columns, values = counts.row(i)
        for j, tf in zip(columns.tolist(), values.tolist(), strict=True):
            out[i, j] = (
                tf if kind == "none" else term_weight(tf, kind, sublinear) * (factors[j] if factors is not None else 1)
            )
        length = math.sqrt(math.fsum(out[i] ** 2))
        if kind != "none" and length > 0:
            out[i] /= length
    return out
