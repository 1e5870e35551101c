"""Signs, lights and priorities."""

from __future__ import annotations

import pytest

from seahaven.errors import InputError
from seahaven.roads import JunctionLogic, LaneMap
from seahaven.roads.builder import Builder, kmh, ramp
from seahaven.roads.junctions import SignalPlan
from seahaven.roads.model import (
    Controller,
    Facing,
    MarkKind,
    ObjectKind,
    RightOfWay,
    RoadNetwork,
    Signal,
    SignalKind,
)
from tests.roads.builder.networks import made, streets


def crossing(control: str, **options: bool) -> RoadNetwork:
    builder = Builder()
    builder.junction("market", *streets(builder), control=control, **options)  # type: ignore[arg-type]
    return builder.build()


def signs(network: RoadNetwork) -> dict[str, list[SignalKind]]:
    """The kinds of signs on each road, limits left out."""
    found: dict[str, list[SignalKind]] = {}
    for road, signal in network.signals():
        if signal.kind is not SignalKind.SPEED_LIMIT:
            found.setdefault(road.id, []).append(signal.kind)
    return found


@pytest.mark.parametrize(
    ("control", "rule", "main", "side"),
    [
        ("yield", RightOfWay.PRIORITY, [], [SignalKind.YIELD]),
        ("stop", RightOfWay.PRIORITY, [], [SignalKind.STOP]),
        ("priority", RightOfWay.PRIORITY, [SignalKind.PRIORITY_HERE], [SignalKind.YIELD]),
        ("all-way stop", RightOfWay.ALL_WAY_STOP, [SignalKind.STOP], [SignalKind.STOP]),
        ("right before left", RightOfWay.RIGHT_FIRST, [], []),
        ("left before right", RightOfWay.LEFT_FIRST, [], []),
        ("none", RightOfWay.UNREGULATED, [], []),
    ],
)
def test_controls_put_up_their_signs(
    control: str, rule: RightOfWay, main: list[SignalKind], side: list[SignalKind]
) -> None:
    network = crossing(control)
    assert network.junction("market").right_of_way is rule
    found = signs(network)
    assert [found.get(road, []) for road in ("high.1", "high.2")] == [main, main]
    assert [found.get(road, []) for road in ("mill.1", "mill.2")] == [side, side]


def test_unknown_controls_are_refused_with_a_hint() -> None:
    with pytest.raises(InputError, match="junction 'market' got control 'light'; did you mean 'lights'"):
        crossing("light")


def test_the_main_road_goes_before_the_others() -> None:
    junction = crossing("yield").junction("market")
    assert junction.priorities
    for priority in junction.priorities:
        assert priority.high.startswith("market/high")
        assert priority.low.startswith("market/mill")
    assert len(junction.priorities) == 36


def test_another_road_can_be_the_main_one() -> None:
    builder = Builder()
    high, mill = streets(builder)
    builder.junction("market", high, mill, control="stop", main=mill)
    assert signs(builder.build()) == {"high.1": [SignalKind.STOP], "high.2": [SignalKind.STOP]}


def test_signs_stand_at_the_stop_line_beside_the_road() -> None:
    network = crossing("stop")
    road = network.road("mill.1")
    stop = next(signal for signal in road.signals if signal.kind is SignalKind.STOP)
    line = next(thing for thing in road.objects if thing.kind is ObjectKind.STOP_LINE)
    assert stop.s == line.s == pytest.approx(road.length - 1.0)
    assert stop.facing is line.facing is Facing.ALONG
    assert stop.t < -2.9 - 2.2 - 2.0
    assert line.lanes == stop.lanes == ((-1, -1),)
    assert line.t == pytest.approx(-2.9 / 2.0)


def test_crosswalks_lie_between_stop_line_and_junction() -> None:
    network = crossing("lights")
    road = network.road("mill.2")
    walk = next(thing for thing in road.objects if thing.kind is ObjectKind.CROSSWALK)
    line = next(thing for thing in road.objects if thing.kind is ObjectKind.STOP_LINE)
    assert 0.0 < walk.s < line.s < 6.0
    assert walk.width == pytest.approx(2.0 * (2.9 + 2.2))
    assert line.facing is Facing.AGAINST


