"""Which rows a search looks at, and which of those it holds out. Decided by hashes of texts and labels, not by luck.

Whole classes are taken, so that a class has as many documents as in the training it stands for; classes of very many
documents, and sets of few classes, give a part of their documents. Texts that differ in case and blanks only are one
group, which lies on one side; every label of a row held out is the label of a row learned from.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..data import Labels
from ..names import ENCODING_ERRORS

# Rows of the sample: at most, and at most one in SHARE (so that the search is cheap beside the training), but at least.
# A third of 4,500 held out tells a point of accuracy from none, most of the time.
ROWS = 4500
SHARE = 3
LEAST_ROWS = 1500
# Characters of the sample, for long texts cost more each: one in CHARACTER_SHARE, but at least and at most. Where
# training takes minutes (`generous`), the search may take a second more.
CHARACTER_SHARE = 8
LEAST_CHARACTERS = 600_000
CHARACTERS = 1_500_000
CHARACTERS_GENEROUS = 5_000_000
LEAST_CLASSES = 64  # where there are so many: fewer would make the task another one
MOST_CLASSES = 400  # the work grows with rows times classes
HELD_OUT = 3  # one row in three
SHORTENED = 20_000  # characters of a text that are looked at


@dataclass(frozen=True, eq=False, slots=True)
class Sample:
    """Numbers of rows and of classes, rising; labels other than these classes do not count."""

    classes: NDArray[np.int32]
    learned: NDArray[np.int64]
    held_out: NDArray[np.int64]


def draw(texts: Sequence[str], labels: Labels, seed: int, generous: bool = False) -> Sample:
    """The same rows for the same data and seed, in whatever way they are read."""
    of_class, ends = labels.rows_by_class()
    several = np.flatnonzero(np.diff(ends) > 1).tolist()  # a class of one row has none to hold out
    several.sort(key=lambda k: (digest(labels.names[k], seed), k))
    limit = min(ROWS, max(LEAST_ROWS, len(texts) // SHARE))
    share = min(LEAST_CLASSES, max(len(several), 1))
    rows: set[int] = set()
    classes = []
    most = CHARACTERS_GENEROUS if generous else CHARACTERS
    characters = left = min(most, max(LEAST_CHARACTERS, sum(map(len, texts)) // CHARACTER_SHARE))
    for k in several[:MOST_CLASSES]:
        mine = of_class[ends[k] : ends[k + 1]]
        taken = _some(texts, mine, -(-limit // share), characters // share, digest(labels.names[k], seed))
        classes.append(k)
        rows.update(taken)
        left -= sum(min(len(texts[i]), SHORTENED) for i in taken)
        if len(rows) >= limit or left <= 0:
            break
    numbers = np.array(sorted(classes), np.int32)
    return _split(texts, labels, numbers, sorted(rows), seed)


def _some(texts: Sequence[str], rows: NDArray[np.int32], most: int, characters: int, seed: int) -> list[int]:
    """At most so many rows of one class and about so many characters, drawn blindly; at least one."""
    drawn: list[int] = np.random.Generator(np.random.PCG64(seed)).permutation(rows)[:most].tolist()
    taken = []
    for i in drawn:
        taken.append(i)
        characters -= min(len(texts[i]), SHORTENED)
        if characters <= 0:
            break
    return taken


def _split(texts: Sequence[str], labels: Labels, classes: NDArray[np.int32], rows: list[int], seed: int) -> Sample:
    """One group of equal texts in HELD_OUT is held out, if its labels keep rows to learn from."""
    groups: dict[str, list[int]] = {}
    for i in rows:
        groups.setdefault(_normal(texts[i]), []).append(i)
    left = Counter(k for i in rows for k in _numbers(labels, i))
    held: set[int] = set()
    for text, group in groups.items():
        gone = Counter(k for i in group for k in _numbers(labels, i))
        if digest(text, seed + 1) % HELD_OUT == 0 and all(left[k] > n for k, n in gone.items()):
            left.subtract(gone)
            held.update(group)
    learned = [i for i in rows if i not in held]
    return Sample(classes, np.array(learned, np.int64), np.array(sorted(held), np.int64))


def _numbers(labels: Labels, i: int) -> list[int]:
    numbers: list[int] = labels.indices[labels.indptr[i] : labels.indptr[i + 1]].tolist()
    return numbers


def _normal(text: str) -> str:
    return " ".join(text[:SHORTENED].lower().split())


def digest(text: str, seed: int) -> int:
    """A number that depends on the text and the seed alone."""
    key = (seed % 2**64).to_bytes(8, "little")
    found = hashlib.blake2b(text.encode("utf-8", ENCODING_ERRORS), digest_size=8, key=key).digest()
    return int.from_bytes(found, "little")
