"""How weights lie in memory while they answer: as in the file, and rows of many classes a second time, dense.

A row with weights for one class in four or more is added faster with a place for every class, zeros included, than
entry by entry: 73 us a document where all rows entry by entry took 125 (12,294 classes, 250,000 additions, AVX-512;
from one class in ten on: 82, in six: 83). The scores keep their bytes: a zero added to a sum that is not -0 changes
nothing, and no sum is.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .. import _kernels
from ..model import LinearModel

# Dense rows beyond this much memory are left out, the emptiest first.
MOST_BYTES = 64 << 20


def as_in_the_file(model: LinearModel, row_is_sound: NDArray[np.uint8]) -> _kernels.Scorer:
    """The weights where they are, mapped or not: nothing is read or copied."""
    return _scorer(model, row_is_sound, np.empty(0, np.int32), np.empty((0, model.n_classes), np.float32))


def with_dense_rows(model: LinearModel, row_is_sound: NDArray[np.uint8]) -> _kernels.Scorer:
    """The same, after a pass over the row pointers, with the fullest rows dense as well."""
    plain = as_in_the_file(model, row_is_sound)
    features = _fullest(model)
    dense = np.empty((len(features), model.n_classes), np.float32)
    # A row that is not sound stays out: the document that needs it is told so.
    sound = np.array([plain.expand(int(j), row) for j, row in zip(features, dense, strict=True)], bool)
    return _scorer(model, row_is_sound, features[sound], dense if sound.all() else dense[sound])


def _fullest(model: LinearModel) -> NDArray[np.int32]:
    lengths = np.diff(model.weights.indptr)
    candidates = np.flatnonzero(lengths >= max(model.n_classes // _kernels.DENSE_SHARE, 1))
    order = np.argsort(-lengths[candidates], kind="stable")
    return np.sort(candidates[order[: MOST_BYTES // (4 * max(model.n_classes, 1))]]).astype(np.int32)


def _scorer(
    model: LinearModel, row_is_sound: NDArray[np.uint8], features: NDArray[np.int32], dense: NDArray[np.float32]
) -> _kernels.Scorer:
    w = model.weights
    bias = model.bias + np.float32(0)  # makes +0 of -0
    return _kernels.Scorer(w.data, w.indices, w.indptr, bias, row_is_sound, features, dense)
