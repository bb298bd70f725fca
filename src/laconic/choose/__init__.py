"""What a training does when it is not told: features, weighting, C and cut, by a look at the data.

A sample of rows and classes is learned from in a few ways and asked about the rows held out; `search` has the rules.
"""

from .asked import SHAPES, Asked
from .choice import Choice, choose
from .learn import train_source, train_texts

__all__ = ["SHAPES", "Asked", "Choice", "choose", "train_source", "train_texts"]
