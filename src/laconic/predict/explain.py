"""Why an answer: the score of a label taken apart into its bias and one share for each feature of the row.

score of class k = bias[k] + sum over the row's features of share_j,        share_j = weight[j, k] * value_j
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import DataError, OptionError
from ..events import Listener, silent
from ..sparse import Csr
from .engine import Engine, Rows

if TYPE_CHECKING:
    from ..model import LinearModel


@dataclass(frozen=True, slots=True)
class Term:
    """One feature of the row and what it gave to the score: share = weight * value."""

    feature: int
    name: str
    weight: float
    value: float
    share: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """A label's score = bias + the shares of `terms` + `rest`, up to the rounding of float32."""

    label: str
    score: float
    bias: float
    terms: tuple[Term, ...]  # the largest shares, by size
    rest: float  # the sum of the shares of all other features
    n_rest: int  # how many features that are
    n_without_weight: int  # features of the row on which this label has no weight


def explain(
    model: LinearModel | Engine,
    row: str | Rows,
    *,
    labels: int | Sequence[str] = 1,
    top: int = 10,
    listen: Listener = silent,
) -> tuple[Explanation, ...]:
    """Explains one text, or one row of a matrix: the best `labels` answers, or the labels of these names.

    `top` is the number of terms named for each label; the others are added up in `rest`.
    """
    if isinstance(top, bool) or not isinstance(top, int) or top < 0:
        raise OptionError(f"top is {top!r}; expected a whole number from 0")
    engine = model if isinstance(model, Engine) else Engine(model, listen=listen)
    x = engine.vectors([row] if isinstance(row, str) else row)
    if x.shape[0] != 1:
        raise DataError(f"expected one row to explain, found {x.shape[0]}; explain them one by one")
    scores = engine.scores(x)[0]  # this also checks every row of weights that is read below
    classes = _classes(engine, x, labels)
    columns, values = x.row(0)
    known = columns < engine.n_features
    columns, values = columns[known], values[known]
    weights = engine.model.weights.take_rows(columns)
    return tuple(_explain_class(engine.model, k, float(scores[k]), columns, values, weights, top) for k in classes)


def _classes(engine: Engine, x: Csr, labels: int | Sequence[str]) -> list[int]:
    if isinstance(labels, int):
        return [int(k) for k in engine.topk(x, labels).indices[0]]
    wanted = [labels] if isinstance(labels, str) else list(labels)
    asked = set(wanted)
    found = {name: k for k, name in enumerate(engine.model.labels) if name in asked}
    for name in wanted:
        if name not in found:
            raise OptionError(f"the model has no label {name!r}; it has {engine.n_classes}, {_examples(engine)}")
    return [found[name] for name in wanted]


def _examples(engine: Engine) -> str:
    return "such as " + ", ".join(repr(name) for name in engine.model.labels[:3])


def _explain_class(
    model: LinearModel,
    k: int,
    score: float,
    columns: NDArray[np.int32],
    values: NDArray[np.float32],
    weights: Csr,
    top: int,
) -> Explanation:
    entries = np.flatnonzero(weights.indices == k)
    at = np.searchsorted(weights.indptr, entries, side="right") - 1
    weight = weights.data[entries].astype(np.float64)
    shares = weight * values[at]
    order = np.argsort(-np.abs(shares), kind="stable")
    named, others = order[:top], order[top:]
    terms = tuple(
        _term(model, int(columns[at[e]]), float(weight[e]), float(values[at[e]]), float(shares[e]))
        for e in named.tolist()
    )
    return Explanation(
        label=model.labels[k],
        score=score,
        bias=float(model.bias[k]),
        terms=terms,
        rest=float(shares[others].sum()),
        n_rest=len(others),
        n_without_weight=len(columns) - len(entries),
    )


def _term(model: LinearModel, feature: int, weight: float, value: float, share: float) -> Term:
    return Term(feature, _feature_name(model, feature), weight, value, share)


def _feature_name(model: LinearModel, j: int) -> str:
    pipeline: Any = model.pipeline
    return f"feature {j}" if pipeline is None else str(pipeline.feature_name(j))
