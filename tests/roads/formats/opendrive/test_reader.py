import gzip
from math import pi
from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.files import DocumentError
from seahaven.geometry import Arc, Clothoid, Cubic, Line, ParametricCubic
from seahaven.roads.formats import read_roads
from seahaven.roads.formats.opendrive import read_opendrive
from seahaven.roads.model import (
    Access,
    Crossing,
    Direction,
    End,
    Facing,
    JunctionKind,
    JunctionLink,
    LaneKind,
    Limit,
    MarkKind,
    ObjectKind,
    RoadKind,
    RoadLink,
    RoadNetwork,
    SignalKind,
)
from tests.roads.formats.opendrive.conftest import DATA, Edit


def test_every_shape_becomes_a_curve_and_they_meet(bend: RoadNetwork) -> None:
    line = bend.road("7").line
    assert [type(piece) for piece in line.pieces] == [Line, Clothoid, Arc, Cubic, ParametricCubic]
    assert line.length == pytest.approx(140.0)
    assert line.gaps(distance=1e-9, turn=1e-9) == ()


def test_profiles_are_read(bend: RoadNetwork) -> None:
    road = bend.road("7")
    assert road.elevation.value(80.0) == pytest.approx(1.7 + 0.1 + 0.1)
    assert (road.superelevation.value(3.0), road.lane_offset.value(3.0)) == (0.02, 0.5)


def test_lanes_of_old_versions_are_understood(bend: RoadNetwork) -> None:
    first, second = bend.road("7").sections
    assert [lane.id for lane in first.lanes] == [2, 1, 0, -1, -2]
    assert [lane.kind for lane in first.lanes[:2]] == [LaneKind.ENTRY, LaneKind.DRIVING]
    assert [lane.kind for lane in second.lanes] == [LaneKind.BIDIRECTIONAL, LaneKind.NONE, LaneKind.CARPOOL]
    assert second.lanes[0].direction is Direction.BOTH
    assert (first.lanes[4].is_level, first.lanes[4].heights) == (True, ((0.0, 0.12, 0.15),))
    assert (first.lanes[3].after, second.lanes[2].before) == ((-1,), (-1,))
    assert first.lanes[3].width.value(25.0) == pytest.approx(3.25)


def test_marks_come_in_rising_order_with_their_permission(bend: RoadNetwork) -> None:
    section = bend.road("7").sections[0]
    middle, left = section.lane(0), section.lane(1)
    assert middle is not None
    assert left is not None
    assert [(mark.s, mark.kind) for mark in middle.marks] == [(0.0, MarkKind.BOTTS_DOTS), (30.0, MarkKind.SOLID_SOLID)]
    assert (left.marks[0].permission, left.marks[0].width) == (Crossing.INCREASE, 0.12)


def test_limits_are_in_metres_per_second(bend: RoadNetwork) -> None:
    road = bend.road("7")
    lane = road.sections[0].lane(-1)
    assert road.kinds == ((0.0, RoadKind.MOTORWAY), (50.0, RoadKind.TOWN), (100.0, RoadKind.RESIDENTIAL))
    assert road.limits == (Limit(0.0, None), Limit(50.0, 50 / 3.6), Limit(100.0, None, is_stated=False))
    assert lane is not None
    assert lane.limits == (Limit(0.0, pytest.approx(13.4112)), Limit(20.0, 10.0))
    assert lane.access == (Access(0.0, ("bus",), ()),)


def test_signs_get_their_meaning_and_values_in_si(bend: RoadNetwork) -> None:
    speed, stop, american = bend.road("7").signals
    assert (speed.kind, speed.value, speed.size) == (SignalKind.SPEED_LIMIT, pytest.approx(70 / 3.6), (0.6, 0.6))
    assert (stop.kind, stop.facing, stop.lanes, stop.value) == (SignalKind.STOP, Facing.AGAINST, ((1, 2),), None)
    assert (american.kind, american.facing) == (SignalKind.SPEED_LIMIT, Facing.BOTH)
    assert american.value == pytest.approx(35 * 0.44704)


