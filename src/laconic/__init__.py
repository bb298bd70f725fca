"""Laconic: compact linear models for text with very many classes.

Names are loaded when first asked for (PEP 562), so that `import laconic` costs little more than numpy.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .data import Dataset, Labels
    from .model import LinearModel

__version__ = "0.1.0"

_HOMES = {
    "Dataset": "data",
    "Labels": "data",
    "LinearModel": "model",
}
__all__ = ["Dataset", "Labels", "LinearModel", "__version__"]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'laconic' has no attribute {name!r}")
    return getattr(importlib.import_module(f"laconic.{home}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
