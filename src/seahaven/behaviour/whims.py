"""Whims: in which way the foot of every driver drifts, drawn anew once a second."""

from __future__ import annotations

from seahaven.kernel import Module, Tick
from seahaven.world import reads, writes

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
        import seahaven.behaviour.whim_kernels as kernels

        stream, vehicles = tick.random.stream, self.vehicles
        lots, no_lot = vehicles.lot, vehicles.null("lot")
        self.felt.whim = kernels.whims(vehicles.ids, lots, no_lot, stream.key0, stream.key1, tick.index)
