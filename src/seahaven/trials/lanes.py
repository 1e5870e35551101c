"""How far along the lanes others are: ahead, behind, and on the lanes to the left and right."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Final, Literal

import numpy as np

from seahaven.reels import Reel
from seahaven.roads import LaneMap

__all__ = ["Lanes", "lanes_of"]

REACH: Final = 400.0
"""Metres to either side that are looked at."""
Side = Literal["left", "right"]


@dataclass(slots=True)
class Lanes:
    """Asks a lane map for distances along its lanes; what was found for a lane is kept."""

    lane_map: LaneMap
    _starts: dict[int, dict[int, float]] = field(default_factory=dict)

    def name(self, lane: int) -> str:
        """The name of a lane; empty off all lanes."""
        return self.lane_map.name(lane) if lane >= 0 else ""

    def road(self, lane: int) -> str:
        """The road of a lane; empty off all lanes."""
        return self.lane_map.network.roads[int(self.lane_map.road[lane])].id if lane >= 0 else ""

    def starts(self, lane: int) -> dict[int, float]:
        """How far (m) from the beginning of a lane others begin that lead on from it, or up to it."""
        if lane not in self._starts:
            self._starts[lane] = {**self._walk(lane, is_ahead=False), **self._walk(lane, is_ahead=True)}
        return self._starts[lane]

    def beside(self, lane: int, s: float, side: Side) -> tuple[int, float] | None:
        """The lane beside a place that runs the same way, and how far along it that place is."""
        opposite = self.lane_map.left_opposite if side == "left" else self.lane_map.right_opposite
        if lane < 0 or opposite[lane]:
            return None
        beside = self.lane_map.beside(lane, float(np.clip(s, 0.0, self.lane_map.length[lane])), side)
        return (int(beside.lane), float(beside.s)) if beside.lane >= 0 else None

    def _walk(self, first: int, *, is_ahead: bool) -> dict[int, float]:
        """Where lanes begin that one comes to, as far as `REACH`; of several ways to one the first found counts."""
        length, found, waiting = self.lane_map.length, {first: 0.0}, deque([first])
        onward = self.lane_map.successors if is_ahead else self.lane_map.predecessors
        while waiting:
            here = waiting.popleft()
            for there in onward(here):
                at = found[here] + float(length[here]) if is_ahead else found[here] - float(length[there])
                away = at - float(length[first]) if is_ahead else -at - float(length[there])
                if there not in found and away <= REACH:
                    found[there] = at
                    waiting.append(there)
        return found


def lanes_of(reel: Reel, known: dict[str | None, Lanes]) -> Lanes | None:
    """The lanes of a reel, if it has roads; `known` are those of the same roads, by their hash."""
    digest = reel.manifest.roads
    if digest in known:
        return known[digest]
    network = reel.roads()
    if digest is None or network is None:
        return None
    known[digest] = Lanes(LaneMap(network))
    return known[digest]
