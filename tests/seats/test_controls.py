"""Controls: what may be asked of a vehicle, and what is refused."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import InputError
from seahaven.seats import (
    CONTROL_KINDS,
    Controls,
    LaneControls,
    MotionControls,
    PanelControls,
    PedalControls,
    PlannedPose,
    PressedItem,
    TrajectoryControls,
)
from seahaven.seats.protocol import answer_from, frame, message_of, unpacked
from seahaven.seats.reply import Reply

lights = st.sampled_from(["off", "left", "right", "hazard"])
lanes = st.builds(LaneControls, st.floats(-15, 15), st.integers(-1, 1), st.floats(-3, 3), lights)
gazes = st.none() | st.floats(-3, 3)
motions = st.builds(MotionControls, st.floats(-15, 15), st.floats(-0.5, 0.5), lights, gazes)
pedals = st.builds(PedalControls, st.floats(-12, 12), st.floats(0, 1), st.floats(0, 1), horn=st.booleans(), gaze=gazes)
poses = st.builds(PlannedPose, st.just(0.0), *(st.floats(-3, 3) for _ in range(3)))
presses = st.builds(PressedItem, st.text(max_size=40), st.floats(-1e12, 1e12))
panels = st.builds(PanelControls, st.lists(presses, max_size=3).map(tuple))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: MotionControls(nan),
            r"MotionControls.acceleration got nan; expected a number from -15 to 15 \(m/s²\)",
        ),
        (lambda: MotionControls(inf), "MotionControls.acceleration got inf"),
        (lambda: MotionControls("fast"), "MotionControls.acceleration got 'fast'"),
        (lambda: MotionControls(True), "MotionControls.acceleration got True"),
        (lambda: MotionControls(0.0, 0.7), r"MotionControls.curvature got 0.7; expected a number from -0.5 to 0.5"),
        (lambda: LaneControls(0.0, shift=2), "LaneControls.shift got 2; expected a whole number from -1 to 1"),
        (lambda: LaneControls(0.0, shift=0.5), "LaneControls.shift got 0.5"),
        (
            lambda: LaneControls(0.0, turn_light="blue"),
            "turn_light got 'blue'; expected one of off, left, right, hazard",
        ),
        (lambda: PedalControls(0.0, 1.5, 0.0), "PedalControls.throttle got 1.5; expected a number from 0 to 1"),
        (
            lambda: PedalControls(0.0, 0.0, 0.0, gear="third"),
            "gear got 'third'; expected one of drive, neutral, reverse",
        ),
        (lambda: PedalControls(0.0, 0.0, 0.0, horn=1), "PedalControls.horn got 1; expected true or false"),
        (
            lambda: MotionControls(0.0, gaze=4.0),
            r"MotionControls.gaze got 4.0; expected a number from -3.14159 to 3.14159, or null \(rad\)",
        ),
        (lambda: LaneControls(0.0, gaze="left"), "LaneControls.gaze got 'left'; expected a number"),
        (lambda: TrajectoryControls(()), r"TrajectoryControls.poses got \(\); expected 2 to 500 of PlannedPose"),
        (
            lambda: TrajectoryControls((PlannedPose(1.0, 0.0, 0.0, 0.0), PlannedPose(1.0, 5.0, 0.0, 0.0))),
            r"poses\[1\].time got 1.0; expected a time after that of the pose before",
        ),
        (lambda: PanelControls((1,)), r"PanelControls.presses got \(1,\); expected at most 32 of PressedItem"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_by_its_name(make: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()


def test_controls_never_change() -> None:
    with pytest.raises(FrozenInstanceError):
        MotionControls(1.0).acceleration = 2.0


@given(st.one_of(lanes, motions, pedals, panels, poses.map(lambda p: TrajectoryControls((p, PlannedPose(1, 2, 3, 0))))))
def test_controls_come_through_the_wire_as_they_were(controls: Controls) -> None:
    sent = frame(message_of("answer", step=4, controls=controls))
    assert int.from_bytes(sent[:4], "big") == len(sent) - 4
    answer = answer_from(unpacked(sent[4:]))
    assert answer.step == 4
    assert answer.controls == controls


def test_states_come_with_an_answer() -> None:
    sent = message_of("answer", step=4, controls=LaneControls(0.0), states=["drive", "follow"], another_way=True)
    assert answer_from(unpacked(frame(sent)[4:])).reply == Reply(LaneControls(0.0), ("drive", "follow"), True)


def test_every_kind_has_a_word() -> None:
    assert set(CONTROL_KINDS) == {"pedals", "motion", "trajectory", "lane", "assisted", "panel"}


FINE = {"kind": "answer", "step": 1, "controls": {"kind": "lane", "acceleration": 0.0}}


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ({"kind": "hello"}, "kind 'hello'; expected 'answer'"),
        ({"kind": "answer", "step": True, "controls": {}}, "answer.step got True"),
        ({"kind": "answer", "step": 1, "controls": []}, r"answer.controls got \[\]; expected a map"),
        ({"kind": "answer", "step": 1, "controls": {}, "more": 1}, "answer has no field 'more'"),
        ({"kind": "answer", "step": 1, "controls": {"kind": "wings"}}, "controls.kind got 'wings'; expected one of"),
        ({"kind": "answer", "step": 1, "controls": {"kind": ["lane"]}}, "controls.kind got"),
        ({"kind": "answer", "step": 1, "controls": {"kind": "lane", "accel": 1.0}}, "controls has no field 'accel'"),
        ({"kind": "answer", "step": 1, "controls": {"kind": "lane"}}, "controls lacks 'acceleration'; expected a num"),
        ({**FINE, "states": "drive"}, r"Reply.states got 'drive'; expected at most 32 different names of 1 to 60"),
        ({**FINE, "states": ["a", "a"]}, r"Reply.states got \('a', 'a'\); expected at most 32 different names"),
        ({**FINE, "states": [1]}, r"Reply.states got \[1\]"),
        ({**FINE, "another_way": 1}, "Reply.another_way got 1; expected true or false"),
        (
            {"kind": "answer", "step": 1, "controls": {"kind": "trajectory", "poses": 3}},
            "controls.poses got 3; expected a list",
        ),
        (
            {"kind": "answer", "step": 1, "controls": {"kind": "trajectory", "poses": [{"time": 0.0}]}},
            r"controls.poses\[0\] lacks 'ahead'",
        ),
        ({"kind": "answer", "step": 1, "controls": {"kind": "trajectory", "poses": [7]}}, r"poses\[0\] got 7; expect"),
    ],
)
def test_an_answer_that_does_not_fit_is_refused_by_its_field(message: dict[str, object], fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        answer_from(unpacked(frame(message)[4:]))


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_refused(data: bytes) -> None:
    try:
        message = unpacked(data)
    except InputError:
        return
    assert isinstance(message["kind"], str)
