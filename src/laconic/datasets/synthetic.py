"""Made-up documents with the shape of real web-directory data: rows of tf-idf, not texts.

Sizes of classes follow a power law, size(r) = 1 + m r^-0.8 for the class of rank r (1,110 of the 3,000 classes of
dmoz3000 have under five rows; the paper: 1,309). So do words: p(r) ~ (r + 30)^-1.25, set so that the commonest stand in
half of the documents and half of the features in only one, as in LSHTC-small. A document mixes words of its class, of
its group of classes, of one stray class, and common words; a preset says in which shares.

    sizes -> labels -> tokens (row, word) -> counts -> features met in training -> tf-idf, unit rows

One seed gives the same documents everywhere: they come from draws of whole and of uniform numbers, sums and quotients,
in a fixed order.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..data import Dataset, Labels
from ..errors import OptionError
from ..names import Names
from ..sparse import Csr, vstack
from ..weighting import Weighting
from .presets import Preset, preset

SHORTEST, LONGEST = 48, 246  # tokens of a document; the mean is 114, of which about 103 are different words
ROWS_AT_ONCE = 10_000  # bounds the memory: about 1.1 million tokens, 60 MB of work space


def synthetic(name: str, seed: int = 0) -> tuple[Dataset, Dataset]:
    """(train, test) of the preset of this name (see `presets.PRESETS`): "small", "dmoz500" ... "dmoz3000", "large"."""
    return generate(preset(name), seed)


def generate(size: Preset, seed: int = 0) -> tuple[Dataset, Dataset]:
    """(train, test) for any sizes; both have the same names of classes and the same features."""
    if seed < 0:
        raise OptionError(f"a seed is a whole number from 0 on; found {seed}")
    rng = np.random.Generator(np.random.PCG64(seed))
    sizes = rng.permutation(class_sizes(size.classes, size.train_rows))
    train_classes = rng.permutation(np.repeat(np.arange(size.classes), sizes))
    test_classes = _draw(rng, np.cumsum(sizes / size.train_rows), size.test_rows)
    language = _Language(size, rng)
    train_counts = language.count(train_classes, rng)
    test_counts = language.count(test_classes, rng)
    columns = _columns_by_frequency(train_counts)
    train, test = _renumber(train_counts, columns), _renumber(test_counts, columns)
    tfidf = Weighting.fit(train, kind="tfidf")
    names = Names.of(f"{k // size.group_size:04d}.{k:05d}" for k in range(size.classes))
    return (
        Dataset(tfidf.apply(train), _labels(names, train_classes)),
        Dataset(tfidf.apply(test), _labels(names, test_classes)),
    )


def class_sizes(classes: int, rows: int) -> NDArray[np.int64]:
    """Falling sizes 1 + floor(m r^-0.8) that add up to `rows`: the largest such m, and one more for the first ranks."""
    falling = np.arange(1, classes + 1, dtype=np.float64) ** -0.8
    low, high = 0.0, float(rows)
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if np.floor(middle * falling).sum() <= rows - classes else (low, middle)
    sizes = 1 + np.floor(low * falling).astype(np.int64)
    sizes[: rows - int(sizes.sum())] += 1
    return sizes


class _Language:
    """The words of each class and group, and how documents draw from them."""

    def __init__(self, size: Preset, rng: np.random.Generator) -> None:
        self.size = size
        groups = -(-size.classes // size.group_size)
        topical = size.words // 1_000, size.words // 8  # neither among the commonest words nor among the rare ones
        self.of_class = rng.integers(*topical, (size.classes, size.own_words))
        self.of_group = rng.integers(*topical, (groups, size.group_words))
        self.common = _long_tail(size.words)
        self.own = _zipf(size.own_words)
        self.group = _zipf(size.group_words)
        self.source = np.cumsum([size.own_share, size.group_share, size.stray_share])

    def count(self, classes: NDArray[np.int64], rng: np.random.Generator) -> Csr:
        """The counts of words of one new document for each class number."""
        blocks = [self._count_block(block, rng) for block in _blocks(classes)]
        return vstack(blocks, self.size.words)

    def _count_block(self, classes: NDArray[np.int64], rng: np.random.Generator) -> Csr:
        spread = rng.integers(0, 1_000, len(classes))
        lengths = SHORTEST + (LONGEST - SHORTEST) * spread * spread // 1_000_000  # many short documents, few long ones
        stray = rng.integers(0, self.size.classes, len(classes))
        row_of = np.repeat(np.arange(len(classes)), lengths)
        source = np.searchsorted(self.source, rng.random(len(row_of)), side="right")
        words = np.empty(len(row_of), np.int64)
        words[source == 0] = self._from_lists(self.of_class, classes[row_of[source == 0]], self.own, rng)
        group = classes[row_of[source == 1]] // self.size.group_size
        words[source == 1] = self._from_lists(self.of_group, group, self.group, rng)
        words[source == 2] = self._from_lists(self.of_class, stray[row_of[source == 2]], self.own, rng)
        words[source == 3] = _draw(rng, self.common, int(np.sum(source == 3)))
        return _count_tokens(row_of, words, (len(classes), self.size.words))

    @staticmethod
    def _from_lists(
        lists: NDArray[np.int64], which: NDArray[np.int64], chances: NDArray[np.float64], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        return lists[which, _draw(rng, chances, len(which))]


def _blocks(classes: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    return (classes[start : start + ROWS_AT_ONCE] for start in range(0, len(classes), ROWS_AT_ONCE))


def _zipf(n: int) -> NDArray[np.float64]:
    """Cumulated chances of the ranks of a list of topic words under Zipf's law, 1/(rank + 3)."""
    return _cumulated(1 / np.arange(3, n + 3, dtype=np.float64))


