"""The three words: losses are right functions, options say what is wrong with them."""

from __future__ import annotations

import numpy as np
import pytest

from laconic.errors import OptionError
from laconic.linear import L2, LOSSES, METHODS, DualActiveSet, method_for, method_named
from laconic.training import TrainSpec


@pytest.mark.parametrize("loss", LOSSES.values(), ids=lambda loss: loss.name)
def test_derivative_and_curvature_agree_with_a_five_point_stencil(loss) -> None:
    t = np.array([-1e4, -30.0, -2.5, -0.3, 0.2, 0.9, 1.1, 7.0, 1e4])  # off the kink at 1
    h = 1e-3
    steps = [loss.value(t + k * h) for k in (-2, -1, 1, 2)]
    slope = (steps[0] - 8 * steps[1] + 8 * steps[2] - steps[3]) / (12 * h)
    np.testing.assert_allclose(loss.derivative(t), slope, rtol=1e-6, atol=1e-6)
    bend = (loss.derivative(t + h) - loss.derivative(t - h)) / (2 * h)
    np.testing.assert_allclose(loss.curvature(t), bend, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("C", [0, -1, float("nan"), float("inf"), "many", None])
def test_a_senseless_penalty_is_named(C) -> None:
    with pytest.raises(OptionError, match=r"C is .*expected a finite number above 0"):
        L2(C=C)


@pytest.mark.parametrize("tolerance", [0, -0.1, float("nan"), 1e-9])
def test_a_senseless_tolerance_is_named(tolerance) -> None:
    with pytest.raises(OptionError, match="tolerance is"):
        DualActiveSet(tolerance=tolerance)


def test_a_misfit_of_the_three_words_is_one_readable_sentence() -> None:
    with pytest.raises(OptionError, match=r"no method is logistic x l2 x any solver; there is squared_hinge x l2"):
        method_for("logistic", L2(), None)
    with pytest.raises(OptionError, match=r"method is 'l3'; expected one of .*l2"):
        method_named("l3")


@pytest.mark.parametrize("method", METHODS.values(), ids=lambda method: method.name)
def test_every_method_of_the_table_makes_a_spec_that_finds_it_again(method) -> None:
    spec = TrainSpec(loss=method.loss, penalty=method.penalty())
    assert spec.method is method
    assert spec.cut == method.cut
    assert spec.metadata()["method"] == method.name


@pytest.mark.parametrize(("name", "value"), [("bias", -1.0), ("cut", float("nan")), ("seed", -1), ("seed", 1.5)])
def test_a_senseless_spec_names_the_value(name, value) -> None:
    with pytest.raises(OptionError, match=f"{name} is"):
        TrainSpec(**{name: value})


def test_bias_may_be_said_as_yes_or_no() -> None:
    assert TrainSpec(bias=True).bias == 1.0
    assert TrainSpec(bias=False).bias == 0.0
