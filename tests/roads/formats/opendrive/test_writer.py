from dataclasses import replace
from pathlib import Path as FilePath

import numpy as np
import pytest
from hypothesis import given, settings

from seahaven.errors import InputError
from seahaven.files import parse_xml
from seahaven.geometry import BSpline, Line, ParametricCubic, Path, Polyline, Pose
from seahaven.roads.builder import lesson_town, rear_end_course, study_road
from seahaven.roads.formats.opendrive import read_opendrive
from seahaven.roads.formats.opendrive.reader import TEXTS, network_of
from seahaven.roads.formats.opendrive.writer import opendrive_text, write_opendrive
from seahaven.roads.formats.sumo import read_sumo
from seahaven.roads.model import Lane, LaneKind, ObjectKind, Profile, Road, RoadNetwork, RoadObject, Section
from tests.roads.formats.opendrive.random_networks import networks
from tests.roads.formats.sumo.nets import tee

ORDER = {
    "OpenDRIVE": ("header", "road", "controller", "junction", "junctionGroup", "userData"),
    "header": ("geoReference", "offset"),
    "road": (
        "link",
        "type",
        "planView",
        "elevationProfile",
        "lateralProfile",
        "lanes",
        "objects",
        "signals",
        "userData",
    ),
    "lanes": ("laneOffset", "laneSection"),
    "laneSection": ("left", "center", "right", "userData"),
    "lane": ("link", "width", "roadMark", "speed", "access", "height", "userData"),
    "link": ("predecessor", "successor"),
    "objects": ("object", "tunnel", "bridge"),
    "object": ("outlines", "validity", "userData"),
    "signals": ("signal", "signalReference"),
    "signal": ("validity", "userData"),
    "junction": ("connection", "priority", "controller", "userData"),
    "connection": ("laneLink", "userData"),
    "controller": ("control", "userData"),
    "junctionGroup": ("junctionReference", "userData"),
}
"""The order that the schema of OpenDRIVE 1.8 asks for, as far as we write it."""


def back(text):
    return network_of(parse_xml(text, texts=TEXTS))


def straight(line=None, **changes):
    lane = Lane(-1, LaneKind.DRIVING, Profile.constant(3.5))
    path = line or Path(Pose(0.0, 0.0, 0.0)).line(100.0)
    return RoadNetwork((Road("main", path, (Section(0.0, (Lane(0, LaneKind.NONE), lane)),), **changes),))


# Networks take long to make; a quarter of the usual number finds what there is to find.
FEWER = settings.default.max_examples // 4


@given(networks())
@settings(max_examples=FEWER)
def test_what_is_written_is_read_back_whole(network):
    text = opendrive_text(network)
    again = back(text)
    assert again == network
    assert opendrive_text(again) == text


@pytest.mark.parametrize("build", [lesson_town, rear_end_course, study_road])
def test_built_networks_are_written_and_read_back_whole(build):
    network = build()
    text = opendrive_text(network)
    again = back(text)
    assert again == network
    assert opendrive_text(again) == text


@given(networks())
@settings(max_examples=FEWER)
def test_elements_come_in_the_order_of_the_schema(network):
    for element in parse_xml(opendrive_text(network)).everything():
        if element.tag in ORDER:
            places = [ORDER[element.tag].index(child.tag) for child in element]
            assert places == sorted(places), element.path


@pytest.mark.parametrize("folder", ["esmini", "carla", "alks"])
def test_real_files_are_written_and_read_back_whole(shared_data, folder):
    for path in sorted((shared_data / "xodr" / folder).glob("*.xodr")):
        network = read_opendrive(path)
        text = opendrive_text(network)
        again = back(text)
        assert again == network, path.name
        assert opendrive_text(again) == text, path.name


def test_a_sumo_network_is_read_back_with_its_programs_points_and_zones(tmp_path):
    path = tmp_path / "tee.xodr"
    write_opendrive(tee(), path)
    assert read_opendrive(path) == tee()
    assert path.read_text() == opendrive_text(tee())


def test_the_standards_own_words_alone_are_enough_for_roads_lanes_and_ways():
    text = opendrive_text(tee(), standard_only=True)
    assert "userData" not in text
    plain = back(text)
    assert [road.line for road in plain.roads] == [road.line for road in tee().roads]
    assert [junction.connections for junction in plain.junctions] == [
        junction.connections for junction in tee().junctions
    ]
    assert all(lane.points is None for road in plain.roads for lane in road.sections[0].lanes)


def test_nothing_in_a_file_depends_on_when_it_was_written():
    assert "date" not in opendrive_text(straight())
    assert opendrive_text(straight()).startswith(
        '<?xml version="1.0" encoding="UTF-8"?>\n<OpenDRIVE>\n  <header revMajor="1" revMinor="8" vendor="Seahaven"/>\n'
    )


def test_lanes_of_a_real_sumo_network_stray_little_when_drawn_by_their_widths(shared_data):
    network = read_sumo(shared_data / "sumo" / "pasubio" / "pasubio_buslanes.net.xml")
    strays = np.concatenate([stray(road, lane) for road in network.roads for lane in road.sections[0].lanes if lane.id])
    assert np.mean(strays < 0.02) > 0.999
    assert np.mean(strays < 0.10) > 0.9995


def stray(road, lane):
    """How far the points of a lane, one each metre, lie from the middle of the strip that is drawn for it."""
    s = road.line.stations(0.001)
    kinks = np.unique(np.concatenate((s, np.maximum(s - 1e-7, 0.0))))
    inside = sum(other.width.value(0.0) for other in road.sections[0].lanes if lane.id < other.id < 0)
    offset = road.lane_offset.value(0.0) - inside - 0.5 * lane.width.value(0.0)
    drawn = Polyline(thinned(road.line.offset_point(kinks, offset)))
    points = Polyline(np.array(lane.points)[:, :2])
    x, y = points.point(np.arange(0.0, points.length, 1.0)).T
    along, across = drawn.project(x, y)
    beyond = np.maximum(np.maximum(-along, along - drawn.length), 0.0)
    return np.hypot(across, beyond)


