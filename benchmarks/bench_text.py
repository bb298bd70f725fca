"""Text: raw messages to tf-idf rows, against scikit-learn's TfidfVectorizer, on 20 Newsgroups.

    python benchmarks/bench_text.py [--full]

Generated text where the messages are missing. Both learn the vocabulary and give weighted rows: sublinear counts, terms
in two texts or more, unit rows. The targets are for words alone on one thread: 5x scikit-learn, 100 MB a second, and -j
2 at 1.8x on two idle cores. The tokens differ on purpose (see ARCHITECTURE.md), so the columns may differ a little too.
"""

from __future__ import annotations

import json
import lzma
import random
from collections.abc import Callable
from typing import Any

from common import Part, Side, by_turns, data_folder, part, ratio
from sklearn.feature_extraction.text import TfidfVectorizer

from laconic.sparse import Csr
from laconic.text import TextOptions, fit_counts
from laconic.weighting import Weighting

TARGET, SPEED, THREADS = 5.0, 100.0, 1.8  # times scikit-learn, MB a CPU second, times -j 1


def newsgroups() -> list[str] | None:
    """The training messages, or None where the data are not there."""
    path = data_folder() / "20newsgroups" / "train.jsonl.xz"
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


def report(bench: Part, terms: str, megabytes: float, sides: dict[str, Side], targets: bool) -> None:
    """Three lines: against scikit-learn, against the speed asked for, two threads against one."""
    theirs, ours, two = (sides[name] for name in ("scikit-learn", "laconic", "laconic -j 2"))
    columns = f"CPU s; {ours.result.shape[1]:,} columns against {theirs.result.shape[1]:,}"
    bench.add(f"{terms}: scikit-learn", ours.cpu, theirs.cpu, ratio(theirs, ours), TARGET if targets else None, columns)
    speed = megabytes / ours.cpu
    bench.add(f"{terms}: MB a CPU second", speed, SPEED, speed / SPEED, 1.0 if targets else None, "beside: the target")
    clock = f"seconds on the clock; CPU {ours.cpu:.3g} s and {two.cpu:.3g} s"
    bench.add(
        f"{terms}: -j 2, -j 1", two.wall, ours.wall, ratio(ours, two, "wall"), THREADS if targets else None, clock
    )


def main() -> None:
    """Words, then words with bigrams."""
    bench = part("text", "Text: 20 Newsgroups to tf-idf rows")
    texts = newsgroups()
    name = "20 Newsgroups, training messages" if texts else "generated text (20 Newsgroups is not there)"
    texts = texts or generated()
    megabytes = sum(len(text.encode("utf-8", "surrogatepass")) for text in texts) / 1e6
    bench.note(f"{name}: {len(texts):,} texts, {megabytes:.1f} MB.")
    for ngrams, repeats in ((1, 5 if bench.full else 3), (2, 3 if bench.full else 1)):
        sides = compare(texts, ngrams, repeats)
        report(bench, "words and bigrams" if ngrams == 2 else "words", megabytes, sides, ngrams == 1)
    bench.close()


if __name__ == "__main__":
    main()
