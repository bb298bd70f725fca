"""train: Dataset x TrainSpec -> LinearModel. Plans blocks of labels, solves them on threads, joins the results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np

from ..data import Dataset
from ..errors import DataError
from ..events import Listener, Notice, Progress, silent
from ..execute import run_threads
from ..execute.threads import resolve_jobs
from ..kernels import choose_kernel
from ..model import LinearModel, Provenance
from ..pipeline import Pipeline
from ..sparse import Csr, vstack
from .block import WAY_OUT, BlockResult, SharedStart, block_worker, start
from .plan import plan
from .report import Status, TrainReport
from .spec import TrainSpec


@dataclass(frozen=True, eq=False, slots=True)
class Trained:
    """The model, and what the solver says of each class."""

    model: LinearModel
    report: TrainReport


def train(
    data: Dataset,
    spec: TrainSpec | None = None,
    *,
    jobs: int = 1,
    block_size: int | None = None,
    listen: Listener = silent,
) -> LinearModel:
    """Trains one-vs-rest; the same bytes for any number of jobs and any block size."""
    return train_with_report(data, spec, jobs=jobs, block_size=block_size, listen=listen).model


def train_with_report(
    data: Dataset,
    spec: TrainSpec | None = None,
    *,
    jobs: int = 1,
    block_size: int | None = None,
    listen: Listener = silent,
) -> Trained:
    """The same, with the certificate of every class."""
    spec = spec or TrainSpec()
    _check(data)
    choose_kernel()
    jobs = resolve_jobs(jobs)
    data = Dataset(data.X.canonical(), data.Y, data.pipeline)
    shared = next(result for _, result in run_threads([data], lambda cancel: lambda one: start(one, spec, cancel)))
    results = sorted(_solve(shared, data.Y.n_classes, jobs, block_size, listen), key=lambda r: r.block.first)
    report = _join_reports([result.report for result in results])
    if (report.status == Status.NOT_FINITE).all():
        raise DataError(f"no class has finite weights (C is {spec.penalty.C:g}); {WAY_OUT}")
    if report.certified < data.Y.n_classes:
        listen(Notice(_open_classes(report, data)))
    return Trained(_assemble(results, data, spec), report)


def _check(data: Dataset) -> None:
    if data.X.shape[0] == 0:
        raise DataError("there are no rows to train on")
    if data.Y.n_classes == 0:
        raise DataError("no row has a label; training needs at least one")


def _solve(
    shared: SharedStart, n_classes: int, jobs: int, block_size: int | None, listen: Listener
) -> Iterator[BlockResult]:
    def tick(done: int) -> None:
        listen(Progress("train", done, n_classes, "classes"))

    blocks = plan(n_classes, jobs, block_size)
    for _, result in run_threads(blocks, block_worker(shared), jobs=jobs, tick=tick):
        yield result


def _join_reports(reports: list[TrainReport]) -> TrainReport:
    return TrainReport(*(np.concatenate([getattr(r, f.name) for r in reports]) for f in fields(TrainReport)))


def _open_classes(report: TrainReport, data: Dataset) -> str:
    still_open = np.flatnonzero(report.status != 0)
    worst = int(still_open[np.argmax(report.gap[still_open])])
    return (
        f"{len(still_open):,} of {data.Y.n_classes:,} classes stopped before their certificate; the widest gap is"
        f" {report.gap[worst]:.3g} of an objective of {report.objective[worst]:.3g} ({data.Y.names[worst]!r});"
        f" {WAY_OUT}"
    )


def _assemble(results: list[BlockResult], data: Dataset, spec: TrainSpec) -> LinearModel:
    """Classes side by side, then turned over: a feature's row lists its classes, as scoring reads them.

    Empties `results`.
    """
    n_features = data.X.shape[1]
    by_class: Csr = vstack([result.weights for result in results], n_features)
    bias = np.concatenate([result.bias for result in results])
    results.clear()  # turning over needs the weights twice; without this it would be three times
    provenance = Provenance(spec=spec.metadata(), n_rows=data.X.shape[0], n_features_at_training=n_features)
    return LinearModel(
        weights=by_class.transpose(),
        bias=bias,
        labels=data.Y.names,
        pipeline=data.pipeline if isinstance(data.pipeline, Pipeline) else None,
        provenance=provenance,
    )
