"""Laconic: compact linear models for text with very many classes.

Names are loaded when first asked for (PEP 562), so that `import laconic` costs little more than numpy.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .classifier import TextClassifier, load
    from .data import Dataset, Labels
    from .errors import LaconicError
    from .linear import L2
    from .model import LinearModel
    from .pipeline import WeightingChoice
    from .predict import Engine, TopK
    from .text import TextOptions
    from .training import TrainSpec, train

__version__ = "0.1.0"

_HOMES = {
    "Dataset": "data",
    "Engine": "predict",
    "L2": "linear",
    "Labels": "data",
    "LaconicError": "errors",
    "LinearModel": "model",
    "TextClassifier": "classifier",
    "TextOptions": "text",
    "TopK": "predict",
    "TrainSpec": "training",
    "WeightingChoice": "pipeline",
    "load": "classifier",
    "train": "training",
}
__all__ = [
    "L2",
    "Dataset",
    "Engine",
    "Labels",
    "LaconicError",
    "LinearModel",
    "TextClassifier",
    "TextOptions",
    "TopK",
    "TrainSpec",
    "WeightingChoice",
    "__version__",
    "load",
    "train",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'laconic' has no attribute {name!r}")
    return getattr(importlib.import_module(f"laconic.{home}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
