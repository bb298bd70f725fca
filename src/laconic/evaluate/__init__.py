"""How good a model is on a labelled data set. Not here: the measures themselves (metrics.py), printing (cli/)."""

from .evaluation import Evaluation, evaluate

__all__ = ["Evaluation", "evaluate"]
