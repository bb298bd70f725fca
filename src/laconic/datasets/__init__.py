"""Data to try things on: `synthetic` makes up sets with the sizes of the papers', `icd10cm` reads the demo's texts."""

from .icd10cm import IcdSplit, icd10cm
from .synthetic import synthetic

__all__ = ["IcdSplit", "icd10cm", "synthetic"]
