"""From files to rows: what is learned for training is applied for evaluation, and nothing more."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from answers_support import random_model
from laconic import store
from laconic.errors import DataError, OptionError
from laconic.events import Event, Notice
from laconic.model import LinearModel
from laconic.names import Names
from laconic.pipeline import Pipeline, WeightingChoice, fit_dataset, fit_texts, fit_vectors, read_dataset, read_rows
from laconic.pipeline.labels import known_first
from laconic.read import Source, open_source
from laconic.sparse import Csr
from laconic.text import TextOptions
from laconic.text.vocabulary import Vocabulary
from laconic.weighting import Weighting


def text_file(folder: Path, rows: list[dict[str, Any]], name: str = "data.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def vector_file(folder: Path, *lines: str, name: str = "data.txt") -> Path:
    path = folder / name
    path.write_text("".join(line + "\n" for line in lines), "utf-8")
    return path


TEXTS = [
    {"text": "red apple pie", "label": "food", "id": "r1"},
    {"text": "red apple tree", "label": ["plant", "food"], "id": "r2"},
    {"text": "green tree", "label": "plant", "id": 3},
    {"text": "nothing known here", "label": []},
]


def model_of(data: Any) -> LinearModel:
    """A model that says nothing, but has the pipeline."""
    weights = Csr.from_dense(np.zeros((data.X.shape[1], data.Y.n_classes)))
    return LinearModel(weights, np.zeros(data.Y.n_classes, np.float32), data.Y.names, data.pipeline)


def test_texts_for_training(tmp_path: Path) -> None:
    data = fit_dataset(open_source(text_file(tmp_path, TEXTS)), text=TextOptions())
    pipeline = data.pipeline
    assert isinstance(pipeline, Pipeline)
    assert [pipeline.feature_name(j) for j in range(pipeline.n_features)] == ["apple", "red", "tree"]
    assert [data.Y.row(i) for i in range(4)] == [["food"], ["food", "plant"], ["plant"], []]
    assert (pipeline.weighting.kind, pipeline.weighting.sublinear) == ("tfidf", True)
    norms = np.sqrt((data.X.to_dense() ** 2).sum(axis=1))
    assert norms == pytest.approx([1, 1, 1, 0], abs=1e-6)


def test_texts_in_memory_give_what_their_file_gives(tmp_path: Path) -> None:
    from_file = fit_dataset(open_source(text_file(tmp_path, TEXTS)))
    in_memory = fit_texts([row["text"] for row in TEXTS], [row["label"] for row in TEXTS])
    assert np.array_equal(in_memory.X.to_dense(), from_file.X.to_dense())
    assert in_memory.Y.names == from_file.Y.names
    assert np.array_equal(in_memory.Y.indices, from_file.Y.indices)
    with pytest.raises(DataError, match="put it into a list"):
        fit_texts("one text", ["a"])
    with pytest.raises(DataError, match="2 rows of features but 1 rows of labels"):
        fit_texts(["one", "two"], ["a"])
    with pytest.raises(DataError, match="there are no rows"):
        fit_texts([], [])


def test_vectors_in_memory_give_what_their_file_gives(tmp_path: Path) -> None:
    from_file = fit_dataset(open_source(vector_file(tmp_path, "a 0:5 1:1 3:2", "b,a 3:1")), ignore=[0])
    in_memory = fit_vectors([[5, 1, 0, 2], [0, 0, 0, 1]], ["a", ["b", "a"]], ignore=[0])
    assert np.array_equal(in_memory.X.to_dense(), from_file.X.to_dense())
    assert np.array_equal(in_memory.Y.indices, from_file.Y.indices)
    assert isinstance(in_memory.pipeline, Pipeline)
    assert in_memory.pipeline.ignore == (0,)


@pytest.mark.parametrize("kind", ["text", "vectors"])
def test_rows_for_evaluation_are_the_rows_of_training(tmp_path: Path, kind: str) -> None:
    """Also after the model went through a file."""
    if kind == "text":
        path = text_file(tmp_path, TEXTS)
    else:
        path = vector_file(tmp_path, "a 0:5 3:2 1:1", "b,a 7:1 3:1", "c", "b 0:9 7:2")
    data = fit_dataset(open_source(path), ignore=() if kind == "text" else (0,))
    store.save(model_of(data), tmp_path / "m.laconic")
    again = read_dataset(open_source(path), store.open_model(tmp_path / "m.laconic"))
    assert np.array_equal(again.X.to_dense(), data.X.to_dense())
    assert again.X.shape == data.X.shape
    assert [again.Y.row(i) for i in range(4)] == [data.Y.row(i) for i in range(4)]


def test_ids_come_back_with_the_rows(tmp_path: Path) -> None:
    path = text_file(tmp_path, TEXTS)
    model = model_of(fit_dataset(open_source(path)))
    assert read_dataset(open_source(path), model).ids == ("r1", "r2", 3, None)
    assert [i for _, batch in read_rows(open_source(path), model) for i in batch.ids] == ["r1", "r2", 3, None]


def test_unknown_terms_and_labels_in_evaluation(tmp_path: Path) -> None:
    model = model_of(fit_dataset(open_source(text_file(tmp_path, TEXTS)), text=TextOptions()))
    new = text_file(tmp_path, [{"text": "apple rocket", "label": ["zoo", "food", "air"]}], "new.jsonl")
    heard: list[Event] = []
    data = read_dataset(open_source(new), model, listen=heard.append)
    assert data.X.indices.tolist() == [0]
    assert list(data.Y.names) == ["food", "plant", "air", "zoo"]
    assert data.Y.row(0) == ["food", "air", "zoo"]
    assert heard == [Notice("2 labels are unknown to the model, such as ['air', 'zoo']")]


def test_vectors_beyond_the_training_are_left_out(tmp_path: Path) -> None:
    model = model_of(fit_dataset(open_source(vector_file(tmp_path, "a 1:1 2:3", "b 2:1"))))
    new = vector_file(tmp_path, "a 1:1 2147483646:5", "b 3:1", name="new.txt")
    data = read_dataset(open_source(new), model)
    assert data.X.shape == (2, 2)
    assert [model.pipeline.feature_name(int(j)) for j in data.X.indices] == ["1"]


def test_a_scipy_matrix_and_unsorted_rows_give_the_same_as_a_csr(tmp_path: Path) -> None:
    sparse = pytest.importorskip("scipy.sparse")
    pipeline = fit_dataset(open_source(vector_file(tmp_path, "a 1:1 2:3", "b 2:1"))).pipeline
    assert isinstance(pipeline, Pipeline)
    dense = np.array([[0, 2, 1, 7], [0, 0, 0, 0]], np.float32)
    straight = pipeline.transform(Csr.from_dense(dense))
    crooked = Csr.from_arrays([7, 1, 1, 1], [3, 1, 2, 1], [0, 4, 4], (2, 4))
    for given in (sparse.csc_matrix(dense), crooked, dense):
        assert np.array_equal(pipeline.transform(given).to_dense(), straight.to_dense())


def test_an_ignored_index_is_never_seen(tmp_path: Path) -> None:
    """Whatever stands at the ignored index, in training or after, rows and weighting are the same."""
    seen = []
    for number in ("", "0:12345.5 ", "0:1 ", "0:7 0:9 "):
        path = vector_file(tmp_path, f"a {number}1:2 4:1", f"b {number}4:3", "c 1:1")
        data = fit_dataset(open_source(path), ignore=(0,))
        assert isinstance(data.pipeline, Pipeline)
        assert data.pipeline.ignore == (0,)
        assert [data.pipeline.feature_name(j) for j in range(data.pipeline.n_features)] == ["1", "4"]
        seen.append((data.X.to_dense(), data.pipeline.weighting.kind, data.pipeline.weighting.idf))
        rows = data.pipeline.transform(Csr.from_dense([[99, 2, 0, 0, 1]]))
        assert np.array_equal(rows.to_dense()[0], data.X.to_dense()[0])
    for x, kind, idf in seen[1:]:
        assert np.array_equal(x, seen[0][0])
        assert kind == seen[0][1] == "tfidf"
        assert np.array_equal(idf, seen[0][2])


@pytest.mark.parametrize("part", ["task2/train.txt.xz", "task1/validation.txt.xz"])
def test_nothing_learns_from_feature_0_of_lshtc_small(shared_data: Path, part: str) -> None:
    path = shared_data / "lshtc-small" / part
    if not path.exists():
        pytest.skip(f"needs {path}")
    with_it = fit_dataset(open_source(path))
    assert isinstance(with_it.pipeline, Pipeline)
    assert with_it.pipeline.feature_name(0) == "0"  # a document number stands there
    without = fit_dataset(open_source(path), ignore=(0,))
    pipeline = without.pipeline
    assert isinstance(pipeline, Pipeline)
    assert pipeline.columns is not None
    assert 0 not in pipeline.columns
    rows = next(open_source(path).batches()).rows  # type: ignore[union-attr]
    assert (rows.indices == 0).any()
    known = pipeline.transform(rows)
    assert known.nnz == np.count_nonzero(rows.indices != 0)
    assert np.array_equal(known.indices, without.X.indices[: known.nnz])
    assert np.array_equal(known.data, without.X.data[: known.nnz])


@pytest.mark.parametrize(
    ("lines", "kind"),
    [(["a 1:1 2:3"], "tfidf"), (["a 1:0.5"], "none"), (["a 1:-1"], "none"), (["a 0:1", "b"], "tfidf")],
)
def test_vectors_of_counts_are_weighted_and_others_are_not(tmp_path: Path, lines: list[str], kind: str) -> None:
    data = fit_dataset(open_source(vector_file(tmp_path, *lines)))
    assert isinstance(data.pipeline, Pipeline)
    assert (data.pipeline.weighting.kind, data.pipeline.weighting.sublinear) == (kind, False)


def test_a_chosen_weighting_is_used(tmp_path: Path) -> None:
    path = text_file(tmp_path, TEXTS)
    for choice in (WeightingChoice("none"), WeightingChoice("binary"), WeightingChoice("tfidf", False, 0.5)):
        pipeline = fit_dataset(open_source(path), weighting=choice).pipeline
        assert isinstance(pipeline, Pipeline)
        learned = pipeline.weighting
        assert (learned.kind, learned.sublinear, learned.idf_power) == (choice.kind, False, choice.idf_power)


def test_text_options_are_used(tmp_path: Path) -> None:
    data = fit_dataset(open_source(text_file(tmp_path, TEXTS)), text=TextOptions(min_df=1, ngrams=2))
    assert isinstance(data.pipeline, Pipeline)
    assert "red apple" in [data.pipeline.feature_name(j) for j in range(data.pipeline.n_features)]


@pytest.mark.parametrize("options", [{"kind": "bm25"}, {"idf_power": -1}, {"kind": "none", "sublinear": True}])
def test_weightings_that_make_no_sense(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        WeightingChoice(**options)


@pytest.mark.parametrize("ignore", [(-1,), (1.5,), ("0",), (True,), (2**31,)])
def test_indices_to_ignore_that_make_no_sense(tmp_path: Path, ignore: Any) -> None:
    with pytest.raises(OptionError, match="index to ignore is"):
        fit_dataset(open_source(vector_file(tmp_path, "a 1:1")), ignore=ignore)


def test_options_for_the_other_kind_of_data_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"data\.jsonl: indices to ignore \[0\]"):
        fit_dataset(open_source(text_file(tmp_path, TEXTS)), ignore=[0])
    with pytest.raises(DataError, match=r"data\.txt: options for texts were given"):
        fit_dataset(open_source(vector_file(tmp_path, "a 1:1")), text=TextOptions())


def test_a_source_of_the_other_kind_is_refused(tmp_path: Path) -> None:
    texts, vectors = text_file(tmp_path, TEXTS), vector_file(tmp_path, "a 1:1")
    with pytest.raises(DataError, match=r"data\.txt: it holds vectors, but the model was trained on text"):
        read_dataset(open_source(vectors), model_of(fit_dataset(open_source(texts))))
    with pytest.raises(DataError, match=r"data\.jsonl: it holds text, but the model was trained on vectors"):
        read_dataset(open_source(texts), model_of(fit_dataset(open_source(vectors))))


def test_rows_of_the_other_kind_are_refused(tmp_path: Path) -> None:
    text = fit_dataset(open_source(text_file(tmp_path, TEXTS))).pipeline
    vectors = fit_dataset(open_source(vector_file(tmp_path, "a 1:1"))).pipeline
    assert isinstance(text, Pipeline)
    assert isinstance(vectors, Pipeline)
    with pytest.raises(DataError, match="put it into a list"):
        text.transform("one text")
    with pytest.raises(DataError, match="takes no vectors"):
        text.transform(Csr.from_dense([[1.0]]))
    for given in ("one text", ["texts"]):
        with pytest.raises(DataError, match="takes no texts"):
            vectors.transform(given)


def test_data_with_nothing_to_learn_from(tmp_path: Path) -> None:
    unlabelled = text_file(tmp_path, [{"text": "a b c"}])
    with pytest.raises(DataError, match="none of 1 rows has a label"):
        fit_dataset(open_source(unlabelled))


def test_an_ignored_index_that_never_occurs_is_told(tmp_path: Path) -> None:
    heard: list[Event] = []
    fit_dataset(open_source(vector_file(tmp_path, "a 1:1")), ignore=[5], listen=heard.append)
    assert any(isinstance(e, Notice) and "indices to ignore [5]" in e.message for e in heard)


def test_a_model_without_a_pipeline_takes_vectors_as_they_are(tmp_path: Path) -> None:
    model = LinearModel(Csr.from_dense(np.ones((3, 1))), np.zeros(1, np.float32), Names.of(["a"]))
    data = read_dataset(open_source(vector_file(tmp_path, "a 1:4 9:1")), model)
    assert data.X.to_dense().tolist() == [[0, 4, 0]]


def test_labels_follow_the_model_then_the_alphabet() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        pool = [chr(97 + i) for i in range(8)]
        known = list(rng.permutation(pool)[: rng.integers(0, 6)])
        names = list(rng.permutation(pool)[: rng.integers(1, 8)])
        rows = [list(rng.choice(names, rng.integers(0, 5))) for _ in range(6)]
        indices = np.array([names.index(n) for row in rows for n in row], np.int32)
        indptr = np.cumsum([0, *map(len, rows)])
        labels = known_first(known, names, indices, indptr)
        assert list(labels.names) == known + sorted(set(names) - set(known))
        assert [sorted(labels.row(i)) for i in range(6)] == [sorted(set(row)) for row in rows]
        for i in range(6):
            assert (np.diff(labels.indices[labels.indptr[i] : labels.indptr[i + 1]]) > 0).all()


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "sound"},
        {"kind": "text"},
        {"n_features": 4},
        {"vocabulary": Vocabulary.of(["a"])},
        {"weighting": Weighting.fit(Csr.from_dense([[1.0]]))},
    ],
    ids=str,
)
def test_pipelines_that_make_no_sense(change: dict[str, Any]) -> None:
    sound: dict[str, Any] = {"kind": "vectors", "n_features": 3, "weighting": Weighting.fit(Csr.from_dense(np.eye(3)))}
    Pipeline(**sound)
    with pytest.raises(OptionError):
        Pipeline(**sound | change)


def test_a_column_that_numbers_the_rows_is_pointed_out(tmp_path: Path) -> None:
    lines = [f"{'ab'[i % 2]} 0:{i + 100} {i % 3 + 1}:1" for i in range(12)]
    heard: list[Event] = []
    fit_dataset(open_source(vector_file(tmp_path, *lines)), listen=heard.append)
    assert any("index 0 is in every row" in event.message for event in heard if isinstance(event, Notice))
    heard.clear()
    fit_dataset(open_source(vector_file(tmp_path, *lines)), ignore=(0,), listen=heard.append)
    same = [line.replace(f"0:{i + 100}", "0:7") for i, line in enumerate(lines)]
    fit_dataset(open_source(vector_file(tmp_path, *same)), listen=heard.append)
    assert not any("every row" in event.message for event in heard if isinstance(event, Notice))


def test_features_unknown_to_the_model_are_said_once_however_many_batches_have_them(tmp_path: Path) -> None:
    path = tmp_path / "rows.txt"
    path.write_text("a 0:1 7:2 8:1\n")
    source = open_source(path)
    batch = next(iter(source.batches()))
    twice = cast(Source, SimpleNamespace(kind="vectors", path="rows.txt", batches=lambda: iter([batch, batch])))
    told: list[Event] = []
    read = list(read_rows(twice, random_model(np.random.default_rng(0), 3, 2), listen=told.append))
    assert [rows.nnz for rows, _ in read] == [1, 1]
    assert told == [
        Notice(
            "rows.txt: the rows have features the model does not know (2 values so far; it has 3 features): they are"
            " ignored"
        )
    ]
