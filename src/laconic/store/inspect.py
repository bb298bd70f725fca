"""What a model file holds, as one report: sizes, sparsity, provenance, heaviest terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import OptionError
from ..model import LinearModel, Provenance
from .open import model_of, open_layout


@dataclass(frozen=True, slots=True)
class ArrayReport:
    """One array as it lies in the file."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    n_bytes: int


@dataclass(frozen=True, slots=True)
class ClassReport:
    """One class: its bias and its heaviest terms, (term, weight) by falling |weight|."""

    label: str
    bias: float
    n_terms: int
    heaviest: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class FileReport:
    """Everything `laconic inspect` shows."""

    path: str
    n_bytes: int
    n_features: int
    n_classes: int
    nnz: int
    density: float
    arrays: tuple[ArrayReport, ...]
    pipeline: Mapping[str, Any] | None
    provenance: Provenance
    classes: tuple[ClassReport, ...]


def inspect(path: str | Path, *, labels: Sequence[str] = (), top: int = 10) -> FileReport:
    """Opens the file and reports; weights are only read for the classes that `labels` names."""
    layout, arrays = open_layout(path)
    model = model_of(path, layout, arrays)
    return FileReport(
        str(path),
        layout.size,
        model.n_features,
        model.n_classes,
        model.nnz,
        model.density,
        tuple(ArrayReport(name, e.dtype, e.shape, e.end - e.begin) for name, e in layout.extents.items()),
        None if model.pipeline is None else model.pipeline.metadata(),
        model.provenance,
        heaviest_terms(model, labels, top),
    )


def heaviest_terms(model: LinearModel, labels: Sequence[str], top: int = 10) -> tuple[ClassReport, ...]:
    """For each named class the terms with the largest |weight|; equal ones by rising feature number."""
    if top < 0:
        raise OptionError(f"top is {top}; expected a number from 0")
    if not labels:
        return ()
    model.check()
    wanted = set(labels)
    numbers = {name: k for k, name in enumerate(model.label_list()) if name in wanted}
    for label in labels:
        if label not in numbers:
            examples = ", ".join(map(repr, model.labels[:3]))
            raise OptionError(f"the model has no label {label!r}; it has {model.n_classes}, such as {examples}")
    return tuple(_class_report(model, label, numbers[label], top) for label in labels)


def _class_report(model: LinearModel, label: str, k: int, top: int) -> ClassReport:
    entries = np.flatnonzero(model.weights.indices == k)
    values = model.weights.data[entries]
    features = np.searchsorted(model.weights.indptr, entries, side="right") - 1
    best = np.lexsort((features, -np.abs(values)))[:top]
    terms = tuple((_name(model, int(features[i])), float(values[i])) for i in best)
    return ClassReport(label, float(model.bias[k]), len(entries), terms)


def _name(model: LinearModel, feature: int) -> str:
    return str(feature) if model.pipeline is None else model.pipeline.feature_name(feature)
