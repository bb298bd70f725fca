"""From what a user has (texts, vectors) to the rows a model scores: learned once, kept in the model."""

from .choice import WeightingChoice
from .learn import fit_dataset, fit_texts, fit_vectors, read_texts
from .pipeline import Pipeline
from .reading import DatasetWithIds, read_dataset, read_rows

__all__ = [
    "DatasetWithIds",
    "Pipeline",
    "WeightingChoice",
    "fit_dataset",
    "fit_texts",
    "fit_vectors",
    "read_dataset",
    "read_rows",
    "read_texts",
]
