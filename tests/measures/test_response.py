"""Answers to a stimulus, and when the stimulus came up."""

from __future__ import annotations

import numpy as np
import pytest

from seahaven.measures import STIMULI, Response, onset, pedal_responses, resolution, responses
from seahaven.world import WalkPhase


def _answers(acceleration: list[float], drift: list[float] | None = None, **options: float | bool) -> Response:
    """Samples at 10 Hz from 5 s on; the stimulus comes up with the first."""
    times = 5.0 + 0.1 * np.arange(len(acceleration))
    known = {"onset": 5.0, **options}
    return responses(times, acceleration, drift or [0.0] * len(acceleration), **known)  # type: ignore[arg-type]


def test_a_foot_off_the_accelerator_is_an_answer_if_it_lasts() -> None:
    assert _answers([0.0, -0.7, 0.0, 0.0, -0.7, -0.7, -0.7, -0.7]) == Response(release=pytest.approx(0.4))
    assert _answers([0.0, -0.7, -0.7, -0.7, 0.0, 0.0]) == Response()


@pytest.mark.parametrize(
    ("deceleration", "kind"), [(-0.49, None), (-0.51, "release"), (-0.99, "release"), (-1.01, "brake")]
)
def test_the_limits_of_releasing_and_braking(deceleration: float, kind: str | None) -> None:
    first = _answers([0.0, 0.0, *[deceleration] * 5]).first
    assert first == (None if kind is None else (pytest.approx(0.2), kind))


@pytest.mark.parametrize(("drift", "expected"), [(0.29, None), (0.31, 0.2)])
def test_the_limit_of_steering(drift: float, expected: float | None) -> None:
    assert _answers([0.0] * 7, [0.0, 0.0, *[drift] * 5]).steer == (
        None if expected is None else pytest.approx(expected)
    )


def test_a_driver_that_brakes_already_answers_by_braking_harder() -> None:
    assert _answers([-1.5, -1.6, -1.5, -1.7, -1.5, -1.5]) == Response()
    assert _answers([-1.5, -2.6, -2.5, -2.7, -2.5, -2.5]).brake == pytest.approx(0.1)


def test_each_kind_has_a_time_of_its_own() -> None:
    answer = _answers([0.0, -0.7, -0.8, -2.0, -3.0, -3.0, -3.0, -3.0], [0.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.5, 0.5])
    assert answer == Response(pytest.approx(0.1), pytest.approx(0.3), pytest.approx(0.4))
    assert answer.first == (pytest.approx(0.1), "release")


def test_times_count_from_the_onset_and_compare_with_it() -> None:
    samples = [0.0, 0.0, -0.4, -0.4, -0.8, -0.8, -0.8, -0.8, -0.8]
    assert _answers(samples).release == pytest.approx(0.4)
    assert _answers(samples, onset=5.25).release is None  # -0.4 then: it never grows by 0.5


def test_a_sign_that_lasts_until_a_collision_counts_however_short() -> None:
    assert _answers([0.0, 0.0, 0.0, -4.0, -4.0]).brake is None
    assert _answers([0.0, 0.0, 0.0, -4.0, -4.0], is_cut=True).brake == pytest.approx(0.3)


def test_the_onset_of_what_is_there_already_is_when_it_came_up() -> None:
    times = np.arange(10) * 0.1
    lit = np.array([1, 0, 0, 1, 1, 1, 1, 0, 0, 1], bool)
    assert onset(times, lit, moment=0.5) == pytest.approx(0.3)
    assert onset(times, lit, moment=0.2) == pytest.approx(0.3)
    assert onset(times, lit, moment=0.75) == pytest.approx(0.9)
    assert onset(times, lit, moment=0.0) == 0.0
    assert onset(times, np.zeros(10, bool), moment=0.5) is None


def test_each_stimulus_has_its_limit() -> None:
    cells = {
        "brake_light": np.array([0, 1]), "acceleration": np.array([-0.49, -0.51]), "drift": np.array([0.19, -0.21]),
        "speed": np.array([0.49, 0.51]), "junction": np.array([-1, 0]),
        "phase": np.array([WalkPhase.WAITING, WalkPhase.CROSSING]),
    }  # fmt: skip
    assert {kind: sign(cells).tolist() for kind, sign in STIMULI.items()} == {kind: [False, True] for kind in STIMULI}


def test_a_recording_finer_than_the_traffic_does_not_refine_times() -> None:
    times = 0.05 * np.arange(9)
    assert resolution(times, [1, 0, 1, 0, 1, 0, 1, 0, 1]) == pytest.approx(0.1)
    assert resolution(times, np.ones(9)) == pytest.approx(0.05)
    assert np.isnan(resolution(times, np.zeros(9)))


def _worked(throttle: list[float], brake: list[float], wheel: list[float] | None = None, **options: float) -> Response:
    """Samples at 100 Hz from 5 s on; each given value is held for 0.1 s."""
    held = [np.repeat(values, 10) for values in (throttle, brake, wheel or [0.0] * len(throttle))]
    return pedal_responses(5.0 + 0.01 * np.arange(len(held[0])), *held, onset=5.0, **options)


def test_a_foot_goes_from_one_pedal_to_the_other() -> None:
    answer = _worked([0.3, 0.3, 0.1, *[0.0] * 6], [0.0, 0.0, 0.0, 0.0, *[0.5] * 5])
    assert answer == Response(release=pytest.approx(0.2), brake=pytest.approx(0.4))


@pytest.mark.parametrize(("low", "expected"), [(0.21, None), (0.19, 0.2)])
def test_the_limit_of_lifting_the_foot(low: float, expected: float | None) -> None:
    release = _worked([0.3, 0.3, *[low] * 5], [0.0] * 7).release
    assert release == (None if expected is None else pytest.approx(expected))


def test_a_light_foot_that_leaves_the_pedal_has_released_it_and_a_foot_beside_it_cannot() -> None:
    assert _worked([0.05, 0.05, *[0.0] * 5], [0.0] * 7).release == pytest.approx(0.2)
    assert _worked([0.0] * 7, [0.0] * 7).release is None


@pytest.mark.parametrize(("deep", "expected"), [(0.01, None), (0.03, 0.2)])
def test_the_limit_of_the_brake_pedal(deep: float, expected: float | None) -> None:
    brake = _worked([0.0] * 7, [0.0, 0.0, *[deep] * 5]).brake
    assert brake == (None if expected is None else pytest.approx(expected))


def test_steering_is_timed_by_the_wheel_only_if_the_vehicle_swerves() -> None:
    wheel = [0.0, 0.0, 0.0, -0.3, -0.3, 0.0, 0.0, 0.0]
    assert _worked([0.0] * 8, [0.0] * 8, wheel).steer is None
    assert _worked([0.0] * 8, [0.0] * 8, wheel, swerve=0.6, to_left=False).steer == pytest.approx(0.3)


def test_a_bend_before_a_swerve_is_not_taken_for_it() -> None:
    """The wheel follows a bend to the left from the beginning; the swerve to the right comes later."""
    time = 5.0 + 0.01 * np.arange(300)
    bend = np.minimum(0.05 * (time - 5.0), 0.1)
    wheel = bend - np.where(time >= 7.4, 0.4, 0.0)
    none = np.zeros(300)
    answer = pedal_responses(time, none, none, wheel, onset=5.0, swerve=2.7, to_left=False)
    assert answer.steer == pytest.approx(2.4, abs=0.011)
