"""Twin of cpp/kernels/text_*: tokens, terms and counts of texts, as plainly as they can be said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ..text.options import TextOptions
from .unicode import MARK, WORD, form, kind


def tokens(text: str, min_length: int = 2, strip_accents: bool = False) -> list[tuple[str, int, int]]:
    """(form, start, end) of each token; a mark that follows no letter separates."""
    out = []
    at = 0
    while at < len(text):
        end = at
        while end < len(text) and kind(ord(text[end])) in ((WORD,) if end == at else (WORD, MARK)):
            end += 1
        points = form([ord(c) for c in text[at:end]], strip_accents)
        if end > at and sum(kind(c) == WORD for c in points) >= min_length:
            out.append(("".join(map(chr, points)), at, end))
        at = max(end, at + 1)
    return out


def headers_end(text: str) -> int:
    """Where the body starts: behind the first blank line under lines `Name: value` and their continuations."""
    field = "[\x21-\x39\x3b-\x7e]+:[^\n]*\n"
    continued = "[ \t][^\n]*\n"
    block = re.match(f"(?:{continued})*{field}(?:{field}|{continued})*\r?\n", text)
    return block.end() if block else 0


def pieces(word: str, options: TextOptions) -> list[str]:
    """Prefixes and suffixes shorter than the word, and the character n-grams of the padded word."""
    padded = f"<{word}>"
    return [
        *(f"{word[:n]}*" for n in lengths(options.prefixes) if n < len(word)),
        *(f"*{word[-n:]}" for n in lengths(options.suffixes) if n < len(word)),
        *(f"~{padded[i : i + n]}" for n in lengths(options.chars) for i in range(len(padded) - n + 1)),
    ]


def lengths(pair: tuple[int, int] | None) -> range:
    """Both ends included; empty for None."""
    return range(pair[0], pair[1] + 1) if pair else range(0)


def terms(text: str, options: TextOptions, stop: frozenset[str], stem: Callable[[str], str]) -> Iterator[str]:
    """Every term of a text, as often as it occurs."""
    body = text[headers_end(text) :] if options.strip_headers else text
    words = [word for word, _, _ in tokens(body, options.min_length, options.strip_accents) if word not in stop]
    for word in words:
        yield from [stem(word), *pieces(word, options)]
    names = [stem(word) for word in words]
    for n in range(2, options.ngrams + 1):
        yield from (" ".join(names[i : i + n]) for i in range(len(names) - n + 1))


def fit_counts(
    texts: Sequence[str],
    options: TextOptions,
    stop: frozenset[str] = frozenset(),
    stem: Callable[[str], str] = str,
) -> tuple[list[dict[int, int]], list[str]]:
    """(a dict column -> count for each text, the terms in column order)."""
    counted = [Counter(terms(text, options, stop, stem)) for text in texts]
    df = Counter(term for row in counted for term in row)
    tf = sum(counted, Counter[str]())
    kept = [term for term in df if df[term] >= options.min_df and tf[term] >= options.min_tf]
    kept.sort(key=lambda term: (-df[term], term.encode("utf-8")))
    column = {term: j for j, term in enumerate(kept)}
    return [{column[term]: n for term, n in row.items() if term in column} for row in counted], kept