def thinned(rows):
    return rows[np.append(True, np.hypot(*np.diff(rows, axis=0).T) > 1e-9)]


def test_polylines_come_back_as_lines():
    line = Path.through([Polyline.through([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0)])])
    (road,) = back(opendrive_text(straight(line))).roads
    assert [type(piece) for piece in road.line.pieces] == [Line, Line]
    assert road.line.point(12.0) == pytest.approx((10.0, 2.0))


def test_a_parametric_cubic_keeps_its_range_or_is_scaled_to_it():
    by_length = ParametricCubic(Pose(0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1e-3, 0.0), 20.0)
    odd = replace(by_length, u=(0.0, 4.0, 0.0, 0.0))
    assert back(opendrive_text(straight(Path.through([by_length])))).roads[0].line.pieces == (by_length,)
    (scaled,) = back(opendrive_text(straight(Path.through([odd])))).roads[0].line.pieces
    assert scaled.extent == 1.0
    assert scaled.point(33.0) == pytest.approx(odd.point(33.0))


def test_a_curve_without_a_word_in_opendrive_is_refused():
    bent = BSpline(np.array([(0.0, 0.0), (5.0, 1.0), (10.0, 0.0), (15.0, 0.0)]))
    with pytest.raises(InputError, match="OpenDRIVE has no word for a BSpline; use lines"):
        opendrive_text(straight(Path.through([bent])))


def test_tunnels_and_bridges_come_last_among_things():
    kinds = (ObjectKind.BRIDGE, ObjectKind.TREE, ObjectKind.TUNNEL)
    network = straight(objects=tuple(RoadObject(kind.value, kind, 1.0, span=2.0) for kind in kinds))
    ids = [thing.id for thing in back(opendrive_text(network, standard_only=True)).roads[0].objects]
    assert ids == ["tree", "tunnel", "bridge"]


def test_a_character_that_xml_cannot_hold_is_refused():
    with pytest.raises(InputError, match=r"the character '\\x07' cannot be written as XML"):
        opendrive_text(replace(straight(), name="bell\a"))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("[1.0]", r"keeps 'points' in a way that cannot be read: got"),
        ("[[1.0,2.0]]", "got a list of 2; expected 3"),
        ("[[NaN,0.0,0.0]]", "NaN is not a finite number"),
        ("[" * 100_000, "this is not JSON"),
        ("{", "this is not JSON"),
    ],
)
def test_user_data_that_cannot_be_read_is_refused_with_its_place(value, message):
    lane = Lane(-1, width=Profile.constant(3.0), points=((0.0, 0.0, 0.0), (9.0, 0.0, 0.0)))
    network = straight()
    road = replace(network.roads[0], sections=(Section(0.0, (Lane(0, LaneKind.NONE), lane)),))
    text = opendrive_text(replace(network, roads=(road,))).replace("[[0,0,0],[9,0,0]]", value)
    with pytest.raises(InputError, match=message) as caught:
        back(text)
    assert caught.value.at.line == text[: text.index("seahaven:points")].count("\n") + 1


def test_user_data_of_an_unknown_name_is_refused_with_the_nearest():
    text = opendrive_text(tee()).replace("seahaven:points", "seahaven:point")
    with pytest.raises(InputError, match="keeps 'point', which nothing here has; did you mean 'points'"):
        back(text)


def test_user_data_in_files_of_others_is_passed_over():
    text = opendrive_text(tee()).replace('vendor="Seahaven"', 'vendor="Someone"')
    assert all(lane.points is None for road in back(text).roads for lane in road.sections[0].lanes)


def test_what_the_builder_makes_is_written_without_a_doubt(tmp_path: FilePath) -> None:
    write_opendrive(lesson_town(), tmp_path / "town.xodr")
    assert read_opendrive(tmp_path / "town.xodr", thorough=True).remarks == ()


def test_a_network_of_waypoints_is_written_without_new_doubts(tmp_path: FilePath, shared_data: FilePath) -> None:
    write_opendrive(read_sumo(shared_data / "sumo/pasubio/pasubio_buslanes.net.xml"), tmp_path / "pasubio.xodr")
    remarks = read_opendrive(tmp_path / "pasubio.xodr", thorough=True).remarks
    assert [remark.rule for remark in remarks] == ["seahaven:header.offset"]


def test_waypoints_of_linked_lanes_that_end_apart_are_remarked_on(tmp_path: FilePath) -> None:
    network = read_sumo(FilePath(__file__).parents[2] / "data" / "tee.net.xml")
    roads = [_moved(road) if road.junction is None else road for road in network.roads]
    write_opendrive(replace(network, roads=tuple(roads)), tmp_path / "moved.xodr")
    remarks = read_opendrive(tmp_path / "moved.xodr", thorough=True).remarks
    assert any("the waypoints of lane -1 of road" in remark.message and "end 0.5 m apart" in remark.message
               for remark in remarks)  # fmt: skip


def _moved(road: Road) -> Road:
    """The road with the waypoints of its lanes half a metre further up in the picture."""

    def moved(lane: Lane) -> Lane:
        return replace(lane, points=tuple((x, y + 0.5, z) for x, y, z in lane.points)) if lane.points else lane

    sections = (replace(each, lanes=tuple(map(moved, each.lanes))) for each in road.sections)
    return replace(road, sections=tuple(sections))
