"""What is built means the same to programs that know OpenDRIVE's own words only."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.roads.builder import Builder, kmh, town_street, two_lane_highway
from seahaven.roads.formats.opendrive.reader import read_opendrive
from seahaven.roads.formats.opendrive.writer import opendrive_text, write_opendrive
from seahaven.roads.model import ObjectKind, RoadKind, RoadNetwork, SignalKind
from tests.roads.builder.networks import made

NAMES = ["lights", "one way", "roundabout", "two-lane roundabout", "interchange", "lane changes", "grid"]


def understood(network: RoadNetwork, folder: Path) -> RoadNetwork:
    """The network as another program reads it."""
    write_opendrive(network, folder / "roads.xodr", standard_only=True)
    return read_opendrive(folder / "roads.xodr")


@pytest.mark.parametrize("left_hand", [False, True])
@pytest.mark.parametrize("name", [*NAMES, "lesson town"])
def test_the_standard_says_all_of_every_road(name: str, left_hand: bool, tmp_path: Path) -> None:
    network = made(name, left_hand=left_hand)
    found = understood(network, tmp_path)
    for road, other in zip(network.roads, found.roads, strict=True):
        assert other.signals == road.signals
        assert other.kinds == road.kinds
        assert other.limits == road.limits
        assert other.sections == road.sections
        passages = (ObjectKind.BRIDGE, ObjectKind.TUNNEL)
        assert [o for o in other.objects if o.kind not in passages] == [
            o for o in road.objects if o.kind not in passages
        ]


def test_the_study_road_has_american_signs(tmp_path: Path) -> None:
    network = made("study road")
    found = understood(network, tmp_path)
    assert [signal for _, signal in found.signals()] == [signal for _, signal in network.signals()]
    codes = {signal.kind: signal.code for _, signal in found.signals()}
    assert codes[SignalKind.SPEED_LIMIT] == ("US", "R2-1", "-1")
    assert codes[SignalKind.STOP] == ("US", "R1-1", "-1")


def test_the_lesson_town_has_every_kind_of_thing_to_others(tmp_path: Path) -> None:
    found = understood(made("lesson town"), tmp_path)
    signs = {signal.kind for _, signal in found.signals()}
    assert signs >= {SignalKind.LIGHT, SignalKind.PEDESTRIAN_LIGHT, SignalKind.STOP, SignalKind.YIELD}
    assert signs >= {SignalKind.PRIORITY_HERE, SignalKind.ROUNDABOUT, SignalKind.SPEED_LIMIT, SignalKind.CROSSWALK}
    things = {thing.kind for road in found.roads for thing in road.objects}
    assert things >= {ObjectKind.CROSSWALK, ObjectKind.STOP_LINE, ObjectKind.PARKING_SPACE, ObjectKind.BUILDING}


def test_only_what_the_standard_cannot_say_is_kept_apart() -> None:
    text = opendrive_text(made("lesson town"))
    kept = set(re.findall(r'code="seahaven:(\w+)"', text))
    assert kept == {"right_of_way", "outline", "programs", "width"}, "of bridges the standard has no width"
    assert text.count("<userData") < 50


@pytest.mark.parametrize("name", ["lesson town", "study road"])
def test_checks_of_what_was_built_find_nothing_to_remark_on(name: str, tmp_path: Path) -> None:
    write_opendrive(made(name), tmp_path / "roads.xodr", standard_only=True)
    assert read_opendrive(tmp_path / "roads.xodr", thorough=True).remarks == ()


def test_every_road_has_a_kind() -> None:
    network = made("lesson town")
    assert {kind for road in network.roads for _, kind in road.kinds} == {
        RoadKind.MOTORWAY,
        RoadKind.RURAL,
        RoadKind.TOWN,
        RoadKind.RESIDENTIAL,
    }
    assert all(road.kinds for road in network.roads)


def test_a_limit_that_stays_while_the_kind_changes_comes_back_once(tmp_path: Path) -> None:
    builder = Builder()
    road = builder.road("road", two_lane_highway(limit=kmh(50))).straight(200.0)
    road.become(town_street(limit=kmh(50))).straight(100.0).limit(kmh(30)).straight(100.0)
    network = builder.build()
    found = understood(network, tmp_path).road("road")
    assert [kind for _, kind in found.kinds] == [RoadKind.RURAL, RoadKind.TOWN]
    assert [limit.speed for limit in found.limits] == [kmh(50), kmh(30)]


def test_signs_of_unknown_countries_are_refused() -> None:
    with pytest.raises(
        InputError, match="a Builder got country 'UX', whose signs are unknown; valid names are DE, SE, US"
    ):
        Builder(country="UX")
