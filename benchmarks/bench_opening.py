"""Opening: a model of about 1 GB that takes raw text, opened by a fresh process that answers one text once.

The model is made up (its vocabulary, its weights), written into a temporary folder and deleted. Its file is in the
cache of the machine when the clock runs, as that of any model in use. Not here: the time to answer many texts.
Run: python benchmarks/bench_opening.py [--full]; needs 1.1 GB of disk and of memory, and half a minute.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO, Any, cast

import numpy as np
from common import Part, part

from laconic.model import LinearModel, Provenance
from laconic.names import Names
from laconic.pipeline import Pipeline
from laconic.sparse import Csr
from laconic.store import save
from laconic.text import TextOptions
from laconic.text.vocabulary import Vocabulary
from laconic.weighting import Weighting

FEATURES, CLASSES, PER_FEATURE = 4_000_000, 100_000, 26
PROCESSES, REPEATS = 4, 7
TARGET, BEYOND = 50.0, 20.0  # ms to open and answer
WORDS = 100  # of the text
FOLIOS = "of the cache, not copied; the kernel maps pieces of up to 2 MB around each page touched"

# What the fresh process does. Memory is that of the mapped file and of the whole process, before and after.
WORKER = """
import sys, time, json
def memory(path):
    found = {"Rss": 0, "Pss": 0, "Private_Dirty": 0, "Anonymous": 0}
    mapped = dict(found)
    inside = False
    for line in open("/proc/self/smaps"):
        first, *rest = line.split()
        if "-" in first:
            inside = line.rstrip().endswith(path)
        elif first[:-1] in found:
            found[first[:-1]] += int(rest[0])
            mapped[first[:-1]] += int(rest[0]) if inside else 0
    return {"process": found, "file": mapped}
