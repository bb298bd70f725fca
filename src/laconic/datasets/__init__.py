"""Data to try things on: made-up sets with the sizes of the papers' (`synthetic`)."""

from .synthetic import synthetic

__all__ = ["synthetic"]
