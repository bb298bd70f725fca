"""Columns of outside rows agree with their twins."""

from __future__ import annotations

import numpy as np
import pytest

from laconic.errors import DataError
from laconic.pipeline.columns import keep, orderly
from laconic.reference import columns as twin
from laconic.sparse import Csr


def rows_of(x: Csr) -> list[twin.Row]:
    return [list(zip(*(part.tolist() for part in x.row(i)), strict=True)) for i in range(x.shape[0])]


def random_rows(seed: int) -> Csr:
    random = np.random.default_rng(seed)
    lengths = random.integers(0, 6, random.integers(0, 6))
    indptr = np.concatenate([[0], np.cumsum(lengths)])
    width = int(random.integers(1, 9))
    indices = random.integers(0, width, indptr[-1])
    return Csr.from_arrays(random.integers(-4, 5, indptr[-1]), indices, indptr, (len(lengths), width))


@pytest.mark.parametrize("seed", range(200))
def test_columns_agree_with_their_twins(seed: int) -> None:
    x = random_rows(seed)
    ordered = orderly(x)
    ordered.check(sorted_rows=True)
    assert rows_of(ordered) == [twin.orderly(row) for row in rows_of(x)]
    width, ignore = seed % 7, (seed % 3, seed % 5) if seed % 2 else ()
    kept = keep(ordered, width, ignore)
    kept.check(sorted_rows=True)
    assert kept.shape == (x.shape[0], width)
    assert rows_of(kept) == [twin.keep(row, width, ignore) for row in rows_of(ordered)]


def test_orderly_rows_are_not_copied() -> None:
    x = Csr.from_dense(np.eye(3))
    assert orderly(x) is x
    assert keep(x, 3).data is x.data


def test_columns_that_are_out_of_range_are_refused() -> None:
    with pytest.raises(DataError, match="row 0"):
        orderly(Csr.from_arrays([1, 1], [5, 1], [0, 2], (1, 3)))


def test_repeated_values_that_overflow_are_refused() -> None:
    with pytest.raises(DataError, match="more than a float32"):
        orderly(Csr.from_arrays([3e38, 3e38], [0, 0], [0, 2], (1, 1)))
