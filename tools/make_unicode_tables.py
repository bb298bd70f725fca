"""Writes the Unicode facts the tokeniser needs, once for the kernel (C++) and once for its slow twin (JSON).

Run it with the Python whose Unicode version the project should have:

    .venv/bin/python tools/make_unicode_tables.py

It writes facts only, as short lists (ranges, foldings, decompositions). What follows from them (which code points need
normalising, what an accent is) is derived by those who read the lists: cpp/kernels/unicode.cpp and
src/laconic/reference/unicode.py. `check_facts` proves what the derivation relies on.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CPP = ROOT / "cpp" / "kernels" / "unicode_tables.cpp"
DATA = ROOT / "src" / "laconic" / "reference" / "unicode_tables.json"
HANGUL = range(0xAC00, 0xD7A4)  # decomposed by arithmetic, not by a table
EVERY = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]


def is_word(c: int) -> bool:
    """Alphanumeric as Python has it, or the underscore."""
    return chr(c).isalnum() or chr(c) == "_"


def is_mark(c: int) -> bool:
    """A combining mark of any kind: Mn, Mc or Me."""
    return unicodedata.category(chr(c)).startswith("M")


def fold(c: int) -> int:
    """One code point to one: sigma for all sigmas, else the first of its lower case."""
    return 0x3C3 if c in (0x3A3, 0x3C2, 0x3C3) else ord(chr(c).lower()[0])


def ranges(belongs: Callable[[int], bool]) -> list[list[int]]:
    """[first, last] of each run of code points that belong."""
    found: list[list[int]] = []
    for c in filter(belongs, EVERY):
        if found and found[-1][1] == c - 1:
            found[-1][1] = c
        else:
            found.append([c, c])
    return found


def foldings() -> list[list[int]]:
    """[first, last, step, delta]: every step-th code point from first to last folds to itself plus delta."""
    found: list[list[int]] = []
    for c in EVERY:
        delta = fold(c) - c
        if delta == 0:
            continue
        for run in found[-2:]:
            gap = c - run[1]
            if run[3] == delta and gap in (1, 2) and run[2] in (0, gap):
                run[1], run[2] = c, gap
                break
        else:
            found.append([c, c, 0, delta])
    return [[first, last, step or 1, delta] for first, last, step, delta in found]


def combining_classes() -> list[list[int]]:
    """[first, last, class] of each run of code points with one canonical combining class other than 0."""
    found: list[list[int]] = []
    for c in EVERY:
        kind = unicodedata.combining(chr(c))
        if kind == 0:
            continue
        if found and found[-1][1] == c - 1 and found[-1][2] == kind:
            found[-1][1] = c
        else:
            found.append([c, c, kind])
    return found


def decompositions() -> list[list[int]]:
    """[whole, first, second or 0, 1 if NFC puts the two together again]; Hangul syllables left out."""
    found: list[list[int]] = []
    for c in EVERY:
        parts = unicodedata.decomposition(chr(c))
        if not parts or parts.startswith("<") or c in HANGUL:
            continue
        first, second = ([int(p, 16) for p in parts.split()] + [0])[:2]
        found.append([c, first, second, int(unicodedata.normalize("NFC", chr(c)) == chr(c))])
    return found


def check_facts() -> None:
    """What cutting before normalising relies on; a future Unicode that breaks one of these stops here."""
    kind = {c: 1 if is_word(c) else 2 if is_mark(c) else 0 for c in EVERY}
    for c in EVERY:
        whole = [ord(p) for p in unicodedata.normalize("NFD", chr(c))]
        assert kind[c] == kind[whole[0]], f"U+{c:04X} and its base fall into different kinds"
        assert c in HANGUL or all(kind[p] == 2 for p in whole[1:]), f"U+{c:04X} decomposes into more than marks"
        assert unicodedata.combining(chr(c)) == 0 or kind[c] == 2, f"U+{c:04X} has a class but is no mark"
        assert kind[fold(c)] == kind[c], f"U+{c:04X} folds into another kind"


def c_rows(rows: list[list[int]]) -> Iterator[str]:
    """The rows as C++ initialisers, several a line."""
    line = ""
    for row in rows:
        cell = "{" + ", ".join(f"0x{v:X}" if i < 2 and v >= 0 else str(v) for i, v in enumerate(row)) + "}, "
        if len(line) + len(cell) > 116:
            yield line.rstrip()
            line = ""
        line += cell
    yield line.rstrip()


def c_table(kind: str, name: str, rows: list[list[int]]) -> str:
    """One array and the span that shows it."""
    body = "\n    ".join(c_rows(rows))
    rows_text = f"static constexpr {kind} {name}_rows[] = {{\n    {body}\n}};\n"
    return rows_text + f"const std::span<const {kind}> {name}{{{name}_rows}};\n"


def main() -> None:
    """Writes both files."""
    check_facts()
    version = unicodedata.unidata_version
    tables = {
        "words": ranges(is_word),
        "marks": ranges(is_mark),
        "foldings": foldings(),
        "classes": combining_classes(),
        "decompositions": decompositions(),
    }
    lines = [f'  "{name}": {json.dumps(rows, separators=(",", ":"))}' for name, rows in tables.items()]
    DATA.parent.mkdir(exist_ok=True)
    DATA.write_text(f'{{\n  "version": "{version}",\n' + ",\n".join(lines) + "\n}\n")
    kinds = {"words": "Range", "marks": "Range", "foldings": "Folding", "classes": "Class"}
    arrays = [c_table(kinds.get(name, "Decomposition"), name, rows) for name, rows in tables.items()]
    CPP.write_text(
        f"// Unicode {version}. Generated by tools/make_unicode_tables.py; do not edit.\n"
        "// What the rows mean: unicode_tables.hpp.\n"
        "// clang-format off\n"
        '#include "kernels/unicode_tables.hpp"\n\nnamespace laconic::unicode {\n\n'
        f'const char* const version = "{version}";\n\n' + "\n".join(arrays) + "\n}  // namespace laconic::unicode\n"
    )


if __name__ == "__main__":
    main()
