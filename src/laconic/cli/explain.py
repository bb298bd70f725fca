"""laconic explain: the words of one text that speak for its label and against it, as bars on a terminal."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..errors import DataError
from . import options
from .models import open_model
from .terminal import Reporter
from .text import as_utf8, printable, width

if TYPE_CHECKING:
    from ..predict import Explanation, Word
    from ..sparse import Csr

MOST = 3.4e38  # float32 goes a little further
BAR = 24  # columns of the longest bar


@click.command(no_args_is_help=True)
@click.argument("model", type=click.Path())
@click.argument("text", nargs=-1, required=True)
@options.top_k(1, "How many labels to explain, best first.")
@click.option("--label", "labels", multiple=True, metavar="NAME", help="Explain this label instead; repeatable.")
@click.option("--top", type=click.IntRange(min=0), default=10, show_default=True, help="How many lines a label shows.")
@click.option("--features", is_flag=True, help="Show the features of the words: the word, its pieces, its pairs.")
@options.as_json
@options.reporting
def command(
    model: str,
    text: tuple[str, ...],
    top_k: int,
    labels: tuple[str, ...],
    top: int,
    features: bool,
    as_json: bool,
    report: Reporter,
) -> None:
    """Say which words of TEXT ('-' is stdin) speak for its label and which against it.

    A score is the label's constant plus the shares of the text's features, and a word's share is what its features
    give. For a model of vectors TEXT is a row such as "3:1 17:0.5".

    \b
    laconic explain jobs.laconic "digital forensics analyst"
    laconic explain jobs.laconic "arc welder" --label painter
    """
    from ..predict import explain, word_shares

    opened_model, pipeline = open_model(model)
    words = as_utf8(" ".join(text)) if text != ("-",) else sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    row = pipeline.transform([words] if pipeline.kind == "text" else _vector(words))
    found = explain(opened_model, row, labels=list(map(as_utf8, labels)) or top_k, top=row.nnz, listen=report)
    of_words = [word_shares(one, words, pipeline) for one in found]
    if as_json:
        click.echo(json.dumps([_record(one, shares) for one, shares in zip(found, of_words, strict=True)]))
        return
    bars = sys.stdout.isatty()
    for one, shares in zip(found, of_words, strict=True):
        lines = of_features(one) if features or pipeline.kind == "vectors" else [(w.word, w.share) for w in shares]
        click.echo(drawing(one, lines, top, bars=bars))


def of_features(found: Explanation) -> list[tuple[str, float]]:
    """(name, share) of each feature."""
    return [(term.name, term.share) for term in found.terms]


def _record(found: Explanation, words: Sequence[Word]) -> dict[str, Any]:
    return {**dataclasses.asdict(found), "words": [dataclasses.asdict(word) for word in words]}


def drawing(found: Explanation, shares: Sequence[tuple[str, float]], top: int, *, bars: bool) -> str:
    """One label: its score, then a line for each share, largest first, for the others together, for the constant."""
    lines = [(printable(name), share) for name, share in shares[:top]]
    if shares[top:]:
        lines.append((f"({len(shares[top:])} more)", sum(share for _, share in shares[top:])))
    lines.append(("(constant)", found.bias))
    wide = max(width(name) for name, _ in lines)
    largest = max(abs(share) for _, share in lines) or 1.0
    body = [_line(name, share, wide, largest if bars else None) for name, share in lines]
    return "\n".join([f"{printable(found.label)}  {found.score:+.3f}", *body])


def _line(name: str, share: float, wide: int, largest: float | None) -> str:
    bar = "" if largest is None else "  " + ("█" if share > 0 else "░") * round(BAR * abs(share) / largest)
    return f"  {name}{' ' * (wide - width(name))}  {share:+7.3f}{bar}".rstrip()


def _vector(words: str) -> Csr:
    """`3:1 17:0.5` as a row of vectors."""
    from ..sparse import Csr

    entries = [_entry(word) for word in words.split()]
    columns, values = [column for column, _ in entries], [value for _, value in entries]
    row = Csr.from_arrays(values, columns, [0, len(entries)], (1, max(columns, default=-1) + 1))
    row.check()
    return row


def _entry(word: str) -> tuple[int, float]:
    index, _, value = word.partition(":")
    with contextlib.suppress(ValueError):
        column, number = int(index), float(value or "1")
        if 0 <= column < 2**31 - 1 and abs(number) <= MOST:  # also false for NaN
            return column, number
    raise DataError(
        f"{word!r} is no index:value of a finite number; this model was trained on vectors, so expected a row like"
        " 3:1 17:0.5"
    )
