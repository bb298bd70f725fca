"""docs/format.md, sentence by sentence: the docstring of each test is its sentence."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from forge import forged, good_file, join, seal, small_model, split, text_model

from laconic import store
from laconic.errors import ModelFileError
from laconic.model import LinearModel
from laconic.names import Names
from laconic.pipeline import Pipeline
from laconic.sparse import Csr
from laconic.store.decode import decode
from laconic.store.format import LONGEST_HEADER, canonical, chunks_of, encode, layout_of
from laconic.weighting import Weighting

PAGE = Path(__file__).parents[2] / "docs" / "format.md"


def test_every_sentence_of_the_page_has_a_test() -> None:
    here = ast.parse(Path(__file__).read_text("utf-8"))
    proved = [
        ast.get_docstring(node)
        for node in here.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    sentences = re.findall(r"^- (.*)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(sentences) > 20
    assert [s for s in sentences if s not in proved] == []
    assert [p for p in proved if p and p not in sentences] == []


def raw(path: Path) -> tuple[bytes, bytes]:
    content = path.read_bytes()
    length = int.from_bytes(content[:8], "little")
    return content[8 : 8 + length], content[8 + length :]


def about(path: Path) -> dict[str, str]:
    found: dict[str, str] = split(path)[0]["__metadata__"]
    return found


def with_pipeline(folder: Path, ignore: tuple[int, ...] = (1, 3)) -> Path:
    model = small_model()
    counts = Csr.from_dense(np.array([[1, 0, 2, 0], [0, 0, 1, 0]], np.float32))
    pipeline = Pipeline("vectors", 4, Weighting.fit(counts), ignore=ignore)
    path = folder / "pipeline.laconic"
    store.save(LinearModel(model.weights, model.bias, model.labels, pipeline, model.provenance), path)
    return path


def array(path: Path, name: str, dtype: str) -> np.ndarray[Any, Any]:
    """An array as the page says, read without the package."""
    header, arrays = split(path)
    begin, _ = header[name]["data_offsets"]
    count = json.loads(header["__metadata__"]["shapes"])[name][0]
    return np.frombuffer(arrays, dtype, count, begin)


def test_safetensors(tmp_path: Path) -> None:
    """The layout is that of safetensors, and the `safetensors` package opens the file."""
    package = pytest.importorskip("safetensors.numpy")
    path = with_pipeline(tmp_path)
    tensors = package.load_file(path)
    model = store.open_model(path)
    assert np.array_equal(tensors["weights.data"][: model.nnz], model.weights.data)
    assert np.array_equal(tensors["bias"][:3], model.bias)
    assert set(tensors) == set(split(path)[0]) - {"__metadata__"}


def test_first_bytes(tmp_path: Path) -> None:
    """The first 8 bytes are the length of the header, little-endian."""
    content = good_file(tmp_path).read_bytes()
    length = sum(byte << (8 * i) for i, byte in enumerate(content[:8]))
    assert isinstance(json.loads(content[8 : 8 + length]), dict)


def test_beginning(tmp_path: Path) -> None:
    """The header is JSON in ASCII and begins, in every version, with `{"__metadata__":{"checksum":"`."""
    header, _ = raw(good_file(tmp_path))
    assert header.isascii()
    assert header.startswith(b'{"__metadata__":{"checksum":"')


def test_spaces(tmp_path: Path) -> None:
    """Spaces fill the header up, so that the arrays begin at a multiple of 64 bytes."""
    lengths = set()
    for n in range(1, 70):
        path = tmp_path / "m.laconic"
        model = small_model()
        store.save(model.with_weights(model.weights, {"x": "y" * n}), path)
        header, _ = raw(path)
        assert (8 + len(header)) % 64 == 0
        lengths.add(len(header) - len(header.rstrip(b" ")))
    assert lengths == set(range(64))


def test_longest_header(tmp_path: Path) -> None:
    """The header has at most 4 MiB."""
    assert LONGEST_HEADER == 4 * 1024 * 1024
    model = small_model()
    longest = model.with_weights(model.weights, {"x": "y" * LONGEST_HEADER})
    with pytest.raises(ModelFileError, match="a model file allows 4194304"):
        store.save(longest, tmp_path / "m.laconic")
    assert list(tmp_path.iterdir()) == []
    fits = model.with_weights(model.weights, {"x": "y" * (LONGEST_HEADER - 4096)})
    store.save(fits, tmp_path / "m.laconic")
    assert store.open_model(tmp_path / "m.laconic").provenance == fits.provenance


def test_no_holes(tmp_path: Path) -> None:
    """The arrays lie by rising name, one behind the other; no byte lies between them or after the last."""
    header, arrays = split(with_pipeline(tmp_path))
    names = sorted(set(header) - {"__metadata__"})
    offsets = [header[name]["data_offsets"] for name in names]
    assert [begin for begin, _ in offsets] == [0, *[end for _, end in offsets[:-1]]]
    assert offsets[-1][1] == len(arrays)


def test_alignment(tmp_path: Path) -> None:
    """Each array begins at a multiple of 64 bytes and is filled up with zero bytes inside its own extent."""
    path = with_pipeline(tmp_path)
    header, arrays = split(path)
    start = path.stat().st_size - len(arrays)
    for report in store.inspect(path).arrays:
        begin, end = header[report.name]["data_offsets"]
        itemsize = int(report.dtype[1:]) // 8
        assert (start + begin) % 64 == 0
        assert end - begin - 64 < report.shape[0] * itemsize <= end - begin
        assert not any(arrays[begin + report.shape[0] * itemsize : end])
    model = store.open_model(path)
    assert model.weights.data.ctypes.data % 64 == 0
    bias = header["bias"]["data_offsets"][0]
    damaged = bytearray(arrays)
    damaged[bias + 12] = 1  # behind three floats
    checksums = json.loads(header["__metadata__"]["checksums"])
    checksums["bias"] = hashlib.blake2b(damaged[bias : bias + 64], digest_size=16).hexdigest()
    header["__metadata__"]["checksums"] = canonical(checksums)
    path.write_bytes(join(header, bytes(damaged)))
    with pytest.raises(ModelFileError, match="padding after bias is not zero"):
        store.verify(path)


def test_true_shapes(tmp_path: Path) -> None:
    """The length in an array's entry counts the filling; the true shape stands in `__metadata__` under `shapes`."""
    header, _ = split(good_file(tmp_path))
    assert header["bias"]["shape"] == [16]
    assert json.loads(header["__metadata__"]["shapes"])["bias"] == [3]


