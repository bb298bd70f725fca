"""Long work tells what it does by events; who listens decides what is shown.

Nothing below `cli/` prints: functions take `listen` and call it with `Progress` or `Notice`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Progress:
    """So many units of a stage are done; `total` is None while unknown."""

    stage: str
    done: int
    total: int | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the user should know once, in one sentence."""

    message: str


Event: TypeAlias = Progress | Notice
Listener: TypeAlias = Callable[[Event], None]


def silent(event: Event) -> None:
    """The listener that hears nothing."""
