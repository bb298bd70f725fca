"""Explanations add up to the score that the engine gives, and name what they should."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

from answers_support import model_of, random_model, random_rows
from laconic.errors import DataError, OptionError
from laconic.model import LinearModel
from laconic.names import Names
from laconic.pipeline import Pipeline
from laconic.predict import Engine, explain
from laconic.sparse import Csr
from laconic.text import TextOptions, fit_counts
from laconic.weighting import Weighting


def test_bias_shares_and_rest_add_up_to_the_score() -> None:
    rng = np.random.default_rng(0)
    for top in (0, 3, 1000):
        model, rows = random_model(rng, 60, 40, 0.5), random_rows(rng, 6, 60, 0.6)
        scores = Engine(model).scores(rows)
        for i in range(6):
            explanations = explain(model, rows.take_rows(np.array([i])), labels=40, top=top)
            assert len({e.label for e in explanations}) == 40
            for e in explanations:
                assert e.score == scores[i, int(e.label[1:])]
                assert e.bias + sum(t.share for t in e.terms) + e.rest == pytest.approx(e.score, rel=1e-5, abs=1e-5)
                assert len(e.terms) <= top
                assert len(e.terms) + e.n_rest + e.n_without_weight == len(rows.row(i)[0])


def test_terms_are_sorted_by_the_size_of_their_share() -> None:
    model = model_of(Csr.from_dense([[1.0, 0], [-5, 1], [2, 0], [0, 7]]), np.array([0.5, 0], np.float32))
    (e,) = explain(model, [[1.0, 1, 1, 1]], labels=["c0"], top=2)
    assert [(t.name, t.feature, t.weight, t.value, t.share) for t in e.terms] == [
        ("feature 1", 1, -5, 1, -5),
        ("feature 2", 2, 2, 1, 2),
    ]
    assert (e.label, e.bias, e.score, e.rest, e.n_rest, e.n_without_weight) == ("c0", 0.5, -1.5, 1, 1, 1)


def test_the_best_labels_come_in_the_order_of_the_answers() -> None:
    rng = np.random.default_rng(1)
    model, row = random_model(rng, 30, 50), random_rows(rng, 1, 30, 0.7)
    assert [e.label for e in explain(model, row, labels=4)] == Engine(model).topk(row, 4).labels()[0]


def test_a_row_with_nothing_known_has_its_bias_only() -> None:
    model = model_of(Csr.from_dense(np.eye(2)), np.array([1, 2], np.float32))
    (e,) = explain(model, [[0.0, 0, 5]])
    assert (e.label, e.score, e.bias, e.terms, e.rest) == ("c1", 2, 2, (), 0)


def test_unknown_labels_many_rows_and_senseless_numbers_are_refused() -> None:
    model = model_of(Csr.from_dense(np.eye(2)))
    with pytest.raises(OptionError, match=r"no label 'zebra'.*'c0'"):
        explain(model, [[1.0, 0]], labels=["c0", "zebra"])
    with pytest.raises(DataError, match="one row to explain, found 2"):
        explain(model, np.eye(2))
    with pytest.raises(OptionError, match="top is -1"):
        explain(model, [[1.0, 0]], top=-1)


def text_model() -> LinearModel:
    """Two classes, each the mean of its two texts less that of the other."""
    texts = [
        "arc welder welds steel",
        "arc welder again steel",
        "forensics analyst digital",
        "digital analyst forensics",
    ]
    options = TextOptions(min_df=1)
    counts, vocabulary = fit_counts([texts], options)
    pipeline = Pipeline("text", len(vocabulary), Weighting.fit(counts), options, vocabulary)
    x = pipeline.transform(texts).to_dense()
    towards = x[:2].mean(axis=0) - x[2:].mean(axis=0)
    weights = Csr.from_dense(np.stack([towards, -towards], axis=1))
    return LinearModel(weights, np.zeros(2, np.float32), Names.of(["metal", "computers"]), pipeline)


def test_a_text_is_answered_and_explained_by_its_words() -> None:
    model = text_model()
    assert Engine(model).topk(["steel welder", "digital things"]).labels() == [["metal"], ["computers"]]
    (e,) = explain(model, "digital arc welder")
    assert e.label == "metal"
    assert {t.name: t.share > 0 for t in e.terms} == {"digital": False, "arc": True, "welder": True}
    assert e.bias + sum(t.share for t in e.terms) == pytest.approx(e.score, rel=1e-5)


def test_an_explanation_holds_plain_numbers_that_json_takes() -> None:
    (e,) = explain(text_model(), "digital arc welder")
    assert json.loads(json.dumps(dataclasses.asdict(e)))["label"] == "metal"
    assert {type(value) for term in e.terms for value in (term.weight, term.value, term.share)} == {float}
