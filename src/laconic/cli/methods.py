"""laconic methods: the table of methods."""

from __future__ import annotations

import click


@click.command()
def command() -> None:
    """List the methods that --method names: a loss, a penalty and the solver for the two.

    \b
    laconic methods
    """
