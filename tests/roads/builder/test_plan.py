"""Drawing roads with the pen."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.geometry import Clothoid
from seahaven.roads.builder import (
    Builder,
    CrossSection,
    RoadPlan,
    Strip,
    degrees,
    driving,
    feet,
    kmh,
    miles,
    motorway,
    mph,
    residential_street,
    town_street,
    two_lane_highway,
)
from seahaven.roads.model import LaneKind, MarkKind, ObjectKind, Road


def pen(section: CrossSection | None = None) -> RoadPlan:
    return Builder().road("road", section or two_lane_highway())


def road_of(plan_of: object) -> Road:
    builder = Builder()
    plan = builder.road("road", two_lane_highway())
    plan_of(plan)  # type: ignore[operator]
    return builder.build().road("road")


def test_units_are_what_they_say() -> None:
    assert (kmh(36), mph(1), miles(1), feet(1)) == pytest.approx((10.0, 0.44704, 1609.344, 0.3048))
    assert degrees(180) == pytest.approx(pi)


def test_a_curve_turns_by_its_angle_on_its_radius_without_jolts() -> None:
    line = pen().straight(100.0).left(degrees(40), radius=300.0).straight(50.0).line
    assert line.end.heading == pytest.approx(degrees(40))
    curvature = line.curvature(np.linspace(0.0, line.length, 4000))
    assert curvature.max() == pytest.approx(1.0 / 300.0)
    assert np.abs(np.diff(curvature)).max() < 1e-4


def test_transitions_grow_with_speed_and_can_be_left_out() -> None:
    lengths = []
    for limit in (kmh(30), kmh(60)):
        plan = pen(two_lane_highway(limit=limit)).left(degrees(60), radius=150.0)
        lengths.append(next(piece.length for piece in plan.line.pieces if isinstance(piece, Clothoid)))
    assert lengths[0] < lengths[1]
    plain = pen().left(degrees(60), radius=150.0, transition=0.0)
    assert plain.length == pytest.approx(degrees(60) * 150.0)


def test_the_way_to_a_place_ends_there() -> None:
    plan = pen().straight(20.0).to(300.0, 120.0, degrees(90)).to(300.0, 400.0).to(100.0, 500.0, degrees(200))
    assert plan.at(plan.length).point == pytest.approx((100.0, 500.0))
    assert plan.line.end.heading % (2 * pi) == pytest.approx(degrees(200))
    assert plan.line.gaps() == ()


def test_a_hill_has_its_height_and_grade_and_parabolas_between() -> None:
    road = road_of(lambda plan: plan.straight(300.0).hill(40.0, grade=0.05, top=200.0, over=150.0).straight(300.0))
    s = np.linspace(0.0, road.length, 5001)
    height, grade = road.elevation.value(s), road.elevation.slope(s)
    assert height.max() == pytest.approx(40.0)
    assert height[-1] == pytest.approx(0.0, abs=1e-9)
    assert (grade.max(), grade.min()) == pytest.approx((0.05, -0.05))
    bend = np.diff(grade) / np.diff(s)
    assert np.abs(bend).max() == pytest.approx(0.05 / 150.0)


@pytest.mark.parametrize("top", [0.0, 10.0, 60.0, 300.0])
@pytest.mark.parametrize("height", [0.5, 2.0, 12.0, -12.0])
def test_a_hill_is_as_high_as_asked_for_however_long_its_vertical_curves_are(height: float, top: float) -> None:
    builder = Builder()
    plan = builder.road("road", two_lane_highway(limit=kmh(80))).straight(300.0)
    plan.hill(height, grade=0.05, top=top).straight(300.0)
    road = builder.build().road("road")
    heights = road.elevation.value(np.linspace(0.0, road.length, 20001))
    assert heights[np.abs(heights).argmax()] == pytest.approx(height, abs=1e-6)
    assert heights[-1] == pytest.approx(0.0, abs=1e-9)


def test_a_dip_is_a_hill_of_negative_height() -> None:
    road = road_of(lambda plan: plan.straight(200.0).hill(-5.0, grade=0.03).straight(200.0))
    assert road.elevation.value(np.linspace(0.0, road.length, 500)).min() == pytest.approx(-5.0, abs=0.3)


def test_vertical_curves_are_longer_where_one_drives_faster() -> None:
    slow, fast = (pen(two_lane_highway(limit=kmh(v))).straight(500.0).grade(0.05).grades[0].over for v in (50, 100))
    assert slow * 3.9 < fast < slow * 4.1


def test_a_lane_comes_and_goes_with_a_taper() -> None:
    road = road_of(
        lambda p: p.straight(100.0).add_lane(taper=60.0).straight(200.0).drop_lane(taper=90.0).straight(150.0)
    )
    assert [section.s for section in road.sections] == [0.0, 100.0, 390.0]
    lane = road.sections[1].lane(-2)
    assert lane is not None
    assert (lane.before, lane.after) == ((), ())
    assert lane.width.value(0.0) == 0.0
    assert lane.width.value(60.0) == pytest.approx(3.5)
    assert lane.width.value(290.0) == pytest.approx(0.0)
    shoulder = road.sections[1].lane(-3)
    assert shoulder is not None
    assert (shoulder.kind, shoulder.before, shoulder.after) == (LaneKind.SHOULDER, (-2,), (-2,))


def test_a_road_may_become_another_one() -> None:
    road = road_of(lambda p: p.straight(100.0).become(town_street(bicycles=True)).straight(200.0))
    kinds = [lane.kind for lane in road.sections[-1].lanes if lane.id < 0]
    assert kinds == [LaneKind.DRIVING, LaneKind.BIKING, LaneKind.SIDEWALK]
    assert [limit.speed for limit in road.limits] == [kmh(100), kmh(50)]


def test_marks_follow_from_what_lies_side_by_side() -> None:
    road = road_of(lambda p: p.straight(100.0).passing(False).straight(50.0).passing(True).straight(50.0))
    section = road.sections[0]
    assert [(mark.s, mark.kind) for mark in section.lanes[2].marks] == [
        (0.0, MarkKind.BROKEN),
        (100.0, MarkKind.SOLID),
        (150.0, MarkKind.BROKEN),
    ]
    assert section.lane(-1).marks[0].kind is MarkKind.SOLID  # type: ignore[union-attr]
    builder = Builder()
    builder.road("m", motorway(lanes=3)).straight(100.0)
    builder.road("r", residential_street(), at=(0.0, 50.0)).straight(100.0)
    network = builder.build()
    kinds = [lane.marks[0].kind for lane in network.road("m").sections[0].lanes if lane.id <= 0]
    assert kinds == [MarkKind.NONE, MarkKind.SOLID, MarkKind.BROKEN, MarkKind.BROKEN, MarkKind.SOLID, MarkKind.NONE]
    kinds = [lane.marks[0].kind for lane in network.road("r").sections[0].lanes if lane.id <= 0]
    assert kinds == [MarkKind.BROKEN, MarkKind.BROKEN, MarkKind.CURB, MarkKind.NONE]


def test_things_stand_beside_the_road() -> None:
    road = road_of(
        lambda p: p.straight(50.0).beside(ObjectKind.BUILDING, "right", distance=9.0, width=8.0).straight(9.0)
    )
    assert [(thing.kind, thing.s, thing.t) for thing in road.objects] == [(ObjectKind.BUILDING, 50.0, -13.0)]


def test_building_leaves_the_drawing_as_it_was() -> None:
    builder = Builder()
    road = builder.road("road").straight(100.0)
    first = builder.build()
    assert builder.build() == first
    road.straight(50.0)
    assert builder.build().road("road").length == pytest.approx(150.0)


@pytest.mark.parametrize(
    ("draw", "text"),
    [
        (lambda p: p.straight(-5.0), r"road 'road' got straight with length -5.0; expected a number above 0"),
        (lambda p: p.straight(float("nan")), r"got straight with length nan"),
        (lambda p: p.left(1.0, radius=2.0), r"road 'road' got radius 2.0; expected 5 m or more"),
        (lambda p: p.left(-1.0, radius=50.0), r"got left with angle -1.0"),
        (lambda p: p.left(0.5, radius=50.0, transition=40.0), r"transition of 40 m .* expected 0 to 25.0 m"),
        (lambda p: p.grade(5.0), r"got grade 5.0; expected metres per metre, such as 0.05 for 5 %"),
        (lambda p: p.limit(0.0), r"got limit with speed 0.0"),
        (
            lambda p: p.to(1.0, 3.0, pi),
            r"cannot go from \(0.0, 0.0\) heading 0.00 rad to \(1.0, 3.0\) heading 3.14 rad",
        ),
        (lambda p: p.at(5.0), r"road 'road' has no at\(5\); expected 0 to 0.0 m"),
        (lambda p: p.drop_lane(), r"road 'road' has no forward lane to spare at 0 m: it has 1 there; expected two"),
        (lambda p: p.drop_lane("left"), r"got drop_lane with side 'left'; expected 'forward' or 'backward'"),
        (lambda p: p.left(90, radius=30), r"got left with angle 90; expected radians.*did you mean degrees\(90\)"),
        (lambda p: p.to(9.0, 9.0, 90), r"got to with heading 90; expected radians.*did you mean degrees\(90\)"),
        (lambda p: p.limit(100), r"got limit with speed 100; expected m/s, 70 at most .*did you mean kmh\(100\)"),
        (lambda p: p.straight("5"), r"road 'road' got straight with length '5'; expected a number above 0"),
        (lambda p: p.become("motorway"), r"road 'road' got 'motorway' for its cross section; expected a CrossSection"),
        (
            lambda p: p.become(motorway),
            r"got the function motorway for its .* expected a CrossSection, such as motorway",
        ),
        (lambda p: p.left(1.0, radius="9"), r"got radius '9'; expected 5 m or more"),
        (lambda p: p.left(1.0, radius=9.0, transition="9"), r"got left with transition '9'; expected metres"),
        (lambda p: p.grade("5 %"), r"got grade '5 %'; expected metres per metre"),
        (lambda p: p.hill(9.0, top=-1.0), r"got hill with top -1.0; expected metres, 0 or more"),
        (lambda p: p.hill(0.0), r"got hill with height 0.0; expected a number above 0"),
        (lambda p: p.hill(9.0, over=0.0), r"got hill with over 0.0; expected a number above 0"),
        (lambda p: p.straight(9.0).add_lane().straight(9.0).drop_lane(), r"changes its cross section at 18 m while"),
    ],
)
def test_what_cannot_be_drawn_is_refused(draw: object, text: str) -> None:
    with pytest.raises(InputError, match=text):
        draw(pen())  # type: ignore[operator]


def test_what_cannot_be_a_cross_section_is_refused() -> None:
    with pytest.raises(InputError, match=r"a driving strip has width 0.0; expected metres, more than 0"):
        driving(0.0)
    with pytest.raises(InputError, match="a driving strip has turn 'lef'; did you mean 'left'"):
        driving(turns=("lef",))
    with pytest.raises(InputError, match="a CrossSection got no strips"):
        CrossSection(())
    with pytest.raises(InputError, match="a CrossSection has limit -1"):
        CrossSection((Strip(),), limit=-1.0)
    with pytest.raises(InputError, match=r"a CrossSection has limit 100; expected m/s, .* did you mean kmh\(100\)"):
        two_lane_highway(limit=100)
    with pytest.raises(InputError, match="a driving strip has width '3'; expected metres, more than 0"):
        driving("3")  # type: ignore[arg-type]  # what a newcomer may write
    with pytest.raises(InputError, match="has a median of -2"):
        CrossSection((Strip(),), (Strip(),), median=-2.0)


@pytest.mark.parametrize(
    ("draw", "text"),
    [
        (lambda b: b.road("a", heading=90), r"road 'a' got heading 90; expected radians.*did you mean degrees\(90\)"),
        (lambda b: b.road("a", town_street), r"road 'a' got the function town_street .* such as town_street\(\)"),
        (lambda b: b.road("a", at=5), r"road 'a' got at=5; expected a place \(x, y\)"),
        (lambda b: b.road("a", height="x"), r"road 'a' got height 'x'; expected metres"),
        (lambda b: b.road(5), r"a road got the name 5; expected words"),
        (
            lambda b: b.junction("j", "a", "b"),
            r"junction 'j' got 'a'; expected a road, as builder.road\(...\) gives it",
        ),
        (lambda b: b.roundabout("j", "a", "b"), r"roundabout 'j' got 'a'; expected a road"),
        (lambda b: b.interchange("i", "a", "b"), r"interchange 'i' got 'a'; expected a road"),
        (lambda b: b.on_ramp("a", "b", at=5.0), r"on_ramp got 'a'; expected a road"),
        (lambda b: b.off_ramp("r", "b", at=5.0), r"ramp 'r' got 'b'; expected a road"),
        (lambda b: b.join("a", "b"), r"join got 'a'; expected a road"),
        (lambda b: b.turning_circle("t", "a"), r"turning circle 't' got 'a'; expected a road"),
        (lambda b: b.side_road("s", off="a", at=5.0, to="left"), r"side road 's' got 'a'; expected a road"),
    ],
)
def test_what_is_no_road_place_or_angle_is_refused(draw: object, text: str) -> None:
    with pytest.raises(InputError, match=text):
        draw(Builder())  # type: ignore[operator]


def test_headings_stay_usable_after_any_number_of_turns() -> None:
    builder = Builder()
    road = builder.road("spiral").left(degrees(350), radius=40.0).left(degrees(50), radius=60.0)
    assert road.at(road.length).heading == pytest.approx(degrees(40))
    side = builder.side_road("side", off=road, at=road.length, to="left").straight(9.0)
    assert side.at(9.0).heading == pytest.approx(degrees(130))


def test_a_change_of_lanes_needs_room_before_the_road_ends() -> None:
    builder = Builder()
    road = builder.road("a", motorway(lanes=3)).straight(500.0).drop_lane().straight(50.0)
    with pytest.raises(
        InputError,
        match=r"road 'a' changes its cross section from 500 m on within 100 m, but ends at 550 m; draw 50.0 m more",
    ):
        builder.build()
    road.straight(50.0)
    assert builder.build().road("a").length == pytest.approx(600.0)


def test_names_are_given_once() -> None:
    builder = Builder()
    builder.road("high").straight(10.0)
    with pytest.raises(InputError, match="there is already something called 'high'; give the road a name of its own"):
        builder.road("high")


def test_an_empty_drawing_is_refused() -> None:
    builder = Builder("nothing")
    with pytest.raises(InputError, match="builder 'nothing' has no roads; draw something first"):
        builder.build()
    builder.road("dot")
    with pytest.raises(InputError, match="road 'dot' has no length; draw something first"):
        builder.build()


def test_roads_of_another_builder_are_refused() -> None:
    builder, other = Builder(), Builder()
    with pytest.raises(InputError, match="got road 'b', which another builder drew"):
        builder.junction("x", builder.road("a").straight(9.0), other.road("b").straight(9.0))


def test_ends_that_do_not_fit_are_not_joined() -> None:
    builder = Builder()
    first = builder.road("first").straight(50.0)
    builder.join(first, builder.road("second", at=(50.0, 1.0)).straight(50.0))
    with pytest.raises(
        InputError, match=r"'first' and 'second' cannot be joined: their ends are 1.000 m and 0.0000 rad"
    ):
        builder.build()
    builder = Builder()
    first = builder.road("first").straight(50.0)
    builder.join(first, builder.road("second", residential_street(), at=(50.0, 0.0)).straight(50.0))
    with pytest.raises(InputError, match="cannot be joined: their lanes differ"):
        builder.build()
    with pytest.raises(InputError, match="road 'first' has no end called 'middle'"):
        builder.join(first, first, ends=("middle", "start"))


def test_heights_that_cannot_be_reached_are_refused() -> None:
    builder = Builder()
    low = builder.road("low").straight(200.0)
    high = builder.road("high", at=(0.0, 100.0), height=40.0).straight(200.0)
    link = builder.side_road("link", off=low, at=100.0, to="left").straight(100.0)
    builder.junction("below", low, link)
    builder.junction("above", high, link)
    with pytest.raises(
        InputError, match=r"road 'link' would climb by \d+ % at \d+ m to come to the height of the roads"
    ):
        builder.build()
