"""SUMO's edges and lanes, by the names that its files call them, on a lane map."""

from __future__ import annotations

from seahaven.errors import nearest
from seahaven.files import Element
from seahaven.roads import LaneMap

__all__ = ["Edges"]


class Edges:
    """The edges of a network read by `read_sumo`: they are the roads of the same ids."""

    def __init__(self, lane_map: LaneMap) -> None:
        self._lane_map = lane_map
        self._roads = {road.id: k for k, road in enumerate(lane_map.network.roads)}
        self._lanes: dict[int, list[int]] = {}
        for lane, road in enumerate(lane_map.road.tolist()):
            self._lanes.setdefault(road, []).append(lane)

    def __contains__(self, edge: str) -> bool:
        return edge in self._roads

    def hint(self, edge: str) -> str:
        """What to append to a message about an edge that there is not."""
        return nearest(edge, [road.id for road in self._lane_map.network.roads if road.junction is None])

    def length(self, edge: str) -> float:
        """Metres along an edge."""
        return float(self._lane_map.network.roads[self._roads[edge]].length)

    def lanes(self, edge: str) -> list[int]:
        """The lanes of an edge as SUMO counts them: from the kerb."""
        road = self._roads[edge]
        # Lanes of a map run from left to right.
        lanes = self._lanes.get(road, [])
        return lanes if self._lane_map.network.roads[road].is_left_hand else lanes[::-1]

    def lane(self, element: Element, name: str) -> int | None:
        """The lane that an attribute names as edge_number; None where there is none."""
        edge, _, number = element.word(name).rpartition("_")
        if edge not in self._roads or not number.isdecimal() or int(number) >= len(self.lanes(edge)):
            return None
        return self.lanes(edge)[int(number)]

    def name(self, lane: int) -> str:
        """What the map calls a lane."""
        return self._lane_map.name(lane)

    def lane_length(self, lane: int) -> float:
        """Metres along a lane."""
        return float(self._lane_map.length[lane])
