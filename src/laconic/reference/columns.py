"""Twins of pipeline/columns.py and Csr.canonical: rows as lists of (column, value)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias

Row: TypeAlias = list[tuple[int, float]]


def canonical(row: Row) -> Row:
    """By rising column, values of one column added up in the order they came."""
    sums: dict[int, float] = {}
    for column, value in row:
        sums[column] = sums.get(column, 0.0) + value
    return sorted(sums.items())


def without(row: Row, ignore: Collection[int]) -> Row:
    """Without the ignored columns."""
    return [(column, value) for column, value in row if column not in ignore]


def occurring(rows: Sequence[Row]) -> list[int]:
    """The columns of all rows, rising, each once."""
    return sorted({column for row in rows for column, _ in row})


def known(row: Row, columns: Sequence[int]) -> Row:
    """The row over the features that stand for these columns; others are left out."""
    return [(columns.index(column), value) for column, value in row if column in columns]