def test_objects_are_repeated_or_drawn_out(bend: RoadNetwork) -> None:
    objects = bend.road("7").objects
    assert [thing.id for thing in objects] == ["1", "2#0", "2#1", "2#2", "3", "4", "5"]
    rail, tree = objects[0], objects[2]
    assert (rail.kind, rail.s, rail.span, rail.outlines[0].on_road) == (ObjectKind.BARRIER, 10.0, 25.0, True)
    assert rail.outlines[0].corners[0] == (10.0, -6.2, 0.0, 0.8)
    assert (tree.s, tree.t, tree.height, tree.radius) == (15.0, 9.0, 7.0, 0.3)
    assert (objects[4].kind, len(objects[4].outlines[0].corners)) == (ObjectKind.STOP_LINE, 2)
    assert [(thing.kind, thing.span) for thing in objects[5:]] == [(ObjectKind.TUNNEL, 30.0), (ObjectKind.BRIDGE, 10.0)]


def test_what_other_programs_add_is_passed_over(bend: RoadNetwork) -> None:
    assert bend.remarks == ()


def test_header_says_where_it_lies(tee: RoadNetwork) -> None:
    assert (tee.name, tee.georeference) == ("tee", "+proj=utm +zone=32 +datum=WGS84")
    assert tee.offset == (500000.0, 5400000.0, 300.0, 0.5)


def test_roads_are_linked(tee: RoadNetwork) -> None:
    assert (tee.road("w").before, tee.road("w").after) == (None, JunctionLink("j"))
    assert (tee.road("ws").before, tee.road("ws").after) == (RoadLink("w", End.END), RoadLink("s", End.END))
    assert (tee.road("ws").junction, tee.road("w").junction) == ("j", None)


def test_junction_has_connections_priorities_and_area(tee: RoadNetwork) -> None:
    junction = tee.junction("j")
    assert [(c.incoming, c.connecting, c.contact, c.lanes) for c in junction.connections][1] == (
        "e",
        "we",
        End.END,
        ((1, 1),),
    )
    assert [(priority.high, priority.low) for priority in junction.priorities] == [("we", "se")]
    assert (junction.controllers, tee.controllers[0].signals) == (("c",), ("lw", "ls"))
    assert (tee.groups[0].is_roundabout, tee.groups[0].junctions) == (True, ("j",))
    assert junction.outline[0] == (-10.0, 3.5)
    assert all(abs(x) <= 10.01 and abs(y) <= 10.01 for x, y in junction.outline)


def test_signals_of_other_roads_are_used(tee: RoadNetwork) -> None:
    use = tee.road("we").signal_uses[0]
    assert (use.id, use.s, use.lanes) == ("lw", 0.0, ((-1, -1),))
    assert [signal.kind for _, signal in tee.signals()] == [SignalKind.LIGHT, SignalKind.LIGHT, SignalKind.YIELD]


def test_access_and_direction_of_new_versions(tee: RoadNetwork) -> None:
    lane = tee.road("e").sections[0].lane(-1)
    assert lane is not None
    assert (lane.direction, lane.access) == (Direction.BOTH, (Access(0.0, (), ("trucks", "bus")),))


def test_borders_become_widths_exactly(borders: RoadNetwork) -> None:
    road = borders.road("1")
    assert road.is_left_hand
    for s in (0.0, 10.0, 24.9, 25.0, 70.0):
        inner = 3.0 + 0.02 * s if s < 25.0 else 3.5 + 0.0001 * (s - 25.0) ** 2
        outer_right = -5.0 if s < 60.0 else -5.0 - 0.01 * (s - 60.0)
        widths = {lane.id: lane.width.value(s) for lane in road.sections[0].lanes}
        assert widths == pytest.approx({2: 5.0 - inner, 1: inner, 0: 0.0, -1: 3.5, -2: -outer_right - 3.5}, abs=1e-12)


def test_positions_are_kept(tee: RoadNetwork) -> None:
    at = tee.road("e").at
    assert at is not None
    assert (Path(at.file).name, at.line) == ("tee.xodr", 28)


def test_gzipped_file_and_suffixes(tmp_path: Path, tee: RoadNetwork) -> None:
    for name in ("tee.xodr.gz", "tee.map"):
        path = tmp_path / name
        content = (DATA / "tee.xodr").read_bytes()
        path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        assert read_roads(path) == tee


def test_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "page.xml"
    path.write_text("<html/>")
    with pytest.raises(InputError, match=r"the outermost element is <html>; expected an OpenDRIVE file "):
        read_roads(path)


