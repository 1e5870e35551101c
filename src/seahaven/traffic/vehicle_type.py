"""Types of vehicles: a body, the drivers that one finds in it, and the lanes that are open to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seahaven.behaviour import TRAITS
from seahaven.errors import InputError, nearest
from seahaven.kernel import Stream
from seahaven.motion import BODIES, Body
from seahaven.roads.routing import BICYCLE as BICYCLE_LANES
from seahaven.roads.routing import BUS as BUS_LANES
from seahaven.roads.routing import CAR as CAR_LANES
from seahaven.roads.routing import MOTORCYCLE as MOTORCYCLE_LANES
from seahaven.roads.routing import TRUCK as TRUCK_LANES
from seahaven.roads.routing import RoadUser
from seahaven.traffic.character import ORDINARY, Character, traits
from seahaven.traffic.distribution import (
    Constant,
    Distribution,
    LogNormal,
    Normal,
    Scaled,
    distribution,
    shares,
    shares_of,
)

__all__ = [
    "BICYCLE",
    "BUS",
    "CAR",
    "MOTORCYCLE",
    "TRAILER_TRUCK",
    "TRUCK",
    "TYPES",
    "VAN",
    "VehicleType",
    "lots",
    "trait_shares",
]


@dataclass(frozen=True, slots=True)
class VehicleType:
    """A name, a body, distributions of its drivers' traits, and the road user that it is for routes.

        CAR.driven_by(HURRIED)
        CAR.changed("old car", length=4.1, power=40.0, top_speed=Normal(30.0, 2.0))

    Traits that are left out are the same for all: the defaults of the columns.
    """

    name: str
    body: Body
    traits: Mapping[str, Distribution | float]
    user: RoadUser = CAR_LANES
    chassis: str | None = None
    """What it is made of when it is driven freely, among the fleet of `motion`; None for the usual one of its kind"""
    learned: int | None = None
    """Which of a study's learned drivers drives it; None for the driver machine."""

    is_immutable: ClassVar[bool] = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "traits", traits(f"the vehicle type '{self.name}'", self.traits))

    def __str__(self) -> str:
        return f"vehicle type '{self.name}'"

    def __hash__(self) -> int:
        return hash((self.name, self.body, self.user))

    def driven_by(self, character: Character) -> VehicleType:
        """The type with drivers of another character, called after both."""
        own = {**self.traits, **character.traits}
        own |= {name: Scaled(_known(own, name), factor) for name, factor in character.factors.items()}
        return replace(self, name=f"{character.name} {self.name}", traits=own)

    def changed(self, name: str, *, user: RoadUser | None = None, **values: Any) -> VehicleType:
        """A type of another name with some of its body, as numbers, and its traits, as distributions, changed."""
        body = {key: value for key, value in values.items() if key in _BODY}
        changed = {key: value for key, value in values.items() if key in TRAITS}
        for unknown in sorted(values.keys() - body.keys() - changed.keys()):
            raise InputError(f"{self} has no '{unknown}'{nearest(unknown, [*_BODY, *TRAITS])}")
        chassis = self.chassis if body.get("kind", self.body.kind) == self.body.kind else None
        traits = {**self.traits, **changed}
        return VehicleType(name, replace(self.body, **body), traits, user or self.user, chassis, self.learned)

    @property
    def fixed(self) -> dict[str, Any]:
        """The columns that are the same for all vehicles of the type."""
        body = {name: value if name == "kind" else float(value) for name, value in self.body.columns.items()}
        return body if self.learned is None else {**body, "learned": self.learned}

    def columns(self, numbers: ArrayLike, *, seed: int, who: str) -> dict[str, NDArray[Any]]:
        """The body and the traits of vehicles, as columns: one row for each number.

        Numbers count the vehicles of one source of them, called `who`. The vehicle with a number is the same whoever
        else is asked for, and whenever it comes.
        """
        return {**self.columns_by(trait_shares(numbers, seed=seed, who=who)), "lot": lots(numbers, who=who)}

    def trait(self, name: str) -> Distribution:
        """How a trait of its drivers is distributed."""
        return _known(self.traits, name)

    def columns_by(self, given: Mapping[str, NDArray[np.float64]]) -> dict[str, NDArray[Any]]:
        """The columns of vehicles, by the share of others that lie below each in every trait."""
        count = len(next(iter(given.values())))
        fixed = {name: np.full(count, value) for name, value in self.fixed.items()}
        return {**fixed, **{name: self.trait(name).quantile(share) for name, share in given.items()}}


_BODY = tuple(field.name for field in fields(Body))


