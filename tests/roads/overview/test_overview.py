"""A network in figures."""

from __future__ import annotations

import json
from dataclasses import replace
from math import isclose
from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.geometry import Path as Line
from seahaven.geometry import Pose
from seahaven.roads.builder import Builder, kmh, residential_street
from seahaven.roads.formats.opendrive import write_opendrive
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import End, Lane, Profile, Road, RoadLink, RoadNetwork, Section
from seahaven.roads.overview import (
    file_format,
    has_title,
    junction_control,
    link_gaps,
    overview_of,
)

DATA = Path(__file__).parents[1] / "data"
WIDTH = Profile.constant(3.0)


def tee(control: str) -> RoadNetwork:
    builder = Builder("tee")
    main = builder.road("main").straight(160.0)
    side = builder.side_road("side", residential_street(), off=main, at=80.0, to="right").straight(80.0)
    builder.junction("tee", main, side, control=control)
    return builder.build()


def pair(gap: float) -> LaneMap:
    """Two roads one after the other with so many metres between them."""
    section = Section(0.0, (Lane(0), Lane(-1, width=WIDTH, after=(-1,))))
    first = Road("a", Line(Pose(0.0, 0.0, 0.0)).line(50.0), (section,))
    second = replace(first, id="b", line=Line(Pose(50.0 + gap, 0.0, 0.0)).line(50.0), before=RoadLink("a", End.END))
    return LaneMap(RoadNetwork((replace(first, after=RoadLink("b", End.START)), second)))


def test_lanes_are_counted_and_measured_by_kind() -> None:
    found = {count.kind: count for count in overview_of(LaneMap(tee("stop"))).lanes}
    assert found["parking"].lanes == 2
    assert 100.0 < found["parking"].length < 160.0


def test_limits_count_driven_lanes_outside_of_junctions() -> None:
    limits = dict(overview_of(LaneMap(tee("stop"))).limits)
    known = sorted(speed for speed in limits if speed is not None)
    assert [round(speed, 3) for speed in known] == [round(kmh(30), 3), round(kmh(50), 3)]


def test_a_gap_at_a_link_is_found_with_its_lanes() -> None:
    lane_map = pair(0.4)
    assert isclose(link_gaps(lane_map)[0], 0.4)
    told = overview_of(lane_map)
    assert (told.links, told.close_links) == (1, 0.0)
    assert told.gaps[0].lane == "a:0:-1"
    assert isclose(told.gaps[0].distance, 0.4)


def test_lanes_that_meet_have_no_gap() -> None:
    told = overview_of(pair(0.0))
    assert (told.close_links, told.gaps) == (1.0, ())


def test_parts_that_nothing_joins_are_counted() -> None:
    one, other = pair(0.0).network.roads
    lonely = replace(one, id="c", after=None)
    assert overview_of(LaneMap(RoadNetwork((one, other, lonely)))).parts == (2, 1)


@pytest.mark.parametrize(
    ("control", "stated", "signed"),
    [
        ("stop", "priority", "stop"),
        ("yield", "priority", "yield"),
        ("lights", "lights", "lights"),
        ("all-way stop", "all-way stop", "stop"),
        ("priority", "priority", "yield"),
    ],
)
def test_who_goes_first_at_a_junction_is_told_as_stated_or_by_its_signs(control: str, stated: str, signed: str) -> None:
    network = tee(control)
    bare = replace(network, junctions=tuple(replace(one, right_of_way=None) for one in network.junctions))
    assert junction_control(network) == {"tee": stated}
    assert junction_control(bare) == {"tee": signed}


def test_figures_go_into_json() -> None:
    told = json.loads(json.dumps(overview_of(LaneMap(tee("lights"))).as_dict()))
    assert told["lanes"][0].keys() == {"kind", "lanes", "length"}
    assert told["controls"] == {"lights": 1}


@pytest.mark.parametrize(("name", "told"), [("tee.xodr", "OpenDRIVE 1.8"), ("tee.net.xml", "SUMO 1.20")])
def test_a_file_tells_its_format(name: str, told: str) -> None:
    assert file_format(DATA / name) == told


def test_a_file_that_is_not_there_has_no_format() -> None:
    with pytest.raises(InputError, match="file not found"):
        file_format("none.xodr")


def test_nothing_at_all_has_figures_too() -> None:
    told = overview_of(LaneMap(RoadNetwork(())))
    assert (told.roads, told.links, told.parts, told.extent) == (0, 0, (), None)


def test_files_of_ours_are_told_from_others(tmp_path: Path) -> None:
    builder = Builder("Mill Lane")
    builder.road("mill").straight(50.0)
    write_opendrive(builder.build(), tmp_path / "mill.xodr")
    assert has_title(tmp_path / "mill.xodr")
    assert not has_title(Path(__file__).parents[1] / "data" / "tee.xodr")
