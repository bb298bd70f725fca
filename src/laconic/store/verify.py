"""Reads a whole model file and proves it sound: checksums, padding, and what the arrays hold."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..errors import LaconicError, ModelFileError
from ..names import ENCODING_ERRORS, Names
from ..pipeline import Pipeline
from .format import Layout, checksum_of
from .open import model_of, open_layout


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
    model = model_of(path, layout, arrays)
    try:
        _check_padding(layout, arrays)
        model.check()
        _check_names("labels", model.labels)
        model.label_list()
        if model.pipeline is not None:
            _check_pipeline(model.pipeline)
    except LaconicError as error:
        raise ModelFileError(f"{path}: {error}") from error
    return VerifyReport(str(path), len(layout.extents), layout.size)


def _check_padding(layout: Layout, arrays: NDArray[np.uint8]) -> None:
    for name, extent in layout.extents.items():
        if arrays[extent.begin + extent.nbytes : extent.end].any():
            raise ModelFileError(f"is damaged: the padding after {name} is not zero")


def _check_names(what: str, names: Names) -> None:
    """Offsets from 0 to the end of the arena, never falling, and UTF-8 between them."""
    offsets, arena = names.offsets, names.arena
    if offsets[0] != 0 or offsets[-1] != len(arena) or (np.diff(offsets) < 0).any():
        raise ModelFileError(f"is damaged: the offsets of its {what} do not rise from 0 to {len(arena)}")
    starts = offsets[offsets < len(arena)]
    inside = np.flatnonzero((arena[starts] & 0xC0) == 0x80)
    if len(inside):
        raise ModelFileError(f"is damaged: number {inside[0]} of its {what} begins inside a letter")
    try:
        arena.tobytes().decode("utf-8", ENCODING_ERRORS)
    except UnicodeDecodeError as error:
        bad = int(np.searchsorted(offsets, error.start, side="right")) - 1
        raise ModelFileError(f"is damaged: number {bad} of its {what} is not UTF-8") from error


def _check_pipeline(pipeline: Pipeline) -> None:
    """Every term is found under its own number, and every idf is a number."""
    vocabulary, idf = pipeline.vocabulary, pipeline.weighting.idf
    if pipeline.columns is not None and not (np.diff(pipeline.columns, prepend=-1) > 0).all():
        raise ModelFileError("is damaged: the indices of its features do not rise")
    if vocabulary is not None:
        _check_names("terms", vocabulary.terms)
        lost = np.flatnonzero(vocabulary.lookup(vocabulary.terms) != np.arange(len(vocabulary)))
        if len(lost):
            raise ModelFileError(
                f"is damaged: the term {vocabulary.term(int(lost[0]))!r} is not found in its own table"
            )
    if idf is not None and not (np.isfinite(idf) & (idf >= 0)).all():
        raise ModelFileError("is damaged: an idf factor is negative or not finite")
