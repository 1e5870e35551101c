import pytest

from seahaven.errors import InputError, Position
from seahaven.geometry import Path, Pose
from seahaven.roads.model import Direction, Junction, Lane, Mark, MarkKind, Road, RoadNetwork, Section
from seahaven.roads.model.mark import Crossing

LINE = Path(Pose(0.0, 0.0, 0.0)).line(100.0)


def road(id: str = "main", *, is_left_hand: bool = False) -> Road:
    return Road(id, LINE, (Section(0.0, ()), Section(40.0, (Lane(1), Lane(0), Lane(-1)))), is_left_hand=is_left_hand)


def test_a_road_is_as_long_as_its_line_unless_stated() -> None:
    assert road().length == 100.0
    assert Road("main", LINE, (), length=99.9).length == 99.9


def test_a_section_reaches_up_to_the_next_or_the_end() -> None:
    assert [road().section_at(s) for s in (-1.0, 0.0, 39.0, 40.0, 100.0)] == [0, 0, 0, 1, 1]
    assert road().stretch(0) == (0.0, 40.0)
    assert road().stretch(1) == (40.0, 100.0)


def test_a_section_knows_its_lanes_by_number() -> None:
    section = road().sections[1]
    assert section.lane(-1) == Lane(-1)
    assert section.lane(3) is None


@pytest.mark.parametrize(
    ("lane", "left_hand", "along"),
    [
        (Lane(-1), False, True),
        (Lane(1), False, False),
        (Lane(-1), True, False),
        (Lane(1), True, True),
        (Lane(-1, direction=Direction.REVERSED), False, False),
        (Lane(1, direction=Direction.REVERSED), True, False),
    ],
)
def test_traffic_runs_by_the_rule_of_the_road(lane: Lane, left_hand: bool, along: bool) -> None:
    assert road(is_left_hand=left_hand).runs_along(lane) is along


def test_where_a_road_was_written_does_not_make_it_another() -> None:
    assert Road("main", LINE, (), at=Position("a.xodr", 3)) == Road("main", LINE, (), at=Position("b.xodr", 9))


def test_paint_says_who_may_cross_unless_stated() -> None:
    assert Mark(MarkKind.BROKEN).permission is Crossing.BOTH
    assert Mark(MarkKind.SOLID).permission is Crossing.NONE
    assert Mark(MarkKind.SOLID, crossing=Crossing.BOTH).permission is Crossing.BOTH


def test_a_network_finds_roads_and_junctions_by_id() -> None:
    network = RoadNetwork((road(),), (Junction("7"),))
    assert network.road("main").id == "main"
    assert network.junction("7").id == "7"
    assert network.has_road("main")
    assert not network.has_junction("main")


def test_an_unknown_road_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(InputError, match="there is no road 'man'; did you mean 'main'"):
        RoadNetwork((road(),)).road("man")


def test_two_roads_of_one_id_are_refused() -> None:
    with pytest.raises(InputError, match="two roads have the id 'main'"):
        RoadNetwork((road(), road()))
