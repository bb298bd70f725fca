"""The bytes of a .laconic file (docs/format.md): the safetensors layout, its header written in one way only.

    8 bytes   length of the header, little-endian
    header    JSON, padded with spaces so that the arrays begin at a multiple of 64
    arrays    by rising name, each padded with zero bytes to a multiple of 64

Not here: what the arrays mean (save.py, open.py) and the disk (atomic.py). Nothing here reads more than the header.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelFileError
from . import looks

VERSION = 1
ALIGNMENT = 64
LONGEST_HEADER = 4 << 20  # a hostile header of this size costs 0.1 s and 100 MB, a real one has a few kB
_BEGIN = b'{"__metadata__":{"checksum":"'
_DIGITS = 32
_NO_CHECKSUM = "0" * _DIGITS
_DTYPES = {
    "U8": "<u1", "U16": "<u2", "U32": "<u4", "U64": "<u8",
    "I8": "<i1", "I16": "<i2", "I32": "<i4", "I64": "<i8",
    "F32": "<f4", "F64": "<f8",
}  # fmt: skip
_NAMES = {np.dtype(code): name for name, code in _DTYPES.items()}
_ARRAY_NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)*")


@dataclass(frozen=True, slots=True)
class Extent:
    """Where one array lies, counted from the start of the arrays, and what it holds."""

    dtype: str
    shape: tuple[int, ...]
    begin: int
    checksum: str

    @property
    def nbytes(self) -> int:
        """Bytes of the array itself, without padding."""
        return prod(self.shape) * np.dtype(_DTYPES[self.dtype]).itemsize

    @property
    def end(self) -> int:
        """Where the next array begins."""
        return self.begin + padded(self.nbytes)

    def view(self, arrays: NDArray[np.uint8]) -> NDArray[Any]:
        """The array itself, without a copy; `arrays` is everything after the header."""
        raw = arrays[self.begin : self.begin + self.nbytes]
        return raw.view(_DTYPES[self.dtype]).reshape(self.shape)


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything the header says."""

    kind: str
    metadata: Mapping[str, Any]
    extents: Mapping[str, Extent]

    @property
    def arrays_length(self) -> int:
        """Bytes of all arrays with their padding."""
        return max((extent.end for extent in self.extents.values()), default=0)

    @property
    def size(self) -> int:
        """Bytes of the whole file."""
        return len(_header(self, _NO_CHECKSUM)) + 8 + self.arrays_length


