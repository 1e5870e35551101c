"""Worlds to measure with: one family of entities whose columns all move smoothly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seahaven.kernel import Module, Tick
from seahaven.world import Column, FamilyType, World, reads, writes

__all__ = ["Drift", "crowd", "relays"]


def crowd(entities: int, *, columns: int) -> World:
    """Give a world with one family `body`, whose float64 columns are called c0, c1 and so on."""
    names = [f"c{k}" for k in range(columns)]
    world = World([FamilyType("body", dict.fromkeys(names, Column()))])
    places = np.arange(entities)
    world.add_many("body", entities, **{name: _wave(places, float(k)) for k, name in enumerate(names)})
    return world


def _wave(places: NDArray[np.int64], phase: float) -> NDArray[np.float64]:
    """Values as positions and speeds have them: neighbours are close, but no two are equal."""
    wave: NDArray[np.float64] = 100.0 * np.sin(0.001 * places + phase)
    return wave


class Drift(Module):
    """Moves every column of every entity along a wave of its own."""

    body = writes("body")

    def step(self, tick: Tick) -> None:
        """Write the waves at the next date."""
        for k, name in enumerate(self.body.columns):
            setattr(self.body, name, _wave(self.body.ids, k + (k + 1) * tick.seconds))


def relays(columns: int, *, rate: int) -> list[Module]:
    """Give a module for each column, which writes it from the two columns beside it."""
    names = [f"c{k}" for k in range(columns)]
    kinds = [_relay(names[k - 1], name, names[(k + 1) % columns]) for k, name in enumerate(names)]
    return [kind(f"relay{k}", rate=rate) for k, kind in enumerate(kinds)]


def _relay(before: str, own: str, after: str) -> type[Module]:
    class Relay(Module):
        """Moves its column by those of its neighbours."""

        seen = reads("body", before, after)
        wish = writes("body", own)

        def step(self, tick: Tick) -> None:
            """Hand waves on round the columns: bounded, and never at rest."""
            setattr(self.wish, own, 0.5 * (getattr(self.seen, before) - getattr(self.seen, after)))

    return Relay
