"""Twin of refine/threshold.py: one weight after the other, in plain Python."""

from __future__ import annotations

import math
from decimal import Decimal


def drop_below(weights: list[list[float]], beta: float) -> list[list[float]]:
    """w stays where |w| >= beta, else 0."""
    return [[w if abs(w) >= beta else 0.0 for w in row] for row in weights]


def beta_of_share(weights: list[list[float]], share: float) -> float:
    """The ceil(share * n)-th largest |w| of the n weights that are not 0."""
    sizes = sorted((abs(w) for row in weights for w in row if w != 0), reverse=True)
    kept = math.ceil(Decimal(str(share)) * len(sizes))
    return sizes[kept - 1] if kept else math.inf
