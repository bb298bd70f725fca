"""The threshold agrees with its twin; refinements are pure and recorded."""

from __future__ import annotations

import numpy as np
import pytest

from laconic import refine
from laconic.errors import ModelFileError, OptionError
from laconic.model import LinearModel, Provenance
from laconic.names import Names
from laconic.reference.threshold import beta_of_share, drop_below
from laconic.sparse import Csr


def random_model(seed: int) -> LinearModel:
    random = np.random.default_rng(seed)
    features, classes = random.integers(0, 8, 2)
    # eighths, so that equal sizes are common
    dense = (random.integers(-6, 7, size=(features, classes)) / 8).astype(np.float32)
    bias = random.normal(size=classes).astype(np.float32)
    return LinearModel(Csr.from_dense(dense), bias, Names.of(map(str, range(classes))), provenance=Provenance({}, 3, 9))


@pytest.mark.parametrize("seed", range(200))
def test_threshold_agrees_with_its_twin(seed: int) -> None:
    model = random_model(seed)
    weights = model.weights.to_dense().tolist()
    beta = seed % 9 / 8
    by_beta = refine.threshold(beta)(model)
    assert by_beta.weights.to_dense().tolist() == drop_below(weights, beta)
    by_beta.check()
    share = seed % 11 / 10
    by_share = refine.threshold(share=share)(model)
    assert by_share.weights.to_dense().tolist() == drop_below(weights, beta_of_share(weights, share))
    assert by_share.nnz >= share * model.nnz
    assert np.array_equal(by_share.bias, model.bias)


def test_a_weight_equal_to_beta_stays() -> None:
    dense = np.array([[0.1, 0.7, -0.3]], np.float32)
    model = LinearModel(Csr.from_dense(dense), np.zeros(3, np.float32), Names.of("abc"))
    for k, beta in ((0, 0.1), (1, 0.7), (2, 0.3)):
        assert refine.threshold(beta)(model).weights.to_dense()[0, k] == dense[0, k]


def test_a_refinement_leaves_its_model_alone_and_is_recorded() -> None:
    model = random_model(5)
    before = model.weights.to_dense()
    both = refine.chain(refine.threshold(0.25), refine.threshold(share=0.5))(model)
    assert np.array_equal(model.weights.to_dense(), before)
    assert model.provenance.steps == ()
    assert both.provenance.steps == ({"refine": "threshold", "beta": 0.25}, {"refine": "threshold", "share": 0.5})
    assert both.provenance.n_features_at_training == 9


def test_a_chain_is_its_steps_one_after_the_other() -> None:
    model = random_model(7)
    f, g = refine.threshold(0.25), refine.threshold(share=0.5)
    assert np.array_equal(refine.chain(f, g)(model).weights.data, g(f(model)).weights.data)
    assert refine.chain()(model) is model
    nested = refine.chain(refine.chain(f), g)(model)
    assert nested.provenance == g(f(model)).provenance


@pytest.mark.parametrize("options", [{}, {"beta": 0.1, "share": 0.1}])
def test_threshold_wants_exactly_one_option(options: dict[str, float]) -> None:
    with pytest.raises(OptionError, match="exactly one"):
        refine.threshold(**options)


@pytest.mark.parametrize("beta", [-0.1, float("nan"), float("inf"), "x", True])
def test_beta_that_makes_no_sense(beta: float) -> None:
    with pytest.raises(OptionError, match="beta is"):
        refine.threshold(beta)


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan"), "x", True])
def test_share_that_makes_no_sense(share: float) -> None:
    with pytest.raises(OptionError, match="share to keep is"):
        refine.threshold(share=share)


def test_chain_of_what_is_no_refinement() -> None:
    with pytest.raises(OptionError, match="expected refinements"):
        refine.chain(refine.threshold(0.1), 3)  # type: ignore[arg-type]


def test_threshold_refuses_a_damaged_model() -> None:
    model = random_model(5)
    broken = Csr(model.weights.data, model.weights.indices + np.int32(99), model.weights.indptr, model.weights.shape)
    with pytest.raises(ModelFileError, match="damaged"):
        refine.threshold(0.1)(LinearModel(broken, model.bias, model.labels))
