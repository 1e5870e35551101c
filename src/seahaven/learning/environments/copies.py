"""Roads many times over: the networks of many worlds, one above the other, as a single one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np

from seahaven.roads import LaneMap, RoadNetwork
from seahaven.roads.model import (
    Connection,
    Junction,
    JunctionGroup,
    JunctionLink,
    Priority,
    Profile,
    Road,
    RoadLink,
)
from seahaven.roads.routing import TrackArrays, Tracks

__all__ = ["APART", "TracksSideBySide", "copied_network"]

APART: Final = 64.0
"""m, by which copies lie above each other: roads that far apart have nothing to do with each other. Plans stay the same
to the bit, and so do the heights of level roads, less a whole number."""


def copied_network(network: RoadNetwork, count: int) -> RoadNetwork:
    """Copies of a network: lane, road and junction i of copy k have the numbers i + k times how many there are."""
    named = [_Copy(k) for k in range(count)]
    return replace(
        network,
        roads=tuple(copy.road(road) for copy in named for road in network.roads),
        junctions=tuple(copy.junction(junction) for copy in named for junction in network.junctions),
        groups=tuple(copy.group(group) for copy in named for group in network.groups),
        controllers=(),
        zones=(),
        waymarks=(),
    )


class _Copy:
    """Makes the parts of one copy."""

    def __init__(self, number: int) -> None:
        self._number = number

    def name(self, id: str) -> str:
        """What the thing of that id is called in this copy."""
        return f"{id}@{self._number}"

    def road(self, road: Road) -> Road:
        """A road of this copy."""
        inside = None if road.junction is None else self.name(road.junction)
        height = _raised(road.elevation, APART * self._number)
        signs = tuple(replace(one, id=self.name(one.id)) for one in road.signals)
        uses = tuple(replace(one, id=self.name(one.id)) for one in road.signal_uses)
        things = tuple(replace(one, id=self.name(one.id)) for one in road.objects)
        return replace(
            road, id=self.name(road.id), before=self._link(road.before), after=self._link(road.after), junction=inside,
            elevation=height, signals=signs, signal_uses=uses, objects=things,
        )  # fmt: skip

    def _link(self, link: RoadLink | JunctionLink | None) -> RoadLink | JunctionLink | None:
        if isinstance(link, RoadLink):
            return replace(link, road=self.name(link.road))
        return None if link is None else JunctionLink(self.name(link.junction))

    def junction(self, junction: Junction) -> Junction:
        """A junction of this copy."""
        main = junction.main_road
        return replace(
            junction,
            id=self.name(junction.id),
            connections=tuple(map(self._connection, junction.connections)),
            priorities=tuple(map(self._priority, junction.priorities)),
            controllers=(),
            main_road=None if main is None else (self.name(main[0]), *main[1:]),
        )

    def _connection(self, one: Connection) -> Connection:
        return replace(one, incoming=self.name(one.incoming), connecting=self.name(one.connecting))

    def _priority(self, one: Priority) -> Priority:
        return replace(one, high=self.name(one.high), low=self.name(one.low))

    def group(self, group: JunctionGroup) -> JunctionGroup:
        """A group of junctions of this copy."""
        return replace(group, id=self.name(group.id), junctions=tuple(map(self.name, group.junctions)))


def _raised(profile: Profile, by: float) -> Profile:
    """A profile that is higher everywhere."""
    if not profile.pieces:
        return Profile.constant(by)
    return Profile(tuple((start, a + by, b, c, d) for start, a, b, c, d in profile.pieces))


class TracksSideBySide(Tracks):
    """The tracks of so many copies of a network: route and entry i of copy k are i + k times how many there are.

    Nobody on them is given another route: there are no trees.
    """

    def __init__(self, tracks: Tracks, lane_map: LaneMap, count: int) -> None:
        self._tracks, self._count = tracks, count
        self._entries, self._lanes = len(tracks.arrays.lane), len(tracks.lane_map)
        self.tables, self.lane_map, self.trees, self.notes = tracks.tables, lane_map, None, {}
        own = tracks.arrays
        tiled = {name: np.tile(column, count) for name, column in own._asdict().items()}
        copy = np.repeat(np.arange(count), self._entries)
        for name, step in (("lane", self._lanes), ("route", len(tracks)), *[(name, self._entries) for name in _ONWARD]):
            column = tiled[name]
            column[:] = np.where(column >= 0, column + step * copy, column)
        self.arrays = TrackArrays(**tiled)
        for column in self.arrays:
            column.setflags(write=False)

    def __len__(self) -> int:
        """The number of routes."""
        return len(self._tracks) * self._count

    @property
    def planned(self) -> int:
        """The number of routes, since there are no trees."""
        return len(self)

    def turning(self, route: int, turn: Any) -> int:
        """Nobody is told to turn."""
        return -1

    def locate(self, route: Any, lane: Any) -> Any:
        """The entry of a lane on or beside a route, -1 where it is neither."""
        routes, lanes = np.broadcast_arrays(np.asarray(route, np.int64), np.asarray(lane, np.int64))
        copy, own = lanes // self._lanes, routes - lanes // self._lanes * len(self._tracks)
        is_here = (own >= 0) & (own < len(self._tracks))
        found = np.full(routes.shape, -1, np.int64)
        entries = self._tracks.locate(own[is_here], (lanes - copy * self._lanes)[is_here])
        found[is_here] = np.where(entries >= 0, entries + (copy * self._entries)[is_here], -1)
        return int(found) if found.ndim == 0 else found


_ONWARD: Final = ("following", "left", "right")
"""The columns of tracks that hold entries."""
