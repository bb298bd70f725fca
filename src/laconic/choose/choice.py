"""choose: from texts and labels to how they are learned, with the sentence and the record of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..data import Labels
from ..events import Listener, Notice, silent
from ..linear import L2
from ..pipeline import WeightingChoice
from ..text import TextOptions
from ..training import TrainSpec
from .asked import Asked
from .sample import Sample, draw
from .search import Found, Task, search
from .trial import CUTS, Bench, Candidate

LEAST_HELD_OUT = 100  # fewer rows tell nothing; the plain defaults stand


@dataclass(frozen=True, slots=True)
class Choice:
    """How to learn, and why: `record` goes into the provenance of the model."""

    text: TextOptions
    weighting: WeightingChoice
    C: float
    cut: float | None  # None: the method's own
    record: dict[str, Any]

    def sentence(self) -> str:
        """What was chosen, in one line."""
        r = self.record
        what = ", ".join(f"{name} {value}" for name, value in r.items() if name in ("text", "idf_power", "C", "cut"))
        if r["by"] == "length":
            return f"chosen by the length of the texts, as there are too few to hold out: {what}"
        words = "" if r["right_words"] is None else f" (plain words: {r['right_words'] / r['held_out']:.1%})"
        return (
            f"chosen on {r['sample']:,} texts of {r['classes']:,} classes, {r['held_out']:,} of them held out: {what};"
            f" {r['right'] / r['held_out']:.1%} right there{words}"
        )


def choose(
    texts: Sequence[str],
    labels: Labels,
    asked: Asked | None = None,
    *,
    spec: TrainSpec | None = None,
    jobs: int = 1,
    listen: Listener = silent,
) -> Choice:
    """Looks at the data where something is left to choose; the same answer for any jobs and kernel."""
    asked, spec = asked or Asked(), spec or TrainSpec()
    task = look(texts, labels)
    sample = draw(texts, labels, spec.seed, generous=task.huge)
    if len(sample.held_out) < LEAST_HELD_OUT:
        found = Found(task.plain(asked), _cut(asked, spec), 0, None)
        choice = _choice(asked, found, {"by": "length"})
    else:
        choice = _searched(texts, labels, asked, task, sample, spec, jobs)
    listen(Notice(choice.sentence()))
    return choice


def look(texts: Sequence[str], labels: Labels) -> Task:
    """Length and number of texts; words are counted in a thousand of them, evenly spread."""
    step = max(len(texts) // 1000, 1)
    seen = [text[:20_000].split() for text in texts[::step]]
    words = sum(map(len, seen))
    distinct = sum(len(set(found)) for found in seen)
    return Task(len(texts), labels.n_classes, words / max(len(seen), 1), words / max(distinct, 1))


def _searched(
    texts: Sequence[str], labels: Labels, asked: Asked, task: Task, sample: Sample, spec: TrainSpec, jobs: int
) -> Choice:
    cuts = CUTS if asked.cut is None else (asked.cut,)
    bench = Bench(texts, labels, sample, asked, spec=spec, cuts=cuts, jobs=jobs)
    found = search(bench, task, asked)
    record = {
        "by": "held-out accuracy",
        "sample": len(sample.learned) + len(sample.held_out),
        "classes": len(sample.classes),
        "held_out": len(sample.held_out),
        "right": found.right,
        "right_words": found.right_words,
        "trials": len(bench.done),
    }
    return _choice(asked, found, record)


def _cut(asked: Asked, spec: TrainSpec) -> float:
    return asked.cut if asked.cut is not None else (spec.cut or 0.0)


def _choice(asked: Asked, found: Found, record: dict[str, Any]) -> Choice:
    """Only what was left open is told as chosen."""
    best: Candidate = found.candidate
    chosen: dict[str, Any] = {}
    if asked.text is None:
        chosen["text"] = best.preset
    if asked.weighs_counts and asked.sublinear is None:
        chosen["sublinear"] = best.sublinear
    if asked.weighs_counts and asked.idf_power is None:
        chosen["idf_power"] = best.idf_power
    if asked.C is None:
        chosen["C"] = L2(best.C).C
    if asked.cut is None:
        chosen["cut"] = found.cut
    weighting = asked.weighting(best.sublinear, best.idf_power)
    return Choice(asked.features(best.preset), weighting, best.C, found.cut, chosen | record)
