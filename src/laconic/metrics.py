"""How good answers are: every measure of the papers, from sparse counts, without a table of rows x classes.

n rows with labels, K classes; T_i the labels of row i, P_i its predicted set: the first answer, or, with a threshold,
all answers whose score is at least that. Per class: tp, predicted = tp + fp, support = tp + fn.

    accuracy         share of rows whose first answer is one of the row's labels (for several labels a row: P@1)
    subset accuracy  share of rows with P_i = T_i exactly
    micro-F1         2 sum tp / (sum predicted + sum support)
    macro-F1         mean over classes of F1 = 2 tp / (predicted + support)                              (TerseSVM)
    MaF              harmonic mean of macro-P and macro-R, the means of the classes' precision and recall  (LiSpar)
    P@k              mean of |first k answers within T_i| / k
    nDCG@k           mean of sum_{r <= k} hit_r / log2(r + 1), over the same sum for min(k, |T_i|) hits at the front
    PSP@k            sum of 1/p over the hits among the first k, over the most that any k answers could have reached
                     p_l = 1 / (1 + C (N_l + B)^-A), C = (log N - 1) (B + 1)^A, A = .55, B = 1.5       (Jain et al.)

Classes are all those the model knows and all that a row has: a label the model never saw counts, with F1 = 0, and a
class neither met nor predicted counts 0. A row without labels says nothing: it is left out of all and counted apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .data import Labels
from .errors import DataError, OptionError
from .names import Names

Counts: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]

CUTS = (1, 3, 5)


class Answers(Protocol):
    """What predict.TopK is: the classes of each row, best first, their scores, the names of the classes."""

    @property
    def indices(self) -> NDArray[np.int32]:
        """Rows x k class numbers."""

    @property
    def scores(self) -> NDArray[np.float32]:
        """Rows x k, falling."""

    @property
    def names(self) -> Names:
        """Of all classes the model knows."""


@dataclass(frozen=True, eq=False, slots=True)
class ClassTable:
    """The counts of each class, the model's classes first, then labels that only the rows have."""

    names: Names
    support: Counts  # rows that have the label
    predicted: Counts  # rows for which it was predicted
    correct: Counts  # both

    @property
    def precision(self) -> Floats:
        """correct / predicted, 0 where nothing was predicted."""
        return _share(self.correct, self.predicted)

    @property
    def recall(self) -> Floats:
        """correct / support, 0 for a class no row has."""
        return _share(self.correct, self.support)

    @property
    def f1(self) -> Floats:
        """2 correct / (predicted + support), 0 for a class neither met nor predicted."""
        return _share(2 * self.correct, self.predicted + self.support)

    def records(self) -> Iterator[dict[str, str | int | float]]:
        """One flat record a class, for a file."""
        columns = (self.support, self.predicted, self.correct, self.precision, self.recall, self.f1)
        heads = ("label", "support", "predicted", "correct", "precision", "recall", "f1")
        for row in zip(self.names, *(column.tolist() for column in columns), strict=True):
            yield dict(zip(heads, row, strict=True))


@dataclass(frozen=True, eq=False, slots=True)
class Scores:
    """All measures of one set of answers; the formulas stand at the top of this file."""

    n_rows: int  # rows with labels: what the measures are over
    n_unlabelled: int
    n_unknown_labels: int  # labels of the rows that the model does not know
    accuracy: float
    subset_accuracy: float
    micro_f1: float
    macro_f1: float
    maf: float
    macro_precision: float
    macro_recall: float
    p_at: dict[int, float]
    ndcg_at: dict[int, float]
    psp_at: dict[int, float]  # empty without the counts of training
    classes: ClassTable


