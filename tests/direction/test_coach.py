"""Coaches and directors alone: cars on a line, and clocks, without a world."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from seahaven.direction.coach import Coach
from seahaven.direction.coach.lane import Lane as LaneMachine
from seahaven.direction.coach.natural import ACCELERATION, BRAKING, FASTEST, JERK, SLOWEST
from seahaven.direction.coach.task import Stance, Task
from seahaven.direction.director import LOST_FOR, RESOLVED, STUCK_FOR, Director, Phase
from seahaven.hcsm import Interpreter, Message

DT, LIMIT, RESPONSE, LENGTH = 0.1, 25.0, 0.6, 4.6
DEFAULTS: dict[str, Any] = {
    "dt": DT, "limit": LIMIT, "reach": LENGTH, "side": 0, "way": None, "time_left": None, "final": LIMIT,
    "match": LIMIT, "is_matched": False, "matching": 0.5, "is_parked": False, "start_time": 0.0, "is_time": True,
    "approach": 0.6, "left_there": False, "right_there": False, "subject_usual": LIMIT,
    "subject_acceleration": 0.0, "acceleration": 0.0,
}  # fmt: skip


@dataclass
class Lane:
    """A subject and somebody ahead who does what its coach says, as drivers answer to a told speed."""

    ahead: float = 150.0
    speed: float = 20.0
    subject: float = 24.0
    is_parked: bool = False
    accelerations: list[float] = field(default_factory=list)
    speeds: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.interpreter = Interpreter(Coach, seed=1)
        self.coach = self.interpreter.machine(1)
        self.said: dict[str, Any] = {}
        self.set_out_at: float | None = None
        self.steps = 0
        self.run(DT)  # a machine hears nothing in its first step

    def tell(self, item: str, value: float) -> None:
        self.coach.post(Message(1, f".{item}", value))

    def run(self, seconds: float, **more: Any) -> None:
        for _ in range(round(seconds / DT)):
            self.steps += 1
            told = {**DEFAULTS, "ahead": self.ahead, "speed": self.speed, "subject_speed": self.subject, **more}
            told["is_parked"] = self.is_parked
            inputs = {one.name: told[one.name] for one in Coach.program.inputs}
            self.said = dict(self.interpreter.step(self.coach, inputs, step=self.steps).outputs)
            if self.said["sets_out"]:
                self.is_parked, self.set_out_at = False, self.ahead
            self._drive(self.said["told_speed"])

    def _drive(self, told: float | None) -> None:
        wished = 0.0 if told is None or self.is_parked else RESPONSE * (told - self.speed)
        self.accelerations.append(wished)
        self.speed = max(self.speed + DT * wished, 0.0)
        self.speeds.append(self.speed)
        self.ahead += DT * (self.speed - self.subject)

    @property
    def gap(self) -> float:
        return self.ahead - LENGTH


@pytest.mark.parametrize("begin", [30.0, 60.0, 200.0])
@pytest.mark.parametrize("subject", [15.0, 24.0, 28.0])
def test_a_headway_is_held_before_a_steady_subject(begin: float, subject: float) -> None:
    lane = Lane(ahead=begin, speed=subject - 2.0, subject=subject)
    lane.tell("hold_headway", 1.5)
    lane.run(90.0, subject_usual=subject)
    assert lane.gap / subject == pytest.approx(1.5, abs=0.15)
    assert lane.said["settled"] > 5.0


@pytest.mark.parametrize("gap", [20.0, 50.0])
def test_a_gap_is_held_before_a_steady_subject(gap: float) -> None:
    lane = Lane(ahead=120.0)
    lane.tell("hold_gap", gap)
    lane.run(90.0)
    assert lane.gap == pytest.approx(gap, abs=max(1.0, 0.05 * gap))


def test_it_looks_natural_on_the_way() -> None:
    for begin in (20.0, 60.0, 200.0, 300.0):
        lane = Lane(ahead=begin, speed=18.0)
        lane.tell("hold_headway", 1.5)
        lane.run(60.0)
        assert max(lane.accelerations) <= ACCELERATION + 1e-6
        assert min(lane.accelerations) >= -BRAKING - 1e-6
        assert np.abs(np.diff(lane.accelerations)).max() <= JERK * DT + 1e-6
        assert max(lane.speeds) <= max(FASTEST * LIMIT, lane.subject + 5.0) + 0.1
        assert min(lane.speeds) >= SLOWEST * LIMIT - 0.1


def test_a_headway_is_kept_when_the_subject_changes_its_speed() -> None:
    lane = Lane(ahead=45.0, speed=24.0)
    lane.tell("hold_headway", 1.5)
    lane.run(30.0)
    for _ in range(80):
        lane.subject -= 0.05
        lane.run(DT, subject_acceleration=-0.5)
    lane.run(40.0)
    assert lane.gap / lane.subject == pytest.approx(1.5, abs=0.2)


def test_a_pace_is_driven_and_a_steady_speed_is_kept() -> None:
    lane = Lane()
    lane.tell("pace", 15.0)
    lane.run(30.0)
    assert lane.speed == pytest.approx(15.0, abs=0.2)
    lane.tell("steady", 1.0)
    lane.run(10.0)
    assert lane.speed == pytest.approx(15.0, abs=0.2)


def test_a_pace_is_come_to_as_softly_as_told() -> None:
    lane = Lane()
    lane.tell("ease", 0.5)
    lane.tell("pace", 12.0)
    lane.run(30.0)
    assert lane.speed == pytest.approx(12.0, abs=0.2)
    assert min(lane.accelerations) == pytest.approx(-0.5, abs=1e-6)


def test_who_is_let_go_is_told_nothing() -> None:
    lane = Lane()
    lane.tell("hold_headway", 1.5)
    lane.run(5.0)
    assert lane.said["told_speed"] is not None
    lane.tell("let_go", 1.0)
    lane.run(DT)
    assert lane.said["told_speed"] is None


def test_who_is_parked_sets_out_before_the_subject_comes_by() -> None:
    lane = Lane(ahead=600.0, speed=0.0, is_parked=True)
    lane.tell("hold_headway", 1.5)
    lane.run(60.0)
    assert lane.set_out_at is not None
    assert lane.set_out_at > 100.0
    assert min(lane.accelerations) >= -BRAKING - 1e-6
    assert lane.gap > 0.0


def test_who_is_told_to_meet_the_subject_is_there_in_time() -> None:
    lane, way, left = Lane(speed=15.0), 500.0, 25.0
    lane.tell("meet", 22.0)
    while left > 0.5:
        lane.run(DT, way=way, time_left=left, final=22.0)
        way -= DT * lane.speed
        left -= DT
    assert way == pytest.approx(left * lane.speed, abs=3.0)
    assert lane.speed == pytest.approx(22.0, abs=1.0)


@pytest.mark.parametrize("sooner", [-4.0, 0.0, 3.0])
def test_who_is_to_arrive_with_the_subject_makes_up_for_one_that_comes_sooner_or_later(sooner: float) -> None:
    """It is told twenty seconds before the meeting that this will be sooner, or later, than expected."""
    lane, way, left, low = Lane(speed=0.0, is_parked=True), 650.0, 70.0, 50.0
    news = sooner
    lane.tell("meet", 0.0)
    while left > DT:
        whole = max(left + 4.0, 0.1)
        lane.run(
            DT, way=way - 4.0 * 24.0, time_left=left, final=24.0, match=way / whole, is_matched=True, matching=10.0,
            start_time=36.0,
        )  # fmt: skip
        way -= DT * lane.speed
        left -= DT
        if left <= 20.0:
            left -= news
            news = 0.0
        if left < 30.0:
            low = min(low, lane.speed)
    assert lane.set_out_at is not None
    assert way / lane.speed == pytest.approx(4.0, abs=0.25)
    assert low > 8.0
    assert np.abs(lane.accelerations).max() <= BRAKING + 1e-6


def test_who_holds_the_subject_back_drives_no_faster_than_told() -> None:
    lane = Lane(ahead=45.0, speed=24.0)
    lane.tell("hold_headway", 1.5)
    lane.tell("hold_back", 25.0)
    lane.subject = 28.0
    lane.run(8.0, left_there=True)
    assert max(lane.speeds) <= 25.2
    assert lane.said["change"] == 0
    lane.tell("hold_back", 0.0)
    lane.run(8.0, left_there=True)
    assert max(lane.speeds) > 26.0


def stances(steps: int, **inputs: Any) -> list[tuple[Stance, int]]:
    """The stance of somebody on the subject's lane, step by step, and the changes of lane that it is told."""
    interpreter = Interpreter(LaneMachine, seed=1)
    lane = interpreter.machine(1)
    known: dict[str, Any] = {
        "dt": 1.0, "told": Task.HEADWAY, "is_stationed": True, "missing": 0.0, "tolerance": 3.0, "is_bound": False,
        "is_anywhere": False, "speed": 24.0, "ahead": 40.0, "reach": LENGTH, "side": 0, "subject_speed": 24.0,
        "subject_acceleration": 0.0, "is_parked": False, "is_time": True, "left_there": True, "right_there": False,
    } | inputs  # fmt: skip
    told = []
    for step in range(steps):
        said = interpreter.step(lane, known, step=step).outputs
        known["side"] -= said["change"]
        known["missing"] = 0.0 if known["side"] else known["missing"]
        told.append((Stance(said["stance"]), said["change"]))
    return told


