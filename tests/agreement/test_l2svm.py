"""The L2-SVM solver against its slow twin: certificates, not remembered scores."""

from __future__ import annotations

import numpy as np
import pytest

from laconic import L2, Dataset, Labels, TrainSpec, _kernels
from laconic.errors import DataError
from laconic.execute import Cancel
from laconic.linear import DualActiveSet
from laconic.reference import l2svm as twin
from laconic.sparse import Csr
from laconic.training import Status, train_with_report
from laconic.training.block import start


def random_rows(rng, n_rows, n_features, density=0.2, unit=True):
    X = rng.random((n_rows, n_features)) * (rng.random((n_rows, n_features)) < density)
    X = X.astype(np.float32)
    if unit:
        X /= np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1e-12)
    return X


def duals_of(X, labels, *, C=1.0, bias=1.0, tolerance=0.01):
    """The full dual vector of each class, theta * alpha0 where the document stayed frozen."""
    spec = TrainSpec(penalty=L2(C), solver=DualActiveSet(tolerance=tolerance), bias=bias)
    data = Dataset(Csr.of(X), Labels.of(labels))
    shared = start(data, spec, Cancel())
    ends, docs, alphas, thetas, alpha0 = shared.problem.duals(
        shared.rows, shared.indptr, shared.seeds, tolerance, 100, _kernels.L2Workspace(), Cancel().array
    )
    for k, theta in enumerate(thetas):
        alpha = theta * alpha0
        alpha[docs[ends[k] : ends[k + 1]]] = alphas[ends[k] : ends[k + 1]]
        yield alpha


def random_labels(rng, n_rows, n_classes, several=False):
    if not several:
        return [f"c{k}" for k in rng.integers(n_classes, size=n_rows)]
    return [[f"c{k}" for k in rng.choice(n_classes, rng.integers(0, 4), replace=False)] for _ in range(n_rows)]


def solve(X, labels, *, C=1.0, bias=1.0, tolerance=0.01, cut=0.0, **options):
    spec = TrainSpec(penalty=L2(C), solver=DualActiveSet(tolerance=tolerance), bias=bias, cut=cut)
    return train_with_report(Dataset(Csr.of(X), Labels.of(labels)), spec, **options)


def per_class(X, labels, trained, bias):
    """(class number, X with bias, y, w with bias) of each class, in float64."""
    Y = Labels.of(labels)
    X64 = twin.with_bias(X.astype(np.float64), bias)
    W = trained.model.weights.to_dense().astype(np.float64).T
    rows, ends = Y.rows_by_class()
    for k in range(Y.n_classes):
        y = -np.ones(len(X))
        y[rows[ends[k] : ends[k + 1]]] = 1.0
        w = np.append(W[k], trained.model.bias[k] / bias) if bias > 0 else W[k]
        yield k, X64, y, w


def assert_certified(X, labels, trained, C, bias):
    """P(w) is what the report says, P - gap is below the optimum, P(w) is above it: all in float64, from scratch."""
    report = trained.report
    assert (report.status == Status.CONVERGED).all()
    for k, X64, y, w in per_class(X, labels, trained, bias):
        P, gap = report.objective[k], report.gap[k]
        optimum = twin.objective(X64, y, twin.solve(X64, y, C), C)
        assert twin.objective(X64, y, w, C) == pytest.approx(P, rel=2e-5)
        assert gap >= -1e-5 * P
        assert P - gap <= optimum * (1 + 2e-5), "the dual bound must not be above the optimum"
        assert optimum <= P * (1 + 2e-5)


@pytest.mark.parametrize("bias", [0.0, 1.0, 2.5])
@pytest.mark.parametrize("C", [0.01, 1.0, 10.0, 100.0])
def test_the_certificate_holds_against_the_slow_twin(C, bias) -> None:
    rng = np.random.default_rng([int(C * 100), int(bias * 10)])
    for several in (False, True):
        X = random_rows(rng, 60, 25)
        labels = random_labels(rng, 60, 6, several)
        assert_certified(X, labels, solve(X, labels, C=C, bias=bias), C, bias)