path, text = sys.argv[1], sys.stdin.readline()
times = [time.perf_counter()]
import laconic
laconic.load  # names load when first used
times.append(time.perf_counter())
clf = laconic.load(path)
times.append(time.perf_counter())
before = memory(path)
times.append(time.perf_counter())
answer = clf.predict([text])
times.append(time.perf_counter())
print(json.dumps({"times": times, "before": before, "after": memory(path), "answer": answer}), flush=True)
sys.stdin.readline()
print(json.dumps(memory(path)), flush=True)
sys.stdin.readline()
"""


def word(i: int) -> str:
    """Term i of the made-up vocabulary: eight letters and digits."""
    return f"w{i:07x}"


def made_up_model(rng: np.random.Generator) -> LinearModel:
    """Rows of about 26 weights; the arrays are made without a Python object per term."""
    digits = np.frombuffer(b"0123456789abcdef", np.uint8)
    arena = np.empty((FEATURES, 8), np.uint8)
    arena[:, 0] = ord("w")
    for place in range(7):
        arena[:, 1 + place] = digits[(np.arange(FEATURES) >> (4 * (6 - place))) & 15]
    vocabulary = Vocabulary.of_arena(Names(arena.reshape(-1), np.arange(0, 8 * FEATURES + 1, 8, dtype=np.int64)))
    idf = rng.uniform(1, 12, FEATURES).astype(np.float32)
    weighting = Weighting("tfidf", sublinear=True, idf=idf)
    pipeline = Pipeline("text", FEATURES, weighting, TextOptions.preset("words"), vocabulary)
    # Rising classes in each row: one in each of 26 equal ranges.
    step = CLASSES // PER_FEATURE
    classes = rng.integers(0, step, (FEATURES, PER_FEATURE), dtype=np.int32)
    classes += np.arange(0, step * PER_FEATURE, step, dtype=np.int32)
    indptr = np.arange(0, FEATURES * PER_FEATURE + 1, PER_FEATURE, dtype=np.int64)
    data = rng.standard_normal(FEATURES * PER_FEATURE, np.float32)
    weights = Csr(data, classes.reshape(-1), indptr, (FEATURES, CLASSES))
    labels = Names.of(f"class {k}" for k in range(CLASSES))
    bias = np.full(CLASSES, -1, np.float32)
    return LinearModel(weights, bias, labels, pipeline, Provenance({}, 1, FEATURES))


class Fresh:
    """A process that opens the model and answers once; it stays until it is told to go on, and to end."""

    def __init__(self, path: Path, text: str):
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.said = self.ask(text)

    def ask(self, line: str = "") -> Any:
        """Sends a line, reads what it says to it."""
        cast(IO[str], self.process.stdin).write(line + "\n")
        cast(IO[str], self.process.stdin).flush()
        return json.loads(cast(IO[str], self.process.stdout).readline())

    def end(self) -> None:
        """Lets it go."""
        self.process.communicate("\n")


def milliseconds(said: list[Any]) -> dict[str, list[float]]:
    """Of importing, opening, answering, and the last two together."""
    steps = np.diff([one["times"] for one in said], axis=1) * 1000
    return {
        "import laconic and numpy": steps[:, 0].tolist(),
        "open": steps[:, 1].tolist(),
        "first answer": steps[:, 3].tolist(),
        "open and answer": (steps[:, 1] + steps[:, 3]).tolist(),
    }


def measure(bench: Part, path: Path, text: str) -> None:
    """Several processes one after another, then several at once."""
    said = []
    for _ in range(REPEATS):
        fresh = Fresh(path, text)
        said.append(fresh.said)
        fresh.ask()
        fresh.end()
    for what, times in milliseconds(said).items():
        found, least = statistics.median(times), min(times)
        target, ratio = (f"{TARGET:g} ms", TARGET / found) if what == "open and answer" else ("-", None)
        bench.add(what, f"{found:.1f} ms", target, ratio, 1.0 if ratio else None, f"least {least:.1f} ms; wall clock")
    one = said[-1]
    before, after = (one[when]["process"]["Anonymous"] / 1024 for when in ("before", "after"))
    bench.add(
        "memory of its own for the first answer", f"{after - before:.1f} MB", "-", remark="growth, anonymous pages"
    )
    bench.add("pages of the file mapped", f"{one['after']['file']['Rss'] / 1024:.0f} MB", size_of(path), remark=FOLIOS)
    bench.add(
        "read from a cold disk", f"{cold_pages(path, text):.0f} MB", size_of(path), remark="nothing of it cached before"
    )
    shared(bench, path, text)


def size_of(path: Path) -> str:
    """In words."""
    return f"{path.stat().st_size / 1e6:,.0f} MB file"


def cold_pages(path: Path, text: str) -> float:
    """MB of the file in the machine's cache after one process has answered, when nothing was there before."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    fresh = Fresh(path, text)
    fresh.ask()
    fresh.end()
    found = subprocess.run(["fincore", "--bytes", "--noheadings", "--output", "RES", path], capture_output=True)
    path.read_bytes()  # into the cache again
    return int(found.stdout or 0) / 1e6


def shared(bench: Part, path: Path, text: str) -> None:
    """The proportional share (PSS) of the file's pages, in all processes together, against one process's."""
    several = [Fresh(path, text) for _ in range(PROCESSES)]
    files = [fresh.ask()["file"] for fresh in several]
    for fresh in several:
        fresh.end()
    together, alone = sum(file["Pss"] for file in files), max(file["Rss"] for file in files)
    dirty = sum(file["Private_Dirty"] for file in files)
    bench.add(
        f"{PROCESSES} processes, pages of the file",
        f"{together / 1024:.1f} MB",
        f"{alone / 1024:.1f} MB in one",
        None,
        None,
        f"proportional share, summed; {dirty} kB written",
    )


def main() -> None:
    """Makes the model, measures, deletes it."""
    bench = part("opening", "Opening a model of 1 GB that takes raw text, and answering one text once")
    rng = np.random.default_rng(0)
    text = " ".join(word(int(i)) for i in rng.integers(0, FEATURES, WORDS))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.laconic"
        save(made_up_model(rng), path)
        path.read_bytes()  # into the cache
        bench.note(f"the file: {path.stat().st_size / 1e6:,.0f} MB, {FEATURES:,} terms, {CLASSES:,} classes")
        bench.note(f"the text: {WORDS} words; beyond the target: {BEYOND:g} ms")
        measure(bench, path, text)
    bench.close()


if __name__ == "__main__":
    main()
