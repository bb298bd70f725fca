"""PECOS with our weights, answering one document after another from Python, in an environment of its own.

Two halves in one file, as in peer_pecos.py: imported, it hands over a model and documents and asks for turns; run as a
script by the other Python, it loads them as XLinearModel loads for answering alone (its fastest form) and obeys.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Any, cast

import numpy as np
from scipy.sparse import csr_matrix, load_npz, save_npz, vstack


class PecosAnswers:
    """One process with the model loaded; `turn()` answers all documents once, one at a time."""

    def __init__(self, python: Path, weights: csr_matrix, bias: np.ndarray, documents: csr_matrix, k: int):
        with tempfile.TemporaryDirectory() as folder:
            own = vstack([weights, csr_matrix(bias[None])]).tocsc().astype(np.float32)  # the last feature is always 1
            save_npz(Path(folder) / "weights.npz", own, compressed=False)
            save_npz(Path(folder) / "documents.npz", documents, compressed=False)
            command = [str(python), __file__, folder, str(k)]
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self._say(self._hear())

    def turn(self) -> Any:
        """Timed: CPU and wall seconds of all documents; the result is the best class of each."""
        from common import Run, Timed

        cast(IO[str], self.process.stdin).write("turn\n")
        cast(IO[str], self.process.stdin).flush()
        said = self._hear()
        return Timed(Run(said["cpu"], said["wall"]), np.array(said["best"]))

    def close(self) -> None:
        """Ends the process."""
        cast(IO[str], self.process.stdin).close()
        self.process.wait()

    def _hear(self) -> Any:
        line = cast(IO[str], self.process.stdout).readline()
        if not line:
            raise SystemExit(f"PECOS ended with {self.process.wait()}")
        return json.loads(line)

    def _say(self, loaded: Any) -> None:
        print(f"  PECOS loaded {loaded['weights']:,} weights", file=sys.stderr)


def serve(folder: Path, k: int) -> None:
    """The other half."""
    from pecos.xmc import HierarchicalMLModel, MLModel
    from pecos.xmc.xlinear.model import XLinearModel

    weights = load_npz(folder / "weights.npz").tocsc()
    documents = load_npz(folder / "documents.npz").tocsr()
    options = MLModel.PredParams(only_topk=k, post_processor="noop")
    XLinearModel(HierarchicalMLModel([MLModel(W=weights, bias=1.0, pred_params=options)])).save(str(folder / "model"))
    model = XLinearModel.load(str(folder / "model"), is_predict_only=True)
    rows = [documents[i] for i in range(documents.shape[0])]
    print(json.dumps({"weights": int(weights.nnz)}), flush=True)
    for _ in sys.stdin:
        cpu, wall = time.process_time(), time.perf_counter()
        answers = [model.predict(row, only_topk=k, threads=1) for row in rows]
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        best = [int(answer.indices[answer.data.argmax()]) for answer in answers]
        print(json.dumps({"cpu": cpu, "wall": wall, "best": best}), flush=True)


if __name__ == "__main__":
    serve(Path(sys.argv[1]), int(sys.argv[2]))
