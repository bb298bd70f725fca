"""TextClassifier: strings in, strings out, the same after a walk through a file."""

from __future__ import annotations

import pytest

import laconic
from laconic.errors import DataError, OptionError

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
