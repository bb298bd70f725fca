"""laconic demo: the whole walk on real text, in one table.

58,698 diagnoses of ICD-10-CM and the 1,918 three-character categories they belong to, from the data file of a package
that the extra [demo] declares: learn, evaluate, prune, save, open, answer, explain. What is measured is said in the
table's legend; nothing in it is fixed beforehand.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import options
from .explain import drawing
from .models import open_model
from .terminal import Reporter
from .text import duration, size, table
from .train import spec_for

if TYPE_CHECKING:
    from ..datasets import IcdSplit
    from ..model import LinearModel

# Chosen on a part of the training texts held out, never on the test texts: short texts like words, pairs of words and
# prefixes with a flat idf.
COST = 2.0
IDF_POWER = 0.5
PRUNE_BELOW = 0.1
EXPLAINED = (0.2, 0.5, 0.8)  # where in the list of test texts the three examples stand
LEGEND = f"""
small: the full model without the weights below {PRUNE_BELOW}. to open: the file, ready to answer, the median of nine.
an answer: from text to label, one thread, the mean over all test texts."""


@dataclass(frozen=True, slots=True)
class Row:
    """One model's line of the table."""

    name: str
    accuracy: float
    micro_f1: float
    macro_f1: float
    nnz: int
    n_bytes: int
    open_s: float
    answer_s: float


@click.command()
@click.option("-o", "--output", type=click.Path(file_okay=False), help="Keep the two models in this folder.")
@options.jobs
@options.reporting
def command(output: str | None, jobs: int, report: Reporter) -> None:
    """Learn to code diagnoses (ICD-10-CM, 1,918 categories), prune the model, and show what both are worth.

    Needs the package of the extra: pip install 'laconic[demo]'

    \b
    laconic demo
    laconic demo -o models && laconic explain models/small.laconic "acute bronchitis due to rhinovirus"
    """
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="laconic-demo-") as scratch:
        folder = Path(output or scratch)
        folder.mkdir(parents=True, exist_ok=True)
        walk(folder, jobs, report)
    click.echo(f"\nAll of it took {duration(time.perf_counter() - start)}.")
    if output:
        click.echo(f"The models are {folder / 'full.laconic'} and {folder / 'small.laconic'}.")


def walk(folder: Path, jobs: int, report: Reporter) -> None:
    """All steps, each with a line of what it did."""
    from ..datasets import icd10cm
    from ..refine import threshold
    from ..store import save

    split = icd10cm()
    categories = len({*split.train_labels, *split.test_labels})
    click.echo(
        f"Diagnoses of ICD-10-CM in {categories:,} categories: {len(split.train_texts):,} texts to learn from,"
        f" {len(split.test_texts):,} to test on.\n"
    )
    full = learn(split, jobs, report)
    small = threshold(PRUNE_BELOW)(full)
    rows = []
    for name, model in (("full", full), ("small", small)):
        save(model, folder / f"{name}.laconic")
        rows.append(measure(name, folder / f"{name}.laconic", split))
    click.echo(_table(rows))
    click.echo(LEGEND)
    for place in EXPLAINED:
        click.echo("\n" + example(folder / "small.laconic", split, int(place * len(split.test_texts))))


def learn(split: IcdSplit, jobs: int, report: Reporter) -> LinearModel:
    """From texts in memory to a model, and what its certificate says."""
    from ..pipeline import WeightingChoice, fit_texts
    from ..text import TextOptions
    from ..training import train_with_report

    data = fit_texts(
        split.train_texts,
        split.train_labels,
        text=TextOptions(ngrams=2, prefixes=(3, 7)),
        weighting=WeightingChoice(idf_power=IDF_POWER),
        jobs=jobs,
        listen=report,
    )
    trained = train_with_report(data, spec_for("l2", COST), jobs=jobs, listen=report)
    click.echo(trained.report.summary() + ".\n")
    return trained.model


def measure(name: str, path: Path, split: IcdSplit) -> Row:
    """Opens the file and answers the test texts with it."""
    from ..data import Labels
    from ..metrics import evaluate
    from ..predict import Engine

    open_s = statistics.median(_seconds(lambda: open_model(str(path))) for _ in range(9))
    model, _ = open_model(str(path))
    engine = Engine(model, jobs=1)
    engine.topk(split.test_texts[:1000])  # pages of the file come in, rows are checked
    answer_s = min(_seconds(lambda: engine.topk(split.test_texts)) for _ in range(3)) / len(split.test_texts)
    found = evaluate(Labels.of(split.test_labels), engine.topk(split.test_texts))
    measures = (found.accuracy, found.micro_f1, found.macro_f1)
    return Row(name, *measures, model.nnz, path.stat().st_size, open_s, answer_s)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _table(rows: Sequence[Row]) -> str:
    head = ("model", "accuracy", "micro-F1", "macro-F1", "non-zeros", "file", "to open", "an answer")
    return table([head, *(_cells(row) for row in rows)])


def _cells(row: Row) -> tuple[str, ...]:
    measures = (f"{value:.3f}" for value in (row.accuracy, row.micro_f1, row.macro_f1))
    return row.name, *measures, f"{row.nnz:,}", size(row.n_bytes), duration(row.open_s), duration(row.answer_s)


def example(path: Path, split: IcdSplit, i: int) -> str:
    """One test text: what it is, what the model answers, and what its words gave to that."""
    from ..predict import explain, word_shares

    model, pipeline = open_model(str(path))
    text, truth = split.test_texts[i], split.test_labels[i]
    row = pipeline.transform([text])
    (found,) = explain(model, row, top=row.nnz)
    verdict = "right" if truth == found.label else f"wrong: {truth}, {split.titles.get(truth, '')}"
    shares = [(word.word, word.share) for word in word_shares(found, text, pipeline)]
    return (
        f'"{text}"\n{split.titles.get(found.label, "")} ({verdict})\n'
        f"{drawing(found, shares, 5, bars=sys.stdout.isatty())}"
    )
