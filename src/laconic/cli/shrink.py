"""laconic shrink: a smaller model from a model."""

from __future__ import annotations

from pathlib import Path

import click

from . import options
from .output import check_writable, save_model
from .terminal import Reporter
from .text import size


@click.command(no_args_is_help=True)
@click.argument("model", type=click.Path())
@click.option("-o", "--output", required=True, type=click.Path(), help="The model file to write; '-' is stdout.")
@click.option("--threshold", "beta", type=float, help="Drop the weights smaller than this, such as 0.1.")
@click.option("--share", type=float, help="Or keep this share of the weights, the largest, such as 0.3.")
@options.reporting
def command(model: str, output: str, beta: float | None, share: float | None, report: Reporter) -> None:
    """Drop the small weights of a model. MODEL stays as it is; what was done is recorded in the new file.

    \b
    laconic shrink jobs.laconic -o small.laconic --threshold 0.1
    laconic shrink jobs.laconic -o small.laconic --share 0.3
    """
    from ..refine import threshold
    from ..store import open_model

    if (beta is None) == (share is None):
        raise click.UsageError("give either --threshold or --share, such as --threshold 0.1")
    shrink = threshold(beta, share=share)
    check_writable(output)
    full = open_model(model)
    small = shrink(full)
    before = Path(model).stat().st_size  # before saving, which may be onto the same file
    n_bytes = save_model(small, output)
    report.say(f"{output}: {small.nnz:,} of {full.nnz:,} weights, {size(n_bytes)} of {size(before)}")
