"""The violation of a red light in a town: that it really happens, and that a place that cannot have it is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from seahaven.errors import InputError
from seahaven.reels import Reel
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, lesson_town
from seahaven.roads.builder.presets import town_street
from seahaven.roads.builder.units import degrees
from seahaven.roads.formats import write_opendrive
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.takes import check, load_take
from seahaven.world import LightState

STUDY = """
study: Red
seed: {seed}
duration: 150 s
record: 10 Hz
end: situations
roads: {roads}
subject: {{on: {on}, at: 10 m, to: {to}, via: {via}, speed: 40 km/h}}
traffic:
  lights: {lights}
  flows:
    - {{name: north, from: Station_Road.7, to: Station_Road.1, rate: 180/h, mix: car}}
situations:
  - {{use: red light violation, at: {at} m}}
"""
ACROSS = {
    "seed": 4, "roads": "seahaven.roads.builder:lesson_town", "on": "East_Street.4", "to": "High_Street.6",
    "via": "[High_Street.2]", "lights": "actuated", "at": 1034,
}  # fmt: skip
"""From the south round by West Street, and along High Street over the lights at the station."""


def study(folder: Path, **said: object) -> Path:
    """A study of one violation in the small town."""
    path = folder / "red.study.yaml"
    path.write_text(STUDY.format(**{**ACROSS, **said}))
    return path


def told(reel: Reel, kind: str) -> dict[str, Any]:
    """The last event of a kind."""
    (*_, (value,)) = reel.query(f"select value from events where kind = '{kind}' order by time").fetchall()
    known: dict[str, Any] = json.loads(value)
    return known


def crossing(reel: Reel, lane_map: LaneMap, entity: int) -> tuple[float, int]:
    """When a vehicle drove into the junction at the station, and the way by which it did."""
    logic = JunctionLogic.of(lane_map)
    ways = {lane: way.index for way in logic.ways_through("station") for lane in way.lanes}
    lanes = ", ".join(map(str, ways))
    rows = reel.query(f"select time, lane from vehicle where id = {entity} and lane in ({lanes}) order by time")
    time, lane = rows.fetchall()[0]
    return float(time), ways[lane]


def light(reel: Reel, lane_map: LaneMap, time: float, way: int) -> LightState:
    """What the light of a way through a junction showed at a time."""
    plan = SignalPlan.of(JunctionLogic.of(lane_map))
    row = int(plan.way_row[plan.way_first[way]])
    ids = [entity for (entity,) in reel.query("select distinct id from signal order by id").fetchall()]
    ((state,),) = reel.query(
        f"select state from signal where id = {ids[row]} and time <= {time} order by time desc limit 1"
    ).fetchall()
    return LightState(state)


def test_a_car_crosses_at_red_in_a_town_when_the_subject_comes_with_green(tmp_path: Path) -> None:
    reel = load_take(study(tmp_path)).play(tmp_path / "out")
    critical, violator = told(reel, "Critical"), told(reel, "CastMember")["entity"]
    assert critical["is_met"]
    lane_map = LaneMap.of(lesson_town())
    ran, way = crossing(reel, lane_map, violator)
    came, own_way = crossing(reel, lane_map, reel.manifest.subjects[0])
    assert light(reel, lane_map, ran - 0.1, way) is LightState.RED
    assert light(reel, lane_map, came - 0.1, own_way) is LightState.GREEN
    assert abs(ran - came) < 3.0
    ((speed,),) = reel.query(f"select speed from vehicle where id = {violator} and time = {ran}").fetchall()
    assert speed > 8.0


def test_the_crossing_with_lights_is_chosen_where_a_nearer_one_has_none(tmp_path: Path) -> None:
    assert check(study(tmp_path, at=850))[0] == "Red"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"at": 560}, "it needs lights; the junction 'west_school' has none"),
        ({"lights": "off"}, "'red light violation' needs lights, and 'lights: off' of 'traffic' switches them off"),
        (
            {"on": "School_Lane.4", "to": "Market_Road", "via": "[Station_Road.2, High_Street.4]", "at": 700},
            "the lights of 'market' never let the drive go while the road that crosses waits",
        ),
    ],
)
def test_a_place_that_cannot_have_a_violation_is_refused(tmp_path: Path, said: dict[str, object], why: str) -> None:
    with pytest.raises(InputError, match=why) as refusal:
        check(study(tmp_path, **said))
    assert refusal.value.at is not None


def test_a_crossing_road_that_is_too_short_to_come_along_is_refused(tmp_path: Path) -> None:
    builder = Builder("short")
    main = builder.road("main", town_street(), at=(-500.0, 0.0)).straight(1000.0)
    side = builder.road("side", town_street(), at=(0.0, -100.0), heading=degrees(90)).straight(200.0)
    builder.junction("lit", main, side, control="lights")
    write_opendrive(builder.build(), tmp_path / "short.xodr")
    study = tmp_path / "short.study.yaml"
    study.write_text(
        "study: Short\nduration: 1 min\nroads: short.xodr\nsubject: {on: main.1, to: main.2}\n"
        "situations: [{use: red light violation, at: 480 m}]\n"
    )
    with pytest.raises(InputError, match=r"needs 200 m .*; the road that crosses has 8. m before the junction 'lit'"):
        check(study)
