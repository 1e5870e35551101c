from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.roads import LaneMap
from seahaven.roads.builder import study_road
from seahaven.roads.model import LaneKind
from seahaven.traffic.ambient_area import Circle, Stretch
from seahaven.traffic.ambient_density import Density, LaneDensity

MILE = 1609.344


@cache
def study_map() -> LaneMap:
    return LaneMap.of(study_road())


def per_mile(density: Density, lane: str) -> float:
    return float(density.on(study_map())[study_map().index(lane)]) * MILE


def test_the_densities_of_the_study_are_set_in_two_lines() -> None:
    density = Density(
        (LaneDensity.per_mile(15, roads="freeway*", lanes=(1, 2)), LaneDensity.per_mile(10, roads="highway*"))
    )
    assert per_mile(density, "freeway.5:2:-2") == pytest.approx(15)
    assert per_mile(density, "freeway.5:2:3") == pytest.approx(15)
    assert per_mile(density, "highway.3:0:-1") == pytest.approx(10)
    assert per_mile(density, "highway.3:0:-2") == 0.0, "a shoulder"
    assert per_mile(density, "Mill_Road.1:0:-1") == 0.0


def test_lanes_are_counted_from_either_side() -> None:
    left = Density((LaneDensity(5.0, roads="freeway*", lanes=(1,)),))
    right = Density((LaneDensity(5.0, roads="freeway*", lanes=(1,), side="right"),))
    assert per_mile(left, "freeway.5:2:-2") > 0.0 == per_mile(left, "freeway.5:2:-3")
    assert per_mile(right, "freeway.5:2:-2") == 0.0 < per_mile(right, "freeway.5:2:-3")
    assert per_mile(left, "freeway.5:2:2") > 0.0 == per_mile(left, "freeway.5:2:3")


def test_how_many_lanes_there_are_and_which_way_they_run_can_be_asked_for() -> None:
    three = Density((LaneDensity(5.0, roads="freeway*", lanes=(1, 2), of=3),))
    with pytest.raises(InputError, match=r"lanes 1, 2 from the left of 3, .* 'freeway\*', but no lanes there are such"):
        three.on(study_map())
    forward = Density((LaneDensity(5.0, roads="freeway*", of=2, direction="forward"),))
    assert per_mile(forward, "freeway.5:2:-2") > 0.0 == per_mile(forward, "freeway.5:2:2")


def test_the_first_that_fits_counts() -> None:
    density = Density((LaneDensity(0.0, roads="highway.3"), LaneDensity(5.0, roads="highway*")))
    assert per_mile(density, "highway.3:0:-1") == 0.0 < per_mile(density, "highway.4:0:-1")


def test_other_kinds_of_lanes_have_to_be_named() -> None:
    lane = "river_forward_entry:0:-1"
    assert per_mile(Density.everywhere(5.0), lane) == 0.0
    assert per_mile(Density((LaneDensity(5.0, kind=LaneKind.ON_RAMP),)), lane) > 0.0


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(InputError, match=r"-1.0 vehicles/km; expected a number from 0 to 120"):
        LaneDensity(-1.0)
    with pytest.raises(InputError, match="side 'lef'; did you mean 'left'"):
        LaneDensity(1.0, side="lef")  # type: ignore[arg-type]  # that is the point
    with pytest.raises(InputError, match="direction 'back'"):
        LaneDensity(1.0, direction="back")  # type: ignore[arg-type]  # that is the point
    with pytest.raises(InputError, match=r"lanes \(0,\); expected numbers from 1 on"):
        LaneDensity(1.0, lanes=(0,))
    with pytest.raises(InputError, match=r"roads 'freway', but there are none; did you mean 'freeway"):
        Density((LaneDensity(1.0, roads="freway"),)).on(study_map())


def test_areas_hold_places_on_lanes() -> None:
    lane_map = study_map()
    lane = lane_map.index("freeway.5:2:-2")
    lanes, s = np.full(3, lane), np.array([0.0, 500.0, 1000.0])
    middle = lane_map.place(lane, 500.0)
    assert Circle(middle.x, middle.y, 50.0).holds(lane_map, lanes, s).tolist() == [False, True, False]
    begin = float(lane_map.road_s[lane_map.first[lane]])
    assert Stretch("freeway.5", begin + 400.0, begin + 600.0).holds(lane_map, lanes, s).tolist() == [False, True, False]
    assert Stretch("freeway*").holds(lane_map, lanes, s).all()
    with pytest.raises(InputError, match=r"no road 'freeway.55' to suspend traffic on; did you mean 'freeway.5'"):
        Stretch("freeway.55").holds(lane_map, lanes, s)
    with pytest.raises(InputError, match="radius -1"):
        Circle(0.0, 0.0, -1.0)
    with pytest.raises(InputError, match=r"begins at 5.0 and ends at 3.0"):
        Stretch("a", 5.0, 3.0)
