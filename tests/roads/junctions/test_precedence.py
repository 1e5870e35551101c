"""Who goes first: every rule at a junction where it decides."""

from dataclasses import replace

import pytest

from seahaven.geometry import Line, Path, Pose
from seahaven.roads.junctions import Sign
from seahaven.roads.model import (
    Connection,
    End,
    Facing,
    Junction,
    JunctionGroup,
    JunctionKind,
    JunctionLink,
    Lane,
    LaneKind,
    Profile,
    RightOfWay,
    Road,
    RoadLink,
    RoadNetwork,
    Section,
    Signal,
    SignalKind,
)
from tests.roads.junctions.stars import CROSS, TEE, logic_of, star, verdict, way

STOP, YIELD, PRIORITY = SignalKind.STOP, SignalKind.YIELD, SignalKind.PRIORITY_ROAD


def test_right_goes_before_left_where_nothing_is_said() -> None:
    logic = logic_of(star(CROSS))
    assert verdict(logic, "south>north", "east>west") == ("yield", "right before left")
    assert verdict(logic, "south>north", "west>east") == ("go first", "right before left")


def test_the_foot_of_a_tee_comes_from_the_right_for_one_side() -> None:
    logic = logic_of(star(TEE, rule=RightOfWay.RIGHT_FIRST))
    assert verdict(logic, "west>east", "south>east") == ("yield", "right before left")
    assert verdict(logic, "east>west", "south>west") == ("go first", "right before left")


def test_left_goes_before_right_where_that_is_said() -> None:
    logic = logic_of(star(CROSS, rule=RightOfWay.LEFT_FIRST))
    assert verdict(logic, "south>north", "west>east") == ("yield", "left before right")


def test_who_turns_left_yields_to_oncoming_traffic() -> None:
    logic = logic_of(star(CROSS))
    assert verdict(logic, "south>west", "north>south") == ("yield", "turning")
    assert verdict(logic, "south>west", "north>west") == ("yield", "turning")
    assert verdict(logic, "north>south", "south>west") == ("go first", "turning")


def test_who_turns_right_yields_to_oncoming_traffic_in_left_hand_traffic() -> None:
    logic = logic_of(star(CROSS, left_hand=True))
    assert verdict(logic, "south>east", "north>south") == ("yield", "turning")
    assert verdict(logic, "south>east", "north>east") == ("yield", "turning")


def test_two_that_turn_across_each_other_agree_by_themselves() -> None:
    logic = logic_of(star(CROSS), clearance=2.0)
    assert verdict(logic, "south>west", "north>east") == ("first come", "turning")


def test_who_turns_back_yields_to_all() -> None:
    logic = logic_of(star(TEE, back=["west"]))
    assert verdict(logic, "west>west", "south>west") == ("yield", "turning")
    assert verdict(logic, "west>west", "east>west") == ("yield", "turning")


def test_who_comes_from_the_same_lane_drives_behind() -> None:
    assert verdict(logic_of(star(CROSS)), "south>west", "south>north") == ("first come", "same lane")


@pytest.mark.parametrize(
    ("sign", "word", "reason"), [(STOP, "stop and yield", "stop sign"), (YIELD, "yield", "yield sign")]
)
def test_signs_make_side_roads_yield(sign: SignalKind, word: str, reason: str) -> None:
    logic = logic_of(star(CROSS, signs={"south": sign, "north": sign}))
    assert verdict(logic, "south>north", "west>east") == (word, reason)
    assert verdict(logic, "east>west", "south>north") == ("go first", reason)
    assert logic.remarks == ()


def test_among_those_who_yield_the_other_rules_hold() -> None:
    logic = logic_of(star(CROSS, signs={"south": YIELD, "north": STOP}))
    assert verdict(logic, "south>west", "north>south") == ("yield", "turning")
    assert verdict(logic, "north>east", "south>north") == ("stop and yield", "turning")


def test_a_priority_road_without_signs_against_it_is_remarked() -> None:
    logic = logic_of(star(CROSS, signs={"west": PRIORITY, "east": PRIORITY}))
    assert verdict(logic, "south>north", "east>west") == ("yield", "priority road")
    assert sorted(str(remark) for remark in logic.remarks) == [
        f"road '{name}' has no sign at junction 'middle', where others have priority; it yields "
        "[seahaven:junction.sign]"
        for name in ("north", "south")
    ]


