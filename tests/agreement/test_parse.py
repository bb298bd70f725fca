"""The parse kernel against its slow twin: same rows bit for bit, or the same line, column and reason."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from laconic import _kernels
from laconic.read.svmlight import EXPECTED, ParsedChunk
from laconic.reference import parse as twin

BLANKS = st.sampled_from([" ", " ", " ", "\t", "  ", " \t "])
INDICES = st.one_of(
    st.integers(0, 40).map(str),
    st.integers(0, 2**31 + 5).map(str),
    st.sampled_from(
        ["0007", "2147483646", "2147483647", "12345678", "123456789", "99999999999999999999999", "-1", "+1"]
    ),
)
DECIMALS = st.one_of(
    st.integers(0, 9).map(str),
    st.floats(width=32).map(str),
    st.floats(allow_nan=False).map(str),
    st.decimals(allow_nan=False, allow_infinity=False, places=6).map(str),
    st.from_regex(
        r"[-+]?[0-9]{0,25}(\.[0-9]{0,25})?([eE][-+]?[0-9]{1,3})?", fullmatch=True, alphabet="0123456789.eE+-"
    ),
    st.sampled_from(
        ["nan", "inf", "-inf", "0x10", "1e", ".", "", "1_0", "1e400", "1e-400", "-0", "5.", ".5", "3.5e38"]
    ),
)
FEATURES = st.one_of(
    INDICES,
    st.tuples(INDICES, DECIMALS).map(":".join),
    st.tuples(INDICES, DECIMALS).map(":".join),
    st.tuples(INDICES, DECIMALS).map(":".join),
    st.sampled_from(["qid:3", "qid:", "qid:x", "#", "# 1:2", "1:2#c", "1:2:3"]),
)
LABELS = st.one_of(
    st.integers(0, 20).map(str),
    st.sampled_from(["+1", "-1", "1.0", "+", "c#", "#c", "ä", "日本", "", "a:b", "\x01", "a\x7f", "++1"]),
)
LABEL_LISTS = st.lists(LABELS, max_size=3).map(",".join) | st.lists(LABELS, max_size=3).map(", ".join)
LINES = st.builds(
    lambda labels, blanks, features, end: labels + "".join(map("".join, zip(blanks, features, strict=False))) + end,
    LABEL_LISTS,
    st.lists(BLANKS, min_size=6, max_size=6),
    st.lists(FEATURES, max_size=6),
    st.sampled_from(["\n", "\n", "\r\n", " \n", " # c\n", "\r\r\n"]),
)
TEXTS = st.lists(LINES, max_size=4).map(lambda lines: "".join(lines).encode())
ALPHABET = b"0123456789:.,-+eE# \t\r\n\x00\xff\xc3\xa4qid" + b"1 2:" * 4


def same(text: bytes, columns: int = 2**31 - 1, labels: int = -1, empty_line_is_row: bool = False) -> bool:
    """Asserts that kernel and twin agree on a text; True when they accept it."""
    kernel = _kernels.SvmlightParser(7, columns, labels, empty_line_is_row)
    slow = twin.Parser(columns, labels, empty_line_is_row)
    chunk = ParsedChunk(*kernel.parse(text, 5))
    try:
        rows = slow.parse(text, 5)
    except twin.RefusalError as error:
        assert (chunk.line, chunk.column, chunk.refusal) == (error.line, error.column, error.reason), text
        return False
    assert chunk.refusal == 0, (text, chunk.line, chunk.column, EXPECTED[chunk.refusal])
    assert chunk.consumed == len(text)
    assert_same_rows(chunk, kernel.names_from(0), rows, slow.names)
    return True


def assert_same_rows(chunk: ParsedChunk, names: list[str], rows: list[twin.Row], slow_names: list[str]) -> None:
    assert names == slow_names
    assert chunk.lines.tolist() == [row.line for row in rows]
    assert chunk.width == max((row.width for row in rows), default=0)
    for i, row in enumerate(rows):
        part = slice(chunk.indptr[i], chunk.indptr[i + 1])
        assert chunk.indices[part].tolist() == list(row.entries)
        assert chunk.data[part].view(np.uint32).tolist() == [int(v.view(np.uint32)) for v in row.entries.values()]
        mine = chunk.labels[chunk.label_indptr[i] : chunk.label_indptr[i + 1]]
        assert [names[k] for k in mine] == row.labels
    assert chunk.indptr[0] == 0 and chunk.indptr[-1] == len(chunk.data) == len(chunk.indices)


@settings(max_examples=500, deadline=None)
@given(TEXTS)
@example(b"1 3:1 2:1e30 3:0.25 2:-1e30\n")
@example(b"1 1:3e38 1:3e38\n")
@example(b"\xef 1:1\n")
@example(b"1, #c\n")
def test_agrees_on_lines_of_the_grammar_and_near_it(text: bytes) -> None:
    same(text)


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.integers(1, 30), st.integers(0, 20))
def test_agrees_behind_a_header(text: bytes, columns: int, labels: int) -> None:
    same(text, columns, labels, empty_line_is_row=True)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60) | st.lists(st.sampled_from(list(ALPHABET)), max_size=80).map(bytes))
def test_agrees_on_arbitrary_bytes(text: bytes) -> None:
    same(text)


def test_agrees_on_mutations_of_sound_lines() -> None:
    random_ = random.Random(3)
    sound = b"12,7 3:0.125 10:1e-3 999:7 40 41:123456789.25 # end\r\n 5:1\n+1, 2 2:3 1:4 2:1\n"
    accepted = 0
    for _ in range(4000):
        text = bytearray(sound)
        for _ in range(random_.randint(1, 3)):
            at = random_.randrange(len(text))
            text[at : at + random_.randint(0, 2)] = bytes(random_.choices(ALPHABET, k=random_.randint(0, 2)))
        accepted += same(bytes(text))
    assert 400 < accepted < 3900  # both sides of the border are seen


# Decimals that stand exactly between two floats, next to such a point, or where floats become denormal or end.
HARD = [
    *("16777217", "16777219", "16777217.0000000000000000000001", "16777216.9999999999999999999999", "33554434.0"),
    *("1.00000005960464477539062500", "1.000000059604644775390625", "1.00000005960464477539062501"),
    *(
        "1.000000178813934326171875",
        "1.00000017881393432617187499",
        "0.1",
        "0.3",
        "9007199254740993",
        "9007199791611904",
    ),
    *("1e-45", "7e-46", "7.1e-46", "1.1754943508222875e-38", "1.17549421e-38", "1.1754942e-38", "2.9387358770557e-39"),
    *(
        "3.4028234663852886e38",
        "3.4028235677973366e38",
        "3.4028235677973365e38",
        "340282356779733661637539395458142568447",
    ),
    *("340282356779733661637539395458142568448", "1e38", "1e39", "1e-46", "1e999999999999", "1e-999999999999"),
    *("0e999999999999", "000000000000000000000000000001", "0." + "0" * 60 + "1e61", "1" + "0" * 60 + "e-60"),
    # a double rounds these onto the point between two floats, or across it
    *("60.76742744445801", "56.29537391662598", "8.033696651458740", "88.30076217651367", "0.04543358273804188"),
    *("56.29537391662597656", "0.01543526025488972664", "0.01301086181774735451", "0.001366242941003292799"),
    *("18446744073709551617", "0.18446744073709551617", "36893488147419103233e-22"),  # beyond 64 bits
    *("8388608.5", "8388609.5", "4503599627370496.5", "123456789012345678901234567890e-20", "0." + "0" * 400 + "1e401"),
]


@pytest.mark.parametrize("text", HARD)
@pytest.mark.parametrize("sign", ["", "-", "+"])
def test_decimals_that_are_hard_to_round_agree(text: str, sign: str) -> None:
    same(f"1 1:{sign}{text} 2:1\n".encode())
    same(f"1 1:{sign}{text}".encode())  # at the very end of the buffer, too


def test_floats_written_shortest_or_long_come_back_bit_for_bit() -> None:
    bits = np.random.default_rng(0).integers(1, 0x7F800000, 20000, dtype=np.uint32)
    values = bits.view(np.float32)
    for write in (lambda v: str(np.float32(v)), lambda v: f"{float(v):.17g}", lambda v: f"{float(v):.60e}"):
        text = "\n".join(f"1 1:{write(v)}" for v in values) + "\n"
        chunk = ParsedChunk(*_kernels.SvmlightParser(0).parse(text.encode()))
        assert chunk.refusal == 0
        assert np.array_equal(chunk.data.view(np.uint32), bits)


def test_a_text_in_two_parts_gives_what_the_whole_gives() -> None:
    text = b"b,a 1:2 3:4\n\na 5:6\r\n c\n"[:-3] + b" 7:8"
    whole = ParsedChunk(*_kernels.SvmlightParser(1).parse(text))
    for cut in range(len(text)):
        parser = _kernels.SvmlightParser(2)
        first = ParsedChunk(*parser.parse(text[:cut], 1, last=False))
        assert first.consumed == text[:cut].rfind(b"\n") + 1
        rest = ParsedChunk(*parser.parse(text[first.consumed :], 1 + text.count(b"\n", 0, first.consumed)))
        assert [*first.data, *rest.data] == whole.data.tolist()
        assert [*first.lines, *rest.lines] == whole.lines.tolist()
        assert [*first.labels, *rest.labels] == whole.labels.tolist()
        assert parser.names_from(0) == ["b", "a"]
        assert parser.names_from(1) == ["a"]


def test_very_many_labels_keep_their_numbers() -> None:
    names = [f"label-{k * 7919}" for k in range(50_000)]
    parser = _kernels.SvmlightParser(3)
    once = ParsedChunk(*parser.parse("\n".join(names).encode()))
    again = ParsedChunk(*parser.parse("\n".join(reversed(names)).encode()))
    assert once.labels.tolist() == list(range(50_000)) == again.labels.tolist()[::-1]
    assert parser.names_from(0) == names
