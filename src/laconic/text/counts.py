"""Texts -> counts of terms: `fit_counts` finds the terms worth a column, `count` counts the terms of a vocabulary.

Work goes to threads by parts of the texts. Each thread numbers the terms it meets in its own way; at the end the terms
are put together and ordered by falling number of texts, then by their UTF-8 bytes. So the result depends on the texts
alone, not on the threads or on how the texts came in batches.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _kernels
from ..errors import DataError
from ..events import Listener, Progress, silent
from ..execute.threads import resolve_jobs
from ..names import Names
from ..sparse import Csr, vstack
from .options import TextOptions, kernel_shape
from .stems import Stem, stem_with
from .vocabulary import Vocabulary

# Bytes of one call of the kernel: about 20 ms of work, and Ctrl-C is heard between two calls.
CALL_BYTES = 1 << 20
SLICE = 256  # texts of one task of a thread


class _Columns(NamedTuple):
    """The column of each key and each n-gram of one counter, -1 where it has none."""

    keys: NDArray[np.int32]
    ngrams: NDArray[np.int32]


@dataclass(frozen=True, eq=False, slots=True)
class _Part:
    """The counts of some texts in the numbers of one counter; row i is the entries ends[i]:ends[i + 1]."""

    terms: NDArray[np.int32]
    counts: NDArray[np.float32]
    ends: NDArray[np.int64]
    counter: int


class _Worker:
    """One thread's counter and stemmer."""

    def __init__(self, number: int, options: TextOptions, vocabulary: Vocabulary | None = None) -> None:
        self.number = number
        self.counter = _counter(options, vocabulary)
        self.stem: Stem | None = stem_with(options.stemmer) if options.stemmer else None

    def parts(self, texts: list[str]) -> list[_Part]:
        """The counts of these texts, call by call."""
        found = []
        at = 0
        try:
            while at < len(texts):
                at = self.counter.scan(texts, at, CALL_BYTES)
                if self.stem is not None:
                    self.counter.set_stems(self.stem(self.counter.new_words()))
                found.append(_Part(*self.counter.count(), self.number))
        except RuntimeError as error:  # what the kernel says of texts it cannot count
            raise DataError(str(error)) from error
        return found


def fit_counts(
    batches: Iterable[list[str]], options: TextOptions, *, jobs: int = 1, listen: Listener = silent
) -> tuple[Csr, Vocabulary]:
    """The counts of every term that is in min_df texts and occurs min_tf times, and the vocabulary of those terms."""
    jobs = resolve_jobs(jobs)
    workers = [_Worker(number, options) for number in range(jobs)]
    parts: list[_Part] = []
    rows = 0
    for counted in _spread(workers, batches):
        parts += counted
        rows += sum(len(part.ends) - 1 for part in counted)
        listen(Progress("counting terms", rows, unit="texts"))
    columns, vocabulary = _choose(workers, options)
    return _place(parts, columns, len(vocabulary), jobs), vocabulary


def count(texts: Sequence[str], vocabulary: Vocabulary, options: TextOptions, *, jobs: int = 1) -> Csr:
    """The counts of the vocabulary's terms in each text; terms it does not have are left out."""
    if isinstance(texts, str):
        raise DataError("found one text where a list of texts was expected: put it in brackets, [text]")
    batch = texts if isinstance(texts, list) else list(texts)
    n_workers = min(resolve_jobs(jobs), len(batch) // SLICE + 1)
    workers = [_Worker(number, options, vocabulary) for number in range(n_workers)]
    parts = [part for counted in _spread(workers, [batch]) for part in counted]
    return _stack(parts, len(vocabulary))


def _counter(options: TextOptions, vocabulary: Vocabulary | None) -> _kernels.TextCounter:
    shape = kernel_shape(options)
    if vocabulary is None:
        return _kernels.TextCounter(shape)
    return _kernels.TextCounter(shape, vocabulary.slots, vocabulary.terms.offsets, vocabulary.terms.arena)


def _spread(workers: list[_Worker], batches: Iterable[list[str]]) -> Iterator[list[_Part]]:
    """The parts of all batches in their order, each counted by whichever worker was free."""
    if len(workers) == 1:
        yield from map(workers[0].parts, batches)
        return
    free: SimpleQueue[_Worker] = SimpleQueue()
    for worker in workers:
        free.put(worker)

    def task(texts: list[str]) -> list[_Part]:
        worker = free.get()
        try:
            return worker.parts(texts)
        finally:
            free.put(worker)

    slices = (batch[at : at + SLICE] for batch in batches for at in range(0, len(batch), SLICE))
    yield from _in_order(task, slices, len(workers))


def _in_order(
    task: Callable[[list[str]], list[_Part]], slices: Iterable[list[str]], jobs: int
) -> Iterator[list[_Part]]:
    """map(task, slices) on threads, with at most 4 slices a thread under way; a stop leaves none waiting."""
    pool = ThreadPoolExecutor(jobs)
    running: deque[Future[list[_Part]]] = deque()
    try:
        for texts in slices:
            running.append(pool.submit(task, texts))
            if len(running) > 4 * jobs:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _choose(workers: list[_Worker], options: TextOptions) -> tuple[list[_Columns], Vocabulary]:
    """Puts the counters together; returns the column of each term, counter by counter, and the vocabulary."""
    first, *others = (worker.counter for worker in workers)
    maps = [first.absorb(other) for other in others]
    arena, offsets, keys, ngrams = first.select(options.min_df, options.min_tf)
    columns = [_Columns(keys, ngrams)]
    columns += [_Columns(keys[key_map], ngrams[ngram_map]) for key_map, ngram_map in maps]
    return columns, Vocabulary.of_arena(Names(arena, offsets))


def _place(parts: list[_Part], columns: list[_Columns], width: int, jobs: int) -> Csr:
    """The parts as one Csr, without the terms that have no column; each part is written where it belongs."""
    chosen = [columns[part.counter] for part in parts]
    kept = [_kernels.text_kept(part.terms, c.keys, c.ngrams) for part, c in zip(parts, chosen, strict=True)]
    entry = np.cumsum([0, *kept])
    row = np.cumsum([0, *(len(part.ends) - 1 for part in parts)])
    data, indices = np.empty(entry[-1], np.float32), np.empty(entry[-1], np.int32)
    indptr = np.zeros(row[-1] + 1, np.int64)

    def place(i: int) -> None:
        part, here = parts[i], slice(entry[i], entry[i + 1])
        ends = indptr[row[i] + 1 : row[i + 1] + 1]
        _kernels.text_place(
            part.terms, part.counts, part.ends, *chosen[i], int(entry[i]), indices[here], data[here], ends
        )

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(place, range(len(parts))))
    return Csr(data, indices, indptr, (int(row[-1]), width))


def _stack(parts: list[_Part], width: int) -> Csr:
    """Parts counted with a vocabulary as one Csr: their terms are columns already."""
    if len(parts) == 1:  # one short text: nothing is copied
        part = parts[0]
        return Csr(part.counts, part.terms, part.ends, (len(part.ends) - 1, width))
    return vstack([Csr(p.counts, p.terms, p.ends, (len(p.ends) - 1, width)) for p in parts], width)
