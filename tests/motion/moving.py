"""Worlds of vehicles that nothing but `Motion` moves, and modules that wish on their behalf."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from seahaven.kernel import SECOND, Controller, Module, Param, Tick
from seahaven.motion import Collision, Motion
from seahaven.roads.routing import Tracks
from seahaven.world import ROAD_VEHICLE, WEATHER, Table, World, writes
from tests.motion.networks import placed


class Script(Module):
    """Writes columns of vehicles when their time has come: a tuple of (seconds, column, values for all)."""

    lines: Param[tuple[tuple[float, str, Any], ...]] = ()
    wish = writes("vehicle", "wish", "aim", "lean", "steer", "steered_by", "motion")

    def step(self, tick: Tick) -> None:
        for seconds, column, values in self.lines:
            if abs(tick.seconds - seconds) < 1e-6:
                setattr(self.wish, column, values)


class Ear(Module, edge=True):
    """Keeps what it hears of collisions."""

    def observe(self, events: list[Any]) -> None:
        heard.extend((event.date, event.value) for event in events if isinstance(event.value, Collision))


heard: list[tuple[int, Collision]] = []


def moving(
    tracks: Tracks,
    lane: Any,
    s: Any,
    *,
    offset: Any = 0.0,
    rate: float | None = 10,
    parallel: bool = False,
    grip: float | None = None,
    lines: tuple[tuple[float, str, Any], ...] = (),
    at: dict[str, Any] | None = None,
    **columns: Any,
) -> tuple[Controller, World]:
    """A run of vehicles at places on lanes."""
    world = World([ROAD_VEHICLE, WEATHER])
    if grip is not None:
        world.add("weather", grip=grip)
    count = len(np.atleast_1d(lane))
    place = placed(tracks, np.atleast_1d(lane), np.broadcast_to(s, count), np.broadcast_to(offset, count))
    steered = {"steered_by": "wheel"} if "steer" in columns else {}
    ids = world.add_many("vehicle", count, **(place | steered | columns | (at or {})))
    parts: list[Module] = [Motion("motion", rate=rate, tracks=tracks, parallel=parallel), Ear("ear")]
    if lines:
        world.grant("script", "vehicle", ids=ids)
        parts.append(Script("script", rate=rate, lines=lines))
    heard.clear()
    return Controller(Module("root", *parts), seed=1, store=world), world


def advance(run: Controller, seconds: float) -> None:
    """Let so much time pass."""
    run.advance(round(seconds * SECOND))


def watch(run: Controller, world: World, seconds: float, look: Callable[[Table], Any], *, every: float = 0.1) -> Any:
    """What a look at the table gives, now and after every so many seconds, as an array."""
    table = world.family("vehicle")
    seen = [np.array(look(table))]
    for _ in range(round(seconds / every)):
        advance(run, every)
        seen.append(np.array(look(table)))
    return np.array(seen)