def test_limits_are_put_up_where_they_change() -> None:
    network = crossing("yield")
    signal = next(s for s in network.road("mill.2").signals if s.kind is SignalKind.SPEED_LIMIT)
    assert signal.value == pytest.approx(kmh(30))
    assert signal.facing is Facing.ALONG
    assert signal.t < 0.0
    assert not list(made("two-lane roundabout").road("high.1").limits[1:])


def test_lines_become_solid_before_a_junction() -> None:
    middle = made("crossroads").road("mill.1").sections[0].lane(0)
    assert middle is not None
    assert [mark.kind for mark in middle.marks] == [MarkKind.BROKEN, MarkKind.SOLID]


def lights(controller: Controller) -> list[tuple[float, dict[str, str]]]:
    program = controller.programs[0]
    assert all(len(phase.states) == len(controller.signals) for phase in program.phases)
    return [(phase.duration, dict(zip(controller.signals, phase.states, strict=True))) for phase in program.phases]


def test_lights_that_cross_are_never_green_together() -> None:
    network = made("lights")
    for _, shown in lights(network.controllers[0]):
        high = {state for id, state in shown.items() if "high" in id and id.endswith("light")}
        mill = {state for id, state in shown.items() if "mill" in id and id.endswith("light")}
        assert not (high & set("Ggy") and mill & set("Ggy"))


def test_left_turns_with_a_lane_of_their_own_are_protected() -> None:
    for _, shown in lights(made("lights").controllers[0]):
        lefts = [state for id, state in shown.items() if id.endswith("left light")]
        others = [state for id, state in shown.items() if "high" in id and id.endswith("/light")]
        assert len(lefts) == 2
        assert not (set(lefts) & set("Gg") and set(others) & set("Gg"))


def test_left_turns_may_be_permitted_only() -> None:
    builder = Builder()
    high, mill = streets(builder)
    builder.junction("market", high, mill, control="lights", left_lanes=(high,), lefts="permitted")
    shown = [states for _, states in lights(builder.build().controllers[0])]
    assert {states["market/high.1/left light"] for states in shown} == {"g", "y", "r"}


def test_every_light_turns_green_and_amber_follows_green() -> None:
    for name in ("lights", "lesson town"):
        for controller in made(name).controllers:
            phases = [states for _, states in lights(controller)]
            for signal in controller.signals:
                seen = [states[signal] for states in phases]
                assert set(seen) & set("Gg"), signal
                for k, state in enumerate(seen):
                    if state in "Gg" and seen[(k + 1) % len(seen)] == "r":
                        assert signal.endswith("people"), signal


def test_people_walk_while_the_road_they_cross_is_red() -> None:
    for _, shown in lights(made("lights").controllers[0]):
        for arm in ("high.1", "high.2", "mill.1", "mill.2"):
            if shown[f"market/{arm}/people"] == "G":
                assert shown[f"market/{arm}/light"] == "r"


def test_amber_is_longer_where_one_drives_faster() -> None:
    def amber(network: RoadNetwork) -> float:
        return next(d for d, shown in lights(network.controllers[0]) if "y" in shown.values())

    assert amber(made("lights")) == 3.0
    assert amber(made("interchange")) == 5.0


def test_lights_and_controllers_know_each_other() -> None:
    for name in ("lights", "interchange", "lesson town"):
        network = made(name)
        switched = [signal for controller in network.controllers for signal in controller.signals]
        dynamic = [signal.id for _, signal in network.signals() if signal.is_dynamic]
        assert sorted(switched) == sorted(dynamic)
        for junction in network.junctions:
            if junction.right_of_way is RightOfWay.LIGHTS:
                assert set(junction.controllers) <= {controller.id for controller in network.controllers}


def test_a_crosswalk_between_junctions_may_have_lights() -> None:
    builder = Builder()
    builder.road("high").straight(100.0).crosswalk(lights=True).straight(80.0).crosswalk().straight(50.0)
    network = builder.build()
    road = network.road("high")
    kinds = [signal.kind for signal in road.signals]
    assert kinds.count(SignalKind.LIGHT) == 2
    assert kinds.count(SignalKind.PEDESTRIAN_LIGHT) == 1
    assert kinds.count(SignalKind.CROSSWALK) == 2
    assert [thing.s for thing in road.objects if thing.kind is ObjectKind.CROSSWALK] == [100.0, 180.0]
    assert len(network.controllers) == 1


