"""Choosing: what a training without options is worth, beside plain words (`--text words`), on every set of texts.

    python benchmarks/bench_choosing.py [--full]

Test accuracy (of rows with several labels: the first answer is one of them), CPU seconds of learning from texts in
memory with one thread, the search included, and bytes of the file. Targets: the accuracies below, never more than .2
points under plain words, at most 6 times their CPU and 4 times their file. --full takes the sets that take minutes too.
"""

from __future__ import annotations

import json
import lzma
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from common import Part, Side, by_turns, data_folder, part, ratio

import laconic
from laconic.choose import train_texts
from laconic.choose.trial import hits
from laconic.data import Labels
from laconic.datasets import icd10cm
from laconic.errors import LaconicError
from laconic.model import LinearModel
from laconic.pipeline import fit_texts
from laconic.store import save

TARGETS = {
    "german-statutes": 0.625,
    "20newsgroups": 0.868,
    "uk-sic-index": 0.600,
    "onet-titles": 0.443,
    "onet-tasks": 0.222,
    "banking77": 0.904,
    "clinc150": 0.788,
    "icd10cm": 0.832,
    "makupalat-fi": None,
    "ohsumed_single_23": None,
    "reuters21578": None,
    "yso-finna-en": None,
}
LONG = ("german-statutes", "yso-finna-en")  # minutes each
CPU, FILE, BELOW_WORDS = 6.0, 4.0, 0.002


@dataclass(frozen=True, slots=True)
class Task:
    """Texts and labels, to learn from and to test on."""

    texts: list[str]
    labels: Labels
    test_texts: list[str]
    test_labels: list[Any]


def task(name: str) -> Task | None:
    """None where the data are not there."""
    if name == "icd10cm":
        try:
            split = icd10cm()
        except LaconicError:
            return None
        return Task(split.train_texts, Labels.of(split.train_labels), split.test_texts, split.test_labels)
    folder = data_folder() / name
    if not folder.is_dir():
        return None
    texts, labels = read(folder / "train.jsonl.xz")
    return Task(texts, Labels.of(labels), *read(folder / "test.jsonl.xz"))


def read(path: Path) -> tuple[list[str], list[Any]]:
    """Texts and labels of a file."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [row["text"] for row in rows], [row["label"] if row["label"] is not None else [] for row in rows]


def words_only(data: Task) -> LinearModel:
    """What `--text words` does."""
    return laconic.train(fit_texts(data.texts, data.labels, text=laconic.TextOptions()))


def accuracy(model: LinearModel, data: Task) -> float:
    """Share of test rows (those with a label) whose first answer is right."""
    place = {name: k for k, name in enumerate(model.label_list())}
    rows = [[label] if isinstance(label, str | int) else label for label in data.test_labels]
    numbers = [[place.get(str(label), -1) for label in row] for row in rows]
    ends = np.cumsum([0, *map(len, numbers)])
    truth = Labels(model.labels, np.array([k for row in numbers for k in row], np.int32), ends)
    best = laconic.Engine(model).topk(data.test_texts, 1).indices[:, 0]
    return hits(best, truth) / sum(len(row) > 0 for row in rows)


def size(model: LinearModel) -> int:
    """Bytes of the file."""
    with tempfile.TemporaryDirectory() as folder:
        save(model, Path(folder) / "model")
        return (Path(folder) / "model").stat().st_size


def report(bench: Part, name: str, data: Task, sides: dict[str, Side]) -> bool:
    """One line of the table; whether all that is promised holds."""
    words, chosen = sides["words"], sides["chosen"]
    right, plain = accuracy(chosen.result, data), accuracy(words.result, data)
    cpu, larger = ratio(chosen, words).median, size(chosen.result) / size(words.result)
    target = TARGETS[name]
    settled = chosen.result.provenance.spec["chosen"]
    what = " ".join(f"{key} {settled[key]}" for key in ("text", "sublinear", "idf_power", "C", "cut") if key in settled)
    remark = (
        f"CPU {cpu:.1f}x ({chosen.cpu:.2f} s), file {larger:.1f}x ({size(chosen.result) / 1e6:.1f} MB);"
        f" target {target or '-'}; {what}"
    )
    bench.add(name, right, plain, right / target if target else right / plain, 1.0 if target else None, remark)
    return right >= (target or 0) and right >= plain - BELOW_WORDS and cpu <= CPU and larger <= FILE


def main() -> None:
    """Set after set."""
    bench = part("choosing", "Choosing: test accuracy with no option (ours) and with plain words (peer)")
    failed = []
    for name in TARGETS:
        if name in LONG and not bench.full:
            continue
        data = task(name)
        if data is None:
            bench.absent(name, "LACONIC_DATA names the folder of data sets; icd10cm comes with laconic[demo]")
            continue
        contenders = {
            "words": lambda d=data: words_only(d),
            "chosen": lambda d=data: train_texts(d.texts, d.labels).model,
        }
        sides = by_turns(contenders, 1 if name in LONG else 3)
        if not report(bench, name, data, sides):
            failed.append(name)
    bench.note("The ratio is accuracy over its target (over plain words where there is none).")
    bench.note(f"Something promised does not hold on: {', '.join(failed) or 'none of them'}.")
    bench.close()


if __name__ == "__main__":
    main()
