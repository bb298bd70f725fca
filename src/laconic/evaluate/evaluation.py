"""One model, one labelled data set: the answers of the engine, measured, with the size of the model beside them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..data import Dataset, Labels
from ..errors import OptionError
from ..events import Listener, silent
from ..metrics import CUTS, Scores, TrainingCounts
from ..metrics import evaluate as measure
from ..predict import Engine, TopK

if TYPE_CHECKING:
    from ..model import LinearModel

# A threshold that lets more labels through for one row is a mistake, and would cost rows x classes of memory.
MOST_ANSWERS = 1000


@dataclass(frozen=True, eq=False, slots=True)
class Evaluation:
    """The measures (metrics.py has the formulas) and what they were taken of."""

    scores: Scores
    n_classes: int  # of the model
    n_features: int  # D: the features at training
    nnz: int
    density: float  # nnz / (K D), as in TerseSVM
    file_size: int | None = None  # bytes of the model file, when it is known
    microseconds: float | None = None  # for one answer, when asked for

    @property
    def sparsity(self) -> float:
        """1 - nnz / (K D), as in LiSpar."""
        return 1 - self.density

    def to_json(self) -> dict[str, int | float]:
        """Flat and in plain types; a measure that was not taken is left out."""
        return {
            **dict(self._measures()),
            "rows": self.scores.n_rows,
            "rows_without_labels": self.scores.n_unlabelled,
            "labels_unknown_to_the_model": self.scores.n_unknown_labels,
            "classes": self.n_classes,
            "features": self.n_features,
            "nnz": self.nnz,
            "density": self.density,
            "sparsity": self.sparsity,
            **({} if self.file_size is None else {"file_size": self.file_size}),
            **({} if self.microseconds is None else {"microseconds_per_answer": self.microseconds}),
        }

    def table_rows(self) -> list[tuple[str, str]]:
        """(what, value) in words, for a terminal."""
        found = self.scores
        rows = [(name, f"{value:.4f}") for name, value in self._measures()]
        rows.append(("rows", f"{found.n_rows:,}"))
        if found.n_unlabelled:
            rows.append(("rows without labels (left out)", f"{found.n_unlabelled:,}"))
        if found.n_unknown_labels:
            rows.append(("labels unknown to the model", f"{found.n_unknown_labels:,}"))
        rows += [("classes", f"{self.n_classes:,}"), ("non-zero weights", f"{self.nnz:,}")]
        rows.append(("share of weights that are non-zero", f"{self.density:.4%}"))
        if self.file_size is not None:
            rows.append(("model file, bytes", f"{self.file_size:,}"))
        if self.microseconds is not None:
            rows.append(("microseconds an answer", f"{self.microseconds:.1f}"))
        return rows

    def _measures(self) -> Iterator[tuple[str, float]]:
        found = self.scores
        for name in ("accuracy", "subset_accuracy", "micro_f1", "macro_f1", "maf", "macro_precision", "macro_recall"):
            yield name, getattr(found, name)
        for name, at in (("p", found.p_at), ("ndcg", found.ndcg_at), ("psp", found.psp_at)):
            for k, value in at.items():
                yield f"{name}@{k}", value


def evaluate(
    model: LinearModel | Engine,
    dataset: Dataset,
    *,
    k: int = 5,
    threshold: float | None = None,
    jobs: int = 1,
    training: Labels | None = None,
    file_size: int | None = None,
    timed: bool = False,
    listen: Listener = silent,
) -> Evaluation:
    """Answers every row of `dataset` and measures the answers.

    `k`: up to where P@k and nDCG@k are taken (1, 3, 5 and k itself). `threshold`: several labels a row, those whose
    score is at least that; without it the first answer is the prediction. `training`: the labels of training, for
    PSP@k.
    `timed`: measure the microseconds of an answer as well (on the clock, over the whole batch and all jobs).
    """
    engine = model if isinstance(model, Engine) else Engine(model, jobs, listen=listen)
    began = time.perf_counter()
    top = _answers(engine, dataset, k, threshold)
    seconds = time.perf_counter() - began
    fitted = engine.model
    scores = measure(
        dataset.Y,
        top,
        cuts=sorted({cut for cut in (*CUTS, k) if cut <= k}),
        threshold=threshold,
        training=None if training is None else TrainingCounts.of(training, fitted.labels),
    )
    return Evaluation(
        scores=scores,
        n_classes=fitted.n_classes,
        n_features=max(fitted.provenance.n_features_at_training, fitted.n_features),
        nnz=fitted.nnz,
        density=fitted.density,
        file_size=file_size,
        microseconds=1e6 * seconds / max(dataset.X.shape[0], 1) if timed else None,
    )


def _answers(engine: Engine, dataset: Dataset, k: int, threshold: float | None) -> TopK:
    """k answers a row, or as many as it takes until the last one of every row is below the threshold."""
    top = engine.topk(dataset.X, k)
    while threshold is not None and top.k < engine.n_classes and (top.scores[:, -1] >= threshold).any():
        if top.k >= MOST_ANSWERS:
            raise OptionError(f"more than {MOST_ANSWERS} labels of one row reach the threshold {threshold}; raise it")
        top = engine.topk(dataset.X, min(4 * top.k, MOST_ANSWERS))
    return top
