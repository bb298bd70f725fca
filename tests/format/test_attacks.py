"""Each test is an attack on, or an accident of, a model file; all end in words, none in a crash."""

from __future__ import annotations

import json
import os
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from forge import forged, good_file, join, seal, split, text_model

from laconic import store
from laconic.errors import LaconicError, ModelFileError
from laconic.store.format import LONGEST_HEADER, canonical

Change = Callable[[dict[str, Any], dict[str, Any]], object]


def refused(path: Path | str, words: str) -> None:
    with pytest.raises(ModelFileError, match=words) as caught:
        store.open_model(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert len(str(caught.value)) < 600 + len(str(path))


def written(folder: Path, content: bytes) -> Path:
    path = folder / "attack.laconic"
    path.write_bytes(content)
    return path


def test_a_forgery_without_a_lie_opens(tmp_path: Path) -> None:
    store.verify(forged(tmp_path, lambda header, about: None))


def test_cut_short_at_any_length(tmp_path: Path) -> None:
    whole = good_file(tmp_path).read_bytes()
    for length in [*range(96), *range(96, len(whole), 11), len(whole) - 1]:
        refused(written(tmp_path, whole[:length]), "cut short|not a .laconic file")


def test_any_byte_changed_is_found(tmp_path: Path) -> None:
    whole = good_file(tmp_path).read_bytes()
    for at in [*range(96), *range(96, len(whole), 5)]:
        broken = bytearray(whole)
        broken[at] ^= 1 << (at % 8)
        with pytest.raises(ModelFileError):
            store.verify(written(tmp_path, bytes(broken)))


def test_bytes_after_the_end(tmp_path: Path) -> None:
    refused(written(tmp_path, good_file(tmp_path).read_bytes() + b"\0" * 64), "64 bytes follow its last array")


@pytest.mark.parametrize("length", [0, 1, 100, LONGEST_HEADER + 1, 2**31, 2**63, 2**64 - 1])
def test_header_length_that_lies(tmp_path: Path, length: int) -> None:
    whole = good_file(tmp_path).read_bytes()
    refused(written(tmp_path, length.to_bytes(8, "little") + whole[8:]), "damaged|cut short")


def test_header_of_a_gigabyte_in_a_file_that_large(tmp_path: Path) -> None:
    path = written(tmp_path, (1 << 30).to_bytes(8, "little") + b'{"__metadata__":{"checksum":"')
    os.truncate(path, 2 << 30)  # sparse: takes no room on the disk
    refused(path, "announces a header of 1073741824 bytes")


BEGIN = b'{"__metadata__":{"checksum":"' + b"0" * 32 + b'"'


@pytest.mark.parametrize(
    "rest",
    [
        b',"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}}",
        b',"x":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"}}",
        b',"x":' + b"9" * 1_000_000 + b"}}",
        b',"x":"' + b"A" * 1_000_000 + b'"}}',
        b',"x":NaN}}',
        b',"x":-Infinity}}',
        b',"x":"\xff\xfe"}}',
        b',"x":"\x00"}}',
        b"}} trailing",
        b",",
        b"",
        b"}}}",
    ],
    ids=["lists", "tables", "number", "long text", "nan", "infinity", "no utf-8", "zero", "more", "comma", "cut", "}"],
)
def test_json_that_is_a_bomb_or_none(tmp_path: Path, rest: bytes) -> None:
    refused(written(tmp_path, seal(BEGIN + rest)), "damaged|not a .laconic file")


@pytest.mark.parametrize("text", ["[" * 50_000 + "]" * 50_000, '{"a":' * 900 + "1" + "}" * 900, "9" * 5000, "1e999"])
@pytest.mark.parametrize("name", ["model", "shapes", "checksums"])
def test_json_inside_json_that_is_a_bomb(tmp_path: Path, name: str, text: str) -> None:
    def change(_: dict[str, Any], about: dict[str, Any]) -> None:
        about[name] = '{"x":' + text + "}"

    refused(forged(tmp_path, change), "damaged")


def test_name_twice(tmp_path: Path) -> None:
    header, arrays = split(good_file(tmp_path))
    entry = '"bias":' + canonical(header["bias"])
    text = canonical(header).replace(entry, entry + "," + entry)
    refused(written(tmp_path, seal(text.encode()) + arrays), "written otherwise")


def test_same_header_with_blanks(tmp_path: Path) -> None:
    header, arrays = split(good_file(tmp_path))
    text = canonical(header).replace(',"version"', ', "version"')
    refused(written(tmp_path, seal(text.encode()) + arrays), "written otherwise")


def test_spaces_that_move_the_arrays_off_their_alignment(tmp_path: Path) -> None:
    header, arrays = split(good_file(tmp_path))
    refused(written(tmp_path, seal(canonical(header).encode(), pad=False) + arrays), "written otherwise")
    wide = canonical(header).encode() + b" " * 200
    refused(written(tmp_path, seal(wide) + arrays), "written otherwise")


def test_header_changed_without_its_checksum(tmp_path: Path) -> None:
    whole = good_file(tmp_path).read_bytes()
    refused(written(tmp_path, whole.replace(b"squared_hinge", b"squared_binge")), "does not fit its checksum")


def offsets(name: str, begin: Any, end: Any) -> Change:
    return lambda header, about: header[name].update(data_offsets=[begin, end])


def dtype(name: str, value: Any) -> Change:
    return lambda header, about: header[name].update(dtype=value)


def shape(name: str, value: Any) -> Change:
    return lambda header, about: about["shapes"].update({name: value})


def model(name: str, value: Any) -> Change:
    return lambda header, about: about["model"].update({name: value})


def provenance(name: str, value: Any) -> Change:
    return lambda header, about: about["model"]["provenance"].update({name: value})


LIES: dict[str, Change] = {
    "extents overlap": offsets("labels.arena", 0, 64),
    "extent out of range": offsets("weights.indptr", 256, 2**62),
    "extent with a hole": offsets("labels.arena", 128, 192),
    "extent backwards": offsets("bias", 64, 0),
    "extent negative": offsets("bias", -64, 0),
    "extent of floats": offsets("bias", 0.0, 64.0),
    "extent of booleans": offsets("bias", False, 64),
    "extent of texts": offsets("bias", "0", "64"),
    "extent of one": lambda header, about: header["bias"].update(data_offsets=[0]),
    "extent of a million": lambda header, about: header["bias"].update(data_offsets=[0] * 100_000),
    "no extent": lambda header, about: header["bias"].pop("data_offsets"),
    "dtype of doubles": dtype("bias", "F64"),
    "dtype of the same size": dtype("bias", "I32"),
    "dtype unknown": dtype("bias", "F16"),
    "dtype long": dtype("bias", "F" * 100_000),
    "dtype a number": dtype("bias", 4),
    "dtype missing": lambda header, about: header["bias"].pop("dtype"),
    "shape too long": shape("bias", [4]),
    "shape far too long": shape("bias", [2**60]),
    "shape whose product overflows": shape("bias", [2**47, 2**47]),
    "shape too short": shape("bias", [2]),
    "shape negative": shape("bias", [-3]),
    "shape of floats": shape("bias", [3.0]),
    "shape of booleans": shape("bias", [True]),
    "shape nested": shape("bias", [[3]]),
    "shape of no dimension": shape("bias", []),
    "shape of nine dimensions": shape("bias", [1] * 9),
    "shape of two dimensions": shape("bias", [3, 1]),
    "shape missing": lambda header, about: about["shapes"].pop("bias"),
    "shape of nothing": lambda header, about: about["shapes"].update(ghost=[1]),
    "shape in the entry": lambda header, about: header["bias"].update(shape=[3]),
    "checksum missing": lambda header, about: about["checksums"].pop("bias"),
    "checksum a number": lambda header, about: about["checksums"].update(bias=7),
    "array renamed upwards": lambda header, about: header.update({"bias/../../x": header.pop("bias")}),
    "array without a name": lambda header, about: header.update({"": header.pop("bias")}),
    "array that is a list": lambda header, about: header.update(bias=[]),
    "array with more to say": lambda header, about: header["bias"].update(code="import os"),
    "no arrays": lambda header, about: [header.pop(name) for name in list(header) if name != "__metadata__"],
    "metadata a list": lambda header, about: about.update(model="[]"),
    "metadata a number": lambda header, about: about.update(model=3),
    "metadata missing": lambda header, about: about.pop("model"),
    "metadata with more": lambda header, about: about.update(zzz="1"),
    "kind unknown": lambda header, about: about.update(kind="forest"),
    "kind a number": lambda header, about: about.update(kind=1),
    "features more than rows": model("n_features", 5),
    "features negative": model("n_features", -1),
    "features a text": model("n_features", "4"),
    "features a boolean": model("n_features", True),
    "features absurd": model("n_features", 2**80),
    "classes fewer": model("n_classes", 2),
    "classes absurd": model("n_classes", 2**63),
    "option unknown": model("surprise", 1),
    "pipeline a list": model("pipeline", []),
    "pipeline empty": model("pipeline", {}),
    "pipeline a text": model("pipeline", "x"),
    "pipeline of a strange kind": model("pipeline", {"kind": "x", "n_features": 4, "text": None, "weighting": {}}),
    "provenance missing": model("provenance", None),
    "provenance with more": provenance("host", "laptop"),
    "provenance without steps": provenance("steps", 3),
    "provenance with strange steps": provenance("steps", [1, 2]),
    "provenance with negative rows": provenance("n_rows", -1),
    "provenance with a text for a number": provenance("n_rows", "7"),
}


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.replace(" ", "_"))
def test_header_that_lies(tmp_path: Path, lie: str) -> None:
    refused(forged(tmp_path, LIES[lie]), "damaged|holds a model of the kind|not a .laconic file")


