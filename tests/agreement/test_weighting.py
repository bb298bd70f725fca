"""The weighting kernel against its twin and scikit-learn's; splits, odd rows, and hostile model files."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from laconic import _kernels
from laconic.errors import DataError, ModelFileError, OptionError
from laconic.reference import weighting as twin
from laconic.sparse import Csr
from laconic.weighting import Weighting, weighting

KINDS: list[dict[str, Any]] = [
    {"kind": "tfidf"},
    {"kind": "tfidf", "sublinear": True},
    {"kind": "tfidf", "sublinear": True, "idf_power": 0.5},
    {"kind": "tfidf", "idf_power": 2.0},
    {"kind": "tfidf", "idf_power": 0},
    {"kind": "binary"},
    {"kind": "none"},
]


def random_counts(seed: int, rows: int = 40, columns: int = 25) -> Csr:
    """Small and large counts, fractions, explicit zeros, empty rows and columns."""
    rng = np.random.default_rng(seed)
    dense = rng.integers(1, 9, (rows, columns)) * (rng.random((rows, columns)) < rng.random(columns) * 0.5)
    dense = dense * rng.choice([1, 1, 1, 0.25, 100, 1e6], dense.shape)
    dense[rng.random(rows) < 0.1] = 0
    x = Csr.from_dense(dense)
    x.data[rng.random(x.nnz) < 0.03] = 0
    return x


@pytest.mark.parametrize("options", KINDS, ids=str)
@pytest.mark.parametrize("seed", range(12))
def test_weights_are_those_of_the_twin(options: dict[str, Any], seed: int) -> None:
    train, other = random_counts(seed), random_counts(seed + 100)
    fitted = Weighting.fit(train, **options)
    factors = None
    if options["kind"] == "tfidf":
        factors = twin.idf(twin.document_frequencies(train), train.shape[0], options.get("idf_power", 1))
        np.testing.assert_allclose(fitted.idf, factors, rtol=1e-7)
    for x in (train, other):
        expected = twin.apply(x, options["kind"], sublinear=options.get("sublinear", False), factors=factors)
        np.testing.assert_allclose(fitted.apply(x).to_dense(), expected, rtol=3e-7, atol=1e-30)


@pytest.mark.parametrize("sublinear", [False, True])
def test_tfidf_agrees_with_scikit_learn(sublinear: bool) -> None:
    text = pytest.importorskip("sklearn.feature_extraction.text")
    sparse = pytest.importorskip("scipy.sparse")
    x = random_counts(7, rows=200, columns=80)
    # below one occurrence scikit-learn's 1 + ln turns negative, and it counts explicit zeros as present
    x = Csr.from_dense(np.where(x.to_dense() >= 1, x.to_dense(), 0))
    theirs = text.TfidfTransformer(sublinear_tf=sublinear).fit_transform(
        sparse.csr_matrix((x.data.astype(np.float64), x.indices, x.indptr), x.shape)
    )
    ours = Weighting.fit(x, sublinear=sublinear).apply(x)
    np.testing.assert_allclose(ours.to_dense(), theirs.toarray(), rtol=3e-7)


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_any_split_over_any_threads_gives_the_same_bytes(options: dict[str, Any]) -> None:
    x = random_counts(3, rows=300)
    fitted = Weighting.fit(x, **options)
    whole = fitted.apply(x).data.tobytes()
    for entries in (1, 7, 100, x.nnz):
        out = np.full_like(x.data, np.nan)
        with ThreadPoolExecutor(3) as pool:
            list(pool.map(lambda part, out=out: fitted.apply_into(x, out, *part), weighting.row_ranges(x, entries)))
        assert out.tobytes() == whole
    rows = [fitted.apply(x.take_rows(np.array([i]))).data for i in range(x.shape[0])]
    assert np.concatenate(rows).tobytes() == whole


def test_ranges_cover_every_row_once_however_long_a_row_is() -> None:
    x = Csr.from_dense(np.array([[0, 0, 0], [1, 1, 1], [0, 1, 0], [0, 0, 0], [1, 1, 0]]))
    for entries in range(1, 9):
        ranges = list(weighting.row_ranges(x, entries))
        assert [i for a, b in ranges for i in range(a, b)] == list(range(5))
    assert list(weighting.row_ranges(Csr.from_dense(np.zeros((0, 3))))) == [(0, 0)]


def test_frequencies_over_several_calls_are_those_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    x = random_counts(11, rows=200)
    expected = twin.document_frequencies(x)
    assert np.array_equal(weighting.document_frequencies(x), expected)
    monkeypatch.setattr(weighting, "row_ranges", lambda counts: [(0, 3), (3, 3), (3, 150), (150, 200)])
    assert np.array_equal(weighting.document_frequencies(x), expected)


def test_a_column_repeated_in_a_row_counts_as_one_document() -> None:
    x = Csr.from_arrays([1, 1, 1], [0, 2, 0], [0, 3], (1, 3))
    assert weighting.document_frequencies(x).tolist() == [1, 0, 1]


def test_sublinear_meets_the_plain_count_at_one_and_never_turns_negative() -> None:
    values = np.array([0, 1e-30, 0.1, 0.5, 1, 1.5, 2, 255, 255.5, 256, 1e30], np.float32)
    x = Csr.from_dense(values[None, :])
    fitted = Weighting("tfidf", True, 0.0, np.ones(len(values), np.float32))
    weights = fitted.apply(x).to_dense()[0]
    assert (weights >= 0).all()
    assert (np.diff(weights) > 0).all()


def test_rows_without_weight_stay_all_zeros() -> None:
    x = Csr.from_arrays([0, 3, 4], [0, 1, 1], [0, 0, 1, 3, 3], (4, 2))
    dead = Weighting("tfidf", False, 1.0, np.zeros(2, np.float32))
    assert dead.apply(x).data.tolist() == [0, 0, 0]
    assert Weighting("binary").apply(x).to_dense()[1].tolist() == [0, 0]
    empty = Csr.from_dense(np.zeros((0, 2)))
    assert Weighting.fit(empty).apply(empty).nnz == 0


def test_the_hugest_and_the_smallest_counts_keep_unit_length() -> None:
    largest, smallest = np.finfo(np.float32).max, np.finfo(np.float32).smallest_subnormal
    for value in (largest, smallest):
        for options in KINDS[:5]:
            x = Csr.from_arrays([value, value], [0, 1], [0, 2], (1, 2))
            np.testing.assert_allclose(Weighting.fit(x, **options).apply(x).data, 0.5**0.5, rtol=1e-6)


def test_none_and_binary_take_negative_values() -> None:
    x = Csr.from_dense(np.array([[-3.0, 4.0]]))
    assert Weighting("none").apply(x) is x
    np.testing.assert_allclose(Weighting("binary").apply(x).data, 0.5**0.5)


@pytest.mark.parametrize(
    ("data", "indices", "indptr", "message"),
    [
        ([-1.0, 1], [0, 1], [0, 1, 2], r"row 0, column 0 holds -1\.0; tf-idf weighs counts"),
        ([1.0, np.nan], [0, 1], [0, 1, 2], r"row 1, column 1 holds nan; expected a finite"),
        ([1.0, np.inf], [0, 1], [0, 1, 2], r"row 1, column 1 holds inf; expected a finite"),
        ([1.0, 1], [0, 2], [0, 1, 2], r"row 1 holds column 2; .* columns 0\.\.1"),
        ([1.0, 1], [-1, 1], [0, 1, 2], r"row 0 holds column -1"),
        ([1.0, 1], [0, 1], [0, 9, 2], r"row pointers of row 0 are 0 and 9"),
        ([1.0, 1], [0, 1], [-5, 1, 2], r"row pointers of row 0 are -5 and 1"),
        ([1.0, 1], [0, 1], [0, 2, 1], r"row pointers of row 1 are 2 and 1"),
    ],
)
def test_rows_that_are_not_counts_are_named(
    data: list[float], indices: list[int], indptr: list[int], message: str
) -> None:
    x = Csr.from_arrays(data, indices, indptr, (2, 2))
    for sublinear in (False, True):
        with pytest.raises(DataError, match=message):
            Weighting.fit(x, sublinear=sublinear)
        with pytest.raises(DataError, match=message):
            Weighting("tfidf", sublinear, 1.0, np.ones(2, np.float32)).apply(x)
    if data[0] != -1:
        with pytest.raises(DataError, match=message):
            Weighting("binary").apply(x)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kind": "tf"}, "weighting 'tf' is not known; use one of tfidf, binary, none"),
        ({"kind": ["tfidf"]}, "not known"),
        ({"sublinear": 1}, "sublinear is 1"),
        ({"idf_power": "1"}, "idf_power is '1'"),
        ({"idf_power": True}, "idf_power is True"),
        ({"idf_power": float("nan")}, "from 0 to 16"),
        ({"idf_power": 10**400}, "from 0 to 16"),
        ({"idf_power": -0.5}, "from 0 to 16"),
        ({"kind": "binary", "sublinear": True}, "belong to weighting 'tfidf'"),
        ({"kind": "none", "idf_power": 2.0}, "belong to weighting 'tfidf'"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Weighting.fit(random_counts(0), **options)


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_a_weighting_comes_back_from_its_metadata_and_arrays(options: dict[str, Any]) -> None:
    x = random_counts(5)
    fitted = Weighting.fit(x, **options)
    again = Weighting.restore(fitted.metadata(), fitted.arrays())
    assert again.metadata() == fitted.metadata()
    assert again.apply(x).data.tobytes() == fitted.apply(x).data.tobytes()


SOUND = {"kind": "tfidf", "sublinear": False, "idf_power": 1.0}
IDF = np.ones(3, np.float32)


@pytest.mark.parametrize(
    ("metadata", "arrays", "message"),
    [
        (None, {"idf": IDF}, "reads None"),
        ([], {"idf": IDF}, "reads"),
        ({}, {"idf": IDF}, "expected kind, sublinear and idf_power"),
        (SOUND | {"more": 1}, {"idf": IDF}, "expected kind, sublinear and idf_power"),
        (SOUND | {"kind": "log"}, {"idf": IDF}, "makes no sense: weighting 'log'"),
        (SOUND | {"kind": None}, {"idf": IDF}, "makes no sense"),
        (SOUND | {"sublinear": "yes"}, {"idf": IDF}, "makes no sense"),
        (SOUND | {"idf_power": 1e9}, {"idf": IDF}, "makes no sense"),
        (SOUND | {"idf_power": [1]}, {"idf": IDF}, "makes no sense"),
        (SOUND, {}, "needs idf factors"),
        (SOUND | {"kind": "binary"}, {"idf": IDF}, "takes no idf factors"),
        (SOUND, {"idf": IDF.astype(np.float64)}, "'idf' is float64"),
        (SOUND, {"idf": IDF[None, :]}, "2 dimension"),
        (SOUND, {"idf": np.ones(6, np.float32)[::2]}, "one aligned row"),
    ],
)
def test_metadata_and_arrays_that_make_no_weighting_are_refused(
    metadata: Any, arrays: dict[str, np.ndarray], message: str
) -> None:
    with pytest.raises(ModelFileError, match=message):
        Weighting.restore(metadata, arrays)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_idf_factors_that_are_no_numbers_are_found_when_met(value: float) -> None:
    damaged = Weighting.restore(SOUND, {"idf": np.array([1, value], np.float32)})
    sound_row, other_row = Csr.from_dense(np.array([[1, 0]])), Csr.from_dense(np.array([[1, 1]]))
    assert damaged.apply(sound_row).data.tolist() == [1]
    with pytest.raises(ModelFileError, match="idf factors met in row 0"):
        damaged.apply(other_row)


def test_the_kernel_refuses_arrays_that_do_not_fit_together() -> None:
    data, indices, indptr = np.ones(2, np.float32), np.zeros(2, np.int32), np.array([0, 2])
    with pytest.raises(ValueError, match="within the matrix"):
        _kernels.weighting_rows(data, indices, indptr, 1, 0, 2, 2, IDF, data.copy())
    with pytest.raises(ValueError, match="length of data"):
        _kernels.weighting_rows(data, indices, indptr, 1, 0, 1, 2, IDF, np.ones(1, np.float32))
    with pytest.raises(ValueError, match="one length"):
        _kernels.weighting_frequencies(data, indices, indptr, 0, 1, np.zeros(2, np.int32), np.zeros(1, np.int32))
