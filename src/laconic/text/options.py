"""TextOptions: which terms a text has. Frozen, checked where made, and kept in the model as plain JSON types.

The terms and how they are written as keys:

    word `foo` (or its stem)   n-gram `foo bar`   prefix `foo*`   suffix `*foo`   characters `~<fo` `~oob` `~r>`

Prefixes, suffixes and characters are of the word as it stands, not of its stem. Stop words give no terms, and n-grams
run over them as if they were not there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from typing import Any, TypeAlias

from .. import _kernels
from ..errors import ModelFileError, OptionError
from .stems import check_stemmer
from .stopwords import STOP_WORDS

Lengths: TypeAlias = tuple[int, int]

MAX_NGRAMS = 8
MAX_LENGTH = 64  # of a piece of a word; longer ones only repeat the word
_LARGEST = 2**31 - 1

# What is added to words, with the lengths they were measured at. Bigrams with prefixes give most of what there is to
# gain (1 to 8 points of accuracy over plain words) for a third of the weights of characters.
PARTS: dict[str, dict[str, Any]] = {"2": {"ngrams": 2}, "p": {"prefixes": (3, 7)}, "c": {"chars": (3, 5)}}
DEFAULT_PRESET = "words+2+p"


@dataclass(frozen=True, slots=True)
class TextOptions:
    """What fit_counts and count do with a text; every value is checked here, once."""

    ngrams: int = 1  # word n-grams from 1 up to this
    prefixes: Lengths | None = None  # of words longer than the prefix, from least to most code points
    suffixes: Lengths | None = None
    chars: Lengths | None = None  # character n-grams inside `<word>`
    strip_accents: bool = False
    stop_words: str | tuple[str, ...] | None = None  # "english", "french", "german", or words of one's own
    min_df: int = 2  # texts that must have a term
    min_tf: int = 1  # times it must occur in all of them
    stemmer: str | None = None  # a Snowball algorithm: "porter", "english", "german", ...
    strip_headers: bool = False  # of mail and newsgroup messages
    min_length: int = 2  # code points of a token, marks not counted
    unicode: str = _kernels.unicode_version()  # the version of the tables the terms were made with

    def __post_init__(self) -> None:
        _check_whole("ngrams", self.ngrams, 1, MAX_NGRAMS)
        _check_whole("min_df", self.min_df, 1, _LARGEST)
        _check_whole("min_tf", self.min_tf, 1, _LARGEST)
        _check_whole("min_length", self.min_length, 1, MAX_LENGTH)
        for name in ("prefixes", "suffixes", "chars"):
            _check_lengths(name, getattr(self, name))
        for name in ("strip_accents", "strip_headers"):
            _check_switch(name, getattr(self, name))
        if self.stemmer is not None:
            check_stemmer(self.stemmer)
        _check_stop_words(self.stop_words)
        _check_version(self.unicode)

    @classmethod
    def preset(cls, name: str, **more: Any) -> TextOptions:
        """A row of the table of measurements by its name: words, words+2, words+p, words+2+p, words+2+p+c, ...

        `more` are options beside it, which go before what the name says.
        """
        first, *parts = name.split("+") if isinstance(name, str) else ["", ""]
        if first != "words" or any(part not in PARTS for part in parts):
            raise OptionError(f"text is {name!r}; expected words, then any of +2, +p and +c, such as {DEFAULT_PRESET}")
        named: dict[str, Any] = {}
        for part in parts:
            named |= PARTS[part]
        return cls(**(named | more))

    def to_metadata(self) -> dict[str, Any]:
        """Plain JSON types, for the model file."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    @classmethod
    def from_metadata(cls, metadata: Mapping[str, Any]) -> TextOptions:
        """Options from a model file; a ModelFileError when they are not what to_metadata writes."""
        if not isinstance(metadata, Mapping):
            raise ModelFileError(f"the text options are a {type(metadata).__name__}; expected names with values")
        known = [field.name for field in fields(cls)]
        unknown = sorted(str(name) for name in metadata if name not in known)
        missing = [name for name in known if name not in metadata]
        if unknown or missing:
            raise ModelFileError(
                f"the text options of the model do not fit: unknown {unknown}, missing {missing}; the file is damaged"
                " or was written by a newer version of laconic"
            )
        try:
            values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in metadata.items()}
            return cls(**values)
        except OptionError as error:
            raise ModelFileError(f"the text options of the model make no sense: {error}") from error


def _check_whole(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise OptionError(f"{name}={value!r}: expected a whole number from {least} to {most}")


def _check_switch(name: str, value: object) -> None:
    if type(value) is not bool:
        raise OptionError(f"{name}={value!r}: expected True or False")


def _check_lengths(name: str, value: object) -> None:
    if value is None:
        return
    whole = isinstance(value, tuple) and len(value) == 2 and all(type(n) is int for n in value)
    if not whole or not 1 <= value[0] <= value[1] <= MAX_LENGTH:  # type: ignore[index]
        raise OptionError(
            f"{name}={value!r}: expected two whole numbers (least, most) with 1 <= least <= most <= {MAX_LENGTH}"
        )


def _check_stop_words(value: object) -> None:
    if value is None or (isinstance(value, str) and value in STOP_WORDS):
        return
    if isinstance(value, tuple) and all(isinstance(word, str) for word in value):
        return
    raise OptionError(f"stop_words={value!r}: expected one of {sorted(STOP_WORDS)} or a tuple of words")


def _check_version(value: object) -> None:
    if not isinstance(value, str) or not re.fullmatch(r"\d{1,4}(\.\d{1,4}){0,3}", value):
        raise OptionError(f"unicode={value!r}: expected a version such as '14.0.0'")


def stop_word_forms(options: TextOptions) -> list[str]:
    """The stop words in the form tokens have."""
    chosen = options.stop_words or ()
    bare = _shape(TextOptions(strip_accents=options.strip_accents, min_length=1), [])
    forms = set()
    for word in STOP_WORDS[chosen] if isinstance(chosen, str) else chosen:
        tokens = [form for form, _, _ in _kernels.text_tokens(word, bare)]
        if len(tokens) != 1:
            raise OptionError(f"stop_words: {word!r} is cut into {tokens}; expected one token each: name the pieces")
        forms.add(tokens[0])
    return sorted(forms)


@lru_cache(maxsize=16)
def kernel_shape(options: TextOptions) -> _kernels.TextShape:
    """The options in the form the kernel takes; made once, because an answer takes microseconds."""
    return _shape(options, stop_word_forms(options))


def _shape(options: TextOptions, stop_words: list[str]) -> _kernels.TextShape:
    none = (1, 0)
    return _kernels.TextShape(
        ngrams=options.ngrams,
        prefixes=options.prefixes or none,
        suffixes=options.suffixes or none,
        chars=options.chars or none,
        min_length=options.min_length,
        strip_accents=options.strip_accents,
        strip_headers=options.strip_headers,
        stems=options.stemmer is not None,
        stop_words=stop_words,
    )
