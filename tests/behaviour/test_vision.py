from __future__ import annotations

from seahaven.behaviour import Sighting, Vision
from seahaven.geometry import Line, Pose
from seahaven.kernel import SECOND, Controller, Module
from seahaven.world import VEHICLE, World

COURSE = Line(Pose(0.0, 0.0, 0.0), 1000.0)


def looked(*others: dict[str, float], gaze: float = 0.0) -> tuple[Sighting | None, bool, World]:
    """What a driver at the origin, heading east, sees of others."""
    world = World([VEHICLE])
    own = world.add("vehicle", "own", x=0.0, y=0.0)
    for i, other in enumerate(others):
        world.add("vehicle", f"other{i}", **{"y": 0.0, **other})
    vision = Vision("vision", rate=10, course=COURSE, pose=Pose(0.0, 0.0, 0.0), gaze=gaze)
    world.grant("vision", "vehicle", ids=own)
    with Controller(Module("root", vision), store=world) as run:
        run.advance(SECOND // 10)
        return run.get("vision.ahead"), run.get("vision.contact"), world


def test_an_empty_road_has_no_leader_and_a_null_gap() -> None:
    ahead, contact, world = looked()
    assert (ahead, contact, world["own"].gap, world["own"].leader) == (None, False, None, None)


def test_the_gap_is_between_bumpers() -> None:
    ahead, _, world = looked({"x": 30.0, "speed": 7.0, "length": 5.4})
    assert ahead == Sighting(2, 25.0, 7.0)
    assert (world["own"].leader, world["own"].gap) == (2, 25.0)


def test_the_nearest_on_the_course_counts_not_who_stands_beside_it() -> None:
    ahead, _, _ = looked({"x": 80.0}, {"x": 20.0, "y": 6.0}, {"x": 50.0})
    assert ahead is not None
    assert ahead.entity == 4


def test_whoever_is_behind_or_too_far_is_not_ahead() -> None:
    assert looked({"x": -20.0}, {"x": 400.0})[0] is None


def test_a_vehicle_behind_another_is_hidden() -> None:
    ahead, _, _ = looked({"x": 12.0, "y": 2.0, "length": 4.0, "width": 3.0}, {"x": 24.0, "y": 1.6})
    assert ahead is None


def test_who_looks_away_sees_nobody_ahead() -> None:
    assert looked({"x": 30.0}, gaze=2.0)[0] is None


def test_touching_boxes_are_a_contact() -> None:
    assert looked({"x": 4.0})[1]
    assert not looked({"x": 5.0})[1]
