"""What a driver's instruments go by."""

from __future__ import annotations

import pytest

from seahaven.roads import RoadNetwork
from seahaven.roads.builder import Builder, kmh, motorway, mph
from seahaven.studio.ground import speed_unit


def roads(*limits: float) -> RoadNetwork:
    builder = Builder("limits")
    for number, limit in enumerate(limits):
        builder.road(f"r{number}", motorway(limit=limit), at=(0.0, 500.0 * number)).straight(200.0)
    return builder.build()


@pytest.mark.parametrize(
    ("limits", "unit"),
    [((mph(55), mph(65)), "mph"), ((kmh(50), kmh(100)), "km/h"), ((mph(55), kmh(100), kmh(80)), "km/h")],
)
def test_speeds_are_told_in_the_unit_of_most_signs(limits: tuple[float, ...], unit: str) -> None:
    assert speed_unit(roads(*limits)) == unit


def test_without_roads_they_are_in_kilometres_an_hour() -> None:
    assert speed_unit(None) == "km/h"
