"""laconic methods: the table of methods."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from . import options

if TYPE_CHECKING:
    from ..linear import Method


@click.command()
@options.as_json
def command(as_json: bool) -> None:
    """List the methods that --method names: each a loss, a penalty and a solver that fit together.

    \b
    laconic methods
    laconic methods --json
    """
    from ..linear import METHODS

    rows = [_record(method) for method in METHODS.values()]
    click.echo(json.dumps(rows) if as_json else "\n\n".join(map(_paragraph, rows)))


def _record(method: Method) -> dict[str, str | float]:
    return {
        "name": method.name,
        "minimises": f"{method.objective}, for each class",
        "good for": method.purpose,
        "loss x penalty x solver": " x ".join((method.loss, method.penalty.name, method.solver.name)),
        "drops weights below": method.cut,
        "in scikit-learn's words": f"laconic.estimators.{method.estimator}",
        "after": method.source,
    }


def _paragraph(record: dict[str, str | float]) -> str:
    rows: Iterable[tuple[str, str]] = ((f"  {key}", f"{value}") for key, value in record.items() if key != "name")
    wide = max(len(key) for key in record) + 2
    return "\n".join([f"--method {record['name']}", *(f"{key:<{wide}}  {value}" for key, value in rows)])
