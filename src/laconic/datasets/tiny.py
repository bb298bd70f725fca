"""Three hundred invented job advertisements for twelve trades: text to try every step on in milliseconds.

Made up by the lists below, not collected: a line names two things a trade works with. Some things belong to two trades
("pipes"); in every other line the verb says nothing, and in every other the second thing may be any trade's, so that
not every line is easy. Far too small to measure a method on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

LINES_PER_TRADE, FOR_TESTING = 25, 5

# Each trade: what it does (verbs), what with (things).
TRADES = {
    "baker": ("bakes kneads shapes", "bread rolls dough pastry cakes ovens flour"),
    "beekeeper": ("keeps breeds inspects", "bees hives honey queens wax swarms flowers"),
    "bookbinder": ("binds sews restores", "books covers leather pages spines glue paper"),
    "carpenter": ("saws planes builds", "beams doors roofs timber stairs frames windows"),
    "florist": ("arranges cuts sells", "flowers bouquets wreaths roses pots plants"),
    "gardener": ("plants prunes waters", "hedges lawns shrubs roses plants soil trees"),
    "glazier": ("cuts fits replaces", "glass windows panes mirrors putty frames"),
    "locksmith": ("opens repairs cuts", "locks keys safes doors cylinders hinges"),
    "plumber": ("mends lays connects", "pipes taps drains boilers toilets valves"),
    "tailor": ("sews measures alters", "suits trousers coats seams cloth buttons lining"),
    "watchmaker": ("repairs oils adjusts", "watches clocks springs gears dials straps"),
    "welder": ("welds joins grinds", "steel seams pipes beams rails torches"),
}
VAGUE = ("handles", "works with", "looks after")
OPENINGS = ("", "experienced hand who ", "apprentice who ", "small workshop seeks someone who ", "person who ")
ENDINGS = ("", " in the early morning", " for private customers", " on site", " with care", " in a team of four")


@dataclass(frozen=True, eq=False, slots=True)
class TextSplit:
    """Texts and their labels, for training and for testing."""

    train_texts: list[str]
    train_labels: list[str]
    test_texts: list[str]
    test_labels: list[str]


def tiny() -> TextSplit:
    """240 lines for training and 60 for testing, trades in turn; the same ones at every call."""
    rng = np.random.Generator(np.random.PCG64(1))
    rows = [[(_line(trade, rng), trade) for trade in TRADES] for _ in range(LINES_PER_TRADE)]
    train = [row for turn in rows[FOR_TESTING:] for row in turn]
    test = [row for turn in rows[:FOR_TESTING] for row in turn]
    return TextSplit(*_columns(train), *_columns(test))


def _columns(rows: list[tuple[str, str]]) -> tuple[list[str], list[str]]:
    return [text for text, _ in rows], [trade for _, trade in rows]


def _line(trade: str, rng: np.random.Generator) -> str:
    verbs, things = (words.split() for words in TRADES[trade])
    vague, helps_out = rng.integers(2, size=2) == 0
    verb = _one_of(VAGUE if vague else verbs, rng)
    others = TRADES[_one_of(list(TRADES), rng)][1].split() if helps_out else things
    work = f"{verb} {_one_of(things, rng)} and {_one_of(others, rng)}"
    return f"{_one_of(OPENINGS, rng)}{work}{_one_of(ENDINGS, rng)}"


def _one_of(words: tuple[str, ...] | list[str], rng: np.random.Generator) -> str:
    return words[int(rng.integers(len(words)))]
