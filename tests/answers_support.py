"""Small random models and rows for the tests of answers and measures."""

from __future__ import annotations

import numpy as np

from laconic.model import LinearModel, Provenance
from laconic.names import Names
from laconic.sparse import Csr


def random_rows(rng: np.random.Generator, rows: int, cols: int, density: float, whole: bool = False) -> Csr:
    """Rows of very different lengths; `whole` values make many equal scores."""
    dense = rng.random((rows, cols)) < density * 2 * rng.random((rows, 1))
    values = rng.integers(-2, 3, (rows, cols)) if whole else rng.normal(size=(rows, cols))
    return Csr.from_dense(np.where(dense, values, 0).astype(np.float32))


def random_model(
    rng: np.random.Generator, features: int, classes: int, density: float = 0.3, whole: bool = False
) -> LinearModel:
    bias = rng.integers(-1, 2, classes) if whole else rng.normal(size=classes)
    weights = random_rows(rng, features, classes, density, whole)
    return model_of(weights, bias.astype(np.float32))


def model_of(weights: Csr, bias: np.ndarray | None = None, names: list[str] | None = None) -> LinearModel:
    features, classes = weights.shape
    labels = Names.of(names if names is not None else [f"c{k}" for k in range(classes)])
    bias = np.zeros(classes, np.float32) if bias is None else bias
    return LinearModel(weights, bias, labels, provenance=Provenance({}, 10, features))