def test_who_is_evaded_draws_level_on_the_lane_beside_and_comes_over_once() -> None:
    told = stances(16, missing=10.0)
    first = [stance for stance, _ in told]
    assert first[:4] == [Stance.IN_LANE] * 4
    assert Stance.ASIDE in first
    assert first[-1] is Stance.SLIPPING
    assert [change for _, change in told if change] == [1, -1]


def test_who_has_no_lane_beside_or_holds_the_subject_back_stays_before_it() -> None:
    for inputs in ({"left_there": False}, {"is_bound": True}):
        assert stances(12, missing=10.0, **inputs) == [(Stance.IN_LANE, 0)] * 12


def test_nobody_comes_over_before_a_subject_that_brakes_or_before_it_is_time() -> None:
    for inputs in ({"subject_acceleration": -1.0}, {"is_time": False}):
        assert {stance for stance, _ in stances(16, missing=10.0, **inputs)} == {Stance.IN_LANE, Stance.ASIDE}


# --- the director -------------------------------------------------------------------------------------------------


def phases(**changes: list[Any]) -> list[Phase]:
    """What a director says while its inputs change; each is held for a step, the last one is not repeated."""
    interpreter = Interpreter(Director, seed=1)
    director = interpreter.machine()
    known: dict[str, Any] = {
        "dt": 1.0, "way": 1000.0, "before": 2000.0, "after": 500.0, "stood": 0.0, "is_critical": False,
        "is_over": False,
        "is_hit": False,
    }  # fmt: skip
    steps = max(len(values) for values in changes.values())
    told = []
    for step in range(steps):
        inputs = {**known, **{name: values[min(step, len(values) - 1)] for name, values in changes.items()}}
        told.append(Phase(int(interpreter.step(director, inputs, step=step).outputs["phase"] or 0)))
    return told


