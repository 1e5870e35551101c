"""Freely driven vehicles in junctions: they keep to the connector of their route where several overlap."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from examples.drivers.route_driver import Point, RouteDriver
from seahaven.roads.routing import Router, Tracks
from seahaven.seats import MotionControls, View
from tests.behaviour.junctions.crossings import cross
from tests.seats.driving import Drive, driven


class Aside(RouteDriver):
    """Drives a metre beside the centre of its way."""

    def __init__(self, aside: float = 0.0) -> None:
        super().__init__()
        self.aside = aside

    def _path(self, view: dict[str, Any], shift: int) -> list[Point]:
        return [replace(point, left=point.left + self.aside) for point in super()._path(view, shift)]


@cache
def tracks_to(end: str) -> Tracks:
    """From the west to an arm of a cross of two streets with two lanes each way."""
    return Tracks(Router(cross(lanes=2)).routes(["main.1"], [end]))


def lanes_of(drive: Drive, seconds: float) -> list[int]:
    """The lanes that it is on, one after the other."""
    lanes: list[int] = []
    for _ in range(round(10 * seconds)):
        drive.go(0.1)
        if drive.row.lane not in lanes[-1:]:
            lanes.append(int(drive.row.lane))
    return lanes


@pytest.mark.parametrize(
    ("end", "lane", "aside"),
    [("main.2", -1, 1.0), ("main.2", -2, -1.0), ("side.2", -1, -1.0), ("side.1", -2, 1.0)],
)
def test_it_keeps_to_the_connector_of_its_route_beside_the_centre_of_it(end: str, lane: int, aside: float) -> None:
    tracks = tracks_to(end)
    place = {"tracks": tracks, "lane": f"main.1:0:{lane}", "s": 70.0, "speed": 9.0}
    drive = driven(Aside, parameters={"aside": aside}, **place)
    lanes = lanes_of(drive, 14.0)
    assert set(lanes) <= set(tracks.arrays.lane.tolist())
    assert len(lanes) == 3
    assert drive.row.entry >= 0


def test_it_is_found_on_another_connector_once_it_turns_elsewhere() -> None:
    """Its route leads straight on, it turns right."""
    lane_map = cross(lanes=2)

    def turning(view: View) -> MotionControls:
        return MotionControls(0.2 * (6.0 - view.ego.speed), -0.11 if view.ego.x > -14.0 else 0.0, "right")

    drive = driven(turning, tracks=tracks_to("main.2"), lane="main.1:0:-2", s=70.0, speed=6.0)
    lanes = lanes_of(drive, 8.0)
    assert "x/main.1/side.1:0:-1" in [lane_map.name(lane) for lane in lanes if lane >= 0]
    assert drive.row.entry == -1
