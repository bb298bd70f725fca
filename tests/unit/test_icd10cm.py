"""The demo's data: the counts told to the world, a split without near twins, plain words when it is missing."""

from __future__ import annotations

import importlib.metadata
import sys
import warnings
from pathlib import Path

import pytest

from laconic.datasets import IcdSplit, icd10cm
from laconic.errors import DataError, LaconicError


@pytest.fixture(scope="module")
def icd() -> IcdSplit:
    try:
        importlib.metadata.distribution("simple-icd-10-cm")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("needs simple-icd-10-cm: pip install 'laconic[demo]'")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return icd10cm()


def test_there_are_58698_texts_in_1918_categories(icd: IcdSplit) -> None:
    assert len(icd.train_texts) + len(icd.test_texts) == 58_698
    assert len({*icd.train_labels, *icd.test_labels}) == 1_918


def test_no_category_holds_a_text_twice_whatever_its_case(icd: IcdSplit) -> None:
    labels, texts = icd.train_labels + icd.test_labels, icd.train_texts + icd.test_texts
    pairs = {(label, text.lower()) for label, text in zip(labels, texts, strict=True)}
    assert len(pairs) == 58_698


def test_about_a_fifth_is_for_testing(icd: IcdSplit) -> None:
    assert len(icd.test_texts) / 58_698 == pytest.approx(0.2, abs=0.01)


def test_no_six_characters_of_a_code_stand_on_both_sides(icd: IcdSplit) -> None:
    train, test = ({name.split("/")[0][:6] for name in ids} for ids in (icd.train_ids, icd.test_ids))
    assert not train & test


def test_ids_are_unique_and_begin_with_the_category(icd: IcdSplit) -> None:
    ids, labels = icd.train_ids + icd.test_ids, icd.train_labels + icd.test_labels
    assert len(set(ids)) == len(ids)
    assert all(name.startswith(label) for name, label in zip(ids, labels, strict=True))


def test_every_category_has_a_title(icd: IcdSplit) -> None:
    assert set(icd.titles) == {*icd.train_labels, *icd.test_labels}
    assert icd.titles["E11"] == "Type 2 diabetes mellitus"
    assert "Congenital rubella pneumonitis" in icd.train_texts + icd.test_texts  # an inclusion term of P35.0


def test_the_package_itself_is_not_imported(icd: IcdSplit) -> None:
    assert "simple_icd_10_cm" not in sys.modules


def test_a_missing_package_is_told_with_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> importlib.metadata.Distribution:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "distribution", missing)
    with pytest.raises(LaconicError, match=r"pip install 'laconic\[demo\]'"):
        icd10cm()


class FakePackage:
    def __init__(self, folder: Path, version: str) -> None:
        self.folder, self.version = folder, version

    def locate_file(self, name: str) -> Path:
        return self.folder / Path(name).name


def test_another_version_is_refused_by_its_number(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(importlib.metadata, "distribution", lambda name: FakePackage(tmp_path, "9.9"))
    with pytest.raises(LaconicError, match=r"9\.9 is installed.*1\.5\.0.*laconic\[demo\]"):
        icd10cm()


@pytest.mark.parametrize("content", [None, b"", b"<a><b></a>", b"\xff\xfe\x00"])
def test_a_damaged_data_file_is_told_by_its_path(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes | None
) -> None:
    monkeypatch.setattr(importlib.metadata, "distribution", lambda name: FakePackage(tmp_path, "1.5.0"))
    if content is not None:
        (tmp_path / "icd10c-tabular-April-1-2026.xml").write_bytes(content)
    with pytest.raises(DataError, match=r"icd10c-tabular.*--force-reinstall"):
        icd10cm()
