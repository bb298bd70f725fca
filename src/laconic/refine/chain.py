"""What every refinement is: a pure function model -> model; and several of them as one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ..data import Dataset
from ..errors import OptionError
from ..model import LinearModel


class Refinement(Protocol):
    """Never changes the model it is given; some choose by rows the model has not seen (`heldout`)."""

    def __call__(self, model: LinearModel, heldout: Dataset | None = None) -> LinearModel:
        """The refined model; what was done is the last step of its provenance."""
        ...


@dataclass(frozen=True, slots=True)
class Chain:
    """One refinement after the other, each on the result of the one before."""

    steps: tuple[Refinement, ...]

    def __post_init__(self) -> None:
        for step in self.steps:
            if not callable(step):
                raise OptionError(f"a chain holds {step!r}; expected refinements, such as refine.threshold(beta=0.1)")

    def __call__(self, model: LinearModel, heldout: Dataset | None = None) -> LinearModel:
        """All steps in order; each records itself."""
        for step in self.steps:
            model = step(model, heldout)
        return model


def chain(*steps: Refinement) -> Chain:
    """chain(f, g)(model) = g(f(model)); the empty chain gives the model back."""
    return Chain(steps)