def test_a_crosswalk_in_a_junction_is_refused() -> None:
    builder = Builder()
    high = builder.road("high").straight(100.0).crosswalk().straight(100.0)
    side = builder.side_road("side", off=high, at=102.0, to="left").straight(60.0)
    builder.junction("tee", high, side)
    with pytest.raises(InputError, match=r"road 'high' has a crosswalk at 100.0 m, where a junction is"):
        builder.build()


def test_parking_spaces_keep_clear_of_junctions() -> None:
    road = made("crossroads").road("mill.1")
    spaces = [thing for thing in road.objects if thing.kind is ObjectKind.PARKING_SPACE]
    assert len(spaces) > 30
    assert all(8.0 <= space.s <= road.length - 8.0 for space in spaces)
    assert {space.lanes for space in spaces} == {((-2, -2),), ((2, 2),)}


def test_limits_on_a_road_have_signs_for_both_directions() -> None:
    builder = Builder()
    builder.road("high").straight(100.0).limit(kmh(30), reason="school").straight(100.0)
    road = builder.build().road("high")
    by_facing: dict[Facing, Signal] = {signal.facing: signal for signal in road.signals}
    assert by_facing[Facing.ALONG].value == pytest.approx(kmh(30))
    assert by_facing[Facing.ALONG].text == "school"
    assert by_facing[Facing.AGAINST].value == pytest.approx(kmh(50))
    assert [(limit.s, limit.speed) for limit in road.limits] == [(0.0, kmh(50)), (100.0, kmh(30))]


def test_a_light_on_open_road_has_a_line_and_a_program_of_its_own() -> None:
    builder = Builder()
    builder.road("slip").straight(100.0).light("meter", green=2.0, amber=1.0, red=4.0).straight(80.0)
    builder.road("works", at=(0.0, 50.0)).straight(90.0).light(side="backward").straight(90.0)
    network = builder.build()
    meter, works = network.controllers
    assert (meter.id, meter.signals, works.id) == ("meter", ("meter",), "works/light 1")
    assert [(phase.duration, phase.states) for phase in meter.programs[0].phases] == [
        (2.0, "G"),
        (1.0, "y"),
        (4.0, "r"),
    ]
    assert works.programs[0].phases[1].duration == 3.0
    ((post,), (back,)) = (network.road(name).signals for name in ("slip", "works"))
    assert (post.kind, post.s, post.facing) == (SignalKind.LIGHT, 100.0, Facing.ALONG)
    assert back.facing is Facing.AGAINST
    (line,) = network.road("slip").objects
    assert (line.kind, line.s) == (ObjectKind.STOP_LINE, 100.0)


def test_drivers_wait_at_a_light_on_open_road() -> None:
    builder = Builder()
    builder.road("slip").straight(100.0).light("meter").straight(80.0)
    plan = SignalPlan.of(JunctionLogic.of(LaneMap(builder.build())))
    assert [one.id for one in plan.controllers] == ["meter"]
    assert not plan.controllers[0].is_made
    assert plan.lane_s.tolist() == [100.0]


def test_a_light_at_the_end_of_a_road_is_refused() -> None:
    builder = Builder()
    builder.road("slip").straight(100.0).light("meter")
    with pytest.raises(InputError, match=r"light 'meter' at 100.0 m, where a junction or its end is"):
        builder.build()


def test_a_light_without_green_or_side_is_refused() -> None:
    road = Builder().road("slip")
    with pytest.raises(InputError, match=r"road 'slip' got light with green 0\.0"):
        road.light(green=0.0)
    with pytest.raises(InputError, match="road 'slip' got light with side 'left'"):
        road.light(side="left")  # type: ignore[arg-type]  # what is refused


def test_a_light_for_traffic_that_does_not_come_is_refused() -> None:
    builder = Builder()
    builder.road("slip", ramp()).straight(100.0).light("meter", side="backward").straight(50.0)
    with pytest.raises(InputError, match="light 'meter' is for traffic backward, but road 'slip' has no"):
        builder.build()
