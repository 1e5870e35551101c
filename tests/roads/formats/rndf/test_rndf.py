"""Route Network Definition Files: what they say, what becomes of it, and what is forgiven."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, radians, sqrt
from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.roads import read_roads, write_opendrive
from seahaven.roads.formats.rndf import read_mdf, read_rndf
from seahaven.roads.formats.rndf.projection import Projection
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import MarkKind, RightOfWay, RoadNetwork, SignalKind
from seahaven.roads.routing import Router

EXAMPLES = Path(__file__).parents[4] / "examples" / "roads"
SHARED = Path(__file__).parents[4].parent / "shared" / "data" / "rndf"
GROUND = EXAMPLES / "practice_ground.rndf"

Changed = Callable[..., RoadNetwork]


@pytest.fixture(scope="module")
def ground() -> RoadNetwork:
    return read_rndf(GROUND, missions=[EXAMPLES / "practice_ground.mdf"])


@pytest.fixture(scope="module")
def lanes(ground: RoadNetwork) -> LaneMap:
    return LaneMap(ground)


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    def read(*changes: tuple[str, str]) -> RoadNetwork:
        text = GROUND.read_text()
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        (tmp_path / "ground.rndf").write_text(text)
        return read_rndf(tmp_path / "ground.rndf")

    return read


def test_roads_are_named_after_the_waypoint_at_which_they_begin(ground: RoadNetwork) -> None:
    assert {"1.1.1", "1.1.3", "1.1.10", "2.1.1", "3.1", "3.2"} <= {road.id for road in ground.roads}


def test_lanes_side_by_side_that_run_the_same_way_are_one_road(ground: RoadNetwork) -> None:
    (section,) = ground.road("2.1.1").sections
    assert [(lane.id, lane.name) for lane in section.lanes[1:]] == [(-1, "2.1"), (-2, "2.2")]
    assert [lane.marks[0].kind for lane in section.lanes] == [MarkKind.SOLID, MarkKind.BROKEN, MarkKind.SOLID]
    assert [lane.id for lane in ground.road("1.1.1").sections[0].lanes] == [0, -1]


def test_lanes_run_through_their_waypoints(lanes: LaneMap) -> None:
    east, north = Projection(52.272244, 10.529421).place(52.272244, 10.530124)  # from 1.1.1 to 1.1.2
    start, end = (lanes.place(lanes.index("1.1.1:0:-1"), s) for s in (0.0, lanes.length[lanes.index("1.1.1:0:-1")]))
    assert hypot(end.x - start.x - east, end.y - start.y - north) < 0.01


def test_all_exits_can_be_driven(lanes: LaneMap) -> None:
    assert not [remark for remark in lanes.remarks if "without" in remark.rule]
    router = Router(lanes)
    for start, end in (
        ("1.1.1", "2.1.1"),
        ("2.1.1", "1.1.16"),
        ("1.1.3", "3.1"),
        ("1.2.24", "2.1.1"),
        ("1.1.16", "1.1.3"),
    ):
        assert router.route(start, end).lanes


def test_each_way_lane_joins_without_a_gap(lanes: LaneMap) -> None:
    for lane in range(len(lanes)):
        end = lanes.place(lane, lanes.length[lane])
        for after in lanes.successors(lane):
            begin = lanes.place(after, 0.0)
            assert hypot(end.x - begin.x, end.y - begin.y) < 0.01


def test_a_stop_is_a_sign_before_which_the_junction_logic_stops(lanes: LaneMap) -> None:
    signs = [sign for _, sign in lanes.network.signals() if sign.kind is SignalKind.STOP]
    assert [sign.id for sign in signs] == ["stop 2.1.4", "stop 2.2.4"]
    junction = next(one for one in lanes.network.junctions if any(way.incoming == "2.1.1" for way in one.connections))
    assert junction.right_of_way is RightOfWay.PRIORITY
    logic = JunctionLogic(lanes)
    (left,) = [way for way in logic.ways if way.incoming == lanes.index("2.1.1:0:-1")]
    assert {c.verdict.value for c in logic.conflicts(left.index)} <= {"stop and yield", "merge", "yield"}


def test_checkpoints_are_waymarks_where_their_waypoints_are(ground: RoadNetwork, lanes: LaneMap) -> None:
    marks = {mark.id: mark for mark in ground.waymarks}
    assert sorted(marks) == ["1", "2", "3", "4", "5", "6"]
    assert (marks["4"].road, marks["2"].road, marks["2"].lane) == ("3.1", "2.1.1", -1)
    two = lanes.place(lanes.index("2.1.1:0:-1"), marks["2"].s)
    start = lanes.place(lanes.index("2.1.1:0:-1"), 0.0)
    assert two.y - start.y == pytest.approx(60.0, abs=0.2)  # 2.1.1 lies 45 m south of the middle, 2.1.3 15 m north


def test_a_zone_has_its_spots_and_the_lanes_that_lead_in_and_out(ground: RoadNetwork) -> None:
    (zone,) = ground.zones
    assert (zone.id, zone.name, len(zone.corners)) == ("3", "Lot", 6)
    assert [(spot.id, round(spot.length), round(spot.width, 2)) for spot in zone.spots] == [
        ("3.1", 8, 3.05),
        ("3.2", 8, 3.05),
    ]
    assert (zone.entries, zone.exits) == ((("1.1.3", 0, -1),), (("1.1.10", 0, -1),))


def test_limits_of_a_mission_hold_on_its_segments(ground: RoadNetwork) -> None:
    speeds = {
        road.id: road.sections[0].lanes[1].limits[0].speed
        for road in ground.roads
        if road.junction is None and road.id[0] in "12"
    }
    assert speeds["1.1.1"] == pytest.approx(20 * 0.44704)
    assert speeds["2.1.1"] == pytest.approx(15 * 0.44704)


def test_a_mission_has_its_checkpoints_in_driving_order() -> None:
    mission = read_mdf(EXAMPLES / "practice_ground.mdf")
    assert [point.number for point in mission.checkpoints] == [1, 5, 2, 4]
    assert (mission.roads, str(mission.checkpoints[1].at).rpartition("/")[2]) == (
        "Practice_Ground",
        "practice_ground.mdf:8:1",
    )


def test_a_network_is_read_back_whole_from_opendrive(ground: RoadNetwork, tmp_path: Path) -> None:
    write_opendrive(ground, tmp_path / "ground.xodr")
    again = read_roads(tmp_path / "ground.xodr")
    assert (again.waymarks, again.zones) == (ground.waymarks, ground.zones)
    first, second = LaneMap(ground), LaneMap(again)
    assert (first.x == second.x).all()


def test_reading_again_gives_the_same(ground: RoadNetwork) -> None:
    assert read_rndf(GROUND, missions=[EXAMPLES / "practice_ground.mdf"]) == ground


@pytest.mark.parametrize(
    ("old", "new", "remark"),
    [
        ("num_lanes\t2", "num_lanes\t3", ":7:11: num_lanes says 3, and there are 2"),
        ("exit\t1.1.2\t2.1.1", "exit\t1.1.2\t2.1.9", ":16:1: an exit leads to waypoint 2.1.9, which does not exist"),
        ("lane_width\t12", "lane_wide\t12", ":11:1: 'lane_wide' has no meaning here; did you mean 'lane_width'"),
        ("checkpoint\t1.1.4\t1", "checkpoint\t7.1.4\t1", ":14:12: lane 1.1 has no waypoint 7.1.4; a checkpoint there"),
        ("end_file", "", "the file has no 'end_file'"),
        ("left_boundary\tdouble_yellow", "left_boundary\tgreen", "there is no boundary 'green'"),
        ("end_lane\nlane\t1.2", "lane\t1.2", "lane 1.1 has no 'end_lane'"),
    ],
)  # fmt: skip
def test_what_is_wrong_but_clear_is_a_remark(changed: Changed, old: str, new: str, remark: str) -> None:
    network = changed((old, new))
    assert any(remark in str(one) for one in network.remarks)
    assert network.road("1.1.1")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("52.272244", "52.27x", r"ground.rndf:19:7: '52.27x' is no latitude; expected a number"),
        ("52.272244", "98.0", r"ground.rndf:19:7: latitude 98.0 is out of range; expected -90 to 90"),
        ("exit\t1.1.2\t2.1.1", "exit\t1.1.2", r"ground.rndf:16:11: 'exit' is followed by 1 words"),
        ("lane\t1.1\n", "lane\tone\n", r"ground.rndf:9:6: 'one' is no lane; expected numbers with dots"),
        ("RNDF_name", "RNDF_title", r"ground.rndf:1:1: the file does not begin with RNDF_name"),
    ],
)
def test_what_cannot_be_understood_is_refused_with_line_and_column(
    changed: Changed, old: str, new: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        changed((old, new))


def test_a_limit_of_a_segment_that_is_not_there_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "far.mdf").write_text((EXAMPLES / "practice_ground.mdf").read_text().replace("3\t0\t10", "9\t0\t10"))
    found = [
        remark for remark in read_rndf(GROUND, missions=[tmp_path / "far.mdf"]).remarks if remark.rule == "mdf:segment"
    ]
    assert [str(remark.at).endswith("far.mdf:16:1") for remark in found] == [True]
    assert found[0].message == "there is no segment or zone 9 in the RNDF 'Practice_Ground'; its limit is passed over"


def test_limits_of_another_network_are_refused(tmp_path: Path) -> None:
    text = (EXAMPLES / "practice_ground.mdf").read_text()
    for number in "123":
        text = text.replace(f"\n{number}\t0", f"\n1{number}\t0")
    (tmp_path / "far.mdf").write_text(text)
    with pytest.raises(InputError, match=r"far.mdf:14:1: there is no segment or zone 11"):
        read_rndf(GROUND, missions=[tmp_path / "far.mdf"])


def test_the_projection_keeps_distances() -> None:
    """Against the radii of curvature of the ellipsoid, which hold for small steps."""
    flat, axis, phi = 0.00669438002290, 6378137.0, radians(52.0)
    shape = 1.0 - flat * (1.0 - cos(phi) ** 2)
    meridian, parallel = axis * (1.0 - flat) / shape**1.5, axis / sqrt(shape) * cos(phi)
    east, north = Projection(52.0, 10.0).place(52.0 + 1e-4, 10.0 + 1e-4)
    assert (east, north) == (
        pytest.approx(parallel * radians(1e-4), rel=3e-6),
        pytest.approx(meridian * radians(1e-4), rel=3e-6),
    )


@pytest.mark.skipif(not SHARED.is_dir(), reason="real RNDFs are not part of the project")
@pytest.mark.parametrize("path", sorted(SHARED.rglob("*.rndf")), ids=lambda path: path.stem)
def test_real_files_have_a_waymark_for_each_checkpoint(path: Path) -> None:
    network = read_rndf(path)
    wanted = [line.split()[2] for line in path.read_text().splitlines() if line.startswith("checkpoint")]
    assert sorted(mark.id for mark in network.waymarks) == sorted(wanted)
