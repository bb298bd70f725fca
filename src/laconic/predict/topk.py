"""TopK: the best classes of each row with their scores, best first; equal scores by rising class number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelFileError
from ..names import Names


@dataclass(frozen=True, eq=False, slots=True)
class TopK:
    """Row i's answers are the classes indices[i] with the scores scores[i]; `names` are the names of the classes."""

    indices: NDArray[np.int32]
    scores: NDArray[np.float32]
    names: Names

    @property
    def n_rows(self) -> int:
        """How many rows were answered."""
        return len(self.indices)

    @property
    def k(self) -> int:
        """How many answers each row has: what was asked for, or all classes when there are fewer."""
        return int(self.indices.shape[1])

    def labels(self) -> list[list[str]]:
        """The answers as names; each name is decoded once, however often it is an answer."""
        numbers, places = np.unique(self.indices, return_inverse=True)
        table = [_name(self.names, int(number)) for number in numbers]
        answers: Any = places.reshape(self.indices.shape).tolist()
        return [[table[place] for place in row] for row in answers]


def _name(names: Names, number: int) -> str:
    try:
        return names[number]
    except UnicodeDecodeError as error:
        raise ModelFileError(
            f"the name of class {number} is not UTF-8 ({error.reason}); this model is damaged"
        ) from None
