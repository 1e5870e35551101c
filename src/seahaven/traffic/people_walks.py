"""Walks from door to door, drawn at random, and what those who make them are like."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seahaven.errors import InputError
from seahaven.kernel import Stream
from seahaven.roads.walking import FootRoute, FootRoutes, Stand, WalkingNetwork
from seahaven.traffic.distribution import Distribution, LogNormal, Normal, Uniform, drawn

__all__ = ["WALKER_TRAITS", "random_walks", "walker_columns"]

TRIES = 40
"""So many pairs of doors are drawn for one walk, before a shorter or longer one has to do."""

# Walking speeds after Weidmann, "Transporttechnik der Fussgaenger" (1993); the rest is ours.
WALKER_TRAITS: Mapping[str, Distribution] = MappingProxyType(
    {
        "pace": Normal(1.34, 0.26, 0.6, 2.2),
        "patience": LogNormal(20.0, 10.0, 5.0, 60.0),
        "boldness": Normal(0.5, 0.2, 0.0, 1.0),
        "reaction": Normal(0.5, 0.15, 0.2, 1.0),
        "side": Uniform(-0.9, -0.1),
    }
)
"""What people on foot are like, where traffic keeps to the right."""


def random_walks(
    network: WalkingNetwork, *, count: int = 200, least: float = 60.0, most: float = 1200.0, seed: int = 0
) -> FootRoutes:
    """Routes from door to door of a network, as many as asked for, of lengths between two bounds where there are such.

    Doors lie anywhere along pavements, on the side away from the road, all metres alike. A network of several parts
    that nothing joins is walked part by part.
    """
    strands = [k for k, strand in enumerate(network.strands) if network.lane_map.junction[strand.lane] < 0]
    if not strands:
        raise InputError(
            f"{network!r} has no pavements along roads; nobody can walk there (`edges=True` walks beside roads)"
        )
    part = {strand: k for k, own in enumerate(network.parts) for strand in own}
    ends = np.cumsum([network.strands[k].length for k in strands])
    stream = Stream.named(seed, "walks")
    chosen = _Drawing(network, strands, ends, part, least, most)
    return FootRoutes(network, [chosen.walk(stream, k) for k in range(count)])


class _Drawing:
    """Draws pairs of doors until one suits."""

    def __init__(
        self,
        network: WalkingNetwork,
        strands: list[int],
        ends: NDArray[np.float64],
        part: Mapping[int, int],
        least: float,
        most: float,
    ) -> None:
        self._network, self._strands, self._ends, self._part = network, strands, ends, part
        self._least, self._most = least, most

    def walk(self, stream: Stream, number: int) -> FootRoute:
        """The walk of a number: the first that suits, else the one that comes nearest to it."""
        best: tuple[float, FootRoute] | None = None
        for attempt in range(TRIES):
            origin, goal = (self._door(stream.uniform(entity=number, step=attempt, draw=end)) for end in (0, 1))
            if self._part[origin.strand] != self._part[goal.strand] or self._is_too_far(origin, goal):
                continue
            route = self._network.route(origin, goal, doors=True)
            if route is None:
                continue
            amiss = max(self._least - route.length, route.length - self._most, 0.0)
            if best is None or amiss < best[0]:
                best = amiss, route
            if amiss == 0.0:
                break
        if best is None:
            door = self._door(stream.uniform(entity=number))
            length = self._network.strands[door.strand].length
            best = 0.0, self._along(Stand(door.strand, 0.0), Stand(door.strand, length))
        return best[1]

    def _along(self, origin: Stand, goal: Stand) -> FootRoute:
        route = self._network.route(origin, goal)
        if route is None:
            raise InputError(f"strand {origin.strand} of {self._network!r} does not lead from its start to its end")
        return route

    def _door(self, chance: float) -> Stand:
        metres = chance * float(self._ends[-1])
        k = min(int(np.searchsorted(self._ends, metres, side="right")), len(self._strands) - 1)
        strand = self._strands[k]
        s = metres - (float(self._ends[k - 1]) if k else 0.0)
        return Stand(strand, min(max(s, 0.0), self._network.strands[strand].length))

    def _is_too_far(self, origin: Stand, goal: Stand) -> bool:
        a, b = (self._network.strands[one.strand].at(one.s) for one in (origin, goal))
        return hypot(a[0] - b[0], a[1] - b[1]) > self._most


def walker_columns(
    numbers: ArrayLike,
    *,
    seed: int,
    who: str,
    left_hand: bool = False,
    traits: Mapping[str, Distribution] = WALKER_TRAITS,
) -> dict[str, Any]:
    """What people of one source, called `who`, are like, as columns: one row for each number."""
    columns: dict[str, Any] = {
        name: drawn(values, Stream.named(seed, f"{who}/{name}"), numbers) for name, values in traits.items()
    }
    if left_hand:
        columns["side"] = -columns["side"]
    return columns