def text(name: str, value: Any) -> Change:
    return lambda header, about: about["model"]["pipeline"]["text"].update({name: value})


def pipeline(name: str, value: Any) -> Change:
    return lambda header, about: about["model"]["pipeline"].update({name: value})


def weighting(name: str, value: Any) -> Change:
    return lambda header, about: about["model"]["pipeline"]["weighting"].update({name: value})


TEXT_LIES: dict[str, Change] = {
    "pipeline of vectors": pipeline("kind", "vectors"),
    "pipeline wider than the model": pipeline("n_features", 4),
    "pipeline with a text for a number": pipeline("n_features", "3"),
    "pipeline without text options": pipeline("text", None),
    "text options a list": pipeline("text", []),
    "pipeline without weighting": pipeline("weighting", None),
    "pipeline with more": pipeline("exec", "import os"),
    "ngrams without end": text("ngrams", 2**62),
    "ngrams negative": text("ngrams", -1),
    "ngrams a fraction": text("ngrams", 1.0),
    "prefixes of the wrong length": text("prefixes", [1, 2, 3]),
    "prefixes upside down": text("prefixes", [7, 3]),
    "stemmer that is a path": text("stemmer", "../../evil.so"),
    "stop words of numbers": text("stop_words", [1]),
    "stop words of nobody": text("stop_words", "klingon"),
    "text option unknown": text("surprise", 1),
    "weighting unknown": weighting("kind", "bm25"),
    "weighting without its idf": weighting("kind", "none"),
    "power of the idf absurd": weighting("idf_power", 1e300),
    "power of the idf a text": weighting("idf_power", "1"),
    "idf of another type": dtype("pipeline.weighting.idf", "I32"),
    "idf too short": shape("pipeline.weighting.idf", [2]),
    "terms fewer": shape("pipeline.vocabulary.offsets", [3]),
    "slots not a power of two": shape("pipeline.vocabulary.slots", [3]),
    "slots of another type": dtype("pipeline.vocabulary.slots", "I32"),
    "ignored indices for texts of another type": dtype("pipeline.ignore", "U8"),
}