def padded(length: int) -> int:
    """The next multiple of 64."""
    return -(-length // ALIGNMENT) * ALIGNMENT


def layout_of(kind: str, metadata: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Layout:
    """Places the arrays one after the other by name, and computes their checksums."""
    extents: dict[str, Extent] = {}
    begin = 0
    for name, array in sorted(arrays.items()):
        dtype = _NAMES.get(array.dtype.newbyteorder("<"))
        if dtype is None or not 1 <= array.ndim <= 2 or not _ARRAY_NAME.fullmatch(name):
            raise ModelFileError(
                f"array {name!r} ({array.dtype}, {array.ndim} dimensions) has no place in a model file"
            )
        extents[name] = Extent(dtype, array.shape, begin, _digest(chunks_of(array)))
        begin = extents[name].end
    return Layout(kind, metadata, extents)


def chunks_of(array: NDArray[Any]) -> Iterator[memoryview | bytes]:
    """The bytes of an array as they stand in a file, with the padding after them."""
    little = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
    yield little.reshape(-1).view(np.uint8).data
    yield bytes(padded(little.nbytes) - little.nbytes)


def encode(layout: Layout) -> bytes:
    """Length and header, padded; the one way to write this layout."""
    header = _header(layout, _NO_CHECKSUM)
    checksum = _digest([header])
    header = header.replace(_NO_CHECKSUM.encode(), checksum.encode(), 1)
    if len(header) > LONGEST_HEADER:
        raise ModelFileError(
            f"the options and provenance of this model take {len(header)} bytes; a model file allows {LONGEST_HEADER}."
            " Shorten what was given as a list, such as own stop words"
        )
    return len(header).to_bytes(8, "little") + header


def _header(layout: Layout, checksum: str) -> bytes:
    entries: dict[str, Any] = {
        "__metadata__": {
            "checksum": checksum,
            "checksums": canonical({name: extent.checksum for name, extent in layout.extents.items()}),
            "format": "laconic",
            "kind": layout.kind,
            "model": canonical(layout.metadata),
            "shapes": canonical({name: list(extent.shape) for name, extent in layout.extents.items()}),
            "version": str(VERSION),
        }
    }
    for name, extent in layout.extents.items():
        length = (extent.end - extent.begin) // np.dtype(_DTYPES[extent.dtype]).itemsize
        entries[name] = {"data_offsets": [extent.begin, extent.end], "dtype": extent.dtype, "shape": [length]}
    header = canonical(entries).encode("ascii")
    return header.ljust(padded(8 + len(header)) - 8)


def canonical(value: Any) -> str:
    """JSON in one way only: sorted names, no blanks, ASCII, no NaN."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def header_length(start: bytes, size: int) -> int:
    """Where the arrays begin, from the first bytes of a file of `size` bytes; ModelFileError if it cannot be ours."""
    length = int.from_bytes(start[:8], "little")
    if start[8 : 8 + len(_BEGIN)] != _BEGIN:
        raise ModelFileError(f"is not a .laconic file: {looks.like(start, size)}")
    if length > LONGEST_HEADER:
        raise ModelFileError(
            f"is damaged: it announces a header of {length} bytes; at most {LONGEST_HEADER} are allowed"
        )
    if 8 + length > size:
        raise ModelFileError(f"is cut short: it has {size} bytes, its header alone needs {8 + length}. Copy it again")
    return 8 + length


def decode(start: bytes, size: int) -> Layout:
    """The layout from length and header (`start`) of a file of `size` bytes; refuses what `encode` would not write."""
    entries = _parse(start[8:])
    about = _table(entries.pop("__metadata__", None), "__metadata__")
    _check_version(about)
    shapes = _table(_parse(_text(about, "shapes")), "shapes")
    checksums = _table(_parse(_text(about, "checksums")), "checksums")
    extents: dict[str, Extent] = {}
    begin = 0
    for name in sorted(entries):
        extents[name] = _extent(name, _table(entries[name], name), shapes.get(name), checksums.get(name), begin)
        begin = extents[name].end
    metadata = _table(_parse(_text(about, "model")), "model")
    layout = Layout(_text(about, "kind"), metadata, extents)
    _check_bytes(start, about, layout)
    _check_size(len(start) + begin, size)
    return layout


def _parse(text: str | bytes) -> Any:
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:  # ValueError: no JSON, no UTF-8, a number of 5,000 digits
        raise ModelFileError(f"is damaged: its header cannot be read ({error})") from error


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number of JSON")


def _table(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ModelFileError(f"is damaged: {_short(name)} in its header should be a table, found {_short(value)}")
    return value


def _text(table: Mapping[str, Any], name: str) -> str:
    value = table.get(name)
    if not isinstance(value, str):
        raise ModelFileError(f"is damaged: {name!r} in its header should be text, found {_short(value)}")
    return value


def _short(value: object) -> str:
    text = repr(value) if not isinstance(value, dict | list) else f"a {type(value).__name__} of {len(value)}"
    return text if len(text) <= 60 else text[:57] + "..."


def _check_version(about: Mapping[str, Any]) -> None:
    if about.get("format") != "laconic":
        raise ModelFileError(f"is not a .laconic file: its format is {_short(about.get('format'))}")
    version = _text(about, "version")
    if version == str(VERSION):
        return
    if version.isascii() and version.isdigit() and len(version) < 10 and int(version) > VERSION:
        raise ModelFileError(
            f"was made by a newer laconic: format {version}, this laconic reads {VERSION}."
            " Upgrade with: pip install --upgrade laconic"
        )
    raise ModelFileError(f"is damaged: its format version is {_short(version)}; expected {VERSION}")


def _extent(name: str, entry: Mapping[str, Any], shape: object, checksum: object, begin: int) -> Extent:
    """One array, checked alone; that its offsets continue where the last ended is part of `_check_bytes`."""
    if not _ARRAY_NAME.fullmatch(name):
        raise ModelFileError(f"is damaged: {_short(name)} is no name of an array")
    dtype = entry.get("dtype")
    if not isinstance(dtype, str) or dtype not in _DTYPES:
        raise ModelFileError(
            f"is damaged: array {name} has the dtype {_short(dtype)}; expected one of {', '.join(_DTYPES)}"
        )
    if not isinstance(shape, list) or not 1 <= len(shape) <= 2 or not all(_is_length(n) for n in shape):
        raise ModelFileError(f"is damaged: array {name} has the shape {_short(shape)}; expected one or two lengths")
    if not isinstance(checksum, str):
        raise ModelFileError(f"is damaged: array {name} has the checksum {_short(checksum)}")
    extent = Extent(dtype, tuple(shape), begin, checksum)
    if entry.get("data_offsets") != [extent.begin, extent.end]:
        raise ModelFileError(
            f"is damaged: array {name} lies at {_offsets(entry)}; {dtype} x {shape} after the array before it"
            f" belongs at [{extent.begin}, {extent.end}]"
        )
    return extent


def _is_length(n: object) -> bool:
    return type(n) is int and 0 <= n < 1 << 48


def _offsets(entry: Mapping[str, Any]) -> str:
    found = entry.get("data_offsets")
    return _short(str(found)) if isinstance(found, list) and len(found) < 9 else _short(found)


def _check_bytes(start: bytes, about: Mapping[str, Any], layout: Layout) -> None:
    """Writing the layout again must give the same header: no name twice, nothing unknown, no other spelling."""
    checksum = _text(about, "checksum")
    try:
        rewritten = _header(layout, _NO_CHECKSUM)
    except (ValueError, RecursionError) as error:  # 1e999 is read as infinity and cannot be written
        raise ModelFileError(f"is damaged: its header holds what JSON cannot write ({error})") from error
    found = start[8 : 8 + len(_BEGIN)] + _NO_CHECKSUM.encode() + start[8 + len(_BEGIN) + _DIGITS :]
    if rewritten != found:
        raise ModelFileError("is damaged: its header holds more, or is written otherwise, than format 1 says")
    if _digest([found]) != checksum:
        raise ModelFileError("is damaged: its header does not fit its checksum. Copy or train it again")


def _check_size(expected: int, size: int) -> None:
    if size < expected:
        raise ModelFileError(f"is cut short: it has {size} bytes of {expected}. Copy it again")
    if size > expected:
        raise ModelFileError(f"is damaged: {size - expected} bytes follow its last array")


def _digest(chunks: Iterable[bytes | memoryview]) -> str:
    digest = hashlib.blake2b(digest_size=_DIGITS // 2)
    for chunk in chunks:
        digest.update(chunk)
    return digest.hexdigest()


def checksum_of(arrays: NDArray[np.uint8], extent: Extent) -> str:
    """The checksum of an array as it stands in the file, padding included."""
    return _digest([arrays[extent.begin : extent.end].data])
