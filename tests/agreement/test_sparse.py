"""Csr and its kernels against dense tables."""

from __future__ import annotations

import numpy as np
import pytest

from laconic.sparse import Csr, vstack


def random_csr(rng: np.random.Generator, rows: int, cols: int) -> tuple[Csr, np.ndarray]:
    dense = (rng.integers(-3, 4, (rows, cols)) * (rng.random((rows, cols)) < 0.4)).astype(np.float32)
    return Csr.from_dense(dense), dense


@pytest.mark.parametrize("seed", range(30))
def test_transposes_and_stacks_are_those_of_dense_tables(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cols = int(rng.integers(1, 9))
    parts = [random_csr(rng, int(rng.integers(0, 6)), cols) for _ in range(int(rng.integers(0, 4)))]
    dense = np.vstack([np.zeros((0, cols), np.float32), *(table for _, table in parts)])
    stacked = vstack([block for block, _ in parts], cols)
    np.testing.assert_array_equal(stacked.to_dense(), dense)
    turned = stacked.transpose()
    turned.check(sorted_rows=True)
    np.testing.assert_array_equal(turned.to_dense(), dense.T)


def test_rows_taken_by_number_come_in_that_order() -> None:
    block, dense = random_csr(np.random.default_rng(1), 7, 5)
    wanted = np.array([6, 0, 0, 3])
    np.testing.assert_array_equal(block.take_rows(wanted).to_dense(), dense[wanted])


def test_a_column_out_of_range_is_refused_not_written() -> None:
    bad = Csr.from_arrays([1.0], [5], [0, 1], (1, 3))
    with pytest.raises(ValueError, match="out of range"):
        bad.transpose()


def test_what_scipy_gives_is_taken_by_its_attributes() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    _, dense = random_csr(np.random.default_rng(2), 4, 6)
    for kind in ("csr", "csc", "coo", "lil"):
        np.testing.assert_array_equal(Csr.of(sparse.csr_matrix(dense).asformat(kind)).to_dense(), dense)
