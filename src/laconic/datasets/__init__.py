"""Data to try things on: `synthetic` (sizes of the papers), `icd10cm` (texts of the demo), `tiny` (made-up lines)."""

from .icd10cm import IcdSplit, icd10cm
from .synthetic import synthetic
from .tiny import TextSplit, tiny

__all__ = ["IcdSplit", "TextSplit", "icd10cm", "synthetic", "tiny"]
