"""Stems by Snowball's algorithms (PyStemmer, imported when first used). Each distinct word is stemmed once.

A word longer than LONGEST stays as it is: it is an identifier or a line of encoded data, and has no stem.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ..errors import OptionError

LONGEST = 64
Stem: TypeAlias = Callable[[list[str]], list[str]]


def check_stemmer(name: object) -> None:
    """Raises an OptionError unless PyStemmer knows the algorithm."""
    import Stemmer  # type: ignore[import-not-found]

    known = Stemmer.algorithms(aliases=True)
    if not isinstance(name, str) or name not in known:
        raise OptionError(f"stemmer={name!r}: expected one of {', '.join(sorted(Stemmer.algorithms()))}")


def stem_with(name: str) -> Stem:
    """A function from words to stems; it is not to be shared between threads."""
    import Stemmer

    stemmer = Stemmer.Stemmer(name, 0)  # no cache: each word comes once

    def stem(words: list[str]) -> list[str]:
        stems: list[str] = stemmer.stemWords([word if len(word) <= LONGEST else "" for word in words])
        return [stem or word for stem, word in zip(stems, words, strict=True)]

    return stem
