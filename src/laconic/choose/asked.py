"""What the user has settled; everything left None is chosen by a look at the data."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from ..errors import OptionError
from ..linear import L2
from ..pipeline import WeightingChoice
from ..text import TextOptions

SHAPES = ("ngrams", "prefixes", "suffixes", "chars")


@dataclass(frozen=True, slots=True)
class Asked:
    """`text`: these features and no others. `common`: what all candidates share (min_df, stop words, stemmer, ...).

    A `kind` other than auto and tfidf has no idf and no counts, so that nothing about the weighting is left to choose.
    """

    text: TextOptions | None = None
    common: TextOptions = field(default_factory=TextOptions)
    kind: Literal["auto", "tfidf", "binary", "none"] = "auto"
    sublinear: bool | None = None
    idf_power: float | None = None
    C: float | None = None
    cut: float | None = None

    def __post_init__(self) -> None:
        if self.text is None and any(getattr(self.common, name) != getattr(TextOptions(), name) for name in SHAPES):
            raise OptionError(f"common is {self.common}; n-grams and pieces of words belong into text")
        self.weighting(self.sublinear or False, 1.0)
        if self.C is not None:
            L2(self.C)

    @property
    def weighs_counts(self) -> bool:
        """Whether the weighting is a tf-idf, which has options."""
        return self.kind in ("auto", "tfidf")

    def features(self, preset: str) -> TextOptions:
        """The options of one candidate."""
        if self.text is not None:
            return self.text
        shape = TextOptions.preset(preset)
        return replace(self.common, **{name: getattr(shape, name) for name in SHAPES})

    def weighting(self, sublinear: bool, idf_power: float) -> WeightingChoice:
        """The weighting with what was asked for in place of what is proposed."""
        if not self.weighs_counts:
            return WeightingChoice(self.kind, self.sublinear, 1.0 if self.idf_power is None else self.idf_power)
        return WeightingChoice(
            self.kind,
            sublinear if self.sublinear is None else self.sublinear,
            idf_power if self.idf_power is None else self.idf_power,
        )
