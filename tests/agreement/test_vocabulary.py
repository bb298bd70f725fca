"""The native vocabulary against its twin, and against arrays no builder would write."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic import _kernels
from laconic.errors import DataError, ModelFileError
from laconic.names import Names
from laconic.reference import vocabulary as twin
from laconic.text.vocabulary import Vocabulary

KNOWN = [
    "0850f9794d5108b4",
    "9ebee7f4474b3e8b",
    "d7981411f883d244",
    "4d02a4150a0ee622",
    "1c880582b9b5d39a",
    "d2a9abdd0b6042b5",
]
TERMS = st.lists(st.text(max_size=20), unique=True, max_size=60)


def encoded(names: Names) -> list[bytes]:
    return [names.arena[a:b].tobytes() for a, b in zip(names.offsets[:-1], names.offsets[1:], strict=True)]


@given(st.binary(max_size=70))
def test_the_hash_is_that_of_the_twin(key: bytes) -> None:
    assert _kernels.hash64(key) == twin.hash64(key)


def test_the_hash_of_known_keys_never_changes() -> None:
    """These numbers are inside model files: a change here makes every file written so far unreadable."""
    assert [f"{_kernels.hash64(k):016x}" for k in (b"", b"a", b"a\0", b"welder", b"welders", b"arc welder")] == KNOWN


def test_one_flipped_bit_flips_half_of_the_hash() -> None:
    rng = np.random.default_rng(0)
    flips = []
    for size in (1, 3, 4, 7, 8, 9, 16, 23):
        for _ in range(200):
            key = bytearray(rng.bytes(size))
            before = _kernels.hash64(bytes(key))
            key[rng.integers(size)] ^= 1 << rng.integers(8)
            flips.append((before ^ _kernels.hash64(bytes(key))).bit_count())
    assert 30 < np.mean(flips) < 34
    assert min(flips) > 8


@given(TERMS, TERMS)
def test_slots_and_answers_are_those_of_the_twin(terms: list[str], others: list[str]) -> None:
    names = Names.of(terms)
    vocabulary = Vocabulary.of_arena(names)
    assert vocabulary.slots.tolist() == twin.build(encoded(names))
    table = twin.numbers(encoded(names))
    queries = Names.of(terms + others)
    assert vocabulary.lookup(queries).tolist() == [table.get(key, -1) for key in encoded(queries)]


def test_every_term_is_found_and_no_other_among_many() -> None:
    terms = [f"w{i * i}" for i in range(50_000)]
    vocabulary = Vocabulary.of(terms)
    assert np.array_equal(vocabulary.lookup(terms), np.arange(50_000))
    assert (vocabulary.lookup(f"x{i}" for i in range(50_000)) == -1).all()
    assert 3 * len(vocabulary) <= 2 * len(vocabulary.slots) <= 6 * len(vocabulary)


def test_arrays_go_to_a_file_and_come_back_without_a_copy() -> None:
    vocabulary = Vocabulary.of(["", "a", "λόγος", "\ud800"])
    again = Vocabulary.from_arrays(vocabulary.arrays())
    assert again.lookup(["\ud800", "λόγος", "a", "", "b"]).tolist() == [3, 2, 1, 0, -1]
    assert [again.term(i) for i in range(len(again))] == ["", "a", "λόγος", "\ud800"]
    assert again.slots is vocabulary.slots


def test_arrays_mapped_read_only_from_a_file_are_searched_where_they_lie(tmp_path: Path) -> None:
    vocabulary = Vocabulary.of(f"t{i}" for i in range(1000))
    mapped = {}
    for name, array in vocabulary.arrays().items():
        array.tofile(tmp_path / name)
        mapped[name] = np.memmap(tmp_path / name, array.dtype, "r")
    again = Vocabulary.from_arrays(mapped)
    assert again.slots is mapped["slots"]
    assert np.array_equal(again.lookup(vocabulary.terms), np.arange(1000))


def test_a_term_that_stands_twice_is_refused_with_both_numbers() -> None:
    with pytest.raises(DataError, match=r"'b' stands twice .* number 1 .* number 3"):
        Vocabulary.of(["a", "b", "c", "b"])


def test_thousands_of_terms_of_one_hash_are_refused_not_searched() -> None:
    """Without a secret key anyone can make keys collide: a second word equal to the state after the first clears it."""
    keys = []
    for i in range(5000):
        first = i.to_bytes(8, "little")
        state = twin.fold(twin.SEED ^ (16 * twin.LENGTH & twin.MASK) ^ i, twin.WORD)
        keys.append(first + state.to_bytes(8, "little"))
    assert len({_kernels.hash64(key) for key in keys}) == 1
    arena = np.frombuffer(b"".join(keys), np.uint8)
    offsets = np.arange(len(keys) + 1, dtype=np.int64) * 16
    assert Vocabulary.of_arena(Names(arena[: 4000 * 16], offsets[:4001])).lookup(Names(arena, offsets)).max() == 3999
    assert _kernels.vocabulary_build(offsets, arena)[1:3] == (3, 4096)


@pytest.mark.parametrize("offsets", [[0, 3, 1], [0, 2, 99], [-1, 0, 1], [2**62, -(2**62), 0]])
def test_offsets_that_do_not_rise_are_refused(offsets: list[int]) -> None:
    names = Names(np.zeros(4, np.uint8), np.array(offsets, np.int64))
    with pytest.raises(DataError, match="do not rise or point outside"):
        Vocabulary.of_arena(names)
    with pytest.raises(DataError, match="do not rise or point outside"):
        Vocabulary.of(["a"]).lookup(names)


def hostile_numbers(rng: np.random.Generator, size: int, near: int) -> np.ndarray:
    """Some near the sound range, some at the ends of 64 bits."""
    far = rng.integers(-(2**63), 2**63 - 1, size)
    return np.where(rng.random(size) < 0.8, rng.integers(-2, near + 3, size), far)


@pytest.mark.parametrize("seed", range(30))
def test_arrays_full_of_random_numbers_are_searched_as_the_twin_does(seed: int) -> None:
    rng = np.random.default_rng(seed)
    keys = [rng.choice([b"a", b"b"], rng.integers(3)).tobytes() for _ in range(30)]
    arena = np.frombuffer(b"ab" * 8, np.uint8)
    offsets = hostile_numbers(rng, int(rng.integers(1, 17)), len(arena))
    slots = rng.integers(0, 17, 16).astype(np.uint32)
    for key in keys[:10]:  # tags that do match, so that the search goes on to the broken offsets
        h = twin.hash64(key)
        slots[h % 16] = twin.tag(h, 16) | int(rng.integers(16))
    vocabulary = Vocabulary.from_arrays({"slots": slots, "offsets": offsets, "arena": arena})
    key_names = Names(np.frombuffer(b"".join(keys), np.uint8), np.cumsum([0, *map(len, keys)], dtype=np.int64))
    expected = [twin.find(slots.tolist(), offsets.tolist(), arena.tobytes(), key) for key in keys]
    assert vocabulary.lookup(key_names).tolist() == expected


def test_a_table_without_an_empty_slot_ends_every_search() -> None:
    sound = Vocabulary.of([f"t{i}" for i in range(2000)])
    full = np.where(sound.slots == 0, np.uint32(0xFFFFFFFF), sound.slots)
    vocabulary = Vocabulary.from_arrays(sound.arrays() | {"slots": full})
    assert np.array_equal(vocabulary.lookup(sound.terms), np.arange(2000))
    assert (vocabulary.lookup(["no", "such", "term"]) == -1).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"slots": None}, "lacks its array 'slots'"),
        ({"slots": np.zeros(2, np.int32)}, "'slots' is int32"),
        ({"offsets": np.zeros((2, 2), np.int64)}, "2 dimension"),
        ({"arena": np.zeros(4, np.uint8)[::2]}, "one aligned row"),
        ({"offsets": np.frombuffer(bytes(25), np.uint8)[1:].view(np.int64)}, "one aligned row"),
        ({"slots": np.zeros(3, np.uint32)}, "3 slots"),
        ({"slots": np.zeros(0, np.uint32)}, "0 slots"),
        ({"slots": np.zeros(1, np.uint32)}, "1 slots"),
        ({"offsets": np.zeros(0, np.int64)}, "-1 terms"),
        ({"offsets": np.zeros(99, np.int64)}, "98 terms"),
    ],
)
def test_arrays_that_are_no_vocabulary_are_refused_on_opening(change: dict[str, np.ndarray], message: str) -> None:
    with pytest.raises(ModelFileError, match=message):
        Vocabulary.from_arrays(Vocabulary.of(["a", "b"]).arrays() | change)


def test_a_term_that_is_not_utf8_is_named() -> None:
    names = Names(np.frombuffer(b"ok\xff", np.uint8), np.array([0, 2, 3], np.int64))
    vocabulary = Vocabulary.of_arena(names)
    assert vocabulary.term(0) == "ok"
    with pytest.raises(ModelFileError, match="term 1 of the vocabulary is not UTF-8"):
        vocabulary.term(1)
