"""From what a user has (texts, vectors) to the rows a model scores: learned once, kept in the model."""

from .choice import WeightingChoice
from .pipeline import Pipeline
from .reading import DatasetWithIds, fit_dataset, read_dataset, read_rows

__all__ = ["DatasetWithIds", "Pipeline", "WeightingChoice", "fit_dataset", "read_dataset", "read_rows"]
