"""Makes model files that lie: any header, sealed with the right checksum, so that the deeper checks are reached."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from laconic import store
from laconic.model import LinearModel, Provenance
from laconic.names import Names
from laconic.pipeline import Pipeline
from laconic.sparse import Csr
from laconic.store.format import canonical, padded
from laconic.text import TextOptions, fit_counts
from laconic.weighting import Weighting


def small_model() -> LinearModel:
    weights = np.array([[0.5, 0, 1], [0, -2, 0], [1, 1, 0], [0, 0, 3]], np.float32)
    provenance = Provenance({"loss": "squared_hinge"}, 7, 4)
    bias = np.array([0.1, 0.2, 0.3], np.float32)
    return LinearModel(Csr.from_dense(weights), bias, Names.of(["a", "b", "c"]), provenance=provenance)


def text_model() -> LinearModel:
    counts, vocabulary = fit_counts([["red apple", "red tree", "apple tree"]], TextOptions())
    pipeline = Pipeline("text", 3, Weighting.fit(counts), TextOptions(), vocabulary)
    return LinearModel(Csr.from_dense(np.eye(3)), np.zeros(3, np.float32), Names.of("abc"), pipeline)


def good_file(folder: Path, model: LinearModel | None = None) -> Path:
    path = folder / "good.laconic"
    store.save(model or small_model(), path)
    return path


def split(path: Path) -> tuple[dict[str, Any], bytes]:
    """(header, arrays) of a sound file."""
    raw = path.read_bytes()
    length = int.from_bytes(raw[:8], "little")
    return json.loads(raw[8 : 8 + length]), raw[8 + length :]


def seal(header: bytes, pad: bool = True) -> bytes:
    """Length, and the header with its checksum put right."""
    if pad:
        header = header.ljust(padded(8 + len(header)) - 8)
    blank = header[:29] + b"0" * 32 + header[61:]
    digest = hashlib.blake2b(blank, digest_size=16).hexdigest().encode()
    return len(header).to_bytes(8, "little") + header[:29] + digest + header[61:]


def join(header: dict[str, Any], arrays: bytes) -> bytes:
    return seal(canonical(header).encode()) + arrays


def forged(
    folder: Path, change: Callable[[dict[str, Any], dict[str, Any]], object], model: LinearModel | None = None
) -> Path:
    """A file whose header was changed by `change(header, about)`; lists and tables inside `about` are opened up."""
    header, arrays = split(good_file(folder, model))
    about = header["__metadata__"]
    nested = ("checksums", "shapes", "model")
    about |= {name: json.loads(about[name]) for name in nested}
    change(header, about)
    about |= {name: canonical(about[name]) for name in nested if isinstance(about.get(name), dict)}
    path = folder / "forged.laconic"
    path.write_bytes(join(header, arrays))
    return path
