"""The examples run, each alone, and say something; the twelve lines of the README do what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("[0-9]*.py"))


def run(code: list[str], folder: Path) -> str:
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [sys.executable, *code], cwd=folder, capture_output=True, text=True, check=False, timeout=120, env=env
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_the_example_runs_in_an_empty_folder_and_says_something(path: Path, tmp_path: Path) -> None:
    assert run(["-W", "error", str(path)], tmp_path).strip()


def test_examples_are_numbered_without_a_gap() -> None:
    assert [int(path.name[:2]) for path in EXAMPLES] == list(range(1, len(EXAMPLES) + 1))


def test_the_lines_of_the_readme_run(tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        run(["-W", "error", "-c", block], tmp_path)
