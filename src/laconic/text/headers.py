"""The header block of a mail or newsgroup message, and where the body starts."""

from __future__ import annotations

from .. import _kernels


def strip_headers(text: str) -> str:
    """The text behind the first blank line if every line above it is `Name: value` or continues one; else all."""
    return text[_kernels.text_headers_end(text) :]
