"""Casting: which vehicles there are for a role, and where one can be brought in unseen. Roles choose by this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from seahaven.direction.coach.natural import SLOWEST
from seahaven.direction.line import Line, Spot
from seahaven.direction.routes_over import route_over
from seahaven.direction.view import View
from seahaven.geometry import Floats, Integers
from seahaven.roads.routing import Tracks
from seahaven.traffic import TYPES
from seahaven.world import MOTIONS, Sight

if TYPE_CHECKING:
    from seahaven.direction.roles import Role

__all__ = ["STEP", "Casting", "Entrance", "Place"]

STEP, FURTHEST = 25.0, 3000.0
"""Places at which somebody may be brought in are so far apart (m), and no further away than this."""
LANE_BOUND = MOTIONS.index("lane")
"""The motion of vehicles that may take part: others do not follow orders, or are trailers."""
MARGIN = 30.0
"""Metres by which one has to be further out of sight than at the first hidden place."""
ROOM = 2.2
"""Seconds between a newcomer and whoever is before or behind it, at least."""
STANDING_ROOM = 12.0
"""Metres that are free on either side of a newcomer at least."""
SLOWER, CALM = 8.0, 0.85
"""By how many m/s somebody ahead is slower than the subject to be caught up with; and the share of the limit at which
it drives at most."""
CLEAR, NEAR_BY = 15.0, 50.0
"""Metres ahead of the subject from which on somebody on its lane may lead it, and where it would best be."""
ABREAST = 60.0
"""Metres that being on another lane counts for, when candidates are compared."""
HELD_UP = 1.5
"""So many metres each metre counts for that somebody on a lane to the left is further ahead: the subject, who does not
overtake on the right, keeps behind it when it falls back; who comes from behind it hardly notices."""
PER_SPEED = 8.0
"""Metres that each m/s of difference in speed counts for."""
BLOCKED, HOPELESS = 250.0, 900.0
"""Metres that each other vehicle in the way counts for, and from which on somebody is no candidate."""
OVERTAKING = 6.0
"""How much faster than the subject somebody is who is to come past it (m/s)."""
UNLIMITED = 40.0
"""What counts as the limit where there is none (m/s)."""


class Place(NamedTuple):
    """Where a situation happens for a role: the way of whoever has it, and how far along that the place is."""

    line: Line
    mark: float
    subject_mark: float
    """How far along the drive it is."""
    parameters: Mapping[str, float] = MappingProxyType({})
    """The set values of the situation."""


@dataclass(frozen=True, slots=True)
class Entrance:
    """Where somebody is brought in: the place, the route, how fast, and whether it is parked or waits on the road."""

    spot: Spot
    route: int
    speed: float
    is_parked: bool = False
    stands: bool = False


class Casting:
    """Finds people for roles, for one step."""

    def __init__(self, view: View, tracks: Tracks, sight: Sight, visibility: float, taken: frozenset[int]) -> None:
        self.view = view
        self.tracks = tracks
        self.sight = sight
        self._visibility = visibility
        self.taken = taken

    def conscript(self, role: Role, place: Place) -> int | None:
        """The vehicle that fits a role best of those who are there; None if none does."""
        return role.conscript(self, place)

    def entrance(self, role: Role, place: Place) -> Entrance | None:
        """Where a vehicle can be brought in for a role now, out of sight; None if nowhere."""
        entrance = role.entrance(self, place)
        if entrance is None or entrance.route >= 0:
            return entrance
        route = route_over(self.tracks, place.line, entrance.spot)
        return replace(entrance, route=route) if route >= 0 else None

    # --- those who are there --------------------------------------------------------------------------------------

    def free(self, role: Role) -> Any:
        """Of each row, whether it may take part: of the right kind, bound to lanes, and without anything else to do."""
        table = self.view.table
        kinds = table.type.columns["kind"].kinds
        is_kind = table.kind == kinds.index(TYPES[role.type].body.kind)
        is_free = table.null("contact") & ~np.isin(table.ids, list(self.taken)) & (table.speed > 3.0)
        is_free &= table.motion == LANE_BOUND
        return is_kind & is_free & (table.ids != self.view.subject)

    def best(
        self, role: Role, nearest: float, furthest: float, *, most_side: int = 0, side: int | None = None
    ) -> int | None:
        """The vehicle between two distances ahead of the subject (m) that can best come near it; None if none can.

        It is in the lane so many to the left of the subject's, or at most so many lanes beside it.
        """
        view, table = self.view, self.view.table
        ahead = view.along - view.at
        rank = np.where(table.lane >= 0, view.drive.rank[table.lane], -1)
        own = int(view.drive.rank[table.lane[view.own]])
        if own < 0:
            return None
        aside = own - rank
        fits = aside == side if side is not None else np.abs(aside) <= most_side
        with np.errstate(invalid="ignore"):
            fits &= (ahead > nearest) & (ahead < furthest) & ((aside != 0) | (ahead > CLEAR))
            chosen = np.flatnonzero(self.free(role) & (rank >= 0) & fits)
        if not len(chosen):
            return None
        lag = NEAR_BY - ahead[chosen]
        cost = np.where(lag > 0.0, lag, np.where(aside[chosen] > 0, -HELD_UP * lag, -lag))
        cost += ABREAST * np.abs(aside[chosen] - (side or 0)) + PER_SPEED * np.abs(
            table.speed[chosen] - view.outlook.speed
        )
        cost += BLOCKED * self._in_the_way(chosen, ahead, rank)
        best = int(cost.argmin())
        return int(table.ids[chosen[best]]) if cost[best] < HOPELESS else None

    def _in_the_way(self, chosen: Integers, ahead: Floats, rank: Any) -> Floats:
        """Of candidates how many others are on their lanes between them and where they would best be."""
        low, high = np.minimum(ahead[chosen], NEAR_BY), np.maximum(ahead[chosen], NEAR_BY)
        with np.errstate(invalid="ignore"):
            between = (ahead > low[:, np.newaxis] + 1.0) & (ahead < high[:, np.newaxis] - 1.0)
        return np.asarray((between & (rank == rank[chosen][:, np.newaxis])).sum(axis=1), np.float64)

    # --- those who are brought in ---------------------------------------------------------------------------------

    def limit(self, spot: Spot) -> float:
        """The speed limit at a place (m/s)."""
        return float(min(self.tracks.lane_map.limit(spot.lane, spot.s), UNLIMITED))

    def is_seen(self, spot: Spot) -> bool:
        """Whether the subject could see a vehicle that stands at a place."""
        return bool(self._sees([spot], np.zeros(1))[0])

    def _sees(self, spots: list[Spot], speeds: Floats) -> Any:
        lanes, along = np.array([spot.lane for spot in spots]), np.array([spot.s for spot in spots])
        boxes = self.sight.boxes_at(lanes, along, speed=speeds, length=18.0, width=2.6, height=4.0)
        eyes = self.sight.eyes(self.view.table, (self.view.subject,))
        return self.sight.seen(eyes, boxes, visibility=self._visibility)

    def hidden(self, line: Line, places: Floats, lane_at: Any, speed: float) -> tuple[float, Spot] | None:
        """The first of some places along a line that is out of sight, with a margin, and has room."""
        found = [(place, line.spot(lane, place)) for place in places.tolist() if (lane := lane_at(place)) is not None]
        if not found:
            return None
        seen = self._sees([spot for _, spot in found], np.full(len(found), speed))
        count = max(int(MARGIN / STEP), 1)
        for k, (place, spot) in enumerate(found):
            if not seen[k : k + count + 1].any() and self.has_room(line, place, spot, speed):
                return place, spot
        return None

    def has_room(self, line: Line, place: float, spot: Spot, speed: float) -> bool:
        """Whether nobody is near a place on its lane, or so near that one of them would have to brake."""
        table = self.view.table
        others = line.at(table.lane, table.s) - place
        lanes: Integers = table.lane
        same = (line.rank[np.maximum(lanes, 0)] == line.rank[spot.lane]) & (lanes >= 0)
        closing = np.where(others > 0.0, speed - table.speed, table.speed - speed)
        need = STANDING_ROOM + ROOM * np.maximum(table.speed, speed) + 6.0 * np.maximum(closing, 0.0)
        with np.errstate(invalid="ignore"):
            return not bool((same & (np.abs(others) < need)).any())

    def _lane(self, line: Line, side: int) -> Any:
        """What gives the lane so many to the left of the subject's along a line; the nearest where there is none."""
        own = int(line.rank[self.view.table.lane[self.view.own]])

        def lane_at(place: float) -> int | None:
            lanes = line.lanes_at(place)
            if not len(lanes):
                return None
            wanted = max(own, 0) - side
            return int(lanes[np.abs(line.rank[lanes] - wanted).argmin()])

        return lane_at

    def ahead(self, side: int) -> Entrance | None:
        """Ahead on the drive: slow enough to be caught up with, or parked where the subject itself is slow."""
        view = self.view
        usual = view.outlook.usual
        places = np.arange(view.at + 100.0, min(view.at + FURTHEST, view.drive.length - 100.0), STEP)
        found = self.hidden(view.drive, places, self._lane(view.drive, side), usual)
        if found is None:
            return None
        place, spot = found
        limit = self.limit(spot)
        speed = min(CALM * limit, usual - SLOWER)
        if speed >= SLOWEST * limit:
            return Entrance(spot, view.drive.driven, speed)
        return self._parked(place)

    def ahead_at(self, speed: float) -> Entrance | None:
        """Ahead on the subject's lane, driving at a speed (m/s)."""
        view = self.view
        places = np.arange(view.at + 100.0, min(view.at + FURTHEST, view.drive.length - 100.0), STEP)
        found = self.hidden(view.drive, places, self._lane(view.drive, 0), speed)
        return None if found is None else Entrance(found[1], view.drive.driven, speed)

    def _parked(self, place: float) -> Entrance | None:
        """On the shoulder, from a place on; None where there is none."""
        line = self.view.drive
        places = np.arange(place, min(place + 400.0, line.length), STEP)

        def shoulder_at(along: float) -> int | None:
            lanes = line.lanes_at(along, refuges=True)
            return int(lanes[-1]) if len(lanes) else None

        found = self.hidden(line, places, shoulder_at, 0.0)
        return None if found is None else Entrance(found[1], line.driven, 0.0, is_parked=True)

    def behind(self, side: int) -> Entrance | None:
        """Behind on another lane, fast enough to come past; None where there is no other lane."""
        view = self.view
        lane_at = self._lane(view.drive, side)
        if len(view.drive.lanes_at(view.at)) < 2:
            return None
        speed = view.outlook.usual + OVERTAKING
        places = np.arange(view.at - 100.0, max(view.at - FURTHEST, 50.0), -STEP)
        found = self.hidden(view.drive, places, lane_at, speed)
        return None if found is None else Entrance(found[1], view.drive.driven, speed)

    def oncoming(self, place: Place) -> Entrance | None:
        """On the other way, driving, where it is in time for the place; None while that is in sight or off the road."""
        line = place.line
        speed = CALM * self.limit(line.spot(int(line.lanes_at(place.mark)[0]), place.mark))
        along = place.mark - speed * self.view.outlook.likely(place.subject_mark - self.view.front)
        if not along > 0.0:
            return None

        def inner(there: float) -> int | None:
            lanes = line.lanes_at(there)
            return int(lanes[0]) if len(lanes) else None

        found = self.hidden(line, np.array([along]), inner, speed)
        return None if found is None else Entrance(found[1], line.driven, speed)
