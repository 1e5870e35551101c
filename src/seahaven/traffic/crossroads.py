"""Where roads lead on: from each direction of a road the next ones, with the turn that it takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from seahaven.errors import InputError, nearest
from seahaven.geometry import Truths
from seahaven.roads import LaneMap
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.model import Turn

__all__ = ["Carriageway", "Exit", "RoadLinks"]

Carriageway: TypeAlias = tuple[int, bool]
"""One direction of a road: its number in the network, and whether it runs along the road's s."""


class Exit(NamedTuple):
    """A way on from a carriageway: the turn, the carriageway that it leads onto, and the junction between them."""

    turn: Turn
    onto: Carriageway
    junction: str | None


class RoadLinks:
    """From each carriageway of a map the ways on that all of some road users have, each over the lanes open to it."""

    def __init__(self, lane_map: LaneMap, opens: Sequence[Truths]) -> None:
        self._lane_map = lane_map
        self._logic = JunctionLogic.of(lane_map)
        first, *others = ({one: self._exits_of(lanes, own) for one, lanes in self._carriageways(own)} for own in opens)
        self.exits: Mapping[Carriageway, tuple[Exit, ...]] = {
            one: tuple(exit for exit in exits if all(exit in other[one] for other in others))
            for one, exits in first.items()
            if all(one in other for other in others)
        }
        """The ways on from each carriageway; none where the network ends."""
        self._entered = {exit.onto for exits in self.exits.values() for exit in exits}

    def road(self, carriageway: Carriageway) -> str:
        """The id of a carriageway's road."""
        return self._lane_map.network.roads[carriageway[0]].id

    def of_road(self, road: str) -> list[Carriageway]:
        """The carriageways of a road."""
        return [one for one in self.exits if self.road(one) == road]

    def entrance(self, road: str) -> Carriageway:
        """The carriageway by which one drives into the network on a road; refused where it could be either."""
        own = self.of_road(road)
        if not own:
            names = sorted({self.road(one) for one in self.exits})
            raise InputError(f"there is no road '{road}' to drive in on{nearest(road, names)}")
        at_edge = [one for one in own if one not in self._entered] or own
        if len(at_edge) > 1:
            raise InputError(
                f"road '{road}' is driven on both ways, and neither begins at the edge of the network; "
                "expected a road at its edge, or a one-way road"
            )
        return at_edge[0]

    def _carriageways(self, is_open: Truths) -> Iterable[tuple[Carriageway, list[int]]]:
        found: dict[Carriageway, list[int]] = {}
        lane_map = self._lane_map
        for lane in np.flatnonzero(is_open & (lane_map.junction < 0)).tolist():
            found.setdefault((int(lane_map.road[lane]), bool(lane_map.along[lane])), []).append(lane)
        return found.items()

    def _exits_of(self, lanes: list[int], is_open: Truths) -> tuple[Exit, ...]:
        return tuple(dict.fromkeys(exit for lane in lanes for exit in self._exits(lane, is_open)))

    def _exits(self, lane: int, is_open: Truths) -> Iterator[Exit]:
        """The ways on from a lane, through a junction or end to end."""
        for way in self._logic.ways_from(lane):
            if way.outgoing >= 0 and is_open[[*way.lanes, way.outgoing]].all():
                yield Exit(way.turn, self._carriageway(way.outgoing), way.junction)
        for onward in self._lane_map.successors(lane):
            is_elsewhere = self._carriageway(onward) != self._carriageway(lane)
            if is_open[onward] and self._lane_map.junction[onward] < 0 and is_elsewhere:
                yield Exit(Turn.STRAIGHT, self._carriageway(onward), None)

    def _carriageway(self, lane: int) -> Carriageway:
        return int(self._lane_map.road[lane]), bool(self._lane_map.along[lane])
