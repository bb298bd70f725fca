"""Learns a pipeline from rows for training and applies it: the terms, the weighting, the columns to ignore."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..data import Dataset, Labels
from ..errors import DataError
from ..events import Listener, Notice, silent
from ..read import Source, TextBatch, VectorBatch
from ..sparse import Csr, vstack
from ..text import DEFAULT_PRESET, TextOptions, fit_counts
from .choice import WeightingChoice
from .columns import compact, row_numbers, without
from .labels import LabelParts
from .pipeline import Pipeline, checked_ignore

_BATCH = 4096  # texts handed to the counters at once


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
    parts = LabelParts()
    choice = weighting or WeightingChoice()
    if source.kind == "text":
        if columns:
            raise DataError(f"indices to ignore {list(columns)} were given, but it holds texts", path=source.path)
        learned = _learn_texts(_texts(source, parts), text, choice, jobs, listen)
    else:
        if text is not None:
            raise DataError("options for texts were given, but it holds vectors", path=source.path)
        learned = _learn_vectors(_vectors(source, parts, columns, listen), columns, choice, listen)
    labels = Labels.canonical(source.label_names, *parts.joined())
    _check_not_empty(labels, source.path)
    return Dataset(learned.rows(), labels, learned.pipeline)


def read_texts(source: Source) -> tuple[list[str], Labels]:
    """All texts of a source and their labels, in memory, for work that needs them more than once."""
    parts = LabelParts()
    texts = [text for batch in _texts(source, parts) for text in batch]
    labels = Labels.canonical(source.label_names, *parts.joined())
    _check_not_empty(labels, source.path)
    return texts, labels


def fit_texts(
    texts: Iterable[str],
    labels: Labels | Iterable[str | int | Sequence[str | int]],
    *,
    text: TextOptions | None = None,
    weighting: WeightingChoice | None = None,
    jobs: int = 1,
    listen: Listener = silent,
) -> Dataset:
    """The same from texts in memory with one label, or a sequence of labels, each (or Labels)."""
    if isinstance(texts, str):
        raise DataError("one text was given where a list of texts is expected; put it into a list: [text]")
    rows = texts if isinstance(texts, list) else list(texts)
    learned = _learn_texts(_cut(rows), text, weighting or WeightingChoice(), jobs, listen)
    known = labels if isinstance(labels, Labels) else Labels.of(labels)
    _check_not_empty(known, None)
    return Dataset(learned.rows(), known, learned.pipeline)


def fit_vectors(
    vectors: Any,
    labels: Iterable[str | int | Sequence[str | int]],
    *,
    weighting: WeightingChoice | None = None,
    ignore: Sequence[int] = (),
    listen: Listener = silent,
) -> Dataset:
    """The same from vectors in memory: a Csr, a scipy matrix or a table of numbers."""
    columns = checked_ignore(ignore)
    rows = without(Csr.of(vectors).canonical(), columns)
    learned = _learn_vectors(rows, columns, weighting or WeightingChoice(), listen)
    known = Labels.of(labels)
    _check_not_empty(known, None)
    return Dataset(learned.rows(), known, learned.pipeline)


@dataclass(frozen=True, eq=False, slots=True)
class _Learned:
    """A pipeline and the counts it was learned from."""

    pipeline: Pipeline
    counts: Csr

    def rows(self) -> Csr:
        return self.pipeline.weighting.apply(self.counts)


def _learn_texts(
    batches: Iterable[list[str]], text: TextOptions | None, choice: WeightingChoice, jobs: int, listen: Listener
) -> _Learned:
    options = text or TextOptions.preset(DEFAULT_PRESET)
    counts, vocabulary = fit_counts(batches, options, jobs=jobs, listen=listen)
    weighting = choice.fit(counts, "text")
    return _Learned(Pipeline("text", counts.shape[1], weighting, options, vocabulary), counts)


def _learn_vectors(vectors: Csr, ignore: tuple[int, ...], choice: WeightingChoice, listen: Listener) -> _Learned:
    counts, columns = compact(vectors)
    for j in row_numbers(counts):
        name = j if columns is None else int(columns[j])
        listen(Notice(f"index {name} is in every row, each time another value: a row number? --ignore-index {name}"))
    weighting = choice.fit(counts, "vectors")
    if choice.kind == "auto" and weighting.kind != "none":
        listen(Notice("all values are counts, so they are weighted by tf-idf; other weightings can be chosen"))
    return _Learned(Pipeline("vectors", counts.shape[1], weighting, ignore=ignore, columns=columns), counts)


def _cut(texts: list[str]) -> Iterator[list[str]]:
    return (texts[at : at + _BATCH] for at in range(0, len(texts), _BATCH))


def _texts(source: Source, parts: LabelParts) -> Iterator[list[str]]:
    for batch in source.batches():
        if not isinstance(batch, TextBatch):
            raise DataError("vectors among texts; a source is of one kind", path=source.path)
        parts.add(batch.labels)
        yield batch.texts


def _vectors(source: Source, parts: LabelParts, ignore: tuple[int, ...], listen: Listener) -> Csr:
    """All rows on top of one another; ignored columns are gone before anything is learned from them."""
    blocks: list[Csr] = []
    left_out = 0
    for batch in source.batches():
        if not isinstance(batch, VectorBatch):
            raise DataError("texts among vectors; a source is of one kind", path=source.path)
        parts.add(batch.labels)
        rows = batch.rows.canonical()
        blocks.append(without(rows, ignore))
        left_out += rows.nnz - blocks[-1].nnz
    if ignore and not left_out:
        listen(Notice(f"{source.path}: no row has any of the indices to ignore {list(ignore)}"))
    return vstack(blocks, max((block.shape[1] for block in blocks), default=0))


def _check_not_empty(labels: Labels, path: str | None) -> None:
    if labels.n_rows == 0:
        raise DataError("there are no rows; nothing can be learned from it", path=path)
    if labels.n_classes == 0:
        hint = "" if path is None else "; in JSONL --label-field names the field with the label"
        raise DataError(f"none of {labels.n_rows} rows has a label; nothing can be learned{hint}", path=path)
