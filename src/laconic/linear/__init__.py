"""Linear methods in three words: loss x penalty x solver, and the table of those that are built."""

from .losses import LOSSES, Loss
from .methods import METHODS, Method, method_for, method_named
from .penalties import L2, Penalty
from .solvers import DualActiveSet, Solver

__all__ = [
    "L2",
    "LOSSES",
    "METHODS",
    "DualActiveSet",
    "Loss",
    "Method",
    "Penalty",
    "Solver",
    "method_for",
    "method_named",
]
