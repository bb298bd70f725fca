"""Parsing: libsvm against scikit-learn's load_svmlight_file, JSONL against a loop over json.loads.

    python benchmarks/bench_parsing.py [--full]

Both sides read the same made-up files (10 MB each, 100 MB with --full) into the same thing: one sparse matrix with its
labels, or lists of texts and labels. CPU seconds of all threads, by turns. The target is 5x on libsvm.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from common import Part, by_turns, part, ratio

from laconic.read import open_source
from laconic.sparse import Csr, vstack

TARGET = 5.0


def libsvm_file(path: Path, size: int, decimals: bool, rising: bool = True) -> Path:
    """Rows of 100 features out of 500,000: tf-idf weights with six decimals, or small counts."""
    rng = np.random.default_rng(0)
    with path.open("w") as file:
        while file.tell() < size:
            columns = rng.choice(500_000, 100, replace=False) + 1
            columns = np.sort(columns) if rising else columns
            weights, counts = 0.01 + rng.random(100) * 0.3, rng.geometric(0.7, 100)  # no zeros: ours leaves them out
            values = [f"{v:.6f}" for v in weights] if decimals else counts.tolist()
            entries = " ".join(f"{j}:{v}" for j, v in zip(columns.tolist(), values, strict=True))
            file.write(f"{rng.integers(1000)} {entries}\n")
    return path


def jsonl_file(path: Path, size: int) -> Path:
    """Rows of 5 to 60 words, one in ten with an escape, with one label and an id."""
    draw = random.Random(0)
    words = ["".join(draw.choices("etaoinshrdlu", k=draw.randint(2, 9))) for _ in range(5000)]
    words += ["\u00e9t\u00e9", "\u65e5\u672c", 'q"uote']
    with path.open("w", encoding="utf-8") as file:
        written = row = 0
        while written < size:
            text = " ".join(draw.choices(words, k=draw.randint(5, 60))) + ("\n" if row % 10 == 0 else "")
            line = json.dumps({"id": row, "label": f"class {draw.randrange(1000)}", "text": text}, ensure_ascii=False)
            written += file.write(line + "\n")
            row += 1
    return path


def ours_vectors(path: Path) -> tuple[Csr, np.ndarray[Any, Any]]:
    """The whole file as one matrix and the label numbers."""
    batches = list(open_source(path).batches())
    rows = [batch.rows for batch in batches]
    return vstack(rows, max(part.shape[1] for part in rows)), np.concatenate(
        [batch.labels.indices for batch in batches]
    )


def sklearn_vectors(path: Path) -> Any:
    """The same by scikit-learn."""
    from sklearn.datasets import load_svmlight_file

    return load_svmlight_file(str(path), dtype=np.float32, zero_based=True)


def ours_texts(path: Path) -> tuple[list[str], list[int]]:
    """All texts and label numbers."""
    texts: list[str] = []
    labels: list[int] = []
    for batch in open_source(path).batches():
        texts += batch.texts
        labels += batch.labels.indices.tolist()
    return texts, labels


def json_texts(path: Path) -> tuple[list[str], list[int]]:
    """The same by a loop over json.loads."""
    texts: list[str] = []
    labels: list[int] = []
    numbers: dict[str, int] = {}
    with path.open("rb") as file:
        for line in file:
            row = json.loads(line)
            texts.append(row["text"])
            labels.append(numbers.setdefault(row["label"], len(numbers)))
    return texts, labels


def same_vectors(mine: Any, theirs: Any) -> bool:
    """Whether both matrices hold the same, bit for bit."""
    x, y = mine[0], theirs[0]
    return all(map(np.array_equal, (x.data, x.indices, x.indptr), (y.data, y.indices, y.indptr)))


def compare(bench: Part, path: Path, ours: Callable[[Path], Any], theirs: Callable[[Path], Any]) -> tuple[Any, Any]:
    """One line of the table; returns what both sides read."""
    sides = by_turns({"ours": lambda: ours(path), "theirs": lambda: theirs(path)})
    mine, their = sides["ours"], sides["theirs"]
    peer, target = ("load_svmlight_file", TARGET) if path.suffix == ".txt" else ("json.loads", None)
    speed = f"{path.stat().st_size / 1e6 / mine.cpu:.0f} MB a CPU second"
    bench.add(f"{path.stem}: {peer}", mine.cpu, their.cpu, ratio(their, mine), target, speed)
    return mine.result, their.result


def main() -> None:
    """Makes the files, reads them."""
    bench = part("parsing", "Parsing, CPU seconds of a file")
    size = 100_000_000 if bench.full else 10_000_000
    bench.note(f"Made-up files of {size / 1e6:g} MB; both sides read the same, bit for bit.")
    with tempfile.TemporaryDirectory() as folder:
        for name, decimals in (("libsvm-decimals", True), ("libsvm-counts", False)):
            path = libsvm_file(Path(folder) / f"{name}.txt", size, decimals)
            assert same_vectors(*compare(bench, path, ours_vectors, sklearn_vectors)), "both sides must read the same"
        path = jsonl_file(Path(folder) / "jsonl.jsonl", size)
        mine, theirs = compare(bench, path, ours_texts, json_texts)
        assert mine == theirs, "both sides must read the same"
        unsorted = libsvm_file(Path(folder) / "libsvm-unsorted", size, decimals=False, rising=False)
        run = by_turns({"ours": lambda: ours_vectors(unsorted)})["ours"]
        speed = f"{unsorted.stat().st_size / 1e6 / run.cpu:.0f} MB a CPU second; scikit-learn refuses the file"
        bench.add("libsvm, columns in no order", run.cpu, "refused", remark=speed)
    bench.close()


if __name__ == "__main__":
    main()
