"""L2SVC against scikit-learn's own LinearSVC: the same problem, the same answers, the usual manners."""

from __future__ import annotations

import numpy as np
import pytest

sklearn = pytest.importorskip("sklearn", reason="needs the extra [sklearn]")
sparse = pytest.importorskip("scipy.sparse", reason="needs the extra [sklearn]")

from sklearn.base import clone  # noqa: E402
from sklearn.datasets import make_classification  # noqa: E402
from sklearn.exceptions import NotFittedError  # noqa: E402
from sklearn.model_selection import cross_val_score  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import Normalizer  # noqa: E402
from sklearn.svm import LinearSVC  # noqa: E402

from laconic.estimators import L2SVC  # noqa: E402


@pytest.fixture
def problem():
    X, y = make_classification(300, 20, n_informative=10, n_classes=4, random_state=0)
    return Normalizer().fit_transform(X).astype(np.float32), np.array(["ash", "beech", "cedar", "date"])[y]


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
def test_the_same_problem_as_LinearSVC(problem, C, fit_intercept) -> None:  # noqa: N802
    X, y = problem
    theirs = LinearSVC(C=C, fit_intercept=fit_intercept, tol=1e-6, max_iter=100_000).fit(X, y)
    ours = L2SVC(C=C, fit_intercept=fit_intercept, tol=1e-5, cut=0).fit(sparse.csr_matrix(X), y)
    np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=2e-2)
    assert np.mean(ours.predict(X) == theirs.predict(X)) > 0.99
    assert (ours.classes_ == theirs.classes_).all()


def test_two_classes_give_one_column_and_its_sign(problem) -> None:
    X, y = problem
    two = np.isin(y, ["ash", "cedar"])
    ours = L2SVC(cut=0).fit(X[two], y[two])
    decision = ours.decision_function(X[two])
    assert decision.shape == (two.sum(),)
    np.testing.assert_array_equal(ours.predict(X[two]), ours.classes_[(decision > 0).astype(int)])


def test_numbers_as_classes_come_back_as_numbers_in_their_own_order(problem) -> None:
    X, y = problem
    numbers = np.unique(y, return_inverse=True)[1] * 5 + 7  # 7, 12, 17, 22: sorted otherwise as text than "7"
    ours = L2SVC().fit(X, numbers)
    assert ours.predict(X).dtype == numbers.dtype
    assert np.mean(ours.predict(X) == LinearSVC().fit(X, numbers).predict(X)) > 0.97
    assert ours.decision_function(X).shape == (300, 4)
    np.testing.assert_array_equal(ours.classes_[ours.decision_function(X).argmax(axis=1)], ours.predict(X))


def test_it_can_be_cloned_put_in_a_pipeline_and_cross_validated(problem) -> None:
    X, y = problem
    model = make_pipeline(Normalizer(), L2SVC(C=2.0, n_jobs=2))
    assert clone(model).get_params()["l2svc__C"] == 2.0
    assert cross_val_score(model, X, y, cv=3).mean() > 0.5


def test_unfitted_and_misshapen_are_told_in_the_usual_way(problem) -> None:
    X, y = problem
    with pytest.raises(NotFittedError):
        L2SVC().predict(X)
    with pytest.raises(ValueError, match="features"):
        L2SVC().fit(X, y).predict(X[:, :5])
