"""Writes gap_against_rounds.svg: how the certified gap of the classes of `small` falls with the rounds of the solver.

    python docs/explanation/gap_against_rounds.py

Trains again with at most 1, 2, 3, ... rounds and asks the report for gap / objective; the figure is the same on every
machine, for the solver is. Plain text, no plotting package.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from laconic import TrainSpec, datasets
from laconic.data import Dataset
from laconic.linear import DualActiveSet
from laconic.training import train_with_report

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 46, 46
TOLERANCES = {1e-2: "#1b6ca8", 1e-4: "#c2571a"}
ROUNDS = 12
DECADES = range(-5, 1)


def gaps(data: Dataset, tolerance: float) -> list[tuple[float, float, float]]:
    """The 10th, 50th and 90th percentile of gap / objective over all classes, after each number of rounds."""
    out = []
    for rounds in range(1, ROUNDS + 1):
        spec = TrainSpec(solver=DualActiveSet(tolerance=tolerance, max_rounds=rounds))
        report = train_with_report(data, spec).report
        low, middle, high = np.percentile(report.gap / report.objective, (10, 50, 90))
        out.append((float(low), float(middle), float(high)))
    return out


def x_of(rounds: int) -> float:
    """Pixels from the left."""
    return LEFT + (WIDTH - LEFT - RIGHT) * (rounds - 1) / (ROUNDS - 1)


def y_of(gap: float) -> float:
    """Pixels from the top, logarithmic."""
    low, high = DECADES[0], DECADES[-1]
    share = (min(max(math.log10(max(gap, 1e-300)), low), high) - low) / (high - low)
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share


def text(x: float, y: float, words: str, anchor: str = "middle", colour: str = "#333333") -> str:
    """Some words."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def grid() -> list[str]:
    """Axes with their numbers."""
    lines = [
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y_of(10.0**d):.1f}" y2="{y_of(10.0**d):.1f}" stroke="#dddddd"/>'
        for d in DECADES
    ]
    numbers = [text(LEFT - 8, y_of(10.0**d) + 4, f"{10.0**d:g}", "end") for d in DECADES]
    rounds = [text(x_of(n), HEIGHT - BOTTOM + 18, str(n)) for n in range(1, ROUNDS + 1)]
    title = text(
        LEFT, 20, "gap / objective of the 1,139 classes of `small`: median, and from the 10th to the 90th", "start"
    )
    return [*lines, *numbers, *rounds, title, text((LEFT + WIDTH) / 2, HEIGHT - 8, "rounds")]


def curve(found: Sequence[tuple[float, float, float]], colour: str) -> list[str]:
    """The median as a line, the rest as a band."""
    at = [x_of(n) for n in range(1, len(found) + 1)]
    edge = [(x, y_of(f[0])) for x, f in zip(at, found, strict=True)]
    edge += [(x, y_of(f[2])) for x, f in reversed(list(zip(at, found, strict=True)))]
    middle = [(x, y_of(f[1])) for x, f in zip(at, found, strict=True)]
    return [
        f'<polygon points="{points(edge)}" fill="{colour}" opacity="0.15"/>',
        f'<polyline points="{points(middle)}" fill="none" stroke="{colour}" stroke-width="2"/>',
    ]


def points(pairs: Sequence[tuple[float, float]]) -> str:
    """As SVG has them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in pairs)


def main() -> None:
    """Trains, draws, writes the file beside this one."""
    data, _ = datasets.synthetic("small")
    parts = grid()
    for row, (tolerance, colour) in enumerate(TOLERANCES.items()):
        parts += curve(gaps(data, tolerance), colour)
        parts.append(text(WIDTH - RIGHT, TOP + 14 + 18 * row, f"tolerance {tolerance:g}", "end", colour))
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    background = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>'
    page = "\n".join([head, background, *parts, "</svg>", ""])
    Path(__file__).with_suffix(".svg").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
