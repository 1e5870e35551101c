"""What a run needs to know of whatever it runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Protocol

from seahaven.kernel import Controller, Module
from seahaven.roads import RoadNetwork
from seahaven.takes.ending import Ending
from seahaven.takes.warm_up import WarmUp
from seahaven.world import World

__all__ = ["Playable"]


class Playable(Protocol):
    """A tree of modules and a world, set up and ready to be run once: a `Take`."""

    name: str
    root: Module
    world: World
    duration: int
    seed: int
    rate: Fraction | None
    inputs: Mapping[str, str]
    roads: RoadNetwork | None
    ending: Ending | None
    warm_up: WarmUp | None

    def controller(self, *, is_warm: bool = True, on_date: Callable[[int], None] | None = None) -> Controller:
        """The tree brought to life; with `is_warm` its warm-up has been run."""
        ...

    def populate(self, root: Module, world: World) -> None:
        """Place what is there by chance when it begins, in a world that has none of it yet."""
        ...
