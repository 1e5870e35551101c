"""How long vehicles take for each edge of a network, found the same way on both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from seahaven.bench.sumo.carrying import carried
from seahaven.files import load_xml
from seahaven.geometry import Floats, Integers
from seahaven.roads import LaneMap

__all__ = ["EdgeLog", "EdgeTimes", "edge_times_of_sumo"]


@dataclass(frozen=True, slots=True)
class EdgeTimes:
    """For each edge the seconds that vehicles spent on it, all together, and how many came onto it."""

    seconds: Mapping[str, float]
    vehicles: Mapping[str, float]

    @classmethod
    def together(cls, runs: Sequence[EdgeTimes]) -> EdgeTimes:
        """Several runs as one."""
        names = dict.fromkeys(name for run in runs for name in run.vehicles)
        return cls(
            {name: sum(run.seconds.get(name, 0.0) for run in runs) for name in names},
            {name: sum(run.vehicles.get(name, 0.0) for run in runs) for name in names},
        )

    def mean(self, edge: str) -> float:
        """Seconds from entering an edge to leaving it, on the average of all vehicles."""
        return self.seconds[edge] / self.vehicles[edge]

    def errors(self, theirs: EdgeTimes, *, least: float) -> dict[str, float]:
        """How far our times lie from theirs, as a share of theirs, on edges with at least so many vehicles on both."""
        shared = [
            name
            for name, count in theirs.vehicles.items()
            if min(count, self.vehicles.get(name, 0.0)) >= least and theirs.seconds[name] > 0.0
        ]
        return {name: abs(self.mean(name) / theirs.mean(name) - 1.0) for name in shared}

    def median_error(self, theirs: EdgeTimes, *, least: float) -> float:
        """The median of those errors; NaN where there is no such edge."""
        return median(self.errors(theirs, least=least).values() or [np.nan])


class EdgeLog:
    """Looks at every step of our side who is on which edge; whoever is inside a junction is on none."""

    def __init__(self, lane_map: LaneMap) -> None:
        roads = lane_map.network.roads
        self._names = [road.id for road in roads]
        # the last entry is for vehicles that are on no lane, whose number is -1
        self._edge: Integers = np.append(np.where(lane_map.junction < 0, lane_map.road, -1), -1).astype(np.int64)
        self._seconds: Floats = np.zeros(len(roads))
        self._entered: Floats = np.zeros(len(roads))
        self._ids: Integers = np.zeros(0, np.int64)
        self._last: Integers = np.zeros(0, np.int64)

    def note(self, vehicles: Any, *, step: float) -> None:
        """Take note of a step."""
        edge = self._edge[vehicles.lane]
        before = carried(self._ids, self._last, vehicles.ids, -1)
        on_edge = edge >= 0
        self._seconds += step * np.bincount(edge[on_edge], minlength=len(self._names))
        self._entered += np.bincount(edge[on_edge & (edge != before)], minlength=len(self._names))
        self._ids, self._last = vehicles.ids.copy(), np.where(on_edge, edge, before)

    @property
    def times(self) -> EdgeTimes:
        """What was seen so far."""
        rows = np.flatnonzero(self._entered).tolist()
        return EdgeTimes(
            {self._names[row]: float(self._seconds[row]) for row in rows},
            {self._names[row]: float(self._entered[row]) for row in rows},
        )


def edge_times_of_sumo(file: Path) -> EdgeTimes:
    """Read the same from what SUMO writes about its edges."""
    edges = [edge.attributes for interval in load_xml(file).children for edge in interval.children]
    came = {edge["id"]: float(edge["entered"]) + float(edge["departed"]) for edge in edges}
    return EdgeTimes(
        {edge["id"]: float(edge["sampledSeconds"]) for edge in edges if came[edge["id"]]},
        {name: count for name, count in came.items() if count},
    )
