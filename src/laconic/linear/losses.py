"""A loss is three functions of the margin t = y (w.x + b): its value, its derivative and its curvature.

The kernels have these built in; here they are for checks, for the slow twins and for the docs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Margins: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Loss:
    """value(t), derivative(t) and curvature(t), each stable for |t| up to 1e4 and beyond."""

    name: str
    formula: str
    value: Callable[[Margins], Margins]
    derivative: Callable[[Margins], Margins]
    curvature: Callable[[Margins], Margins]


def _slack(t: Margins) -> Margins:
    return np.maximum(0.0, 1.0 - t)


SQUARED_HINGE = Loss(
    name="squared_hinge",
    formula="max(0, 1 - t)^2",
    value=lambda t: _slack(t) ** 2,
    derivative=lambda t: -2.0 * _slack(t),
    curvature=lambda t: np.where(t < 1.0, 2.0, 0.0),
)

LOSSES = {loss.name: loss for loss in (SQUARED_HINGE,)}
