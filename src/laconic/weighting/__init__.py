"""From counts to weights: tf-idf, binary rows of unit length, or the values as they are."""

from .weighting import Kind, Weighting

__all__ = ["Kind", "Weighting"]
