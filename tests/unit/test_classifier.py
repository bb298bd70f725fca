"""TextClassifier: strings in, strings out, the same after a walk through a file."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

import laconic
from laconic.errors import DataError, OptionError
from laconic.pipeline import fit_vectors
from laconic.store import save

TEXTS = [
    "arc welder",
    "pipe welder",
    "tig welding of pipes",
    "night nurse",
    "nurse of the ward",
    "ward sister nurse",
] * 3
LABELS = ["welding", "welding", "welding", "care", "care", "care"] * 3


@pytest.fixture(scope="module")
def clf() -> laconic.TextClassifier:
    return laconic.TextClassifier().fit(TEXTS, LABELS)


def test_strings_in_strings_out(clf) -> None:
    assert clf.predict(["a welder of arcs", "the nurse"]) == ["welding", "care"]
    top = clf.predict_topk(["night nurse"], k=2)
    assert top.labels() == [["care", "welding"]]
    assert top.scores[0, 0] > top.scores[0, 1]


def test_an_explanation_names_the_words(clf) -> None:
    (why,) = clf.explain("arc welder")
    assert why.label == "welding"
    assert {term.name for term in why.terms} >= {"welder"}


def test_saved_and_loaded_it_answers_the_same(clf, tmp_path) -> None:
    clf.save(tmp_path / "jobs.laconic")
    again = laconic.load(tmp_path / "jobs.laconic")
    assert again.predict(TEXTS) == clf.predict(TEXTS)
    assert (again.predict_topk(TEXTS, 2).scores == clf.predict_topk(TEXTS, 2).scores).all()


def test_several_labels_a_text_and_none() -> None:
    clf = laconic.TextClassifier(text=laconic.TextOptions(min_df=1)).fit(
        ["red apple", "red car", "green apple", "nothing at all"], [["red", "fruit"], ["red"], ["fruit"], []]
    )
    assert set(clf.predict_topk(["red apple"], 2).labels()[0]) == {"red", "fruit"}


def test_before_fit_there_is_no_answer() -> None:
    with pytest.raises(DataError, match="learned nothing yet"):
        laconic.TextClassifier().predict(["x"])


@pytest.mark.parametrize("options", [{"method": "l3"}, {"C": 0}, {"tolerance": -1}, {"jobs": -2}, {"cut": "x"}])
def test_a_senseless_option_is_refused_at_once(options) -> None:
    with pytest.raises(OptionError):
        laconic.TextClassifier(**options)


def test_one_text_in_place_of_a_list_is_told(clf) -> None:
    with pytest.raises(DataError, match="list of texts"):
        clf.predict("arc welder")
    with pytest.raises(DataError, match="list of texts"):
        laconic.TextClassifier().fit("arc welder", ["welding"])


def test_texts_and_labels_of_different_length_are_told() -> None:
    with pytest.raises(DataError, match="2 rows of features but 1 rows of labels"):
        laconic.TextClassifier().fit(["a welder", "a nurse"], ["welding"])


def test_texts_come_as_any_iterable(clf) -> None:
    wanted = clf.predict(TEXTS)
    for texts in (tuple(TEXTS), iter(TEXTS), np.array(TEXTS), np.array(TEXTS, object)):
        assert clf.predict(texts) == wanted


@pytest.mark.parametrize("texts", [None, 3, [None], [b"welder"], [1], np.zeros((1, 3)), sp.csr_matrix((1, 3))])
def test_what_is_no_text_is_told(clf, texts) -> None:
    with pytest.raises(DataError, match="text"):
        clf.predict(texts)


@pytest.mark.parametrize("label", [None, 1.5, float("nan"), b"x", [None], [["a"]], np.array([0, 1]), np.True_])
def test_what_is_no_label_is_told(label) -> None:
    with pytest.raises(DataError, match="the label of row 1 is"):
        laconic.TextClassifier().fit(["a welder", "a nurse"], ["care", label])


@pytest.mark.parametrize("option", [{"text": 3}, {"text": None}, {"weighting": "tfidf"}])
def test_an_option_of_another_type_is_refused_at_once(option) -> None:
    with pytest.raises(OptionError, match="expected a"):
        laconic.TextClassifier(**option)


def test_a_loaded_model_of_counts_weighs_the_counts_it_is_given(tmp_path) -> None:
    """Counts taken for weighted rows gave other answers than `laconic predict` without a word."""
    rng = np.random.default_rng(0)
    counts = rng.poisson(0.4, (60, 12)).astype(np.float32)
    labels = [str(k) for k in np.arange(60) % 3]
    counts[np.arange(60), np.arange(60) % 3 + 1] += 3
    counts[:, 0] = np.arange(60) + 1  # a document number
    data = fit_vectors(counts, labels, ignore=(0,))
    save(laconic.train(data), tmp_path / "counts.laconic")
    loaded = laconic.load(tmp_path / "counts.laconic")
    assert (
        loaded.predict_topk(counts, 3).scores.tobytes() == laconic.Engine(loaded.model).topk(data.X, 3).scores.tobytes()
    )
    (why,) = loaded.explain(counts[:1])
    assert "0" not in {term.name for term in why.terms}
    with pytest.raises(DataError, match="takes no texts"):
        loaded.predict(["arc welder"])
