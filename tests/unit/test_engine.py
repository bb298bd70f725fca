"""The engine at its edges: what is asked for, what is refused, what is told; and the choice of the kernel."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse

from answers_support import model_of, random_model, random_rows
from laconic import _kernels, store
from laconic.errors import DataError, OptionError
from laconic.events import Event, Notice
from laconic.predict import Engine
from laconic.predict.layouts import as_in_the_file
from laconic.sparse import Csr


def identity_engine(classes: int = 3) -> Engine:
    return Engine(model_of(Csr.from_dense(np.eye(classes)), names=[*"abcdefgh"][:classes]))


def test_answers_are_names_best_first() -> None:
    top = identity_engine().topk([[0.1, 0.5, 0.3], [1, 0, 2]], k=2)
    assert top.labels() == [["b", "c"], ["c", "a"]]
    assert top.scores.tolist() == np.array([[0.5, 0.3], [2, 1]], np.float32).tolist()


def test_more_answers_than_classes_gives_all_classes() -> None:
    top = identity_engine().topk([[0.1, 0.5, 0.3]], k=10)
    assert (top.k, top.labels()) == (3, [["b", "c", "a"]])


def test_a_row_without_features_is_answered_by_the_biases() -> None:
    model = model_of(Csr.from_dense(np.eye(3)), np.array([-1, 3, 0], np.float32))
    assert Engine(model).topk(np.zeros((1, 3)), 3).indices.tolist() == [[1, 2, 0]]


def test_no_rows_and_no_classes_give_empty_tables() -> None:
    assert identity_engine().topk(np.zeros((0, 3)), 2).indices.shape == (0, 2)
    none = Engine(model_of(Csr.from_dense(np.zeros((3, 0)))))
    assert none.topk(np.ones((4, 3)), 2).indices.shape == (4, 0)
    assert none.topk(np.ones((2, 3)), 2).labels() == [[], []]


@pytest.mark.parametrize("k", [0, -1, 1.5, "3", True, None])
def test_a_number_of_answers_that_makes_no_sense_is_refused(k: object) -> None:
    with pytest.raises(OptionError, match="k is"):
        identity_engine().topk([[1, 0, 0]], k=k)  # type: ignore[arg-type]


@pytest.mark.parametrize("jobs", [-1, 1.5, True, "2"])
def test_a_number_of_jobs_that_makes_no_sense_is_refused(jobs: object) -> None:
    with pytest.raises(OptionError, match="jobs is"):
        Engine(model_of(Csr.from_dense(np.eye(3))), jobs)  # type: ignore[arg-type]


def test_unknown_features_are_ignored_and_said_so_once() -> None:
    heard: list[Event] = []
    engine = Engine(model_of(Csr.from_dense(np.eye(3))), listen=heard.append)
    assert engine.topk([[0.0, 1, 0]]).indices.tolist() == [[1]]
    assert heard == []
    for _ in range(3):
        assert engine.topk([[0.0, 1, 0, 9, 9]]).indices.tolist() == [[1]]
    assert len(heard) == 1
    assert isinstance(heard[0], Notice) and "2 values" in heard[0].message and "3 features" in heard[0].message


def test_scipy_matrices_of_any_format_are_taken() -> None:
    rows = scipy.sparse.random(9, 3, 0.5, random_state=0)
    engine = identity_engine()
    expected = engine.topk(rows.toarray(), 2).indices.tolist()
    for form in ("csr", "csc", "coo", "lil"):
        assert engine.topk(rows.asformat(form), 2).indices.tolist() == expected


def test_text_for_a_model_of_vectors_is_refused() -> None:
    with pytest.raises(DataError, match="takes no texts"):
        identity_engine().topk(["arc welder"])


def test_one_bare_text_is_refused_with_the_way_out() -> None:
    with pytest.raises(DataError, match="brackets"):
        identity_engine().topk("arc welder")


def test_a_mapped_model_answers_as_the_one_that_was_saved(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    model, rows = random_model(rng, 50, 120), random_rows(rng, 40, 50, 0.3)
    store.save(model, tmp_path / "m.laconic")
    mapped = Engine(store.open_model(tmp_path / "m.laconic")).topk(rows, 5)
    assert mapped.scores.tobytes() == Engine(model).topk(rows, 5).scores.tobytes()


def test_one_engine_serves_several_threads_at_once() -> None:
    rng = np.random.default_rng(1)
    engine, rows = Engine(random_model(rng, 80, 500)), random_rows(rng, 64, 80, 0.5)
    expected = engine.topk(rows, 3).scores
    with ThreadPoolExecutor(4) as pool:
        answers = pool.map(lambda i: engine.topk(rows.take_rows(np.array([i])), 3).scores, list(range(64)) * 4)
        for i, scores in enumerate(answers):
            assert scores.tobytes() == expected[i % 64].tobytes()


def test_the_native_core_refuses_tables_of_the_wrong_size() -> None:
    """The border of the kernel itself: a mistake in Python must not become a write out of bounds."""
    eye = Csr.from_dense(np.eye(4))
    scorer = as_in_the_file(model_of(eye))
    sound = {"first": 0, "last": 4, "budget": 1, "workspace": np.empty(4, np.float32)}
    tables = {"classes": np.empty((4, 2), np.int32), "scores": np.empty((4, 2), np.float32)}
    wrong = [
        {"first": -1},
        {"last": 5},
        {"first": 3, "last": 2},
        {"workspace": np.empty(3, np.float32)},
        {"classes": np.empty((3, 2), np.int32)},
        {"scores": np.empty((4, 1), np.float32)},
        {"classes": np.empty((4, 0), np.int32), "scores": np.empty((4, 0), np.float32)},
        {"classes": np.empty((4, 5), np.int32), "scores": np.empty((4, 5), np.float32)},
    ]
    for change in wrong:
        with pytest.raises(ValueError):
            scorer.top_k(eye.data, eye.indices, eye.indptr, **(sound | tables | change))
    with pytest.raises(ValueError):
        scorer.scores(eye.data, eye.indices, eye.indptr, 4, np.empty(4, np.float32))
    with pytest.raises(ValueError):
        scorer.scores(eye.data, eye.indices, eye.indptr, 0, np.empty(3, np.float32))
    with pytest.raises(ValueError):
        scorer.expand(4, np.empty(4, np.float32))


def test_the_native_core_refuses_layouts_of_the_wrong_size() -> None:
    eye = Csr.from_dense(np.eye(4))
    sound = {
        "row_states": np.zeros(4, np.uint8),
        "dense_features": np.zeros(1, np.int32),
        "dense": np.zeros((1, 4), np.float32),
        "packed_entries": np.empty(4, np.uint32),
        "packed_steps": np.empty(4, np.float32),
        "packed_dense": np.zeros((1, 4), np.int16),
    }
    bias = np.zeros(4, np.float32)
    _kernels.Scorer(eye.data, eye.indices, eye.indptr, bias, **sound)
    for name, array in sound.items():
        shape = (array.shape[0] + 1, *array.shape[1:])
        with pytest.raises(ValueError):
            _kernels.Scorer(eye.data, eye.indices, eye.indptr, bias, **(sound | {name: np.zeros(shape, array.dtype)}))
    for name in ("dense", "packed_dense"):
        with pytest.raises(ValueError):
            narrow = np.zeros((1, 3), sound[name].dtype)
            _kernels.Scorer(eye.data, eye.indices, eye.indptr, bias, **(sound | {name: narrow}))


def run_with_kernel(name: str) -> subprocess.CompletedProcess[str]:
    code = "from laconic import kernels; print(kernels.choose_kernel())"
    environment = os.environ | {"LACONIC_KERNEL": name}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)


def test_the_environment_forces_a_kernel() -> None:
    assert run_with_kernel("baseline").stdout.strip() == "baseline"
    assert run_with_kernel("").stdout.strip() == _kernels.kernel()


def test_an_unknown_kernel_is_refused_with_the_names() -> None:
    answer = run_with_kernel("sse9")
    assert "OptionError: LACONIC_KERNEL is 'sse9'; expected one of baseline, avx2, avx512" in answer.stderr
