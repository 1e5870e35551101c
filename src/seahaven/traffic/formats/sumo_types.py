"""SUMO's vehicle types and distributions of them as types and mixes of ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seahaven.errors import InputError, nearest
from seahaven.files import Element
from seahaven.roads.lanemap import DRIVING
from seahaven.roads.model import LaneKind
from seahaven.roads.routing import BUS as BUS_LANES
from seahaven.roads.routing import CAR as CAR_LANES
from seahaven.roads.routing import EMERGENCY, TAXI, RoadUser
from seahaven.roads.routing import MOTORCYCLE as MOTORCYCLE_LANES
from seahaven.roads.routing import TRUCK as TRUCK_LANES
from seahaven.traffic.distribution import Distribution, Normal
from seahaven.traffic.formats.sumo_words import Notes, positive, shares, spread
from seahaven.traffic.mix import Mix
from seahaven.traffic.vehicle_type import BICYCLE, BUS, CAR, MOTORCYCLE, TRAILER_TRUCK, TRUCK, VAN, VehicleType

__all__ = ["Types"]

_COMFORT = 4.0 / 9.0
"""What of SUMO's `decel` counts as comfort, so that its default, 4.5 m/s², is the 2 m/s² that is usual here."""
_UNSAID = {"headway": 1.0, "reaction": 0.1}
"""What a type has that does not say it: SUMO's `tau` (s), and next to no reaction time, since SUMO's drivers see and
act in the same step unless their `actionStepLength` says otherwise; the defaults of the one go with the other."""
_DRIVEN = ("accel", "decel", "minGap", "length")
_CAR_LIKE = (2.6, 4.5, 2.5, 5.0)
_BY_CLASS: Mapping[str, tuple[float, ...]] = {
    "emergency": (2.6, 4.5, 2.5, 6.5),
    "delivery": (2.6, 4.5, 2.5, 6.5),
    "truck": (1.3, 4.0, 2.5, 7.1),
    "trailer": (1.1, 4.0, 2.5, 16.5),
    "bus": (1.2, 4.0, 2.5, 12.0),
    "coach": (2.0, 4.0, 2.5, 14.0),
    "motorcycle": (6.0, 10.0, 2.5, 2.2),
    "moped": (1.1, 7.0, 2.5, 2.1),
    "bicycle": (1.2, 3.0, 0.5, 1.6),
}
"""What SUMO 1.28 takes for `accel` and `decel` (m/s²), `minGap` and `length` (m) where a type of this class says
nothing; all other classes are like cars. Read from SUMO itself, through TraCI."""
_LEFT_OUT = frozenset((
    "aircraft", "cable_car", "container", "drone", "pedestrian", "rail", "rail_electric", "rail_fast",
    "rail_urban", "scooter", "ship", "subway", "tram", "wheelchair",
))  # fmt: skip
_DEFAULTS = {
    "DEFAULT_VEHTYPE": "passenger",
    "DEFAULT_TAXITYPE": "taxi",
    "DEFAULT_BIKETYPE": "bicycle",
    "DEFAULT_PEDTYPE": "pedestrian",
    "DEFAULT_RAILTYPE": "rail",
    "DEFAULT_CONTAINERTYPE": "container",
}
_ANYONE = RoadUser(
    "ignoring",
    DRIVING | {LaneKind.BUS, LaneKind.TAXI, LaneKind.CARPOOL},
    CAR_LANES.names | BUS_LANES.names | TAXI.names | EMERGENCY.names | {"authority"},
)
"""Who goes wherever there is a road."""


def _class(name: str) -> RoadUser:
    return RoadUser(name, names=frozenset({name}))


_CLASSES: Mapping[str, tuple[VehicleType, RoadUser]] = {
    "passenger": (CAR, CAR_LANES),
    "private": (CAR, CAR_LANES),
    "taxi": (CAR, TAXI),
    "emergency": (CAR, EMERGENCY),
    "ignoring": (CAR, _ANYONE),
    **{name: (CAR, _class(name)) for name in ("authority", "army", "vip", "hov", "evehicle", "custom1", "custom2")},
    "delivery": (VAN, _class("delivery")),
    "truck": (TRUCK, TRUCK_LANES),
    "trailer": (TRAILER_TRUCK, TRUCK_LANES),
    "bus": (BUS, BUS_LANES),
    "coach": (BUS, BUS_LANES),
    "motorcycle": (MOTORCYCLE, MOTORCYCLE_LANES),
    "moped": (MOTORCYCLE, MOTORCYCLE_LANES),
    "bicycle": (BICYCLE, BICYCLE.user),
}

