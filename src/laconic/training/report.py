"""What the solver says of each class: is it certified, after how many rounds, how far from the optimum at most."""

from __future__ import annotations

import enum
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


class Status(enum.IntEnum):
    """How a class ended; the numbers are those of cpp/kernels/l2svm.hpp."""

    CONVERGED = 0
    ROUND_LIMIT = 1
    NOT_FINITE = 2
    CANCELLED = 3


@dataclass(frozen=True, eq=False, slots=True)
class TrainReport:
    """One entry a class, in the order of the model's labels. P(w) - P(w*) <= gap, before small weights are dropped."""

    status: NDArray[np.int32]
    rounds: NDArray[np.int32]
    active: NDArray[np.int32]
    support: NDArray[np.int32]
    objective: NDArray[np.float64]
    gap: NDArray[np.float64]

    @classmethod
    def of(cls, counts: NDArray[np.int32], sizes: NDArray[np.float64]) -> TrainReport:
        """From the kernel's [status, rounds, active, support] and [primal, gap] of each class."""
        status, rounds, active, support = counts.reshape(-1, 4).T
        objective, gap = sizes.reshape(-1, 2).T
        return cls(status, rounds, active, support, objective, gap)

    @property
    def certified(self) -> int:
        """How many classes reached their tolerance."""
        return int(np.count_nonzero(self.status == Status.CONVERGED))

    def summary(self) -> str:
        """One sentence."""
        n = len(self.status)
        if n == 0:
            return "no classes"
        finite = self.status != Status.NOT_FINITE
        lost = n - int(np.count_nonzero(finite))
        relative = self.gap[finite] / np.maximum(self.objective[finite], np.finfo(np.float64).tiny)
        return (
            f"{self.certified:,} of {n:,} classes certified; gap at most {relative.max():.1e} of the objective,"
            f" {relative.mean():.1e} on average; {self.rounds.mean():.1f} rounds, {self.support.mean():.0f} support"
            " documents a class" + (f"; {lost:,} without finite numbers have no weights" if lost else "")
        )
