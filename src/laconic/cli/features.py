"""From the options about text to the library's TextOptions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import DataError

if TYPE_CHECKING:
    from ..choose import Asked
    from ..text import TextOptions


def text_options(preset: str, stop_words: str | None, **chosen: Any) -> TextOptions:
    """What the preset says, then what was chosen by an option of its own."""
    from ..text import TextOptions

    return TextOptions.preset(preset, **_given(stop_words, chosen))


def settled(
    preset: str, kind: Any, sublinear: bool | None, idf_power: float | None, stop_words: str | None, **chosen: Any
) -> Asked | None:
    """What is left to choose when the preset is auto; None for any other preset, which leaves nothing."""
    from ..choose import SHAPES, Asked
    from ..text import DEFAULT_PRESET, TextOptions

    if preset != "auto":
        return None
    given = _given(stop_words, chosen)
    if any(name in given for name in SHAPES):  # n-grams or pieces of words by hand: the others stay at the default
        return Asked(TextOptions.preset(DEFAULT_PRESET, **given), kind=kind, sublinear=sublinear, idf_power=idf_power)
    return Asked(common=TextOptions(**given), kind=kind, sublinear=sublinear, idf_power=idf_power)


def _given(stop_words: str | None, chosen: dict[str, Any]) -> dict[str, Any]:
    given = {name: value for name, value in chosen.items() if value is not None}
    return given if stop_words is None else given | {"stop_words": _stop_words(stop_words)}


def _stop_words(value: str) -> str | tuple[str, ...]:
    """The name of a language, or the words of a file."""
    if re.fullmatch("[a-z]+", value) and not Path(value).is_file():
        return value
    try:
        return tuple(Path(value).read_text(encoding="utf-8").split())
    except UnicodeDecodeError as error:
        raise DataError(f"byte {error.start} is not UTF-8; expected stop words, one a line", path=value) from None
