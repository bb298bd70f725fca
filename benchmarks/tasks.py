"""What is learned in a benchmark: made-up presets and real sets of texts (words alone), and parts of their classes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import common
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from laconic import datasets
from laconic.data import Dataset, Labels
from laconic.datasets.presets import PRESETS
from laconic.model import LinearModel
from laconic.names import Names
from laconic.pipeline import fit_dataset, read_dataset
from laconic.predict import Engine
from laconic.read import open_source
from laconic.text import TextOptions


@dataclass(frozen=True, slots=True)
class Task:
    """The test rows may need the model, which knows how texts become rows."""

    name: str
    train: Dataset
    test: Callable[[LinearModel], Dataset]

    def __str__(self) -> str:
        rows, features = self.train.X.shape
        return f"{self.name}: {self.train.Y.n_classes:,} classes, {rows:,} rows, {features:,} features"


def is_there(name: str) -> bool:
    """Whether this is a preset or a folder of real data that is there."""
    return name in PRESETS or (common.data_folder() / name / "train.jsonl.xz").exists()


def load(name: str) -> Task:
    """A preset, or a folder of texts."""
    if name in PRESETS:
        train, test = datasets.synthetic(name)
        return Task(name, train, lambda model: test)
    folder = common.shared_data(name)
    train = fit_dataset(open_source(folder / "train.jsonl.xz"), text=TextOptions())
    return Task(name, train, lambda model: read_dataset(open_source(folder / "test.jsonl.xz"), model))


def sample_classes(data: Dataset, size: int) -> NDArray[np.int64]:
    """A fixed uniform sample of the classes; all of them where there are no more."""
    n = data.Y.n_classes
    if size >= n:
        return np.arange(n)
    return np.sort(np.random.Generator(np.random.PCG64(0)).choice(n, size, replace=False))


def only(data: Dataset, classes: NDArray[np.int64]) -> Dataset:
    """The same rows, labelled with these classes alone: all other rows are negatives, as they were."""
    place = np.full(data.Y.n_classes, -1, np.int32)
    place[classes] = np.arange(len(classes), dtype=np.int32)
    kept = place[data.Y.indices] >= 0
    ends = np.concatenate([[0], np.cumsum(kept)])[data.Y.indptr]
    names = Names.of(data.Y.names[int(k)] for k in classes)
    return Dataset(data.X, Labels(names, place[data.Y.indices][kept], ends.astype(np.int64)), data.pipeline)


def label_matrix(data: Dataset) -> csr_matrix:
    """Rows x classes, ones."""
    y = data.Y
    return csr_matrix((np.ones(len(y.indices)), y.indices, y.indptr), shape=(y.n_rows, y.n_classes))


def accuracy(model: LinearModel, test: Dataset) -> float:
    """The share of rows whose one label is the first answer."""
    return float(np.equal(Engine(model).topk(test.X).indices[:, 0], test.Y.indices).mean())
