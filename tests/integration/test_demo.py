"""The demo: on a part of the diagnoses in the default run; whole, against the table of the README, in the long one."""

from __future__ import annotations

import dataclasses
import importlib.util
import re
import sys
from pathlib import Path

import pytest

from cli_support import laconic
from laconic import cli, datasets

README = Path(__file__).parents[2] / "README.md"


def test_the_demo_walks_from_texts_to_reasons(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if importlib.util.find_spec("simple_icd_10_cm") is None:
        pytest.skip("the demo's texts come with the extra [demo]")
    whole = datasets.icd10cm()
    part = {
        name: getattr(whole, name)[: 1500 if name.startswith("train") else 300]
        for name in ("train_texts", "train_labels", "train_ids", "test_texts", "test_labels", "test_ids")
    }
    monkeypatch.setattr(datasets, "icd10cm", lambda: dataclasses.replace(whole, **part))
    assert cli.main(["demo", "-o", str(tmp_path), "-q"]) == 0
    out = capsys.readouterr().out
    rows = {
        words[0]: words[1:] for line in out.splitlines() if (words := line.split()) and words[0] in ("full", "small")
    }
    assert 0.3 < float(rows["full"][0]) <= 1
    assert int(rows["small"][3].replace(",", "")) < int(rows["full"][3].replace(",", ""))
    assert out.count("(constant)") == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["full.laconic", "small.laconic"]


def test_without_its_texts_the_demo_says_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = sys.modules["laconic.datasets.icd10cm"]  # its name in the package is the function
    monkeypatch.setattr(module, "PACKAGE", "no-such-package-anywhere")
    assert cli.main(["demo"]) == 1
    assert "pip install 'laconic[demo]'" in capsys.readouterr().err


@pytest.mark.slow
def test_the_table_of_the_readme_is_what_the_demo_prints() -> None:
    """The figures, that is; the times are told to be of one machine."""
    told = {
        row[0]: row[1:5]
        for row in re.findall(r"\| (full|small) \| (.*) \| (.*) \| (.*) \| (.*) \| .* MB", README.read_text())
    }
    out = laconic("demo").stdout
    found = {words[0]: words[1:5] for line in out.splitlines() if (words := line.split()) and words[0] in told}
    assert {name: tuple(row) for name, row in found.items()} == told
