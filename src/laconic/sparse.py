"""Csr: a sparse matrix by rows with int32 columns, int64 row pointers and float32 values.

Why not scipy's: it gives `indices` and `indptr` one dtype (int32 columns with int64 pointers come back widened), it
costs 150 ms to import, and its arrays cannot stay mapped. Its matrices are accepted by their attributes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _kernels
from .errors import DataError


@dataclass(frozen=True, eq=False, slots=True)
class Csr:
    """Row i holds the columns indices[indptr[i]:indptr[i+1]] with the values data[the same]; arrays may be mapped."""

    data: NDArray[np.float32]
    indices: NDArray[np.int32]
    indptr: NDArray[np.int64]
    shape: tuple[int, int]

    @property
    def nnz(self) -> int:
        """The number of stored entries."""
        return len(self.data)

    @classmethod
    def of(cls, x: Any) -> Csr:
        """Takes a Csr, a scipy sparse matrix or array of any format, or a dense table of numbers; checks it once."""
        if isinstance(x, cls):
            return x
        if hasattr(x, "tocsr"):
            x = x.tocsr()
            out = cls.from_arrays(x.data, x.indices, x.indptr, x.shape)
        else:
            out = cls.from_dense(x)
        out.check()
        return out

    @classmethod
    def from_arrays(cls, data: ArrayLike, indices: ArrayLike, indptr: ArrayLike, shape: tuple[int, int]) -> Csr:
        """The three arrays, converted to the dtypes of a Csr where they differ; not checked."""
        return cls(
            np.ascontiguousarray(data, np.float32),
            np.ascontiguousarray(indices, np.int32),
            np.ascontiguousarray(indptr, np.int64),
            (int(shape[0]), int(shape[1])),
        )

    @classmethod
    def from_dense(cls, x: ArrayLike) -> Csr:
        """The non-zero entries of a dense table."""
        dense = np.asarray(x, np.float32)
        if dense.ndim != 2:
            raise DataError(f"expected a table of rows and columns, found {dense.ndim} dimension(s)")
        rows, columns = np.nonzero(dense)
        indptr = np.zeros(dense.shape[0] + 1, np.int64)
        np.cumsum(np.bincount(rows, minlength=dense.shape[0]), out=indptr[1:])
        return cls.from_arrays(dense[rows, columns], columns, indptr, dense.shape)

    def check(self, sorted_rows: bool = False) -> None:
        """Raises DataError at the first row that is not sound: pointers, columns in range, finite values."""
        if len(self.indptr) != self.shape[0] + 1:
            raise DataError(f"{len(self.indptr)} row pointers for {self.shape[0]} rows; expected {self.shape[0] + 1}")
        row = _kernels.first_bad_row(self.data, self.indices, self.indptr, self.shape[1], sorted_rows)
        if row >= 0:
            raise DataError(
                f"row {row} of the matrix is not sound: a column outside 0..{self.shape[1] - 1}, a value that is not"
                " finite, or row pointers that do not rise"
            )

    def transpose(self) -> Csr:
        """Rows become columns; each new row lists its columns in rising order."""
        data, indices, indptr = _kernels.transpose(self.data, self.indices, self.indptr, self.shape[1])
        return Csr(data, indices, indptr, (self.shape[1], self.shape[0]))

    def canonical(self) -> Csr:
        """Each row by rising column, a column told twice added up; itself where it is so already."""
        if _kernels.first_bad_row(self.data, self.indices, self.indptr, self.shape[1], True) < 0:
            return self
        self.check()  # what is worse than disorder is refused
        row_of = np.repeat(np.arange(self.shape[0], dtype=np.int64), np.diff(self.indptr))
        order = np.lexsort((self.indices, row_of))
        cells = row_of[order] * self.shape[1] + self.indices[order]
        first = np.flatnonzero(np.diff(cells, prepend=-1))
        with np.errstate(over="ignore"):  # told below, in words
            data = np.add.reduceat(self.data[order], first) if len(first) else self.data[:0]
        if not np.isfinite(data).all():
            raise DataError("values told twice for one column add up to more than a float32 can hold")
        ends = np.searchsorted(first, self.indptr).astype(np.int64)
        return Csr(data, self.indices[order][first], ends, self.shape)

    def keep_entries(self, kept: NDArray[np.bool_]) -> Csr:
        """The same matrix with only the entries stored for which `kept` is true."""
        ends = np.zeros(len(kept) + 1, np.int64)
        np.cumsum(kept, out=ends[1:])
        return Csr(self.data[kept], self.indices[kept], ends[self.indptr], self.shape)

    def row(self, i: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """(columns, values) of one row, as views."""
        part = slice(int(self.indptr[i]), int(self.indptr[i + 1]))
        return self.indices[part], self.data[part]

    def take_rows(self, rows: NDArray[np.integer]) -> Csr:
        """The rows of these numbers, in this order, copied."""
        starts, lengths = self.indptr[rows], np.diff(self.indptr)[rows]
        indptr = np.zeros(len(rows) + 1, np.int64)
        np.cumsum(lengths, out=indptr[1:])
        entries = np.repeat(starts - indptr[:-1], lengths) + np.arange(indptr[-1])
        return Csr(self.data[entries], self.indices[entries], indptr, (len(rows), self.shape[1]))

    def to_dense(self) -> NDArray[np.float32]:
        """For tests and small things only; repeated entries are added."""
        dense = np.zeros(self.shape, np.float32)
        rows = np.repeat(np.arange(self.shape[0]), np.diff(self.indptr))
        np.add.at(dense, (rows, self.indices), self.data)
        return dense


def vstack(parts: list[Csr], cols: int) -> Csr:
    """Puts blocks of rows on top of one another; `cols` is the width of the result."""
    indptr = np.zeros(sum(part.shape[0] for part in parts) + 1, np.int64)
    row = 0
    for part in parts:
        indptr[row + 1 : row + 1 + part.shape[0]] = part.indptr[1:] + indptr[row]
        row += part.shape[0]
    data = np.concatenate([part.data for part in parts]) if parts else np.empty(0, np.float32)
    indices = np.concatenate([part.indices for part in parts]) if parts else np.empty(0, np.int32)
    return Csr(data, indices, indptr, (row, cols))