@dataclass(frozen=True, eq=False, slots=True)
class TrainingCounts:
    """How often each class of the model stood in training: what propensities are made of."""

    per_class: Counts
    n_rows: int

    @classmethod
    def of(cls, training: Labels, names: Names) -> TrainingCounts:
        """Counts the labels of the training rows, in the order of the model's `names`."""
        numbers = _numbers_among(training.names, names)[training.indices]
        return cls(np.bincount(numbers[numbers >= 0], minlength=len(names)), training.n_rows)

    def inverse_propensities(self, n_classes: int, a: float = 0.55, b: float = 1.5) -> Floats:
        """1 / p_l = 1 + C (N_l + B)^-A; classes beyond those of the model were never met."""
        counts = np.zeros(n_classes)
        counts[: len(self.per_class)] = self.per_class
        c = max(np.log(max(self.n_rows, 1)) - 1, 0) * (b + 1) ** a
        return np.asarray(1 + c * (counts + b) ** -a)


def evaluate(
    truth: Labels,
    top: Answers,
    *,
    cuts: Sequence[int] = CUTS,
    threshold: float | None = None,
    training: TrainingCounts | None = None,
) -> Scores:
    """Measures answers against the true labels, which may hold names the model does not know.

    `cuts` are the k of P@k, nDCG@k and PSP@k; a cut beyond the answers there are is left out.
    """
    _check(truth, top, cuts, threshold)
    pairs = _Pairs.of(truth, top.names)
    hits = pairs.hits(top.indices)
    chosen = _chosen(top, threshold) & (pairs.sizes > 0)[:, None]
    table = pairs.table(top.indices, hits, chosen)
    labelled = pairs.sizes > 0
    hits, sizes = hits[labelled], pairs.sizes[labelled]
    width, known = top.indices.shape[1], len(top.names)
    cuts = [k for k in cuts if k <= width or width == known]
    inverse = None if training is None else training.inverse_propensities(len(table.names))
    macro_p, macro_r = _mean(table.precision), _mean(table.recall)
    n_chosen = chosen[labelled].sum(axis=1)
    return Scores(
        n_rows=len(sizes),
        n_unlabelled=truth.n_rows - len(sizes),
        n_unknown_labels=len(table.names) - known,
        accuracy=_mean(hits[:, :1].sum(axis=1)),
        subset_accuracy=_mean((n_chosen == sizes) & ((hits & chosen[labelled]).sum(axis=1) == sizes)),
        micro_f1=float(2 * table.correct.sum() / (table.predicted.sum() + table.support.sum())),
        macro_f1=_mean(table.f1),
        maf=2 * macro_p * macro_r / (macro_p + macro_r) if macro_p + macro_r else 0.0,
        macro_precision=macro_p,
        macro_recall=macro_r,
        p_at={k: _mean(hits[:, :k].sum(axis=1)) / k for k in cuts},
        ndcg_at={k: _ndcg(hits, sizes, k) for k in cuts},
        psp_at={} if inverse is None else {k: _psp(pairs, top.indices[labelled], hits, inverse, k) for k in cuts},
        classes=table,
    )


