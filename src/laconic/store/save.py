"""Writes a model into one .laconic file, whole or not at all; the same model always gives the same bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from ..errors import ModelFileError
from ..mapped import expect_much
from ..model import LinearModel
from .atomic import atomic_writer
from .format import chunks_of, encode, layout_of

KIND = "linear"


def save(model: LinearModel, path: str | Path) -> None:
    """Saves beside, then renames: also onto the very file the model is mapped from, which stays readable to it."""
    arrays = arrays_of(model)
    expect_much(model.weights.data)  # it may be mapped itself
    try:
        layout = layout_of(KIND, metadata_of(model), arrays)
        header = encode(layout)
    except (ModelFileError, TypeError, ValueError) as error:
        raise ModelFileError(f"{path}: cannot be written: {error}") from error
    with atomic_writer(path) as file:
        file.write(header)
        for name in layout.extents:
            for chunk in chunks_of(arrays[name]):
                file.write(chunk)


def metadata_of(model: LinearModel) -> dict[str, Any]:
    """What is not an array: sizes, the options of the pipeline, the provenance."""
    return {
        "n_classes": model.n_classes,
        "n_features": model.n_features,
        "pipeline": None if model.pipeline is None else model.pipeline.metadata(),
        "provenance": model.provenance.metadata(),
    }


def arrays_of(model: LinearModel) -> dict[str, NDArray[Any]]:
    """Every array of a model under its name in the file."""
    arrays: dict[str, NDArray[Any]] = {
        "bias": model.bias,
        "labels.arena": model.labels.arena,
        "labels.offsets": model.labels.offsets,
        "weights.data": model.weights.data,
        "weights.indices": model.weights.indices,
        "weights.indptr": model.weights.indptr,
    }
    if model.pipeline is not None:
        arrays |= {f"pipeline.{name}": array for name, array in model.pipeline.arrays().items()}
    return arrays
