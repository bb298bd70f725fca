"""The same bytes for any number of jobs, any block size, any kernel, any company of classes, any hash seed."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from laconic import Dataset, Labels, TrainSpec, _kernels
from laconic.sparse import Csr
from laconic.training import train_with_report

N_CLASSES = 130
ZIPF = 1 / np.arange(1, 4001)
ZIPF /= ZIPF.sum()


def make_data(n_rows: int = 900) -> Dataset:
    rng = np.random.default_rng(3)
    lengths = rng.integers(3, 30, n_rows)
    indptr = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    indices = np.concatenate([np.sort(rng.choice(4000, n, replace=False, p=ZIPF)) for n in lengths]).astype(np.int32)
    values = rng.random(indptr[-1]).astype(np.float32)
    norms = np.sqrt(np.add.reduceat(values.astype(np.float64) ** 2, indptr[:-1]))
    values = (values / np.repeat(norms, lengths)).astype(np.float32)
    labels = [f"label {k}" for k in rng.integers(N_CLASSES, size=n_rows - N_CLASSES)]
    labels += [f"label {k}" for k in range(N_CLASSES)]
    return Dataset(Csr(values, indices, indptr, (n_rows, 4000)), Labels.of(labels))


def fingerprint(trained) -> str:
    model, report = trained.model, trained.report
    arrays = (model.weights.data, model.weights.indices, model.weights.indptr, model.bias)
    arrays += (report.status, report.rounds, report.objective, report.gap)
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


@pytest.fixture(params=[0.0, 1.0], ids=["no bias", "bias"])
def spec(request) -> TrainSpec:
    return TrainSpec(bias=request.param, cut=0.0)


@pytest.fixture(scope="module")
def data() -> Dataset:
    return make_data()


@pytest.mark.parametrize(("block_size", "jobs"), [(1, 2), (7, 3), (32, 1), (50, 2), (N_CLASSES, 1)])
def test_blocks_and_jobs(data, spec, block_size, jobs) -> None:
    expected = fingerprint(train_with_report(data, spec))
    assert fingerprint(train_with_report(data, spec, jobs=jobs, block_size=block_size)) == expected


@pytest.mark.parametrize("kernel", ["baseline", "avx2", "avx512"])
def test_kernels(data, spec, kernel) -> None:
    expected = fingerprint(train_with_report(data, spec))
    best = _kernels.kernel()
    if not _kernels.use_kernel(kernel):
        pytest.skip(f"this CPU lacks {kernel}")
    try:
        assert fingerprint(train_with_report(data, spec)) == expected
    finally:
        _kernels.use_kernel(best)


def test_a_class_does_not_know_its_company(data, spec) -> None:
    """Each class trained with a third of the others gets the very same weights."""
    whole = train_with_report(data, spec).model
    W = whole.weights.transpose()
    names = list(whole.labels)
    kept = set(names[::3])
    rows = [[name for name in data.Y.row(i) if name in kept] for i in range(data.Y.n_rows)]
    part = train_with_report(Dataset(data.X, Labels.of(rows)), spec).model
    V = part.weights.transpose()
    for k, name in enumerate(part.labels):
        columns, values = W.row(names.index(name))
        np.testing.assert_array_equal(V.row(k)[0], columns)
        np.testing.assert_array_equal(V.row(k)[1], values)


def test_another_seed_may_differ_and_is_within_the_same_gap(data) -> None:
    first, second = (train_with_report(data, TrainSpec(seed=seed, cut=0.0)) for seed in (0, 1))
    assert fingerprint(first) != fingerprint(second)
    lower = np.maximum(first.report.objective - first.report.gap, second.report.objective - second.report.gap)
    assert (np.minimum(first.report.objective, second.report.objective) >= lower * (1 - 1e-5)).all()


def test_the_hash_seed_of_python_does_not_matter(data) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); import test_same_bytes_training as t;"
        "print(t.fingerprint(t.train_with_report(t.make_data(), t.TrainSpec())))"
    )
    folder = str(Path(__file__).parent)
    prints = {
        subprocess.run(
            [sys.executable, "-c", program, folder],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert prints == {fingerprint(train_with_report(data, TrainSpec())) + "\n"}
