"""New routes for vehicles that are under way."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Rerouted"]


@dataclass(frozen=True, slots=True)
class Rerouted:
    """A vehicle is given another route of the tracks: its id, the route, and the entry of the lane that it is on.

    `Motion`, to which it is told, sees to the columns `route` and `entry`. One that has come onto another lane
    meanwhile goes on by the entry that the route has for that; where it has none, everything stays as it was.
    """

    entity: int
    route: int
    entry: int
