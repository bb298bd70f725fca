"""Evaluation: a model on a data set, as numbers for a file and rows for a terminal."""

from __future__ import annotations

import json

import numpy as np
import pytest

from answers_support import model_of, random_model, random_rows
from laconic.data import Dataset, Labels
from laconic.errors import OptionError
from laconic.evaluate import evaluate
from laconic.predict import Engine
from laconic.sparse import Csr


def eye_model(classes: int = 6) -> tuple[Csr, list[str]]:
    return Csr.from_dense(np.eye(classes)), [*"abcdefghij"][:classes]


def test_the_keys_of_the_json_form() -> None:
    weights, names = eye_model()
    found = evaluate(model_of(weights, names=names), Dataset(weights, Labels.of(names)), file_size=123)
    answer = json.loads(json.dumps(found.to_json(), allow_nan=False))
    for key in ("accuracy", "micro_f1", "macro_f1", "maf", "p@1", "ndcg@1", "ndcg@3", "ndcg@5", "subset_accuracy"):
        assert answer[key] == 1.0, key
    assert (answer["p@3"], answer["p@5"]) == (pytest.approx(1 / 3), pytest.approx(1 / 5))
    assert (answer["rows"], answer["classes"], answer["nnz"], answer["file_size"]) == (6, 6, 6, 123)
    assert "microseconds_per_answer" not in answer and "psp@1" not in answer


def test_size_is_told_both_ways_over_the_features_at_training() -> None:
    weights, names = eye_model()  # the provenance of model_of says as many features as there are
    found = evaluate(model_of(weights, names=names), Dataset(weights, Labels.of(names)))
    assert (found.density, found.sparsity) == (pytest.approx(1 / 6), pytest.approx(5 / 6))


def test_k_is_measured_beside_the_usual_cuts() -> None:
    weights, names = eye_model()
    data = Dataset(weights, Labels.of(names))
    assert set(evaluate(model_of(weights, names=names), data, k=4).scores.p_at) == {1, 3, 4}
    assert set(evaluate(model_of(weights, names=names), data, k=1).scores.p_at) == {1}


def test_a_threshold_sees_every_label_above_it_however_small_k_is() -> None:
    rng = np.random.default_rng(0)
    model, rows = random_model(rng, 30, 60, 0.5), random_rows(rng, 25, 30, 0.5)
    truth = Engine(model).scores(rows) >= 0.5
    labels = Labels.of([[f"c{k}" for k in np.flatnonzero(row)] for row in truth])
    found = evaluate(model, Dataset(rows, labels), k=1, threshold=0.5).scores
    assert (found.subset_accuracy, found.micro_f1) == (1.0, 1.0)
    assert truth.sum(axis=1).max() > 4


def test_a_threshold_that_lets_everything_through_is_refused() -> None:
    model = model_of(Csr.from_dense(np.ones((1, 3000))))
    data = Dataset(Csr.from_dense(np.ones((2, 1))), Labels.of(["c1", "c2"]))
    with pytest.raises(OptionError, match="more than 1000 labels"):
        evaluate(model, data, threshold=-9.0)


def test_time_is_measured_only_when_asked() -> None:
    weights, names = eye_model()
    found = evaluate(model_of(weights, names=names), Dataset(weights, Labels.of(names)), timed=True)
    assert found.microseconds is not None and found.microseconds > 0
    assert found.to_json()["microseconds_per_answer"] == found.microseconds
    assert any("microseconds" in what for what, _ in found.table_rows())


def test_propensities_come_with_the_labels_of_training() -> None:
    weights, names = eye_model()
    labels = Labels.of(names)
    found = evaluate(model_of(weights, names=names), Dataset(weights, labels), training=labels)
    assert found.to_json()["psp@1"] == 1.0


def test_the_table_tells_what_was_left_out() -> None:
    weights, names = eye_model()
    rows = Csr.from_dense(np.eye(6)[[0, 1, 2]])
    found = evaluate(model_of(weights, names=names), Dataset(rows, Labels.of([["a"], [], ["stranger"]])))
    table = dict(found.table_rows())
    assert table["rows without labels (left out)"] == "1"
    assert table["labels unknown to the model"] == "1"
    assert table["accuracy"] == "0.5000"
