"""What a large weight costs. Frozen, checked where made."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from ..errors import OptionError


def positive(name: str, value: float) -> float:
    """The value as a float, or an OptionError that names it."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not (math.isfinite(number) and number > 0):
        raise OptionError(f"{name} is {value!r}; expected a finite number above 0")
    return number


@dataclass(frozen=True, slots=True)
class L2:
    """1/2 ||w||^2 beside C times the loss: a large C follows the data, a small one keeps the weights small."""

    C: float = 1.0
    name = "l2"

    def __post_init__(self) -> None:
        object.__setattr__(self, "C", positive("C", self.C))


Penalty: TypeAlias = L2