@dataclass(frozen=True, eq=False, slots=True)
class _Pairs:
    """The (row, class) pairs of the truth, as rising numbers row * K + class, over the classes that count."""

    names: Names
    keys: Counts
    sizes: Counts  # labels of each row

    @classmethod
    def of(cls, truth: Labels, known: Names) -> _Pairs:
        numbers = _numbers_among(truth.names, known)
        met = np.bincount(truth.indices, minlength=truth.n_classes) > 0
        strangers = np.flatnonzero(met & (numbers < 0))
        numbers[strangers] = len(known) + np.arange(len(strangers))
        names = _joined(known, Names.of(truth.names[int(t)] for t in strangers))
        rows = np.repeat(np.arange(truth.n_rows, dtype=np.int64), np.diff(truth.indptr))
        keys = np.unique(rows * len(names) + numbers[truth.indices])
        return cls(names, keys, np.bincount(keys // max(len(names), 1), minlength=truth.n_rows))

    def hits(self, indices: NDArray[np.int32]) -> Flags:
        """Which answers are among the labels of their row."""
        asked = np.arange(len(indices), dtype=np.int64)[:, None] * len(self.names) + indices
        place = np.minimum(np.searchsorted(self.keys, asked), len(self.keys) - 1)
        return np.asarray(self.keys[place] == asked)

    def table(self, indices: NDArray[np.int32], hits: Flags, chosen: Flags) -> ClassTable:
        """The counts of each class."""
        k = len(self.names)
        return ClassTable(
            self.names,
            support=np.bincount(self.keys % k, minlength=k),
            predicted=np.bincount(indices[chosen], minlength=k),
            correct=np.bincount(indices[chosen & hits], minlength=k),
        )


def _check(truth: Labels, top: Answers, cuts: Sequence[int], threshold: float | None) -> None:
    shape = top.indices.shape
    if len(shape) != 2 or top.scores.shape != shape or shape[0] != truth.n_rows:
        raise DataError(f"answers of shape {shape} with scores {top.scores.shape} for {truth.n_rows} rows of labels")
    if top.indices.size and (top.indices.min() < 0 or top.indices.max() >= len(top.names)):
        raise DataError(f"answers hold class numbers outside 0..{len(top.names) - 1}")
    if not len(truth.indices):
        raise DataError(f"none of the {truth.n_rows} rows has a label: there is nothing to measure against")
    if any(isinstance(k, bool) or not isinstance(k, int) or k < 1 for k in cuts):
        raise OptionError(f"the cuts are {tuple(cuts)!r}; expected whole numbers from 1")
    if threshold is not None and np.isnan(threshold):
        raise OptionError("the threshold is NaN; expected a number")


def _chosen(top: Answers, threshold: float | None) -> Flags:
    if threshold is not None:
        return np.asarray(top.scores >= threshold)
    first = np.zeros(top.indices.shape, bool)
    first[:, :1] = True
    return first


def _ndcg(hits: Flags, sizes: Counts, k: int) -> float:
    gains = 1 / np.log2(np.arange(2, k + 2))
    best = np.concatenate([[0.0], np.cumsum(gains)])[np.minimum(sizes, k)]
    width = min(k, hits.shape[1])
    return _mean(hits[:, :width] @ gains[:width] / best)


def _psp(pairs: _Pairs, indices: NDArray[np.int32], hits: Flags, inverse: Floats, k: int) -> float:
    reached = float((inverse[indices[:, :k]] * hits[:, :k]).sum())
    rows, classes = np.divmod(pairs.keys, len(pairs.names))
    order = np.lexsort((-inverse[classes], rows))
    place = np.arange(len(rows)) - (np.cumsum(pairs.sizes) - pairs.sizes)[rows]
    return reached / float(inverse[classes[order]][place < k].sum())


def _numbers_among(names: Names, known: Names) -> Counts:
    """The number of each name in `known`, or -1."""
    n = len(known)
    if len(names) >= n and np.array_equal(names.offsets[: n + 1], known.offsets):
        end = int(known.offsets[n])
        if np.array_equal(names.arena[:end], known.arena[:end]):  # the usual case: unknown labels were appended
            numbers = np.full(len(names), -1, np.int64)
            numbers[:n] = np.arange(n)
            return numbers
    table = {name: k for k, name in enumerate(known)}
    return np.array([table.get(name, -1) for name in names], np.int64)


def _joined(a: Names, b: Names) -> Names:
    end = a.offsets[-1:]
    return Names(np.concatenate([a.arena[: int(end[0])], b.arena]), np.concatenate([a.offsets, b.offsets[1:] + end]))


def _share(part: Counts, whole: Counts) -> Floats:
    return np.divide(part, whole, out=np.zeros(len(part)), where=whole > 0)


def _mean(values: NDArray[np.bool_] | NDArray[np.int64] | Floats) -> float:
    return float(np.mean(values)) if len(values) else 0.0
