"""Commands in odd surroundings: closed streams, a locale without letters, outputs that are inputs, absurd numbers."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from cli_support import LACONIC, laconic

ROWS = [
    {"text": "сварщик Bäcker", "label": "сварка"},
    {"text": "сварщик труб", "label": "сварка"},
    {"text": "Bäcker Brot", "label": "Brot"},
]
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("odd") / "data.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS * 4), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def model(data: Path) -> Path:
    path = data.with_name("m.laconic")
    assert laconic("train", data, "-o", path).returncode == 0
    return path


@pytest.mark.parametrize(("closed", "answers"), [("<&-", 12), (">&-", 0), ("2>&-", 12), ("<&- >&- 2>&-", 0)])
def test_a_closed_stream_is_as_good_as_dev_null(closed: str, answers: int, model: Path, data: Path) -> None:
    words = " ".join(map(str, [*LACONIC, "predict", model, data, closed]))
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, timeout=60)
    assert (done.returncode, len(done.stdout.splitlines()), done.stderr) == (0, answers, "")


def test_a_locale_without_letters_changes_no_explanation(model: Path) -> None:
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))}
    for words, text in (["сварщик Bäcker"], ""), (["-"], "сварщик Bäcker"):
        command = [*map(str, LACONIC), "explain", str(model), *words, "--label", "сварка", "--json"]
        shown = [
            subprocess.run(command, input=text.encode(), capture_output=True, env=plain | env, timeout=60)
            for env in (ASCII, {"PYTHONUTF8": "1"})
        ]
        assert shown[0].returncode == 0, shown[0].stderr
        assert shown[0].stdout == shown[1].stdout
        assert json.loads(shown[0].stdout)[0]["terms"]


def test_text_from_stdin_that_is_no_utf8_is_explained_as_far_as_it_goes(model: Path) -> None:
    done = laconic("explain", model, "-", stdin=b"\xff Brot", env={**os.environ, "PYTHONUTF8": "1"})
    assert done.returncode == 0, done.stderr
    assert "brot" in done.stdout


def test_no_command_writes_over_what_it_reads(model: Path, data: Path) -> None:
    before = model.read_bytes(), data.read_bytes()
    for words in (
        ["train", data, "-o", data],
        ["predict", model, data, "-o", data],
        ["predict", model, data, "-o", model],
        ["evaluate", model, data, "--per-class", model],
    ):
        done = laconic(*words)
        assert done.returncode == 2
        assert "give the output another name" in done.stderr
    assert (model.read_bytes(), data.read_bytes()) == before


@pytest.mark.parametrize("options", [["-t", "nan"], ["-j", "99999999999999999999"]])
def test_an_absurd_number_is_refused_at_once(options: list[str], model: Path, data: Path) -> None:
    assert laconic("predict", model, data, *options).returncode == 2


def test_rows_without_labels_are_told_with_the_option_that_names_them(model: Path, data: Path, tmp_path: Path) -> None:
    for words in (["train", data, "-o", tmp_path / "m"], ["evaluate", model, data]):
        done = laconic(*words, "--label-field", "nosuch")
        assert done.returncode == 1
        assert str(data) in done.stderr and "--label-field" in done.stderr