def trait_shares(numbers: ArrayLike, *, seed: int, who: str) -> dict[str, NDArray[np.float64]]:
    """For vehicles with numbers of a source, of each trait the share of others whose value lies below theirs."""
    return dict(zip(TRAITS, shares_of([Stream.named(seed, f"{who}/{name}") for name in TRAITS], numbers), strict=True))


def lots(numbers: ArrayLike, *, who: str) -> NDArray[np.int64]:
    """The numbers by which the whims of vehicles with numbers of a source are drawn, whatever ids they will have.

    They are as good as unique: 53 bits, drawn from the source's name.
    """
    return np.asarray(shares(Stream.named(0, f"{who}/lot"), numbers) * 2.0**53, np.int64)


def _known(own: Mapping[str, Any], name: str) -> Distribution:
    """The distribution of a trait, or the default of its column."""
    return distribution(own[name] if name in own else TRAITS[name].default)


# Cars: ours, in the range that is usual for the intelligent driver model.
CAR = VehicleType(
    "car",
    BODIES["car"],
    {
        **ORDINARY.traits,
        "top_speed": Normal(38.0, 3.5, 30.0, 50.0),
        "standstill": Normal(2.0, 0.35, 1.2, 3.0),
        "liveliness": Normal(1.4, 0.2, 0.9, 2.0),
        "comfort": Normal(2.0, 0.25, 1.4, 2.8),
    },
)
VAN = VehicleType(
    "van",
    BODIES["van"],
    {**CAR.traits, "top_speed": Normal(34.0, 2.5, 28.0, 40.0), "liveliness": Normal(1.2, 0.2, 0.8, 1.7)},
    chassis="van",
)
# Trucks: speed limiters at 90 km/h (92/6/EEC as amended by 2002/85/EC); the rest is ours. They are steadier, with a
# pedal that is down most of the time.
_HEAVY = {
    **ORDINARY.traits,
    "speed_factor": Normal(1.0, 0.03, 0.9, 1.08),
    "top_speed": Normal(24.3, 0.6, 22.5, 25.0),
    "headway": LogNormal(1.7, 0.35, 1.1, 3.0),
    "standstill": Normal(3.0, 0.5, 2.0, 4.5),
    "liveliness": Normal(0.8, 0.12, 0.5, 1.1),
    "comfort": Normal(1.6, 0.2, 1.1, 2.2),
    "aggressiveness": Normal(0.3, 0.12, 0.05, 0.7),
    "unsteadiness": LogNormal(0.04, 0.01, 0.02, 0.08),
}
TRUCK = VehicleType("truck", BODIES["truck"], _HEAVY, TRUCK_LANES)
TRAILER_TRUCK = VehicleType("trailer truck", BODIES["trailer truck"], _HEAVY, TRUCK_LANES, "trailer truck")
# Coaches: speed limiters at 100 km/h (the same directives); the rest is ours.
BUS = VehicleType(
    "bus",
    BODIES["bus"],
    {
        **_HEAVY,
        "top_speed": Normal(27.2, 0.5, 25.0, 27.8),
        "liveliness": Normal(1.0, 0.1, 0.7, 1.3),
        "comfort": Normal(1.4, 0.15, 1.0, 1.8),
    },
    BUS_LANES,
)
# Motorcycles: as fast as cars on motorways, though not elsewhere (Temmerman and Roynard, 2016); the rest is ours.
MOTORCYCLE = VehicleType(
    "motorcycle",
    BODIES["motorcycle"],
    {
        **CAR.traits,
        "headway": LogNormal(1.1, 0.25, 0.8, 2.0),
        "liveliness": Normal(2.5, 0.4, 1.5, 3.5),
        "comfort": Normal(2.3, 0.3, 1.6, 3.2),
        "aggressiveness": Normal(0.6, 0.15, 0.2, 0.95),
    },
    MOTORCYCLE_LANES,
)
# Bicycles: about 18 km/h in town (Parkin and Rotheram, 2010, measured 21 km/h on level roads); the rest is ours.
BICYCLE = VehicleType(
    "bicycle",
    BODIES["bicycle"],
    {
        **ORDINARY.traits,
        "speed_factor": Constant(1.0),
        "top_speed": Normal(5.0, 0.7, 3.5, 7.0),
        "headway": LogNormal(1.0, 0.25, 0.6, 2.0),
        "standstill": Normal(1.0, 0.2, 0.6, 1.6),
        "liveliness": Normal(0.8, 0.1, 0.6, 1.1),
        "comfort": Normal(1.5, 0.2, 1.0, 2.2),
        "sight": Constant(150.0),
    },
    BICYCLE_LANES,
)

TYPES: Mapping[str, VehicleType] = MappingProxyType(
    {one.name: one for one in (CAR, VAN, TRUCK, TRAILER_TRUCK, BUS, MOTORCYCLE, BICYCLE)}
)
"""The types above, by name."""
