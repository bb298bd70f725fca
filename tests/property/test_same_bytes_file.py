"""One training of texts, told in one command, gives one file: for any -j, instruction set, hash seed and locale."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from laconic import _kernels

N_CLASSES = 120
SETTINGS = [
    {"-j": "2"},
    {"-j": "3", "PYTHONHASHSEED": "7"},
    {"LACONIC_KERNEL": "baseline"},
    {"LACONIC_KERNEL": "avx2", "-j": "2"},
    {"LC_ALL": "C", "PYTHONHASHSEED": "0"},
]


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """1,500 made-up documents of 120 classes, the later ones with two labels."""
    rng = np.random.default_rng(0)
    words = np.array(["".join(rng.choice(list("abcdeéßσжक"), rng.integers(3, 9))) for _ in range(3000)])
    path = tmp_path_factory.mktemp("texts") / "texts.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for i in range(1500):
            own = rng.choice(words[i % N_CLASSES * 20 : i % N_CLASSES * 20 + 20], 6)
            labels = [f"class {i % N_CLASSES}"] + ([f"class {i % 7}"] if i > 1000 else [])
            text = " ".join([*own, *words[rng.zipf(1.3, 20) % 3000]])
            file.write(json.dumps({"text": text, "label": labels}) + "\n")
    return path


def digest_of_training(texts: Path, folder: Path, settings: dict[str, str]) -> str:
    out = folder / "model.laconic"
    variables = {name: value for name, value in settings.items() if name != "-j"}
    command = [
        sys.executable,
        "-m",
        "laconic",
        "train",
        str(texts),
        "-o",
        str(out),
        "-q",
        "-j",
        settings.get("-j", "1"),
    ]
    subprocess.run(command, env={**os.environ, **variables}, check=True, capture_output=True)
    return hashlib.sha256(out.read_bytes()).hexdigest()


@pytest.fixture(scope="module")
def expected(texts: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    return digest_of_training(texts, tmp_path_factory.mktemp("expected"), {})


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: " ".join(f"{k}={v}" for k, v in settings.items()))
def test_the_file_is_the_same_to_the_byte(texts: Path, expected: str, tmp_path: Path, settings: dict[str, str]) -> None:
    kernel = settings.get("LACONIC_KERNEL")
    best = _kernels.kernel()
    if kernel and not _kernels.use_kernel(kernel):
        pytest.skip(f"this CPU lacks {kernel}")
    _kernels.use_kernel(best)
    assert digest_of_training(texts, tmp_path, settings) == expected
