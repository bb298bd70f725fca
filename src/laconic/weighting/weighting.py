"""Weighting: what a count is worth in its row; fitted once on the training rows, applied to every row after.

    tfidf    tf * idf, or (1 + ln tf) * idf when sublinear; idf = (ln((1 + n) / (1 + df)) + 1) ** idf_power
    binary   1 for every value other than 0
    none     the values as they are

Rows of tfidf and binary have unit l2 length; a row without weight stays all zeros. The work is done by
cpp/kernels/weighting.cpp, whose header states the formulas; the twin is reference/weighting.py. As tf is a number of
occurrences, tfidf refuses negative values; `none` and `binary` take any finite value.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from .. import _kernels
from ..errors import DataError, ModelFileError, OptionError
from ..sparse import Csr

Kind: TypeAlias = Literal["tfidf", "binary", "none"]
MAX_IDF_POWER = 16.0  # an idf is below 23 for 2**31 rows, and 23**16 squared still is a modest double
_ENTRIES_PER_CALL = 4_000_000  # some 30 ms, so that Ctrl-C is heard between two calls
_NO_IDF = np.empty(0, np.float32)


@dataclass(frozen=True, eq=False, slots=True)
class Weighting:
    """A fitted weighting; `idf` has one factor for each column and is there for tfidf only."""

    kind: Kind = "none"
    sublinear: bool = False
    idf_power: float = 1.0
    idf: NDArray[np.float32] | None = None

    def __post_init__(self) -> None:
        check_options(self.kind, self.sublinear, self.idf_power)
        if (self.idf is not None) != (self.kind == "tfidf"):
            raise OptionError(f"weighting {self.kind!r} {'needs' if self.idf is None else 'takes no'} idf factors")

    @classmethod
    def fit(cls, counts: Csr, *, kind: Kind = "tfidf", sublinear: bool = False, idf_power: float = 1.0) -> Weighting:
        """Learns the document frequencies of the columns from these rows."""
        check_options(kind, sublinear, idf_power)
        if kind != "tfidf":
            return cls(kind, sublinear, idf_power)
        df = document_frequencies(counts)
        return cls(kind, sublinear, idf_power, _kernels.weighting_idf(df, counts.shape[0], idf_power))

    def apply(self, counts: Csr) -> Csr:
        """The rows weighted: new values, the same columns; the very same matrix when the kind is none."""
        if self.kind == "none":
            return counts
        out = np.empty_like(counts.data)
        for begin, end in row_ranges(counts):
            self.apply_into(counts, out, begin, end)
        return Csr(out, counts.indices, counts.indptr, counts.shape)

    def apply_into(self, counts: Csr, out: NDArray[np.float32], begin: int, end: int) -> None:
        """Weights the rows begin..end-1 into `out`, which is as long as counts.data; threads may share the rows."""
        if self.kind == "none":
            part = slice(int(counts.indptr[begin]), int(counts.indptr[end]))
            out[part] = counts.data[part]
            return
        code = 2 if self.kind == "binary" else int(self.sublinear)
        idf = _NO_IDF if self.idf is None else self.idf
        row = _kernels.weighting_rows(
            counts.data, counts.indices, counts.indptr, counts.shape[1], begin, end, code, idf, out
        )
        if row >= 0:
            raise self._complaint(counts, row)

    def _complaint(self, counts: Csr, row: int) -> DataError | ModelFileError:
        unsound = unsound_entry(counts, row, counts.shape[1] if self.idf is None else len(self.idf), self.kind)
        if unsound is not None:
            return unsound
        return ModelFileError(
            f"the idf factors met in row {row} are not finite or far too large: the model file is damaged"
        )

    def metadata(self) -> dict[str, str | bool | float]:
        """The options as plain JSON types."""
        return {"kind": self.kind, "sublinear": self.sublinear, "idf_power": float(self.idf_power)}

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """What the model file keeps, by name."""
        return {} if self.idf is None else {"idf": self.idf}

    @classmethod
    def restore(cls, metadata: Any, arrays: Mapping[str, NDArray[np.generic]]) -> Weighting:
        """From what a model file says; a ModelFileError when that makes no weighting."""
        if not isinstance(metadata, Mapping) or set(metadata) != {"kind", "sublinear", "idf_power"}:
            raise ModelFileError(f"the weighting reads {repr(metadata)[:200]}; expected kind, sublinear and idf_power")
        idf = arrays.get("idf")
        if idf is not None and (idf.dtype != np.float32 or idf.ndim != 1 or not _well_laid(idf)):
            raise ModelFileError(
                f"the array 'idf' is {idf.dtype} with {idf.ndim} dimension(s); expected one aligned row of float32"
            )
        try:
            return cls(**metadata, idf=idf)  # type: ignore[arg-type]  # the dtype is checked above
        except OptionError as error:
            raise ModelFileError(f"the weighting of the model file makes no sense: {error}") from error


def check_options(kind: object, sublinear: object, idf_power: object) -> None:
    """Raises OptionError for a weighting that does not exist."""
    if not isinstance(kind, str) or kind not in get_args(Kind):
        raise OptionError(f"weighting {kind!r} is not known; use one of {', '.join(get_args(Kind))}")
    if not isinstance(sublinear, bool):
        raise OptionError(f"sublinear is {sublinear!r}; expected True or False")
    if isinstance(idf_power, bool) or not isinstance(idf_power, int | float):
        raise OptionError(f"idf_power is {idf_power!r}; expected a number")
    if not 0 <= idf_power <= MAX_IDF_POWER:
        raise OptionError(f"idf_power is {idf_power!r}; expected a number from 0 to {MAX_IDF_POWER:g}")
    if kind != "tfidf" and (sublinear or idf_power != 1):
        raise OptionError(f"sublinear and idf_power belong to weighting 'tfidf'; the weighting is {kind!r}")


def document_frequencies(counts: Csr) -> NDArray[np.int32]:
    """For each column the number of rows that hold it with a value other than 0."""
    df = np.zeros(counts.shape[1], np.int32)
    last = np.full(counts.shape[1], -1, np.int32)
    for begin, end in row_ranges(counts):
        row = _kernels.weighting_frequencies(counts.data, counts.indices, counts.indptr, begin, end, df, last)
        if row >= 0:
            raise unsound_entry(counts, row, counts.shape[1], "tfidf") or DataError(f"row {row} is not sound")
    return df


def row_ranges(counts: Csr, entries: int = _ENTRIES_PER_CALL) -> Iterator[tuple[int, int]]:
    """Ranges of rows of about so many entries, in order, one row at the least; together they are all rows."""
    rows = counts.shape[0]
    if counts.nnz <= entries:
        yield 0, rows
        return
    begin = 0
    while begin < rows:
        beyond = int(np.searchsorted(counts.indptr, counts.indptr[begin] + entries, "right")) - 1
        end = min(max(beyond, begin + 1), rows)
        yield begin, end
        begin = end


def unsound_entry(counts: Csr, row: int, columns: int, kind: Kind) -> DataError | None:
    """What is wrong with a row the kernel refused, in words; None when the row itself is sound."""
    begin, end = int(counts.indptr[row]), int(counts.indptr[row + 1])
    if not 0 <= begin <= end <= counts.nnz:
        return DataError(f"the row pointers of row {row} are {begin} and {end}; expected 0 <= start <= end")
    indices, values = counts.row(row)
    for column, value in zip(indices.tolist(), values.tolist(), strict=True):
        if not 0 <= column < columns:
            return DataError(f"row {row} holds column {column}; the weighting was fitted on columns 0..{columns - 1}")
        if not math.isfinite(value):
            return DataError(f"row {row}, column {column} holds {value}; expected a finite number")
        if value < 0 and kind == "tfidf":
            return DataError(
                f"row {row}, column {column} holds {value}; tf-idf weighs counts, which are not negative: use the"
                " weighting 'none' or 'binary'"
            )
    return None


def _well_laid(array: NDArray[np.generic]) -> bool:
    return bool(array.flags.c_contiguous and array.flags.aligned)
