"""What every driver perceives in a step."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.behaviour.perception.columns import Filling
from seahaven.behaviour.perception.ground import Ground
from seahaven.behaviour.perception.lineup import Lineup
from seahaven.behaviour.perception.memory import Memory
from seahaven.behaviour.senses import SENSED
from seahaven.kernel import Module, Param, State, Tick, port
from seahaven.roads.routing import Tracks
from seahaven.world import reads, writes

__all__ = ["Perception"]


class _Live:
    """What is made anew after a snapshot."""

    __slots__ = ("arrays", "filling", "lineup", "period")

    def __init__(self, lineup: Lineup) -> None:
        self.lineup = lineup
        self.filling: Filling | None = None
        self.period = 0
        self.arrays: tuple[Any, ...] = ()


class Perception(Module):
    """Fills in what every driver knows of the others and of the road, as the drivers of the same date need it.

        Perception("perception", rate=10, tracks=tracks)

    **Who is where.** Vehicles are lined up lane by lane, by the s of their centres; of two with the same s the one with
    the lower id is ahead. Whoever changes lanes is in line on both: as soon as its box reaches over the border, or it
    moves away from the middle of its lane to where its turn light shows, or moves away from it fast. (Wishes are not
    known here: they are made of what is perceived.) Leaders are looked for along the driver's own route, and where it
    has none along the first lane that leads on; followers on all lanes that lead to the driver's own, up to 200 m.
    Distances are measured from centre to centre along the lanes, and nothing is seen beyond `sight` and the
    visibility; gaps are from bumper to bumper.

    **Merges.** Where several lanes lead onto one, drivers within 100 m of it see each other as if they were on one
    lane: whoever is nearer to where the lanes meet goes first, of two equally near ones the one with the lower id. The
    last one of those who go before is the leader, if it is nearer than the one ahead on the own lane.

    **Reaction.** Places are judged well, changes late: speeds, accelerations and lights of others are as they were
    `reaction` seconds ago, rounded to steps; the own speed is that of now.

    **The road.** Limits, curves and merges ahead are looked for when a driver comes onto a lane, when one of them is
    passed, and besides once a second; in between the distances are counted down. Which curve ahead binds is judged by
    2 m/s² sideways and in braking. `limit_distance` without `limit_ahead` is the end of all limits. A partner is
    looked for up to 2 km along the road, either way.
    """

    tracks: Param[Tracks]
    parallel: Param[bool] = port(False, doc="whether blocks of rows, and lanes, are shared out among threads")
    memory: State[Memory] = port(Memory())

    seen = reads(
        "vehicle", "lane", "s", "offset", "drift", "entry", "speed", "acceleration", "length", "width", "brake_light",
        "turn_light", "reaction", "sight", "partner",
    )  # fmt: skip
    weather = reads("weather", "visibility", "grip")
    known = writes("vehicle", "leader", "gap", *SENSED)

    def step(self, tick: Tick) -> None:
        """Perceive once."""
        per_second = 1.0 / tick.dt if tick.dt > 0.0 else 0.0
        lineup = self._lineup(tick, per_second)
        lineup.update(self.seen, self.memory, tick.index, parallel=self.parallel)
        self._fill(tick, per_second)

    def _lineup(self, tick: Tick, per_second: float) -> Lineup:
        """The line-up, for those who are there now."""
        ids = self.seen.ids
        if self.live is None:
            self.live = _Live(Lineup(Ground.of(self.tracks)))
        lineup: Lineup = self.live.lineup
        if lineup.ids is not ids:
            lineup.follow(self.seen)
            self.memory = self.memory.following(self.seen, tick.index, per_second)
        return lineup

    def _fill(self, tick: Tick, per_second: float) -> None:
        import seahaven.behaviour.perception.sense_kernels as kernels

        live, weather, period = self.live, self.weather, max(1, round(per_second))
        if live.filling is None or live.filling.cells is not self.known.all_cells() or live.period != period:
            self._take_stock(live, period)
        visibility, grip = (weather.visibility.item(0), weather.grip.item(0)) if len(weather) else (np.inf, 1.0)
        slot, phase = tick.index % len(self.memory.past), -tick.index % period
        sense = kernels.sense_in_parallel if self.parallel else kernels.sense
        filling: Filling = live.filling
        sense(0, filling.count, (*live.arrays, slot, phase, per_second, visibility, grip), filling.given)

    def _take_stock(self, live: _Live, period: int) -> None:
        """Collect the arrays that compiled code takes; they stay the same as long as rows and owners do."""
        seen, memory = self.seen, self.memory
        live.filling, live.period = Filling(self.known, seen.ids), period
        live.arrays = (
            *live.lineup.given(period), live.filling.rows, seen.ids, seen.lane, seen.entry, seen.s, seen.speed,
            seen.length, seen.reaction, seen.sight, seen.partner, seen.null("partner"), memory.past, memory.lamps,
            memory.outlook,
        )  # fmt: skip
