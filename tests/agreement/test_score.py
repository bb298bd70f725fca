"""The native scores and top k against their twin, byte for byte, for every instruction set and number of threads."""

from __future__ import annotations

import numpy as np
import pytest

from answers_support import model_of, random_model, random_rows
from laconic import _kernels
from laconic.kernels import KERNELS
from laconic.predict import Engine, layouts
from laconic.predict import engine as engine_module
from laconic.reference import score as twin
from laconic.sparse import Csr


def same_bytes(a: np.ndarray, b: np.ndarray) -> bool:
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def test_scores_and_answers_are_those_of_the_twin(kernel: str) -> None:
    rng = np.random.default_rng(1)
    for round_ in range(60):
        features, classes = int(rng.integers(1, 40)), int(rng.integers(1, 700))
        model = random_model(rng, features, classes, density=rng.random(), whole=round_ % 2 == 0)
        rows = random_rows(rng, int(rng.integers(0, 12)), features, rng.random(), whole=round_ % 2 == 0)
        engine = Engine(model)
        expected = twin.scores(model.weights, model.bias, rows)
        assert same_bytes(engine.scores(rows), expected)
        k = int(rng.choice([1, 2, 5, 17, classes, classes + 3]))
        top = engine.topk(rows, k)
        indices, scores = twin.top_k(expected, k)
        assert same_bytes(top.indices, indices), (kernel, round_)
        assert same_bytes(top.scores, scores)


def test_every_length_of_classes_and_every_place_of_the_best_is_seen(kernel: str) -> None:
    """Blocks of lanes, their tails, and the first and last class of each."""
    for classes in [*range(1, 40), 127, 128, 129, 255, 256, 257, 300]:
        for best in {0, 1, classes // 2, classes - 2, classes - 1} & set(range(classes)):
            bias = np.full(classes, -1, np.float32)
            bias[best] = 2
            model = model_of(Csr.from_dense(np.zeros((1, classes))), bias)
            top = Engine(model).topk(Csr.from_dense([[1.0]]), 2)
            runner_up = 0 if best else min(1, classes - 1)
            assert top.indices[0].tolist() == [best, runner_up][: min(2, classes)]


def test_equal_scores_are_answered_by_rising_class_number(kernel: str) -> None:
    model = model_of(Csr.from_dense(np.zeros((1, 400))))
    for k in (1, 3, 130, 400):
        assert Engine(model).topk(Csr.from_dense([[1.0]]), k).indices[0].tolist() == list(range(k))


def test_rows_in_any_order_with_features_told_twice_add_up_in_that_order(kernel: str) -> None:
    rng = np.random.default_rng(2)
    model = random_model(rng, 20, 150, 0.5)
    columns = np.array([7, 3, 7, 19, 0, 3, 3], np.int32)
    rows = Csr(rng.normal(size=7).astype(np.float32), columns, np.array([0, 7], np.int64), (1, 20))
    assert same_bytes(Engine(model).scores(rows), twin.scores(model.weights, model.bias, rows))


def test_all_kernels_and_numbers_of_jobs_give_the_same_bytes() -> None:
    rng = np.random.default_rng(3)
    model = random_model(rng, 300, 390, 0.1)
    rows = random_rows(rng, 500, 300, 0.2)
    before, found = _kernels.kernel(), set()
    for name in KERNELS:
        if not _kernels.use_kernel(name):
            continue
        for jobs in (1, 2, 3, 8):
            top = Engine(model, jobs).topk(rows, 7)
            found.add(top.indices.tobytes() + top.scores.tobytes())
    _kernels.use_kernel(before)
    assert len(found) == 1


def test_a_spent_budget_changes_no_byte_and_ends_each_call_after_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(4)
    model, rows = random_model(rng, 30, 100), random_rows(rng, 20, 30, 0.5)
    whole = Engine(model).topk(rows, 3)
    monkeypatch.setattr(engine_module, "BUDGET", 1)
    top = Engine(model).topk(rows, 3)
    assert same_bytes(top.indices, whole.indices) and same_bytes(top.scores, whole.scores)
    workspace = np.empty(100, np.float32)
    scorer = layouts.as_in_the_file(model)
    outcome = scorer.top_k(rows.data, rows.indices, rows.indptr, 0, 20, 1, workspace, top.indices, top.scores)
    assert (outcome.next, outcome.failed) == (1, False)


def test_dense_rows_change_no_byte(kernel: str) -> None:
    """Minus zero included: among weights, products that underflow, and biases (where it becomes +0)."""
    rng = np.random.default_rng(5)
    for _ in range(30):
        classes = int(rng.integers(1, 300))
        model = random_model(rng, 20, classes, rng.random(), whole=True)
        spoiled = np.where(rng.random(model.nnz) < 0.2, np.float32(-1e-45), model.weights.data)
        weights = Csr(spoiled, model.weights.indices, model.weights.indptr, model.weights.shape)
        model = model_of(weights, np.where(rng.random(classes) < 0.3, np.float32(-0.0), model.bias))
        rows = random_rows(rng, 6, 20, 0.6, whole=True)
        rows = Csr(rows.data * np.float32(0.25), rows.indices, rows.indptr, rows.shape)
        sparse, dense = Engine(model), Engine(model)
        dense._scorer = layouts.prepared(model)
        assert same_bytes(dense.scores(rows), sparse.scores(rows))
        assert same_bytes(sparse.scores(rows), twin.scores(model.weights, model.bias, rows))


def test_an_engine_prepares_its_model_after_enough_answers_and_keeps_its_answers() -> None:
    rng = np.random.default_rng(6)
    model, rows = random_model(rng, 40, 200, 0.4), random_rows(rng, 100, 40, 0.4)
    engine = Engine(model)
    scorer, before = engine._scorer, engine.topk(rows, 5)
    assert engine._scorer is scorer
    for _ in range(engine_module.ROWS_UNTIL_PREPARED // 100):
        after = engine.topk(rows, 5)
    assert engine._scorer is not scorer
    assert same_bytes(after.indices, before.indices) and same_bytes(after.scores, before.scores)


def test_dense_rows_are_the_fullest_ones_within_their_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.zeros((6, 100), np.float32)
    for feature, filled in enumerate((11, 12, 60, 0, 100, 13)):
        table[feature, :filled] = 1
    model = model_of(Csr.from_dense(table))
    assert layouts._fullest(model).tolist() == [1, 2, 4, 5]
    monkeypatch.setattr(layouts, "MOST_BYTES", 2 * 400)
    assert layouts._fullest(model).tolist() == [2, 4]
