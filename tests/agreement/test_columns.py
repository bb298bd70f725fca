"""Columns of outside rows agree with their twins."""

from __future__ import annotations

import numpy as np
import pytest

from laconic.errors import DataError
from laconic.pipeline.columns import compact, known, without
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
    ordered = x.canonical()
    ordered.check(sorted_rows=True)
    assert rows_of(ordered) == [twin.canonical(row) for row in rows_of(x)]
    ignore = (seed % 3, seed % 5) if seed % 2 else ()
    kept = without(ordered, ignore)
    assert rows_of(kept) == [twin.without(row, ignore) for row in rows_of(ordered)]
    small, columns = compact(kept)
    small.check(sorted_rows=True)
    expected = twin.occurring(rows_of(kept))
    assert small.shape == (x.shape[0], len(expected))
    assert (list(range(x.shape[1])) if columns is None else columns.tolist()) == expected
    assert rows_of(small) == [twin.known(row, expected) for row in rows_of(kept)]


@pytest.mark.parametrize("seed", range(100))
def test_new_rows_over_the_columns_of_others_agree_with_the_twin(seed: int) -> None:
    small, columns = compact(random_rows(seed).canonical())
    new = random_rows(seed + 1000).canonical()
    fitted = known(new, columns, small.shape[1])
    fitted.check(sorted_rows=True)
    whole = list(range(small.shape[1])) if columns is None else columns.tolist()
    assert rows_of(fitted) == [twin.known(row, whole) for row in rows_of(new)]


def test_a_column_numbered_two_billion_costs_no_more_than_another() -> None:
    small, columns = compact(Csr.from_arrays([1, 2], [7, 2**31 - 2], [0, 1, 2], (2, 2**31 - 1)))
    assert small.shape == (2, 2)
    assert columns is not None
    assert columns.tolist() == [7, 2**31 - 2]


def test_rows_in_order_are_not_copied() -> None:
    x = Csr.from_dense(np.eye(3))
    assert x.canonical() is x
    assert known(x, None, 3).data is x.data
    assert compact(x) == (x, None)


def test_columns_that_are_out_of_range_are_refused() -> None:
    with pytest.raises(DataError, match="row 0"):
        Csr.from_arrays([1, 1], [5, 1], [0, 2], (1, 3)).canonical()


def test_repeated_values_that_overflow_are_refused() -> None:
    with pytest.raises(DataError, match="more than a float32"):
        Csr.from_arrays([3e38, 3e38], [0, 0], [0, 2], (1, 1)).canonical()