def test_a_priority_road_lasts_until_it_ends() -> None:
    far = Signal("far", PRIORITY, 2.0, facing=Facing.ALONG)
    ends = Signal("ends", SignalKind.PRIORITY_ENDS, 50.0, facing=Facing.ALONG)
    lasting = logic_of(star(CROSS, signals={"west": [far]}))
    ended = logic_of(star(CROSS, signals={"west": [far, ends]}))
    assert lasting.sign(way(lasting, "west>east")) is Sign.PRIORITY
    assert ended.sign(way(ended, "west>east")) is Sign.NONE


def test_signs_that_face_the_other_way_do_not_count() -> None:
    behind = Signal("behind", STOP, 75.0, facing=Facing.AGAINST)
    far = Signal("far", STOP, 5.0, facing=Facing.ALONG)
    logic = logic_of(star(CROSS, signals={"south": [behind, far]}))
    assert logic.sign(way(logic, "south>north")) is Sign.NONE


def test_a_sign_for_the_middle_lane_alone_holds_for_nobody() -> None:
    post = Signal("post", STOP, 75.0, lanes=((0, 0),))
    logic = logic_of(star(CROSS, signals={"south": [post]}))
    assert logic.sign(way(logic, "south>north")) is Sign.NONE


def test_a_sign_counts_for_the_lanes_it_names_even_if_it_faces_the_wrong_way() -> None:
    post = Signal("post", STOP, 75.0, facing=Facing.AGAINST, lanes=((-1, -1),))
    logic = logic_of(star(CROSS, signals={"south": [post]}))
    assert logic.sign(way(logic, "south>north")) is Sign.STOP


@pytest.mark.parametrize("stated", [True, False])
def test_where_all_stop_the_first_to_come_goes_first(stated: bool) -> None:
    rule = RightOfWay.ALL_WAY_STOP if stated else None
    logic = logic_of(star(CROSS, rule=rule, signs=dict.fromkeys(("north", "south", "east", "west"), STOP)))
    assert verdict(logic, "south>north", "east>west") == ("first come", "all-way stop")
    assert verdict(logic, "south>west", "north>south") == ("first come", "all-way stop")


def test_stated_priorities_go_before_signs() -> None:
    logic = logic_of(star(CROSS, priorities=[("south>north", "east>west")], signs={"south": YIELD}))
    assert verdict(logic, "south>north", "east>west") == ("go first", "stated priority")
    assert verdict(logic, "east>west", "south>north") == ("yield", "stated priority")
    assert verdict(logic, "south>north", "west>east") == ("yield", "yield sign")


def test_priorities_may_name_roads_that_lead_in() -> None:
    logic = logic_of(star(CROSS, priorities=[("south", "east")]))
    assert verdict(logic, "south>west", "east>west") == ("go first", "stated priority")


def test_contradictory_priorities_are_remarked_and_left_to_the_next_rule() -> None:
    network = star(CROSS, priorities=[("south>north", "east>west"), ("east>west", "south>north")])
    logic = logic_of(network)
    assert verdict(logic, "south>north", "east>west") == ("yield", "right before left")
    (remark,) = logic.remarks
    assert "goes before road" in remark.message
    assert "and the other way round; taken by the next rule: right before left" in remark.message


def test_without_any_rule_the_first_to_come_goes_first() -> None:
    logic = logic_of(star(CROSS, rule=RightOfWay.UNREGULATED))
    assert verdict(logic, "south>north", "east>west") == ("first come", "unregulated")


def test_where_nothing_says_which_road_has_priority_it_is_the_larger_one() -> None:
    fast = {"south": 20.0, "north": 20.0, "east": 10.0, "west": 10.0}
    logic = logic_of(star(CROSS, rule=RightOfWay.PRIORITY, limits=fast))
    assert verdict(logic, "south>north", "east>west") == ("go first", "main road")
    (remark,) = logic.remarks
    assert remark.rule == "seahaven:junction.main-road"


def test_where_nothing_says_which_road_has_priority_it_is_the_straight_one() -> None:
    logic = logic_of(star(TEE, rule=RightOfWay.PRIORITY))
    assert verdict(logic, "west>east", "south>east") == ("go first", "main road")


