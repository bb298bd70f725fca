"""Answers: Engine.topk against scipy (sparse product, toarray, plus bias, argmax) and against PECOS with our weights.

Two models of the same density: rows of weights filled alike, and rows filled as training does it, common features much
more than rare ones: 200,000 additions for a document, as a trained L2-SVM of this size has. Features of documents
follow Zipf's law.
Run: python benchmarks/bench_answers.py
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from common import Part, Side, by_turns, part, ratio
from environment import pecos_python
from peer_pecos_answers import PecosAnswers
from scipy.sparse import csr_matrix

from laconic.model import LinearModel, Provenance
from laconic.names import Names
from laconic.predict import Engine
from laconic.sparse import Csr

FEATURES, CLASSES, DENSITY = 200_000, 12_294, 0.0025
DOCUMENTS, ALONE, REPEATS = 400, 100, 7
SCIPY_TARGET, PECOS_TARGET, PECOS_ANSWERS = 8.0, 3.0, 5


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


def singles_of(documents: Csr) -> list[Csr]:
    """The first documents, each a matrix of its own."""
    return [documents.take_rows(np.array([i])) for i in range(ALONE)]


def against_scipy(bench: Part, name: str, model: LinearModel, documents: Csr) -> None:
    """A batch, then one document at a time."""
    engine, weights, bias = Engine(model), scipy_view(model.weights), model.bias
    x, singles = scipy_view(documents), singles_of(documents)
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
    agreed = f"the same answer for {np.mean(batch['theirs'].result == batch['ours'].result):.1%}"
    _add(bench, f"{name}, batch, k = 1", batch, DOCUMENTS, SCIPY_TARGET, f"scipy; {agreed}")
    _add(bench, f"{name}, one by one, k = 1", alone, ALONE, SCIPY_TARGET, "scipy")
    on_two = Engine(model, 2)
    threads = by_turns({"theirs": lambda: scipy_answer(x), "ours": lambda: on_two.topk(documents)}, REPEATS)
    _add(bench, f"{name}, batch on two threads, k = 1", threads, DOCUMENTS, SCIPY_TARGET, "scipy; wall clock", "wall")


def against_pecos(bench: Part, python: Path, name: str, model: LinearModel, documents: Csr) -> None:
    """One document at a time from Python, five answers, PECOS having our weights."""
    engine, singles = Engine(model), singles_of(documents)
    engine.topk(documents)  # until it has prepared its weights, as a server has
    theirs = PecosAnswers(python, scipy_view(model.weights), model.bias, scipy_view(documents)[:ALONE], PECOS_ANSWERS)
    try:
        sides = by_turns(
            {"theirs": theirs.turn, "ours": lambda: [engine.topk(row, PECOS_ANSWERS) for row in singles]}, REPEATS
        )
    finally:
        theirs.close()
    ours = np.array([top.indices[0, 0] for top in sides["ours"].result])
    agreed = f"PECOS; the same best answer for {np.mean(ours == sides['theirs'].result):.1%}"
    _add(bench, f"{name}, one by one, k = {PECOS_ANSWERS}", sides, ALONE, PECOS_TARGET, agreed)


def _add(
    bench: Part, what: str, sides: dict[str, Side], n: int, target: float, remark: str, clock: str = "cpu"
) -> None:
    theirs, ours = (f"{1e6 * getattr(sides[name], clock) / n:.1f} us" for name in ("theirs", "ours"))
    bench.add(what, ours, theirs, ratio(sides["theirs"], sides["ours"], clock), target, remark)


def overhead(rng: np.random.Generator) -> float:
    """Microseconds of a call in which there is nothing to score: four classes, one feature."""
    weights = Csr.from_dense(np.ones((4, 4)))
    engine = Engine(LinearModel(weights, np.zeros(4, np.float32), Names.of("abcd")))
    row = Csr.from_dense(np.eye(4)[:1])
    sides = by_turns({"ours": lambda: [engine.topk(row) for _ in range(5000)]}, 3)
    return 1e6 * sides["ours"].cpu / 5000


def main() -> None:
    """Prints and keeps the table."""
    bench = part("answers", f"Answers: CPU time a document, {CLASSES:,} classes, {DENSITY:.2%} of weights")
    rng = np.random.default_rng(0)
    documents = make_documents(rng)
    python = pecos_python()
    for name, exponent in (("rows filled alike", 0.0), ("rows filled as in training", 0.75)):
        model = make_model(rng, filled(exponent))
        adds = int(np.diff(model.weights.indptr)[documents.indices].sum()) // DOCUMENTS
        bench.note(f"{name}: {adds:,} additions a document, {FEATURES:,} features")
        against_scipy(bench, name, model, documents)
        if python is not None:
            against_pecos(bench, python, name, model, documents)
    if python is None:
        bench.absent("PECOS", "LACONIC_PECOS_PYTHON names its Python; make peers")
    bench.note(f"a call from Python costs {overhead(rng):.1f} us beside the scoring")
    bench.close()


if __name__ == "__main__":
    main()
