"""A student who goes where they like: on each road another goal is drawn, by the seed of the run."""

from __future__ import annotations

from typing import Final

from seahaven.kernel import Emits, Module, Param, State, Stream, Tick, port
from seahaven.motion import Rerouted
from seahaven.roads.routing import Tracks
from seahaven.world import reads

__all__ = ["Wanderer"]

FAR: Final = 400.0
"""Metres to a goal at least: it is never reached, since on the next road another one is drawn."""


class Wanderer(Module):
    """Has drivers wander (link `rerouted` to `traffic/motion.rerouted`), so that nobody knows where they turn next.

    On each road that one comes onto, outside junctions, it takes the way to another goal of the traffic's, drawn among
    those that are far enough away, or to the furthest if none is.
    """

    tracks: Param[Tracks]
    drivers: Param[tuple[int, ...]] = port(doc="the ids of those who wander")

    decided: State[dict[int, int]] = port({}, doc="of each, the road on which it has drawn its goal")
    rerouted: Emits[Rerouted]

    seen = reads("vehicle", "lane", "s", "route", "contact")

    def step(self, tick: Tick) -> None:
        """Draw goals for those who have come onto another road."""
        lane_map = self.tracks.lane_map
        for driver in self.drivers:
            row = int(self.seen.ids.searchsorted(driver))
            if row >= len(self.seen) or int(self.seen.ids[row]) != driver:
                continue
            lane = int(self.seen.lane[row])
            if lane < 0 or lane_map.junction[lane] >= 0 or self.decided.get(driver) == int(lane_map.road[lane]):
                continue
            self.decided = {**self.decided, driver: int(lane_map.road[lane])}
            self._draw(driver, row, lane, tick)

    def _draw(self, driver: int, row: int, lane: int, tick: Tick) -> None:
        routes, entries = self.tracks.others_from(int(self.seen.route[row]), lane)
        if not len(routes):
            return
        metres = self.tracks.arrays.remaining[entries] - float(self.seen.s[row])
        far = (metres > min(FAR, float(metres.max()))) | (metres == metres.max())
        chance = Stream.named(tick.seed, f"{self.name}/goals").uniform(entity=driver, step=tick.index)
        choice = int(min(float(chance) * far.sum(), far.sum() - 1))
        self.rerouted.append(Rerouted(driver, int(routes[far][choice]), int(entries[far][choice])))
