"""Vehicles that come one after the other, at the same rates on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from seahaven.files import Element, new_element, xml_text
from seahaven.traffic import Demand, Distribution, Flow, Journey, Mix, Normal, VehicleType

__all__ = ["Inflow", "demand_of", "sumo_class", "write_inflows"]


@dataclass(frozen=True, slots=True)
class Inflow:
    """Vehicles per hour along edges, coming by chance."""

    name: str
    edges: tuple[str, ...]
    per_hour: float
    mix: Mix


def demand_of(inflows: Sequence[Inflow]) -> Demand:
    """The demand as our side takes it."""
    flows = (Flow(one.name, Journey.along(*one.edges), rate=one.per_hour / 3600.0, mix=one.mix) for one in inflows)
    return Demand(flows=tuple(flows))


def write_inflows(file: Path, inflows: Sequence[Inflow], *, model: str) -> Path:
    """Write the demand for SUMO, whose vehicles follow by one of its models and enter wherever there is room."""
    types = {kind.name: kind for one in inflows for kind in one.mix.things}
    rows = [_type(kind, model) for kind in types.values()]
    for one in inflows:
        whole = sum(share for _, share in one.mix.parts)
        rows += [_flow(one, kind, share / whole) for kind, share in one.mix.parts]
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


def _flow(one: Inflow, kind: VehicleType, share: float) -> Element:
    return new_element(
        "flow",
        {
            "id": f"{one.name}.{_id(kind.name)}", "type": _id(kind.name), "begin": 0, "end": 1_000_000,
            "period": f"exp({share * one.per_hour / 3600.0:.6f})", "departLane": "best", "departSpeed": "max",
        },
        [new_element("route", {"edges": " ".join(one.edges)})],
    )  # fmt: skip
