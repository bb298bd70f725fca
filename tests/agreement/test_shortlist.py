"""Answers from a few candidates (cpp/kernels/shortlist.hpp) against the twin, byte for byte, on models made to mislead.

Rows of weights keep 16 bits a weight to find the candidates; what is tested is that nothing of this is ever seen.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from answers_support import model_of, random_rows
from laconic.model import LinearModel
from laconic.predict import Engine, layouts
from laconic.reference import score as twin
from laconic.sparse import Csr

CLASSES, FEATURES = 1500, 30

Weights = Callable[[np.random.Generator, tuple[int, int]], np.ndarray]


def normal(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    return rng.normal(size=shape)


# What sixteen bits a weight cannot tell apart, cannot hold, or must not lose.
MISLEADING: dict[str, Weights] = {
    "normal weights": normal,
    "whole numbers, so that many scores are equal": lambda rng, shape: rng.integers(-2, 3, shape),
    "differences far below a step": lambda rng, shape: 1 + 1e-6 * rng.random(shape),
    "a giant beside dwarfs": lambda rng, shape: np.where(rng.random(shape) < 0.002, 1e6, rng.normal(size=shape)),
    "every size there is": lambda rng, shape: rng.normal(size=shape) * 10.0 ** rng.integers(-40, 30, shape),
    "weights below what is normal": lambda rng, shape: rng.normal(size=shape) * 1e-39,
    "sums near the end of float32": lambda rng, shape: rng.normal(size=shape) * 5e36,
    "rows that cancel": lambda rng, shape: np.where(np.arange(shape[0])[:, None] % 2, 1, -1) * (1 + rng.random(shape)),
    "all weights equal": lambda rng, shape: np.full(shape, 0.3),
}


def misleading_model(rng: np.random.Generator, weights: Weights) -> LinearModel:
    """Rows from nearly empty to full, some dense and some not."""
    filled = rng.random((FEATURES, CLASSES)) < np.linspace(0.01, 1, FEATURES)[:, None]
    table = np.where(filled, weights(rng, (FEATURES, CLASSES)), 0).astype(np.float32)
    bias = rng.normal(size=CLASSES).astype(np.float32) * np.float32(rng.choice([0, 1e-3, 1]))
    return model_of(Csr.from_dense(table), bias)


def prepared_answers(model: LinearModel, rows: Csr, k: int) -> tuple[np.ndarray, np.ndarray, int]:
    indices, scores = np.empty((rows.shape[0], k), np.int32), np.empty((rows.shape[0], k), np.float32)
    workspace = np.empty(model.n_classes, np.float32)
    outcome = layouts.prepared(model).top_k(
        rows.data, rows.indices, rows.indptr, 0, rows.shape[0], 1 << 40, workspace, indices, scores
    )
    assert (outcome.next, outcome.failed) == (rows.shape[0], False)
    return indices, scores, outcome.shortlisted


@pytest.mark.parametrize("name", MISLEADING)
def test_candidates_give_the_answers_of_the_twin(kernel: str, name: str) -> None:
    rng = np.random.default_rng(sum(map(ord, name)))
    shortlisted = 0
    for _ in range(6):
        model = misleading_model(rng, MISLEADING[name])
        rows = random_rows(rng, 12, FEATURES, 0.7, whole=name.startswith("whole"))
        expected = twin.scores(model.weights, model.bias, rows)
        for k in (1, 3, 8):
            indices, scores, by_candidates = prepared_answers(model, rows, k)
            want_indices, want_scores = twin.top_k(expected, k)
            assert indices.tobytes() == want_indices.tobytes()
            assert scores.tobytes() == want_scores.tobytes()
            shortlisted += by_candidates
    if name == "normal weights":
        assert shortlisted > 150, "of 216 answers hardly any came from candidates: nothing was tested"


def test_candidates_that_are_exactly_equal_come_by_rising_class(kernel: str) -> None:
    """Two of 1,500 classes share the best score; then 60 do, more than a list of candidates holds."""
    for best in ([700, 1400], list(range(9, 1500, 25))):
        table = np.tile(np.linspace(0, 1, CLASSES, dtype=np.float32), (2, 1))
        table[:, best] = 3
        model = model_of(Csr.from_dense(table))
        indices, scores, by_candidates = prepared_answers(model, Csr.from_dense([[1.0, 0.5]]), 2)
        assert indices.tolist() == [best[:2]] and scores.tolist() == [[4.5, 4.5]]
        assert by_candidates == (len(best) == 2)


def test_features_told_twice_unknown_features_and_rows_without_any_are_answered_alike(kernel: str) -> None:
    rng = np.random.default_rng(8)
    model = misleading_model(rng, normal)
    columns = np.array([29, 3, 29, 99, 12, 3, 3, 25, 28, 27], np.int32)
    rows = Csr(rng.normal(size=10).astype(np.float32), columns, np.array([0, 10, 10], np.int64), (2, 100))
    want_indices, want_scores = twin.top_k(twin.scores(model.weights, model.bias, rows), 2)
    indices, scores, by_candidates = prepared_answers(model, rows, 2)
    assert (indices.tobytes(), scores.tobytes()) == (want_indices.tobytes(), want_scores.tobytes())
    assert by_candidates == 1


def test_threads_that_pack_the_same_rows_give_the_same_bytes() -> None:
    rng = np.random.default_rng(9)
    model, rows = misleading_model(rng, normal), random_rows(rng, 600, FEATURES, 0.7)
    expected = Engine(model).topk(rows, 2)
    for _ in range(5):
        engine = Engine(model, jobs=8)
        engine._scorer, engine._rows_until_prepared = layouts.prepared(model), 0
        top = engine.topk(rows, 2)
        assert top.indices.tobytes() == expected.indices.tobytes()
        assert top.scores.tobytes() == expected.scores.tobytes()


def test_more_classes_than_sixteen_bits_name_are_answered_without_candidates() -> None:
    rng = np.random.default_rng(10)
    for classes, by_candidates in ((65_536, 1), (65_537, 0)):
        table = np.where(rng.random((3, classes)) < 0.1, rng.normal(size=(3, classes)), 0)
        table[:, -1] = 9
        model = model_of(Csr.from_dense(table))
        indices, _, found = prepared_answers(model, Csr.from_dense([[1.0, 1.0, 0.5]]), 1)
        assert (indices.tolist(), found) == ([[classes - 1]], by_candidates)


def test_rows_of_a_damaged_file_that_share_entries_are_not_packed() -> None:
    """Feature 1's pointers fall, so that feature 2 begins within feature 0: each row alone is sound."""
    rng = np.random.default_rng(11)
    classes = np.sort(rng.choice(CLASSES, 600, replace=False)).astype(np.int32)
    indptr = np.array([0, 500, 100, 600], np.int64)
    weights = Csr(rng.normal(size=600).astype(np.float32) * np.geomspace(1, 1e6, 600), classes, indptr, (3, CLASSES))
    weights = Csr(weights.data.astype(np.float32), classes, indptr, (3, CLASSES))
    model = model_of(weights)
    rows = Csr.from_arrays([1, 1, 1], [0, 2, 0], [0, 1, 2, 3], (3, 3))
    want_indices, want_scores = twin.top_k(twin.scores(model.weights, model.bias, rows), 3)
    indices, scores, by_candidates = prepared_answers(model, rows, 3)
    assert (indices.tobytes(), scores.tobytes()) == (want_indices.tobytes(), want_scores.tobytes())
    assert by_candidates == 0
