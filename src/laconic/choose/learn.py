"""The whole way with a look at the data: texts and labels in memory, choice, features, training, record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..data import Labels
from ..errors import DataError
from ..events import Listener, silent
from ..linear import L2
from ..pipeline import fit_texts, read_texts
from ..read import Source
from ..refine import drop_unused
from ..training import Trained, TrainSpec, train_with_report
from .asked import Asked
from .choice import Choice, choose


def train_texts(
    texts: Sequence[str],
    labels: Labels,
    asked: Asked | None = None,
    spec: TrainSpec | None = None,
    *,
    jobs: int = 1,
    listen: Listener = silent,
) -> Trained:
    """Chooses what `asked` leaves open (C and cut of `spec` give way), learns, and drops the terms without a weight."""
    spec = spec or TrainSpec()
    _check(texts, labels)
    choice = choose(texts, labels, asked, spec=spec, jobs=jobs, listen=listen)
    data = fit_texts(texts, labels, text=choice.text, weighting=choice.weighting, jobs=jobs, listen=listen)
    trained = train_with_report(data, _settled(spec, choice), jobs=jobs, listen=listen)
    provenance = trained.model.provenance
    model = replace(trained.model, provenance=replace(provenance, spec={**provenance.spec, "chosen": choice.record}))
    return Trained(drop_unused()(model), trained.report)


def train_source(
    source: Source,
    asked: Asked | None = None,
    spec: TrainSpec | None = None,
    *,
    jobs: int = 1,
    listen: Listener = silent,
) -> Trained:
    """The same from a file of texts; it is read once, so that a pipe will do."""
    return train_texts(*read_texts(source), asked, spec, jobs=jobs, listen=listen)


def _check(texts: Sequence[str], labels: Labels) -> None:
    if len(texts) != labels.n_rows:
        raise DataError(f"{len(texts)} rows of features but {labels.n_rows} rows of labels")
    if labels.n_rows == 0:
        raise DataError("there are no rows; nothing can be learned from it")
    for i, text in enumerate(texts):
        if not isinstance(text, str):
            raise DataError(f"text {i} is {text!r:.60}; expected a string")


def _settled(spec: TrainSpec, choice: Choice) -> TrainSpec:
    return replace(spec, penalty=L2(choice.C), cut=choice.cut)
