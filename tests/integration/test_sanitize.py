"""Builds cpp/tests under the address and undefined-behaviour sanitizers and lets them run."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def tool(name: str) -> str:
    """From beside this Python (cmake and ninja come from PyPI), else from the path."""
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if found is None:
        pytest.skip(f"needs {name}: pip install cmake ninja, apt-get install g++")
    return found


@pytest.mark.slow
def test_the_kernels_stand_random_bytes_under_the_sanitizers(tmp_path: Path) -> None:
    cmake, ninja = tool("cmake"), tool("ninja")
    tool("g++")
    options = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}", "-DLACONIC_SANITIZE=ON"]
    subprocess.run([cmake, "-S", ROOT, "-B", tmp_path, *options], check=True, capture_output=True)
    subprocess.run([cmake, "--build", tmp_path], check=True, capture_output=True)
    ran = subprocess.run([tmp_path / "laconic_hammer", "5000"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "nothing found" in ran.stdout
