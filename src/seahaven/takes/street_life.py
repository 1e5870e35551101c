"""What is on the streets of a study besides vehicles: lights at work, and ways for people on foot."""

from __future__ import annotations

from seahaven.errors import InputError
from seahaven.kernel import Module
from seahaven.roads import LaneMap
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.walking import FootRoutes, WalkingNetwork
from seahaven.takes.at import At
from seahaven.takes.reading import Reading
from seahaven.takes.setting import PeopleEntry, TrafficEntry
from seahaven.traffic import Signals, random_walks

__all__ = ["add_lights", "signal_plan", "walks"]


def signal_plan(lane_map: LaneMap, traffic: TrafficEntry) -> SignalPlan | None:
    """The lights that work; None where there are none, or the study has switched them off."""
    if traffic.lights == "off" or not lane_map.network.junctions:
        return None
    plan = SignalPlan.of(JunctionLogic.of(lane_map))
    return plan if plan.controllers else None


def add_lights(root: Module, plan: SignalPlan, traffic: TrafficEntry) -> None:
    """Let the lights work, as often as the traffic looks at them."""
    is_actuated = traffic.lights == "actuated"
    root.add(Signals("signals", plan=plan, rate_hz=traffic.rate, actuated=is_actuated))


def walks(entry: PeopleEntry, lane_map: LaneMap, reading: Reading) -> FootRoutes:
    """The ways that people take, under any seed; where there is nowhere to walk, that is refused with its place."""
    with At(reading.key_at("people")):
        network = WalkingNetwork.of(lane_map, edges=entry.beside_roads)
        if not network.strands:
            hint = "" if entry.beside_roads else "; 'beside_roads: true' lets people walk along their edges"
            raise InputError(f"the roads have no pavements to walk on{hint}")
        return lane_map.recent(_walks, entry.beside_roads, entry.walks)


def _walks(lane_map: LaneMap, edges: bool, count: int) -> FootRoutes:
    return random_walks(WalkingNetwork.of(lane_map, edges=edges), count=count)
