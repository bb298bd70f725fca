"""What to train: loss x penalty x solver, the bias, and what is dropped. Frozen, checked where made."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import Any

from ..errors import OptionError
from ..linear import L2, Method, Penalty, Solver, method_for


@dataclass(frozen=True, slots=True)
class TrainSpec:
    """`bias` is the value of the bias feature (0 for none); `cut` None means the method's own, 0 keeps every weight."""

    loss: str = "squared_hinge"
    penalty: Penalty = field(default_factory=L2)
    solver: Solver | None = None
    bias: float = 1.0
    cut: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        method = method_for(self.loss, self.penalty, self.solver)
        object.__setattr__(self, "solver", self.solver or method.solver())
        object.__setattr__(self, "cut", method.cut if self.cut is None else _from_zero("cut", self.cut))
        object.__setattr__(self, "bias", _from_zero("bias", self.bias))
        if not (isinstance(self.seed, int) and 0 <= self.seed < 2**64):
            raise OptionError(f"seed is {self.seed!r}; expected a whole number from 0 to 2^64 - 1")

    @property
    def method(self) -> Method:
        """The row of the table of methods this is."""
        return method_for(self.loss, self.penalty, self.solver)

    def metadata(self) -> dict[str, Any]:
        """Plain JSON types, for the provenance."""
        return {
            "method": self.method.name,
            "loss": self.loss,
            "penalty": {"name": self.penalty.name, **asdict(self.penalty)},
            "solver": {"name": self.method.solver.name, **asdict(self.solver or self.method.solver())},
            "bias": self.bias,
            "cut": self.cut,
            "seed": self.seed,
        }


def _from_zero(name: str, value: float) -> float:
    number = float(value) if isinstance(value, int | float) else math.nan
    if not (math.isfinite(number) and number >= 0):
        raise OptionError(f"{name} is {value!r}; expected a finite number from 0")
    return number
