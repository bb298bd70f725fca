"""The measures against their twin and against scikit-learn, over random answers of every shape."""

from __future__ import annotations

import sys
import tracemalloc
from dataclasses import dataclass

import numpy as np
import pytest
from sklearn import metrics as sk
from sklearn.preprocessing import MultiLabelBinarizer

from laconic.data import Labels
from laconic.metrics import Scores, TrainingCounts, evaluate
from laconic.names import Names
from laconic.predict import TopK
from laconic.reference import metrics as twin


@dataclass
class Case:
    """Random labels over more names than the model knows, and random answers over those it knows."""

    truth: list[list[str]]
    top: TopK
    threshold: float | None

    @property
    def labels(self) -> Labels:
        return Labels.of(self.truth)

    @property
    def sets(self) -> list[set[str]]:
        return [set(row) for row in self.truth]

    @property
    def predicted(self) -> list[set[str]]:
        answers = zip(self.top.labels(), self.top.scores.tolist(), strict=True)
        if self.threshold is None:
            return [{names[0]} for names, _ in answers]
        return [{n for n, s in zip(names, scores, strict=True) if s >= self.threshold} for names, scores in answers]

    @property
    def classes(self) -> set[str]:
        return set(self.top.names).union(*self.sets)

    def scores(self, training: TrainingCounts | None = None) -> Scores:
        return evaluate(self.labels, self.top, threshold=self.threshold, training=training)


def random_case(rng: np.random.Generator, several: bool) -> Case:
    known, strangers = int(rng.integers(1, 9)), int(rng.integers(0, 3))
    names = [f"n{i}" for i in rng.permutation(known + strangers)]  # the order of the model is not that of the truth
    n, k = int(rng.integers(1, 25)), int(rng.integers(1, known + 1))
    sizes = rng.integers(0, 4, n) if several else rng.random(n) > 0.2
    sizes[0] = 1
    truth = [rng.choice(names, min(int(size), len(names)), replace=False).tolist() for size in sizes]
    indices = np.array([rng.permutation(known)[:k] for _ in range(n)], np.int32)
    scores = -np.sort(-rng.normal(size=(n, k)).astype(np.float32), axis=1)
    return Case(truth, TopK(indices, scores, Names.of(names[:known])), float(rng.normal()) if several else None)


@pytest.mark.parametrize("several", [False, True])
def test_all_measures_are_those_of_the_twin(several: bool) -> None:
    rng = np.random.default_rng(6)
    for _ in range(200):
        case = random_case(rng, several)
        found = case.scores()
        for name, value in twin.f1_of(case.sets, case.predicted, case.classes).items():
            assert getattr(found, name) == pytest.approx(value), name
        answers = case.top.labels()
        assert found.accuracy == pytest.approx(twin.precision_at(case.sets, answers, 1))
        assert set(found.p_at) == {k for k in (1, 3, 5) if k <= case.top.k or case.top.k == len(case.top.names)}
        for k in found.p_at:
            assert found.p_at[k] == pytest.approx(twin.precision_at(case.sets, answers, k))
            assert found.ndcg_at[k] == pytest.approx(twin.ndcg_at(case.sets, answers, k))
        assert found.n_rows + found.n_unlabelled == len(case.truth)
        assert found.n_unknown_labels == len(case.classes) - len(case.top.names)


def test_propensity_scored_precision_is_that_of_the_twin() -> None:
    rng = np.random.default_rng(7)
    for _ in range(100):
        case = random_case(rng, True)
        training = [rng.choice([*case.top.names], 1).tolist() for _ in range(30)]
        counts = TrainingCounts.of(Labels.of(training), case.top.names)
        told = {name: sum(name in row for row in training) for name in case.top.names}
        for k, value in case.scores(counts).psp_at.items():
            assert value == pytest.approx(twin.psp_at(case.sets, case.top.labels(), told, 30, k))


@pytest.mark.parametrize("several", [False, True])
def test_scikit_learn_agrees(several: bool) -> None:
    rng = np.random.default_rng(8)
    for _ in range(60):
        case = random_case(rng, several)
        rows = [i for i, row in enumerate(case.truth) if row]
        table = MultiLabelBinarizer(classes=sorted(case.classes)).fit([])
        truth = table.transform([case.sets[i] for i in rows])
        said = table.transform([case.predicted[i] for i in rows])
        found, options = case.scores(), {"zero_division": 0.0}
        assert found.subset_accuracy == pytest.approx(sk.accuracy_score(truth, said))
        assert found.micro_f1 == pytest.approx(sk.f1_score(truth, said, average="micro", **options))
        assert found.macro_f1 == pytest.approx(sk.f1_score(truth, said, average="macro", **options))
        assert found.macro_precision == pytest.approx(sk.precision_score(truth, said, average="macro", **options))
        assert found.macro_recall == pytest.approx(sk.recall_score(truth, said, average="macro", **options))
        per_class = sk.precision_recall_fscore_support(truth, said, **options)
        order = np.argsort([*found.classes.names])
        mine = (found.classes.precision, found.classes.recall, found.classes.f1, found.classes.support)
        for ours, theirs in zip(mine, per_class, strict=True):
            np.testing.assert_allclose(ours[order], theirs)


def test_scikit_learn_agrees_on_ndcg() -> None:
    rng = np.random.default_rng(9)
    truth = rng.random((30, 12)) < 0.3
    truth[:, 0] = True
    scores = rng.normal(size=(30, 12)).astype(np.float32)
    names = [f"{k:02}" for k in range(12)]
    order = np.argsort(-scores, axis=1).astype(np.int32)
    top = TopK(order, np.take_along_axis(scores, order, 1), Names.of(names))
    found = evaluate(Labels.of([[names[k] for k in np.flatnonzero(row)] for row in truth]), top)
    for k, value in found.ndcg_at.items():
        assert value == pytest.approx(sk.ndcg_score(truth, scores, k=k))


def big(classes: int, rows: int = 35_000) -> tuple[Labels, TopK]:
    rng = np.random.default_rng(10)
    names = Names.of(f"{k:06}" for k in range(classes))
    indices = rng.integers(0, classes, (rows, 5)).astype(np.int32)
    truth = np.where(rng.random(rows) < 0.5, indices[:, 0], rng.integers(0, classes, rows)).astype(np.int32)
    return Labels(names, truth, np.arange(rows + 1)), TopK(indices, np.zeros((rows, 5), np.float32), names)


def calls(classes: int) -> int:
    truth, top = big(classes, rows=1000)
    count = 0

    def watch(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(watch)
    try:
        evaluate(truth, top)
    finally:
        sys.setprofile(None)
    return count


def test_no_work_in_python_grows_with_the_number_of_classes() -> None:
    calls(10)  # imports and caches
    assert calls(12_294) == calls(100) < 2000


def test_a_report_of_12294_classes_needs_memory_for_the_rows_only() -> None:
    truth, top = big(12_294)
    tracemalloc.start()
    try:
        found = evaluate(truth, top)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found.accuracy == pytest.approx(0.5, abs=0.02)
    assert peak < 100 * top.indices.size, f"{peak:,} bytes: a table of rows x classes has {35_000 * 12_294:,}"
