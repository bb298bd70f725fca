"""From what a user has (texts, vectors) to the rows a model scores: learned once, kept in the model."""

from .choice import WeightingChoice
from .pipeline import Pipeline

__all__ = ["Pipeline", "WeightingChoice"]
