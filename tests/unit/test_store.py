"""Saving, opening, verifying and inspecting models."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from laconic import store
from laconic.errors import DataError, ModelFileError, OptionError
from laconic.model import LinearModel, Provenance
from laconic.names import Names
from laconic.sparse import Csr


def small_model(labels: tuple[str, ...] = ("a", "b", "c"), features: int = 5, seed: int = 0) -> LinearModel:
    random = np.random.default_rng(seed)
    dense = random.normal(size=(features, len(labels))).astype(np.float32)
    dense[random.random(dense.shape) < 0.5] = 0
    provenance = Provenance({"loss": "squared_hinge", "C": 1.0}, 10, features)
    return LinearModel(
        Csr.from_dense(dense),
        random.normal(size=len(labels)).astype(np.float32),
        Names.of(labels),
        provenance=provenance,
    )


def same(a: LinearModel, b: LinearModel) -> bool:
    return (
        np.array_equal(a.weights.to_dense(), b.weights.to_dense())
        and np.array_equal(a.bias, b.bias)
        and a.labels == b.labels
        and a.provenance == b.provenance
    )


def test_a_saved_model_comes_back(tmp_path: Path) -> None:
    model = small_model(("x", "", "ümlaut \ud800", "日本"))
    store.save(model, tmp_path / "m.laconic")
    assert same(model, store.open_model(tmp_path / "m.laconic"))


@pytest.mark.parametrize(("labels", "features"), [((), 0), (("only",), 0), ((), 3), (("only",), 1)])
def test_empty_and_tiny_models_come_back(tmp_path: Path, labels: tuple[str, ...], features: int) -> None:
    model = small_model(labels, features)
    store.save(model, tmp_path / "m.laconic")
    back = store.open_model(tmp_path / "m.laconic")
    assert same(model, back)
    assert (back.n_features, back.n_classes) == (features, len(labels))
    store.verify(tmp_path / "m.laconic")


def test_the_same_model_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in "ab":
        store.save(small_model(), tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    store.save(store.open_model(tmp_path / "a"), tmp_path / "c")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "c").read_bytes()


def test_large_arrays_are_written_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.save(small_model(), tmp_path / "whole")
    monkeypatch.setattr(store.format, "_PIECE", 7)
    store.save(small_model(), tmp_path / "pieces")
    store.verify(tmp_path / "whole")
    assert (tmp_path / "pieces").read_bytes() == (tmp_path / "whole").read_bytes()


def test_a_model_can_be_saved_to_the_file_it_is_mapped_from(tmp_path: Path) -> None:
    path = tmp_path / "m.laconic"
    store.save(small_model(), path)
    mapped = store.open_model(path)
    store.save(dataclasses.replace(mapped, bias=np.ones(3, np.float32)), path)
    assert np.array_equal(store.open_model(path).bias, np.ones(3))
    assert same(mapped, small_model())


def test_a_model_cannot_be_changed(tmp_path: Path) -> None:
    path = tmp_path / "m.laconic"
    store.save(small_model(), path)
    for model in (small_model(), store.open_model(path)):
        for array in (model.bias, model.weights.data, model.weights.indices, model.weights.indptr):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0
        with pytest.raises(dataclasses.FrozenInstanceError):
            model.bias = model.bias  # type: ignore[misc]


def test_a_model_does_not_freeze_the_callers_arrays() -> None:
    bias = np.zeros(1, np.float32)
    LinearModel(Csr.from_dense(np.ones((2, 1))), bias, Names.of(["a"]))
    bias[0] = 1


def test_a_model_whose_parts_do_not_fit_is_refused() -> None:
    with pytest.raises(DataError, match="2 labels, but 3 expected"):
        dataclasses.replace(small_model(), labels=Names.of("ab"))
    with pytest.raises(DataError, match="bias are float64"):
        dataclasses.replace(small_model(), bias=np.zeros(3))


def test_density_counts_the_features_at_training() -> None:
    model = small_model()
    assert model.density == model.nnz / (5 * 3)
    wider = dataclasses.replace(model, provenance=dataclasses.replace(model.provenance, n_features_at_training=50))
    assert wider.density == model.nnz / (50 * 3)


@pytest.mark.parametrize("value", [float("nan"), np.float32(1), {1: 2}, object(), b"x"])
def test_provenance_refuses_what_json_cannot_keep(value: object) -> None:
    with pytest.raises(DataError, match="provenance"):
        Provenance({"x": value})


def test_provenance_is_not_shared_with_the_caller() -> None:
    spec = {"a": [1]}
    kept = Provenance(spec)
    spec["a"].append(2)
    assert kept.spec == {"a": [1]}


def test_check_finds_weights_and_biases_that_are_not_sound() -> None:
    model = small_model()
    broken = Csr(model.weights.data, model.weights.indices + np.int32(9), model.weights.indptr, model.weights.shape)
    with pytest.raises(ModelFileError, match="weights of this model are damaged"):
        dataclasses.replace(model, weights=broken).check()
    with pytest.raises(ModelFileError, match="bias of class 1 is nan"):
        dataclasses.replace(model, bias=np.array([0, np.nan, 0], np.float32)).check()


def test_a_label_that_is_no_text_is_told(tmp_path: Path) -> None:
    model = small_model()
    labels = Names(np.frombuffer(b"a\xffc", np.uint8), np.arange(4))
    store.save(dataclasses.replace(model, labels=labels), tmp_path / "m")
    with pytest.raises(ModelFileError, match="a label of this model is not UTF-8"):
        store.inspect(tmp_path / "m", labels=["a"])


def test_a_label_that_stands_twice_is_told(tmp_path: Path) -> None:
    store.save(small_model(("a", "b", "a")), tmp_path / "m")
    for use in (store.verify, lambda path: store.inspect(path, labels=["a"])):
        with pytest.raises(ModelFileError, match="label 'a' stands twice"):
            use(tmp_path / "m")


SAVE = """
import sys
sys.path.insert(0, sys.argv[2])
from test_store import small_model
from laconic import store
model = small_model()
words = set("some words in a table".split())
store.save(model.with_weights(model.weights, {word: word for word in words}), sys.argv[1])
"""


def test_the_seed_of_pythons_hash_changes_no_byte(tmp_path: Path) -> None:
    for seed in "12":
        command = [sys.executable, "-c", SAVE, str(tmp_path / seed), str(Path(__file__).parent)]
        subprocess.run(command, check=True, env=os.environ | {"PYTHONHASHSEED": seed})
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_inspect_tells_sizes_and_the_heaviest_terms(tmp_path: Path) -> None:
    path = tmp_path / "m.laconic"
    weights = np.array([[0.5, 0], [-2, 0], [0.5, 1], [0.1, 0]], np.float32)
    store.save(LinearModel(Csr.from_dense(weights), np.zeros(2, np.float32), Names.of("ab")), path)
    report = store.inspect(path, labels=["a"], top=3)
    assert report.n_bytes == path.stat().st_size
    assert (report.n_features, report.n_classes, report.nnz, report.density) == (4, 2, 5, 5 / 8)
    assert {a.name: a.shape for a in report.arrays}["weights.data"] == (5,)
    assert report.classes[0].heaviest == (("1", -2.0), ("0", 0.5), ("2", 0.5))
    assert report.classes[0].n_terms == 4
    with pytest.raises(OptionError, match="no label 'z'; it has 2, such as 'a', 'b'"):
        store.inspect(path, labels=["z"])
