"""Dataset = X (rows as sparse vectors) + Y (their labels) + how raw rows became vectors.

Labels are names plus, for each row, the sorted numbers of its labels: one label, many or none alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .errors import DataError
from .names import ENCODING_ERRORS, Names
from .sparse import Csr


@dataclass(frozen=True, eq=False, slots=True)
class Labels:
    """Row i has the labels indices[indptr[i]:indptr[i+1]], rising numbers into `names`."""

    names: Names
    indices: NDArray[np.int32]
    indptr: NDArray[np.int64]

    @classmethod
    def of(cls, rows: Iterable[str | int | Sequence[str | int]]) -> Labels:
        """One label a row (a string or a whole number) or a sequence of them; an empty sequence is a row without."""
        table: dict[str, int] = {}
        numbers: list[int] = []
        ends = [0]
        for i, row in enumerate(rows):
            numbers.extend(table.setdefault(name, len(table)) for name in _names_of(row, i))
            ends.append(len(numbers))
        return cls.canonical(list(table), np.array(numbers, np.int32), np.array(ends, np.int64))

    @classmethod
    def canonical(cls, names: Sequence[str], indices: NDArray[np.int32], indptr: NDArray[np.int64]) -> Labels:
        """Sorts the names by their UTF-8 bytes and each row's numbers; a label told twice in a row counts once."""
        order = sorted(range(len(names)), key=lambda k: names[k].encode("utf-8", ENCODING_ERRORS))
        rank = np.empty(len(names), np.int32)
        rank[order] = np.arange(len(names), dtype=np.int32)
        rows = np.repeat(np.arange(len(indptr) - 1, dtype=np.int64), np.diff(indptr))
        pairs = np.unique(rows * max(len(names), 1) + rank[indices])
        rows, numbers = np.divmod(pairs, max(len(names), 1))
        ends = np.zeros(len(indptr), np.int64)
        np.cumsum(np.bincount(rows, minlength=len(indptr) - 1), out=ends[1:])
        return cls(Names.of(names[k] for k in order), numbers.astype(np.int32), ends)

    @property
    def n_rows(self) -> int:
        """How many rows are labelled here (rows without labels included)."""
        return len(self.indptr) - 1

    @property
    def n_classes(self) -> int:
        """How many distinct labels there are."""
        return len(self.names)

    def rows_by_class(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """(rows, indptr): the rows of class k, rising, are rows[indptr[k]:indptr[k+1]]."""
        row_of = np.repeat(np.arange(self.n_rows, dtype=np.int32), np.diff(self.indptr))
        order = np.argsort(self.indices, kind="stable")
        ends = np.zeros(self.n_classes + 1, np.int64)
        np.cumsum(np.bincount(self.indices, minlength=self.n_classes), out=ends[1:])
        return row_of[order], ends

    def row(self, i: int) -> list[str]:
        """The label names of one row."""
        return [self.names[int(k)] for k in self.indices[self.indptr[i] : self.indptr[i + 1]]]


def _names_of(row: object, i: int) -> list[str]:
    """The labels of one row as text. A row of a 0/1 table is refused: its labels would be "0" and "1"."""
    if isinstance(row, str | int | np.integer):
        return [str(row)]
    table = isinstance(row, np.ndarray) and row.dtype.kind not in "UO"
    several = list(row) if isinstance(row, Iterable) and not table and not isinstance(row, bytes) else [row]
    for label in several:
        if not isinstance(label, str | int | np.integer):
            raise DataError(f"the label of row {i} is {label!r}; expected a string, a whole number, or a list of those")
    return list(map(str, several))


@dataclass(frozen=True, eq=False, slots=True)
class Dataset:
    """What training and evaluation take: sound rows, their labels, and the pipeline that made the rows."""

    X: Csr
    Y: Labels
    pipeline: object | None = None  # a pipeline.Pipeline, which lives in a higher tier; carried, never looked into

    def __post_init__(self) -> None:
        if self.X.shape[0] != self.Y.n_rows:
            raise DataError(f"{self.X.shape[0]} rows of features but {self.Y.n_rows} rows of labels")