@pytest.mark.parametrize("bias", [0.0, 1.0])
def test_a_tight_tolerance_is_reached(bias) -> None:
    rng = np.random.default_rng(5)
    X = random_rows(rng, 300, 80)
    labels = random_labels(rng, 300, 12)
    trained = solve(X, labels, bias=bias, tolerance=1e-5)
    assert_certified(X, labels, trained, 1.0, bias)
    assert (trained.report.gap <= 1e-5 * trained.report.objective).all()


@pytest.mark.parametrize("bias", [0.0, 1.0])
def test_more_documents_than_an_active_set_takes_at_once(bias) -> None:
    """Frozen documents, several rounds, a start whose support vectors stay frozen at theta between 0 and 1."""
    rng = np.random.default_rng(6)
    X = random_rows(rng, 2000, 40, density=0.1)
    labels = random_labels(rng, 2000, 40)
    trained = solve(X, labels, bias=bias, tolerance=1e-3)
    assert trained.report.rounds.max() > 2
    assert_certified(X, labels, trained, 1.0, bias)


@pytest.mark.parametrize("bias", [0.0, 1.0])
@pytest.mark.parametrize("C", [0.1, 1.0, 30.0])
def test_the_gap_of_the_report_is_that_of_the_duals_recomputed_from_scratch(C, bias) -> None:
    rng = np.random.default_rng([7, int(C * 10)])
    X = random_rows(rng, 1500, 60, density=0.1)
    labels = random_labels(rng, 1500, 25, several=True)
    trained = solve(X, labels, C=C, bias=bias)
    classes = per_class(X, labels, trained, bias)
    for (k, X64, y, w), alpha in zip(classes, duals_of(X, labels, C=C, bias=bias), strict=True):
        P, gap = trained.report.objective[k], trained.report.gap[k]
        np.testing.assert_allclose(X64.T @ (y * alpha), w, atol=2e-5 * max(1.0, C))
        assert twin.objective(X64, y, X64.T @ (y * alpha), C) == pytest.approx(P, rel=1e-5)
        assert twin.gap_of_duals(X64, y, alpha, C) == pytest.approx(gap, abs=2e-5 * P)


@pytest.mark.parametrize("bias", [0.0, 1.0])
def test_features_that_one_document_alone_has(bias) -> None:
    """They have no place in w while solving: their part of margins, gap and weights is put in by document."""
    rng = np.random.default_rng(14)
    X = random_rows(rng, 300, 500, density=0.008)
    assert np.count_nonzero((X > 0).sum(axis=0) == 1) > 50
    labels = random_labels(rng, 300, 3)
    labels[:4] = ["few"] * 4  # without a bias most documents stay frozen for this one, and keep their weights
    assert_certified(X, labels, solve(X, labels, bias=bias), 1.0, bias)


def test_dual_points_of_the_twin_are_below_every_primal_one() -> None:
    """The twin itself: any alpha >= 0 bounds P from below, and the optimum closes the gap."""
    rng = np.random.default_rng(4)
    X = twin.with_bias(random_rows(rng, 40, 15).astype(np.float64), 1.0)
    y = np.where(rng.random(40) < 0.2, 1.0, -1.0)
    w = twin.solve(X, y, 2.0)
    best = twin.objective(X, y, w, 2.0)
    for _ in range(50):
        alpha = rng.random(40) * rng.random()
        assert twin.dual_objective(X, y, alpha, 2.0) <= best
    alpha = 4.0 * np.maximum(0.0, 1.0 - y * (X @ w))  # alpha = 2 C xi at the optimum
    assert twin.dual_objective(X, y, alpha, 2.0) == pytest.approx(best, rel=1e-7)


@pytest.mark.parametrize("bias", [0.0, 1.0])
def test_odd_data_is_fine(bias) -> None:
    """Empty rows, all-zero features, duplicate documents with different labels, classes of one document."""
    rng = np.random.default_rng(7)
    X = random_rows(rng, 40, 20)
    X[3] = X[4] = X[17] = 0
    X[:, 5] = 0
    X[20:30] = X[10]
    labels = [f"c{i % 4}" for i in range(38)] + ["alone", "single"]
    trained = solve(X, labels, bias=bias)
    assert_certified(X, labels, trained, 1.0, bias)
    assert trained.model.weights.row(5)[0].size == 0, "nothing is learnt from a feature that never occurs"


