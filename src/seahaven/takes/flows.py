"""The flows of a study, as values of the traffic room."""

from __future__ import annotations

from math import inf

from seahaven.errors import InputError
from seahaven.files import KeyPath
from seahaven.kernel import SECOND
from seahaven.roads import LaneMap
from seahaven.takes.at import At
from seahaven.takes.halting import Halting, Way
from seahaven.takes.itinerary import refuse_unknown
from seahaven.takes.reading import Reading
from seahaven.takes.setting import FlowEntry, TrafficEntry, TripEntry
from seahaven.takes.vehicle_types import VehicleTypes
from seahaven.traffic import Flow, Journey, Mix, Shares, Start, TurningRatios, Walks

__all__ = ["flows", "refuse_strangers"]


def flows(
    traffic: TrafficEntry, types: VehicleTypes, lane_map: LaneMap, reading: Reading, ratios: TurningRatios
) -> tuple[Flow, ...]:
    """The flows that a study lists; those without a goal turn by the ratios."""
    made = []
    for k, entry in enumerate(traffic.flows):
        refuse_strangers(entry, ("traffic", "flows", k), lane_map, reading)
        own = ("traffic", "flows", k, "mix") if entry.mix else ("traffic", "mix")
        mix = types.mix(entry.mix or traffic.mix, own)
        name = entry.name or f"flow {k + 1}"
        if entry.to is not None:
            way = Way(f"flow '{name}'", entry.from_, entry.to, tuple(entry.via), mix)
            halts = Halting(traffic, lane_map, reading).halts(entry.halts, way, ("traffic", "flows", k, "halts"))
            journeys: Journey | Shares[Journey] = Journey(entry.from_, entry.to, tuple(entry.via), halts=halts)
        else:
            journeys = _turning(entry, name, lane_map, ratios, mix, reading, k)
        made.append(_flow(entry, name, journeys, mix, reading, k))
    _refuse_idle_turns(traffic, reading)
    return tuple(made)


def _turning(
    entry: FlowEntry, name: str, lane_map: LaneMap, ratios: TurningRatios, mix: Mix, reading: Reading, k: int
) -> Shares[Journey]:
    """Where a flow goes that turns by ratios."""
    for key, said in (("via", entry.via), ("halts", entry.halts)):
        if said:
            message = f"'{name}' has '{key}' but no 'to'; say where it goes, or leave both to the turns"
            raise InputError(message, reading.at("traffic", "flows", k, key))
    with At(reading.at("traffic", "flows", k, "from")):
        return Walks(lane_map, ratios, mix).journeys(entry.from_)


def _refuse_idle_turns(traffic: TrafficEntry, reading: Reading) -> None:
    """Refuse turning ratios by which nobody would turn."""
    if traffic.turns and all(entry.to is not None for entry in traffic.flows):
        message = "nobody turns by 'turns': every flow says where it goes; leave out the 'to' of those that are to"
        raise InputError(message, reading.key_at("traffic", "turns"))


def refuse_strangers(entry: FlowEntry | TripEntry, path: KeyPath, lane_map: LaneMap, reading: Reading) -> None:
    """Refuse places that do not exist where they stand."""
    for key, names in (("from", [entry.from_]), ("to", [entry.to] if entry.to else []), ("via", entry.via)):
        with At(reading.at(*path, key)):
            for name in names:
                refuse_unknown(lane_map, name)


def _flow(entry: FlowEntry, name: str, journeys: Journey | Shares[Journey], mix: Mix, reading: Reading, k: int) -> Flow:
    with At(reading.at("traffic", "flows", k)):
        return Flow(
            name,
            journeys,
            rate=entry.rate,
            is_regular=entry.headways == "regular",
            mix=mix,
            begin=entry.begin / SECOND,
            end=inf if entry.end is None else entry.end / SECOND,
            start=Start(entry.lane, "desired" if entry.speed is None else entry.speed),
            at=reading.at("traffic", "flows", k),
        )