_NUMBERS = {
    "accel": "liveliness",
    "tau": "headway",
    "minGap": "standstill",
    "maxSpeed": "top_speed",
    "actionStepLength": "reaction",
    "length": "length",
    "width": "width",
    "height": "height",
    "emergencyDecel": "braking",
}
"""Attributes that are a trait or a measure of ours under another name."""
_LOOKS = ("color", "guiShape", "imgFile", "emissionClass", "osgFile", "sigma", "personCapacity", "containerCapacity")
_KNOWN = frozenset(("id", "vClass", "probability", "decel", "speedFactor", "speedDev", *_NUMBERS, *_LOOKS))


class Types:
    """The types of one demand, by their ids; None for a type of which there are no vehicles here."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._made: dict[str, VehicleType | Mix | None] = {}

    def read(self, element: Element) -> None:
        """Take in a `<vType>` or a `<vTypeDistribution>`."""
        name = element.word("id")
        if name in self._made:
            element.refuse(f"the vehicle type '{name}' is there twice")
        self._made[name] = self._type(element) if element.tag == "vType" else self._mix(element)

    def of(self, element: Element) -> VehicleType | Mix | None:
        """The type of a vehicle, trip or flow."""
        name = element.word("type", "DEFAULT_VEHTYPE")
        if name in self._made:
            return self._made[name]
        if name not in _DEFAULTS:
            hint = nearest(name, [*self._made, *_DEFAULTS])
            element.refuse(f"<{element.tag}> has the type '{name}', which nothing declares{hint}")
        return _default(_DEFAULTS[name]) if _DEFAULTS[name] in _CLASSES else None

    def _type(self, element: Element) -> VehicleType | None:
        kind = element.word("vClass", "passenger")
        self._notes.unused(element, _KNOWN)
        if kind in _LEFT_OUT:
            self._notes.add("left out", f"vehicles of the class '{kind}' are left out: there are none here", element)
            return None
        if kind not in _CLASSES:
            element.refuse(f"<vType> has the class '{kind}', which is unknown{nearest(kind, [*_CLASSES, *_LEFT_OUT])}")
        base, user = _CLASSES[kind]
        try:
            return base.changed(element.word("id"), user=user, **_values(element, kind))
        except InputError as reason:
            element.refuse(str(reason))

    def _mix(self, element: Element) -> Mix | None:
        for child in element.all("vType"):
            self.read(child)
        listed = element.word("vTypes", "").split()
        parts = [(child.word("id"), child.number("probability", 1.0, least=0.0)) for child in element.all("vType")]
        parts += zip(listed, shares(element, listed), strict=True)
        found = [(self._member(element, name), share) for name, share in parts]
        here = tuple((kind, share) for kind, share in found if kind is not None)
        if not sum(share for _, share in here) > 0.0:
            if found and not here:
                return None
            element.refuse("<vTypeDistribution> holds no type with a probability above 0")
        return Mix(here)

    def _member(self, element: Element, name: str) -> VehicleType | None:
        kind = self._made.get(name, ...)
        if kind is ... or isinstance(kind, Mix):
            hint = nearest(name, self._made)
            element.refuse(f"<vTypeDistribution> names the type '{name}', which nothing declares{hint}")
        return kind


def _default(kind: str) -> VehicleType:
    """SUMO's own type of a class."""
    base, user = _CLASSES[kind]
    return base.changed(base.name, user=user, **_traits(kind, {}))


def _values(element: Element, kind: str) -> dict[str, Any]:
    """What a type of a class says of body and driver, in our words; what it leaves unsaid is as in SUMO."""
    values = _traits(kind, {n: positive(element, n) for n in (*_NUMBERS, "decel") if n in element.attributes})
    factor = _speed_factor(element)
    return values if factor is None else {**values, "speed_factor": factor}


def _traits(kind: str, said: Mapping[str, float]) -> dict[str, Any]:
    """SUMO's numbers in our words, with its defaults of a class where nothing is said."""
    numbers = {**dict(zip(_DRIVEN, _BY_CLASS.get(kind, _CAR_LIKE), strict=True)), **said}
    comfort = _COMFORT * numbers.pop("decel")
    return {**_UNSAID, "comfort": comfort, **{_NUMBERS[name]: value for name, value in numbers.items()}}


def _speed_factor(element: Element) -> Distribution | float | None:
    factor = spread(element, "speedFactor") if "speedFactor" in element.attributes else None
    if "speedDev" not in element.attributes:
        return factor
    mean = 1.0 if factor is None else factor if isinstance(factor, float) else factor.mean
    return Normal(mean, element.number("speedDev", least=0.0), min(0.2, mean), max(2.0, mean))
