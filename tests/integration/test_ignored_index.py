"""Feature 0 of the LSHTC files is a document number; with ignore=(0,) nothing learns from it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from laconic import store, train
from laconic.pipeline import fit_vectors
from laconic.read import open_source
from laconic.sparse import Csr


def trained(rows: Csr, labels: list[list[str]], path: Path, ignore: tuple[int, ...]) -> bytes:
    store.save(train(fit_vectors(rows, labels, ignore=ignore)), path)
    return path.read_bytes()


def test_nothing_is_trained_on_feature_0_of_lshtc_small(shared_data: Path, tmp_path: Path) -> None:
    file = shared_data / "lshtc-small" / "task1" / "validation.txt.xz"
    if not file.exists():
        pytest.skip(f"needs {file}")
    source = open_source(file)
    batch = next(source.batches())
    rows = batch.rows.take_rows(np.arange(60))
    labels = [[source.label_names[k] for k in batch.labels.indices[a:b]] for a, b in spans(batch.labels.indptr[:61])]
    other = Csr(rows.data.copy(), rows.indices, rows.indptr, rows.shape)
    other.data[rows.indices == 0] = 1 + np.arange((rows.indices == 0).sum())[::-1]
    path = tmp_path / "m.laconic"
    content = trained(rows, labels, path, (0,))
    model = store.open_model(path)
    assert model.pipeline is not None
    assert "0" not in {model.pipeline.feature_name(j) for j in range(model.n_features)}
    assert model.nnz > 0
    assert trained(other, labels, path, (0,)) == content
    assert trained(other, labels, path, ()) != trained(rows, labels, path, ())  # it would have been learned from


def spans(indptr: np.ndarray) -> list[tuple[int, int]]:
    return list(zip(indptr[:-1].tolist(), indptr[1:].tolist(), strict=True))
