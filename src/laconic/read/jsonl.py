"""JSONL: one object a line with a text, labels and an id. Other fields are passed over without being decoded.

text    a string
label   a string, a number, a list of those, or null; `labels` is the same under another name. Numbers become text as
        Python writes them (3 is "3", 3.50 is "3.5"); an empty string is no label
id      a string or a whole number, given back with the answers

Whole blocks go through msgspec, typed, several times faster than json. A block it refuses is read line by line to find
the line; there json has the last word, which also takes what Python's json.dumps writes and the standard does not have:
lone surrogates, and NaN and Infinity, which count as null.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
import numpy as np

from ..errors import DataError, OptionError
from .batches import RowLabels, TextBatch
from .lines import Lines

Label: TypeAlias = str | int | float
LabelField: TypeAlias = Label | list[Label] | None
_BYTE = re.compile(r" \(byte (\d+)\)$")


class JsonlReader:
    """Blocks of lines -> TextBatch; labels keep their numbers over blocks and over readings."""

    kind: Literal["text"] = "text"
    format = "jsonl"

    def __init__(self, path: str, text_field: str = "text", label_field: str = "label", id_field: str = "id") -> None:
        self.path = path
        self.fields = {"text": text_field, "label": label_field, "id": id_field}
        if len(set(self.fields.values())) < 3:
            raise OptionError(f"text, label and id need three different fields, found {list(self.fields.values())}")
        also = "labels" if label_field == "label" and "labels" not in (text_field, id_field) else None
        self._row = _row_type(self.fields, also)
        self._decoder = msgspec.json.Decoder(self._row)
        self.label_names: list[str] = []
        self._numbers = _Numbers(self.label_names)

    def read(self, blocks: Iterator[Lines]) -> Iterator[TextBatch]:
        """The rows of each block that has some; blank lines are passed over."""
        for block in blocks:
            rows, lines = self._rows(block)
            if rows:
                yield self._batch(rows, lines)

    def _rows(self, block: Lines) -> tuple[list[Any], Sequence[int]]:
        try:
            rows = self._decoder.decode_lines(block.text)
        except (ValueError, RecursionError):
            return self._line_by_line(block)
        if _one_a_line(block.text, len(rows)):
            return rows, range(block.first, block.first + len(rows))
        return self._line_by_line(block)

    def _line_by_line(self, block: Lines) -> tuple[list[Any], Sequence[int]]:
        rows, lines = [], []
        for number, line in enumerate(block.text.split(b"\n"), block.first):
            if line.strip():
                rows.append(self._one(line, number))
                lines.append(number)
        return rows, lines

    def _one(self, line: bytes, number: int) -> Any:
        try:
            return self._decoder.decode(line)
        except (ValueError, RecursionError) as error:
            return self._second_opinion(line, number, error)

    def _second_opinion(self, line: bytes, number: int, error: Exception) -> Any:
        try:
            value = json.loads(line.decode("utf-8"), parse_constant=lambda name: None, parse_float=_finite)
            return msgspec.convert(value, self._row)
        except UnicodeDecodeError as bad:
            found, column = line[bad.start], bad.start + 1
            raise self._error(f"byte 0x{found:02x} is not UTF-8; convert the file to UTF-8", number, column) from bad
        except msgspec.ValidationError as bad:
            raise self._wrong_field(value, str(bad), number) from bad
        except (ValueError, RecursionError) as bad:
            raise self._malformed(line, number, error) from bad

    def _malformed(self, line: bytes, number: int, error: Exception) -> DataError:
        where = _BYTE.search(str(error))
        # msgspec counts bytes from 0, but from 1 where it speaks of trailing characters
        column = int(where[1]) + ("trailing" not in str(error)) if where else None
        start = column - 1 if column else 0
        found = line[start : start + 40].decode("utf-8", "backslashreplace")
        reason = "nested too deeply" if isinstance(error, RecursionError) else _BYTE.sub("", str(error))
        return self._error(f"{found!r}: expected one JSON object a line ({reason})", number, column)

    def _wrong_field(self, value: object, reason: str, number: int) -> DataError:
        text = self.fields["text"]
        if not isinstance(value, dict):
            return self._error(f"{_short(value)}: expected a JSON object with a field {text!r}", number)
        if text not in value:
            names = ", ".join(map(repr, value)) or "none"
            return self._error(f"no field {text!r}; the fields here are {names[:200]}; --text-field names one", number)
        name = next((field for field in [*self.fields.values(), "labels"] if f"$.{field}" in reason), text)
        return self._error(
            f"field {name!r} is {_short(value.get(name))}: {reason}. Expected a string as text; strings, numbers, a"
            " list of those, or null as labels; a string, a whole number, or null as id",
            number,
        )

    def _error(self, message: str, line: int, column: int | None = None) -> DataError:
        return DataError(message, path=self.path, line=line, column=column)

    def _batch(self, rows: list[Any], lines: Sequence[int]) -> TextBatch:
        return TextBatch([row.text for row in rows], self._labels(rows), [row.id for row in rows], lines[0], lines)

    def _labels(self, rows: list[Any]) -> RowLabels:
        label = [row.label for row in rows]
        labels = [row.labels for row in rows]
        # One string a row is what nearly every file has; without a list per row it costs a third.
        if set(map(type, label)) == {str} and labels.count(None) == len(rows) and "" not in label:
            numbers = np.fromiter(map(self._numbers.__getitem__, label), np.int32, len(rows))
            return RowLabels(numbers, np.arange(len(rows) + 1, dtype=np.int64))
        return RowLabels.of(map(self._label_numbers, label, labels))

    def _label_numbers(self, label: LabelField, labels: LabelField) -> list[int]:
        names = [str(name) for field in (label, labels) for name in _listed(field)]
        return [self._numbers[name] for name in names if name]


class _Numbers(dict[str, int]):
    """label -> number, first seen first; a new label is added to the list of names."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    def __missing__(self, label: str) -> int:
        number = self[label] = len(self.names)
        self.names.append(label)
        return number


def _row_type(fields: dict[str, str], also: str | None) -> type[msgspec.Struct]:
    """A struct with the attributes text, label, labels and id under the names they have in the file."""
    attributes: list[Any] = [("text", str), ("label", LabelField, None), ("id", str | int | None, None)]
    if also:
        attributes.append(("labels", LabelField, None))
    rename = {**fields, "labels": also or "labels"}
    try:
        return msgspec.defstruct("Row", attributes, rename=rename, namespace={} if also else {"labels": None}, gc=False)
    except ValueError as error:  # quotes, backslashes and control characters
        raise OptionError(f"cannot be the name of a field: {error}") from error


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"number out of range: {text}")
    return number


def _listed(field: LabelField) -> list[Label]:
    return [] if field is None else field if isinstance(field, list) else [field]


def _one_a_line(text: bytes, rows: int) -> bool:
    """Whether each line is one object: msgspec also takes several on a line, or one over several lines.

    A `}` and a `{` with only a newline between them can only stand between two objects, so that counting is proof.
    """
    lines = text.count(b"\n") + (not text.endswith(b"\n"))
    between = text.count(b"}\n{")
    return lines == rows and (between == rows - 1 or between + text.count(b"}\r\n{") == rows - 1)


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
