"""Real files in their published form; each test skips when the data sets are not beside the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

from laconic.read import Source, VectorBatch, open_source


def real_file(shared_data: Path, name: str) -> Source:
    path = shared_data / name
    if not path.is_file():
        pytest.skip(f"{path} is not there")
    return open_source(path)


def test_lshtc_small_is_read_though_its_indices_are_unsorted(shared_data: Path) -> None:
    source = real_file(shared_data, "lshtc-small/task2/train.txt.xz")
    rows = documents = 0
    for batch in source.batches():
        assert isinstance(batch, VectorBatch)
        batch.rows.check(sorted_rows=True)
        rows += len(batch)
        documents += int((batch.rows.indices == 0).sum())  # feature 0 is the document's number
        assert (batch.labels.indptr[1:] - batch.labels.indptr[:-1] == 1).all()
    assert (rows, documents, source.label_names[0]) == (4463, 4463, "29")
    assert len(source.label_names) == 1139


# rows, labels given, distinct labels: counted apart from this code, with Python's json and lzma.
COUNTS = {
    "20newsgroups/test": (7532, 7532, 20),
    "banking77/test": (3080, 3080, 77),
    "clinc150/test": (5500, 5500, 151),
    "german-statutes/test": (17018, 17018, 3328),
    "makupalat-fi/test": (537, 680, 321),
    "ohsumed_single_23/test": (4043, 4043, 23),
    "onet-tasks/test": (3783, 3783, 895),
    "onet-titles/test": (11429, 11429, 992),
    "reuters21578/test": (3299, 3748, 93),
    "uk-sic-index/test": (3254, 3254, 610),
    "yso-finna-en/test": (78653, 189828, 20558),
}


@pytest.mark.parametrize("name", COUNTS)
def test_text_sets_are_read_whole(shared_data: Path, name: str) -> None:
    source = real_file(shared_data, f"{name}.jsonl.xz")
    batches = list(source.batches())
    given = sum(len(batch.labels.indices) for batch in batches)
    assert (sum(map(len, batches)), given, len(source.label_names)) == COUNTS[name]
    assert source.kind == "text"


@pytest.mark.parametrize(
    ("name", "rows", "width"),
    [
        ("bibtex", 1501, 1836),
        ("delicious", 3175, 500),
        ("rcv1sub1", 1220, 47236),
        ("stackex_cs", 1863, 635),
        ("stackex_cooking", 2069, 577),
    ],
)
def test_multilabel_sets_are_read_whole(shared_data: Path, name: str, rows: int, width: int) -> None:
    source = real_file(shared_data, f"multilabel-bow/{name}/test.txt.xz")
    batches = [batch for batch in source.batches() if isinstance(batch, VectorBatch)]
    assert sum(map(len, batches)) == rows
    assert 0.9 * width < max(batch.rows.shape[1] for batch in batches) <= width + 1  # features count from 1
