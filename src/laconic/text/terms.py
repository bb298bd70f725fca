"""Which words of one text each term came from, to explain an answer. Plain and slow; counting does not use it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .. import _kernels
from .options import TextOptions, kernel_shape, stop_word_forms
from .stems import stem_with
from .vocabulary import Vocabulary


class TermSpan(NamedTuple):
    """A term and the part of the text it came from: text[start:end]."""

    term: str
    start: int
    end: int


def terms_of(text: str, options: TextOptions) -> list[TermSpan]:
    """Every term of a text, as often as it occurs: those of each word in turn, then the n-grams."""
    words = _named_words(text, options)
    return [*_word_terms(words, options), *_ngram_terms(words, options.ngrams)]


def sources(text: str, vocabulary: Vocabulary, options: TextOptions) -> dict[int, list[str]]:
    """For each term of the vocabulary that the text has: the pieces of the text it came from, each told once."""
    found = terms_of(text, options)
    numbers = vocabulary.lookup([span.term for span in found])
    pieces: dict[int, dict[str, None]] = {}
    for span, number in zip(found, numbers, strict=True):
        if number >= 0:
            pieces.setdefault(int(number), {})[text[span.start : span.end]] = None
    return {number: list(told) for number, told in pieces.items()}


class _Word(NamedTuple):
    form: str
    name: str  # the stem, or the form itself
    start: int
    end: int


def _named_words(text: str, options: TextOptions) -> list[_Word]:
    stop = frozenset(stop_word_forms(options))
    tokens = [token for token in _kernels.text_tokens(text, kernel_shape(options)) if token[0] not in stop]
    forms = [form for form, _, _ in tokens]
    names = stem_with(options.stemmer)(forms) if options.stemmer else forms
    return [_Word(form, name, start, end) for (form, start, end), name in zip(tokens, names, strict=True)]


def _word_terms(words: list[_Word], options: TextOptions) -> Iterator[TermSpan]:
    shape = kernel_shape(options)
    for word in words:
        for term in [word.name, *_kernels.text_pieces(word.form, shape)]:
            yield TermSpan(term, word.start, word.end)


def _ngram_terms(words: list[_Word], ngrams: int) -> Iterator[TermSpan]:
    for first in range(len(words)):
        for n in range(2, min(ngrams, len(words) - first) + 1):
            run = words[first : first + n]
            yield TermSpan(" ".join(word.name for word in run), run[0].start, run[-1].end)
