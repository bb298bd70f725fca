"""Labels met batch after batch, put together; with the classes of a model first where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..data import Labels
from ..names import ENCODING_ERRORS, Names
from ..read import RowLabels


@dataclass(slots=True)
class LabelParts:
    """Collects the labels of batch after batch."""

    indices: list[NDArray[np.int32]] = field(default_factory=list)
    lengths: list[NDArray[np.int64]] = field(default_factory=list)

    def add(self, labels: RowLabels) -> None:
        """The labels of the next rows."""
        self.indices.append(labels.indices)
        self.lengths.append(np.diff(labels.indptr))

    def joined(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """(numbers, ends) of all rows so far, in the way of `Labels`."""
        lengths = np.concatenate([np.zeros(1, np.int64), *self.lengths])
        return np.concatenate([np.zeros(0, np.int32), *self.indices]), np.cumsum(lengths)


def known_first(
    known: Sequence[str], names: Sequence[str], indices: NDArray[np.int32], indptr: NDArray[np.int64]
) -> Labels:
    """Labels over `known`, in its order, then the unknown ones by their UTF-8 bytes; `indices` are into `names`."""
    number = {name: k for k, name in enumerate(known)}
    unknown = sorted((n for n in names if n not in number), key=lambda n: n.encode("utf-8", ENCODING_ERRORS))
    number |= {name: len(known) + k for k, name in enumerate(unknown)}
    table = np.array([number[name] for name in names], np.int32)
    rows = np.repeat(np.arange(len(indptr) - 1, dtype=np.int64), np.diff(indptr))
    pairs = np.unique(rows * max(len(number), 1) + table[indices])
    rows, numbers = np.divmod(pairs, max(len(number), 1))
    ends = np.zeros(len(indptr), np.int64)
    np.cumsum(np.bincount(rows, minlength=len(indptr) - 1), out=ends[1:])
    return Labels(Names.of(number), numbers.astype(np.int32), ends)
