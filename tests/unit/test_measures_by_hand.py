"""The measures on cases small enough to do by hand, and what they refuse."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from laconic.data import Labels
from laconic.errors import DataError, OptionError
from laconic.metrics import Scores, TrainingCounts, evaluate
from laconic.names import Names
from laconic.predict import TopK


def measured(truth: Sequence[str | list[str]], answers: list[str], names: str = "abc", **options: object) -> Scores:
    indices = np.array([[names.index(letter) for letter in row] for row in answers], np.int32)
    scores = np.tile(-np.arange(indices.shape[1], dtype=np.float32), (len(answers), 1))
    return evaluate(Labels.of(truth), TopK(indices, scores, Names.of(names)), **options)  # type: ignore[arg-type]


def test_both_macro_measures_by_hand() -> None:
    """a: P 1/2, R 1, F 2/3; b: P 1, R 1/2, F 2/3; c is neither met nor predicted and counts 0."""
    found = measured(["a", "b", "b"], ["a", "b", "a"])
    assert found.macro_f1 == pytest.approx((2 / 3 + 2 / 3 + 0) / 3)
    assert (found.macro_precision, found.macro_recall) == (0.5, 0.5)
    assert found.maf == pytest.approx(0.5)
    assert found.micro_f1 == found.accuracy == found.subset_accuracy == pytest.approx(2 / 3)


def test_macro_f1_and_maf_differ() -> None:
    found = measured(["a", "a", "a", "b"], ["a", "b", "b", "b"], "ab")
    assert found.macro_f1 == pytest.approx((1 / 2 + 1 / 2) / 2)
    assert found.maf == pytest.approx(2 * (2 / 3) * (2 / 3) / (2 / 3 + 2 / 3))


def test_a_label_the_model_never_saw_counts_as_a_class_of_f1_zero() -> None:
    found = measured(["a", "z"], ["a", "a"], "a")
    assert (found.n_unknown_labels, [*found.classes.names]) == (1, ["a", "z"])
    assert found.macro_f1 == pytest.approx((2 / 3 + 0) / 2)
    assert found.accuracy == 0.5


def test_a_name_that_no_row_has_and_no_model_knows_is_no_class() -> None:
    """The labels of a part of a data set carry the names of the whole."""
    part = Labels(Names.of("az"), np.array([0], np.int32), np.array([0, 1]))
    top = TopK(np.zeros((1, 1), np.int32), np.zeros((1, 1), np.float32), Names.of("a"))
    assert evaluate(part, top).macro_f1 == 1


def test_rows_without_labels_are_left_out_and_counted() -> None:
    found, alone = measured([["a"], [], ["b"]], ["a", "c", "c"]), measured(["a", "b"], ["a", "c"])
    assert (found.n_rows, found.n_unlabelled) == (2, 1)
    for name in ("accuracy", "micro_f1", "macro_f1", "maf", "subset_accuracy"):
        assert getattr(found, name) == getattr(alone, name)


def test_several_labels_accuracy_is_that_of_the_first_answer_and_subset_accuracy_of_the_set() -> None:
    found = measured([["a", "b"], ["c"]], ["abc", "cab"], threshold=-1.0)  # the first two answers are predicted
    assert (found.accuracy, found.subset_accuracy) == (1.0, 0.5)
    assert found.micro_f1 == pytest.approx(2 * 3 / (4 + 3))
    assert found.p_at[3] == pytest.approx((2 / 3 + 1 / 3) / 2)


def test_a_cut_beyond_the_answers_is_left_out_unless_all_classes_were_answered() -> None:
    assert set(measured(["a"], ["ab"]).p_at) == {1}
    assert measured(["a"], ["abc"]).p_at[5] == pytest.approx(1 / 5)


def test_ndcg_by_hand() -> None:
    found = measured([["a", "b"]], ["cab"])
    best = 1 + 1 / np.log2(3)
    assert found.ndcg_at[3] == pytest.approx((1 / np.log2(3) + 1 / 2) / best)
    assert found.ndcg_at[1] == 0


def test_a_rare_label_is_worth_more_in_propensity_scored_precision() -> None:
    training = TrainingCounts.of(Labels.of(["a"] * 90 + ["b"] * 10), Names.of("ab"))
    assert training.per_class.tolist() == [90, 10]
    rare_hit = measured(["a", "b"], ["b", "b"], "ab", training=training).psp_at[1]
    common_hit = measured(["a", "b"], ["a", "a"], "ab", training=training).psp_at[1]
    assert rare_hit + common_hit == pytest.approx(1)
    assert rare_hit > common_hit
    assert measured(["a"], ["a"]).psp_at == {}


def test_the_table_of_classes_as_records() -> None:
    records = list(measured(["a", "b", "b"], ["a", "b", "a"]).classes.records())
    assert records[0] == {
        "label": "a", "support": 1, "predicted": 2, "correct": 1, "precision": 0.5, "recall": 1.0, "f1": 2 / 3
    }  # fmt: skip
    assert [r["f1"] for r in records] == [2 / 3, 2 / 3, 0.0]


def test_a_model_without_classes_gets_nothing_right() -> None:
    top = TopK(np.zeros((2, 0), np.int32), np.zeros((2, 0), np.float32), Names.of([]))
    found = evaluate(Labels.of(["a", "b"]), top)
    assert (found.accuracy, found.micro_f1, found.macro_f1, found.maf, found.p_at[1]) == (0, 0, 0, 0, 0)


def test_what_cannot_be_measured_is_refused() -> None:
    with pytest.raises(DataError, match="none of the 2 rows has a label"):
        measured([[], []], ["a", "b"])
    with pytest.raises(DataError, match=r"shape \(2, 1\)"):
        measured(["a"], ["a", "b"])
    with pytest.raises(OptionError, match="cuts"):
        measured(["a"], ["a"], cuts=[0])
    with pytest.raises(OptionError, match="NaN"):
        measured(["a"], ["a"], threshold=float("nan"))
    top = TopK(np.array([[3]], np.int32), np.zeros((1, 1), np.float32), Names.of("abc"))
    with pytest.raises(DataError, match=r"outside 0\.\.2"):
        evaluate(Labels.of(["a"]), top)
