"""Twin of cpp/kernels/unicode.cpp: kinds, folding and canonical normalisation, read off the same table.

No `unicodedata` here: the table may be of another Unicode version than the Python that runs this.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

SEPARATOR, WORD, MARK = range(3)
# Hangul syllables are composed by arithmetic (Unicode, chapter 3.12).
SYLLABLE, LEAD, VOWEL, TAIL = 0xAC00, 0x1100, 0x1161, 0x11A7
LEADS, VOWELS, TAILS = 19, 21, 28


@cache
def tables() -> dict[str, Any]:
    """The lists of tools/make_unicode_tables.py."""
    found: dict[str, Any] = json.loads(Path(__file__).with_name("unicode_tables.json").read_text("utf-8"))
    return found


@cache
def kinds() -> dict[int, int]:
    """WORD or MARK of each code point that is either."""
    words = {c: WORD for first, last in tables()["words"] for c in range(first, last + 1)}
    return words | {c: MARK for first, last in tables()["marks"] for c in range(first, last + 1)}


@cache
def foldings() -> dict[int, int]:
    """What each code point that does not fold to itself folds to."""
    return {c: c + delta for first, last, step, delta in tables()["foldings"] for c in range(first, last + 1, step)}


@cache
def classes() -> dict[int, int]:
    """The canonical combining classes other than 0."""
    return {c: value for first, last, value in tables()["classes"] for c in range(first, last + 1)}


@cache
def parts() -> dict[int, list[int]]:
    """The canonical decomposition of each code point that has one, one step deep."""
    return {whole: [first, second] if second else [first] for whole, first, second, _ in tables()["decompositions"]}


@cache
def wholes() -> dict[tuple[int, int], int]:
    """What NFC makes of two code points."""
    return {(first, second): whole for whole, first, second, composes in tables()["decompositions"] if composes}


def kind(c: int) -> int:
    """SEPARATOR, WORD or MARK."""
    return kinds().get(c, SEPARATOR)


def is_accent(c: int) -> bool:
    """A mark above, below or at a letter, or a Hebrew, Arabic or Syriac point; never a vowel sign, nukta or virama."""
    here = classes().get(c, 0)
    return here >= 200 or 10 <= here <= 36


def decompose_one(c: int) -> list[int]:
    """The full canonical decomposition of one code point."""
    syllable = c - SYLLABLE
    if 0 <= syllable < LEADS * VOWELS * TAILS:
        lead, rest = divmod(syllable, VOWELS * TAILS)
        vowel, tail = divmod(rest, TAILS)
        return [LEAD + lead, VOWEL + vowel, *([TAIL + tail] if tail else [])]
    return [d for part in parts()[c] for d in decompose_one(part)] if c in parts() else [c]


def nfd(points: list[int]) -> list[int]:
    """Canonical decomposition, marks in canonical order."""
    out: list[int] = []
    run: list[int] = []
    for c in (d for point in points for d in decompose_one(point)):
        if classes().get(c, 0):
            run.append(c)
        else:
            out += [*sorted(run, key=classes().__getitem__), c]
            run = []
    return out + sorted(run, key=classes().__getitem__)


def compose_two(first: int, second: int) -> int | None:
    """What NFC makes of two code points, or None."""
    if first - LEAD in range(LEADS) and second - VOWEL in range(VOWELS):
        return SYLLABLE + ((first - LEAD) * VOWELS + second - VOWEL) * TAILS
    open_syllable = first - SYLLABLE in range(0, LEADS * VOWELS * TAILS, TAILS)
    if open_syllable and second - TAIL in range(1, TAILS):
        return first + second - TAIL
    return wholes().get((first, second))


def nfc(points: list[int]) -> list[int]:
    """Canonical composition: each point joins the last starter unless something between them blocks it."""
    out: list[int] = []
    starter = -1
    for c in nfd(points):
        here = classes().get(c, 0)
        between = [classes().get(d, 0) for d in out[starter + 1 :]]
        blocked = starter < 0 or (between and between[-1] >= here)
        whole = None if blocked else compose_two(out[starter], c)
        if whole is not None:
            out[starter] = whole
            continue
        if here == 0:
            starter = len(out)
        out.append(c)
    return out


def form(points: list[int], strip_accents: bool) -> list[int]:
    """The one form of a token: NFC, each point folded alone, without accents when asked for, NFC again."""
    folded = [foldings().get(c, c) for c in nfc(points)]
    return nfc([c for c in nfd(folded) if not (strip_accents and is_accent(c))])
