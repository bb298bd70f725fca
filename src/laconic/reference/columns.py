"""Twins of pipeline/columns.py: rows as dictionaries."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

Row: TypeAlias = list[tuple[int, float]]


def orderly(row: Row) -> Row:
    """By rising column, values of one column added up in the order they came."""
    sums: dict[int, float] = {}
    for column, value in row:
        sums[column] = sums.get(column, 0.0) + value
    return sorted(sums.items())


def keep(row: Row, width: int, ignore: Collection[int]) -> Row:
    """Without the ignored columns and those from `width` on."""
    return [(column, value) for column, value in row if column < width and column not in ignore]
