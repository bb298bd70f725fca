"""Pipeline: everything between raw rows and the rows a model scores.

texts   -> counts of known terms  -> weighting
vectors -> ignored and unknown columns left out -> weighting
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..errors import DataError, ModelFileError, OptionError
from ..sparse import Csr
from ..text import TextOptions, count
from ..text.vocabulary import Vocabulary
from ..weighting import Weighting
from .columns import Columns, known, without


@dataclass(frozen=True, eq=False, slots=True)
class Pipeline:
    """Learned by `fit_dataset`, kept in the model and its file, so that a model takes raw texts or raw vectors."""

    kind: Literal["text", "vectors"]
    n_features: int
    weighting: Weighting
    text: TextOptions | None = None
    vocabulary: Vocabulary | None = None
    ignore: tuple[int, ...] = ()
    columns: Columns | None = None  # feature j of vectors is their column columns[j]; None: column j

    def __post_init__(self) -> None:
        if self.kind not in ("text", "vectors"):
            raise OptionError(f"the pipeline is for {self.kind!r}; expected 'text' or 'vectors'")
        has_text = self.text is not None and self.vocabulary is not None
        if has_text != (self.kind == "text"):
            raise OptionError(f"a pipeline for {self.kind} {'lacks' if not has_text else 'has'} text options and terms")
        if self.vocabulary is not None and len(self.vocabulary) != self.n_features:
            raise OptionError(f"{len(self.vocabulary)} terms in the vocabulary; expected {self.n_features}")
        if self.weighting.idf is not None and len(self.weighting.idf) != self.n_features:
            raise OptionError(f"{len(self.weighting.idf)} idf values; expected {self.n_features}")
        if self.columns is not None and (self.kind == "text" or len(self.columns) != self.n_features):
            raise OptionError(f"{len(self.columns)} columns of vectors; expected one for each of {self.n_features}")
        object.__setattr__(self, "ignore", checked_ignore(self.ignore))

    def transform(self, rows: Any, *, jobs: int = 1) -> Csr:
        """Rows as the model scores them, from texts (a text pipeline) or a Csr or scipy matrix of raw vectors."""
        counts = self._count(rows, jobs) if self.kind == "text" else self.known_columns(rows)
        return self.weighting.apply(counts)

    def _count(self, texts: Any, jobs: int) -> Csr:
        if self.vocabulary is None or self.text is None:
            raise AssertionError("a text pipeline has both, see __post_init__")
        if isinstance(texts, str):
            raise DataError("one text was given where a list of texts is expected; put it into a list: [text]")
        if isinstance(texts, Csr) or hasattr(texts, "tocsr"):
            raise DataError("this model was trained on texts and takes no vectors; give texts")
        if not isinstance(texts, Iterable):
            raise DataError(f"expected a list of texts, found {texts!r}")
        return count(list(texts), self.vocabulary, self.text, jobs=jobs)

    def known_columns(self, vectors: Any) -> Csr:
        """Raw vectors with their columns in order, without the ignored columns and those unseen in training."""
        if isinstance(vectors, str) or (isinstance(vectors, Sequence) and vectors and isinstance(vectors[0], str)):
            raise DataError("this model was trained on vectors and takes no texts; give rows of numbers")
        return known(without(Csr.of(vectors).canonical(), self.ignore), self.columns, self.n_features)

    def feature_name(self, j: int) -> str:
        """The term of column j; for vectors its number as it stands in the file."""
        if not 0 <= j < self.n_features:
            raise IndexError(f"feature {j} of {self.n_features}")
        if self.vocabulary is not None:
            return self.vocabulary.term(j)
        return str(j if self.columns is None else self.columns[j])

    def metadata(self) -> dict[str, Any]:
        """Plain JSON types, for a file."""
        return {
            "kind": self.kind,
            "n_features": self.n_features,
            "text": None if self.text is None else self.text.to_metadata(),
            "weighting": self.weighting.metadata(),
        }

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Every array, by name, for a file."""
        arrays: dict[str, NDArray[Any]] = {"ignore": np.array(self.ignore, np.int32)}
        if self.columns is not None:
            arrays["columns"] = self.columns
        if self.vocabulary is not None:
            arrays |= {f"vocabulary.{name}": array for name, array in self.vocabulary.arrays().items()}
        return arrays | {f"weighting.{name}": array for name, array in self.weighting.arrays().items()}

    @classmethod
    def restore(cls, metadata: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Pipeline:
        """The inverse of `metadata` and `arrays`; arrays may be mapped and are not looked into."""
        text = None if metadata["text"] is None else TextOptions.from_metadata(metadata["text"])
        ignore, columns = arrays["ignore"], arrays.get("columns")
        for name, numbers in (("ignore", ignore), ("columns", columns)):
            if numbers is not None and (numbers.dtype != np.int32 or numbers.ndim != 1):
                raise ModelFileError(f"is damaged: array pipeline.{name} is {numbers.dtype}; expected one row of int32")
        return cls(
            metadata["kind"],
            metadata["n_features"],
            Weighting.restore(metadata["weighting"], _below("weighting.", arrays)),
            text,
            None if text is None else Vocabulary.from_arrays(_below("vocabulary.", arrays)),
            tuple(ignore.tolist()),
            columns,
        )


def checked_ignore(ignore: Sequence[int]) -> tuple[int, ...]:
    """Columns to leave out: rising, each once; refuses what is no column."""
    for column in ignore:
        if not isinstance(column, int | np.integer) or isinstance(column, bool) or not 0 <= column < 2**31:
            raise OptionError(f"the index to ignore is {column!r}; expected a whole number from 0")
    return tuple(sorted({int(column) for column in ignore}))


def _below(prefix: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
