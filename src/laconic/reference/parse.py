"""The slow twin of cpp/kernels/parse.cpp: the same rows, or the same line, column and reason of a refusal."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction

import numpy as np

MAX_INDEX = 2**31 - 2
FLOAT_LIMIT = Fraction(2) ** 128 - Fraction(2) ** 103  # halfway between the largest float and what would follow it

LABEL, LABEL_CONTROL, LABEL_UTF8, LABEL_OUTSIDE = 1, 2, 3, 4
FEATURE, INDEX_LARGE, INDEX_OUTSIDE, VALUE, VALUE_LARGE, SUM_LARGE = 5, 6, 7, 8, 9, 10

_WIDE = Context(prec=10**6, Emax=MAX_EMAX, Emin=MIN_EMIN)  # digits enough to round nothing
_WORD = re.compile(rb"[^ \t#]*")
_INDEX = re.compile(rb"([0-9]+)(:?)")
_QUERY = re.compile(rb"qid:[0-9]+")
_DECIMAL = re.compile(rb"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")


class RefusalError(Exception):
    """The line (from 1), the byte column (from 1) and the reason."""

    def __init__(self, column: int, reason: int, line: int = 0) -> None:
        super().__init__(line, column, reason)
        self.line, self.column, self.reason = line, column, reason


@dataclass
class Row:
    """One row: its line, its labels as text, and its columns, rising, with float32 values."""

    line: int
    labels: list[str]
    entries: dict[int, np.float32]
    width: int


@dataclass
class Parser:
    """The limits of the kernel, and the labels it has seen; see parse.hpp for the grammar."""

    columns: int = 2**31 - 1
    labels: int = -1
    empty_line_is_row: bool = False
    names: list[str] = field(default_factory=list)

    def parse(self, text: bytes, first_line: int = 1) -> list[Row]:
        """All rows; RefusalError at the first line that is refused."""
        lines = text.split(b"\n")
        if not lines[-1]:
            lines.pop()
        rows = []
        for number, line in enumerate(lines, first_line):
            try:
                row = self.row(line.removesuffix(b"\r"), number)
            except RefusalError as error:
                raise RefusalError(error.column, error.reason, number) from None
            rows.extend([row] if row else [])
        return rows

    def row(self, line: bytes, number: int) -> Row | None:
        """One line; None when it is no row."""
        if line.lstrip(b" \t").startswith(b"#") or (not line and not self.empty_line_is_row):
            return None
        at, labels = 0, list[str]()
        if line and line[:1] not in b" \t":
            at, labels = self.take_labels(line)
        entries = self.take_features(line, at)
        return Row(number, labels, added(entries), max((index for index, _ in entries), default=-1) + 1)

    def take_labels(self, line: bytes) -> tuple[int, list[str]]:
        """(where the features begin, the labels)."""
        at, labels = 0, []
        while True:
            end = at
            while end < len(line) and line[end] > 0x20 and line[end : end + 1] not in b",:":
                end += 1
            stop = line[end : end + 1]
            if line[at : at + 1] == b"#":
                raise RefusalError(at + 1, LABEL)
            if stop == b":" and at == 0:
                return 0, []
            if stop == b":":
                raise RefusalError(at + 1, LABEL)
            if stop not in (b"", b",", b" ", b"\t"):
                raise RefusalError(end + 1, LABEL_CONTROL)
            if end == at:
                raise RefusalError(at + 1, LABEL)
            labels.append(self.label(line[at:end], at + 1))
            if stop != b",":
                return end, labels
            at = end + 1
            while line[at : at + 1] in (b" ", b"\t"):
                at += 1

    def label(self, word: bytes, column: int) -> str:
        """One label, by its rules; new ones are noted in `names`."""
        if re.match(rb"\+[0-9]", word):
            word, column = word[1:], column + 1
        try:
            name = word.decode("utf-8")
        except UnicodeDecodeError as error:
            raise RefusalError(column + error.start, LABEL_UTF8) from None
        if self.labels >= 0 and not (re.fullmatch("[0-9]+", name) and Decimal(name) < self.labels):
            raise RefusalError(column, LABEL_OUTSIDE)
        if name not in self.names:
            self.names.append(name)
        return name

    def take_features(self, line: bytes, at: int) -> list[tuple[int, np.float32]]:
        """(index, value) in the order of the line, from position `at` on."""
        entries: list[tuple[int, np.float32]] = []
        while True:
            while line[at : at + 1] in (b" ", b"\t"):
                at += 1
            if at >= len(line) or line[at : at + 1] == b"#":
                return entries
            end = at + len(_WORD.match(line, at)[0])  # type: ignore[index]
            if not _QUERY.fullmatch(line, at, end):
                entries.append(self.feature(line[at:end], at + 1))
            at = end

    def feature(self, word: bytes, column: int) -> tuple[int, np.float32]:
        """`index:value` or `index`."""
        match = _INDEX.match(word)
        if match is None or (not match[2] and match.end() < len(word)):
            raise RefusalError(column, FEATURE)
        index = Decimal(match[1].decode())
        if index > MAX_INDEX:
            raise RefusalError(column, INDEX_LARGE)
        if index >= self.columns:
            raise RefusalError(column, INDEX_OUTSIDE)
        if not match[2]:
            return int(index), np.float32(1)
        text, column = word[match.end() :], column + match.end()
        if not _DECIMAL.fullmatch(text):
            raise RefusalError(column, VALUE)
        value = nearest_float(text.decode())
        if value is None:
            raise RefusalError(column, VALUE_LARGE)
        return int(index), value


def nearest_float(text: str) -> np.float32 | None:
    """The float32 nearest to a decimal, ties to the even one, by exact fractions; None beyond the range."""
    mantissa, _, exponent = text.lower().partition("e")
    if len(exponent) > 8:  # beyond what Decimal takes, and far beyond any float
        exponent = "-99999999" if exponent.startswith("-") else "99999999"
    exact = Decimal(mantissa).scaleb(int(exponent or 0), _WIDE)
    if exact == 0 or exact.adjusted() < -60:
        return np.float32(0)
    if exact.adjusted() > 60 or abs(Fraction(exact)) >= FLOAT_LIMIT:
        return None
    with np.errstate(over="ignore"):
        guess = np.float32(float(exact))  # rounded twice, so at most one step off
        near = [guess, np.nextafter(guess, np.float32(-np.inf)), np.nextafter(guess, np.float32(np.inf))]
    finite: list[np.float32] = [x for x in near if np.isfinite(x)]
    return min(finite, key=lambda x: (abs(Fraction(float(x)) - Fraction(exact)), int(x.view(np.uint32)) & 1))


def added(entries: list[tuple[int, np.float32]]) -> dict[int, np.float32]:
    """Rising columns; what stands at one index is added in float64, in order; zeros are left out."""
    sums: dict[int, float] = {}
    for index, value in entries:
        sums[index] = sums.get(index, 0.0) + float(value)
    with np.errstate(over="ignore"):
        rounded = {index: np.float32(sums[index]) for index in sorted(sums)}
    if not all(np.isfinite(value) for value in rounded.values()):
        raise RefusalError(1, SUM_LARGE)
    return {index: value for index, value in rounded.items() if value != 0}
