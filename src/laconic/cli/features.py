"""From the options about text to the library's TextOptions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import DataError

if TYPE_CHECKING:
    from ..text import TextOptions


def text_options(preset: str, stop_words: str | None, **chosen: Any) -> TextOptions:
    """What the preset says, then what was chosen by an option of its own."""
    from ..text import TextOptions

    given = {name: value for name, value in chosen.items() if value is not None}
    words = None if stop_words is None else _stop_words(stop_words)
    return TextOptions.preset(preset, **given, stop_words=words)


def _stop_words(value: str) -> str | tuple[str, ...]:
    """The name of a language, or the words of a file."""
    if re.fullmatch("[a-z]+", value) and not Path(value).is_file():
        return value
    try:
        return tuple(Path(value).read_text(encoding="utf-8").split())
    except UnicodeDecodeError as error:
        raise DataError(f"byte {error.start} is not UTF-8; expected stop words, one a line", path=value) from None
