"""From files to a model file and back, as the commands do it: a JSONL file in, a .laconic file out, then measured.

python examples/02_from_files.py
"""

import json
import tempfile
from pathlib import Path

from laconic import train
from laconic.datasets import tiny
from laconic.evaluate import evaluate
from laconic.pipeline import fit_dataset, read_dataset
from laconic.read import open_source
from laconic.store import open_model, save


def write(path, texts, labels):
    rows = [{"text": text, "label": label} for text, label in zip(texts, labels, strict=True)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


jobs = tiny()
with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    write(folder / "train.jsonl", jobs.train_texts, jobs.train_labels)
    write(folder / "test.jsonl", jobs.test_texts, jobs.test_labels)

    data = fit_dataset(open_source(folder / "train.jsonl"))  # learns the terms and their weighting
    save(train(data), folder / "jobs.laconic")

    model = open_model(folder / "jobs.laconic")  # mapped, not read
    test = read_dataset(open_source(folder / "test.jsonl"), model)
    for what, value in evaluate(model, test).table_rows():
        print(f"{what:34} {value}")