@pytest.mark.parametrize("bias", [0.0, 1.0])
def test_one_class_only(bias) -> None:
    rng = np.random.default_rng(8)
    X = random_rows(rng, 30, 10)
    assert_certified(X, ["all"] * 30, solve(X, ["all"] * 30, bias=bias), 1.0, bias)


def test_rows_that_are_all_empty() -> None:
    trained = solve(np.zeros((6, 3), np.float32), list("aabbcc"))
    assert (trained.report.status == Status.CONVERGED).all()
    assert trained.model.nnz == 0


def test_when_every_support_vector_of_the_start_becomes_active_nothing_turns_nan() -> None:
    """The trap of theta: its denominator is then a difference of near-equal numbers."""
    rng = np.random.default_rng(9)
    for C in (1.0, 10.0, 1000.0):
        X = random_rows(rng, 25, 200, density=0.3)
        labels = ["few" if i < 2 else "many" for i in range(25)]
        for bias in (0.0, 1.0):
            report = solve(X, labels, C=C, bias=bias, tolerance=1e-4).report
            assert np.isfinite(report.objective).all()
            assert np.isfinite(report.gap).all()
            assert (report.status == Status.CONVERGED).all()


def test_rows_of_any_length_are_solved_or_said_to_be_open() -> None:
    rng = np.random.default_rng(10)
    X = random_rows(rng, 50, 20, unit=False) * np.float32(100)
    notices = []
    report = solve(X, random_labels(rng, 50, 4), listen=notices.append).report
    assert np.isfinite(report.objective).all()
    assert (report.certified == 4) or notices


def test_a_training_without_finite_numbers_ends_with_words_and_no_model() -> None:
    rng = np.random.default_rng(13)
    X = random_rows(rng, 30, 12)
    labels = random_labels(rng, 30, 3)
    with pytest.raises(DataError, match=r"no class has finite weights \(C is 1e\+39\); rows of unit length"):
        solve(X, labels, C=1e39)  # beyond float32
    mixed = solve(X, labels, C=1.0).report
    mixed.status[1], mixed.objective[1], mixed.gap[1] = Status.NOT_FINITE, np.inf, np.inf
    assert "nan" not in mixed.summary()
    assert mixed.summary().endswith("; 1 without finite numbers have no weights")


def test_repeated_and_unsorted_entries_train_like_their_sum() -> None:
    rng = np.random.default_rng(11)
    X = random_rows(rng, 30, 12)
    clean = Csr.of(X)
    halves = Csr.from_arrays(
        np.concatenate([clean.data / 2, clean.data / 2]),
        np.concatenate([clean.indices, clean.indices]),
        clean.indptr * 2,
        clean.shape,
    )
    # Put each row's two halves side by side, the second one backwards.
    order = np.concatenate(
        [
            np.r_[clean.indptr[i] : clean.indptr[i + 1], np.r_[clean.indptr[i] : clean.indptr[i + 1]][::-1]]
            for i in range(30)
        ]
    )
    halves = Csr(clean.data[order] / 2, clean.indices[order], clean.indptr * 2, clean.shape)
    labels = random_labels(rng, 30, 3)
    one = train_with_report(Dataset(clean, Labels.of(labels))).model
    two = train_with_report(Dataset(halves, Labels.of(labels))).model
    np.testing.assert_allclose(one.weights.to_dense(), two.weights.to_dense(), atol=1e-5)


def test_weights_below_the_cut_are_dropped_and_the_others_untouched() -> None:
    rng = np.random.default_rng(12)
    X = random_rows(rng, 80, 30)
    labels = random_labels(rng, 80, 5)
    whole, cut = (solve(X, labels, cut=value).model.weights.to_dense() for value in (0.0, 0.1))
    np.testing.assert_array_equal(cut, np.where(np.abs(whole) >= np.float32(0.1), whole, 0))
    assert 0 < np.count_nonzero(cut) < np.count_nonzero(whole)
