"""Whims: in which way the foot of every driver drifts, drawn anew once a second."""

from __future__ import annotations

import numpy as np

from seahaven.kernel import Module, Part, Tick
from seahaven.world import Binding, make_step, part_of, reads, writes

__all__ = ["Whims"]


class Whims(Module):
    """Gives every driver a whim, the same whatever other vehicles there are: no driver's foot is perfectly steady.

        Whims("whims", rate=1)

    Whims are drawn by a vehicle's column `lot`, which comes with it as its traits do, so that they do not depend on the
    order in which vehicles were added; where it is null, by the id. What comes of a whim depends on the driver's trait
    `unsteadiness`. A new vehicle has none until the next date.
    """

    vehicles = reads("vehicle", "lot")
    felt = writes("vehicle", "whim")

    def step(self, tick: Tick) -> None:
        """Draw for all."""
        make_step(self.part(tick), tick)

    def part(self, tick: Tick) -> Part:
        """All of it."""
        if self.live is None:
            self.live = Binding[Part]()
        binding: Binding[Part] = self.live
        return binding.bound((self.vehicles, self.felt), lambda: self._bound(tick))

    def _bound(self, tick: Tick) -> Part:
        import seahaven.behaviour.whim_kernels as kernels

        stream, vehicles = tick.random.stream, self.vehicles
        keys = np.array([stream.key0, stream.key1], np.uint64)
        lots = vehicles.spacious("lot"), vehicles.spacious_null("lot")
        values = vehicles.tally, vehicles.spacious("ids"), *lots, keys, self.felt.all_cells()[0][0]
        return part_of(kernels.draw_whims, values, is_steady=True)
