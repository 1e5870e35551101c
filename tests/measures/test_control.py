"""Place in the lane, speed and steering: cases worked out by hand."""

from __future__ import annotations

from math import pi, sqrt

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.measures import (
    entropy_scale,
    lane_position,
    mean_speed,
    pedal_reversals,
    sd_lane_position,
    sd_speed,
    share_above_limit,
    speed_excess,
    steering_entropy,
    steering_reversals,
)
from seahaven.measures.control import REVERSAL


def test_the_spread_of_lane_positions_is_that_of_a_sample() -> None:
    assert lane_position([0.1, -0.2]).tolist() == [0.1, -0.2]
    assert sd_lane_position([0.0, 0.2, 0.4]) == pytest.approx(0.2)
    assert np.isnan(sd_lane_position([0.3]))


def test_mean_and_spread_of_speeds() -> None:
    assert mean_speed([10.0, 20.0]) == 15.0
    assert sd_speed([10.0, 20.0]) == pytest.approx(10.0 / sqrt(2.0))
    assert np.isnan(mean_speed([]))
    assert np.isnan(sd_speed([10.0]))


def test_a_speed_counts_as_above_the_limit_only_beyond_the_tolerance() -> None:
    assert speed_excess([10.0, 14.0, 99.0], [13.0, 13.0, np.inf]).tolist() == [0.0, 1.0, 0.0]
    assert share_above_limit([10.0, 13.0, 14.0, 15.0], 13.0) == 0.5
    assert share_above_limit([10.0, 13.0, 14.0, 15.0], 13.0, tolerance=1.0) == 0.25


def _swinging(amplitude: float, *, period: float = 8.0, seconds: float = 40.0) -> tuple[np.ndarray, np.ndarray]:
    times = np.arange(0.0, seconds, 0.1)
    return times, amplitude * np.sin(2.0 * pi * times / period)


def test_each_swing_of_the_wheel_counts_twice() -> None:
    # Five periods have ten turning points: after the first rise, nine swings from one extreme to the other, and at
    # the end the way back to the middle, which is half as far.
    assert steering_reversals(*_swinging(2.0 * REVERSAL)) == 11


@pytest.mark.parametrize(("share", "count"), [(0.45, 0), (0.55, 9)])
def test_swings_below_the_angle_do_not_count(share: float, count: int) -> None:
    assert steering_reversals(*_swinging(share * REVERSAL), cut_off=4.0) == count


def test_trembling_is_filtered_out() -> None:
    times, slow = _swinging(2.0 * REVERSAL)
    trembling = slow + 2.0 * REVERSAL * np.sin(2.0 * pi * 3.0 * times)
    assert steering_reversals(times, trembling) == steering_reversals(times, slow)
    assert steering_reversals(times, trembling, cut_off=4.9) > 100


def test_a_filter_without_a_frequency_is_refused() -> None:
    with pytest.raises(InputError, match="expected a frequency above 0 Hz"):
        steering_reversals([0.0, 0.1, 0.2], [0.0, 0.1, 0.0], cut_off=0.0)


def test_a_pedal_is_reversed_when_it_comes_back_by_a_twentieth_of_its_travel() -> None:
    assert pedal_reversals(*_swinging(0.1)) == pytest.approx(10, abs=1)
    assert pedal_reversals(*_swinging(0.02)) == 0


def test_steering_that_is_predicted_has_no_entropy_and_erratic_steering_much() -> None:
    time = np.arange(0.0, 60.0, 0.01)
    smooth = 0.2 * np.sin(0.4 * time)
    scale = entropy_scale(time, smooth + 0.01 * np.sin(9.0 * time))
    assert scale > 0.0
    assert steering_entropy(time, 0.1 + 0.02 * time, scale=scale) == 0.0
    calm = steering_entropy(time, smooth, scale=scale)
    busy = steering_entropy(time, smooth + 0.01 * np.sin(9.0 * time), scale=scale)
    erratic = steering_entropy(time, smooth + 0.05 * np.sin(9.0 * time), scale=scale)
    assert 0.0 <= calm < busy < erratic <= 1.0


def test_entropy_counts_errors_in_nine_bins_as_wide_as_the_scale_says() -> None:
    """Two angles that alternate make errors of three times their distance, half of them to either side."""
    time = 0.15 * np.arange(41)
    wheel = np.where(np.arange(41) % 2, 0.01, 0.0)
    assert entropy_scale(time, wheel) == pytest.approx(0.03)
    assert steering_entropy(time, wheel, scale=0.04) == pytest.approx(np.log(2.0) / np.log(9.0), abs=0.01)


def test_entropy_needs_a_scale_and_some_samples() -> None:
    with pytest.raises(InputError, match="expected the entropy_scale of a baseline"):
        steering_entropy([0.0, 1.0], [0.0, 0.1], scale=0.0)
    assert np.isnan(steering_entropy([0.0, 0.1], [0.0, 0.1], scale=0.1))
    assert np.isnan(entropy_scale([0.0], [0.0]))
