"""The shares of an explanation brought home to the words of the text: what each word gave to the score.

A feature's share is split evenly among its places in the text, and the share of a run of words evenly among them, so
that the words and the constant still add up to the score. Equal words (in lower case) are added up.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass

from ..pipeline import Pipeline
from ..text import terms_of
from .explain import Explanation


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the text and what it gave to the score."""

    word: str
    share: float


def word_shares(found: Explanation, text: str, pipeline: Pipeline) -> tuple[Word, ...]:
    """The words by falling size of their share. Terms that `found` only counts in its rest give nothing here."""
    if pipeline.text is None:
        return ()
    spans = terms_of(text, pipeline.text)
    times = Counter(span.term for span in spans)
    each = {term.name: term.share / times[term.name] for term in found.terms if term.name in times}
    words = sorted({span.start: span.end for span in reversed(spans)}.items())  # a run of words comes after its first
    starts = [start for start, _ in words]
    shares: defaultdict[str, float] = defaultdict(float)
    for span in spans:
        run = words[bisect_left(starts, span.start) : bisect_left(starts, span.end)]
        for start, end in run:
            shares[text[start:end].lower()] += each.get(span.term, 0.0) / len(run)
    order = sorted(shares.items(), key=lambda item: -abs(item[1]))
    return tuple(Word(word, share) for word, share in order)
