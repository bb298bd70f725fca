"""PECOS one-vs-all (MLModel, its defaults, one thread) as a peer, in an environment of its own.

Two halves in one file: imported, it hands data to the other Python and reads back what it did; run as a script by that
Python, it trains. What is on the clock is its training alone.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix, load_npz, save_npz


class Pecos:
    """Rows and labels written once, trained from as often as asked; `answers` are the best classes of the test rows."""

    def __init__(self, python: Path, x: csr_matrix, y: csr_matrix, test: csr_matrix | None = None):
        self.python = python
        self.folder = tempfile.TemporaryDirectory()
        save_npz(self._path("x.npz"), x.astype(np.float32), compressed=False)
        save_npz(self._path("y.npz"), y.astype(np.float32), compressed=False)
        if test is not None:
            save_npz(self._path("test.npz"), test.astype(np.float32), compressed=False)

    def _path(self, name: str) -> str:
        return str(Path(self.folder.name) / name)

    def train(self) -> Any:
        """One training in the other process: Timed, with a dict of what it said."""
        from common import Run, Timed

        done = subprocess.run([self.python, __file__, self.folder.name], capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"PECOS ended with {done.returncode}:\n{done.stderr[-2000:]}")
        said = json.loads(done.stdout.splitlines()[-1])
        answers = Path(self._path("answers.npy"))
        return Timed(Run(said["cpu"], said["wall"]), said | {"answers": np.load(answers) if answers.exists() else None})


def main(folder: Path) -> None:
    """The other half: trains, answers, says what it took."""
    import warnings

    warnings.simplefilter("ignore")
    from pecos.xmc import MLModel, MLProblem

    x, y = load_npz(folder / "x.npz").tocsr(), load_npz(folder / "y.npz").tocsc()
    cpu, wall = time.process_time(), time.perf_counter()
    model = MLModel.train(MLProblem(x, y, threads=1))
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    if (folder / "test.npz").exists():
        found = model.predict(load_npz(folder / "test.npz").tocsr(), only_topk=1, threads=1).tocsr()
        answers = [found.indices[a] if a < b else -1 for a, b in zip(found.indptr[:-1], found.indptr[1:], strict=True)]
        np.save(folder / "answers.npy", np.array(answers))
    print(json.dumps({"cpu": cpu, "wall": wall, "weights": int(model.W.nnz)}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
