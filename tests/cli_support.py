"""What tests of the command line share: the command as a process of its own, and a model made by hand."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from laconic.model import LinearModel, Provenance
from laconic.names import Names
from laconic.pipeline import Pipeline
from laconic.sparse import Csr
from laconic.store import save
from laconic.weighting import Weighting

LACONIC = [sys.executable, "-m", "laconic"]


def laconic(*arguments: str | Path, stdin: str | bytes = b"", **kwargs: Any) -> subprocess.CompletedProcess[str]:
    """A process of its own; whatever happens, a traceback is a failure of the test."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    raw = subprocess.run(
        [*LACONIC, *map(str, arguments)], input=data, capture_output=True, check=False, timeout=120, **kwargs
    )
    done = subprocess.CompletedProcess(raw.args, raw.returncode, raw.stdout.decode(), raw.stderr.decode())
    assert "Traceback" not in done.stderr, done.stderr
    return done


# Four features, three classes; read columns: class 0 likes feature 0, class 1 feature 1, class 2 feature 2.
WEIGHTS = np.array([[0.5, 0, -0.25], [0, 2, 0], [-0.125, 0, 1], [0, 0, 0.0625]], np.float32)
LABELS = ["baker", "wéld\x1b[31mer", "日本"]


def save_by_hand(path: Path) -> Path:
    """A model of vectors with the weights above and the biases 0.5, -1, 0."""
    pipeline = Pipeline("vectors", 4, Weighting.fit(Csr.from_dense(np.eye(4)), kind="none"))
    provenance = Provenance({"C": 1.0, "bias": True}, n_rows=12, n_features_at_training=4)
    bias = np.array([0.5, -1, 0], np.float32)
    save(LinearModel(Csr.from_dense(WEIGHTS), bias, Names.of(LABELS), pipeline, provenance), path)
    return path
