"""After training: functions from a model to a smaller or better model, each recorded in the model's provenance."""

from .chain import Refinement, chain
from .threshold import Threshold, threshold

__all__ = ["Refinement", "Threshold", "chain", "threshold"]
