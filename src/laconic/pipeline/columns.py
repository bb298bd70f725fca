"""Columns of rows that came from outside: put in order, cut to what the model knows, ignored ones left out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .. import _kernels
from ..errors import DataError
from ..sparse import Csr


def orderly(rows: Csr) -> Csr:
    """Each row by rising column, a column told twice added up; rows that are so already come back as they are."""
    if _kernels.first_bad_row(rows.data, rows.indices, rows.indptr, rows.shape[1], True) < 0:
        return rows
    rows.check()  # what is worse than disorder is refused
    row_of = np.repeat(np.arange(rows.shape[0], dtype=np.int64), np.diff(rows.indptr))
    order = np.lexsort((rows.indices, row_of))
    cells = row_of[order] * rows.shape[1] + rows.indices[order]
    first = np.flatnonzero(np.diff(cells, prepend=-1))
    with np.errstate(over="ignore"):  # told below, in words
        data = np.add.reduceat(rows.data[order], first) if len(first) else rows.data[:0]
    if not np.isfinite(data).all():
        raise DataError("values told twice for one column add up to more than a float32 can hold")
    return Csr(data, rows.indices[order][first], _ends(row_of[first], rows.shape[0]), rows.shape)


def keep(rows: Csr, width: int, ignore: Sequence[int] = ()) -> Csr:
    """Rows of `width` columns without the ignored ones; entries of wider rows are features no one knows: left out."""
    if rows.shape[1] <= width and not ignore:
        return Csr(rows.data, rows.indices, rows.indptr, (rows.shape[0], width))
    known = rows.indices < width
    if ignore:
        known &= ~np.isin(rows.indices, ignore)
    kept = keep_entries(rows, known)
    return Csr(kept.data, kept.indices, kept.indptr, (rows.shape[0], width))


def keep_entries(x: Csr, kept: NDArray[np.bool_]) -> Csr:
    """The same matrix with only the entries stored for which `kept` is true."""
    ends = np.zeros(len(kept) + 1, np.int64)
    np.cumsum(kept, out=ends[1:])
    return Csr(x.data[kept], x.indices[kept], ends[x.indptr], x.shape)


def _ends(row_of: NDArray[np.int64], rows: int) -> NDArray[np.int64]:
    ends = np.zeros(rows + 1, np.int64)
    np.cumsum(np.bincount(row_of, minlength=rows), out=ends[1:])
    return ends