def _long_tail(n: int) -> NDArray[np.float64]:
    """Cumulated chances of the ranks of a language, 1/x^1.25 with x = rank + 30: no stop words, many rare words."""
    x = np.arange(30, n + 30, dtype=np.float64)
    return _cumulated(1 / (x * np.sqrt(np.sqrt(x))))


def _cumulated(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    sums = np.cumsum(weights)
    chances: NDArray[np.float64] = sums / sums[-1]
    return chances


def _draw(rng: np.random.Generator, cumulated: NDArray[np.float64], n: int) -> NDArray[np.int64]:
    """n numbers drawn with these cumulated chances."""
    return np.minimum(np.searchsorted(cumulated, rng.random(n), side="right"), len(cumulated) - 1)


def _count_tokens(rows: NDArray[np.int64], words: NDArray[np.int64], shape: tuple[int, int]) -> Csr:
    pairs, counts = np.unique(rows * shape[1] + words, return_counts=True)
    rows, words = np.divmod(pairs, shape[1])
    indptr = np.zeros(shape[0] + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=shape[0]), out=indptr[1:])
    return Csr.from_arrays(counts, words, indptr, shape)


def _columns_by_frequency(train: Csr) -> NDArray[np.int64]:
    """For each word its feature number: falling document frequency, as for texts; -1 for words not met in training."""
    frequency = np.bincount(train.indices, minlength=train.shape[1])
    order = np.argsort(-frequency, kind="stable")[: np.count_nonzero(frequency)]
    columns = np.full(train.shape[1], -1, np.int64)
    columns[order] = np.arange(len(order))
    return columns


def _renumber(counts: Csr, columns: NDArray[np.int64]) -> Csr:
    """The same counts in other columns, rows sorted again; entries of column -1 are left out."""
    rows = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
    new = columns[counts.indices]
    rows, new, data = rows[new >= 0], new[new >= 0], counts.data[new >= 0]
    width = int(columns.max()) + 1
    order = np.argsort(rows * width + new)
    indptr = np.zeros(counts.shape[0] + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=counts.shape[0]), out=indptr[1:])
    return Csr.from_arrays(data[order], new[order], indptr, (counts.shape[0], width))


def _labels(names: Names, classes: NDArray[np.int64]) -> Labels:
    return Labels(names, classes.astype(np.int32), np.arange(len(classes) + 1, dtype=np.int64))