@pytest.mark.parametrize("lie", TEXT_LIES, ids=lambda lie: lie.replace(" ", "_"))
def test_header_of_a_text_model_that_lies(tmp_path: Path, lie: str) -> None:
    refused(forged(tmp_path, TEXT_LIES[lie], text_model()), ": .+")


def test_arrays_of_a_text_model_that_lie_never_crash(tmp_path: Path) -> None:
    """Random bytes in every array of a text model: it may answer nonsense or refuse, but only in words."""
    whole = good_file(tmp_path, text_model()).read_bytes()
    start = 8 + int.from_bytes(whole[:8], "little")
    rng = random.Random(1)
    for _ in range(300):
        broken = bytearray(whole)
        for _ in range(rng.randint(1, 6)):
            broken[rng.randrange(start, len(whole))] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))
        model = store.open_model(written(tmp_path, bytes(broken)))
        assert model.pipeline is not None
        try:
            model.pipeline.transform(["red apple", "tree"])
            model.pipeline.feature_name(1)
            model.check()
            model.label_list()
        except LaconicError as error:
            assert str(error)


def test_array_missing(tmp_path: Path) -> None:
    header, arrays = split(good_file(tmp_path))
    last = header.pop("weights.indptr")
    about = header["__metadata__"]
    for name in ("shapes", "checksums"):
        about[name] = canonical({k: v for k, v in json.loads(about[name]).items() if k != "weights.indptr"})
    content = join(header, arrays[: last["data_offsets"][0]])
    refused(written(tmp_path, content), "has no array weights.indptr")


