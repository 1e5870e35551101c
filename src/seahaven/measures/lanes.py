"""Lanes as measures ask for them: how far along they lead on, which lie beside, and where a vehicle will be on them."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats
from seahaven.reels import Reel
from seahaven.roads import LaneMap

__all__ = ["Lanes", "lanes_of"]

REACH: Final = 400.0
"""Metres to either side that are looked at."""
Side = Literal["left", "right"]


@dataclass(slots=True)
class Lanes:
    """Asks a lane map for distances along its lanes; answers are kept for the next time."""

    lane_map: LaneMap
    _starts: dict[int, dict[int, float]] = field(default_factory=dict)
    _begins: dict[int, Floats] = field(default_factory=dict)
    _onward: dict[tuple[int, int], tuple[NDArray[np.int64], Floats]] = field(default_factory=dict)

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

    def begins(self, lane: int) -> Floats:
        """The same as an array over all lanes, NaN for those that lead neither on from it nor up to it.

        It has one more value than there are lanes, so that lane -1, which stands for none, is NaN, too.
        """
        if lane not in self._begins:
            begins = np.full(len(self.lane_map.length) + 1, np.nan)
            for other, start in self.starts(lane).items():
                begins[other] = start
            self._begins[lane] = begins
        return self._begins[lane]

    def beside(self, lane: int, s: float, side: Side) -> tuple[int, float] | None:
        """The lane beside a place that runs the same way, and how far along it that place is."""
        opposite = self.lane_map.left_opposite if side == "left" else self.lane_map.right_opposite
        if lane < 0 or opposite[lane]:
            return None
        beside = self.lane_map.beside(lane, float(np.clip(s, 0.0, self.lane_map.length[lane])), side)
        return (int(beside.lane), float(beside.s)) if beside.lane >= 0 else None

    def onward(self, lane: int, turn: int) -> tuple[NDArray[np.int64], Floats]:
        """The lanes that a vehicle is expected to follow from a lane on, and where (m from its beginning) each begins.

        Where lanes fork, it turns to the left (`turn` above 0) or right (below 0) if it shows that, else it goes on as
        straight as it can. The way is as long as `REACH` behind the first lane.
        """
        key = lane, turn
        if key not in self._onward:
            lanes, starts = [lane], [0.0]
            length = self.lane_map.length
            while starts[-1] < REACH + float(length[lane]) and (after := self._next(lanes[-1], turn)) >= 0:
                starts.append(starts[-1] + float(length[lanes[-1]]))
                lanes.append(after)
            self._onward[key] = np.array(lanes, dtype=np.int64), np.array(starts)
        return self._onward[key]

    def _next(self, lane: int, turn: int) -> int:
        """The lane that a vehicle takes after a lane; -1 where the road ends."""
        options = self.lane_map.successors(lane)
        if len(options) <= 1:
            return options[0] if options else -1
        bends = {one: self._bend(one) for one in options}
        if turn:
            return max(options, key=lambda one: (np.sign(turn) * bends[one], -one))
        return min(options, key=lambda one: (abs(bends[one]), one))

    def _bend(self, lane: int) -> float:
        """By how much a lane turns to the left from its beginning to its end (rad)."""
        ends = self.lane_map.place([lane, lane], [0.0, float(self.lane_map.length[lane])])
        return float(ends.heading[1] - ends.heading[0])

    def _walk(self, first: int, *, is_ahead: bool) -> dict[int, float]:
        """Where lanes begin that can be reached within `REACH`; of several ways to a lane the first found counts."""
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
    """The lanes of a reel, if it has roads; `known` keeps them by the hash of the roads, for other reels."""
    digest = reel.manifest.roads
    if digest in known:
        return known[digest]
    network = reel.roads()
    if digest is None or network is None:
        return None
    known[digest] = Lanes(LaneMap(network))
    return known[digest]
