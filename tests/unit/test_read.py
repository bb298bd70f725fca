"""Reading JSONL and libsvm: what a file says is what comes out, and what is wrong is named with its place."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import random
import subprocess
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from laconic.errors import DataError, OptionError
from laconic.events import Progress
from laconic.read import Source, TextBatch, VectorBatch, lines, open_source
from laconic.read.ahead import ahead
from laconic.read.lines import whole_lines

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PACKERS = {".gz": gzip.compress, ".xz": lzma.compress, ".zst": zstd.compress, ".bz2": bz2.compress}


def write(folder: Path, content: bytes | str, name: str = "data") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def texts(source: Source) -> list[tuple[str, list[str], object]]:
    rows = []
    for batch in source.batches():
        assert isinstance(batch, TextBatch)
        rows += list(zip(batch.texts, labels(source, batch), batch.ids, strict=True))
    return rows


def vectors(source: Source) -> list[tuple[dict[int, float], list[str]]]:
    rows = []
    for batch in source.batches():
        assert isinstance(batch, VectorBatch)
        batch.rows.check(sorted_rows=True)
        assert batch.ids == [None] * len(batch)
        entries = [dict(zip(*map(np.ndarray.tolist, batch.rows.row(i)), strict=True)) for i in range(len(batch))]
        rows += list(zip(entries, labels(source, batch), strict=True))
    return rows


def labels(source: Source, batch: TextBatch | VectorBatch) -> list[list[str]]:
    numbers, ends = batch.labels.indices.tolist(), batch.labels.indptr.tolist()
    named = [source.label_names[k] for k in numbers]
    return [named[a:b] for a, b in pairwise(ends)]


def refused(path: Path | str, **options: str) -> DataError:
    with pytest.raises(DataError) as caught:
        list(open_source(path, **options).batches())
    return caught.value


# JSONL ---------------------------------------------------------------------------------------------------------------


def test_labels_may_be_one_many_numbers_or_missing(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        '{"text": "a", "label": "x", "id": 7}\n{"text": "b", "label": ["y", 3, 2.5]}\n{"text": "c", "label": null}\n'
        '{"text": "d", "id": "D"}\n{"text": "e", "labels": ["x"], "more": {"x": [1]}}\n{"text": "f", "label": ""}\n',
    )
    assert texts(open_source(path)) == [
        ("a", ["x"], 7),
        ("b", ["y", "3", "2.5"], None),
        ("c", [], None),
        ("d", [], "D"),
        ("e", ["x"], None),
        ("f", [], None),
    ]


def test_field_names_can_be_chosen(tmp_path: Path) -> None:
    path = write(tmp_path, '{"body": "a", "tag": "t", "key": 1, "text": 5, "label": {}, "labels": "no"}\n')
    source = open_source(path, text_field="body", label_field="tag", id_field="key")
    assert texts(source) == [("a", ["t"], 1)]
    with pytest.raises(OptionError, match="three different fields"):
        open_source(path, text_field="id")
    with pytest.raises(OptionError, match="cannot be"):
        open_source(path, text_field='a"b')


def test_blank_lines_crlf_mark_and_missing_newline_change_nothing_but_line_numbers(tmp_path: Path) -> None:
    path = write(tmp_path, b'\xef\xbb\xbf\r\n{"text": "a"}\r\n  \r\n\n{"text": "b"}')
    (batch,) = open_source(path).batches()
    assert isinstance(batch, TextBatch)
    assert (batch.texts, list(batch.lines), batch.first_line) == (["a", "b"], [2, 5], 2)


def test_two_objects_on_a_line_are_refused_also_when_the_count_of_lines_would_fit(tmp_path: Path) -> None:
    error = refused(write(tmp_path, '{"text": "a"} {"text": "b"}\n\n'))
    assert (error.line, error.column) == (1, 15)
    assert refused(write(tmp_path, '{"text":\n"a"}\n{"text": "b"} {"text": "c"}\n')).line == 1


def test_what_json_dumps_writes_beyond_the_standard_is_read(tmp_path: Path) -> None:
    path = write(tmp_path, json.dumps({"text": "a\ud800", "score": float("nan")}) + '\n{"text": "b"}\n')
    assert [text for text, _, _ in texts(open_source(path))] == ["a\ud800", "b"]
    assert texts(open_source(write(tmp_path, '{"text": "a", "label": NaN}'))) == [("a", [], None)]


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        (b'{"text": 5}', None, "field 'text' is 5.*Expected `str`, got `int`"),
        (b'{"text": "a", "label": true}', None, "field 'label' is true"),
        (b'{"text": "a", "label": [["x"]]}', None, "field 'label'"),
        (b'{"text": "a", "id": 1.5}', None, "field 'id' is 1.5"),
        (b'{"title": "a", "label": "x"}', None, "no field 'text'; the fields here are 'title', 'label'; --text-field"),
        (b'["text"]', None, "expected a JSON object"),
        (b"hello", 1, "'hello': expected one JSON object a line"),
        (b'{"text": "a" "label": 1}', 14, "expected one JSON object a line"),
        (b'{"text": "a', None, "truncated"),
        (b'{"text": "a\x00"}', 12, "expected one JSON object"),
        (b'{"text": "caf\xe9"}', 14, "byte 0xe9 is not UTF-8"),
        (b'{"text": "a", "x": ' + b"[" * 200_000, None, "nested too deeply"),
        (b'{"text": "a", "label": 1e999}', None, "Number out of range - at `.*label"),
    ],
)
def test_a_bad_json_line_is_named(tmp_path: Path, line: bytes, column: int | None, words: str) -> None:
    error = refused(write(tmp_path, b'{"text": "fine"}\n\n' + line + b"\n"))
    assert (error.line, error.column) == (3, column)
    with pytest.raises(DataError, match=words):
        raise error


# libsvm --------------------------------------------------------------------------------------------------------------


def test_libsvm_as_people_write_it(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "# a comment\n1,2 3:0.5 1:2\t7 # trailing\r\n\n 4:1\n+1, x\n5:1 5:2 qid:4 6:0\n"
        "   # only a comment\n   \nc# 0:1e-1",
    )
    source = open_source(path)
    assert source.format == "libsvm" and source.kind == "vectors"
    assert vectors(source) == [
        ({1: 2.0, 3: 0.5, 7: 1.0}, ["1", "2"]),
        ({4: 1.0}, []),
        ({}, ["1", "x"]),
        ({5: 3.0}, []),
        ({}, []),
        ({0: np.float32(0.1)}, ["c#"]),
    ]
    (batch,) = source.batches()
    assert list(batch.lines) == [2, 4, 5, 6, 8, 9]
    assert isinstance(batch, VectorBatch) and batch.rows.shape == (6, 8)


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("1 -3:1", 3, "'-3:1': expected a feature"),
        ("1 2147483647:1", 3, "too large; expected 0 .. 2147483646"),
        ("1 2:nan", 5, "'nan': expected a finite decimal"),
        ("1 2:inf", 5, "finite decimal"),
        ("1 2:1e39", 5, "32-bit float"),
        ("1 2:3e38 2:3e38", 1, "add up"),
        ("1 2:", 5, "nothing: expected a finite"),
        ("1 2:0x1p3", 5, "'0x1p3'"),
        ("1 1:1:1", 5, "'1:1'"),
        ("1 a:1", 3, "'a:1': expected a feature"),
        ("1 2.5:1", 3, "feature"),
        ("1,,2 3:1", 3, "expected a label"),
        ("1, 3:1", 4, "'3:1': expected a label"),
        (",1 3:1", 1, "expected a label"),
        ("a\0b 3:1", 2, "control character"),
        ("1 3:1\r4:1", 5, "finite decimal"),
        ("1 qid:x 2:1", 3, "feature"),
    ],
)
def test_a_bad_libsvm_line_is_named(tmp_path: Path, line: str, column: int, words: str) -> None:
    error = refused(write(tmp_path, f"1 1:1\n\n{line}\n1 1:1\n"))
    assert (error.line, error.column) == (3, column)
    with pytest.raises(DataError, match=words):
        raise error


def test_a_label_that_is_not_utf8_is_named_by_its_byte(tmp_path: Path) -> None:
    error = refused(write(tmp_path, b"1 1:1\n\xc3\xa4,b\xff 1:1\n"))
    assert (error.line, error.column) == (2, 5) and "UTF-8" in str(error)


def test_an_xmc_header_counts_rows_and_empty_lines_are_rows(tmp_path: Path) -> None:
    source = open_source(write(tmp_path, "4 10 3\r\n0,2 9:1\n\n 3:1\n1 \n\n\n"))
    assert source.format == "xmc"
    assert vectors(source) == [({9: 1.0}, ["0", "2"]), ({}, []), ({3: 1.0}, []), ({}, ["1"])]


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ("3 10 3\n0 1:1\n1 1:1\n", 3, "ends after 2 rows; the header on line 1 announces 3"),
        ("1 10 3\n0 1:1\n\n1 1:1\n", 4, "one more row than the 1"),
        ("1 10 3\n0 10:1\n", 2, "'10:1': the index is not among"),
        ("1 10 3\n3 1:1\n", 2, "'3': the label is none of"),
        ("1 10 3\nx 1:1\n", 2, "'x': the label is none of"),
        ("1 9999999999 3\n0 1:1\n", 1, "more than 2147483647"),
    ],
)
def test_an_xmc_header_that_does_not_fit_is_refused(tmp_path: Path, content: str, line: int, words: str) -> None:
    with pytest.raises(DataError, match=words) as caught:
        list(open_source(write(tmp_path, content)).batches())
    assert caught.value.line == line


def test_three_numbers_are_a_header_only_before_features(tmp_path: Path) -> None:
    path = write(tmp_path, "5 3 7\n6 1 2\n", "data.svm")
    assert vectors(open_source(path)) == [({3: 1.0, 7: 1.0}, ["5"]), ({1: 1.0, 2: 1.0}, ["6"])]
    path = write(tmp_path, "5 3 7\n6 1:2\n")
    assert open_source(path).format == "xmc"
    assert vectors(open_source(path, format="libsvm"))[0] == ({3: 1.0, 7: 1.0}, ["5"])
    assert "'6 1:2'" in str(refused(write(tmp_path, "6 1:2\n"), format="xmc"))


# Which format --------------------------------------------------------------------------------------------------------


def test_an_unknown_format_names_the_line_and_the_way_out(tmp_path: Path) -> None:
    error = refused(write(tmp_path, "some, text\n"))
    assert "'some, text'" in str(error) and "--format" in str(error)
    with pytest.raises(OptionError, match="unknown format 'excel'; expected one of jsonl, libsvm, xmc"):
        open_source(write(tmp_path, ""), format="excel")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\xfe{\0", "iconv"),
        (b"PK\x03\x04rest", "zip"),
        (b'[{"text": "a"}]', "jq"),
        (b"PAR1....", "Parquet"),
    ],
)
def test_files_of_other_kinds_are_told_apart(tmp_path: Path, content: bytes, words: str) -> None:
    assert words in str(refused(write(tmp_path, content)))


@pytest.mark.parametrize("name", ["a.jsonl", "a.svm", "a", "a.jsonl.gz"])
@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_has_no_rows(tmp_path: Path, name: str, content: bytes) -> None:
    assert list(open_source(write(tmp_path, content, name)).batches()) == []


def test_missing_files_folders_and_impossible_names_are_data_errors(tmp_path: Path) -> None:
    assert "No such file" in str(refused(tmp_path / "none.jsonl"))
    assert "directory" in str(refused(tmp_path))
    assert "null byte" in str(refused("a\0b"))


# Compressed ----------------------------------------------------------------------------------------------------------

ROWS = b"".join(b'{"text": "row %d", "label": "%d"}\n' % (i, i % 7) for i in range(3000))


@pytest.mark.parametrize("kind", PACKERS)
@pytest.mark.parametrize("named", [True, False])
def test_packed_files_are_known_by_their_bytes(tmp_path: Path, kind: str, named: bool) -> None:
    pack = PACKERS[kind]
    packed = pack(ROWS[:50_000]) + pack(b"") + pack(ROWS[50_000:])
    rows = texts(open_source(write(tmp_path, packed, f"a{kind}" if named else "a")))
    assert [row[0] for row in rows] == [f"row {i}" for i in range(3000)]


@pytest.mark.parametrize("kind", PACKERS)
def test_a_packed_file_cut_anywhere_or_damaged_is_refused(tmp_path: Path, kind: str) -> None:
    packed = PACKERS[kind](ROWS)
    for cut in [12, len(packed) // 2, len(packed) - 1]:
        assert "cut short" in str(refused(write(tmp_path, packed[:cut]), format="jsonl"))
    middle = len(packed) // 2
    damaged = packed[:middle] + bytes(byte ^ 0xFF for byte in packed[middle : middle + 8]) + packed[middle + 8 :]
    assert "damaged" in str(refused(write(tmp_path, damaged), format="jsonl"))
    assert "damaged" in str(refused(write(tmp_path, packed + b"garbage, and not little"), format="jsonl"))


@pytest.mark.parametrize("kind", [".gz", ".xz"])
def test_zeros_behind_a_packed_file_are_padding(tmp_path: Path, kind: str) -> None:
    path = write(tmp_path, PACKERS[kind](ROWS) + b"\0" * 512 + PACKERS[kind](ROWS) + b"\0" * 512)
    assert len(texts(open_source(path))) == 6000


@pytest.mark.parametrize("kind", PACKERS)
def test_a_small_file_that_unpacks_to_very_much_is_read_in_little_memory(tmp_path: Path, kind: str) -> None:
    path = write(tmp_path, PACKERS[kind](bytes(64 << 20)))
    biggest = max(len(block) for block in open_source(path, format="jsonl")._input.blocks())
    assert biggest <= 1 << 20


# Streams, threads, limits --------------------------------------------------------------------------------------------


def test_batches_are_bounded_and_carry_their_place(tmp_path: Path) -> None:
    path = write(tmp_path, b'{"text": "%s"}\n' % (b"x" * 1000) * 12_000)
    heard: list[object] = []
    batches = list(open_source(path, listen=heard.append).batches())
    assert sum(map(len, batches)) == 12_000 and len(batches) >= 3
    assert max(map(len, batches)) <= 5500
    assert [batch.first_line for batch in batches] == [1, *np.cumsum([len(b) for b in batches[:-1]]) + 1]
    last = heard[-1]
    assert isinstance(last, Progress) and last.done == last.total == path.stat().st_size


@pytest.mark.parametrize("size", [1, 2, 7, 100, 10_000])
def test_lines_do_not_depend_on_how_the_bytes_arrive(size: int) -> None:
    text = b"one\n\ntwo\nlonger than the others\n\nend"
    for block in (1, 3, 1000):
        blocks = [text[i : i + block] for i in range(0, len(text), block)]
        found = list(whole_lines(blocks, "p", size=size))
        assert b"".join(part.text for part in found) == text
        assert [part.first for part in found] == [
            1 + text[: sum(len(p.text) for p in found[:i])].count(b"\n") for i in range(len(found))
        ]
        assert all(part.text.endswith(b"\n") for part in found[:-1])


def test_a_line_beyond_the_limit_is_refused_with_its_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LINE_LIMIT", 3 << 20)
    error = refused(write(tmp_path, b'{"text": "a"}\n{"text": "b"}\n{"text": "' + b"x" * (6 << 20)))
    assert error.line == 3 and "more than 3 MB" in str(error)


def test_labels_keep_their_numbers_when_a_file_is_read_again(tmp_path: Path) -> None:
    for content in ("b 1:1\na,b 1:1\n", '{"text": "", "label": "b"}\n{"text": "", "label": ["a", "b"]}\n'):
        source = open_source(write(tmp_path, content))
        first, second = [[batch.labels.indices.tolist() for batch in source.batches()] for _ in range(2)]
        assert first == second == [[0, 1, 0]]
        assert source.label_names == ["b", "a"]


def test_a_named_pipe_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(gzip.compress(ROWS),))
    writer.start()
    source = open_source(path)
    assert len(texts(source)) == 3000
    writer.join()
    with pytest.raises(DataError, match="only once"):
        list(source.batches())


@pytest.mark.parametrize("kind", ["", *PACKERS])
def test_standard_input_is_read_plain_or_packed(kind: str) -> None:
    code = "import laconic.read as r; s = r.open_source('-'); print(s.format, sum(map(len, s.batches())), s.path)"
    packed = PACKERS[kind](ROWS) if kind else ROWS
    out = subprocess.run([sys.executable, "-c", code], input=packed, capture_output=True, check=True).stdout
    assert out.split() == [b"jsonl", b"3000", b"-"]


def test_a_silent_standard_input_does_not_keep_the_process(tmp_path: Path) -> None:
    code = (
        "import laconic.read as r; s = r.open_source('-')\n"
        "b = s.batches(); print(len(next(b)), flush=True); b.close(); print('closed', flush=True)"
    )
    row = b'{"text": "%s"}\n' % (b"x" * 100_000)
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(row * 42)  # a batch and a little more
        process.stdin.flush()  # and stays open
        assert int(process.stdout.readline()) > 0
        assert process.stdout.readline() == b"closed\n"
        assert process.wait(timeout=10) == 0


def test_a_replaced_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1 2:3\n")))
    assert vectors(open_source("-")) == [({2: 3.0}, ["1"])]


def count_threads() -> int:
    return sum(thread.name == "laconic-read-ahead" for thread in threading.enumerate())


def test_a_reader_that_stops_early_ends_the_thread(tmp_path: Path) -> None:
    path = write(tmp_path, gzip.compress(ROWS * 200, 1))
    before = count_threads()
    batches = open_source(path).batches()
    next(batches)
    assert count_threads() == before + 1
    batches.close()  # type: ignore[attr-defined]
    assert count_threads() == before


def test_the_thread_runs_ahead_by_its_depth_only() -> None:
    made = []

    def items():  # type: ignore[no-untyped-def]
        for i in range(100):
            made.append(i)
            yield i

    reader = ahead(items(), depth=3)
    assert next(reader) == 0
    time.sleep(0.05)
    assert len(made) <= 6
    assert list(reader) == list(range(1, 100))


def test_an_error_on_the_thread_comes_out_after_what_went_well() -> None:
    def items():  # type: ignore[no-untyped-def]
        yield 1
        raise DataError("boom", path="p")

    reader = ahead(items())
    assert next(reader) == 1
    with pytest.raises(DataError, match="p: boom"):
        next(reader)


def test_random_damage_gives_rows_or_a_data_error_never_anything_else(tmp_path: Path) -> None:
    random_ = random.Random(5)
    sound = [
        ROWS[:300],
        b"1,2 3:0.5 7:1\n+1 4:2 # c\n 5:1\n" * 5,
        b"3 9 4\n1 2:3\n0 1:1\n\n",
        *(pack(ROWS[:3000]) for pack in PACKERS.values()),
    ]
    for i in range(600):
        text = bytearray(random_.choice(sound))
        for _ in range(random_.randint(1, 4)):
            at = random_.randrange(len(text))
            text[at : at + random_.randint(0, 3)] = random_.randbytes(random_.randint(0, 3))
        path = write(tmp_path, bytes(text), str(i % 10))
        try:
            for batch in open_source(path, format=random_.choice([None, "jsonl", "libsvm", "xmc"])).batches():
                assert len(batch) == len(batch.labels) == len(batch.ids) == len(batch.lines)
        except DataError as error:
            assert error.path == str(path)