def test_array_nobody_knows(tmp_path: Path) -> None:
    header, arrays = split(good_file(tmp_path))
    end = len(arrays)
    header["zzz"] = {"data_offsets": [end, end], "dtype": "U8", "shape": [0]}
    about = header["__metadata__"]
    for name, value in (("shapes", [0]), ("checksums", "")):
        about[name] = canonical(json.loads(about[name]) | {"zzz": value})
    refused(written(tmp_path, join(header, arrays)), "arrays that format 1 does not know")


@pytest.mark.parametrize("version", ["2", "10", "999999999"])
def test_version_of_tomorrow(tmp_path: Path, version: str) -> None:
    path = forged(tmp_path, lambda header, about: about.update(version=version, news="unheard of"))
    refused(path, f"made by a newer laconic: format {version}.*pip install --upgrade laconic")


@pytest.mark.parametrize("version", ["0", "-1", "", "1.0", "²", "9" * 5000, 1, None])
def test_version_that_never_was(tmp_path: Path, version: object) -> None:
    refused(forged(tmp_path, lambda header, about: about.update(version=version)), "damaged")


def test_format_of_another_program(tmp_path: Path) -> None:
    path = forged(tmp_path, lambda header, about: about.update(format="pt"))
    refused(path, "not a .laconic file: its format is 'pt'")


class _Bomb:
    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> Any:
        return Path.touch, (self.marker,)


def test_pickle_is_named_and_never_run(tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    for protocol in range(2, 6):
        refused(written(tmp_path, pickle.dumps(_Bomb(marker), protocol)), "Python pickle")
    assert not marker.exists()


FOREIGN = {
    "empty": (b"", "it is empty"),
    "one byte": (b"x", "not a .laconic file"),
    "gz": (b"\x1f\x8b\x08" + b"x" * 50, "gzip"),
    "xz": (b"\xfd7zXZ\x00" + b"\x00" * 50, "xz"),
    "zst": (b"\x28\xb5\x2f\xfd" + b"\x00" * 50, "zstd"),
    "bz2": (b"BZh91AY" + b"\x80" * 50, "bzip2"),
    "zip": (b"PK\x03\x04" + b"\x00" * 50, "zip archive"),
    "npy": (b"\x93NUMPY\x01\x00", "numpy"),
    "hdf5": (b"\x89HDF\r\n\x1a\n", "HDF5"),
    "text": ("1 3:0.5 7:1 # ümlaut\n".encode() * 50, "looks like text"),
    "text cut inside a letter": (("x" + "é" * 600).encode(), "looks like text"),
    "json": (b'{"text": "x"}', "looks like text"),
    "zeros": (b"\0" * 1000, "begins with zeros"),
    "noise": (bytes(random.Random(0).randbytes(1000)), "its first bytes are"),
    "safetensors": (b"\x10\0\0\0\0\0\0\0" + b'{"a":{"x":12345}}', "safetensors file of another program"),
}


@pytest.mark.parametrize("kind", FOREIGN, ids=lambda kind: kind.replace(" ", "_"))
def test_foreign_file_is_named(tmp_path: Path, kind: str) -> None:
    content, words = FOREIGN[kind]
    refused(written(tmp_path, content), words)


def test_folder(tmp_path: Path) -> None:
    refused(tmp_path, "is a folder")


def test_missing_file(tmp_path: Path) -> None:
    refused(tmp_path / "nothing.laconic", "there is no such file")
    refused(good_file(tmp_path) / "below", "not a folder")


def test_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    refused(tmp_path / "pipe", "not a plain file")
    refused("/dev/zero", "not a plain file")


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = good_file(tmp_path)

    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", denied)  # root may read everything, so the refusal is played
    refused(path, "no permission to read it")


@pytest.mark.parametrize("name", ["a\0b", "x" * 300, "loop"])
def test_name_that_cannot_be_a_file(tmp_path: Path, name: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    refused(str(tmp_path / name), "cannot be opened")


def test_random_damage_never_ends_otherwise(tmp_path: Path) -> None:
    """Hundreds of damaged files, checksum of the header put right where the length still fits."""
    whole = good_file(tmp_path).read_bytes()
    length = int.from_bytes(whole[:8], "little")
    rng = random.Random(0)
    for _ in range(400):
        header = bytearray(whole[8 : 8 + length])
        for _ in range(rng.randint(1, 4)):
            header[rng.randrange(61, length)] = rng.choice(b'0123456789-.eE"\\{}[],:x \0\xff')
        path = written(tmp_path, seal(bytes(header), pad=False) + whole[8 + length :])
        try:
            model = store.open_model(path)
            model.check()
        except ModelFileError:
            continue
        assert model.n_classes == 3
