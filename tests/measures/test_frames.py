"""The same numbers come of a running world and of its reel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seahaven.kernel import Module, Param, Tick
from seahaven.measures import (
    Lanes,
    SubjectFrames,
    conflict_times,
    lanes_of,
    leader_rows,
    live_frames,
    read_frames,
    required_deceleration,
    surroundings,
    time_gap,
)
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, kmh, motorway, town_street
from seahaven.takes import load_take
from seahaven.world import reads
from tests.trials.script import STUDY, roads

COLUMNS = (
    *("x", "y", "z", "heading", "length", "width", "speed", "acceleration", "steering"),
    *("lane", "s", "offset", "drift", "brake_light", "turn_light"),
)


class Gauge(Module, edge=True):
    """Measures the running world at each date."""

    lanes: Param[Lanes]
    seen: Param[list[Any]]
    cars = reads("vehicle", *COLUMNS)

    def step(self, tick: Tick) -> None:
        self.seen.append((tick.seconds, *numbers(live_frames(self.cars, 1, time=tick.seconds), self.lanes)))


def numbers(frames: SubjectFrames, lanes: Lanes | None) -> tuple[Any, ...]:
    rows, gaps = leader_rows(frames, lanes)
    closing = required_deceleration(gaps, frames.mine("speed"), frames.cells["speed"][rows])
    times, _ = conflict_times(frames, lanes)
    return gaps.tolist(), time_gap(gaps, frames.mine("speed")).tolist(), closing.tolist(), times.tolist()


def test_live_and_from_the_reel_measures_are_the_same_to_the_bit(tmp_path: Path) -> None:
    (tmp_path / "a.study.yaml").write_text(STUDY.replace("40 s", "14 s"))
    take = load_take(tmp_path / "a.study.yaml", allow=("tests",))
    seen: list[Any] = []
    take.root.add(Gauge("gauge", rate=10, lanes=Lanes(LaneMap(roads())), seen=seen))
    reel = take.play(tmp_path / "out")
    lanes = lanes_of(reel, {})
    frames = read_frames(reel, 1, 0.0, 14.0)
    recorded = {round(float(time), 3): numbers(frames.frame(k), lanes) for k, time in enumerate(frames.times)}
    assert len(seen) > 100
    assert min(min(times) for *_, times in seen) < 5.0  # it came to a conflict
    for time, *live in seen:
        assert repr(tuple(live)) == repr(recorded[round(time, 3)]), time


def frames_of(*cars: dict[str, float]) -> SubjectFrames:
    """One frame of some cars, the first of them the subject."""
    known = {"length": 4.0, "width": 2.0, "lane": -1.0}
    rows = [{name: float(car.get(name, known.get(name, 0.0))) for name in COLUMNS} for car in cars]
    cells = {name: np.array([row[name] for row in rows]) for name in COLUMNS}
    ids = np.arange(1, len(cars) + 1)
    return SubjectFrames.of(1, {"time": np.zeros(len(cars)), "id": ids, **cells})


def on(lanes: Lanes, lane: str, s: float, speed: float, **other: float) -> dict[str, float]:
    """A car on a lane."""
    index = lanes.lane_map.index(lane)
    place = lanes.lane_map.place(index, s, other.get("offset", 0.0))
    where = {"x": place.x, "y": place.y, "z": place.z, "heading": place.heading, "lane": index, "s": s}
    return {**{name: float(value) for name, value in where.items()}, "speed": speed, **other}


def bend() -> Lanes:
    """A two-lane road around a bend of 200 m radius."""
    builder = Builder("bend")
    builder.road("B1", town_street(limit=kmh(80))).straight(100).right(1.5, radius=200, transition=0.0).straight(400)
    return Lanes(LaneMap(builder.build()))


def test_oncoming_traffic_in_a_bend_is_no_conflict() -> None:
    lanes = bend()
    length = float(lanes.lane_map.length[lanes.lane_map.index("B1:0:1")])
    cars = on(lanes, "B1:0:-1", 120.0, 20.0), on(lanes, "B1:0:1", length - 280.0, 20.0)
    assert conflict_times(frames_of(*cars), lanes)[0][0] == np.inf
    assert conflict_times(frames_of(*cars), None)[0][0] < 10.0  # straight on, they would meet


def test_a_car_that_comes_over_is_a_conflict_before_it_is_in_the_lane() -> None:
    builder = Builder("road")
    builder.road("M1", motorway(limit=kmh(120))).straight(2000)
    lanes = Lanes(LaneMap(builder.build()))
    own, beside = on(lanes, "M1:0:-3", 100.0, 30.0), on(lanes, "M1:0:-2", 130.0, 20.0)
    assert conflict_times(frames_of(own, beside), lanes)[0][0] == np.inf
    times, rows = conflict_times(frames_of(own, {**beside, "drift": -1.0}), lanes)
    assert times[0] == pytest.approx(2.6)  # 26 m at 10 m/s; after 2 s it is 2 m over, and the sides overlap
    assert rows.tolist() == [1]
    assert surroundings(frames_of(own, beside), lanes).leader.entity is None


def test_cars_on_different_storeys_do_not_meet() -> None:
    under, over = {"speed": 20.0}, {"x": 40.0, "speed": 10.0}
    assert np.isfinite(conflict_times(frames_of(under, over), None)[0][0])
    assert conflict_times(frames_of(under, {**over, "z": 6.0}), None)[0][0] == np.inf


def test_frames_can_be_cut_by_time() -> None:
    cells = {"time": np.repeat([0.0, 0.1, 0.2], 2), "id": np.tile([1, 2], 3), "x": np.arange(6.0)}
    frames = SubjectFrames.of(1, cells)
    assert frames.since(0.1).times.tolist() == [0.1, 0.2]
    assert frames.until(0.1).mine("x").tolist() == [0.0, 2.0]
    assert frames.frame(1).rows_of(2).tolist() == [1]
    assert frames.rows_of(3).tolist() == [-1, -1, -1]
