"""Numbers and tables as text for people: aligned columns, sizes and times in fitting units. Nothing is printed here."""

from __future__ import annotations

import contextlib
import os
import unicodedata
from collections.abc import Sequence


def table(rows: Sequence[Sequence[str]], *, header: bool = True) -> str:
    """Columns with two blanks between them; the first to the left, the others to the right."""
    widths = [max(width(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [_line(row, widths) for row in rows]
    if header:
        lines.insert(1, "-" * (sum(widths) + 2 * (len(widths) - 1)))
    return "\n".join(lines)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    blanks = [" " * (wide - width(cell)) for cell, wide in zip(row, widths, strict=True)]
    cells = [row[0] + blanks[0], *(blank + cell for cell, blank in zip(row[1:], blanks[1:], strict=True))]
    return "  ".join(cells).rstrip()


def width(text: str) -> int:
    """The columns a text takes on a terminal: none for marks, two for wide characters."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def size(n_bytes: float) -> str:
    """A number of bytes: 812 B, 4.2 kB, 17 MB."""
    for unit in ("B", "kB", "MB", "GB"):
        if n_bytes < 1000 or unit == "GB":
            break
        n_bytes /= 1000
    return f"{n_bytes:.0f} {unit}" if unit == "B" or n_bytes >= 10 else f"{n_bytes:.1f} {unit}"


def duration(seconds: float) -> str:
    """A time: 35 us, 1.2 ms, 4.0 s, 3 min 20 s."""
    if seconds >= 60:
        return f"{int(seconds // 60)} min {int(seconds % 60)} s"
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("us", 1e6)):
        if seconds * factor >= 1 or unit == "us":
            break
    value = seconds * factor
    return f"{value:.0f} {unit}" if value >= 10 else f"{value:.1f} {unit}"


def as_utf8(argument: str) -> str:
    """A word of the command line as UTF-8, whatever the locale: in LC_ALL=C Python reads its bytes one by one."""
    with contextlib.suppress(UnicodeEncodeError):  # not from a command line: called from Python
        return os.fsencode(argument).decode("utf-8", "surrogateescape")
    return argument


def printable(text: str) -> str:
    """A label or a word with control characters and lone surrogates escaped, so that no file can steer the terminal."""
    return "".join(c if c.isprintable() or c == " " else c.encode("unicode_escape").decode() for c in text)
