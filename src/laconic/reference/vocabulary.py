"""Twin of cpp/kernels/hash.hpp and vocabulary.hpp: the hash digit by digit, the table as a dict and slot by slot."""

from __future__ import annotations

from collections.abc import Sequence

MASK = (1 << 64) - 1
SEED, LENGTH = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93
WORD, LAST = 0xA0761D6478BD642F, 0xE7037ED1A0B428DB
PROBE_LIMIT = 4096


def fold(a: int, b: int) -> int:
    """The high and the low half of the product, one laid over the other."""
    product = a * b
    return (product >> 64) ^ (product & MASK)


def hash64(key: bytes) -> int:
    """The hash of a key of bytes."""
    h = SEED ^ (len(key) * LENGTH & MASK)
    for start in range(0, len(key), 8):
        h = fold(h ^ int.from_bytes(key[start : start + 8], "little"), WORD)
    return fold(h, LAST)


def numbers(terms: Sequence[bytes]) -> dict[bytes, int]:
    """What the table stands for."""
    return {term: i for i, term in enumerate(terms)}


def slots_for(terms: int) -> int:
    """The least power of two, from 2 on, that the terms fill to at most 2/3."""
    slots = 2
    while 3 * terms > 2 * slots:
        slots *= 2
    return slots


def build(terms: Sequence[bytes]) -> list[int]:
    """The slots, term after term: each takes the first empty one from hash mod size on."""
    slots = [0] * slots_for(len(terms))
    size = len(slots)
    for i, term in enumerate(terms):
        h = hash64(term)
        at = h % size
        while slots[at]:
            at = (at + 1) % size
        slots[at] = tag(h, size) | (i + 1)
    return slots


def tag(h: int, size: int) -> int:
    """The top bits of the hash that share a slot with the number."""
    return (h >> 32) & ~(size - 1) & 0xFFFFFFFF


def find(slots: Sequence[int], offsets: Sequence[int], arena: bytes, key: bytes) -> int:
    """The number of a key or -1, reading the arrays as the kernel does, whatever they hold."""
    size, h = len(slots), hash64(key)
    for probe in range(min(size, PROBE_LIMIT)):
        slot = slots[(h + probe) % size]
        if slot == 0:
            return -1
        i = slot % size - 1
        if slot - slot % size != tag(h, size) or not 0 <= i < len(offsets) - 1:
            continue
        if 0 <= offsets[i] <= offsets[i + 1] <= len(arena) and arena[offsets[i] : offsets[i + 1]] == key:
            return i
    return -1
