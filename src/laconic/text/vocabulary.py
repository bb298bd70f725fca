"""Vocabulary: term -> number as a hash table of plain arrays, built and searched natively, mapped from the model file.

It holds no Python object per term. The layout and the hash are told in cpp/kernels/vocabulary.hpp and hash.hpp; the
readable twin is reference/vocabulary.py. Opening looks at dtypes and lengths only, so it costs the same for any size;
whatever a damaged file holds in the arrays, a search stays inside them and ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .. import _kernels
from ..errors import DataError, ModelFileError
from ..names import Names

_DTYPES = {"slots": np.uint32, "offsets": np.int64, "arena": np.uint8}
_BUILT, _DUPLICATE, _BAD_OFFSETS, _CROWDED = range(4)


@dataclass(frozen=True, eq=False, slots=True)
class Vocabulary:
    """An immutable table: `terms[i]` has the number i; `slots` finds i for a term."""

    terms: Names
    slots: NDArray[np.uint32]

    @classmethod
    def of_arena(cls, terms: Names) -> Vocabulary:
        """Term i gets the number i; a term that stands twice is a DataError."""
        slots, status, term, earlier = _kernels.vocabulary_build(terms.offsets, terms.arena)
        if status == _DUPLICATE:
            raise DataError(
                f"the term {terms[term]!r} stands twice in the vocabulary, as number {earlier} and as number {term};"
                " each term must be there once"
            )
        if status == _BAD_OFFSETS:
            raise DataError(f"the offsets of term {term} do not rise or point outside the {len(terms.arena)} bytes")
        if status == _CROWDED:
            raise DataError(
                f"thousands of terms crowd around the hash of {terms[term]!r}: no natural text does this; look for"
                " generated tokens in the data"
            )
        return cls(terms, slots)

    @classmethod
    def of(cls, terms: Iterable[str]) -> Vocabulary:
        """The same from any strings, in the order given."""
        return cls.of_arena(Names.of(terms))

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """What the model file keeps, by name."""
        return {"slots": self.slots, "offsets": self.terms.offsets, "arena": self.terms.arena}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]]) -> Vocabulary:
        """Takes the arrays of a file as they lie there; a ModelFileError when they cannot be a vocabulary."""
        for name, dtype in _DTYPES.items():
            _check_array(name, arrays.get(name), np.dtype(dtype))
        slots, offsets, arena = (arrays[name] for name in _DTYPES)
        n = len(slots)
        if n < 2 or n & (n - 1) or not 1 <= len(offsets) <= n:
            raise ModelFileError(
                f"the vocabulary has {n} slots for {len(offsets) - 1} terms; expected a power of two, at least 2, and"
                " more than there are terms: the model file is damaged"
            )
        return cls(Names(arena, offsets), slots)  # type: ignore[arg-type]  # dtypes are checked above

    def __len__(self) -> int:
        return len(self.terms)

    def term(self, i: int) -> str:
        """The term of one number."""
        try:
            return self.terms[i]
        except UnicodeDecodeError as error:
            raise ModelFileError(f"term {i} of the vocabulary is not UTF-8: the model file is damaged") from error

    def lookup(self, terms: Names | Iterable[str]) -> NDArray[np.int32]:
        """The number of each term, -1 where it is unknown."""
        keys = terms if isinstance(terms, Names) else Names.of(terms)
        numbers, bad = _kernels.vocabulary_lookup(
            self.slots, self.terms.offsets, self.terms.arena, keys.offsets, keys.arena
        )
        if bad >= 0:
            raise DataError(f"the offsets of name {bad} do not rise or point outside the {len(keys.arena)} bytes")
        return numbers


def _check_array(name: str, array: NDArray[np.generic] | None, dtype: np.dtype[np.generic]) -> None:
    if array is None:
        raise ModelFileError(f"the vocabulary lacks its array {name!r}: the model file is damaged")
    if array.dtype != dtype or array.ndim != 1 or not (array.flags.c_contiguous and array.flags.aligned):
        raise ModelFileError(
            f"the vocabulary's array {name!r} is {array.dtype} with {array.ndim} dimension(s); expected one aligned row"
            f" of {dtype}: the model file is damaged"
        )
