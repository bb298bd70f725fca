"""Very many strings in one arena of UTF-8 bytes with offsets: no Python object per name.

name i = arena[offsets[i] : offsets[i + 1]]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

# Lone surrogates may come in with JSON text; they must survive the way through a file.
ENCODING_ERRORS = "surrogatepass"


@dataclass(frozen=True, eq=False, slots=True)
class Names(Sequence[str]):
    """An immutable sequence of strings; the arrays may be mapped from a file."""

    arena: NDArray[np.uint8]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, names: Iterable[str]) -> Names:
        """Packs strings, in the order given."""
        encoded = [name.encode("utf-8", ENCODING_ERRORS) for name in names]
        offsets = np.zeros(len(encoded) + 1, np.int64)
        np.cumsum([len(name) for name in encoded], out=offsets[1:])
        return cls(np.frombuffer(b"".join(encoded), np.uint8), offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, i: int) -> str: ...
    @overload
    def __getitem__(self, i: slice) -> list[str]: ...
    def __getitem__(self, i: int | slice) -> str | list[str]:
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        if not -len(self) <= i < len(self):
            raise IndexError(f"name {i} of {len(self)}")
        i = int(i) % len(self)
        return self.arena[self.offsets[i] : self.offsets[i + 1]].tobytes().decode("utf-8", ENCODING_ERRORS)

    def __iter__(self) -> Iterator[str]:
        return (self[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Names):
            return NotImplemented
        return np.array_equal(self.offsets, other.offsets) and np.array_equal(self.arena, other.arena)

    __hash__ = None  # type: ignore[assignment]
