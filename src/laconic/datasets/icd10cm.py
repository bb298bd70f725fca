"""The demo's texts: diagnoses of ICD-10-CM (US public domain) and the three-character categories they belong to.

Every description and inclusion term of every code of the tabular list is one text; its label is the first three
characters of the code. Of texts that differ only in case, a category keeps the first: 58,698 texts in 1,918
categories. Left out are the codes extended by a seventh character ("initial encounter"), which the list only implies,
and what it says categories include. A fifth is for testing, by the MD5 of the first six characters of the code, so
that near twins (left and right, a description and its inclusion terms) stay on one side.

The texts are read from the data file that the PyPI package simple-icd-10-cm ships. Importing that package would take
seconds, for it builds a tree of all codes; its data file alone takes a third of one.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import DataError, LaconicError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

PACKAGE, VERSION = "simple-icd-10-cm", "1.5.0"
DATA_FILE = "simple_icd_10_cm/data/icd10c-tabular-April-1-2026.xml"


@dataclass(frozen=True, eq=False, slots=True)
class IcdSplit:
    """Texts, their categories ("E11") and ids ("E11.9/2" is the second text of code E11.9), split once and for all."""

    train_texts: list[str]
    train_labels: list[str]
    train_ids: list[str]
    test_texts: list[str]
    test_labels: list[str]
    test_ids: list[str]
    titles: dict[str, str]  # category -> what it stands for, "E11" -> "Type 2 diabetes mellitus"


@dataclass(frozen=True, slots=True)
class _Entry:
    code: str
    number: int  # 1 is the description of the code, then its inclusion terms
    text: str


def icd10cm() -> IcdSplit:
    """The texts of ICD-10-CM; needs the package of the extra [demo]."""
    entries = _without_repeats(_entries(_root()))
    train = [entry for entry in entries if not _is_for_testing(entry.code)]
    test = [entry for entry in entries if _is_for_testing(entry.code)]
    titles = {entry.code: entry.text for entry in entries if len(entry.code) == 3 and entry.number == 1}
    return IcdSplit(*_columns(train), *_columns(test), titles)


def _columns(entries: list[_Entry]) -> tuple[list[str], list[str], list[str]]:
    texts = [entry.text for entry in entries]
    return texts, [entry.code[:3] for entry in entries], [f"{entry.code}/{entry.number}" for entry in entries]


def _data_file() -> Path:
    """Where the installed package keeps its list; nothing of the package is imported."""
    way_out = "install it with: pip install 'laconic[demo]'"
    try:
        package = importlib.metadata.distribution(PACKAGE)
    except importlib.metadata.PackageNotFoundError:
        raise LaconicError(
            f"the data of the demo come with the package {PACKAGE}, which is missing; {way_out}"
        ) from None
    if package.version != VERSION:
        raise LaconicError(f"{PACKAGE} {package.version} is installed, but the demo is made for {VERSION}; {way_out}")
    return Path(str(package.locate_file(DATA_FILE)))


def _root() -> Element:
    from xml.etree import ElementTree  # 15 ms, for nobody else

    path = _data_file()
    try:
        return ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError) as error:
        raise DataError(
            f"cannot be read as a list of codes ({error}); mend it with:"
            f" pip install --force-reinstall {PACKAGE}=={VERSION}",
            path=str(path),
        ) from error


def _entries(root: Element) -> Iterator[_Entry]:
    for code in root.iter("diag"):
        name = code.findtext("name", "")
        notes = [note.text for terms in code.findall("inclusionTerm") for note in terms]
        texts = [text for text in (code.findtext("desc"), *notes) if text]
        yield from (_Entry(name, number, text) for number, text in enumerate(texts, start=1))


def _without_repeats(entries: Iterator[_Entry]) -> list[_Entry]:
    """One entry for each (category, text in lower case): the first."""
    first: dict[tuple[str, str], _Entry] = {}
    for entry in entries:
        first.setdefault((entry.code[:3], entry.text.lower()), entry)
    return list(first.values())


def _is_for_testing(code: str) -> bool:
    digest = hashlib.md5(code[:6].encode(), usedforsecurity=False).digest()
    return int.from_bytes(digest[:8], "big") % 5 == 0
