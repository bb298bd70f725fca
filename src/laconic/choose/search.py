"""The rules of the search: what is tried in which order, and what it takes to win.

    features   from a default by the size of the task: fewer if as good, characters if better and small enough
    counts     1 + log(n) unless n itself is better; tried only where terms repeat
    idf power  from a default by the length of the texts, upwards or downwards while it gets better
    C          from 2 for large tasks, else from 1, upwards or downwards while it gets better
    cut        the largest that costs nothing, and larger while the file is too large

One step settles one thing, and the next starts from there. A candidate wins by its margin of the rows held out, for a
difference of half a point on 1,500 rows is mostly chance; ties go to what stands. ../docs/decisions has the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .asked import Asked
from .trial import Bench, Candidate, Outcome

# Shares of the rows held out by which a candidate must be better than what stands, and rows beside.
MARGIN_FEWER = 0.01
MARGIN_CHARACTERS = 0.005
MARGIN_COUNTS = 0.005
MARGIN_IDF = 0.003
MARGIN_C = 0.002
CHANCE = 3
COSTS_NOTHING = 0.001
CHANCE_OF_CUTS = 2  # the same model with and without small weights: fewer rows differ by chance

IDF_POWERS = (0.5, 1.0, 1.5, 2.0)
COSTS = (1.0, 2.0, 3.0)
LARGER_THAN_WORDS = 2.5  # times the file of plain words on the sample, where pairs of words are fewer; 4 is promised
REPEATED = 1.1  # occurrences of a term in a text that has it, on average, from where the two counts differ
HUGE = 4_000_000_000  # classes x words of all texts: beyond, pairs of words would cost minutes
SHORT, LONG = 15, 60  # words a text: below a flat idf, from there on a steep one
FEW_WORDS = 12  # beyond, characters cost more than six times the CPU of plain words
MOST_TRIALS = 14


@dataclass(frozen=True, slots=True)
class Task:
    """What the data looks like, of which the defaults depend."""

    rows: int
    classes: int
    words: float  # of a text, on average
    repeats: float = 1.0  # occurrences of a term in a text that has it

    @property
    def huge(self) -> bool:
        """Whether only cheap features are thinkable."""
        return self.classes * self.rows * self.words > HUGE

    def plain(self, asked: Asked) -> Candidate:
        """What is done where the search settles nothing."""
        power = 0.5 if self.words < SHORT else 1.0 if self.words < LONG else 1.5
        return Candidate(
            "words+p" if self.huge else "words+2+p",
            True if asked.sublinear is None else asked.sublinear,
            power if asked.idf_power is None else asked.idf_power,
            (2.0 if self.huge else 1.0) if asked.C is None else asked.C,
        )


@dataclass(frozen=True, slots=True)
class Found:
    """The candidate that won, its cut, and what plain words would have given."""

    candidate: Candidate
    cut: float
    right: int
    right_words: int | None


def search(bench: Bench, task: Task, asked: Asked) -> Found:
    """All steps; what was asked for is no step."""
    best = task.plain(asked)
    words = None
    if asked.text is None:
        words = bench.run(replace(best, preset="words"))
        best = _features(bench, task, best, words)
    if asked.weighs_counts and asked.sublinear is None and task.repeats > REPEATED:
        best = _better(bench, best, replace(best, sublinear=False), MARGIN_COUNTS)
    if asked.weighs_counts and asked.idf_power is None:
        best = _either_way(bench, best, [replace(best, idf_power=power) for power in IDF_POWERS], MARGIN_IDF)
    if asked.C is None:
        best = _either_way(bench, best, [replace(best, C=C) for C in COSTS], MARGIN_C)
    outcome = bench.run(best)
    place = cut_of(outcome, len(bench.cuts), bench.n_held_out, None if words is None else words.size_at(0))
    return Found(best, bench.cuts[place], outcome.right_at(place), None if words is None else words.right)


def _features(bench: Bench, task: Task, plain: Candidate, words: Outcome) -> Candidate:
    """Fewer features if they are better by a margin, plain words already if they are as good; characters if better."""
    best = plain
    if not task.huge:
        best = _better(bench, best, replace(best, preset="words+p"), MARGIN_FEWER)
    if words.right >= bench.run(best).right:
        return replace(best, preset="words")
    characters = replace(plain, preset="words+2+p+c")
    may_fit = 2 * bench.run(best).size_at(len(bench.cuts) - 1) <= LARGER_THAN_WORDS * words.size_at(0)
    if not task.huge and task.words < FEW_WORDS and may_fit and _fits(bench, characters, words):
        best = _better(bench, best, characters, MARGIN_CHARACTERS)
    return best


def _fits(bench: Bench, candidate: Candidate, words: Outcome) -> bool:
    """Whether a cut that costs at most a margin makes the file small enough."""
    found = bench.run(candidate)
    place = cut_of(found, len(bench.cuts), bench.n_held_out, None)
    return found.size_at(place) <= LARGER_THAN_WORDS * words.size_at(0)


def _either_way(bench: Bench, best: Candidate, row: Sequence[Candidate], margin: float) -> Candidate:
    """From its place in the row upwards or downwards, whichever gets better first, as far as it does."""
    place = row.index(best)
    for others in (row[place + 1 :], row[:place][::-1]):
        moved = _climb(bench, best, others, margin)
        if moved is not best:
            return moved
    return best


def _climb(bench: Bench, best: Candidate, others: Sequence[Candidate], margin: float) -> Candidate:
    """Goes along a row of candidates until one is no better than the one before."""
    for other in others:
        if _better(bench, best, other, margin) is best:
            break
        best = other
    return best


def _better(bench: Bench, best: Candidate, other: Candidate, margin: float) -> Candidate:
    gain = bench.run(other).right - bench.run(best).right
    return other if gain > margin * bench.n_held_out + CHANCE else best


def cut_of(outcome: Outcome, cuts: int, rows: int, words: int | None) -> int:
    """Which cut: the largest that costs nothing; a larger one while the file is too large beside that of words."""
    place = max(i for i in range(cuts) if outcome.right_at(i) >= outcome.right - COSTS_NOTHING * rows - CHANCE_OF_CUTS)
    while words is not None and place + 1 < cuts and outcome.size_at(place) > LARGER_THAN_WORDS * words:
        place += 1
    return place
