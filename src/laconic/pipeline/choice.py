"""Which weighting to learn, before the data is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..errors import OptionError
from ..sparse import Csr
from ..weighting import Kind, Weighting
from ..weighting.weighting import check_options


@dataclass(frozen=True, slots=True)
class WeightingChoice:
    """auto: texts -> tf-idf; vectors of counts (whole, not negative) -> tf-idf; other vectors stay as they are.

    `sublinear` None means: 1 + log(tf) for the tf-idf of texts, plain tf for vectors.
    """

    kind: Literal["auto", "tfidf", "binary", "none"] = "auto"
    sublinear: bool | None = None
    idf_power: float = 1.0

    def __post_init__(self) -> None:
        if self.kind not in ("auto", "tfidf", "binary", "none"):
            raise OptionError(f"the weighting is {self.kind!r}; expected one of auto, tfidf, binary, none")
        check_options("tfidf" if self.kind == "auto" else self.kind, self.sublinear or False, self.idf_power)

    def fit(self, counts: Csr, source: Literal["text", "vectors"]) -> Weighting:
        """Learns it from the rows for training."""
        kind = self.resolved(counts, source)
        sublinear = (kind == "tfidf" and source == "text") if self.sublinear is None else self.sublinear
        return Weighting.fit(counts, kind=kind, sublinear=sublinear, idf_power=self.idf_power)

    def resolved(self, counts: Csr, source: Literal["text", "vectors"]) -> Kind:
        """What auto stands for here."""
        if self.kind != "auto":
            return self.kind
        return "tfidf" if source == "text" or are_counts(counts) else "none"


def are_counts(rows: Csr) -> bool:
    """Whether all values are whole and none is negative."""
    return bool((rows.data >= 0).all() and (np.floor(rows.data) == rows.data).all())
