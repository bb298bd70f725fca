"""The kernel's expanded tables against the twin's, and both against the unicodedata of their version."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic import _kernels
from laconic.reference import unicode as twin

EVERY = range(sys.maxunicode + 1)
SAME_VERSION = unicodedata.unidata_version == twin.tables()["version"]
needs_version = pytest.mark.skipif(
    not SAME_VERSION,
    reason=f"the table is of Unicode {twin.tables()['version']}, this Python of {unicodedata.unidata_version}",
)


def test_kernel_and_twin_are_of_one_version() -> None:
    assert _kernels.unicode_version() == twin.tables()["version"]


def test_every_code_point_has_the_kind_folding_and_class_of_the_twin() -> None:
    kinds, foldings, classes = twin.kinds(), twin.foldings(), twin.classes()
    for c in EVERY:
        kind, folded, _, combining, _ = _kernels.unicode_point(c)
        assert (kind, folded, combining) == (kinds.get(c, 0), foldings.get(c, c), classes.get(c, 0)), f"U+{c:04X}"


def test_a_code_point_that_needs_no_care_is_its_own_form_and_strips_to_one_point() -> None:
    for c in EVERY:
        _, folded, stripped, _, care = _kernels.unicode_point(c)
        if not care and (c in twin.parts() or c in twin.foldings()):
            assert twin.form([c], False) == [folded], f"U+{c:04X}"
            assert twin.form([c], True) == [stripped], f"U+{c:04X}"


@needs_version
def test_the_table_says_what_unicodedata_says() -> None:
    for c in EVERY:
        char = chr(c)
        word, mark = char.isalnum() or char == "_", unicodedata.category(char).startswith("M")
        assert twin.kind(c) == (twin.WORD if word else twin.MARK if mark else twin.SEPARATOR), f"U+{c:04X}"
        folded = "σ" if char in "Σσς" else char.lower()[0]
        assert twin.foldings().get(c, c) == ord(folded), f"U+{c:04X}"
        assert twin.classes().get(c, 0) == unicodedata.combining(char), f"U+{c:04X}"


@needs_version
def test_every_code_point_normalises_as_unicodedata_has_it() -> None:
    for c in [*twin.parts(), *range(0xAC00, 0xD7A4, 37)]:
        assert "".join(map(chr, twin.nfd([c]))) == unicodedata.normalize("NFD", chr(c)), f"U+{c:04X}"
        assert "".join(map(chr, twin.nfc([c]))) == unicodedata.normalize("NFC", chr(c)), f"U+{c:04X}"


COMPOSING = sorted({c for pair in twin.wholes() for c in pair} | {0x1100, 0x1161, 0x11A8, 0xAC00, 0x0344, 0x0958})


@needs_version
@given(st.lists(st.sampled_from(COMPOSING), max_size=8))
def test_any_sequence_normalises_as_unicodedata_has_it(points: list[int]) -> None:
    text = "".join(map(chr, points))
    assert "".join(map(chr, twin.nfc(points))) == unicodedata.normalize("NFC", text)
