"""The own log, exp and pow against Python's, over their whole range and at its ends."""

from __future__ import annotations

import math
import random

import pytest

from laconic import _kernels

SMALLEST, LARGEST = 5e-324, 1.7976931348623157e308


def spread(count: int, seed: int = 0) -> list[float]:
    """Positive doubles of every size, many of them close to 1, some subnormal."""
    rng = random.Random(seed)
    sizes = [math.ldexp(rng.uniform(1, 2), rng.randint(-1074, 1023)) for _ in range(count)]
    near_one = [1 + rng.uniform(-1, 1) * 10.0 ** rng.randint(-16, -1) for _ in range(count)]
    return [*sizes, *near_one, SMALLEST, 2.2250738585072014e-308, LARGEST, 0.5, 2.0, math.sqrt(0.5), math.sqrt(2)]


def error(found: float, expected: float) -> float:
    return abs(found - expected) / abs(expected) if expected else abs(found)


def test_log_is_right_to_a_unit_of_the_last_place() -> None:
    assert max(error(_kernels.log(x), math.log(x)) for x in spread(20_000)) < 2.3e-16


def test_exp_is_right_to_a_few_units_of_the_last_place() -> None:
    rng = random.Random(1)
    for x in [rng.uniform(-708, 709) for _ in range(20_000)] + [rng.uniform(-1, 1) for _ in range(20_000)]:
        assert error(_kernels.exp(x), math.exp(x)) < 5e-16, x


def test_pow_keeps_its_error_where_exp_of_y_log_x_loses_it() -> None:
    rng = random.Random(2)
    for x in spread(10_000, seed=2):
        y = rng.uniform(-700, 700) / max(abs(math.log(x)), 1) or 1.0
        assert error(_kernels.pow(x, y), x**y) < 2e-15, (x, y)
    assert error(_kernels.pow(1 + 2**-30, 2.0**38), (1 + 2**-30) ** 2.0**38) < 2e-15


def test_pow_of_whole_numbers_is_exact_enough_to_round_to_them() -> None:
    for base in range(1, 30):
        for power in range(9):
            assert round(_kernels.pow(float(base), float(power))) == base**power


def test_exp_undoes_log() -> None:
    for x in spread(2_000, seed=3):
        if x > 1e-300:
            assert error(_kernels.exp(_kernels.log(x)), x) < 2.5e-16 * max(1, abs(math.log(x)))


@pytest.mark.parametrize(("x", "expected"), [(1.0, 0.0), (0.0, -math.inf), (math.inf, math.inf)])
def test_log_at_the_ends(x: float, expected: float) -> None:
    assert _kernels.log(x) == expected


@pytest.mark.parametrize("x", [-1.0, -SMALLEST, -math.inf, math.nan])
def test_log_of_what_has_none_is_nan(x: float) -> None:
    assert math.isnan(_kernels.log(x))


def test_exp_at_the_ends() -> None:
    assert (_kernels.exp(0.0), _kernels.exp(-math.inf), _kernels.exp(math.inf)) == (1.0, 0.0, math.inf)
    assert (_kernels.exp(709.8), _kernels.exp(-745.2), _kernels.exp(1e308)) == (math.inf, 0.0, math.inf)
    assert _kernels.exp(-745.1) == SMALLEST
    assert error(_kernels.exp(709.78), math.exp(709.78)) < 5e-16
    assert math.isnan(_kernels.exp(math.nan))


def test_pow_at_the_ends() -> None:
    assert [_kernels.pow(x, 0.0) for x in (0.0, 3.0, math.inf, -1.0)] == [1.0] * 4
    assert (_kernels.pow(0.0, 2.0), _kernels.pow(0.0, -2.0), _kernels.pow(math.inf, 2.0)) == (0.0, math.inf, math.inf)
    assert (_kernels.pow(1e200, 2.0), _kernels.pow(1e-200, 2.0), _kernels.pow(1.0, 1e300)) == (math.inf, 0.0, 1.0)
    assert (_kernels.pow(2.0, 1e308), _kernels.pow(0.5, 1e308)) == (math.inf, 0.0)
    assert math.isnan(_kernels.pow(-2.0, 2.0))
