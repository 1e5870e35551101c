"""Vehicles that come one after the other, at the same rates on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log1p
from pathlib import Path

from seahaven.files import Element, new_element, xml_text
from seahaven.kernel import Stream
from seahaven.traffic import Demand, Distribution, Flow, Journey, Mix, Normal, Trip, VehicleType

__all__ = ["Departure", "Inflow", "demand_of", "departures", "flows_of", "sumo_class", "write_departures"]


@dataclass(frozen=True, slots=True)
class Inflow:
    """Vehicles per hour along edges, coming by chance."""

    name: str
    edges: tuple[str, ...]
    per_hour: float
    mix: Mix


def flows_of(inflows: Sequence[Inflow]) -> Demand:
    """The demand as flows without end, for our side alone."""
    flows = (Flow(one.name, Journey.along(*one.edges), rate=one.per_hour / 3600.0, mix=one.mix) for one in inflows)
    return Demand(flows=tuple(flows))


@dataclass(frozen=True, slots=True)
class Departure:
    """One vehicle: which one, when it sets out in seconds, along which edges."""

    name: str
    time: float
    kind: VehicleType
    edges: tuple[str, ...]


def departures(inflows: Sequence[Inflow], *, until: float, seed: int = 1) -> list[Departure]:
    """Give everybody who sets out up to a date, in order: the very same vehicles for both sides."""
    found = []
    for one in inflows:
        stream, mean, time, number = Stream.named(seed, f"inflow/{one.name}"), 3600.0 / one.per_hour, 0.0, 0
        while (time := time - mean * log1p(-stream.uniform(entity=number))) < until:
            kind = one.mix.type_of(number, seed=seed, who=one.name)
            found.append(Departure(f"{one.name}.{number}", time, kind, one.edges))
            number += 1
    return sorted(found, key=lambda departure: (departure.time, departure.name))


def demand_of(given: Sequence[Departure], *, crowd: str = "") -> Demand:
    """The vehicles as our side takes them; those of a `crowd` are drawn together, which is quicker for many."""
    return Demand(
        trips=tuple(
            Trip(one.name, Journey.along(*one.edges), one.time, one.kind, crowd=crowd, number=number)
            for number, one in enumerate(given)
        )
    )


def write_departures(file: Path, given: Sequence[Departure], *, model: str) -> Path:
    """Write the vehicles for SUMO, which follow by one of its models and enter wherever there is room."""
    types = {one.kind.name: one.kind for one in given}
    routes = {one.edges: f"route_{number}" for number, one in enumerate(given)}
    rows = [_type(kind, model) for kind in types.values()]
    rows += [new_element("route", {"id": name, "edges": " ".join(edges)}) for edges, name in routes.items()]
    rows += [
        new_element(
            "vehicle",
            {
                "id": one.name, "type": _id(one.kind.name), "route": routes[one.edges], "depart": round(one.time, 2),
                "departLane": "best", "departSpeed": "max",
            },
        )
        for one in given
    ]  # fmt: skip
    file.write_text(xml_text(new_element("routes", {}, rows)), encoding="utf-8")
    return file


def _type(kind: VehicleType, model: str) -> Element:
    """A type with the mean of each trait, but for the speeds that are wished for, which vary as ours do."""
    mean = {
        sumo: round(_of(kind, ours).mean, 3)
        for sumo, ours in (
            ("minGap", "standstill"), ("tau", "headway"), ("accel", "liveliness"), ("maxSpeed", "top_speed"),
        )
    }  # fmt: skip
    body = {"length": kind.body.length, "width": kind.body.width}
    wished = {"vClass": sumo_class(kind.body.kind), "carFollowModel": model, "speedFactor": _spread(kind)}
    return new_element("vType", {"id": _id(kind.name), **body, **mean, **wished})


def _of(kind: VehicleType, trait: str) -> Distribution:
    found = kind.traits[trait]
    assert not isinstance(found, float)  # types turn plain numbers into distributions
    return found


def _spread(kind: VehicleType) -> str:
    wished = _of(kind, "speed_factor")
    if isinstance(wished, Normal):
        return f"normc({wished.mean:g},{wished.deviation:g},{wished.low:g},{wished.high:g})"
    return f"{wished.mean:g}"


def sumo_class(kind: str) -> str:
    """SUMO's name for a kind of vehicle."""
    return {"car": "passenger", "bus": "coach"}.get(kind, kind)


def _id(name: str) -> str:
    return name.replace(" ", "_")
