"""LinearModel: sparse weights, bias, labels, the pipeline that makes rows, and where it all came from. Immutable.

    score of class k for a row x = bias[k] + sum_j x[j] * weights[j, k]

Not here: files (store/), answers (predict/), training (train/). A change is a new model (refine/).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from . import __version__
from .errors import DataError, ModelFileError
from .mapped import expect_much
from .names import Names
from .pipeline import Pipeline
from .sparse import Csr

Json: TypeAlias = bool | int | float | str | list[Any] | dict[str, Any] | None

_Scalar = TypeVar("_Scalar", bound=np.generic)


def _versions() -> dict[str, str]:
    return {"laconic": __version__}


@dataclass(frozen=True, slots=True)
class Provenance:
    """How the model was made: what was asked for and of what, never when, where or by how many threads.

    Two runs of the same training must give the same bytes, so nothing of the run may stand here.
    """

    spec: Mapping[str, Json] = field(default_factory=dict)
    n_rows: int = 0
    n_features_at_training: int = 0
    steps: tuple[Mapping[str, Json], ...] = ()
    versions: Mapping[str, str] = field(default_factory=_versions)

    def __post_init__(self) -> None:
        for name in ("n_rows", "n_features_at_training"):
            value = getattr(self, name)
            if type(value) is not int or value < 0:
                raise DataError(f"provenance: {name} is {value!r}; expected a whole number from 0")
        object.__setattr__(self, "spec", _table("spec", self.spec))
        object.__setattr__(self, "steps", tuple(_table("a step", step) for step in self.steps))
        object.__setattr__(self, "versions", _table("versions", self.versions))

    def after(self, step: Mapping[str, Json]) -> Provenance:
        """The same with one more step done after training."""
        return replace(self, steps=(*self.steps, step))

    def metadata(self) -> dict[str, Json]:
        """Plain JSON types, for a file."""
        return {
            "spec": dict(self.spec),
            "n_rows": self.n_rows,
            "n_features_at_training": self.n_features_at_training,
            "steps": [dict(step) for step in self.steps],
            "versions": dict(self.versions),
        }

    @classmethod
    def restore(cls, metadata: Mapping[str, Any]) -> Provenance:
        """The inverse of `metadata`."""
        return cls(
            metadata["spec"],
            metadata["n_rows"],
            metadata["n_features_at_training"],
            tuple(metadata["steps"]),
            metadata["versions"],
        )


@dataclass(frozen=True, eq=False, slots=True)
class LinearModel:
    """weights (features x classes: row j lists class numbers, rising), bias and labels (one a class), pipeline."""

    weights: Csr
    bias: NDArray[np.float32]
    labels: Names
    pipeline: Pipeline | None = None
    provenance: Provenance = field(default_factory=Provenance)

    def __post_init__(self) -> None:
        _check_shapes(self)
        w = self.weights
        frozen = Csr(_read_only(w.data), _read_only(w.indices), _read_only(w.indptr), w.shape)
        object.__setattr__(self, "weights", frozen)
        object.__setattr__(self, "bias", _read_only(self.bias))

    @property
    def n_features(self) -> int:
        """The width of the rows this model scores."""
        return self.weights.shape[0]

    @property
    def n_classes(self) -> int:
        """How many labels can be answered."""
        return self.weights.shape[1]

    @property
    def nnz(self) -> int:
        """How many weights are stored."""
        return self.weights.nnz

    @property
    def density(self) -> float:
        """nnz / (K * D) with D the features at training, whatever was dropped since."""
        cells = self.n_classes * max(self.n_features, self.provenance.n_features_at_training)
        return self.nnz / cells if cells else 0.0

    def label_list(self) -> list[str]:
        """All labels, decoded; a damaged file whose labels are no text or not distinct is a ModelFileError."""
        try:
            labels = list(self.labels)
        except UnicodeDecodeError as error:
            raise ModelFileError("a label of this model is not UTF-8; the model is damaged") from error
        if len(set(labels)) < len(labels):
            ordered = sorted(labels)
            twice = next(a for a, b in pairwise(ordered) if a == b)
            raise ModelFileError(f"the label {twice!r} stands twice in this model; the model is damaged")
        return labels

    def check(self) -> None:
        """Raises ModelFileError unless every weight and bias is sound: what first use of a mapped file must ask.

        The extents were checked on opening; what the arrays hold was not, so that opening takes constant time.
        """
        expect_much(self.weights.data)
        try:
            self.weights.check(sorted_rows=True)
        except DataError as error:
            raise ModelFileError(f"the weights of this model are damaged: {error}") from error
        if not np.isfinite(self.bias).all():
            bad = int(np.argmin(np.isfinite(self.bias)))
            raise ModelFileError(f"the bias of class {bad} is {self.bias[bad]}; this model is damaged")

    def with_weights(self, weights: Csr, step: Mapping[str, Json]) -> LinearModel:
        """The same model with other weights; `step` says what was done and goes into the provenance."""
        return replace(self, weights=weights, provenance=self.provenance.after(step))


def _check_shapes(model: LinearModel) -> None:
    w = model.weights
    found = {
        "row pointers": (len(w.indptr), w.shape[0] + 1),
        "class numbers": (len(w.indices), len(w.data)),
        "biases": (len(model.bias), w.shape[1]),
        "labels": (len(model.labels), w.shape[1]),
    }
    if model.pipeline is not None:
        found["features of the pipeline"] = (model.pipeline.n_features, w.shape[0])
    for what, (have, want) in found.items():
        if have != want:
            raise DataError(f"{have} {what}, but {want} expected for {w.shape[0]} features and {w.shape[1]} classes")
    for what, array, dtype in (("weights", w.data, np.float32), ("bias", model.bias, np.float32)):
        if array.dtype != dtype:
            raise DataError(f"the {what} are {array.dtype}; expected {np.dtype(dtype)}")


def _read_only(array: NDArray[_Scalar]) -> NDArray[_Scalar]:
    view = array.view()
    view.flags.writeable = False
    return view


def _table(what: str, value: object) -> dict[str, Json]:
    """A copy that holds plain JSON types only, so that the same model is always written in the same bytes."""
    if not isinstance(value, Mapping):
        raise DataError(f"provenance: {what} is {value!r}; expected a table of names and values")
    for name in value:
        if type(name) is not str:
            raise DataError(f"provenance: {what} has the name {name!r}; expected text")
    return {name: _plain(what, item) for name, item in value.items()}


def _plain(what: str, value: object) -> Json:
    if isinstance(value, Mapping):
        return _table(what, value)
    if isinstance(value, list | tuple):
        return [_plain(what, item) for item in value]
    if value is None or type(value) in (bool, int, str) or (type(value) is float and math.isfinite(value)):
        return cast(Json, value)
    raise DataError(f"provenance: {what} holds {value!r}; expected finite numbers, text, lists and tables of these")
