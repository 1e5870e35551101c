"""The muster: the bodies and drivers of all vehicles of a demand, drawn many at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.traffic.demand import Flow, Scatter, Trip
from seahaven.traffic.mix import Mix
from seahaven.traffic.room import NEWCOMER_TRAITS
from seahaven.traffic.vehicle_type import VehicleType

__all__ = ["Block", "Drawn", "Muster"]

_BLOCK = 256
"""How many vehicles are drawn at once."""
_BLOCKS = 64
"""How many such blocks are kept at most; whatever is forgotten can be drawn again."""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Vehicles that were drawn at once: their types, their columns, and for each a row of `NEWCOMER_TRAITS`."""

    types: list[VehicleType]
    columns: dict[str, NDArray[Any]]
    traits: NDArray[np.float64]

    @classmethod
    def of(cls, mix: Mix, numbers: NDArray[np.int64], who: str, seed: int) -> Block:
        """The vehicles with these numbers."""
        columns = mix.columns(numbers, seed=seed, who=who)
        traits = np.column_stack([columns[name] for name in NEWCOMER_TRAITS]).astype(np.float64)
        return cls(mix.types_of(numbers, seed=seed, who=who), columns, traits)

    def __len__(self) -> int:
        return len(self.types)


class Drawn(NamedTuple):
    """One vehicle: the block that it was drawn in, and its place there."""

    block: Block
    at: int

    @property
    def type(self) -> VehicleType:
        """What it is."""
        return self.block.types[self.at]

    @property
    def traits(self) -> NDArray[np.float64]:
        """What its entering depends on, in the order of `NEWCOMER_TRAITS`."""
        traits: NDArray[np.float64] = self.block.traits[self.at]
        return traits


class _Crowd(NamedTuple):
    """Vehicles that are drawn together: by which name, of which types, and with which numbers.

    A flow and scattered trips have no numbers of their own: they go on without end.
    """

    who: str
    types: Mix
    numbers: list[int] | None

    def block(self, first: int, seed: int) -> Block:
        """So many of them as are drawn at once, from the first on."""
        own = range(first, first + _BLOCK) if self.numbers is None else self.numbers[first : first + _BLOCK]
        return Block.of(self.types, np.array(own, np.int64), self.who, seed)


class Muster:
    """Draws the vehicles of a demand, the same one for the same number of the same source at any time.

    Sources are counted through all flows, then all trips, then all scattered trips. Trips of one crowd and type are
    drawn as they set out, each by its own number, so that none is drawn in vain.
    """

    def __init__(self, flows: Sequence[Flow], trips: Sequence[Trip], scatters: Sequence[Scatter] = ()) -> None:
        endless: list[Flow | Scatter] = [*flows, *scatters]
        self._crowds = [_Crowd(source.name, source.types, None) for source in endless]
        self._places: list[tuple[int, int]] = [(k, 0) for k in range(len(flows))]
        """Of each source its crowd, and the place of a trip in it."""
        self._places += [(-1, -1)] * len(trips)
        self._places += [(k, 0) for k in range(len(flows), len(self._crowds))]
        self._known: dict[tuple[str, Mix], int] = {}
        self._blocks: dict[tuple[int, int, int], Block] = {}
        for k in sorted(range(len(trips)), key=lambda k: trips[k].departure):
            self._places[len(flows) + k] = self._join(trips[k])

    def _join(self, trip: Trip) -> tuple[int, int]:
        """Put a trip into its crowd, behind those that set out before it; give the crowd, and its place there."""
        who, types = trip.crowd or trip.name, trip.types
        crowd = self._known.setdefault((who, types), len(self._crowds))
        if crowd == len(self._crowds):
            self._crowds.append(_Crowd(who, types, []))
        numbers = self._crowds[crowd].numbers
        assert numbers is not None
        numbers.append(trip.number)
        return crowd, len(numbers) - 1

    def draw(self, source: int, number: int, seed: int) -> Drawn:
        """The vehicle with a number of a source; a trip has but one."""
        crowd, place = self._places[source]
        if self._crowds[crowd].numbers is None:
            place = number
        key = crowd, place // _BLOCK, seed
        block = self._blocks.get(key)
        if block is None:
            if len(self._blocks) >= _BLOCKS:
                self._blocks.clear()
            self._blocks[key] = block = self._crowds[crowd].block(place - place % _BLOCK, seed)
        return Drawn(block, place % _BLOCK)
