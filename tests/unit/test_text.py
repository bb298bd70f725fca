"""What texts are known to break: tokens, options, stop words, stems, threads."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import numpy as np
import pytest

from laconic import _kernels
from laconic.errors import DataError, ModelFileError, OptionError
from laconic.events import Event, Progress
from laconic.sparse import Csr
from laconic.text import TextOptions, Vocabulary, count, fit_counts, sources, strip_headers, terms_of
from laconic.text.options import kernel_shape
from laconic.text.stopwords import STOP_WORDS

ALL = TextOptions(min_df=1)


def words(text: str, **options: object) -> list[str]:
    made = TextOptions(min_df=1, **options)  # type: ignore[arg-type]
    return [span.term for span in terms_of(text, made)]


def test_istanbul_keeps_its_first_letter_with_a_dotted_capital() -> None:
    assert words("İstanbul ISTANBUL") == ["istanbul", "istanbul"]


def test_hindi_words_stay_whole() -> None:
    assert words("हिन्दी में लिखना") == ["हिन्दी", "लिखना"]  # the second is one letter with marks: too short


def test_a_decomposed_word_keeps_its_accent() -> None:
    assert words("cafe\u0301") == ["café"]


def test_a_letter_that_composes_only_after_folding_has_one_form() -> None:
    assert words("aJ\u030c") == words("aǰ") == ["aǰ"]


def test_a_letter_with_its_accent_is_one_letter_however_it_is_written() -> None:
    assert words("é e\u0301 éa e\u0301a") == ["éa", "éa"]


def test_all_sigmas_are_one() -> None:
    assert words("ΟΔΟΣ οδός", strip_accents=True) == ["οδοσ", "οδοσ"]


def test_sharp_s_and_ligatures_stay_single_points() -> None:
    assert words("STRAẞE Straße ﬁne") == ["straße", "straße", "ﬁne"]


def test_stripping_accents_spares_hangul_kana_and_vowel_signs() -> None:
    assert words("Ångström 한글 がく हिन्दी กุง", strip_accents=True) == ["angstrom", "한글", "がく", "हिन्दी", "กุง"]


def test_decomposed_hangul_is_composed() -> None:
    assert words("\u1112\u1161\u11ab\u1100\u1173\u11af") == ["한글"]


def test_lone_surrogates_separate() -> None:
    assert words("ab\ud800cd \udfffef") == ["ab", "cd", "ef"]


def test_a_million_marks_on_one_letter_end_in_time() -> None:
    text = "a" + "\u0301\u0323" * 500_000 + "b"
    (span,) = terms_of(text, ALL)
    assert span.term == "\u1ea1" + "\u0323" * 499_999 + "\u0301" * 500_000 + "b"


def test_offsets_count_code_points_behind_headers() -> None:
    text = "X: é\n\n😀 Bär"
    assert terms_of(text, TextOptions(strip_headers=True)) == [("bär", text.index("B"), len(text))]


def test_pieces_carry_markers_no_word_can_have() -> None:
    made = words("abcd", prefixes=(1, 9), suffixes=(3, 9), chars=(5, 6), ngrams=2)
    assert made == ["abcd", "a*", "ab*", "abc*", "*bcd", "~<abcd", "~abcd>", "~<abcd>"]


def test_n_grams_run_over_stop_words() -> None:
    assert words("state of the art", stop_words="english", ngrams=2) == ["state", "art", "state art"]


def test_stems_name_words_and_n_grams_while_prefixes_stay_those_of_the_word() -> None:
    assert words("running dogs", stemmer="porter", ngrams=2, prefixes=(4, 4)) == ["run", "runn*", "dog", "run dog"]


def test_a_word_too_long_for_the_stemmer_stays_as_it_is() -> None:
    assert words("s" * 70 + "es", stemmer="porter") == ["s" * 70 + "es"]


def test_each_stop_list_is_in_the_form_of_tokens_and_told_once() -> None:
    for language, listed in STOP_WORDS.items():
        assert len(set(listed)) == len(listed), language
        assert [words(word) for word in listed] == [[word] for word in listed], language


def test_a_stop_word_of_several_tokens_is_refused_by_name() -> None:
    with pytest.raises(OptionError, match=r"semi-colon.*\['semi', 'colon'\]"):
        fit_counts([["x"]], TextOptions(stop_words=("semi-colon",)))


def test_headers_go_only_where_the_text_begins_with_them() -> None:
    assert strip_headers("From: me\r\nSubject: a\r\n b\r\n\r\nBody: text\n\nmore") == "Body: text\n\nmore"
    for body in ("Dear all,\n\nhello", "Note: no blank line\nmore", "\n\nFrom: me\n\n", ""):
        assert strip_headers(body) == body


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ngrams", 0),
        ("ngrams", True),
        ("ngrams", 99),
        ("prefixes", (3, 2)),
        ("chars", (0, 2)),
        ("suffixes", (1, 65)),
        ("chars", [3, 5]),
        ("min_df", 0),
        ("min_df", 0.5),
        ("min_tf", -1),
        ("min_length", 0),
        ("stop_words", "klingon"),
        ("stop_words", (1,)),
        ("stemmer", "klingon"),
        ("strip_accents", "yes"),
        ("unicode", "x"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused_with_its_value(name: str, value: object) -> None:
    with pytest.raises(OptionError, match=name) as caught:
        TextOptions(**{name: value})  # type: ignore[arg-type]
    assert repr(value) in str(caught.value)


def test_options_come_back_from_plain_json() -> None:
    made = TextOptions(ngrams=2, chars=(3, 5), stop_words=("ab", "éa"), stemmer="porter", strip_headers=True)
    assert TextOptions.from_metadata(json.loads(json.dumps(made.to_metadata()))) == made


@pytest.mark.parametrize("hostile", [{}, {"ngrams": 1}, [], None, {"eval": "x"}])
def test_hostile_metadata_is_a_model_file_error(hostile: object) -> None:
    with pytest.raises(ModelFileError):
        TextOptions.from_metadata(hostile)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [{"ngrams": "two"}, {"stop_words": [[]]}, {"chars": [1, {}]}, {"stemmer": []}])
def test_a_wrong_value_in_metadata_is_a_model_file_error(wrong: dict[str, object]) -> None:
    with pytest.raises(ModelFileError, match=next(iter(wrong))):
        TextOptions.from_metadata(TextOptions().to_metadata() | wrong)


def made_up_texts(n: int) -> list[str]:
    draw = random.Random(7)
    stock = ["".join(draw.choices("abcdeé", k=draw.randint(1, 6))) for _ in range(500)]
    return [" ".join(draw.choices(stock, k=draw.randint(0, 30))) for _ in range(n)]


def same(a: Csr, b: Csr) -> bool:
    pairs = ((a.data, b.data), (a.indices, b.indices), (a.indptr, b.indptr))
    return a.shape == b.shape and all(x.dtype == y.dtype and np.array_equal(x, y) for x, y in pairs)


def in_batches(texts: list[str], size: int) -> Iterator[list[str]]:
    return (texts[at : at + size] for at in range(0, len(texts), size))


@pytest.mark.parametrize("options", [ALL, TextOptions(ngrams=3, prefixes=(2, 4), stemmer="porter", min_df=2)])
def test_same_bytes_for_any_number_of_threads_and_any_batches(options: TextOptions) -> None:
    texts = made_up_texts(1500)
    X, vocabulary = fit_counts([texts], options)
    for jobs, size in ((1, 1), (1, 97), (2, 13), (3, 400), (5, 1500)):
        again, other = fit_counts(in_batches(texts, size), options, jobs=jobs)
        assert same(again, X) and other.terms == vocabulary.terms, f"jobs={jobs}, batches of {size}"


def test_calls_of_the_kernel_are_cut_between_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = made_up_texts(200)
    X, _ = fit_counts([texts], ALL)
    monkeypatch.setattr("laconic.text.counts.CALL_BYTES", 50)
    assert same(fit_counts([texts], ALL)[0], X)


def test_progress_tells_how_many_texts_are_counted() -> None:
    heard: list[Event] = []
    fit_counts([["ab"], ["cd", "ef"]], ALL, listen=heard.append)
    assert [event.done for event in heard if isinstance(event, Progress)] == [1, 3]


def test_no_texts_and_empty_texts_give_empty_rows() -> None:
    assert fit_counts([], ALL)[0].shape == (0, 0)
    X, vocabulary = fit_counts([["", " .", "ab ab"]], ALL)
    assert X.to_dense().tolist() == [[0], [0], [2]]
    assert count([], vocabulary, ALL).shape == (0, 1)
    assert count(["ab cd"], Vocabulary.of([]), ALL).shape == (1, 0)


def test_one_text_instead_of_a_list_is_refused() -> None:
    with pytest.raises(DataError, match="brackets"):
        count("ab", Vocabulary.of(["ab"]), ALL)


def test_a_text_that_is_no_string_is_refused_by_its_type() -> None:
    with pytest.raises(DataError, match="int"):
        fit_counts([["ab", 3]], ALL)  # type: ignore[list-item]


def test_less_than_no_threads_are_refused_and_0_is_all_cores() -> None:
    with pytest.raises(OptionError, match="jobs is -1"):
        fit_counts([["ab"]], ALL, jobs=-1)
    one, all_cores = (fit_counts([["ab cd", "ab"]], ALL, jobs=jobs) for jobs in (1, 0))
    assert np.array_equal(one[0].to_dense(), all_cores[0].to_dense())


def test_a_reader_that_fails_is_heard_with_threads_too() -> None:
    def failing() -> Iterator[list[str]]:
        yield ["ab"]
        raise DataError("line 2 is broken")

    with pytest.raises(DataError, match="line 2 is broken"):
        fit_counts(failing(), ALL, jobs=2)


def test_explain_tells_the_words_a_term_came_from() -> None:
    vocabulary = Vocabulary.of(["weld*", "arc welding", "arc"])
    told = sources("Arc-welding: WELDING", vocabulary, TextOptions(prefixes=(4, 4), ngrams=2))
    assert told == {0: ["welding", "WELDING"], 1: ["Arc-welding"], 2: ["Arc"]}


def test_words_made_to_collide_are_refused_instead_of_taking_for_ever() -> None:
    numbered = (f"w{i}" for i in range(600_000))
    collide = [word for word in numbered if _kernels.hash64(word.encode()) % 16384 < 150]
    assert len(collide) > 4500  # they fill one run of more slots than the kernel is ready to look at
    with pytest.raises(DataError, match="crowd around one hash"):
        fit_counts([[" ".join(collide)]], ALL)


def test_the_kernel_refuses_parts_that_do_not_fit() -> None:
    i32, f32, i64 = np.zeros(1, np.int32), np.zeros(1, np.float32), np.array([0, 5], np.int64)
    with pytest.raises(ValueError, match="do not fit"):
        _kernels.text_place(i32, f32, i64, i32, i32, 0, i32.copy(), f32.copy(), np.zeros(1, np.int64))
    with pytest.raises(ValueError, match="one stem for each"):
        counter = _kernels.TextCounter(kernel_shape(TextOptions(stemmer="porter")))
        counter.scan(["ab cd"], 0, 100)
        counter.set_stems(["ab"])
