"""Destination: where the subject is going, and what a drive there is laid from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from seahaven.roads import LaneMap
from seahaven.roads.routing import RoadUser, Router

__all__ = ["Destination"]


@dataclass(frozen=True, slots=True)
class Destination:
    """The goal of the subject's drive, a road or lane, and the roads that it is to come by, for a kind of road user."""

    is_immutable: ClassVar[bool] = True

    user: RoadUser
    goal: str | int
    via: tuple[str, ...] = ()

    def router(self, lane_map: LaneMap) -> Router:
        """What finds the way."""
        return Router.of(lane_map, self.user)
