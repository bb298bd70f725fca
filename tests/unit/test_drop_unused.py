"""drop_unused: terms without a weight leave; what is left keeps its weights, names and factors."""

from __future__ import annotations

import numpy as np
import pytest

from laconic.errors import OptionError
from laconic.model import LinearModel
from laconic.pipeline import fit_texts
from laconic.refine import drop_unused, threshold
from laconic.store import open_model, save, verify
from laconic.training import train


@pytest.fixture(scope="module")
def model() -> LinearModel:
    texts = ["arc welder of pipes", "pipe welder", "night nurse of the ward", "ward nurse"] * 4
    full = train(fit_texts(texts, ["welding", "welding", "care", "care"] * 4))
    pruned = threshold(float(np.median(np.abs(full.weights.data))))(full)
    assert (np.diff(pruned.weights.indptr) == 0).any()
    return pruned


def named(model: LinearModel) -> dict[str, tuple[list[int], list[float], float]]:
    """term -> (classes, weights, idf)"""
    assert model.pipeline is not None and model.pipeline.weighting.idf is not None
    idf = model.pipeline.weighting.idf
    rows = ((j, *model.weights.row(j)) for j in range(model.n_features))
    return {model.pipeline.feature_name(j): (c.tolist(), w.tolist(), float(idf[j])) for j, c, w in rows if len(c)}


def test_terms_with_a_weight_keep_all_and_the_others_are_gone(model) -> None:
    small = drop_unused()(model)
    assert small.n_features == len(named(model)) < model.n_features
    assert named(small) == named(model)
    assert small.provenance.steps[-1] == {"refine": "drop_unused", "features": model.n_features - small.n_features}
    assert small.provenance.n_features_at_training == model.provenance.n_features_at_training


def test_the_smaller_model_answers_from_texts_after_a_walk_through_a_file(model, tmp_path) -> None:
    save(drop_unused()(model), tmp_path / "m.laconic")
    verify(tmp_path / "m.laconic")
    again = open_model(tmp_path / "m.laconic")
    assert again.pipeline is not None
    assert np.allclose(np.linalg.norm(again.pipeline.transform(["pipe welder"]).data), 1, atol=1e-6)


def test_few_unused_terms_stay(model) -> None:
    assert drop_unused(least_share=1.0)(model) is model
    small = drop_unused()(model)
    assert drop_unused()(small) is small


def test_a_share_that_is_none_is_refused() -> None:
    with pytest.raises(OptionError, match="least_share is 2"):
        drop_unused(2)
