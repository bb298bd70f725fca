"""What the system is told about a mapped model: nothing is read ahead until most of it is going to be read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from answers_support import random_model, random_rows
from laconic import store
from laconic.mapped import expect_much, expect_scattered
from laconic.model import LinearModel
from laconic.predict import Engine
from laconic.predict.engine import ROWS_UNTIL_PREPARED
from laconic.refine import threshold


def reads_are_scattered(path: Path) -> bool:
    """Whether the mapping of this file carries the flag for random reads."""
    try:
        lines = iter(Path("/proc/self/smaps").read_text().splitlines())
    except OSError:
        pytest.skip("needs /proc/self/smaps")
    flags = [
        next(later for later in lines if later.startswith("VmFlags")) for line in lines if line.endswith(str(path))
    ]
    assert flags, "the model is not mapped"
    return all(" rr" in line for line in flags)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "model.laconic"
    store.save(random_model(np.random.default_rng(0), 50, 200), found)
    return found


@pytest.fixture
def model(path: Path) -> LinearModel:
    return store.open_model(path)


def test_an_opened_model_is_read_here_and_there(path: Path, model: LinearModel) -> None:
    rng = np.random.default_rng(1)
    Engine(model).topk(random_rows(rng, ROWS_UNTIL_PREPARED - 1, 50, 0.3))
    assert reads_are_scattered(path)


def test_many_answers_let_the_system_read_ahead_again(path: Path, model: LinearModel) -> None:
    Engine(model).topk(random_rows(np.random.default_rng(1), ROWS_UNTIL_PREPARED, 50, 0.3))
    assert not reads_are_scattered(path)


def test_shrinking_and_saving_read_all_and_say_so(path: Path, model: LinearModel, tmp_path: Path) -> None:
    threshold(0.1)(model)
    assert not reads_are_scattered(path)
    expect_scattered(model.weights.data)
    assert reads_are_scattered(path)
    store.save(model, tmp_path / "again.laconic")
    assert not reads_are_scattered(path)


def test_a_file_that_is_verified_is_read_ahead(path: Path) -> None:
    layout, arrays = store.open.open_layout(path)
    assert layout.size > 0 and len(arrays) and not reads_are_scattered(path)


def test_arrays_in_memory_are_nobodys_business() -> None:
    for array in (np.zeros(3), np.frombuffer(b"abcd", np.uint8), np.zeros((4, 4))[1:, :2]):
        expect_scattered(array)
        expect_much(array)
