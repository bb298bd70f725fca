"""The bytes of a .laconic file (docs/format.md): the safetensors layout, its header written in one way only.

    8 bytes   length of the header, little-endian
    header    JSON, padded with spaces so that the arrays begin at a multiple of 64
    arrays    by rising name, each padded with zero bytes to a multiple of 64

Not here: reading a header that may lie (decode.py), what the arrays mean (save.py, open.py), the disk (atomic.py).
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

VERSION = 1
ALIGNMENT = 64
LONGEST_HEADER = 4 << 20  # a hostile header of this size costs 0.1 s and 100 MB, a real one has a few kB
_PIECE = 16 << 20  # some 15 ms of hashing or writing, so that Ctrl-C is heard between two
BEGIN = b'{"__metadata__":{"checksum":"'
DIGITS = 32
NO_CHECKSUM = "0" * DIGITS
DTYPES = {
    "U8": "<u1", "U16": "<u2", "U32": "<u4", "U64": "<u8",
    "I8": "<i1", "I16": "<i2", "I32": "<i4", "I64": "<i8",
    "F32": "<f4", "F64": "<f8",
}  # fmt: skip
_NAMES = {np.dtype(code): name for name, code in DTYPES.items()}
ARRAY_NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)*")


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
        return prod(self.shape) * np.dtype(DTYPES[self.dtype]).itemsize

    @property
    def end(self) -> int:
        """Where the next array begins."""
        return self.begin + padded(self.nbytes)

    def view(self, arrays: NDArray[np.uint8]) -> NDArray[Any]:
        """The array itself, without a copy; `arrays` is everything after the header."""
        raw = arrays[self.begin : self.begin + self.nbytes]
        return raw.view(DTYPES[self.dtype]).reshape(self.shape)


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
        return len(header_of(self, NO_CHECKSUM)) + 8 + self.arrays_length


def padded(length: int) -> int:
    """The next multiple of 64."""
    return -(-length // ALIGNMENT) * ALIGNMENT


def layout_of(kind: str, metadata: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Layout:
    """Places the arrays one after the other by name, and computes their checksums."""
    extents: dict[str, Extent] = {}
    begin = 0
    for name, array in sorted(arrays.items()):
        dtype = _NAMES.get(array.dtype.newbyteorder("<"))
        if dtype is None or not 1 <= array.ndim <= 2 or not ARRAY_NAME.fullmatch(name):
            raise ModelFileError(
                f"array {name!r} ({array.dtype}, {array.ndim} dimensions) has no place in a model file"
            )
        extents[name] = Extent(dtype, array.shape, begin, digest_of(chunks_of(array)))
        begin = extents[name].end
    return Layout(kind, metadata, extents)


def chunks_of(array: NDArray[Any]) -> Iterator[memoryview | bytes]:
    """The bytes of an array as they stand in a file, with the padding after them."""
    little = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
    yield from _pieces(little.reshape(-1).view(np.uint8))
    yield bytes(padded(little.nbytes) - little.nbytes)


def encode(layout: Layout) -> bytes:
    """Length and header, padded; the one way to write this layout."""
    header = header_of(layout, NO_CHECKSUM)
    checksum = digest_of([header])
    header = header.replace(NO_CHECKSUM.encode(), checksum.encode(), 1)
    if len(header) > LONGEST_HEADER:
        raise ModelFileError(
            f"the options and provenance of this model take {len(header)} bytes; a model file allows {LONGEST_HEADER}."
            " Shorten what was given as a list, such as own stop words"
        )
    return len(header).to_bytes(8, "little") + header


def header_of(layout: Layout, checksum: str) -> bytes:
    """The padded header with these 32 digits as its checksum."""
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
        length = (extent.end - extent.begin) // np.dtype(DTYPES[extent.dtype]).itemsize
        entries[name] = {"data_offsets": [extent.begin, extent.end], "dtype": extent.dtype, "shape": [length]}
    header = canonical(entries).encode("ascii")
    return header.ljust(padded(8 + len(header)) - 8)


def canonical(value: Any) -> str:
    """JSON in one way only: sorted names, no blanks, ASCII, no NaN."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def digest_of(chunks: Iterable[bytes | memoryview]) -> str:
    """BLAKE2b of 16 bytes, in hexadecimal digits."""
    digest = hashlib.blake2b(digest_size=DIGITS // 2)
    for chunk in chunks:
        digest.update(chunk)
    return digest.hexdigest()


def checksum_of(arrays: NDArray[np.uint8], extent: Extent) -> str:
    """The checksum of an array as it stands in the file, padding included."""
    return digest_of(_pieces(arrays[extent.begin : extent.end]))


def _pieces(raw: NDArray[np.uint8]) -> Iterator[memoryview]:
    for begin in range(0, len(raw), _PIECE):
        yield raw[begin : begin + _PIECE].data
