"""What reading yields: a few MB of rows at a time, as texts or as sparse vectors, with labels, ids and line numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..sparse import Csr

RowId: TypeAlias = str | int | None


@dataclass(frozen=True, eq=False, slots=True)
class RowLabels:
    """Row i has the labels indices[indptr[i]:indptr[i+1]]: numbers into Source.label_names, as the file lists them."""

    indices: NDArray[np.int32]
    indptr: NDArray[np.int64]

    @classmethod
    def of(cls, rows: Iterable[Sequence[int]]) -> RowLabels:
        """Packs one sequence of label numbers a row."""
        numbers: list[int] = []
        ends = [0]
        for row in rows:
            numbers.extend(row)
            ends.append(len(numbers))
        return cls(np.array(numbers, np.int32), np.array(ends, np.int64))

    def __len__(self) -> int:
        return len(self.indptr) - 1


@dataclass(frozen=True, eq=False, slots=True)
class TextBatch:
    """Rows of raw text; lines[i] is the line row i came from."""

    texts: list[str]
    labels: RowLabels
    ids: list[RowId]
    first_line: int
    lines: Sequence[int] | NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.texts)


@dataclass(frozen=True, eq=False, slots=True)
class VectorBatch:
    """Rows of sparse vectors: column = index as it stands in the file, rows.shape[1] = widest index here + 1."""

    rows: Csr
    labels: RowLabels
    ids: list[RowId]
    first_line: int
    lines: Sequence[int] | NDArray[np.int64]

    def __len__(self) -> int:
        return self.rows.shape[0]
