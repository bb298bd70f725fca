"""The native tokeniser and counter against their twins, on arbitrary Unicode."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laconic import _kernels
from laconic.reference import text as twin
from laconic.reference import unicode as table
from laconic.text import TextOptions, count, fit_counts, sources, strip_headers, terms_of
from laconic.text.options import kernel_shape, stop_word_forms
from laconic.text.stems import stem_with

# Letters that fold or normalise oddly, marks of several classes, scripts with vowel signs, jamo, and what separates.
ODD = "aAzIiİıßẞΣσςﬁéÉẛǰJǅ_0²①½ªK\u212b한글\u1112\u1161\u11ab\uac00हिन्दीक़\u093cกุ่がか\u3099אְعَ漢" + (
    "\u0301\u0307\u0323\u0331\u030c\u0315\u0338\u0344\u20dd\u200d\u00ad\ufeff\ud800\udfff\U0001d400\U00010400"
    " .-\n\t'*~<>"
)
TEXT = st.one_of(st.text(st.sampled_from(ODD), max_size=40), st.text(max_size=40), st.text("ab cd", max_size=40))
TEXTS = st.lists(TEXT, max_size=12)
LENGTHS = st.one_of(st.none(), st.tuples(st.integers(1, 3), st.integers(3, 5)))
OPTIONS = st.builds(
    TextOptions,
    ngrams=st.integers(1, 4),
    prefixes=LENGTHS,
    suffixes=LENGTHS,
    chars=LENGTHS,
    strip_accents=st.booleans(),
    strip_headers=st.booleans(),
    stop_words=st.sampled_from([None, "english", ("ab", "Éé", "हिन्दी")]),
    min_df=st.integers(1, 3),
    min_tf=st.integers(1, 3),
    stemmer=st.sampled_from([None, "porter"]),
    min_length=st.integers(1, 3),
)


def native_tokens(text: str, strip_accents: bool = False, min_length: int = 2) -> list[tuple[str, int, int]]:
    return _kernels.text_tokens(text, kernel_shape(TextOptions(strip_accents=strip_accents, min_length=min_length)))


def forms(text: str, strip_accents: bool = False) -> list[str]:
    return [form for form, _, _ in native_tokens(text, strip_accents)]


def twin_counts(texts: list[str], options: TextOptions) -> tuple[list[dict[int, int]], list[str]]:
    stem = stem_with(options.stemmer) if options.stemmer else None
    one = (lambda word: stem([word])[0]) if stem else str
    return twin.fit_counts(texts, options, frozenset(stop_word_forms(options)), one)


@settings(max_examples=300)
@given(TEXT, st.booleans(), st.integers(1, 3))
def test_tokens_are_those_of_the_twin(text: str, strip_accents: bool, min_length: int) -> None:
    assert native_tokens(text, strip_accents, min_length) == twin.tokens(text, min_length, strip_accents)


def test_every_code_point_between_two_letters_is_cut_and_written_as_by_the_twin() -> None:
    for c in [*range(0x3000), *range(0xA600, 0xAC10), *range(0xD7A0, 0x11000, 7), *range(0x1D400, 0x1D800, 5)]:
        text = f"xA{chr(c)}b {chr(c)}{chr(c)}"
        assert native_tokens(text) == twin.tokens(text), f"U+{c:04X}"


@given(TEXT)
def test_composed_and_decomposed_text_has_the_same_tokens(text: str) -> None:
    if unicodedata.unidata_version != table.tables()["version"]:
        pytest.skip("unicodedata normalises by another version of Unicode")
    for strip in (False, True):
        expected = forms(text, strip)
        assert forms(unicodedata.normalize("NFC", text), strip) == expected
        assert forms(unicodedata.normalize("NFD", text), strip) == expected


@given(TEXT)
def test_the_form_of_a_token_is_its_own_form(text: str) -> None:
    for form in forms(text):
        assert forms(form) == [form]


@given(TEXTS, OPTIONS)
def test_counts_and_vocabulary_are_those_of_the_twin(texts: list[str], options: TextOptions) -> None:
    rows, terms = twin_counts(texts, options)
    X, vocabulary = fit_counts([texts], options)
    X.check(sorted_rows=True)
    assert list(vocabulary.terms) == terms
    assert [dict(zip(*(a.tolist() for a in X.row(i)), strict=True)) for i in range(X.shape[0])] == rows


@given(TEXTS, OPTIONS)
def test_counting_with_the_vocabulary_gives_the_rows_of_the_fit(texts: list[str], options: TextOptions) -> None:
    X, vocabulary = fit_counts([texts], options)
    for again in (count(texts, vocabulary, options), count(texts, vocabulary, options, jobs=2)):
        assert again.shape == X.shape
        for a, b in ((again.data, X.data), (again.indices, X.indices), (again.indptr, X.indptr)):
            assert np.array_equal(a, b)


@given(TEXT, OPTIONS)
def test_the_explained_terms_are_the_counted_ones(text: str, options: TextOptions) -> None:
    X, vocabulary = fit_counts([[text] * options.min_df * options.min_tf], options)
    told = sources(text, vocabulary, options)
    assert sorted(told) == X.row(0)[0].tolist()
    for span in terms_of(text, options):
        if " " not in span.term and not options.stemmer and span.term.strip("*~<>") == span.term:
            assert [span.term] == [
                form for form, _, _ in native_tokens(text[span.start : span.end], options.strip_accents, 1)
            ]


HEADER = st.text(st.sampled_from("Na: \t\r\n-é"), max_size=30)


@settings(max_examples=300)
@given(HEADER)
def test_headers_end_where_the_twin_says(text: str) -> None:
    assert len(text) - len(strip_headers(text)) == twin.headers_end(text)
