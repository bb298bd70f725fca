"""Opening a model for a verb."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import LaconicError

if TYPE_CHECKING:
    from ..model import LinearModel
    from ..pipeline import Pipeline


def open_model(path: str) -> tuple[LinearModel, Pipeline]:
    """A model that knows how its rows are made, as every model from `laconic train` does."""
    from ..store import open_model

    model = open_model(path)
    if model.pipeline is None:
        raise LaconicError(f"{path}: this model was saved without its pipeline; use it from Python: laconic.Engine")
    return model, model.pipeline
