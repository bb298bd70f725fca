"""Options that several verbs share, each as one decorator, and the types of their values."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any, TypeAlias

import click

from .terminal import Reporter

Function: TypeAlias = Callable[..., Any]

DATA = click.Path(allow_dash=True)


class Range(click.ParamType[tuple[int, int]]):
    """`3-7` as (3, 7), and `4` as (4, 4)."""

    name = "FROM-TO"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """The two ends; which ends make sense is the library's to say."""
        if isinstance(value, tuple):
            return value
        found = re.fullmatch(r"([0-9]{1,9})(?:-([0-9]{1,9}))?", value)
        if found is None:
            self.fail(f"{value!r} is not a range of lengths; expected, for example, 3-7", param, ctx)
        return int(found[1]), int(found[2] or found[1])


RANGE = Range()


def together(*decorators: Callable[[Function], Function]) -> Callable[[Function], Function]:
    """Several options as one decorator, shown in this order."""

    def decorate(function: Function) -> Function:
        return functools.reduce(lambda inner, decorator: decorator(inner), reversed(decorators), function)

    return decorate


def reporting(function: Function) -> Function:
    """-v and -q; the verb gets `report`, a Reporter that is open while it runs."""

    @click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")
    @click.option("-v", "--verbose", is_flag=True, help="Show the traceback of an error.")
    @functools.wraps(function)
    def run(*args: Any, quiet: bool, verbose: bool, **kwargs: Any) -> Any:
        with Reporter(quiet) as report:
            return function(*args, report=report, **kwargs)

    return run


def _cores(ctx: click.Context, param: click.Parameter, value: int) -> int:
    from ..execute.threads import resolve_jobs

    return resolve_jobs(value)


jobs = click.option(
    "-j",
    "--jobs",
    type=int,
    default=0,
    callback=_cores,
    help="Threads; 0, the default, is all cores.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")


def top_k(default: int | None, what: str) -> Callable[[Function], Function]:
    """-k, the number of answers."""
    return click.option("-k", "--top-k", type=click.IntRange(min=1), default=default, show_default=True, help=what)


reading = together(
    click.option(
        "--format", "file_format", metavar="NAME", help="jsonl, libsvm or xmc, when the file does not show it."
    ),
    click.option("--text-field", metavar="NAME", default="text", show_default=True, help="Where JSONL has the text."),
    click.option(
        "--label-field", metavar="NAME", default="label", show_default=True, help="Where it has the label(s)."
    ),
    click.option("--id-field", metavar="NAME", default="id", show_default=True, help="Where it has the id, if any."),
)

features = together(
    click.option(
        "--text",
        "preset",
        metavar="PRESET",
        default="auto",
        show_default=True,
        help="Features of text: auto (chosen by a look at the data), or words with any of +2 (pairs of words), +p"
        " (prefixes of 3 to 7 letters), +c (3 to 5 characters).",
    ),
    click.option("--ngrams", type=int, help="Runs of up to so many words."),
    click.option("--prefixes", type=RANGE, metavar="3-7", help="Prefixes of words, of these lengths."),
    click.option("--suffixes", type=RANGE, metavar="3-5", help="Suffixes of words, of these lengths."),
    click.option("--chars", type=RANGE, metavar="3-5", help="Runs of characters inside words, of these lengths."),
    click.option("--strip-accents", is_flag=True, help="Read é as e."),
    click.option("--stop-words", metavar="LANGUAGE|FILE", help="Leave out these words: english, ... or one a line."),
    click.option("--stemmer", metavar="LANGUAGE", help="Cut words to their stems: english, porter, german, ..."),
    click.option("--min-df", type=int, default=2, show_default=True, help="Features of at least so many documents."),
    click.option("--min-tf", type=int, default=1, show_default=True, help="Features found at least so often."),
    click.option("--strip-headers", is_flag=True, help="Leave out the header of newsgroup messages and mails."),
)

weighting = together(
    click.option(
        "--weighting",
        "weighting_kind",
        type=click.Choice(["auto", "tfidf", "binary", "none"]),
        default="auto",
        show_default=True,
        help="auto: tf-idf for texts and counts, none for other vectors.",
    ),
    click.option("--sublinear/--no-sublinear", default=None, help="Count 1 + log(n) for n; the default for texts."),
    click.option(
        "--idf-power", type=float, help="Short texts like 0.5, long ones 1.5; chosen with --text auto, else 1."
    ),
)