def test_a_situation_opens_when_the_subject_is_near_and_resolves_after_its_moment() -> None:
    told = phases(way=[3000.0, 1900.0, 500.0, 400.0, 300.0], is_critical=[False] * 3 + [True, True, True, True],
                  is_over=[False] * 5 + [True, True])  # fmt: skip
    assert [told[0], told[2], told[4], told[-1]] == [Phase.WAITING, Phase.PLAYING, Phase.RESOLVING, Phase.PLAYED]


def test_it_is_over_a_minute_after_its_moment_at_the_latest() -> None:
    told = phases(is_critical=[False, False] + [True] * (int(RESOLVED) + 5))
    assert told[int(RESOLVED) - 2] is Phase.RESOLVING
    assert told[-1] is Phase.PLAYED


@pytest.mark.parametrize(
    ("changes", "end"),
    [
        ({"way": [1000.0, 500.0, -400.0, -501.0, -600.0]}, Phase.PASSED),
        ({"way": [1000.0, 500.0] + [None] * (int(LOST_FOR) + 3)}, Phase.LOST),
        ({"stood": [0.0, 0.0, STUCK_FOR - 1.0, STUCK_FOR + 1.0, STUCK_FOR + 2.0]}, Phase.STUCK),
        ({"is_hit": [False, False, True, False]}, Phase.HIT),
    ],
)
def test_a_situation_whose_moment_cannot_come_fails(changes: dict[str, list[Any]], end: Phase) -> None:
    told = phases(**changes)
    assert told[1] is Phase.PLAYING
    assert told[-1] is end


def test_a_subject_who_is_off_the_drive_for_a_moment_only_is_waited_for() -> None:
    assert phases(way=[1000.0, 500.0, None, None, None, 400.0, 300.0])[-1] is Phase.PLAYING
