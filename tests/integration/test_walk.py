"""The whole walk from the command line: train on text, evaluate, predict, shrink, explain; files, pipes and misuse."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cli_support import LACONIC, laconic
from laconic import cli
from laconic.datasets import TextSplit, tiny
from laconic.store import open_model

SPLIT: TextSplit = tiny()


def jsonl(texts: Sequence[str], labels: Sequence[str], **fields: str) -> str:
    name = {"text": "text", "label": "label", "id": "id"} | fields
    rows = enumerate(zip(texts, labels, strict=True))
    return "".join(
        json.dumps({name["id"]: f"n{i}", name["text"]: text, name["label"]: label}) + "\n" for i, (text, label) in rows
    )


TRAIN = jsonl(SPLIT.train_texts, SPLIT.train_labels)
TEST = jsonl(SPLIT.test_texts, SPLIT.test_labels)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """train.jsonl, test.jsonl and the model jobs.laconic."""
    folder = tmp_path_factory.mktemp("walk")
    (folder / "train.jsonl").write_text(TRAIN)
    (folder / "test.jsonl").write_text(TEST)
    done = laconic("train", folder / "train.jsonl", "-o", folder / "jobs.laconic")
    assert done.returncode == 0, done.stderr
    assert "12 classes" in done.stderr
    assert "12 of 12 classes certified" in done.stderr
    return folder


def test_a_model_learned_by_command_is_good_and_knows_how_it_was_made(folder: Path) -> None:
    done = laconic("evaluate", folder / "jobs.laconic", folder / "test.jsonl", "--json")
    found = json.loads(done.stdout)
    assert found["accuracy"] > 0.7
    assert found["rows"] == 60
    spec = open_model(folder / "jobs.laconic").provenance.spec
    assert (spec["method"], spec["penalty"]) == ("l2", {"name": "l2", "C": 1.0})


def test_ids_come_back_with_the_answers(folder: Path) -> None:
    done = laconic("predict", folder / "jobs.laconic", stdin=TEST)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [f"n{i}" for i in range(60)]
    right = [answer["labels"] == [label] for answer, label in zip(answers, SPLIT.test_labels, strict=True)]
    assert sum(right) > 42


def test_training_gives_the_same_file_from_a_pipe_a_packed_file_and_with_any_jobs(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "train.jsonl.gz").write_bytes(gzip.compress(TRAIN.encode()))
    laconic("train", tmp_path / "train.jsonl.gz", "-o", tmp_path / "a.laconic", "-j", "1")
    laconic("train", "-", "-o", tmp_path / "b.laconic", "-j", "3", stdin=TRAIN)
    whole = (folder / "jobs.laconic").read_bytes()
    assert (tmp_path / "a.laconic").read_bytes() == whole
    assert (tmp_path / "b.laconic").read_bytes() == whole


def test_a_model_goes_through_a_pipe(folder: Path, tmp_path: Path) -> None:
    command = " ".join(f"'{word}'" for word in LACONIC)
    script = f"{command} train - -o - < '{folder}/train.jsonl' > m.laconic && {command} shrink m.laconic -o - --share 1"
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, check=True)
    assert (tmp_path / "m.laconic").read_bytes() == (folder / "jobs.laconic").read_bytes()
    assert len(done.stdout) > 1000
    assert [path.name for path in tmp_path.iterdir()] == ["m.laconic"]


def test_options_reach_the_model(tmp_path: Path) -> None:
    (tmp_path / "stop.txt").write_text("the\nwho\n")
    words = ["train", "-", "-o", "m.laconic", "-C", "2", "--no-bias", "--keep-all", "--seed", "7", "--tolerance", "0.1"]
    words += ["--text", "words+c", "--ngrams", "2", "--suffixes", "3-5", "--strip-accents", "--stop-words", "stop.txt"]
    words += ["--stemmer", "porter", "--min-df", "3", "--min-tf", "4", "--strip-headers", "--weighting", "tfidf"]
    words += ["--no-sublinear", "--idf-power", "0.5", "--text-field", "words", "--label-field", "trade"]
    rows = jsonl(SPLIT.train_texts, SPLIT.train_labels, text="words", label="trade")
    done = laconic(*words, stdin=rows, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    model = open_model(tmp_path / "m.laconic")
    spec: Any = model.provenance.spec
    assert (spec["penalty"]["C"], spec["bias"], spec["cut"], spec["seed"]) == (2, 0, 0, 7)
    assert spec["solver"]["tolerance"] == 0.1
    assert model.pipeline is not None and model.pipeline.text is not None
    text = model.pipeline.text
    assert (text.ngrams, text.prefixes, text.suffixes, text.chars) == (2, None, (3, 5), (3, 5))
    assert (text.strip_accents, text.strip_headers, text.stop_words) == (True, True, ("the", "who"))
    assert (text.stemmer, text.min_df, text.min_tf) == ("porter", 3, 4)
    weighting = model.pipeline.weighting
    assert (weighting.kind, weighting.sublinear, weighting.idf_power) == ("tfidf", False, 0.5)


def test_an_ignored_index_is_learned_from_by_nobody(tmp_path: Path) -> None:
    """Feature 0 alone tells the classes apart; without it they are the same."""
    rows = "a 0:1 1:1\nb 0:2 1:1\n" * 10
    laconic("train", "-", "-o", tmp_path / "m.laconic", "--ignore-index", "0", "--weighting", "none", stdin=rows)
    done = laconic("predict", tmp_path / "m.laconic", "-k", "2", stdin="0:1 1:1\n0:2 1:1\n0:99 1:1\n")
    first, *others = [json.loads(line)["scores"] for line in done.stdout.splitlines()]
    assert others == [first, first]


def test_explain_adds_up_over_the_words(folder: Path) -> None:
    done = laconic("explain", folder / "jobs.laconic", "repairs", "old", "clocks", "--json")
    (found,) = json.loads(done.stdout)
    assert found["label"] == "watchmaker"
    assert sum(word["share"] for word in found["words"]) + found["bias"] == pytest.approx(found["score"], abs=1e-5)
    assert found["words"][0]["word"] == "clocks"
    assert "clocks" in laconic("explain", folder / "jobs.laconic", "-", stdin="repairs old clocks").stdout


def test_predict_by_a_shrunken_model_works_on_text(folder: Path, tmp_path: Path) -> None:
    laconic("shrink", folder / "jobs.laconic", "-o", tmp_path / "s.laconic", "--share", "0.5")
    done = laconic("evaluate", tmp_path / "s.laconic", folder / "test.jsonl", "--json")
    assert json.loads(done.stdout)["accuracy"] > 0.6


def test_labels_with_lone_surrogates_come_through(tmp_path: Path) -> None:
    rows = '{"text":"alpha","label":"x\\ud800"}\n{"text":"gamma","label":"y"}\n'
    assert laconic("train", "-", "-o", tmp_path / "m.laconic", "--min-df", "1", stdin=rows).returncode == 0
    done = laconic("predict", tmp_path / "m.laconic", stdin='{"text":"alpha"}\n{"text":"gamma"}\n')
    assert [json.loads(line)["labels"] for line in done.stdout.splitlines()] == [["x\ud800"], ["y"]]
    assert laconic("explain", tmp_path / "m.laconic", "alpha").stdout.startswith("x\\ud800  +")


@pytest.mark.slow
def test_a_real_file_with_a_document_number_as_feature_0(shared_data: Path, tmp_path: Path) -> None:
    task = shared_data / "lshtc-small" / "task2"
    done = laconic("train", task / "train.txt.xz", "-o", tmp_path / "m.laconic", "--ignore-index", "0")
    assert done.returncode == 0, done.stderr
    assert "1,139 of 1,139 classes certified" in done.stderr
    pipeline = open_model(tmp_path / "m.laconic").pipeline
    assert pipeline is not None
    assert pipeline.feature_name(0) != "0"  # the smallest index that training met
    found = json.loads(laconic("evaluate", tmp_path / "m.laconic", task / "test.txt.xz", "--json").stdout)
    assert found["accuracy"] > 0.35


MISUSE: dict[str, tuple[list[str], str, int]] = {
    "C below 0": (["-C", "-1"], TRAIN, 2),
    "C that is no number": (["-C", "nan"], TRAIN, 2),
    "an unknown method": (["--method", "magic"], TRAIN, 2),
    "an unknown preset": (["--text", "wrods"], TRAIN, 2),
    "an unknown language": (["--stop-words", "klingon"], TRAIN, 2),
    "an unknown stemmer": (["--stemmer", "klingon"], TRAIN, 2),
    "an unknown format": (["--format", "docx"], TRAIN, 2),
    "prefixes upside down": (["--prefixes", "7-3"], TRAIN, 2),
    "prefixes that are no range": (["--prefixes", "many"], TRAIN, 2),
    "a negative index to ignore": (["--ignore-index", "-1"], TRAIN, 2),
    "an index to ignore in texts": (["--ignore-index", "0"], TRAIN, 1),
    "nothing": ([], "", 1),
    "no labels": ([], '{"text": "bread"}\n' * 3, 1),
    "a field that is not there": (["--text-field", "body"], TRAIN, 1),
    "not JSON": ([], TRAIN + "{oops\n", 1),
}


@pytest.mark.parametrize("name", MISUSE)
def test_misuse_is_told_in_words_and_leaves_no_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options, data, code = MISUSE[name]
    (tmp_path / "in.jsonl").write_text(data)
    assert cli.main(["train", str(tmp_path / "in.jsonl"), "-o", str(tmp_path / "m.laconic"), *options]) == code
    told = capsys.readouterr().err
    assert told.strip() and "Traceback" not in told and "bug in Laconic" not in told
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


def test_training_without_a_feature_left_is_told(tmp_path: Path) -> None:
    done = laconic("train", "-", "-o", tmp_path / "m.laconic", "--min-df", "100000", stdin=TRAIN)
    assert done.returncode == 0
    assert "no feature is left" in done.stderr


def test_a_place_that_cannot_be_written_is_told_before_a_byte_is_read(tmp_path: Path) -> None:
    for output, words in ((tmp_path / "no" / "m.laconic", "the folder does not exist"), (tmp_path, "is a folder")):
        done = laconic("train", tmp_path / "nowhere.jsonl", "-o", output)
        assert done.returncode == 1
        assert words in done.stderr


def test_ctrl_c_while_training_ends_within_seconds_with_130(tmp_path: Path) -> None:
    """6,000 classes whose words say nothing of them: work for many seconds, all of it inside the kernel."""
    rows = (f'{{"text": "w{i % 9973} v{i % 8191} u{i % 331}", "label": "{i % 6007}"}}\n' for i in range(60_000))
    (tmp_path / "in.jsonl").write_text("".join(rows))
    options = ["--tolerance", "1e-5", "-C", "100", "-j", "1", "--text", "words+2+p"]
    process = subprocess.Popen(
        [*LACONIC, "train", str(tmp_path / "in.jsonl"), "-o", str(tmp_path / "m.laconic"), *options],
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    assert process.stderr.readline().startswith(b"train: "), "training ended before it could be interrupted"
    start = time.monotonic()
    os.kill(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert time.monotonic() - start < 5
    assert process.returncode == 130
    assert b"laconic: interrupted" in told and b"Traceback" not in told
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]
