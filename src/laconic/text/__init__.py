"""From texts to counts: tokens, terms, the vocabulary."""

from .counts import count, fit_counts
from .headers import strip_headers
from .options import DEFAULT_PRESET, TextOptions
from .terms import TermSpan, sources, terms_of
from .vocabulary import Vocabulary

__all__ = [
    "DEFAULT_PRESET",
    "TermSpan",
    "TextOptions",
    "Vocabulary",
    "count",
    "fit_counts",
    "sources",
    "strip_headers",
    "terms_of",
]
