"""Where a lane opens into several that serve a driver equally well, it takes the one with the shorter queue."""

from __future__ import annotations

import numpy as np

from seahaven.kernel import Emits, Module, Param, Part, Tick
from seahaven.motion import Rerouted
from seahaven.roads.routing import Tracks
from seahaven.world import Binding, part_of, reads

__all__ = ["Openings"]


class Openings(Module):
    """Sends drivers on by the best of the lanes into which their own opens (`TrackArrays.twin`).

        Openings("openings", rate=1, tracks=tracks)

    A driver compares them until it would have to brake for the end of its lane, and changes its mind where it would be
    further ahead on another one before long. Vehicles ahead in its lane count for where they are about to go.
    """

    tracks: Param[Tracks]
    rerouted: Emits[Rerouted]

    seen = reads("vehicle", "lane", "s", "speed", "length", "route", "entry")

    def part(self, tick: Tick) -> Part:
        """Watches until a vehicle comes to such a place."""
        import seahaven.traffic.opening_kernels as kernels

        if self.live is None:
            self.live = Binding[Part]()
        binding: Binding[Part] = self.live
        columns = tuple(map(self.seen.spacious, ("lane", "s", "speed", "length", "entry")))
        values = self.seen.tally, columns, self.tracks.arrays.twin, self.tracks.lane_map.length
        return binding.bound((self.seen, columns[0]), lambda: part_of(kernels.watch_openings, values))

    def step(self, tick: Tick) -> None:
        """Have each driver choose."""
        import seahaven.traffic.opening_kernels as kernels

        seen, rows, chosen = self.seen, np.empty(len(self.seen), np.int64), np.empty(len(self.seen), np.int64)
        count = kernels.choose(
            seen.lane, seen.s, seen.speed, seen.length, seen.entry, self.tracks.arrays, self.tracks.lane_map.length,
            rows, chosen,
        )  # fmt: skip
        for row, entry in zip(rows[:count].tolist(), chosen[:count].tolist(), strict=True):
            self.rerouted.append(Rerouted(int(seen.ids[row]), int(seen.route[row]), entry))