def test_reading_again_gives_the_same(tee: RoadNetwork) -> None:
    assert read_opendrive(DATA / "tee.xodr") == tee


def test_all_problems_are_told_at_once(edited: Edit) -> None:
    with pytest.raises(DocumentError) as caught:
        edited("tee", ('length="90" id="w"', 'length="x" id="w"'), ('x="10" y="0"', 'x="nan" y="0"'))
    first, second = caught.value.problems
    assert str(first) == (
        "tee.xodr:7: <road> has length 'x'; expected a number (OpenDRIVE/road[@id='w']) "
        "[asam.net:xodr:1.0.0:xml.valid_schema]"
    )
    assert "<geometry> has x 'nan'; expected a finite number" in second.message


def test_included_files_are_refused(edited: Edit) -> None:
    with pytest.raises(InputError, match=r"tee.xodr:3: <include>: files that are included are not read"):
        edited("tee", ("<header", '<include file="more.xodr"/><header'))


def test_direct_junctions_link_roads_end_to_end(edited: Edit) -> None:
    network = edited(
        "tee",
        ('type="default"', 'type="direct"'),
        ('incomingRoad="w" connectingRoad="we"', 'incomingRoad="w" linkedRoad="e"'),
    )
    assert network.junction("j").connections[0].connecting == "e"


def test_real_files_are_all_read(shared_data: Path) -> None:
    files = [
        path for folder in ("alks", "carla", "esmini") for path in sorted((shared_data / "xodr" / folder).glob("*"))
    ]
    networks = [read_opendrive(path) for path in files if path.suffix == ".xodr"]
    assert len(networks) == 29
    assert [str(remark) for network in networks for remark in network.remarks] == []
    assert sum(len(network.roads) for network in networks) == 403


def test_headings_of_arcs_are_right(tee: RoadNetwork) -> None:
    assert tee.road("se").line.end.heading == pytest.approx(0.0, abs=1e-12)
    assert tee.road("ws").line.end.heading == pytest.approx(-pi / 2, abs=1e-12)


def test_virtual_junctions_say_where_the_main_road_runs_on(edited: Edit) -> None:
    before, after = '<predecessor elementType="road" elementId="w"/>', '<successor elementType="road" elementId="we"/>'
    network = edited(
        "tee",
        ('type="default"', 'type="virtual" mainRoad="w" sStart="10" sEnd="20" orientation="none"'),
        (
            '<connection id="0" incomingRoad="w" connectingRoad="we" contactPoint="start">',
            f"<connection>{before}{after}",
        ),
    )
    junction = network.junction("j")
    assert (junction.kind, junction.main_road) == (JunctionKind.VIRTUAL, ("w", 10.0, 20.0))
    assert (junction.connections[0].incoming, junction.connections[0].connecting) == ("w", "we")


def test_link_into_the_middle_of_a_road_is_left_to_the_virtual_junction(edited: Edit) -> None:
    link = '<predecessor elementType="road" elementId="w" elementS="12" elementDir="+"/>'
    network = edited("tee", ('<predecessor elementType="road" elementId="w" contactPoint="end"/>', link))
    assert network.road("we").before is None


ROAD = """<OpenDRIVE><header revMajor="1" revMinor="4"/><road id="1" length="100" junction="-1"><planView>
<geometry s="0" x="0" y="0" hdg="0" length="50"><line/></geometry>
<geometry s="50" x="50" y="0" hdg="0" length="1e-8"><line/></geometry>
<geometry s="49.99999999" x="50" y="0" hdg="0" length="50"><line/></geometry></planView>
<elevationProfile><elevation s="0" a="0" b="0" c="0" d="0"/><elevation s="30" a="9" b="0" c="0" d="0"/>
<elevation s="29.99999999" a="5" b="0" c="0" d="0"/></elevationProfile>
<lanes><laneSection s="0"><right><lane id="-1" type="driving"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane>
</right></laneSection></lanes></road></OpenDRIVE>"""


def test_records_out_of_order_by_rounding_keep_the_order_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "noise.xodr"
    path.write_text(ROAD)
    network = read_opendrive(path)
    road = network.road("1")
    assert road.line.length == pytest.approx(100.0)
    assert road.line.pose(75.0).x == pytest.approx(75.0)
    assert road.elevation.value(60.0) == 5.0
    assert not [remark for remark in network.remarks if "rising order" in remark.message]
