"""Answers: Engine.topk against scipy (sparse product, toarray, plus bias, argmax), on 12,294 classes, 0.25 % weights.

Two models of the same density: rows of weights filled alike, and rows filled as training does it, common features much
more than rare ones: 200,000 additions for a document, as a trained L2-SVM of this size has. Features of documents
follow Zipf's law.
Run: python benchmarks/bench_answers.py
"""

from __future__ import annotations

import numpy as np
from common import Side, by_turns, machine, ratio, table
from scipy.sparse import csr_matrix

from laconic.model import LinearModel, Provenance
from laconic.names import Names
from laconic.predict import Engine
from laconic.sparse import Csr

FEATURES, CLASSES, DENSITY = 200_000, 12_294, 0.0025
DOCUMENTS, ALONE, REPEATS = 400, 100, 5
TARGET, GOAL = 5.0, 8.0  # of issue 2 and of issue 3


def filled(exponent: float) -> np.ndarray:
    """The share of classes each feature has weights for: rank ** -exponent, at most 9 in 10, DENSITY on average."""
    share = np.arange(1, FEATURES + 1, dtype=float) ** -exponent
    for _ in range(30):
        share = np.minimum(share * (DENSITY / share.mean()), 0.9)
    return share


def make_model(rng: np.random.Generator, share: np.ndarray) -> LinearModel:
    """Normal weights in random places."""
    counts = rng.binomial(CLASSES, share)
    indptr = np.zeros(FEATURES + 1, np.int64)
    np.cumsum(counts, out=indptr[1:])
    rows = [np.sort(rng.choice(CLASSES, count, replace=False)) for count in counts]
    weights = Csr.from_arrays(rng.normal(0, 0.1, indptr[-1]), np.concatenate(rows), indptr, (FEATURES, CLASSES))
    bias = rng.normal(-1, 0.1, CLASSES).astype(np.float32)
    return LinearModel(weights, bias, Names.of(map(str, range(CLASSES))), provenance=Provenance({}, 1, FEATURES))


def make_documents(rng: np.random.Generator) -> Csr:
    """About 120 distinct features each, drawn by Zipf's law without its 20 most common ones."""
    chance = 1 / (np.arange(FEATURES) + 20.0)
    draws = rng.choice(FEATURES, (DOCUMENTS, 140), p=chance / chance.sum())
    rows = [np.unique(row) for row in draws]
    indptr = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    values = rng.random(indptr[-1])
    return Csr.from_arrays(values, np.concatenate(rows), indptr, (DOCUMENTS, FEATURES))


def scipy_view(x: Csr) -> csr_matrix:
    """The same arrays as scipy sees them."""
    return csr_matrix((x.data, x.indices, x.indptr), x.shape)


def compare(model: LinearModel, documents: Csr) -> list[tuple[object, ...]]:
    """Rows of the table: a batch, then one document at a time."""
    engine, weights, bias = Engine(model), scipy_view(model.weights), model.bias
    x = scipy_view(documents)
    singles = [documents.take_rows(np.array([i])) for i in range(ALONE)]
    scipy_singles = [scipy_view(row) for row in singles]

    def scipy_answer(rows: csr_matrix) -> np.ndarray:
        return ((rows @ weights).toarray() + bias).argmax(axis=1)

    batch = by_turns({"theirs": lambda: scipy_answer(x), "ours": lambda: engine.topk(documents).indices[:, 0]}, REPEATS)
    alone = by_turns(
        {
            "theirs": lambda: [scipy_answer(row) for row in scipy_singles],
            "ours": lambda: [engine.topk(row) for row in singles],
        },
        REPEATS,
    )
    agreed = np.mean(batch["theirs"].result == batch["ours"].result)
    return [_line("batch", batch, DOCUMENTS, agreed), _line("one by one", alone, ALONE, "")]


def _line(what: str, sides: dict[str, Side], n: int, agreed: object) -> tuple[object, ...]:
    theirs, ours = sides["theirs"], sides["ours"]
    return what, 1e6 * theirs.cpu / n, 1e6 * ours.cpu / n, ratio(theirs, ours).verdict(TARGET), agreed


def overhead(rng: np.random.Generator) -> float:
    """Microseconds of a call in which there is nothing to score: four classes, one feature."""
    weights = Csr.from_dense(np.ones((4, 4)))
    engine = Engine(LinearModel(weights, np.zeros(4, np.float32), Names.of("abcd")))
    row = Csr.from_dense(np.eye(4)[:1])
    sides = by_turns({"ours": lambda: [engine.topk(row) for _ in range(5000)]}, 3)
    return 1e6 * sides["ours"].cpu / 5000


def main() -> None:
    """Prints the table."""
    rng = np.random.default_rng(0)
    documents = make_documents(rng)
    print(machine())
    print(f"{CLASSES:,} classes, {FEATURES:,} features, {DENSITY:.2%} of weights; the goal after this one: {GOAL:g}x")
    lines = []
    for name, exponent in (("rows filled alike", 0.0), ("rows filled as in training", 0.75)):
        model = make_model(rng, filled(exponent))
        adds = int(np.diff(model.weights.indptr)[documents.indices].sum()) // DOCUMENTS
        lines += [(f"{name}, {what}", adds, *rest) for what, *rest in compare(model, documents)]
    print(table(["model", "additions", "scipy us", "ours us", "ratio", "same answer"], lines))
    print(f"a call from Python costs {overhead(rng):.1f} us beside the scoring")


if __name__ == "__main__":
    main()
