"""How weights lie in memory while they answer: as in the file, and prepared, for models that answer many documents.

Prepared, a model of at most 65,536 classes keeps its weights a second time, as whole numbers of steps, 16 bits each, a
class number of 16 bits beside each. These scores are near the exact ones; a bound on the difference leaves a few
candidates, and their exact scores give the answer (cpp/kernels/shortlist.hpp has the proof). Rows are packed when a
document first needs them: memory that no document needs is never written.

The fullest rows have a place for every class, zeros included, in both forms: a zero added to a sum that is not -0
changes nothing, and no sum is. Loops of a prototype, 12,294 classes, 200,000 additions a document, AVX-512, us a
document: as in the file 125, fullest rows dense 66, prepared 36 (dense from one class in eight on; in four 46, in
sixteen 50).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .. import _kernels
from ..model import LinearModel

# Dense rows beyond this much memory are left out, the emptiest first; packed, they take half as much again.
MOST_BYTES = 64 << 20


def as_in_the_file(model: LinearModel) -> _kernels.Scorer:
    """The weights where they are, mapped or not: nothing is read or copied."""
    return _scorer(model, np.empty(0, np.int32), np.empty((0, model.n_classes), np.float32), packs=False)


def prepared(model: LinearModel) -> _kernels.Scorer:
    """The same, after a pass over the row pointers, with the fullest rows dense as well, and room for packed rows."""
    plain = as_in_the_file(model)
    features = _fullest(model)
    dense = np.empty((len(features), model.n_classes), np.float32)
    # A row that is not sound stays out: the document that needs it is told so.
    sound = np.array([plain.expand(int(j), row) for j, row in zip(features, dense, strict=True)], bool)
    packs = model.n_classes <= _kernels.MOST_PACKED_CLASSES and _rows_lie_apart(model)
    return _scorer(model, features[sound], dense if sound.all() else dense[sound], packs)


def _fullest(model: LinearModel) -> NDArray[np.int32]:
    lengths = np.diff(model.weights.indptr)
    candidates = np.flatnonzero(lengths >= max(model.n_classes // _kernels.DENSE_SHARE, 1))
    order = np.argsort(-lengths[candidates], kind="stable")
    return np.sort(candidates[order[: MOST_BYTES // (4 * max(model.n_classes, 1))]]).astype(np.int32)


def _rows_lie_apart(model: LinearModel) -> bool:
    """In a damaged file two rows may share entries; packed, an entry counts the steps of one row only."""
    indptr = model.weights.indptr
    return bool(indptr[0] >= 0 and indptr[-1] <= model.nnz and np.all(indptr[1:] >= indptr[:-1]))


def _scorer(
    model: LinearModel, features: NDArray[np.int32], dense: NDArray[np.float32], packs: bool
) -> _kernels.Scorer:
    w = model.weights
    return _kernels.Scorer(
        data=w.data,
        classes=w.indices,
        indptr=w.indptr,
        bias=model.bias + np.float32(0),  # makes +0 of -0
        row_states=np.zeros(w.shape[0], np.uint8),
        dense_features=features,
        dense=dense,
        packed_entries=np.empty(model.nnz if packs else 0, np.uint32),
        packed_steps=np.empty(w.shape[0] if packs else 0, np.float32),
        packed_dense=np.zeros(dense.shape if packs else (0, 0), np.int16),
    )
