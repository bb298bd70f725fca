"""Which weighting to learn, before the data is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from ..errors import OptionError
from ..sparse import Csr

if TYPE_CHECKING:
    from ..weighting import Weighting  # type: ignore[import-not-found, import-untyped, unused-ignore]

_KINDS = ("auto", "tfidf", "binary", "none")


@dataclass(frozen=True, slots=True)
class WeightingChoice:
    """auto: texts -> tf-idf; vectors of counts (whole, not negative) -> tf-idf; other vectors stay as they are.

    `sublinear` None means: 1 + log(tf) for texts, tf for vectors.
    """

    kind: Literal["auto", "tfidf", "binary", "none"] = "auto"
    sublinear: bool | None = None
    idf_power: float = 1.0

    def __post_init__(self) -> None:
        if self.kind not in _KINDS:
            raise OptionError(f"the weighting is {self.kind!r}; expected one of {', '.join(_KINDS)}")

    def fit(self, counts: Csr, source: Literal["text", "vectors"]) -> Weighting:
        """Learns it from the rows for training."""
        from ..weighting import Weighting  # type: ignore[import-not-found, import-untyped, unused-ignore]

        kind = self.kind
        if kind == "auto":
            kind = "tfidf" if source == "text" or are_counts(counts) else "none"
        sublinear = source == "text" if self.sublinear is None else self.sublinear
        return Weighting.fit(counts, kind=kind, sublinear=sublinear, idf_power=self.idf_power)


def are_counts(rows: Csr) -> bool:
    """Whether all values are whole and none is negative."""
    return bool((rows.data >= 0).all() and (np.floor(rows.data) == rows.data).all())
