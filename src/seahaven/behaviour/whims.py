"""Whims: in which way the foot of every driver drifts, drawn anew once a second."""

from __future__ import annotations

from seahaven.kernel import Module, Tick
from seahaven.world import writes

__all__ = ["Whims"]


class Whims(Module):
    """Gives every driver a whim, whoever else is there: nobody's foot on a pedal is all steady.

        Whims("whims", rate=1)

    What comes of it is the driver's affair, by its trait `unsteadiness`. Newcomers have none until the next date.
    """

    felt = writes("vehicle", "whim")

    def step(self, tick: Tick) -> None:
        """Draw for all."""
        import seahaven.behaviour.whim_kernels as kernels

        stream, felt = tick.random.stream, self.felt
        felt.whim = kernels.whims(felt.ids, stream.key0, stream.key1, tick.index)
