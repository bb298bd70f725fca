"""The sample, counted once with every kind of feature that a candidate may ask for, and what candidates make of it.

A trial keeps the columns of its features, weighs them, trains, and asks the model about the rows held out. Everything
is counted in rows and weights, never in seconds, so that a slow machine chooses what a fast one does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..data import Dataset, Labels
from ..linear import L2, DualActiveSet
from ..model import LinearModel
from ..names import Names
from ..predict import Engine
from ..sparse import Csr
from ..text import TextOptions, count, fit_counts
from ..training import TrainSpec, train
from .asked import SHAPES, Asked
from .sample import SHORTENED, Sample

CUTS = (0.02, 0.03, 0.05, 0.07, 0.085, 0.1)
_TOLERANCE = 0.03  # of the trials: three times the default costs nothing here, and a quarter of the time is saved
_BYTES_A_WEIGHT = 8  # in the file: a class number and a float32
_BYTES_A_FEATURE = 45  # its name with offset and slot, its idf, its row pointer


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to learn."""

    preset: str
    sublinear: bool
    idf_power: float
    C: float


@dataclass(frozen=True, eq=False, slots=True)
class Counted:
    """The sample over all features that were counted together; `part` says of which kind each is."""

    learned: Csr
    held_out: Csr
    part: NDArray[np.int8]


class Outcome:
    """What a candidate is worth: rows held out that it answers right, and bytes of its file, at each cut."""

    def __init__(self, model: LinearModel, rows: Csr, truth: Labels, cuts: tuple[float, ...], jobs: int) -> None:
        self._model, self._rows, self._truth, self._cuts, self._jobs = model, rows, truth, cuts, jobs
        self.right = self.right_at(0)

    def right_at(self, place: int) -> int:
        """Rows answered right with the weights that the cut of this number leaves."""
        best = Engine(self._pruned(place), self._jobs).topk(self._rows, 1).indices[:, 0]
        return hits(best, self._truth)

    def size_at(self, place: int) -> int:
        """Bytes, about: what is small on the sample is small on everything, but not by the same number."""
        model = self._pruned(place)
        return _BYTES_A_WEIGHT * model.nnz + _BYTES_A_FEATURE * int(np.count_nonzero(np.diff(model.weights.indptr)))

    def _pruned(self, place: int) -> LinearModel:
        if place == 0:
            return self._model
        kept = np.abs(self._model.weights.data) >= np.float32(self._cuts[place])
        return replace(self._model, weights=self._model.weights.keep_entries(kept))


class Bench:
    """Holds the counts; runs each candidate once."""

    def __init__(
        self,
        texts: Sequence[str],
        labels: Labels,
        sample: Sample,
        asked: Asked,
        *,
        spec: TrainSpec,
        cuts: tuple[float, ...] = CUTS,
        jobs: int = 1,
    ) -> None:
        self.asked, self.spec, self.jobs, self.cuts = asked, spec, jobs, cuts
        self.texts = [texts[i][:SHORTENED] for i in sample.learned]
        self.asked_about = [texts[i][:SHORTENED] for i in sample.held_out]
        self.counted: dict[TextOptions, Counted] = {}
        self.labels = labels_of(labels, sample.classes, sample.learned)
        self.truth = labels_of(labels, sample.classes, sample.held_out)
        self.n_held_out = len(sample.held_out)
        self.done: dict[Candidate, Outcome] = {}

    def run(self, candidate: Candidate) -> Outcome:
        """Trains and asks, or remembers."""
        if candidate not in self.done:
            self.done[candidate] = self._run(candidate)
        return self.done[candidate]

    def _run(self, candidate: Candidate) -> Outcome:
        counted = self._counted(candidate.preset)
        kept = self._columns(candidate.preset, counted)
        counts, asked_about = narrowed(counted.learned, kept), narrowed(counted.held_out, kept)
        weighting = self.asked.weighting(candidate.sublinear, candidate.idf_power).fit(counts, "text")
        spec = replace(
            self.spec, penalty=L2(candidate.C), solver=DualActiveSet(tolerance=_TOLERANCE), cut=min(self.cuts)
        )
        model = train(Dataset(weighting.apply(counts), self.labels), spec, jobs=self.jobs)
        return Outcome(model, weighting.apply(asked_about), self.truth, self.cuts, self.jobs)

    def _counted(self, preset: str) -> Counted:
        """Characters are three times the counting of all else, so they are counted when a candidate wants them."""
        options = self.asked.features("words+2+p+c" if "c" in preset.split("+") else "words+2+p")
        if options not in self.counted:
            learned, vocabulary = fit_counts([self.texts], options, jobs=self.jobs)
            held_out = count(self.asked_about, vocabulary, options, jobs=self.jobs)
            self.counted[options] = Counted(learned, held_out, parts_of(vocabulary.terms))
        return self.counted[options]

    def _columns(self, preset: str, counted: Counted) -> NDArray[np.bool_]:
        """Of all columns counted, those that a candidate has."""
        if self.asked.text is not None:
            return np.ones(len(counted.part), bool)
        shape, plain = TextOptions.preset(preset), TextOptions()
        has = [True, *(getattr(shape, name) != getattr(plain, name) for name in SHAPES)]
        return np.array(has)[counted.part]


def parts_of(terms: Names) -> NDArray[np.int8]:
    """For each term what it is: 0 a word, 1 + i one of SHAPES[i]. text/options.py has the marks they are known by."""
    n = len(terms)
    part = np.zeros(n, np.int8)
    if n == 0:
        return part
    blanks = np.flatnonzero(terms.arena == ord(" "))
    part[np.searchsorted(terms.offsets, blanks, side="right") - 1] = 1 + SHAPES.index("ngrams")
    first, last = terms.arena[terms.offsets[:-1]], terms.arena[terms.offsets[1:] - 1]
    part[last == ord("*")] = 1 + SHAPES.index("prefixes")
    part[first == ord("*")] = 1 + SHAPES.index("suffixes")
    part[first == ord("~")] = 1 + SHAPES.index("chars")
    return part


def narrowed(counts: Csr, kept: NDArray[np.bool_]) -> Csr:
    """The matrix with these columns only, numbered anew in the same order."""
    if kept.all():
        return counts
    number = np.cumsum(kept, dtype=np.int64) - 1
    rows = counts.keep_entries(kept[counts.indices])
    return Csr(rows.data, number[rows.indices].astype(np.int32), rows.indptr, (rows.shape[0], int(kept.sum())))


def labels_of(labels: Labels, classes: NDArray[np.int32], rows: NDArray[np.int64]) -> Labels:
    """The labels of some rows as far as they are of these classes, which are numbered anew in the same order."""
    lengths = np.diff(labels.indptr)[rows]
    ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    numbers = labels.indices[np.repeat(labels.indptr[rows] - ends[:-1], lengths) + np.arange(ends[-1])]
    place = np.full(labels.n_classes, -1, np.int32)
    place[classes] = np.arange(len(classes), dtype=np.int32)
    kept = place[numbers] >= 0
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(kept)])
    return Labels(Names.of(labels.names[int(k)] for k in classes), place[numbers][kept], before[ends])


def hits(best: NDArray[np.int32], truth: Labels) -> int:
    """Rows whose first answer is one of their labels."""
    answers = np.repeat(best, np.diff(truth.indptr))
    return int(np.count_nonzero(answers == truth.indices))
