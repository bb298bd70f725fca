"""Files are there whole or not at all, whatever goes wrong while they are written."""

from __future__ import annotations

import os
import re
import resource
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from forge import good_file, small_model

from laconic import store
from laconic.errors import ModelFileError
from laconic.store.atomic import MARK, atomic_writer


def test_while_writing_the_old_file_is_still_there(tmp_path: Path) -> None:
    path = tmp_path / "m.laconic"
    path.write_bytes(b"old")
    with atomic_writer(path) as file:
        file.write(b"new")
        names = sorted(p.name for p in tmp_path.iterdir())
        assert names[0] == "m.laconic"
        assert re.fullmatch(r"m\.laconic\.unfinished-[0-9a-f]{8}", names[1])
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert [p.name for p in tmp_path.iterdir()] == ["m.laconic"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit, OSError])
def test_whatever_fails_nothing_is_left_behind(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "m.laconic"
    path.write_bytes(b"old")
    with pytest.raises((error, ModelFileError)), atomic_writer(path) as file:
        file.write(b"half")
        raise error
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["m.laconic"]


LIMITED = """
import resource, signal, sys
sys.path.insert(0, sys.argv[2])
from forge import small_model
from laconic import store
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    store.save(small_model(), sys.argv[1])
except store.ModelFileError as error:
    sys.exit(str(error))
"""


def test_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = good_file(tmp_path)
    before = path.read_bytes()

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ModelFileError, match="cannot be written: no space left; free some"):
        store.save(small_model(), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_limit_on_the_size_of_files(tmp_path: Path) -> None:
    script = LIMITED.replace("store.ModelFileError", "Exception")
    command = [sys.executable, "-c", script, str(tmp_path / "m.laconic"), str(Path(__file__).parent)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert "m.laconic: cannot be written: the file would be larger than is allowed here" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 1000


SLOW = """
import sys, time
from laconic.store import atomic_writer
with atomic_writer(sys.argv[1]) as file:
    file.write(b"half"); file.flush(); print("now", flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("kill", [signal.SIGINT, signal.SIGKILL])
def test_a_signal_in_the_middle(tmp_path: Path, kill: signal.Signals) -> None:
    path = tmp_path / "m.laconic"
    path.write_bytes(b"old")
    with subprocess.Popen(
        [sys.executable, "-c", SLOW, str(path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"now\n"
        child.send_signal(kill)
        child.wait(20)
    assert path.read_bytes() == b"old"
    left = [p.name for p in tmp_path.iterdir() if p != path]
    assert len(left) == (1 if kill == signal.SIGKILL else 0)
    assert all(name.startswith(f"m.laconic{MARK}") for name in left)


def test_permissions_follow_the_umask_and_stay_those_of_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "m.laconic"
    old = os.umask(0o027)
    try:
        store.save(small_model(), path)
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o604)
        store.save(small_model(), path)
        assert stat.S_IMODE(path.stat().st_mode) == 0o604
    finally:
        os.umask(old)


def test_a_symbolic_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "link.laconic"
    link.symlink_to("there/m.laconic")
    store.save(small_model(), link)
    assert link.is_symlink()
    assert (tmp_path / "there" / "m.laconic").is_file()
    store.verify(link)


def test_what_must_not_be_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, words in ((tmp_path, "is a folder"), (tmp_path / "pipe", "plain file"), ("/dev/null", "plain file")):
        with pytest.raises(ModelFileError, match=words):
            store.save(small_model(), path)
    assert not Path("/dev/null").is_file()


def test_places_where_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good_file(tmp_path)
    for name, words in (
        ("nowhere/m.laconic", "the folder does not exist"),
        ("good.laconic/m.laconic", "not a folder"),
        ("a\0b", "null byte|null character"),
        ("x" * 300, "too long"),
    ):
        with pytest.raises(ModelFileError, match=f"cannot be written: .*({words})"):
            store.save(small_model(), f"{tmp_path}/{name}")

    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", denied)  # root may write everywhere, so the refusal is played
    with pytest.raises(ModelFileError, match="no permission to write here"):
        store.save(small_model(), tmp_path / "m.laconic")


def test_the_longest_name_a_file_can_have(tmp_path: Path) -> None:
    path = tmp_path / ("ü" * 127)
    store.save(small_model(), path)
    assert store.verify(path).n_arrays == 6


def test_two_writers_at_once_leave_one_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "m.laconic"
    with atomic_writer(path) as first, atomic_writer(path) as second:
        first.write(b"first")
        second.write(b"second")
    assert path.read_bytes() == b"first"
    assert time.time() - path.stat().st_mtime < 60
