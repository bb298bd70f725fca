"""The table of methods: each a loss, a penalty and a solver that fit together, under one name.

`laconic methods` prints it; `--method` and the estimators name its rows. A new method is a new row here.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import OptionError
from .penalties import L2, Penalty
from .solvers import DualActiveSet, Solver


@dataclass(frozen=True, slots=True)
class Method:
    """One row: what it minimises per class, what it is good for, and what is dropped from its result by default."""

    name: str
    loss: str
    penalty: type[Penalty]
    solver: type[Solver]
    cut: float  # weights with |w| < cut are dropped as each block of classes finishes; 0 keeps all
    objective: str
    purpose: str
    estimator: str
    source: str


METHODS = {
    method.name: method
    for method in (
        Method(
            name="l2",
            loss="squared_hinge",
            penalty=L2,
            solver=DualActiveSet,
            cut=0.02,
            objective="1/2 ||w||^2 + C sum max(0, 1 - y w.x)^2",
            purpose="the accurate default; small weights are cut as each block of classes ends",
            estimator="L2SVC",
            source="Hsieh et al. 2008; LIBLINEAR -s 1",
        ),
    )
}


def method_named(name: str) -> Method:
    """The row of this name, or an OptionError that lists the names there are."""
    try:
        return METHODS[name]
    except KeyError:
        raise OptionError(f"method is {name!r}; expected one of {', '.join(sorted(METHODS))}") from None


def method_for(loss: str, penalty: Penalty, solver: Solver | None) -> Method:
    """The row that fits the three words, or one sentence that says which there are."""
    for method in METHODS.values():
        fits = method.loss == loss and type(penalty) is method.penalty
        if fits and (solver is None or type(solver) is method.solver):
            return method
    words = [loss, getattr(penalty, "name", repr(penalty)), getattr(solver, "name", "any solver")]
    known = "; ".join(f"{m.loss} x {m.penalty.name} x {m.solver.name}" for m in METHODS.values())
    raise OptionError(f"no method is {' x '.join(map(str, words))}; there is {known}")
