"""Reads a header that a stranger may have written: everything is checked, and what `encode` would not write is refused.

Messages say what is wrong with the file, not which file: open.py puts its name before them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..errors import ModelFileError
from . import looks
from .format import (
    ARRAY_NAME,
    BEGIN,
    DIGITS,
    DTYPES,
    LONGEST_HEADER,
    NO_CHECKSUM,
    VERSION,
    Extent,
    Layout,
    digest_of,
    header_of,
)


def header_length(start: bytes, size: int) -> int:
    """Where the arrays begin, from the first bytes of a file of `size` bytes; ModelFileError if it cannot be ours."""
    length = int.from_bytes(start[:8], "little")
    if start[8 : 8 + len(BEGIN)] != BEGIN:
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
    """What was found, in at most 60 characters; long or nested things are only counted."""
    if isinstance(value, dict | list):
        flat = isinstance(value, list) and len(value) < 9 and not any(isinstance(v, dict | list) for v in value)
        text = repr(value) if flat else f"a {type(value).__name__} of {len(value)}"
    else:
        text = repr(value)
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
    if not ARRAY_NAME.fullmatch(name):
        raise ModelFileError(f"is damaged: {_short(name)} is no name of an array")
    dtype = entry.get("dtype")
    if not isinstance(dtype, str) or dtype not in DTYPES:
        raise ModelFileError(
            f"is damaged: array {name} has the dtype {_short(dtype)}; expected one of {', '.join(DTYPES)}"
        )
    if not isinstance(shape, list) or not 1 <= len(shape) <= 2 or not all(_is_length(n) for n in shape):
        raise ModelFileError(f"is damaged: array {name} has the shape {_short(shape)}; expected one or two lengths")
    if not isinstance(checksum, str):
        raise ModelFileError(f"is damaged: array {name} has the checksum {_short(checksum)}")
    extent = Extent(dtype, tuple(shape), begin, checksum)
    if entry.get("data_offsets") != [extent.begin, extent.end]:
        raise ModelFileError(
            f"is damaged: array {name} lies at {_short(entry.get('data_offsets'))}; {dtype} x {shape} after the array"
            f" before it belongs at [{extent.begin}, {extent.end}]"
        )
    return extent


def _is_length(n: object) -> bool:
    return type(n) is int and 0 <= n < 1 << 48


def _check_bytes(start: bytes, about: Mapping[str, Any], layout: Layout) -> None:
    """Writing the layout again must give the same header: no name twice, nothing unknown, no other spelling."""
    checksum = _text(about, "checksum")
    try:
        rewritten = header_of(layout, NO_CHECKSUM)
    except (ValueError, RecursionError) as error:  # 1e999 is read as infinity and cannot be written
        raise ModelFileError(f"is damaged: its header holds what JSON cannot write ({error})") from error
    found = start[8 : 8 + len(BEGIN)] + NO_CHECKSUM.encode() + start[8 + len(BEGIN) + DIGITS :]
    if rewritten != found:
        raise ModelFileError("is damaged: its header holds more, or is written otherwise, than format 1 says")
    if digest_of([found]) != checksum:
        raise ModelFileError("is damaged: its header does not fit its checksum. Copy or train it again")


def _check_size(expected: int, size: int) -> None:
    if size < expected:
        raise ModelFileError(f"is cut short: it has {size} bytes of {expected}. Copy it again")
    if size > expected:
        raise ModelFileError(f"is damaged: {size - expected} bytes follow its last array")
