"""Columns of vectors from outside: only those that training met are features; ignored and unknown ones are left out.

A file may number its columns up to 2^31 and use a few thousand of them. Nothing here or later is as wide as the largest
number: feature j of a model is column columns[j], rising; where that is every column from 0 on, `columns` is None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..sparse import Csr

Columns: TypeAlias = NDArray[np.int32]

# Up to this many times the number of entries, a table over all columns is faster than sorting the entries.
_TABLE = 4
_FEW_ROWS = 10  # below, values may well all differ by chance
_FEW_COLUMNS = 4  # looked at: a table that is full is no set of vectors with a row number


def without(rows: Csr, ignore: Sequence[int]) -> Csr:
    """The rows without the ignored columns."""
    return rows.keep_entries(~np.isin(rows.indices, ignore)) if len(ignore) else rows


def compact(rows: Csr) -> tuple[Csr, Columns | None]:
    """(rows over the columns that occur, those columns); for learning."""
    columns = _occurring(rows)
    if len(columns) == rows.shape[1]:
        return rows, None
    indices = np.searchsorted(columns, rows.indices).astype(np.int32)
    return Csr(rows.data, indices, rows.indptr, (rows.shape[0], len(columns))), columns


def _occurring(rows: Csr) -> Columns:
    if rows.shape[1] > _TABLE * rows.nnz:
        return np.unique(rows.indices)
    found = np.zeros(rows.shape[1], bool)
    found[rows.indices] = True
    return np.flatnonzero(found).astype(np.int32)


def row_numbers(rows: Csr) -> list[int]:
    """The columns that number the rows, like feature 0 of the LSHTC files: in every row, whole, never the same twice.

    A model that learns from such a column is ruined (.04 accuracy in place of .37), and nothing else shows it.
    """
    if rows.shape[0] < _FEW_ROWS:
        return []
    everywhere = np.flatnonzero(np.bincount(rows.indices, minlength=rows.shape[1]) == rows.shape[0])
    columns = [(int(j), rows.data[rows.indices == j]) for j in everywhere[:_FEW_COLUMNS]]
    return [j for j, v in columns if len(np.unique(v)) == len(v) and (v == np.floor(v)).all()]


def known(rows: Csr, columns: Columns | None, n_features: int) -> Csr:
    """Rows over the features of a model; entries of other columns are features no one knows, and left out."""
    shape = (rows.shape[0], n_features)
    if columns is None:
        kept = rows if rows.shape[1] <= n_features else rows.keep_entries(rows.indices < n_features)
        return Csr(kept.data, kept.indices, kept.indptr, shape)
    place = np.minimum(np.searchsorted(columns, rows.indices), max(n_features - 1, 0)).astype(np.int32)
    hit = columns[place] == rows.indices if n_features else np.zeros(rows.nnz, bool)
    return Csr(rows.data, place, rows.indptr, shape).keep_entries(hit)
