"""Which lanes lead on into which, in the direction of travel: across sections, roads and junctions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from seahaven.geometry import Indices, Integers, Truths
from seahaven.roads.model import (
    Connection,
    End,
    Junction,
    JunctionKind,
    JunctionLink,
    Road,
    RoadLink,
    RoadNetwork,
)

Side = tuple[int, End]
"""One end of a lane, seen along its road."""
Joint = tuple[Side, Side]
Name = tuple[str, int, int]
"""Road, section and number of a lane."""


class Graph(NamedTuple):
    """Successors and predecessors: those of lane i are the lanes from first[i] up to first[i + 1], in rising order."""

    next_first: Integers
    next_lane: Indices
    previous_first: Integers
    previous_lane: Indices


def lane_names(network: RoadNetwork) -> dict[Name, int]:
    """The lanes of a map by road, section and number, in their order."""
    names = (
        (road.id, i, lane.id)
        for road in network.roads
        for i, section in enumerate(road.sections)
        for lane in section.lanes
        if lane.id != 0
    )
    return {name: index for index, name in enumerate(names)}


def joined(network: RoadNetwork, lanes: Mapping[Name, int], along: Truths) -> Graph:
    """The graph of all lanes.

    Lanes are joined where the model says so, by either side: two statements of the same joint are one. A joint leads
    from a lane that traffic leaves by that end into one that traffic enters by it; others lead nowhere. At a virtual
    junction nothing is joined to the road that runs on, since no lane of it ends there.
    """
    runs = along.tolist()
    edges = {
        edge
        for (a, a_end), (b, b_end) in _Links(network, lanes).joints()
        for edge, leaves, enters in (((a, b), (a, a_end), (b, b_end)), ((b, a), (b, b_end), (a, a_end)))
        if _leaves(leaves, runs) and not _leaves(enters, runs)
    }
    pairs = np.array(sorted(edges), dtype=np.int64).reshape(-1, 2)
    back = pairs[np.lexsort((pairs[:, 0], pairs[:, 1]))]
    return Graph(*_rows(pairs[:, 0], pairs[:, 1], len(runs)), *_rows(back[:, 1], back[:, 0], len(runs)))


def _leaves(side: Side, runs: list[bool]) -> bool:
    """Whether traffic leaves the lane by that end; otherwise it enters there."""
    return (side[1] is End.END) is runs[side[0]]


def _rows(source: Integers, target: Integers, lanes: int) -> tuple[Integers, Indices]:
    return np.concatenate(([0], np.cumsum(np.bincount(source, minlength=lanes)))), target.astype(np.int32)


class _Links:
    """The joints of a network, found by names."""

    def __init__(self, network: RoadNetwork, lanes: Mapping[Name, int]) -> None:
        self._network, self._lanes = network, lanes
        self._through = {
            junction.main_road[0]: junction.id
            for junction in network.junctions
            if junction.kind is JunctionKind.VIRTUAL and junction.main_road is not None
        }

    def joints(self) -> Iterator[Joint]:
        """All joints that the model states, some of them twice."""
        for road in self._network.roads:
            for i in range(len(road.sections)):
                yield from self._of_section(road, i)
        for junction in self._network.junctions:
            for connection in junction.connections:
                yield from self._of_connection(junction, connection)

    def _of_section(self, road: Road, i: int) -> Iterator[Joint]:
        before, after = self._next(road, i, End.START), self._next(road, i, End.END)
        for lane in road.sections[i].lanes:
            here = self._lanes.get((road.id, i, lane.id))
            if here is None:
                continue
            for numbers, beyond, end in ((lane.before, before, End.START), (lane.after, after, End.END)):
                if beyond is not None and numbers:
                    yield from self._pairs((here, end), beyond, numbers)

    def _next(self, road: Road, i: int, end: End) -> tuple[str, int, End] | None:
        """The road, the section and the end of it that follow a section at one of its ends."""
        k = i + 1 if end is End.END else i - 1
        if 0 <= k < len(road.sections):
            return road.id, k, End.START if end is End.END else End.END
        link = road.after if end is End.END else road.before
        if not isinstance(link, RoadLink) or self._passes(road, link.road):
            return None
        return self._at(link.road, link.end)

    def _passes(self, road: Road, other: str) -> bool:
        """Whether a road lies in a virtual junction past which the other runs on."""
        return road.junction is not None and self._through.get(other) == road.junction

    def _at(self, road: str, end: End) -> tuple[str, int, End] | None:
        if not self._network.has_road(road) or not self._network.road(road).sections:
            return None
        return road, 0 if end is End.START else len(self._network.road(road).sections) - 1, end

    def _pairs(self, here: Side, beyond: tuple[str, int, End], numbers: Iterable[int]) -> Iterator[Joint]:
        road, section, end = beyond
        for number in numbers:
            there = self._lanes.get((road, section, number))
            if there is not None:
                yield here, (there, end)

    def _of_connection(self, junction: Junction, connection: Connection) -> Iterator[Joint]:
        end = self._mouth(junction, connection)
        source = None if end is None else self._at(connection.incoming, end)
        target = self._at(connection.connecting, connection.contact)
        if source is None or target is None:
            return
        for number, onto in connection.lanes:
            here = self._lanes.get((source[0], source[1], number))
            if here is not None:
                yield from self._pairs((here, source[2]), target, (onto,))

    def _mouth(self, junction: Junction, connection: Connection) -> End | None:
        """The end by which the incoming road meets the junction: as the connecting road has it, else as its own links.

        A road may lead into the same junction with both ends; only the connecting road can tell then.
        """
        known = self._network
        if not known.has_road(connection.incoming) or not known.has_road(connection.connecting):
            return None
        incoming, connecting = known.road(connection.incoming), known.road(connection.connecting)
        if self._passes(connecting, incoming.id):
            return None
        link = connecting.before if connection.contact is End.START else connecting.after
        if isinstance(link, RoadLink) and link.road == incoming.id:
            return link.end
        leads = [
            end
            for end, link in ((End.END, incoming.after), (End.START, incoming.before))
            if isinstance(link, JunctionLink) and link.junction == junction.id
        ]
        return leads[0] if len(leads) == 1 else None
