"""Road files that nobody here wrote: all become lane maps, and these lie where others say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seahaven.bench.roads.continuity import links
from seahaven.bench.roads.reference import agreement
from seahaven.roads.formats.opendrive import read_opendrive
from seahaven.roads.formats.sumo import read_sumo
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind

BANKED, LEFT_HAND, CROSSINGS, TOWN = "velodrome", "e6mini-lht", "multi_intersections", "Town02"


@pytest.mark.parametrize("name", [BANKED, LEFT_HAND, CROSSINGS, TOWN])
def test_centre_lines_lie_within_2_cm_of_esminis(shared_data: Path, name: str) -> None:
    (path,) = shared_data.glob(f"xodr/*/{name}.xodr")
    found = agreement(LaneMap(read_opendrive(path)), shared_data / "reference" / f"{name}.csv.gz")
    assert not found.missing
    assert len(found.distance) > 100
    assert found.distance.max() < 0.02
    assert found.height.max() < 0.02
    assert found.turns.max() < 0.01


def test_links_of_a_town_have_no_gaps(shared_data: Path) -> None:
    lane_map = LaneMap(read_opendrive(shared_data / "xodr" / "carla" / "Town02.xodr"))
    found = links(lane_map)
    assert len(found) > 300
    assert max(link.gap for link in found) < 0.05


def test_a_sumo_network_has_links_without_gaps_outside_junctions(shared_data: Path) -> None:
    lane_map = LaneMap(read_sumo(shared_data / "sumo" / "pasubio" / "pasubio_buslanes.net.xml"))
    assert len(lane_map) > 400
    assert np.median([link.gap for link in links(lane_map)]) < 0.05


def test_matching_undoes_placing_with_a_hint_on_every_lane_of_a_town(shared_data: Path) -> None:
    lane_map = LaneMap(read_opendrive(shared_data / "xodr" / "carla" / "Town02.xodr"))
    lane = np.repeat(np.arange(len(lane_map)), 9)
    s = np.tile(np.linspace(0.0, 1.0, 9), len(lane_map)) * lane_map.length[lane]
    offset = np.tile([-0.49, -0.2, 0.4], 3 * len(lane_map)) * lane_map.width(lane, s)
    here = lane_map.place(lane, s, offset)
    found = lane_map.match(here.x, here.y, hint=(lane, s), kinds=tuple(LaneKind))
    unfolded = lane_map.place(lane, s).curvature * offset < 0.95  # inside a tighter bend a lane overlaps itself
    assert (found.lane == lane).all()
    assert np.abs(found.s - s)[unfolded].max() < 1e-6
    assert np.abs(found.offset - offset)[unfolded].max() < 1e-6
