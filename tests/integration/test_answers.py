"""predict and evaluate on files and pipes, with a small model of vectors made by hand."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from cli_support import LABELS, LACONIC, laconic, save_by_hand
from laconic import cli

BAKER, WELDER, JAPAN = LABELS
ROWS = "baker 0:2\nnobody 1:3\n日本 2:2 9:5\n\n0:1 2:-1 # no label\n"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return save_by_hand(tmp_path / "m.laconic")


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "rows.txt"
    path.write_text(ROWS, encoding="utf-8")
    return path


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_predict_answers_in_order_with_line_numbers(model: Path, rows: Path) -> None:
    done = laconic("predict", model, rows)
    assert done.returncode == 0, done.stderr
    assert lines(done.stdout) == [
        {"line": 1, "labels": [BAKER], "scores": [1.5]},
        {"line": 2, "labels": [WELDER], "scores": [5.0]},
        {"line": 3, "labels": [JAPAN], "scores": [2.0]},
        {"line": 5, "labels": [BAKER], "scores": [1.125]},
    ]


def test_predict_reads_stdin_and_writes_a_whole_file(model: Path, tmp_path: Path) -> None:
    out = tmp_path / "answers.jsonl"
    done = laconic("predict", model, "-", "-k", "2", "-o", out, stdin=ROWS)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert lines(out.read_text())[0] == {"line": 1, "labels": [BAKER, JAPAN], "scores": [1.5, -0.5]}


@pytest.mark.parametrize("verb", ["predict", "evaluate"])
def test_features_unknown_to_the_model_are_ignored_and_said_once(verb: str, model: Path, tmp_path: Path) -> None:
    known, more = tmp_path / "known.txt", tmp_path / "more.txt"
    known.write_text("baker 0:2 1:0.5\n" * 3)
    more.write_text("baker 0:2 1:0.5 9:5\n" * 3)
    before, after = laconic(verb, model, known), laconic(verb, model, more)
    assert (before.returncode, after.returncode) == (0, 0)
    assert verb == "evaluate" or after.stdout == before.stdout  # evaluate prints how long it took
    assert after.stderr.count("features the model does not know") == 1
    assert "does not know" not in before.stderr


def test_the_environment_forces_the_kernel_of_a_command(model: Path, rows: Path) -> None:
    plain = laconic("predict", model, rows)
    forced = laconic("predict", model, rows, env=os.environ | {"LACONIC_KERNEL": "baseline"})
    refused = laconic("predict", model, rows, env=os.environ | {"LACONIC_KERNEL": "sse9"})
    assert (forced.returncode, forced.stdout) == (0, plain.stdout)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "LACONIC_KERNEL is 'sse9'" in refused.stderr


def test_a_packed_stdin_is_unpacked(model: Path) -> None:
    done = laconic("predict", model, stdin=gzip.compress(ROWS.encode()))
    assert len(lines(done.stdout)) == 4


def test_a_threshold_leaves_only_labels_at_least_so_sure(model: Path, rows: Path) -> None:
    done = laconic("predict", model, rows, "-t", "0")
    assert [row["labels"] for row in lines(done.stdout)] == [[BAKER], [WELDER, BAKER, JAPAN], [JAPAN, BAKER], [BAKER]]
    done = laconic("predict", model, rows, "-t", "0", "-k", "1")
    assert [len(row["labels"]) for row in lines(done.stdout)] == [1, 1, 1, 1]  # type: ignore[arg-type]


def test_many_candidates_are_answered_in_pieces(
    model: Path, rows: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert cli.main(["predict", str(model), str(rows), "-k", "3"]) == 0
    whole = capsysbinary.readouterr().out
    monkeypatch.setattr("laconic.cli.predict.ANSWERS_AT_ONCE", 1)
    assert cli.main(["predict", str(model), str(rows), "-k", "3"]) == 0
    assert capsysbinary.readouterr().out == whole


def test_answers_do_not_depend_on_jobs(model: Path, rows: Path) -> None:
    assert laconic("predict", model, rows, "-j", "1").stdout == laconic("predict", model, rows, "-j", "3").stdout


def test_evaluate_prints_a_table_or_json_and_counts_unknown_labels(model: Path, rows: Path) -> None:
    done = laconic("evaluate", model, rows, "--json", "-q")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["accuracy"] == found["p@1"] == pytest.approx(2 / 3)
    assert found["rows"] == 3
    assert found["labels_unknown_to_the_model"] == 1
    assert {"micro_f1", "macro_f1", "maf"} <= set(found)
    table = laconic("evaluate", model, rows).stdout
    assert "0.6667" in table


def test_evaluate_writes_a_line_for_each_class(model: Path, rows: Path, tmp_path: Path) -> None:
    done = laconic("evaluate", model, rows, "--per-class", tmp_path / "classes.jsonl")
    assert done.returncode == 0, done.stderr
    found = {row["label"]: row for row in lines((tmp_path / "classes.jsonl").read_text())}
    assert set(found) == {*LABELS, "nobody"}
    assert found[BAKER]["f1"] == 1
    assert found["nobody"]["f1"] == 0
    assert lines(laconic("evaluate", model, rows, "--per-class", "-").stdout) == list(found.values())


HOSTILE = {
    "a word for an index": (b"baker x:1\n", 1),
    "a value that is not a number": (b"baker 0:nan\n", 1),
    "an index beyond int32": (b"baker 99999999999:1\n", 1),
    "texts for a model of vectors": (b'{"text": "bread"}\n', 1),
    "a broken JSON object": (b'{"text": "bread"\n', 1),
    "bytes of nothing": (bytes(range(256)) * 20, 1),
    "a cut gzip file": (gzip.compress(ROWS.encode() * 100)[:-30], 1),
    "a line of a megabyte": (b"baker " + b"0:1 " * 250_000 + b"\n", 0),
    "nothing": (b"", 0),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_ends_in_one_line_and_leaves_no_file(name: str, model: Path, tmp_path: Path) -> None:
    content, code = HOSTILE[name]
    done = laconic("predict", model, "-", "-o", tmp_path / "out.jsonl", stdin=content)
    assert done.returncode == code, done.stderr
    if code:
        assert done.stderr.startswith("laconic: ")
        assert done.stderr.count("\n") == 1
        assert sorted(tmp_path.iterdir()) == [model]


def test_a_reader_that_leaves_early_is_no_error(model: Path, tmp_path: Path) -> None:
    many = tmp_path / "many.txt"
    many.write_text("baker 0:2\n" * 300_000)
    command = " ".join(f"'{word}'" for word in [*LACONIC, "predict", str(model), str(many)])
    done = subprocess.run(
        ["bash", "-c", f"{command} | head -n 1; echo ${{PIPESTATUS[0]}}"], capture_output=True, text=True, check=True
    )
    answer, status = done.stdout.splitlines()
    assert json.loads(answer)["line"] == 1
    assert (status, done.stderr) == ("0", "")


def test_a_full_disk_is_told_in_a_line(model: Path, rows: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*LACONIC, "predict", str(model), str(rows)], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_leaves_nothing_half_written(number: int, code: int, model: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    out = folder / "answers.jsonl"
    process = subprocess.Popen(
        [*LACONIC, "predict", str(model), "-", "-o", str(out)], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    process.stdin.write(b"baker 0:2\n" * 500_000)
    process.stdin.flush()
    deadline = time.monotonic() + 20
    while not list(folder.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert list(folder.iterdir()), "the command never began to write"
    start = time.monotonic()
    os.kill(process.pid, number)
    process.wait(timeout=20)
    assert time.monotonic() - start < 5
    assert process.stderr is not None
    told = process.stderr.read().decode()
    process.stderr.close()
    process.stdin.close()
    assert process.returncode == code, told
    assert "Traceback" not in told
    assert list(folder.iterdir()) == []