def test_numbers() -> None:
    """Numbers are little-endian: U8 U16 U32 U64 I8 I16 I32 I64 F32 F64, in one or two dimensions."""
    names = ["U8", "U16", "U32", "U64", "I8", "I16", "I32", "I64", "F32", "F64"]
    codes = ["u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "f4", "f8"]
    for name, code in zip(names, codes, strict=True):
        for order, shape in (("<", (6,)), (">", (2, 3))):
            values = np.arange(6).astype(order + code).reshape(shape)
            layout = layout_of("x", {}, {"a": values})
            written = b"".join(chunks_of(values))
            assert layout.extents["a"].dtype == name
            assert written[: values.nbytes] == np.arange(6).astype("<" + code).tobytes()
            again = decode(encode(layout), len(encode(layout)) + len(written))
            assert np.array_equal(again.extents["a"].view(np.frombuffer(written, np.uint8)), values)
    for refused in (np.zeros(1, bool), np.zeros(1, np.float16), np.zeros((1, 1, 1)), np.array(1.0)):
        with pytest.raises(ModelFileError, match="no place in a model file"):
            layout_of("x", {}, {"a": refused})


ALTERED: dict[str, Callable[[str], str]] = {
    "blank": lambda text: text.replace(":{", ": {", 1),
    "order": lambda text: text.replace('"dtype":"F32","shape":[16]', '"shape":[16],"dtype":"F32"'),
    "twice": lambda text: text.replace('"dtype":"F32","shape":[16]', '"dtype":"F32","dtype":"F32","shape":[16]'),
    "unknown": lambda text: text.replace('"dtype":"F32","shape":[16]', '"dtype":"F32","more":1,"shape":[16]'),
    "escape": lambda text: text.replace('"laconic"', '"l\\u0061conic"'),
    "number": lambda text: text.replace("[16]", "[16.0]"),
}


def test_one_way_to_write(tmp_path: Path) -> None:
    """There is one way to write a header (names sorted, none twice, no blanks, nothing unknown); another is refused."""
    header, arrays = raw(good_file(tmp_path))
    text = header.decode().rstrip()
    path = tmp_path / "altered.laconic"
    for name, alter in ALTERED.items():
        altered = alter(text)
        assert altered != text, name
        path.write_bytes(seal(altered.encode()) + arrays)
        with pytest.raises(ModelFileError, match=r"written otherwise|not a \.laconic file"):
            store.open_model(path)


def test_format_version_kind(tmp_path: Path) -> None:
    """`format` is `laconic`, `version` is `1`, and `kind` is `linear`."""
    found = about(good_file(tmp_path))
    assert (found["format"], found["version"], found["kind"]) == ("laconic", "1", "linear")


def test_newer(tmp_path: Path) -> None:
    """A file with a higher version is refused as made by a newer laconic."""
    with pytest.raises(ModelFileError, match="made by a newer laconic: format 2, this laconic reads 1"):
        store.open_model(forged(tmp_path, lambda header, about: about.update(version="2")))


def test_checksum_of_the_header(tmp_path: Path) -> None:
    """`checksum` is the BLAKE2b (16 bytes) of the header with these 32 digits as zeros; opening compares it."""
    path = good_file(tmp_path)
    header, arrays = raw(path)
    digits = about(path)["checksum"].encode()
    blank = header.replace(digits, b"0" * 32)
    assert digits.decode() == hashlib.blake2b(blank, digest_size=16).hexdigest()
    path.write_bytes(len(header).to_bytes(8, "little") + blank + arrays)
    with pytest.raises(ModelFileError, match="does not fit its checksum"):
        store.open_model(path)


def test_checksums_of_the_arrays(tmp_path: Path) -> None:
    """`checksums` has the BLAKE2b (16 bytes) of each array with its filling; `laconic inspect --verify` compares."""
    path = good_file(tmp_path)
    header, arrays = split(path)
    for name, digits in json.loads(about(path)["checksums"]).items():
        begin, end = header[name]["data_offsets"]
        assert digits == hashlib.blake2b(arrays[begin:end], digest_size=16).hexdigest()
    assert store.verify(path).n_bytes == path.stat().st_size
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    with pytest.raises(ModelFileError, match=r"checksums differ for weights\.indptr"):
        store.verify(path)


def test_model_text(tmp_path: Path) -> None:
    """`model` is JSON text with `n_features`, `n_classes`, `pipeline` and `provenance`."""
    model = json.loads(about(with_pipeline(tmp_path))["model"])
    assert sorted(model) == ["n_classes", "n_features", "pipeline", "provenance"]
    assert (model["n_features"], model["n_classes"], model["pipeline"]["kind"]) == (4, 3, "vectors")


def test_nothing_of_the_run(tmp_path: Path) -> None:
    """Nothing of the run is kept, no time, host or number of threads: the same model always gives the same bytes."""
    path = with_pipeline(tmp_path)
    first = path.read_bytes()
    time.sleep(0.01)
    path.unlink()
    assert with_pipeline(tmp_path).read_bytes() == first
    assert sorted(json.loads(about(path)["model"])["provenance"]) == [
        "n_features_at_training",
        "n_rows",
        "spec",
        "steps",
        "versions",
    ]
    for word in (os.uname().nodename, str(tmp_path)):
        assert word.encode() not in first


def test_weights(tmp_path: Path) -> None:
    """`weights.indptr`, `.indices` and `.data` are a sparse matrix: one row of rising class numbers a feature."""
    path = good_file(tmp_path)
    indptr, indices = array(path, "weights.indptr", "<i8"), array(path, "weights.indices", "<i4")
    dense = np.zeros((4, 3), np.float32)
    for j in range(4):
        classes = indices[indptr[j] : indptr[j + 1]]
        assert (np.diff(classes) > 0).all()
        dense[j, classes] = array(path, "weights.data", "<f4")[indptr[j] : indptr[j + 1]]
    assert np.array_equal(dense, small_model().weights.to_dense())


def test_bias(tmp_path: Path) -> None:
    """`bias` has one F32 a class."""
    assert np.array_equal(array(good_file(tmp_path), "bias", "<f4"), small_model().bias)


def test_labels(tmp_path: Path) -> None:
    """Label k is the UTF-8 bytes `labels.offsets[k]` to `labels.offsets[k + 1]` of `labels.arena`."""
    model = small_model()
    path = tmp_path / "m.laconic"
    store.save(LinearModel(model.weights, model.bias, Names.of(["", "日本", "c"])), path)
    offsets, arena = array(path, "labels.offsets", "<i8"), array(path, "labels.arena", "u1").tobytes()
    assert [arena[a:b].decode() for a, b in pairwise(offsets)] == ["", "日本", "c"]


def test_ignore(tmp_path: Path) -> None:
    """`pipeline.ignore` holds the vector indices that are left out."""
    path = with_pipeline(tmp_path, (3, 1))
    assert array(path, "pipeline.ignore", "<i4").tolist() == [1, 3]
    pipeline = store.open_model(path).pipeline
    assert pipeline is not None
    assert pipeline.transform(np.ones((1, 4))).indices.tolist() == [0, 2]


def test_columns(tmp_path: Path) -> None:
    """`pipeline.columns` has the index of each feature of vectors, rising; without it feature j is index j."""
    model = small_model()
    counts = Csr.from_dense(np.array([[1, 0, 2, 0], [0, 0, 1, 0]], np.float32))
    columns = np.array([2, 30, 31, 2_000_000_000], np.int32)
    pipeline = Pipeline("vectors", 4, Weighting.fit(counts), columns=columns)
    path = tmp_path / "columns.laconic"
    store.save(LinearModel(model.weights, model.bias, model.labels, pipeline, model.provenance), path)
    assert array(path, "pipeline.columns", "<i4").tolist() == columns.tolist()
    opened = store.open_model(path).pipeline
    assert opened is not None
    assert opened.transform(Csr.from_arrays([1, 1], [3, 31], [0, 2], (1, 32))).indices.tolist() == [2]
    assert [opened.feature_name(j) for j in range(4)] == ["2", "30", "31", "2000000000"]
    assert "pipeline.columns" not in split(with_pipeline(tmp_path))[0]


def test_idf(tmp_path: Path) -> None:
    """`pipeline.weighting.idf` has one F32 a feature when the weighting is tf-idf."""
    path = with_pipeline(tmp_path)
    pipeline = store.open_model(path).pipeline
    assert pipeline is not None
    assert pipeline.weighting.idf is not None
    assert np.array_equal(array(path, "pipeline.weighting.idf", "<f4"), pipeline.weighting.idf)


def test_vocabulary(tmp_path: Path) -> None:
    """`pipeline.vocabulary.arena`, `.offsets` and `.slots` are the hash table of terms of a model for texts."""
    path = tmp_path / "text.laconic"
    store.save(text_model(), path)
    store.verify(path)
    offsets, arena = (
        array(path, f"pipeline.vocabulary.{name}", code) for name, code in (("offsets", "<i8"), ("arena", "u1"))
    )
    assert [arena[a:b].tobytes() for a, b in pairwise(offsets)] == [b"apple", b"red", b"tree"]
    pipeline = store.open_model(path).pipeline
    assert pipeline is not None
    assert pipeline.transform(["red red tree", "none"]).indices.tolist() == [1, 2]
    slots = array(path, "pipeline.vocabulary.slots", "<u4")
    assert len(slots) in (4, 8)


def test_opening_takes_constant_time(tmp_path: Path) -> None:
    """Opening reads the header and maps the rest, so that it takes the same time for any size."""
    small, large = good_file(tmp_path), tmp_path / "large.laconic"
    n = 1 << 31  # weights: a file of 16 GB that takes no room, as it is all hole

    def grow(header: dict[str, Any], about: dict[str, Any]) -> None:
        begin = header["weights.data"]["data_offsets"][0]
        for name, size in (("weights.data", 4 * n), ("weights.indices", 4 * n), ("weights.indptr", 64)):
            header[name]["data_offsets"] = [begin, begin + size]
            header[name]["shape"] = [size // (8 if name == "weights.indptr" else 4)]
            begin += size
        about["shapes"] |= {"weights.data": [n], "weights.indices": [n]}

    forged(tmp_path, grow).rename(large)
    header, _ = split_header(large)
    os.truncate(large, header)
    assert store.open_model(large).nnz == n

    def fastest(path: Path) -> float:
        times = []
        for _ in range(30):
            start = time.perf_counter()
            store.open_model(path)
            times.append(time.perf_counter() - start)
        return min(times)

    assert fastest(large) < 3 * fastest(small)


def split_header(path: Path) -> tuple[int, dict[str, Any]]:
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(length))
    return 8 + length + max(entry["data_offsets"][1] for name, entry in header.items() if name[0] != "_"), header


def test_contents_are_checked_at_first_use(tmp_path: Path) -> None:
    """What the arrays hold is checked at first use, or by `laconic inspect --verify`."""
    model = small_model()
    path = tmp_path / "m.laconic"
    outside = Csr(model.weights.data, model.weights.indices + np.int32(7), model.weights.indptr, model.weights.shape)
    store.save(LinearModel(outside, model.bias, model.labels), path)
    opened = store.open_model(path)
    with pytest.raises(ModelFileError, match="weights of this model are damaged"):
        opened.check()
    with pytest.raises(ModelFileError, match="weights of this model are damaged"):
        store.verify(path)
    for labels, words in (
        (Names(np.frombuffer(b"a\xff\xfe", np.uint8), np.array([0, 1, 2, 3])), "number 1 of its labels is not UTF-8"),
        (Names(np.frombuffer("aéb".encode(), np.uint8), np.array([0, 2, 3, 4])), "labels begins inside a letter"),
        (Names(np.frombuffer(b"abc", np.uint8), np.array([0, 2, 1, 3])), "offsets of its labels do not rise"),
        (Names(np.frombuffer(b"abc", np.uint8), np.array([0, 1, 2, 2**60])), "offsets of its labels do not rise"),
    ):
        store.save(LinearModel(model.weights, model.bias, labels), path)
        with pytest.raises(ModelFileError, match=words):
            store.verify(path)


def test_damage_has_a_name(tmp_path: Path) -> None:
    """A damaged or hostile file ends in a ModelFileError that names the file."""
    path = good_file(tmp_path)
    path.write_bytes(path.read_bytes()[:-1])
    for use in (store.open_model, store.verify, store.inspect):
        with pytest.raises(ModelFileError) as caught:
            use(path)
        assert str(caught.value).startswith(f"{path}: is cut short")


def test_unfinished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is written beside, as `<name>.unfinished-<8 hex digits>`, flushed, then renamed over the old one."""
    steps: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def flushed(number: int) -> None:
        steps.append("flushed")
        fsync(number)

    def renamed(beside: Path, target: Path) -> None:
        steps.append("renamed")
        assert re.fullmatch(r"good\.laconic\.unfinished-[0-9a-f]{8}", beside.name)
        assert beside.parent == target.parent
        store.verify(beside)
        replace(beside, target)

    monkeypatch.setattr(os, "fsync", flushed)
    monkeypatch.setattr(Path, "replace", renamed)
    good_file(tmp_path)
    assert steps == ["flushed", "renamed", "flushed"]  # the last: the folder, so that the rename lasts


def test_failure(tmp_path: Path) -> None:
    """A failure or Ctrl-C removes the unfinished file and leaves the old one as it was; kill -9 leaves both."""
    # Real signals: test_writing.py, test_a_signal_in_the_middle.
    path = good_file(tmp_path)
    before = path.read_bytes()
    for error in (OSError, KeyboardInterrupt):
        with pytest.raises((ModelFileError, KeyboardInterrupt)), store.atomic_writer(path) as file:
            file.write(b"half")
            raise error
        assert path.read_bytes() == before
        assert list(tmp_path.iterdir()) == [path]


def test_onto_itself(tmp_path: Path) -> None:
    """A model may be saved onto the file it is mapped from."""
    path = good_file(tmp_path)
    before = path.read_bytes()
    mapped = store.open_model(path)
    store.save(mapped, path)
    assert path.read_bytes() == before
    assert np.array_equal(mapped.weights.to_dense(), small_model().weights.to_dense())
