"""A block of labels is the unit of work: which classes go together. The result never depends on it."""

from __future__ import annotations

from dataclasses import dataclass

# 32 classes share one reading of the matrix, and the last of a block leave lanes empty: fewer than 128 wastes them.
_LEAST = 128
_MOST = 2048
_BLOCKS_PER_JOB = 4


@dataclass(frozen=True, slots=True)
class LabelBlock:
    """The classes first, first + 1, ..., last - 1."""

    first: int
    last: int


def plan(n_classes: int, jobs: int, block_size: int | None = None) -> list[LabelBlock]:
    """Blocks of about equal size, several for each job so that all end at about the same time."""
    size = block_size or min(max(_LEAST, -(-n_classes // (jobs * _BLOCKS_PER_JOB))), _MOST)
    if jobs == 1 and block_size is None:
        size = _MOST
    return [LabelBlock(first, min(first + size, n_classes)) for first in range(0, n_classes, size)]
