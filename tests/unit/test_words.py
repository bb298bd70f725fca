"""What each word gave: with the constant, the shares of the words are the score, whatever the text."""

from __future__ import annotations

import random

import pytest

from laconic.pipeline import Pipeline
from laconic.predict import Explanation, word_shares
from laconic.predict.explain import Term
from laconic.sparse import Csr
from laconic.text import TextOptions, fit_counts
from laconic.weighting import Weighting

OPTIONS = TextOptions(ngrams=3, prefixes=(2, 4), suffixes=(2, 3), chars=(3, 3), min_df=1)


def pipeline_of(texts: list[str], options: TextOptions = OPTIONS) -> tuple[Pipeline, Csr]:
    counts, vocabulary = fit_counts([texts], options)
    return Pipeline("text", len(vocabulary), Weighting.fit(counts, kind="none"), options, vocabulary), counts


def explanation(pipeline: Pipeline, counts: Csr, seed: int) -> Explanation:
    rng = random.Random(seed)
    columns, _ = counts.row(0)
    shares = {int(j): rng.uniform(-1, 1) for j in columns}
    terms = tuple(Term(j, pipeline.feature_name(j), 1.0, share, share) for j, share in shares.items())
    return Explanation("label", sum(shares.values()), 0.0, terms, 0.0, 0, 0)


@pytest.mark.parametrize("seed", range(30))
def test_words_add_up_to_the_score(seed: int) -> None:
    rng = random.Random(seed)
    words = ["bread", "Bread", "rolls", "ab", "köln", "हिन्दी", "İstanbul", "x_1", "a", "-", "...", "\ud800"]
    text = " ".join(rng.choices(words, k=rng.randrange(1, 15)))
    pipeline, counts = pipeline_of([text])
    found = explanation(pipeline, counts, seed)
    assert sum(word.share for word in word_shares(found, text, pipeline)) == pytest.approx(found.score, abs=1e-9)


def test_a_pair_gives_half_to_each_of_its_words() -> None:
    pipeline, _ = pipeline_of(["arc welder"], TextOptions(ngrams=2, min_df=1))
    terms = (Term(0, "arc welder", 1.0, 1.0, 1.0), Term(1, "arc", 1.0, 0.25, 0.25))
    found = word_shares(Explanation("label", 1.25, 0.0, terms, 0.0, 0, 0), "Arc welder", pipeline)
    assert [(word.word, word.share) for word in found] == [("arc", 0.75), ("welder", 0.5)]


def test_vectors_have_no_words() -> None:
    pipeline = Pipeline("vectors", 1, Weighting.fit(Csr.from_dense([[1]]), kind="none"))
    assert word_shares(Explanation("label", 0.0, 0.0, (), 0.0, 0, 0), "", pipeline) == ()
