"""laconic evaluate: how good a model is on labelled documents it has not seen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from ..errors import DataError
from . import options
from .models import open_model
from .output import check_not_input, json_line, opened
from .terminal import Reporter
from .text import table


@click.command(no_args_is_help=True)
@click.argument("model", type=click.Path())
@click.argument("data", type=options.DATA)
@options.top_k(5, "How many answers P@k and nDCG@k look at.")
@click.option("-t", "--threshold", type=float, help="Several labels a document: those with at least this score.")
@click.option("--per-class", metavar="FILE|-", help="Write one line of JSON for each label.")
@options.reading
@options.jobs
@options.as_json
@options.reporting
def command(
    model: str,
    data: str,
    top_k: int,
    threshold: float | None,
    per_class: str | None,
    file_format: str | None,
    jobs: int,
    as_json: bool,
    report: Reporter,
    **fields: Any,
) -> None:
    """Measure a model on the labelled documents in DATA ('-' is stdin).

    \b
    laconic evaluate jobs.laconic test.jsonl
    laconic evaluate jobs.laconic test.jsonl --json | jq .accuracy
    laconic evaluate jobs.laconic test.jsonl --per-class classes.jsonl
    """
    from ..evaluate import evaluate
    from ..pipeline import read_dataset
    from ..read import open_source

    if per_class == "-" and as_json:
        raise click.UsageError("--per-class - and --json both write to stdout; give --per-class a file")
    if per_class is not None:
        check_not_input(per_class, model, data)
    opened_model, _ = open_model(model)
    source = open_source(data, format=file_format, **fields, listen=report)
    dataset = read_dataset(source, opened_model, jobs=jobs, listen=report)
    if not len(dataset.Y.indices):
        raise DataError(f"none of {dataset.Y.n_rows} rows has a label; --label-field names the field of it", path=data)
    found = evaluate(
        opened_model,
        dataset,
        k=top_k,
        threshold=threshold,
        jobs=jobs,
        timed=True,
        file_size=Path(model).stat().st_size,
    )
    if per_class is not None:
        with opened(per_class) as file:
            file.writelines(map(json_line, found.scores.classes.records()))
    if per_class != "-":
        click.echo(json.dumps(found.to_json()) if as_json else table([("measure", "value"), *found.table_rows()]))
