"""Reads a whole model file and proves it sound: checksums, padding, and what the arrays hold."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..errors import LaconicError, ModelFileError
from ..names import Names
from .format import Layout, checksum_of
from .open import open_layout, open_model


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What was found sound."""

    path: str
    n_arrays: int
    n_bytes: int


def verify(path: str | Path) -> VerifyReport:
    """Raises ModelFileError, naming every damaged array, unless the file is sound to its last byte."""
    layout, arrays = open_layout(path)
    damaged = [name for name, extent in layout.extents.items() if checksum_of(arrays, extent) != extent.checksum]
    if damaged:
        raise ModelFileError(
            f"{path}: is damaged: checksums differ for {', '.join(damaged)}. Copy it again from where it came from"
        )
    try:
        _check_padding(layout, arrays)
        model = open_model(path)
        model.check()
        check_names("labels", model.labels)
        if model.pipeline is not None and model.pipeline.vocabulary is not None:
            check_names("vocabulary", model.pipeline.vocabulary.terms)
    except LaconicError as error:
        raise ModelFileError(f"{path}: " + str(error).removeprefix(f"{path}: ")) from error
    return VerifyReport(str(path), len(layout.extents), Path(path).stat().st_size)


def _check_padding(layout: Layout, arrays: NDArray[np.uint8]) -> None:
    for name, extent in layout.extents.items():
        if arrays[extent.begin + extent.nbytes : extent.end].any():
            raise ModelFileError(f"is damaged: the padding after {name} is not zero")


def check_names(what: str, names: Names) -> None:
    """Offsets from 0 to the end of the arena, never falling, and UTF-8 between them."""
    offsets = names.offsets
    if offsets[0] != 0 or offsets[-1] != len(names.arena) or (np.diff(offsets) < 0).any():
        raise ModelFileError(f"is damaged: the offsets of its {what} do not rise from 0 to {len(names.arena)}")
    for i in range(len(names)):
        try:
            names[i]
        except UnicodeDecodeError as error:
            raise ModelFileError(f"is damaged: number {i} of its {what} is not UTF-8") from error
