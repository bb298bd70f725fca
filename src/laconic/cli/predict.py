"""laconic predict: answers as JSON lines, in the order of the documents, batch by batch."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from ..errors import OptionError
from . import options
from .models import open_model
from .output import check_not_input, json_line, numbers, opened
from .terminal import Reporter

if TYPE_CHECKING:
    from ..predict import Engine, TopK
    from ..read import TextBatch, VectorBatch
    from ..sparse import Csr

# With -t alone every class is a candidate: so many answers are looked at together, to bound memory.
ANSWERS_AT_ONCE = 2_000_000


@click.command(no_args_is_help=True)
@click.argument("model", type=click.Path())
@click.argument("data", type=options.DATA, default="-")
@click.option("-o", "--output", type=click.Path(allow_dash=True), default="-", help="Where to write; '-' is stdout.")
@options.top_k(None, "How many labels a document gets at most; 1, or with -t all.")
@click.option("-t", "--threshold", type=float, help="Only labels with at least this score.")
@options.reading
@options.jobs
@options.reporting
def command(
    model: str,
    data: str,
    output: str,
    top_k: int | None,
    threshold: float | None,
    file_format: str | None,
    jobs: int,
    report: Reporter,
    **fields: Any,
) -> None:
    """Answer the documents in DATA ('-', the default, is stdin): one line of JSON each, in their order.

    A line holds "labels" and "scores", best first, and the document's "id", or its "line" where it has no id.

    \b
    laconic predict jobs.laconic new.jsonl -k 3 -o answers.jsonl
    zcat new.jsonl.gz | laconic predict jobs.laconic | head
    """
    from ..pipeline import read_rows
    from ..predict import Engine
    from ..read import open_source

    if threshold is not None and math.isnan(threshold):
        raise OptionError("the threshold is NaN; expected a number")
    check_not_input(output, model, data)
    if output == "-" and sys.stdout.isatty():
        report.hide_progress()
    opened_model, _ = open_model(model)
    engine = Engine(opened_model, jobs, listen=report)
    k = top_k or (1 if threshold is None else max(opened_model.n_classes, 1))
    source = open_source(data, format=file_format, **fields, listen=report)
    with opened(output) as file:
        for rows, batch in read_rows(source, opened_model, jobs=jobs, listen=report):
            file.writelines(answers(batch, rows, engine, k, threshold))
            file.flush()


def answers(
    batch: TextBatch | VectorBatch, rows: Csr, engine: Engine, k: int, threshold: float | None
) -> Iterator[bytes]:
    """The lines of a batch."""
    import numpy as np

    step = max(ANSWERS_AT_ONCE // k, 1)
    for first in range(0, len(batch), step):
        numbers_of_rows = np.arange(first, min(first + step, len(batch)))
        top = engine.topk(rows.take_rows(numbers_of_rows), k)
        yield from _lines(batch, first, top, threshold)


def _lines(batch: TextBatch | VectorBatch, first: int, top: TopK, threshold: float | None) -> Iterator[bytes]:
    # Compared before they are rounded for print, as evaluate does; best first.
    passed = (top.scores >= (-math.inf if threshold is None else threshold)).sum(axis=1)
    rows = zip(top.labels(), numbers(top.scores), passed.tolist(), strict=True)
    for row, (labels, scores, n) in enumerate(rows, start=first):
        labels, scores = labels[:n], scores[:n]
        place = {"line": int(batch.lines[row])} if batch.ids[row] is None else {"id": batch.ids[row]}
        yield json_line({**place, "labels": labels, "scores": scores})
