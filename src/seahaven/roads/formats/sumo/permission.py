"""Who may use a lane, and who may leave it sideways, in SUMO's classes of vehicles."""

from __future__ import annotations

from dataclasses import dataclass

from seahaven.roads.model import Access, Crossing, LaneKind, Mark, MarkKind

_ALL = "all"

# The first class in this order that may drive on a lane without cars says what the lane is for.
_KINDS = (
    (("bus", "coach"), LaneKind.BUS),
    (("taxi",), LaneKind.TAXI),
    (("hov",), LaneKind.CARPOOL),
    (("tram",), LaneKind.TRAM),
    (("rail", "rail_urban", "rail_electric", "rail_fast", "subway", "cable_car"), LaneKind.RAIL),
    (("delivery", "truck", "trailer", "motorcycle", "moped", "emergency", "authority"), LaneKind.RESTRICTED),
    (("bicycle", "scooter"), LaneKind.BIKING),
    (("pedestrian", "wheelchair"), LaneKind.SIDEWALK),
    (("ship", "container", "aircraft", "drone"), LaneKind.SPECIAL),
)


@dataclass(frozen=True, slots=True)
class Permission:
    """The classes that are let in, or those that are kept out; without either everyone is let in."""

    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()

    def lets(self, name: str) -> bool:
        """Whether a class of vehicles is let in."""
        if self.allow:
            return name in self.allow or _ALL in self.allow
        return name not in self.deny and _ALL not in self.deny

    @property
    def lets_cars(self) -> bool:
        """Whether cars are let in."""
        return self.lets("passenger")

    @property
    def kind(self) -> LaneKind:
        """What a lane is for that is used by these."""
        if self.lets_cars:
            return LaneKind.DRIVING
        return next((kind for names, kind in _KINDS if any(map(self.lets, names))), LaneKind.RESTRICTED)

    @property
    def access(self) -> tuple[Access, ...]:
        """The same as the model has it: names as SUMO writes them."""
        allow = () if _ALL in self.allow else self.allow
        return (Access(0.0, allow, self.deny),) if allow or self.deny else ()


def side_mark(kinds: tuple[LaneKind, LaneKind], *, outward: bool, inward: bool, is_left_hand: bool) -> Mark:
    """The mark between two lanes of one direction: broken where cars may change, both ways, one way or not at all.

    Outward is away from the road's middle, towards the slow side: to the right, and to the left in left-hand traffic.
    """
    if LaneKind.SIDEWALK in kinds:
        return Mark(MarkKind.CURB)
    if outward == inward:
        return Mark(MarkKind.BROKEN if outward else MarkKind.SOLID)
    rising = outward == is_left_hand
    kind = MarkKind.BROKEN_SOLID if outward else MarkKind.SOLID_BROKEN
    return Mark(kind, crossing=Crossing.INCREASE if rising else Crossing.DECREASE)
