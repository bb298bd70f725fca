"""What a number was measured on: processor, load, versions, commit; and which peers are there.

Peers that can live beside laconic are the extra `[peers]`; PECOS wants an old numpy and has an environment of its own,
whose Python LACONIC_PECOS_PYTHON names (`make peers` makes both).
"""

from __future__ import annotations

import os
import platform
import subprocess
from importlib import metadata, util
from pathlib import Path

from laconic import _kernels

HERE = Path(__file__).parent
PEERS = ("numpy", "scipy", "scikit-learn", "liblinear-official")
WAY_OUT = "make peers"


def processor() -> str:
    """Its name."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def load() -> str:
    """The mean number of running programs in the last minute: the benchmark itself is one of them."""
    return f"{os.getloadavg()[0]:.1f}"


def versions() -> str:
    """Of Python, ours, and the peers that are installed."""
    found = [f"Python {platform.python_version()}", f"laconic {metadata.version('laconic')}"]
    for name in PEERS:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    return f"{', '.join(found)}; kernels {_kernels.kernel()}"


def commit() -> str:
    """The commit measured, with a plus where files differ from it."""
    try:
        done = subprocess.run(
            ["git", "describe", "--always", "--dirty=+", "--exclude=*"], cwd=HERE, capture_output=True, text=True
        )
    except OSError:
        return "unknown"
    return done.stdout.strip() or "unknown"


def has_liblinear() -> bool:
    """Whether the package liblinear-official is installed."""
    return util.find_spec("liblinear") is not None


def pecos_python() -> Path | None:
    """The Python that has PECOS, or None."""
    path = Path(os.environ.get("LACONIC_PECOS_PYTHON", HERE.parent / ".venv" / "pecos" / "bin" / "python"))
    return path if path.exists() else None
