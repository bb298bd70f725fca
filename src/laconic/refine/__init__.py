"""After training: functions from a model to a smaller or better model, each recorded in the model's provenance."""

from .chain import Refinement, chain
from .threshold import Threshold, threshold
from .unused import DropUnused, drop_unused

__all__ = ["DropUnused", "Refinement", "Threshold", "chain", "drop_unused", "threshold"]
