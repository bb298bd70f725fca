"""Texts to tf-idf: ours against scikit-learn's TfidfVectorizer on 20 Newsgroups (generated text where that is missing).

    python benchmarks/text.py

Both learn the vocabulary and give weighted rows: sublinear counts, terms in two texts or more, unit rows. The target of
5x is for words alone on one thread. The tokens differ on purpose (see ARCHITECTURE.md), so the columns do a little too.
"""

from __future__ import annotations

import json
import lzma
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from common import Side, by_turns, machine, ratio, table
from sklearn.feature_extraction.text import TfidfVectorizer

from laconic.sparse import Csr
from laconic.text import TextOptions, fit_counts
from laconic.weighting import Weighting

TARGET = 5.0


def newsgroups() -> list[str] | None:
    """The training messages, or None where the data are not there."""
    folder = Path(os.environ.get("LACONIC_DATA", Path(__file__).parents[2] / "shared" / "data"))
    path = folder / "20newsgroups" / "train.jsonl.xz"
    if not path.exists():
        return None
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in lines]


def generated(n: int = 8000) -> list[str]:
    """Texts of about 300 words drawn by Zipf's law from 60,000 made-up ones."""
    draw = random.Random(0)
    stock = ["".join(draw.choices("etaoinshrdlucmfw", k=draw.randint(2, 11))) for _ in range(60_000)]
    weights = [1 / (rank + 3) for rank in range(len(stock))]
    return [" ".join(draw.choices(stock, weights, k=draw.randint(100, 500))) for _ in range(n)]


def ours(texts: list[str], ngrams: int, jobs: int) -> Callable[[], Csr]:
    """Counts and weights of laconic."""

    def work() -> Csr:
        counts, _ = fit_counts([texts], TextOptions(ngrams=ngrams), jobs=jobs)
        return Weighting.fit(counts, sublinear=True).apply(counts)

    return work


def theirs(texts: list[str], ngrams: int) -> Callable[[], Any]:
    """The same of scikit-learn."""
    return lambda: TfidfVectorizer(min_df=2, sublinear_tf=True, ngram_range=(1, ngrams)).fit_transform(texts)


def compare(texts: list[str], ngrams: int, repeats: int) -> dict[str, Side]:
    """Both, by turns in one process."""
    return by_turns(
        {
            "scikit-learn": theirs(texts, ngrams),
            "laconic": ours(texts, ngrams, 1),
            "laconic -j 2": ours(texts, ngrams, 2),
        },
        repeats,
    )


def main() -> None:
    """Prints one table for words and one for words with bigrams."""
    texts = newsgroups()
    name = "20 Newsgroups, training messages" if texts else "generated text (20 Newsgroups is not there)"
    texts = texts or generated()
    megabytes = sum(len(text.encode("utf-8", "surrogatepass")) for text in texts) / 1e6
    print(f"{name}: {len(texts):,} texts, {megabytes:.1f} MB\n{machine()}\n")
    for ngrams, repeats in ((1, 3), (2, 1)):
        sides = compare(texts, ngrams, repeats)
        rows = [[s.name, megabytes / s.cpu, s.cpu, s.wall, s.result.shape[1]] for s in sides.values()]
        print(f"words{' and bigrams' if ngrams == 2 else ''}")
        print(table(["", "MB per CPU second", "CPU seconds", "seconds", "columns"], rows))
        found = ratio(sides["scikit-learn"], sides["laconic"])
        print(f"CPU, scikit-learn over laconic: {found.verdict(TARGET) if ngrams == 1 else found}")
        print(f"-j 2: {sides['laconic'].wall / sides['laconic -j 2'].wall:.2f}x on the clock\n")


if __name__ == "__main__":
    main()
