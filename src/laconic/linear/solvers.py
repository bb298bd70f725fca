"""How a problem is solved, and how well. Frozen, checked where made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..errors import OptionError
from .penalties import positive


@dataclass(frozen=True, slots=True)
class DualActiveSet:
    """Dual coordinate descent over an active set of documents, stopped by the duality gap (cpp/kernels/l2svm.hpp).

    A class is done when gap <= tolerance * P, P its objective; without bias tolerance * (P - P0), P0 what the problem
    with no positive document costs already.
    """

    tolerance: float = 0.01
    max_rounds: int = 100
    name = "dual-active-set"

    def __post_init__(self) -> None:
        object.__setattr__(self, "tolerance", positive("tolerance", self.tolerance))
        if not 1e-6 <= self.tolerance <= 1:
            raise OptionError(
                f"tolerance is {self.tolerance!r}; expected 1e-6 to 1: float32 margins certify no less, and a gap as"
                " large as the objective certifies nothing"
            )
        if not (isinstance(self.max_rounds, int) and self.max_rounds >= 1):
            raise OptionError(f"max_rounds is {self.max_rounds!r}; expected a whole number from 1")


Solver: TypeAlias = DualActiveSet
