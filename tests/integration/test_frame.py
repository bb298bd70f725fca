"""The frame of the command line: exit codes, one-line errors, help, and what is drawn while a command works."""

from __future__ import annotations

import errno
from pathlib import Path

import click
import pytest

from cli_support import laconic
from laconic import cli
from laconic.cli.app import VERBS
from laconic.cli.app import laconic as group
from laconic.cli.terminal import Reporter
from laconic.cli.text import duration, printable, size, table
from laconic.errors import DataError, OptionError
from laconic.events import Notice, Progress


def test_help_lists_every_verb_and_each_verb_has_help_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"  {verb} " in shown for verb in VERBS)
    for verb in VERBS:
        assert cli.main([verb, "--help"]) == 0
        assert f"\n  laconic {verb}" in capsys.readouterr().out


def test_every_file_of_a_verb_is_in_the_table() -> None:
    folder = Path(cli.__file__).parent
    with_command = {path.stem for path in folder.glob("*.py") if "def command(" in path.read_text(encoding="utf-8")}
    assert with_command == set(VERBS)


@pytest.mark.parametrize("arguments", [["nosuch"], ["inspect"], ["inspect", "--nosuch"], ["predict", "m", "-k", "0"]])
def test_a_wrong_command_line_ends_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code = cli.main(arguments)
    assert code == 2
    assert "Traceback" not in capsys.readouterr().err


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    @click.command()
    def command() -> None:
        raise error

    monkeypatch.setattr(group, "get_command", lambda ctx, name: command)


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (DataError("found 'x', expected a number", path="a.txt", line=3), 1, "laconic: a.txt:3: found 'x', expected"),
        (OptionError("C is -1; expected a number above 0"), 2, "laconic: C is -1"),
        (FileNotFoundError(errno.ENOENT, "gone", "a.txt"), 1, "laconic: a.txt: No such file or directory"),
        (OSError(errno.ENOSPC, "full"), 1, "No space left"),
        (MemoryError(), 1, "not enough memory"),
        (ZeroDivisionError("division by zero"), 1, "ZeroDivisionError: division by zero\nthis is a bug in Laconic"),
        (KeyboardInterrupt(), 130, "laconic: interrupted"),
        (click.Abort(), 130, "laconic: interrupted"),
    ],
)
def test_whatever_goes_wrong_is_a_sentence_and_a_code(
    error: BaseException, code: int, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    failing(monkeypatch, error)
    assert cli.main(["anything"]) == code
    told = capsys.readouterr().err
    assert words in told
    assert "Traceback" not in told


@pytest.mark.parametrize(("arguments", "shown"), [(["-v"], True), (["-vq"], True), (["--verbose"], True), ([], False)])
def test_only_verbose_shows_a_traceback(
    arguments: list[str], shown: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(arguments: list[str]) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(cli, "_run", run)
    assert cli.main(["train", *arguments]) == 1
    assert ("Traceback" in capsys.readouterr().err) is shown


def test_an_error_with_lone_surrogates_is_still_told() -> None:
    done = laconic("inspect", b"no\xff\xfesuch".decode("utf-8", "surrogateescape"))
    assert done.returncode == 1
    assert "no" in done.stderr


class Clock:
    """A clock that the test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr("laconic.cli.terminal.time.monotonic", lambda: self.now)

    def wait(self, seconds: float) -> None:
        self.now += seconds


def test_a_log_sees_a_line_after_a_second_and_then_every_ten(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock(monkeypatch)
    with Reporter(terminal=False) as report:
        for done in range(0, 22, 2):
            report(Progress("train", done, 22, "classes"))
            clock.wait(0.9 if done == 0 else 3)
        report(Progress("save", 10**6, 4 * 10**6, "bytes"))
    assert capsys.readouterr().err.splitlines() == [
        "train: 4 of 22 classes",
        "train: 12 of 22 classes",
        "train: 20 of 22 classes",
    ]


def test_a_stage_that_is_silent_at_first_is_counted_from_the_end_of_the_one_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock(monkeypatch)
    with Reporter(terminal=False) as report:
        clock.wait(5)
        report(Progress("reading", 12 * 10**6, 40 * 10**6, "bytes"))
    assert capsys.readouterr().err == "reading: 12 MB of 40 MB\n"


def test_a_terminal_sees_a_bar_that_is_gone_when_its_stage_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock(monkeypatch)
    with Reporter(terminal=True) as report:
        clock.wait(2)
        report(Progress("train", 1, 20, "classes"))
        clock.wait(2)
        report(Progress("train", 20, 20, "classes"))
        drawn = capsys.readouterr().err
        report(Notice("something to know"))
        assert capsys.readouterr().err == "something to know\n"
    assert "20 of 20 classes" in drawn
    assert drawn.endswith("\x1b[2K")  # the line is wiped


def test_short_work_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with Reporter(terminal=False) as report:
        report(Progress("training", 0, 20))
        report(Progress("training", 20, 20))
    assert capsys.readouterr().err == ""


def test_quiet_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with Reporter(quiet=True) as report:
        report.say("something")
    assert capsys.readouterr().err == ""


def test_tables_align_wide_and_combining_characters() -> None:
    lines = table([("word", "n"), ("日本", "1"), ("e\u0301te\u0301", "10")]).split("\n")
    assert lines == ["word   n", "--------", "日本   1", "e\u0301te\u0301   10"]


def test_labels_cannot_steer_the_terminal() -> None:
    assert printable("a\x1b[31mb\n\ud800") == "a\\x1b[31mb\\n\\ud800"


@pytest.mark.parametrize(
    ("value", "words"), [(812, "812 B"), (4_200, "4.2 kB"), (17_000_000, "17 MB"), (2.5e9, "2.5 GB"), (5e12, "5000 GB")]
)
def test_sizes_have_fitting_units(value: float, words: str) -> None:
    assert size(value) == words


@pytest.mark.parametrize(("value", "words"), [(35e-6, "35 us"), (0.0012, "1.2 ms"), (4, "4.0 s"), (200, "3 min 20 s")])
def test_times_have_fitting_units(value: float, words: str) -> None:
    assert duration(value) == words


def test_python_dash_m_laconic_works_from_any_folder(tmp_path: Path) -> None:
    done = laconic("--version", cwd=tmp_path)
    assert done.stdout.startswith("laconic ")
