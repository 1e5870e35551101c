"""How long it takes until a junction is clear."""

from __future__ import annotations

from math import inf

import pytest

from seahaven.roads.junctions import Crosswalk, SignalPlan, amber_for, approach_limit, intergreens
from seahaven.roads.junctions.clearing import clearing_time, conflicts_of, leaving_time, walking_time
from seahaven.roads.model import Facing, Signal, SignalKind
from tests.roads.junctions.stars import CROSS, logic_of, star, way

ALL = ("east", "north", "west", "south")
LAMPS = {name: [Signal(f"{name} light", SignalKind.LIGHT, 74.0, -4.0, facing=Facing.ALONG)] for name in ALL}


@pytest.mark.parametrize(
    ("limit", "amber"), [(10.0, 3.0), (50 / 3.6, 3.0), (60 / 3.6, 4.0), (70 / 3.6, 4.0), (36.0, 5.0)]
)
def test_amber_goes_by_the_speed_limit(limit: float, amber: float) -> None:
    assert amber_for(limit) == amber


def test_where_no_limit_is_stated_the_usual_one_counts_and_where_there_is_none_that_of_towns() -> None:
    logic = logic_of(star(CROSS, limits={"east": 27.0, "north": inf}))
    assert approach_limit(logic, way(logic, "east>west").index) == 27.0
    assert approach_limit(logic, way(logic, "west>east").index) == pytest.approx(100.0 / 3.6)
    assert approach_limit(logic, way(logic, "north>south").index) == pytest.approx(50.0 / 3.6)


def test_the_last_one_has_to_be_past_the_conflict_before_the_first_one_comes() -> None:
    logic = logic_of(star(CROSS, signals=LAMPS))
    one, other = way(logic, "east>west"), way(logic, "south>north")
    conflict = logic.conflict(one, other)
    assert conflict is not None
    row = next(r for r in conflicts_of(logic, one.index) if logic.tables.conflict_foe[r] == other.index)
    stop, foe_stop = (float(logic.tables.way_stop[k.index]) for k in (one, other))
    expected = (conflict.end - stop + 6.0) / 10.0 - (conflict.foe_begin - foe_stop) / 11.0
    assert clearing_time(logic, row, one.index) == pytest.approx(max(expected, 1.0))
    assert leaving_time(logic, one.index, stop + 4.0) == pytest.approx(1.0)


def test_people_need_the_length_of_the_crosswalk() -> None:
    walk = Crosswalk(0, "zebra", "road", None, ((0.0, 0.0), (0.0, 12.0), (3.0, 12.0), (3.0, 0.0)))
    turned = Crosswalk(1, "zebra", "road", None, ((0.0, 0.0), (8.4, 8.4), (6.3, 10.5), (-2.1, 2.1)))
    assert walking_time(walk) == pytest.approx(12.0 / 1.2, rel=0.03)
    assert walking_time(turned) == pytest.approx(11.88 / 1.2, rel=0.03)


def test_times_between_greens_are_there_for_those_who_get_in_each_others_way_alone() -> None:
    plan = SignalPlan.of(logic_of(star(CROSS, signals=LAMPS)))
    times = intergreens(plan, 0)
    row = {
        name: int(plan.way_row[plan.way_first[way(plan.logic, name).index]])
        for name in ("east>west", "west>east", "south>north")
    }
    assert times[row["east>west"], row["west>east"]] == 0.0
    assert times[row["east>west"], row["south>north"]] >= 1.0
    assert times[row["south>north"], row["east>west"]] >= 1.0
    assert not times.diagonal().any()
