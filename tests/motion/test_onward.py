"""Ways on foot that are laid while a run goes on."""

from __future__ import annotations

import numpy as np
import pytest

from seahaven.motion.onward import laid, on_beside, way_to
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, CrossSection, driving, pavement, town_street
from seahaven.roads.model import RoadKind
from seahaven.roads.walking import FootRoutes, Stand, WalkingNetwork


def routes(section: CrossSection) -> FootRoutes:
    """One route along the right of a road that bends."""
    builder = Builder("street")
    builder.road("main", section, at=(0.0, 0.0)).straight(60.0).left(0.7, radius=80.0)
    network = WalkingNetwork(LaneMap(builder.build()))
    ends = network.nearest(10.0, -6.0), Stand(network.nearest(10.0, -6.0).strand, 100.0)
    return FootRoutes(network, [network.route(*ends)])


def test_where_there_is_a_pavement_on_the_other_side_it_leads_along_that() -> None:
    street = routes(town_street())
    far = street.far(0, 30.0)
    route, offset = laid(street.network, on_beside(street, 0, 30.0, far, has_door=False))
    joined = street.joined([route])
    here, there = street.place(0, 30.0, far), joined.place(1, 0.0, offset)
    assert (there["x"], there["y"]) == pytest.approx((here["x"], here["y"]), abs=0.05)
    assert there["heading"] == pytest.approx(here["heading"], abs=0.05)
    assert route.length > 50.0


def test_where_there_is_none_it_leads_beside_the_road_as_far_as_that_goes() -> None:
    street = routes(CrossSection((driving(3.25), pavement(2.5)), (driving(3.25),), 13.9, RoadKind.TOWN))
    far = street.far(0, 30.0)
    assert far > 6.0
    route, offset = laid(street.network, on_beside(street, 0, 30.0, far, has_door=False))
    assert offset == 0.0
    assert 20.0 < route.length < 65.0
    assert set(route.far.tolist()) == {-far}
    nearest = [street.network.strands[0].nearest(x, y)[0] for x, y, _ in route.points.tolist()]
    assert np.allclose(nearest, far, atol=0.1)


def test_where_no_way_leads_to_a_place_there_is_none() -> None:
    street = routes(town_street())
    assert way_to(street.network, 20.0, -5.0, Stand(1 - street.network.nearest(20.0, -5.0).strand, 10.0)) is None
    way = way_to(street.network, 20.0, -5.0, Stand(street.network.nearest(20.0, -5.0).strand, 90.0))
    assert way is not None
    route, offset = laid(street.network, way)
    assert FootRoutes(street.network, [route]).place(0, 0.0, offset)["y"] == pytest.approx(-5.0, abs=0.05)
