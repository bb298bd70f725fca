"""laconic train: read, learn, save; then one line of what came out."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from . import options
from .features import settled, text_options
from .output import check_not_input, check_writable, save_model
from .terminal import Reporter
from .text import duration, size

if TYPE_CHECKING:
    from ..training import Trained, TrainSpec


@click.command(no_args_is_help=True)
@click.argument("data", type=options.DATA)
@click.option("-o", "--output", required=True, type=click.Path(), help="The model file to write; '-' is stdout.")
@click.option("--method", default="l2", show_default=True, help="What to learn; `laconic methods` lists them.")
@click.option("-C", "cost", type=float, help="The price of an error; chosen with --text auto, else 1.")
@click.option("--bias/--no-bias", default=True, show_default=True, help="Learn a constant for each class.")
@click.option("--tolerance", type=float, default=0.01, show_default=True, help="The duality gap that is small enough.")
@click.option("--cut", type=float, help="Drop weights smaller than this while learning; chosen with --text auto.")
@click.option("--keep-all", is_flag=True, help="Drop no weight.")
@click.option("--ignore-index", type=int, multiple=True, help="A feature of vectors to leave out for good; repeatable.")
@options.features
@options.weighting
@options.reading
@click.option("--seed", type=int, default=0, show_default=True, help="Same seed, data and options: same file.")
@options.jobs
@options.as_json
@options.reporting
def command(data: str, output: str, as_json: bool, report: Reporter, **chosen: Any) -> None:
    """Learn a model from the labelled documents in DATA ('-' is stdin) and write it to one file.

    What no option settles is chosen by a look at the texts, said in one line and kept in the model (laconic inspect);
    a preset such as --text words chooses nothing.

    \b
    laconic train jobs.jsonl -o jobs.laconic
    laconic train jobs.jsonl.gz -o jobs.laconic --label-field code -C 2 --idf-power 0.5
    laconic train Task1_Train.txt -o dmoz.laconic --ignore-index 0
    """
    check_not_input(output, data)
    if chosen["keep_all"] and chosen["cut"] is not None:
        raise click.UsageError("--keep-all drops no weight and --cut drops some; give one of them")
    check_writable(output)
    start = time.perf_counter()
    trained = learn(data, report, **chosen)
    n_bytes = save_model(trained.model, output)
    summary = _summary(trained, output, n_bytes, time.perf_counter() - start)
    if as_json:
        click.echo(json.dumps(summary), err=output == "-")
    else:
        report.say(_sentence(summary))


def learn(
    data: str,
    report: Reporter,
    *,
    method: str,
    cost: float | None,
    bias: bool,
    tolerance: float,
    cut: float | None,
    keep_all: bool,
    ignore_index: tuple[int, ...],
    weighting_kind: Any,
    sublinear: bool | None,
    idf_power: float | None,
    preset: str,
    file_format: str | None,
    text_field: str,
    label_field: str,
    id_field: str,
    seed: int,
    jobs: int,
    **text: Any,
) -> Trained:
    """The model that these options ask for; options are checked before a byte is read."""
    from ..choose import train_source
    from ..pipeline import WeightingChoice, fit_dataset
    from ..read import open_source
    from ..training import train_with_report

    cut = 0.0 if keep_all else cut
    spec = spec_for(method, 1.0 if cost is None else cost, bias, tolerance, cut, seed)
    asked = settled(preset, weighting_kind, sublinear, idf_power, **text)
    features = text_options(preset, **text) if asked is None else None
    weighting = WeightingChoice(weighting_kind, sublinear, 1.0 if idf_power is None else idf_power)
    source = open_source(
        data, format=file_format, text_field=text_field, label_field=label_field, id_field=id_field, listen=report
    )
    if asked is not None and source.kind == "text" and not ignore_index:
        trained = train_source(source, replace(asked, C=cost, cut=cut), spec, jobs=jobs, listen=report)
        _say_empty(trained.model.n_features, source.kind, report)
        return trained
    dataset = fit_dataset(
        source,
        text=features if source.kind == "text" else None,
        weighting=weighting,
        ignore=ignore_index,
        jobs=jobs,
        listen=report,
    )
    _say_unused(source.kind, text, report)
    _say_empty(dataset.X.shape[1], source.kind, report)
    return train_with_report(dataset, spec, jobs=jobs, listen=report)


def _say_empty(n_features: int, kind: str, report: Reporter) -> None:
    if n_features == 0:
        hint = "; a smaller --min-df keeps more" if kind == "text" else ""
        report.say(f"no feature is left, so every document gets the same answer{hint}")


def _say_unused(kind: str, text: dict[str, Any], report: Reporter) -> None:
    """Options about texts mean nothing for vectors, and the user should know."""
    plain = {"min_df": 2, "min_tf": 1}
    given = [name for name, value in text.items() if value and value != plain.get(name)]
    if kind == "vectors" and given:
        names = ", ".join("--" + name.replace("_", "-") for name in given)
        report.say(f"the data holds vectors, so {names} changed nothing")


def spec_for(
    method: str, cost: float, bias: bool = True, tolerance: float = 0.01, cut: float | None = None, seed: int = 0
) -> TrainSpec:
    """A row of the table of methods with its numbers; the library checks them."""
    from ..linear import method_named
    from ..training import TrainSpec

    row = method_named(method)
    return TrainSpec(row.loss, row.penalty(cost), row.solver(tolerance), float(bias), cut, seed)


def _summary(trained: Trained, path: str, n_bytes: int, seconds: float) -> dict[str, Any]:
    model = trained.model
    return {
        "path": path,
        "bytes": n_bytes,
        "classes": model.n_classes,
        "features": model.n_features,
        "weights": model.nnz,
        "rows": model.provenance.n_rows,
        "certified": trained.report.certified,
        "certificate": trained.report.summary(),
        "seconds": round(seconds, 2),
    }


def _sentence(summary: dict[str, Any]) -> str:
    return (
        f"{summary['path']}: {summary['classes']:,} classes, {summary['features']:,} features, {summary['weights']:,}"
        f" weights, {size(summary['bytes'])}; learned from {summary['rows']:,} documents in"
        f" {duration(summary['seconds'])}\n{summary['certificate']}"
    )
