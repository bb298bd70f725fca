"""The set-up: a missing tool is named with the line that installs it; starting costs little; the version is one."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def fake_tool(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.fixture
def bare_path(tmp_path: Path) -> Path:
    """A folder that is the whole PATH: a working python3 and c++, to be broken by the test."""
    fake_tool(tmp_path, "python3", f'exec {sys.executable} "$@"')
    compiler = shutil.which("c++") or shutil.which("g++")
    if compiler is None:
        pytest.skip("needs a C++ compiler")
    # GCC finds its own parts by the path it is called with; as and ld are not needed to check syntax only.
    fake_tool(tmp_path, "c++", f'exec {compiler} "$@"')
    fake_tool(tmp_path, "apt-get", "exit 0")  # what fetches Python.h where there is none
    return tmp_path


def check_tools(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", str(ROOT / "tools" / "check_tools.sh"), *arguments],
        env={"PATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_machine_with_all_tools_passes_in_silence(bare_path: Path) -> None:
    done = check_tools(bare_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_missing_python_is_named(bare_path: Path) -> None:
    (bare_path / "python3").unlink()
    done = check_tools(bare_path)
    assert done.returncode == 1
    assert "no 'python3' found" in done.stderr
    assert "sudo apt install python3 python3-venv" in done.stderr


def test_a_python_that_is_too_old_is_named_with_its_version(bare_path: Path) -> None:
    old = f'case "$*" in *version_info*) exit 1;; *platform*) echo CPython 3.9.2;; *) exec {sys.executable} "$@";; esac'
    fake_tool(bare_path, "python3", old)
    done = check_tools(bare_path)
    assert done.returncode == 1
    assert "CPython 3.9.2" in done.stderr
    assert "3.11" in done.stderr


def test_a_missing_venv_module_is_named(bare_path: Path) -> None:
    broken = f'case "$*" in *ensurepip*) exit 1;; *) exec {sys.executable} "$@";; esac'
    fake_tool(bare_path, "python3", broken)
    done = check_tools(bare_path)
    assert done.returncode == 1
    assert "venv module" in done.stderr
    assert "sudo apt install python3-venv" in done.stderr


def test_a_missing_compiler_is_named(bare_path: Path) -> None:
    (bare_path / "c++").unlink()
    done = check_tools(bare_path)
    assert done.returncode == 1
    assert "no C++ compiler" in done.stderr
    assert "sudo apt install g++" in done.stderr


def test_a_compiler_without_cpp20_is_named(bare_path: Path) -> None:
    fake_tool(bare_path, "c++", "exit 1")
    done = check_tools(bare_path)
    assert done.returncode == 1
    assert "'c++' does not compile C++20" in done.stderr


def test_missing_headers_are_named_where_nothing_can_fetch_them(bare_path: Path) -> None:
    headless = f'case "$*" in *sysconfig*) echo /nowhere;; *) exec {sys.executable} "$@";; esac'
    fake_tool(bare_path, "python3", headless)
    assert check_tools(bare_path).returncode == 0
    (bare_path / "apt-get").unlink()
    done = check_tools(bare_path)
    assert done.returncode == 1
    assert "no Python.h in /nowhere" in done.stderr
    assert "sudo apt install python3-dev" in done.stderr


def test_the_package_and_pyproject_tell_one_version() -> None:
    import laconic

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert laconic.__version__ == project["version"]


def seconds(code: str) -> float:
    """The least of five starts of an interpreter that runs this code: other work on the machine only adds."""

    def once() -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - start

    return min(once() for _ in range(5))


def test_importing_laconic_costs_little_more_than_numpy() -> None:
    ratios = [seconds("import laconic") / seconds("import numpy") for _ in range(3)]
    assert statistics.median(ratios) < 1.3, f"import laconic / import numpy: {ratios}"


def test_help_costs_little_more_than_numpy() -> None:
    code = "import sys; sys.argv = ['laconic', '--help']; from laconic.cli import main; sys.exit(main())"
    ratios = [seconds(code) / seconds("import numpy") for _ in range(3)]
    assert statistics.median(ratios) < 2, f"laconic --help / import numpy: {ratios}"


@pytest.mark.parametrize("start", ["import laconic", "import laconic.cli", "laconic --help"])
def test_nothing_heavy_is_loaded_at_the_start(start: str) -> None:
    code = "from laconic.cli import main; sys.argv = ['laconic', '--help']; main()" if "--help" in start else start
    program = (
        f"import sys\ntry:\n    {code}\nexcept SystemExit: pass\n"
        "heavy = {'scipy', 'sklearn', 'rich', 'matplotlib', 'ray', 'torch', 'pandas', 'simple_icd_10_cm'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env={**os.environ, "COLUMNS": "90"}
    )
    assert done.stderr.strip() == "[]"
