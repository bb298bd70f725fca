"""Models in files: saved whole or not at all, opened by mapping, never trusted."""

from .atomic import atomic_writer
from .inspect import ArrayReport, ClassReport, FileReport, inspect
from .open import open_model
from .save import save
from .verify import VerifyReport, verify

__all__ = [
    "ArrayReport",
    "ClassReport",
    "FileReport",
    "VerifyReport",
    "atomic_writer",
    "inspect",
    "open_model",
    "save",
    "verify",
]
