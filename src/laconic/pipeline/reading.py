"""From a source of rows to what a model scores and is measured by: its pipeline applied, nothing learned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..data import Dataset
from ..errors import DataError
from ..events import Listener, Notice, silent
from ..read import RowId, Source, TextBatch, VectorBatch
from ..sparse import Csr, vstack
from ..weighting import Weighting
from .columns import without
from .labels import LabelParts, known_first
from .pipeline import Pipeline

if TYPE_CHECKING:  # model.py imports this package
    from ..model import LinearModel


@dataclass(frozen=True, eq=False, slots=True)
class DatasetWithIds(Dataset):
    """A Dataset that still knows how its rows were called: ids[i] is the id of row i, None where it had none."""

    ids: tuple[RowId, ...] = ()


def read_rows(
    source: Source, model: LinearModel, *, jobs: int = 1, listen: Listener = silent
) -> Iterator[tuple[Csr, TextBatch | VectorBatch]]:
    """Batch after batch: the rows as the model scores them, and the batch they came from (ids, labels, lines)."""
    pipeline = model.pipeline or Pipeline("vectors", model.n_features, Weighting())
    told = False
    for batch in source.batches():  # an empty file is of no kind, so the check waits for a row
        if source.kind != pipeline.kind:
            raise DataError(f"it holds {source.kind}, but the model was trained on {pipeline.kind}", path=source.path)
        rows = pipeline.transform(batch.texts if isinstance(batch, TextBatch) else batch.rows, jobs=jobs)
        told = told or (isinstance(batch, VectorBatch) and _tell_unknown(source, batch, rows, pipeline, listen))
        yield rows, batch


def _tell_unknown(source: Source, batch: VectorBatch, rows: Csr, pipeline: Pipeline, listen: Listener) -> bool:
    """Says that values were left out because training never met their index; words of a text are not told: all have."""
    unknown = without(batch.rows.canonical(), pipeline.ignore).nnz - rows.nnz
    if unknown:
        listen(
            Notice(
                f"{source.path}: the rows have features the model does not know ({unknown} values so far; it has"
                f" {pipeline.n_features} features): they are ignored"
            )
        )
    return unknown > 0


def read_dataset(source: Source, model: LinearModel, *, jobs: int = 1, listen: Listener = silent) -> DatasetWithIds:
    """Reads a source for evaluation. Class numbers are the model's; labels it does not know follow after them."""
    parts = LabelParts()
    blocks: list[Csr] = []
    ids: list[RowId] = []
    for rows, batch in read_rows(source, model, jobs=jobs, listen=listen):
        parts.add(batch.labels)
        blocks.append(rows)
        ids.extend(batch.ids)
    labels = known_first(model.label_list(), source.label_names, *parts.joined())
    if labels.n_classes > model.n_classes:
        unknown = labels.names[model.n_classes : model.n_classes + 3]
        listen(Notice(f"{labels.n_classes - model.n_classes} labels are unknown to the model, such as {unknown}"))
    return DatasetWithIds(vstack(blocks, model.n_features), labels, model.pipeline, tuple(ids))
