"""Shared fixtures. Data sets that are not part of the project are found here, or the test skips with the reason."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from laconic import _kernels
from laconic.kernels import KERNELS

# A job in the background of a script ignores Ctrl-C and passes that on; the commands under test must hear theirs.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real data sets beside the checkout (or LACONIC_DATA)."""
    folder = Path(os.environ.get("LACONIC_DATA", Path(__file__).parents[2] / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"needs the real data sets in {folder}; set LACONIC_DATA to their folder")
    return folder


@pytest.fixture(params=KERNELS)
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each instruction set in turn that this CPU has; the one in use before is in use again afterwards."""
    before = _kernels.kernel()
    if not _kernels.use_kernel(request.param):
        pytest.skip(f"this CPU has no {request.param}")
    yield request.param
    _kernels.use_kernel(before)
