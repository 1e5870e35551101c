"""Road users: which lanes they may drive on, and how fast."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from seahaven.errors import InputError, nearest
from seahaven.geometry import Truths
from seahaven.roads.lanemap import DRIVING, LaneMap
from seahaven.roads.model import Access, Lane, LaneKind

_EVERYONE = "all"
_NOBODY = "none"


@dataclass(frozen=True, slots=True)
class RoadUser:
    """A class of road users: the kinds of lanes that are for it, and what road files call it.

    A lane is open to it if the lane's kind is one of `kinds`, or the lane admits it by name, and nothing that the lane
    says of access keeps it out; one stretch that does so closes the lane. `top_speed` counts where it is below the
    limit, or where there is none. `room` is the width that a lane must have for a change onto it, and `change` the
    metres that it likes to have for one.
    """

    name: str
    kinds: frozenset[LaneKind] = field(default=DRIVING)
    names: frozenset[str] = frozenset()
    top_speed: float = 36.0
    room: float = 1.5
    change: float = 10.0

    def may_use(self, lane: Lane) -> bool:
        """Whether a lane is open to it."""
        named = any(self.names & set(access.allow) for access in lane.access)
        return (lane.kind in self.kinds or named) and all(map(self._is_let_in, lane.access))

    def _is_let_in(self, access: Access) -> bool:
        allow, deny = set(access.allow) - {_NOBODY}, set(access.deny) - {_NOBODY}
        if allow:
            return bool(allow & (self.names | {_EVERYONE}))
        return not deny & (self.names | {_EVERYONE})


CAR = RoadUser("car", names=frozenset({"car", "passenger", "passengerCar", "private"}))
TRUCK = RoadUser(
    "truck", names=frozenset({"truck", "trucks", "trailer", "delivery"}), top_speed=25.0, room=2.0, change=30.0
)
BUS = RoadUser("bus", DRIVING | {LaneKind.BUS}, frozenset({"bus", "coach"}), top_speed=28.0, room=2.0, change=30.0)
TAXI = RoadUser("taxi", DRIVING | {LaneKind.TAXI}, frozenset({"taxi"}))
MOTORCYCLE = RoadUser("motorcycle", names=frozenset({"motorcycle", "moped"}), room=0.8)
BICYCLE = RoadUser("bicycle", DRIVING | {LaneKind.BIKING}, frozenset({"bicycle"}), top_speed=6.0, room=0.5)
TRAM = RoadUser("tram", frozenset({LaneKind.TRAM}), frozenset({"tram"}), top_speed=20.0)
EMERGENCY = RoadUser("emergency", DRIVING | {LaneKind.BUS, LaneKind.TAXI, LaneKind.CARPOOL}, frozenset({"emergency"}))

PRESETS: Mapping[str, RoadUser] = MappingProxyType(
    {user.name: user for user in (CAR, TRUCK, BUS, TAXI, MOTORCYCLE, BICYCLE, TRAM, EMERGENCY)}
)
"""The road users above, by name."""


def road_user(user: RoadUser | str) -> RoadUser:
    """The road user that is meant, by itself or by the name of one of the above."""
    if isinstance(user, RoadUser):
        return user
    if not isinstance(user, str) or user not in PRESETS:
        raise InputError(
            f"Router got {user!r} for a road user; expected a RoadUser or a name{nearest(str(user), PRESETS)}"
        )
    return PRESETS[user]


def lanes_in_order(lane_map: LaneMap) -> Iterator[Lane]:
    """The lanes of the model as the lane map numbers them."""
    roads = lane_map.network.roads
    return (lane for road in roads for section in road.sections for lane in section.lanes if lane.id)


def usable(lane_map: LaneMap, user: RoadUser) -> Truths:
    """Of each lane, whether it is open to a road user; lanes without any width are open to nobody."""
    lanes: Sequence[Lane] = tuple(lanes_in_order(lane_map))
    open_to = np.fromiter(map(user.may_use, lanes), dtype=bool, count=len(lanes))
    if len(lanes):
        open_to &= np.maximum.reduceat(lane_map.strips.width, lane_map.first[:-1]) > 0.0
    return open_to