def test_trains_go_first() -> None:
    network = star(CROSS)
    roads = [_as_rail(road) if road.id in ("west>east", "west", "east") else road for road in network.roads]
    logic = logic_of(replace(network, roads=tuple(roads)))
    assert verdict(logic, "west>east", "south>north") == ("go first", "rail")


def _as_rail(road: Road) -> Road:
    lanes = tuple(replace(lane, kind=LaneKind.RAIL) if lane.id else lane for lane in road.sections[0].lanes)
    return replace(road, sections=(Section(0.0, lanes),))


def test_a_sign_of_a_roundabout_makes_those_who_enter_yield() -> None:
    logic = logic_of(star(TEE, signs={"south": SignalKind.ROUNDABOUT}, one_way={"west": "in", "east": "out"}))
    assert verdict(logic, "south>east", "west>east") == ("yield", "roundabout")


def ring(*, signs: dict[str, SignalKind] | None = None) -> RoadNetwork:
    """The arm to the south of a roundabout, whose ring comes from the west and leads on to the east."""
    network = star(TEE, one_way={"west": "in", "east": "out"}, signs=signs)
    west, east = network.road("west"), network.road("east")
    turned = replace(west, before=JunctionLink("other")), replace(east, before=JunctionLink("other"))
    roads = tuple({"west": turned[0], "east": turned[1]}.get(road.id, road) for road in network.roads)
    groups = (JunctionGroup("ring", ("middle", "other"), is_roundabout=True),)
    return replace(network, roads=roads, junctions=(*network.junctions, Junction("other")), groups=groups)


def test_who_enters_a_roundabout_yields_to_who_is_in_it() -> None:
    logic = logic_of(ring())
    assert verdict(logic, "south>east", "west>east") == ("yield", "roundabout")


def test_signs_may_give_way_to_those_who_enter_a_roundabout() -> None:
    logic = logic_of(ring(signs={"west": YIELD}))
    assert verdict(logic, "south>east", "west>east") == ("go first", "yield sign")


@pytest.mark.parametrize("kind", [LaneKind.ON_RAMP, LaneKind.DRIVING])
@pytest.mark.parametrize("left_hand", [False, True])
def test_who_joins_a_motorway_yields(kind: LaneKind, left_hand: bool) -> None:
    """The ramp joins from the outer side, and is as large as the road it joins."""
    logic = logic_of(_merge(kind, left_hand))
    main, ramp = sorted(logic.ways, key=lambda one: logic.lane_map.name(one.incoming))
    conflict = logic.conflict(ramp, main)
    assert conflict is not None
    assert (conflict.verdict.value, conflict.reason.value) == ("yield", "entry lane")
    assert conflict.begin < -5.0


def _merge(kind: LaneKind, left_hand: bool) -> RoadNetwork:
    onward = _single("onward", Pose(100.0, 0.0, 0.0), LaneKind.DRIVING, left_hand)
    main = _single("main", Pose(40.0, 0.0, 0.0), LaneKind.DRIVING, left_hand)
    tilt = -0.15 if left_hand else 0.15
    ramp = _single("ramp", Pose(100.0, 0.0, tilt).compose(Pose(-60.0, 0.0, 0.0)), kind, left_hand)
    number = 1 if left_hand else -1
    connections = tuple(
        Connection(str(k), name, "onward", End.START, ((number, number),)) for k, name in enumerate(("main", "ramp"))
    )
    roads = [replace(one, after=JunctionLink("entry")) for one in (main, ramp)]
    joined = replace(onward, before=RoadLink("main", End.END))
    return RoadNetwork((*roads, joined), (Junction("entry", kind=JunctionKind.DIRECT, connections=connections),))


def _single(name: str, pose: Pose, kind: LaneKind, left_hand: bool) -> Road:
    """A road of one lane around its line."""
    number = 1 if left_hand else -1
    lanes = (Lane(number, kind, Profile.constant(3.5)), Lane(0, LaneKind.NONE))
    section = Section(0.0, tuple(sorted(lanes, key=lambda one: -one.id)))
    offset = Profile.constant(-1.75 if left_hand else 1.75)
    line = Path.through([Line(pose, 60.0)])
    return Road(name, line, (section,), lane_offset=offset, is_left_hand=left_hand)
