"""Which format a file has, told from its first bytes and then from its name; `--format` overrides.

jsonl   one JSON object a line
libsvm  `l1,l2 i:v i:v ...`
xmc     libsvm with a first line `N D L`: rows, features, labels
"""

from __future__ import annotations

import codecs
import re
from pathlib import PurePath

from ..errors import DataError, OptionError

FORMATS = ("jsonl", "libsvm", "xmc")
_ALIASES = {"svmlight": "libsvm", "svm": "libsvm", "ndjson": "jsonl", "json": "jsonl"}
_SUFFIXES = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".libsvm": "libsvm",
    ".svmlight": "libsvm",
    ".svm": "libsvm",
}
_PACKED = {".gz", ".xz", ".zst", ".bz2"}
_FOREIGN = {
    b"\xff\xfe": "UTF-16 text; convert it with `iconv -f UTF-16 -t UTF-8`",
    b"\xfe\xff": "UTF-16 text; convert it with `iconv -f UTF-16 -t UTF-8`",
    b"PK\x03\x04": "a zip archive; unpack it first",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive; unpack it first",
    b"PAR1": "a Parquet file, which is not read yet; write it out as JSONL",
    b"[": "a JSON array; expected one JSON object a line: `jq -c '.[]' FILE` writes them so",
}
_HEADER = re.compile(rb"[ \t]*[0-9]+[ \t]+[0-9]+[ \t]+[0-9]+[ \t]*\r?")
_FEATURE = re.compile(rb"(?:^|[ \t])[0-9]+:[-+.0-9]")


def known_format(name: str) -> str:
    """The format of this name; OptionError when there is none."""
    found = _ALIASES.get(name, name)
    if found not in FORMATS:
        raise OptionError(f"unknown format {name!r}; expected one of {', '.join(FORMATS)}")
    return found


def without_mark(head: bytes) -> bytes:
    """The first bytes of a file without the byte order mark of UTF-8."""
    return head.removeprefix(codecs.BOM_UTF8)


def detect(path: str, head: bytes) -> str:
    """The format of a file that starts with these bytes (without compression and byte order mark)."""
    for magic, what in _FOREIGN.items():
        if head.lstrip().startswith(magic):
            raise DataError(f"this is {what}", path=path)
    return _from_content(head) or _from_name(path) or _unknown(path, head)


def _from_content(head: bytes) -> str | None:
    if head.lstrip()[:1] == b"{":
        return "jsonl"
    lines = [line for line in head.split(b"\n")[:1000] if line.strip() and not line.lstrip().startswith(b"#")]
    if _HEADER.fullmatch(head.split(b"\n", 1)[0]) and any(_FEATURE.search(line) for line in lines[1:]):
        return "xmc"  # `5 3 7` alone could be the label 5 with two features of value 1: the other lines decide
    return "libsvm" if lines and _FEATURE.search(lines[0]) else None


def _from_name(path: str) -> str | None:
    suffixes = [suffix.lower() for suffix in PurePath(path).suffixes]
    while suffixes and suffixes[-1] in _PACKED:
        suffixes.pop()
    return _SUFFIXES.get(suffixes[-1]) if suffixes else None


def _unknown(path: str, head: bytes) -> str:
    if not head.strip():
        return "jsonl"  # nothing in it: no rows, whatever its format
    line = head.split(b"\n", 1)[0][:60].decode("utf-8", "backslashreplace")
    raise DataError(
        f"format not recognised from its first line {line!r}; expected JSON objects such as"
        ' {"text": "...", "label": "..."} or libsvm rows such as `label 3:0.5 7:1`; --format names one of '
        + ", ".join(FORMATS),
        path=path,
    )
