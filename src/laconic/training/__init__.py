"""Training: a Dataset and a TrainSpec give a LinearModel, block of labels by block of labels.

The folder is not called train/, because `laconic.train` is the function (docs/decisions).
"""

from .report import Status, TrainReport
from .run import Trained, train, train_with_report
from .spec import TrainSpec

__all__ = ["Status", "TrainReport", "TrainSpec", "Trained", "train", "train_with_report"]
