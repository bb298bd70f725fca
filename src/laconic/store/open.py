"""Opens a .laconic file: reads its header, maps the rest. Takes constant time; no array is looked at.

What the arrays hold is checked at first use (`LinearModel.check`, the engine) or by `verify`.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..errors import LaconicError, ModelFileError
from ..mapped import expect_scattered
from ..model import LinearModel, Provenance
from ..names import Names
from ..pipeline import Pipeline
from ..sparse import Csr
from .decode import decode, header_length
from .format import VERSION, Layout, canonical
from .save import KIND, arrays_of, metadata_of

_MOST = 2**31 - 1  # classes and features are numbered by int32
_PIPELINE = "pipeline."
_Scalar = TypeVar("_Scalar", bound=np.generic)

_REASONS = {
    errno.ENOENT: "there is no such file",
    errno.ENOTDIR: "a part of this path is not a folder",
    errno.EACCES: "no permission to read it",
    errno.EPERM: "no permission to read it",
    errno.ENAMETOOLONG: "this name is too long",
}


def open_model(path: str | Path) -> LinearModel:
    """The model in a file, mapped: weights are read from disk when they are first used, and little beside them.

    Who goes on to read all of it says so: `mapped.expect_much`.
    """
    layout, arrays = open_layout(path)
    expect_scattered(arrays)
    return model_of(path, layout, arrays)


def model_of(path: str | Path, layout: Layout, arrays: NDArray[np.uint8]) -> LinearModel:
    """The model that lies in these bytes; `path` is for the messages."""
    try:
        model = _model(layout, {name: extent.view(arrays) for name, extent in layout.extents.items()})
        _check_nothing_else(layout, model)
        return model
    except ModelFileError as error:
        raise ModelFileError(f"{path}: {error}") from error
    except (LaconicError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        # The header is what a stranger wrote: whatever the options refuse in it is a fault of the file.
        raise ModelFileError(f"{path}: is damaged: its options do not make a model ({_named(error)})") from error


def open_layout(path: str | Path) -> tuple[Layout, NDArray[np.uint8]]:
    """(what the header says, all bytes after it, mapped read-only)."""
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):  # opening a pipe would wait for ever
            kind = "a folder" if Path(path).is_dir() else "not a plain file"
            raise ModelFileError(f"is {kind}; expected a .laconic file")
        with Path(path).open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            start = file.read(512)
            length = header_length(start, size)
            start = (start + file.read(max(0, length - len(start))))[:length]
            layout = decode(start, size)
            mapped = np.memmap(file, np.uint8, "r").view(np.ndarray)
        return layout, mapped[length:]
    except ModelFileError as error:
        raise ModelFileError(f"{path}: {error}") from error
    except OSError as error:
        raise ModelFileError(f"{path}: cannot be opened: {_REASONS.get(error.errno or 0, error.strerror)}") from error
    except ValueError as error:  # a zero byte in the name; a file that shrinks while it is mapped
        raise ModelFileError(f"{path}: cannot be opened: {error}") from error


def _named(error: Exception) -> str:
    return str(error) if isinstance(error, LaconicError) else f"{type(error).__name__}: {error}"


def _model(layout: Layout, arrays: Mapping[str, NDArray[Any]]) -> LinearModel:
    if layout.kind != KIND:
        raise ModelFileError(f"holds a model of the kind {layout.kind!r}; expected {KIND!r}")
    metadata = layout.metadata
    features, classes = _count(metadata, "n_features"), _count(metadata, "n_classes")
    data = _take(arrays, "weights.data", np.float32)
    weights = Csr(
        data,
        _take(arrays, "weights.indices", np.int32, len(data)),
        _take(arrays, "weights.indptr", np.int64, features + 1),
        (features, classes),
    )
    return LinearModel(
        weights,
        _take(arrays, "bias", np.float32, classes),
        Names(_take(arrays, "labels.arena", np.uint8), _take(arrays, "labels.offsets", np.int64, classes + 1)),
        _pipeline(metadata["pipeline"], arrays),
        Provenance.restore(metadata["provenance"]),
    )


def _check_nothing_else(layout: Layout, model: LinearModel) -> None:
    """Saving the model again would write the same names and options: no array or option is silently left out."""
    unknown = sorted(layout.extents.keys() - arrays_of(model).keys())
    if unknown:
        raise ModelFileError(f"is damaged: it holds arrays that format {VERSION} does not know: {unknown[:5]}")
    if canonical(metadata_of(model)) != canonical(layout.metadata):
        raise ModelFileError(f"is damaged: it holds options that format {VERSION} does not know")


def _count(metadata: Mapping[str, Any], name: str) -> int:
    value = metadata.get(name)
    if type(value) is not int or not 0 <= value <= _MOST:
        raise ModelFileError(f"is damaged: {name} is {value!r}; expected a whole number up to {_MOST}")
    return value


def _take(
    arrays: Mapping[str, NDArray[Any]], name: str, dtype: type[_Scalar], length: int | None = None
) -> NDArray[_Scalar]:
    array = arrays.get(name)
    if array is None:
        raise ModelFileError(f"is damaged: it has no array {name}")
    if array.dtype != dtype or array.ndim != 1 or length not in (None, len(array)):
        want = np.dtype(dtype).name + ("" if length is None else f" x {length}")
        raise ModelFileError(f"is damaged: array {name} is {array.dtype} x {array.shape}; expected {want}")
    return array


def _pipeline(metadata: Any, arrays: Mapping[str, NDArray[Any]]) -> Pipeline | None:
    own = {name.removeprefix(_PIPELINE): array for name, array in arrays.items() if name.startswith(_PIPELINE)}
    return None if metadata is None else Pipeline.restore(metadata, own)
