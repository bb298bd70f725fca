"""laconic inspect: what a model file holds, in a few lines."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING

import click

from . import options
from .terminal import Reporter
from .text import as_utf8, printable, size, table

if TYPE_CHECKING:
    from ..store import ClassReport, FileReport


@click.command(no_args_is_help=True)
@click.argument("model", type=click.Path())
@click.option("--label", "labels", multiple=True, metavar="NAME", help="Show this label's heaviest terms; repeatable.")
@click.option("--top", type=click.IntRange(min=0), default=10, show_default=True, help="How many terms a label shows.")
@click.option("--verify", "verified", is_flag=True, help="Read all of the file and check it against its checksums.")
@options.as_json
@options.reporting
def command(model: str, labels: tuple[str, ...], top: int, verified: bool, as_json: bool, report: Reporter) -> None:
    """Look inside a model file: its size, how sparse it is, how it was made, what its labels listen to.

    \b
    laconic inspect jobs.laconic
    laconic inspect jobs.laconic --label welder --top 5
    laconic inspect jobs.laconic --verify
    """
    from ..store import inspect, verify

    if verified:
        found = verify(model)
        report.say(f"{model}: sound; {found.n_arrays} arrays, {size(found.n_bytes)} read, all checksums agree")
    file = inspect(model, labels=list(map(as_utf8, labels)), top=top)
    click.echo(json.dumps(dataclasses.asdict(file)) if as_json else "\n\n".join(_parts(file)))


def _parts(file: FileReport) -> list[str]:
    facts = [
        ("file", f"{printable(file.path)}, {size(file.n_bytes)}"),
        ("classes", f"{file.n_classes:,}"),
        ("features", f"{file.n_features:,} of {file.provenance.n_features_at_training:,} at training"),
        ("weights", f"{file.nnz:,} not zero, {file.density:.3%} of classes x features"),
        ("input", _input(file)),
        ("trained", _settings({k: v for k, v in file.provenance.spec.items() if k != "chosen"}) or "no record"),
        *(("chosen", _settings(v)) for k, v in file.provenance.spec.items() if k == "chosen"),
        *((f"step {n}", _settings(step)) for n, step in enumerate(file.provenance.steps, start=1)),
        ("rows", f"{file.provenance.n_rows:,}"),
        ("made by", _settings(file.provenance.versions)),
    ]
    wide = max(len(name) for name, _ in facts)
    arrays = [("array", "type", "shape", "bytes")]
    arrays += [(a.name, a.dtype, "x".join(map(str, a.shape)), f"{a.n_bytes:,}") for a in file.arrays]
    return ["\n".join(f"{name:<{wide}}  {value}" for name, value in facts), table(arrays), *map(_terms, file.classes)]


def _input(file: FileReport) -> str:
    if file.pipeline is None:
        return "vectors, as they are"
    kind = "texts" if file.pipeline["kind"] == "text" else "vectors"
    text = _settings(file.pipeline.get("text") or {})
    return "; ".join(part for part in (kind, text, _settings(file.pipeline["weighting"])) if part)


def _settings(values: object) -> str:
    """{"C": 1.0, "bias": True} as `C 1.0, bias yes`; what is not set is left out."""
    if not isinstance(values, dict):
        return _value(values)
    return ", ".join(f"{printable(str(name))} {_value(value)}" for name, value in values.items() if value is not None)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return f"({_settings(value)})"
    return printable("-".join(map(str, value)) if isinstance(value, list | tuple) else str(value))


def _terms(found: ClassReport) -> str:
    head = f"{printable(found.label)}: {found.n_terms:,} terms, bias {found.bias:+.3f}"
    return "\n".join([head, *(f"  {weight:+8.3f}  {printable(term)}" for term, weight in found.heaviest)])
