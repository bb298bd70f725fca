"""Threshold ("uniform" in the papers): every weight with |w| < beta becomes 0 and is no longer stored.

    w <- w if |w| >= beta else 0             beta given, or
    beta = the ceil(share * nnz)-th largest |w| of the whole model

The bias stays. Equal weights share one fate, so a share keeps a few more where several stand at the border.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ..data import Dataset
from ..errors import OptionError
from ..model import Json, LinearModel

_LARGEST = 3e38  # beta is compared as a float32, as the weights are


@dataclass(frozen=True, slots=True)
class Threshold:
    """Exactly one of the two is given: beta from 0, or the share of stored weights to keep, 0..1."""

    beta: float | None = None
    share: float | None = None

    def __post_init__(self) -> None:
        if (self.beta is None) == (self.share is None):
            raise OptionError(f"threshold(beta={self.beta}, share={self.share}): give exactly one of the two")
        if self.beta is not None and not _is_number(self.beta, _LARGEST):
            raise OptionError(f"beta is {self.beta!r}; expected a number from 0, such as 0.05")
        if self.share is not None and not _is_number(self.share, 1):
            raise OptionError(f"the share to keep is {self.share!r}; expected a number from 0 to 1, such as 0.3")

    def __call__(self, model: LinearModel, heldout: Dataset | None = None) -> LinearModel:
        """The model without its small weights; `heldout` is not needed."""
        model.check()
        size = np.abs(model.weights.data)
        border = np.float32(self.beta) if self.beta is not None else _border(size, self.share or 0.0)
        step: dict[str, Json] = {"refine": "threshold"}
        step |= {"beta": float(self.beta)} if self.beta is not None else {"share": float(self.share or 0.0)}
        return model.with_weights(model.weights.keep_entries(size >= border), step)


def threshold(beta: float | None = None, *, share: float | None = None) -> Threshold:
    """Drops weights below `beta`, or all but the given share of the heaviest: threshold(0.1), threshold(share=0.3)."""
    return Threshold(beta, share)


def _border(size: NDArray[np.float32], share: float) -> np.float32:
    """The smallest |w| that is kept; infinity when none is."""
    kept = math.ceil(Fraction(str(share)) * len(size))  # 0.7 of 10 is 7, where the float product is above 7
    if kept == 0:
        return np.float32(np.inf)
    return np.float32(np.partition(size, len(size) - kept)[len(size) - kept])


def _is_number(value: object, largest: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= largest
