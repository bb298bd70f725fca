"""From a source of labelled rows to a Dataset: learning the pipeline for training, applying it for evaluation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..data import Dataset, Labels
from ..errors import DataError
from ..events import Listener, Notice, silent
from ..names import ENCODING_ERRORS, Names
from ..read import RowId, RowLabels, Source, TextBatch, VectorBatch
from ..sparse import Csr, vstack
from ..text import TextOptions, fit_counts
from ..weighting import Weighting
from .choice import WeightingChoice
from .columns import keep, orderly
from .pipeline import Pipeline, checked_ignore

if TYPE_CHECKING:  # model.py imports this package
    from ..model import LinearModel


@dataclass(frozen=True, eq=False, slots=True)
class DatasetWithIds(Dataset):
    """A Dataset that still knows how its rows were called: ids[i] is the id of row i, None where it had none."""

    ids: tuple[RowId, ...] = ()


@dataclass(slots=True)
class _LabelParts:
    """Collects the labels of batch after batch."""

    indices: list[NDArray[np.int32]] = field(default_factory=list)
    lengths: list[NDArray[np.int64]] = field(default_factory=list)

    def add(self, labels: RowLabels) -> None:
        self.indices.append(labels.indices)
        self.lengths.append(np.diff(labels.indptr))

    def joined(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        lengths = np.concatenate([np.zeros(1, np.int64), *self.lengths])
        return np.concatenate([np.zeros(0, np.int32), *self.indices]), np.cumsum(lengths)


def fit_dataset(
    source: Source,
    *,
    text: TextOptions | None = None,
    weighting: WeightingChoice | None = None,
    ignore: Sequence[int] = (),
    jobs: int = 1,
    listen: Listener = silent,
) -> Dataset:
    """Reads a source for training; learns terms and weighting from it. Rows without labels stay, negatives for all."""
    columns = checked_ignore(ignore)
    parts = _LabelParts()
    if source.kind == "text":
        if columns:
            raise DataError(f"indices to ignore {list(columns)} were given, but it holds texts", path=source.path)
        options = text or TextOptions()
        counts, vocabulary = fit_counts(_texts(source, parts), options, jobs=jobs, listen=listen)
    else:
        if text is not None:
            raise DataError("options for texts were given, but it holds vectors", path=source.path)
        options, vocabulary = None, None
        counts = _vectors(source, parts, columns, listen)
    labels = Labels.canonical(source.label_names, *parts.joined())
    _check_not_empty(source, labels)
    learned = (weighting or WeightingChoice()).fit(counts, source.kind)
    if source.kind == "vectors" and weighting is None and learned.kind != "none":
        listen(Notice("all values are counts, so they are weighted by tf-idf; other weightings can be chosen"))
    pipeline = Pipeline(source.kind, counts.shape[1], learned, options, vocabulary, columns)
    return Dataset(learned.apply(counts), labels, pipeline)


def _texts(source: Source, parts: _LabelParts) -> Iterator[list[str]]:
    for batch in source.batches():
        if not isinstance(batch, TextBatch):
            raise DataError("vectors among texts; a source is of one kind", path=source.path)
        parts.add(batch.labels)
        yield batch.texts


def _vectors(source: Source, parts: _LabelParts, ignore: tuple[int, ...], listen: Listener) -> Csr:
    """All rows on top of one another; ignored columns are gone before anything is learned from them."""
    blocks: list[Csr] = []
    left_out = 0
    for batch in source.batches():
        if not isinstance(batch, VectorBatch):
            raise DataError("texts among vectors; a source is of one kind", path=source.path)
        parts.add(batch.labels)
        rows = orderly(batch.rows)
        blocks.append(keep(rows, rows.shape[1], ignore))
        left_out += rows.nnz - blocks[-1].nnz
    if ignore and not left_out:
        listen(Notice(f"{source.path}: no row has any of the indices to ignore {list(ignore)}"))
    return vstack(blocks, max((block.shape[1] for block in blocks), default=0))


def _check_not_empty(source: Source, labels: Labels) -> None:
    if labels.n_rows == 0:
        raise DataError("it holds no rows; nothing can be learned from it", path=source.path)
    if labels.n_classes == 0:
        raise DataError(f"none of its {labels.n_rows} rows has a label; nothing can be learned", path=source.path)


def read_rows(source: Source, model: LinearModel, *, jobs: int = 1) -> Iterator[tuple[Csr, TextBatch | VectorBatch]]:
    """Batch after batch: the rows as the model scores them, and the batch they came from (ids, labels, lines)."""
    pipeline = model.pipeline or Pipeline("vectors", model.n_features, Weighting())
    if source.kind != pipeline.kind:
        raise DataError(f"it holds {source.kind}, but the model was trained on {pipeline.kind}", path=source.path)
    for batch in source.batches():
        yield pipeline.transform(batch.texts if isinstance(batch, TextBatch) else batch.rows, jobs=jobs), batch


def read_dataset(source: Source, model: LinearModel, *, jobs: int = 1, listen: Listener = silent) -> DatasetWithIds:
    """Reads a source for evaluation. Class numbers are the model's; labels it does not know follow after them."""
    parts = _LabelParts()
    blocks: list[Csr] = []
    ids: list[RowId] = []
    for rows, batch in read_rows(source, model, jobs=jobs):
        parts.add(batch.labels)
        blocks.append(rows)
        ids.extend(batch.ids)
    labels = known_first(model.label_list(), source.label_names, *parts.joined())
    if labels.n_classes > model.n_classes:
        unknown = labels.names[model.n_classes : model.n_classes + 3]
        listen(Notice(f"{labels.n_classes - model.n_classes} labels are unknown to the model, such as {unknown}"))
    return DatasetWithIds(vstack(blocks, model.n_features), labels, model.pipeline, tuple(ids))


def known_first(
    known: Sequence[str], names: Sequence[str], indices: NDArray[np.int32], indptr: NDArray[np.int64]
) -> Labels:
    """Labels over `known`, in its order, then the unknown ones by their UTF-8 bytes; `indices` are into `names`."""
    number = {name: k for k, name in enumerate(known)}
    unknown = sorted((n for n in names if n not in number), key=lambda n: n.encode("utf-8", ENCODING_ERRORS))
    number |= {name: len(known) + k for k, name in enumerate(unknown)}
    table = np.array([number[name] for name in names], np.int32)
    rows = np.repeat(np.arange(len(indptr) - 1, dtype=np.int64), np.diff(indptr))
    pairs = np.unique(rows * max(len(number), 1) + table[indices])
    rows, numbers = np.divmod(pairs, max(len(number), 1))
    ends = np.zeros(len(indptr), np.int64)
    np.cumsum(np.bincount(rows, minlength=len(indptr) - 1), out=ends[1:])
    return Labels(Names.of(number), numbers.astype(np.int32), ends)
