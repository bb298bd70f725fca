"""Laconic: compact linear models for text with very many classes.

Names are loaded when first asked for (PEP 562), so that `import laconic` costs little more than numpy.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .data import Dataset, Labels
    from .linear import L2
    from .model import LinearModel
    from .training import TrainSpec, train

__version__ = "0.1.0"

_HOMES = {
    "Dataset": "data",
    "L2": "linear",
    "Labels": "data",
    "LinearModel": "model",
    "TrainSpec": "training",
    "train": "training",
}
__all__ = ["L2", "Dataset", "Labels", "LinearModel", "TrainSpec", "__version__", "train"]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'laconic' has no attribute {name!r}")
    return getattr(importlib.import_module(f"laconic.{home}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
