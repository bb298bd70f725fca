"""inspect, shrink and explain, on a small model of vectors that is made by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli_support import laconic, save_by_hand
from laconic import cli
from laconic.store import open_model


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return save_by_hand(tmp_path / "m.laconic")


def test_inspect_tells_size_sparsity_and_origin(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["inspect", str(path), "--label", "日本", "--verify"]) == 0
    out, err = capsys.readouterr()
    assert "6 not zero, 50.000% of classes x features" in out
    assert "C 1.0, bias yes" in out
    assert "日本: 3 terms, bias +0.000\n    +1.000  2\n    -0.250  0\n    +0.062  3" in out
    assert "all checksums agree" in err


def test_inspect_as_json_holds_the_same(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["inspect", str(path), "--json", "--label", "baker"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["nnz"], found["n_classes"], found["classes"][0]["label"]) == (6, 3, "baker")


def test_inspect_verify_refuses_a_flipped_byte(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raw = bytearray(path.read_bytes())
    raw[-70] ^= 1
    path.write_bytes(raw)
    assert cli.main(["inspect", str(path), "--verify"]) == 1
    assert "damaged" in capsys.readouterr().err


def test_an_unknown_label_is_told_and_ends_with_2(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for verb in (["inspect", str(path)], ["explain", str(path), "0:1"]):
        assert cli.main([*verb, "--label", "nobody"]) == 2
        assert "'nobody'" in capsys.readouterr().err


def test_explain_shows_shares_that_add_up_to_the_score(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["explain", str(path), "0:2", "2:3", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["label"] == "日本"
    assert found["bias"] + found["rest"] + sum(term["share"] for term in found["terms"]) == found["score"] == 2.5


def test_explain_through_a_pipe_has_no_bars_and_on_a_terminal_it_has(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.main(["explain", str(path), "0:2 2:3"]) == 0
    assert (
        capsys.readouterr().out == "日本  +2.500\n  2            +3.000\n  0            -0.500\n  (constant)   +0.000\n"
    )
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert cli.main(["explain", str(path), "0:2 2:3"]) == 0
    assert "█" * 24 in capsys.readouterr().out


def test_labels_with_control_characters_are_shown_escaped(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["explain", str(path), "1:1"]) == 0
    assert capsys.readouterr().out.startswith("wéld\\x1b[31mer  +1.000")


@pytest.mark.parametrize("row", ["x", "1:", "1:x", "-1:2", "99999999999:1", "1:nan", "0:1 :"])
def test_explain_refuses_what_is_no_row_of_vectors(row: str, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = cli.main(["explain", str(path), "--", row])
    assert (code, "Traceback" in capsys.readouterr().err) == (0 if row == "1:" else 1, False)


def test_shrink_writes_a_smaller_model_and_records_it(path: Path, tmp_path: Path) -> None:
    small = tmp_path / "s.laconic"
    done = laconic("shrink", path, "-o", small, "--threshold", "0.2")
    assert done.returncode == 0, done.stderr
    assert "4 of 6 weights" in done.stderr
    model = open_model(small)
    assert model.nnz == 4
    assert dict(model.provenance.steps[-1])["refine"] == "threshold"
    assert open_model(path).nnz == 6


@pytest.mark.parametrize("options", [[], ["--threshold", "1", "--share", "0.5"], ["--threshold", "-1"]])
def test_shrink_wants_one_sensible_rule(options: list[str], path: Path, tmp_path: Path) -> None:
    done = laconic("shrink", path, "-o", tmp_path / "s.laconic", *options)
    assert done.returncode == 2
    assert sorted(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "content", [b"", b"\0" * 100, b"PK\x03\x04 not a model", b'{"text": "a"}\n' * 100, b"\xff" * 5000]
)
def test_a_file_that_is_no_model_is_refused_by_every_verb(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.laconic"
    path.write_bytes(content)
    for arguments in (["inspect", str(path)], ["explain", str(path), "a"], ["inspect", "--verify", str(path)]):
        assert cli.main(arguments) == 1


def test_a_missing_or_unreadable_model_is_told_in_a_line(tmp_path: Path) -> None:
    for name in (tmp_path / "nothing", tmp_path):
        done = laconic("inspect", name)
        assert done.returncode == 1
        assert str(name) in done.stderr
        assert done.stderr.count("\n") == 1
