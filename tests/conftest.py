"""Shared fixtures. Data sets that are not part of the project are found here, or the test skips with the reason."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real data sets beside the checkout (or LACONIC_DATA)."""
    folder = Path(os.environ.get("LACONIC_DATA", Path(__file__).parents[2] / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"needs the real data sets in {folder}; set LACONIC_DATA to their folder")
    return folder
