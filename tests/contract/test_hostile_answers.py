"""Damaged models and rows that no reader would write: refused in clear words, never read out of bounds."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from answers_support import model_of, random_model, random_rows
from laconic.errors import DataError, ModelFileError
from laconic.model import LinearModel
from laconic.names import Names
from laconic.predict import Engine, explain
from laconic.sparse import Csr

Damage = Callable[[np.ndarray, np.ndarray, np.ndarray], None]


def damaged(change: Damage, classes: int = 150) -> LinearModel:
    """Ten features, each with the classes 0, 1, 2 of so many; `change` spoils the arrays of feature 4."""
    data = np.ones(30, np.float32)
    indices = np.tile(np.arange(3, dtype=np.int32), 10)
    indptr = np.arange(0, 31, 3, dtype=np.int64)
    change(data, indices, indptr)
    return model_of(Csr(data, indices, indptr, (10, classes)))


def put(which: int, place: int, value: float) -> Damage:
    return lambda *arrays: arrays[which].__setitem__(place, value)


DAMAGES = {
    "a class below 0": put(1, 12, -1),
    "a class of the lowest number": put(1, 12, -(2**31)),
    "a class that is not there": put(1, 14, 150),
    "a class of the highest number": put(1, 14, 2**31 - 1),
    "a huge class between sound ones": put(1, 13, 2**30),
    "a class told twice": put(1, 13, 0),
    "classes that fall": put(1, 12, 2),
    "a weight that is NaN": put(0, 13, np.nan),
    "a weight that is infinite": put(0, 14, -np.inf),
    "a pointer beyond the end": put(2, 5, 31),
    "a pointer far beyond the end": put(2, 5, 2**62),
    "a pointer below 0": put(2, 4, -5),
    "a pointer of the lowest number": put(2, 4, -(2**63)),
    "pointers that fall": put(2, 5, 11),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_row_of_weights_is_refused_when_first_needed(name: str) -> None:
    engine = Engine(damaged(DAMAGES[name]))
    healthy = Csr.from_dense(np.eye(10)[[0, 9]])
    assert engine.topk(healthy, 2).indices.tolist() == [[0, 1], [0, 1]]
    needing = Csr.from_dense(np.eye(10)[[4]])
    for _ in range(2):  # and again: a bad row is never taken for checked
        with pytest.raises(ModelFileError, match=r"weights of feature 4 are damaged"):
            engine.topk(needing)
    with pytest.raises(ModelFileError, match="feature 4"):
        engine.scores(needing)
    with pytest.raises(ModelFileError, match="feature 4"):
        explain(engine.model, needing)
    assert engine.topk(healthy, 1).indices.tolist() == [[0], [0]]


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_row_is_not_made_dense_and_is_still_refused(name: str) -> None:
    engine = Engine(damaged(DAMAGES[name], classes=10))  # three classes of ten: full enough to be made dense
    healthy = Csr.from_dense(np.eye(10)[np.zeros(400, int)])
    assert engine.topk(healthy).indices.tolist() == [[0]] * 400
    with pytest.raises(ModelFileError, match="feature 4"):
        engine.topk(Csr.from_dense(np.eye(10)[[4]]))


def test_a_damaged_row_is_refused_on_threads_as_well() -> None:
    rows = Csr.from_dense(np.vstack([np.eye(10)[np.zeros(600, int)], np.eye(10)[[4]]]))
    with pytest.raises(ModelFileError, match="feature 4"):
        Engine(damaged(DAMAGES["a class that is not there"]), jobs=4).topk(rows)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_bias_that_is_not_finite_is_refused(value: float) -> None:
    bias = np.zeros(3, np.float32)
    bias[1] = value
    with pytest.raises(ModelFileError, match="bias of class 1"):
        Engine(model_of(Csr.from_dense(np.eye(3)), bias))


ROWS = {
    "a value that is NaN": Csr.from_arrays([np.nan], [0], [0, 1], (1, 3)),
    "a value that is infinite": Csr.from_arrays([np.inf], [0], [0, 1], (1, 3)),
    "a NaN on an unknown feature": Csr.from_arrays([np.nan], [7], [0, 1], (1, 9)),
    "a feature below 0": Csr.from_arrays([1], [-1], [0, 1], (1, 3)),
    "a pointer beyond the end": Csr.from_arrays([1], [0], [0, 2], (1, 3)),
    "a pointer below 0": Csr.from_arrays([1], [0], [-1, 1], (1, 3)),
    "pointers that fall": Csr.from_arrays([1], [0], [1, 0], (1, 3)),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_row_that_is_not_sound_is_refused(name: str) -> None:
    engine = Engine(model_of(Csr.from_dense(np.eye(3))))
    with pytest.raises(DataError, match="row 0"):
        engine.topk(ROWS[name])
    with pytest.raises(DataError, match="row 0"):
        engine.scores(ROWS[name])


def test_arrays_of_rows_that_do_not_fit_together_are_refused() -> None:
    engine = Engine(model_of(Csr.from_dense(np.eye(3))))
    with pytest.raises(DataError, match="fit together"):
        engine.topk(Csr.from_arrays([1], [0], [0, 1], (5, 3)))
    with pytest.raises(DataError, match="fit together"):
        engine.topk(Csr.from_arrays([1, 2], [0], [0, 1], (1, 3)))


@pytest.mark.parametrize("weights", [[3e38, 3e38], [-3e38, -3e38], [3e38, -3e38]])
def test_scores_beyond_float32_are_refused_not_answered(weights: list[float]) -> None:
    """Up to infinity, down to it, and both ways at once (NaN)."""
    table = np.zeros((2, 200), np.float32)
    table[:, :] = np.array(weights, np.float32)[:, None]
    rows = Csr.from_dense([[0.5, 0.5], [3e38, 3e38]])
    for ask in (Engine(model_of(Csr.from_dense(table))).topk, Engine(model_of(Csr.from_dense(table))).scores):
        with pytest.raises(DataError, match="scores of row 1 leave the range"):
            ask(rows)


def test_a_label_that_is_not_text_is_refused_by_name() -> None:
    model = model_of(Csr.from_dense(np.eye(2)))
    names = Names(np.array([97, 255], np.uint8), np.array([0, 1, 2], np.int64))
    top = Engine(LinearModel(model.weights, model.bias, names)).topk(Csr.from_dense(np.eye(2)))
    with pytest.raises(ModelFileError, match="class 1"):
        top.labels()


def test_random_damage_never_gives_more_than_a_clear_error() -> None:
    rng = np.random.default_rng(5)
    refused = 0
    for _ in range(300):
        model = random_model(rng, 12, 130, 0.3)
        arrays = [np.array(a) for a in (model.weights.data, model.weights.indices, model.weights.indptr)]
        raw = arrays[rng.integers(3)].view(np.uint8)
        raw[rng.integers(len(raw), size=3)] = rng.integers(256, size=3)
        engine = Engine(model_of(Csr(arrays[0], arrays[1], arrays[2], (12, 130))))
        rows = random_rows(rng, 5, 12, 0.8)
        try:
            top = engine.topk(rows, 4)
        except (ModelFileError, DataError):
            refused += 1
        else:
            assert top.indices.min() >= 0 and top.indices.max() < 130 and np.isfinite(top.scores).all()
    assert 50 < refused < 300
