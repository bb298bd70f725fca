"""The made-up data have the sizes of the papers' tables and the shape of real text: power law, Zipf, siblings."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib

import numpy as np
import pytest

from laconic.data import Dataset
from laconic.datasets import synthetic
from laconic.datasets.presets import PRESETS, Preset
from laconic.datasets.synthetic import class_sizes, generate
from laconic.errors import OptionError

FEATURES_OF_THE_PAPERS = {
    "small": 51_033,
    "dmoz500": 68_268,
    "dmoz1000": 104_768,
    "dmoz2000": 168_153,
    "dmoz3000": 216_545,
}


@pytest.fixture(scope="module")
def small() -> tuple[Dataset, Dataset]:
    return synthetic("small")


def checksum(data: Dataset) -> int:
    parts = (data.X.data, data.X.indices, data.X.indptr, data.Y.indices, data.Y.indptr)
    return zlib.crc32(b"".join(part.tobytes() for part in parts))


def test_small_has_the_numbers_of_the_paper(small: tuple[Dataset, Dataset]) -> None:
    train, test = small
    assert (train.X.shape[0], test.X.shape[0], train.Y.n_classes) == (4_463, 1_858, 1_139)
    assert test.X.shape[1] == train.X.shape[1]
    assert test.Y.names == train.Y.names


@pytest.mark.parametrize("name", ["small", "dmoz500", "dmoz1000"])
def test_features_are_within_three_percent_of_the_papers(name: str) -> None:
    train, test = synthetic(name)
    assert train.X.shape[1] == pytest.approx(FEATURES_OF_THE_PAPERS[name], rel=0.03)
    assert 97 <= train.X.nnz / train.X.shape[0] <= 110
    assert (train.X.shape[0], test.X.shape[0]) == (PRESETS[name].train_rows, PRESETS[name].test_rows)


def test_rows_are_sound_sorted_and_of_unit_length(small: tuple[Dataset, Dataset]) -> None:
    for data in small:
        data.X.check(sorted_rows=True)
        squares = np.add.reduceat(np.square(data.X.data, dtype=np.float64), data.X.indptr[:-1])
        assert np.abs(squares - 1).max() < 1e-5
        assert data.X.data.min() > 0


def test_every_class_has_a_training_row_and_every_feature_a_training_entry(small: tuple[Dataset, Dataset]) -> None:
    train, _ = small
    assert np.bincount(train.Y.indices, minlength=train.Y.n_classes).min() == 1
    frequency = np.bincount(train.X.indices, minlength=train.X.shape[1])
    assert frequency.min() >= 1
    assert np.all(np.diff(frequency) <= 0)  # columns by falling document frequency, as for texts


def test_one_seed_gives_one_data_set_and_another_seed_another() -> None:
    first, again, other = synthetic("small", 3), synthetic("small", 3), synthetic("small", 4)
    assert [checksum(d) for d in first] == [checksum(d) for d in again]
    assert all(checksum(d) != checksum(e) for d, e in zip(first, other, strict=True))


def test_data_do_not_depend_on_the_hash_seed_of_python() -> None:
    code = (
        "import zlib; from laconic.datasets import synthetic; data = synthetic('small'); "
        "print(*[zlib.crc32(d.X.data.tobytes() + d.X.indices.tobytes() + d.Y.indices.tobytes()) for d in data])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(outputs) == 1


@pytest.mark.parametrize(("classes", "rows"), [(1, 1), (1, 7), (5, 5), (5, 6), (3_000, 35_533), (12_294, 93_805)])
def test_class_sizes_fall_and_add_up(classes: int, rows: int) -> None:
    sizes = class_sizes(classes, rows)
    assert len(sizes) == classes
    assert sizes.sum() == rows
    assert sizes[-1] >= 1
    assert np.all(np.diff(sizes) <= 0)


def test_class_sizes_follow_a_power_law_with_most_classes_small() -> None:
    sizes = class_sizes(3_000, 35_533)
    ranks = np.arange(1, 501)
    slope = np.polyfit(np.log(ranks), np.log(sizes[:500] - 1), 1)[0]
    assert slope == pytest.approx(-0.8, abs=0.03)
    assert 0.3 < np.mean(sizes < 5) < 0.5  # the paper: 1,309 of 3,000


def test_words_follow_a_power_law_with_half_of_them_in_one_document(small: tuple[Dataset, Dataset]) -> None:
    train, _ = small
    frequency = np.bincount(train.X.indices, minlength=train.X.shape[1])
    slope = np.polyfit(np.log(np.arange(100, 5_000)), np.log(frequency[100:5_000]), 1)[0]
    assert -1.3 < slope < -0.9
    assert 0.4 < np.mean(frequency == 1) < 0.6  # 47 % in the pages of LSHTC-small that are at hand
    assert 0.4 < frequency[0] / train.X.shape[0] < 0.6  # 55 % there


def test_siblings_share_more_words_than_strangers(small: tuple[Dataset, Dataset]) -> None:
    train, _ = small
    members, ends = train.Y.rows_by_class()
    rare = 1_000  # common words, which everyone shares, have the smaller numbers
    first = [set(train.X.row(members[end])[0].tolist()) - set(range(rare)) for end in ends[:-1]]
    size = PRESETS["small"].group_size
    members_with_a_next = [k for k in range(train.Y.n_classes - size) if k % size < size - 1]
    siblings = np.mean([len(first[k] & first[k + 1]) for k in members_with_a_next])
    strangers = np.mean([len(first[k] & first[k + size]) for k in members_with_a_next])
    assert siblings > 1.15 * strangers


def test_labels_name_the_group_and_the_class(small: tuple[Dataset, Dataset]) -> None:
    assert small[0].Y.names[0] == "0000.00000"
    assert small[0].Y.names[17] == "0002.00017"


def test_an_unknown_preset_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(OptionError, match=r"'smal'.*small.*dmoz3000.*large"):
        synthetic("smal")


def test_sizes_that_make_no_sense_are_refused() -> None:
    with pytest.raises(OptionError, match="10 classes in 9 rows"):
        Preset(10, 9, 5, words=2_000, own_share=0.1)
    with pytest.raises(OptionError, match="add up to at most 1"):
        Preset(10, 90, 5, words=2_000, own_share=0.9)
    with pytest.raises(OptionError, match="words at least 1,000"):
        Preset(10, 90, 5, words=100, own_share=0.1)


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(OptionError, match="found -1"):
        synthetic("small", -1)


def test_a_few_classes_can_be_generated_too() -> None:
    train, test = generate(Preset(3, 9, 4, words=2_000, own_share=0.2))
    assert (train.X.shape[0], test.X.shape[0], train.Y.n_classes) == (9, 4, 3)
