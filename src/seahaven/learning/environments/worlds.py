"""What is kept of each of many worlds in one table, and the whims of their drivers."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Integers
from seahaven.kernel import SECOND, Module, Part, State, Stream, Tick, port
from seahaven.world import Binding, make_step, part_of, reads, writes

__all__ = ["WHIMS", "WorldWhims", "Worlds"]

WHIMS: Final = "traffic/whims"
"""The path of the module that draws whims in a study: its numbers are drawn here, too."""


class Worlds:
    """When each world began, under which seed, and which vehicles are its own: arrays with a row for each."""

    def __init__(self, count: int) -> None:
        self.keys: NDArray[np.uint64] = np.zeros((count, 2), np.uint64)
        """Those of the stream of whims under the world's seed."""
        self.begun: Integers = np.zeros(count, np.int64)
        """ns. At which date of the table."""
        self.spans: Integers = np.zeros((count, 2), np.int64)
        """The first id of its vehicles, and how many there are: their ids follow each other."""

    def begin(self, world: int, *, seed: int, now: int, first: int, count: int) -> None:
        """Note that a world begins."""
        stream = Stream.named(seed, WHIMS)
        self.keys[world] = stream.key0, stream.key1
        self.begun[world], self.spans[world] = now, (first, count)

    def rows(self, ids: Integers) -> tuple[Integers, Integers]:
        """Of each world, its first row in a table with these ids, and the row after its last."""
        first = ids.searchsorted(self.spans[:, 0]).astype(np.int64)
        return first, first + self.spans[:, 1]


class WorldWhims(Module):
    """Gives the drivers of many worlds the whims that they would have in a world of their own, from its beginning on.

    It is there instead of the traffic's own, at the rate of the traffic.
    """

    keys: State[Any] = port(None, doc="of each world, as `Worlds` lists it; likewise the next two")
    begun: State[Any] = None
    spans: State[Any] = None

    vehicles = reads("vehicle", "lot")
    felt = writes("vehicle", "whim")

    def step(self, tick: Tick) -> None:
        """Draw for those worlds of which a second has passed."""
        make_step(self.part(tick), tick)

    def part(self, tick: Tick) -> Part:
        """All of it."""
        return self.at_work[1].bound((self.vehicles, self.felt), self._bound)

    def freeze(self) -> None:
        """Keep what is noted of the worlds."""
        if self.live is not None:
            worlds = self.worlds
            self.keys, self.begun, self.spans = worlds.keys.copy(), worlds.begun.copy(), worlds.spans.copy()

    @property
    def worlds(self) -> Worlds:
        """What is noted of the worlds: written to between two dates."""
        return self.at_work[0]

    @property
    def at_work(self) -> tuple[Worlds, Binding[Part]]:
        """The worlds, and what compiled code is bound to."""
        if self.live is None:
            worlds = Worlds(0)
            worlds.keys, worlds.begun, worlds.spans = self.keys.copy(), self.begun.copy(), self.spans.copy()
            self.live = worlds, Binding[Part]()
        live: tuple[Worlds, Binding[Part]] = self.live
        return live

    def _bound(self) -> Part:
        import seahaven.learning.environments.world_whim_kernels as kernels

        worlds, vehicles = self.worlds, self.vehicles
        lots = vehicles.spacious("lot"), vehicles.spacious_null("lot")
        values = (
            vehicles.tally, vehicles.spacious("ids"), *lots, worlds.keys, worlds.begun, worlds.spans, SECOND,
            self.felt.all_cells()[0][0],
        )  # fmt: skip
        return part_of(kernels.draw_for_worlds, values, is_steady=True)
