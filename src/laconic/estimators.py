"""scikit-learn faces of the trainers. The only module that imports scikit-learn (extra `[sklearn]`)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted, validate_data
except ImportError as error:
    raise ImportError(f"{error}: laconic.estimators needs scikit-learn; pip install 'laconic[sklearn]'") from error

from .data import Dataset, Labels
from .execute.threads import resolve_jobs
from .linear import L2, DualActiveSet
from .predict import Engine
from .sparse import Csr
from .training import TrainSpec, train_with_report


class L2SVC(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """One-vs-rest L2-SVM with squared hinge, like LinearSVC, with sparse weights and a certificate for every class.

    minimises per class 1/2 ||w||^2 + C sum max(0, 1 - y (w.x + b))^2, the bias being a feature of value
    `intercept_scaling` (penalised, as in LinearSVC). `tol` is the duality gap relative to the objective; weights below
    `cut` are dropped (None: the default of the method, 0: keep all).
    """

    def __init__(
        self,
        C: float = 1.0,
        *,
        fit_intercept: bool = True,
        intercept_scaling: float = 1.0,
        tol: float = 0.01,
        cut: float | None = None,
        n_jobs: int | None = None,
        random_state: int = 0,
    ) -> None:
        self.C = C
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.tol = tol
        self.cut = cut
        self.n_jobs = n_jobs
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> L2SVC:
        """X: sparse or dense rows; y: one class a row."""
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float32, estimator=self)
        check_classification_targets(y)
        self.classes_, numbers = np.unique(y, return_inverse=True)
        names = [str(label) for label in self.classes_]
        labels = Labels.of(names[number] for number in numbers)
        spec = TrainSpec(
            penalty=L2(self.C),
            solver=DualActiveSet(tolerance=self.tol),
            bias=self.intercept_scaling if self.fit_intercept else 0.0,
            cut=self.cut,
            seed=self.random_state,
        )
        trained = train_with_report(Dataset(Csr.of(X), labels), spec, jobs=self._jobs())
        self.model_, self.report_ = trained.model, trained.report
        # The model sorts its labels by their bytes; column k of decision_function is classes_[k].
        place = {name: k for k, name in enumerate(names)}
        self._class_of_column = np.array([place[name] for name in self.model_.labels])
        return self

    def decision_function(self, X: Any) -> NDArray[np.float32]:
        """Scores of all classes, a dense table: for few rows or few classes. `predict` needs no such table."""
        rows = self._rows(X)
        scores = Engine(self.model_, self._jobs()).scores(rows)
        table = np.empty_like(scores)
        table[:, self._class_of_column] = scores
        return np.float32(0.5) * (table[:, 1] - table[:, 0]) if len(self.classes_) == 2 else table

    def predict(self, X: Any) -> NDArray[Any]:
        """The class of each row."""
        rows = self._rows(X)
        top = Engine(self.model_, self._jobs()).topk(rows, 1)
        predicted: NDArray[Any] = self.classes_[self._class_of_column[top.indices[:, 0]]]
        return predicted

    def _rows(self, X: Any) -> Csr:
        check_is_fitted(self)
        return Csr.of(validate_data(self, X, accept_sparse="csr", dtype=np.float32, reset=False))

    def _jobs(self) -> int:
        return 1 if self.n_jobs is None else resolve_jobs(max(self.n_jobs, 0))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags
