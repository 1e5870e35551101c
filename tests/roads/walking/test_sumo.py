"""Walking areas and crossings of SUMO's networks."""

from __future__ import annotations

from pathlib import Path

from seahaven.roads import LaneMap, read_sumo
from seahaven.roads.walking import WalkingNetwork

TEE = Path(__file__).parents[1] / "data" / "tee.net.xml"


def test_walking_areas_join_pavements_and_crossings() -> None:
    network = WalkingNetwork(LaneMap(read_sumo(TEE)))
    assert [passage.id for passage in network.passages] == [":centre_c0"]
    assert network.passages[0].spans
    assert network.strands
