"""The flows of a study, as values of the traffic room."""

from __future__ import annotations

from math import inf

from seahaven.kernel import SECOND
from seahaven.roads import LaneMap
from seahaven.takes.at import At
from seahaven.takes.itinerary import refuse_unknown
from seahaven.takes.reading import Reading
from seahaven.takes.setting import FlowEntry, TrafficEntry
from seahaven.takes.vehicle_types import VehicleTypes
from seahaven.traffic import Flow, Journey, Mix, Start

__all__ = ["flows"]


def flows(traffic: TrafficEntry, types: VehicleTypes, lane_map: LaneMap, reading: Reading) -> tuple[Flow, ...]:
    """The flows that a study lists."""
    made = []
    for k, entry in enumerate(traffic.flows):
        _refuse_strangers(entry, k, lane_map, reading)
        own = ("traffic", "flows", k, "mix") if entry.mix else ("traffic", "mix")
        mix = types.mix(entry.mix or traffic.mix, own)
        made.append(_flow(entry, entry.name or f"flow {k + 1}", mix, reading, k))
    return tuple(made)


def _refuse_strangers(entry: FlowEntry, k: int, lane_map: LaneMap, reading: Reading) -> None:
    """Refuse places that do not exist where they stand."""
    for key, names in (("from", [entry.from_]), ("to", [entry.to]), ("via", entry.via)):
        with At(reading.at("traffic", "flows", k, key)):
            for name in names:
                refuse_unknown(lane_map, name)


def _flow(entry: FlowEntry, name: str, mix: Mix, reading: Reading, k: int) -> Flow:
    with At(reading.at("traffic", "flows", k)):
        return Flow(
            name,
            Journey(entry.from_, entry.to, tuple(entry.via)),
            rate=entry.rate,
            is_regular=entry.headways == "regular",
            mix=mix,
            begin=entry.begin / SECOND,
            end=inf if entry.end is None else entry.end / SECOND,
            start=Start(entry.lane, "desired" if entry.speed is None else entry.speed),
            at=reading.at("traffic", "flows", k),
        )
