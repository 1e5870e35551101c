"""What every driver perceives in a step."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seahaven.behaviour.perception.desk import SLOTS, Desk
from seahaven.behaviour.perception.ground import Ground
from seahaven.behaviour.perception.lineup import Lineup
from seahaven.behaviour.perception.memory import Memory, Recollection
from seahaven.behaviour.perception.sky import Sky, sky_now
from seahaven.behaviour.senses import SENSED
from seahaven.kernel import Module, Param, State, Tick, port
from seahaven.roads.routing import Tracks
from seahaven.world import reads, writes

__all__ = ["Perception"]


class _Live:
    """What is made anew after a snapshot."""

    __slots__ = ("desk", "ids", "lineup", "others", "recollection", "sky")

    def __init__(self, ground: Ground, memory: Memory) -> None:
        self.ids: NDArray[np.int64] | None = None
        self.others: object = None
        self.lineup, self.recollection = Lineup(ground), Recollection(memory)
        self.desk: Desk | None = None
        self.sky: Sky | None = None


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

    **Darkness.** At night a vehicle none of whose lamps are lit (headlamps and rear lights, brake lights, turn lights)
    is seen only in the beam of the driver's own headlamps, without them from nearer still, and so behind the driver.
    Where it is not seen, the next one that is lit is.

    **Weather.** How much slower each driver likes to drive in it, and whether it lights its lamps, is filled in by
    `seahaven.behaviour.weather` and the trait `weather_caution`, which is read when the weather or the vehicles change.

    **Merges.** Where several lanes lead onto one, drivers within 100 m of it see each other as if they were on one
    lane: whoever is nearer to where the lanes meet goes first, of two equally near ones the one with the lower id. The
    last one of those who go before is the leader, if it is nearer than the one ahead on the own lane.

    **Reaction.** Places are judged well, changes late: speeds, accelerations and lights of others are as they were
    `reaction` seconds ago, rounded to steps; the own speed is that of now.

    **Pleas.** Whoever stands, indicates and has to come over asks the first one on the other lane who could still stop
    gently behind it, up to 40 m behind its rear: `plea` is how far that one is from its rear.

    **The road.** Limits, curves and merges ahead are looked for when a driver comes onto a lane, when a limit or a
    merge is passed, when it has driven on from a curve for a second at the speed of now, and besides whenever the end
    of what it sees has moved by an eighth of the distance to it; in between the distances are counted down. Which
    curve ahead binds is judged by 2 m/s² sideways and in braking. `limit_distance` without `limit_ahead` is the end of
    all limits. A partner is looked for up to 2 km along the road, either way.
    """

    tracks: Param[Tracks]
    parallel: Param[bool] = port(False, doc="whether blocks of rows, and lanes, are shared out among threads")
    memory: State[Memory] = port(Memory())

    seen = reads(
        "vehicle", "lane", "s", "offset", "drift", "heading", "entry", "speed", "acceleration", "length", "width",
        "brake_light", "turn_light", "headlamps", "reaction", "sight", "weather_caution", "partner",
    )  # fmt: skip
    weather = reads("weather", "visibility", "grip", "rain", "daylight")
    known = writes("vehicle", "leader", "gap", *SENSED)

    def step(self, tick: Tick) -> None:
        """Perceive once."""
        import seahaven.behaviour.perception.lineup_kernels as lines
        import seahaven.behaviour.perception.plea_kernels as pleas
        import seahaven.behaviour.perception.sense_kernels as senses

        per_second = 1.0 / tick.dt if tick.dt > 0.0 else 0.0
        sky = self._sky()
        desk = self._desk(tick, per_second, sky)
        line_up = lines.line_up_in_parallel if self.parallel else lines.line_up
        sense = senses.sense_in_parallel if self.parallel else senses.sense
        where, counts, filling = desk.where, desk.counts, desk.filling
        line_up(where, counts, tick.index % int(counts[SLOTS]), per_second, sky.visibility, sky.beam, sky.darkness)
        sense(where, counts, sky.grip != filling.grip, sky.grip, sky.beam, sky.darkness, 0, filling.count)
        seen, lineup = self.seen, self.live.lineup
        pleas.plead(
            lineup.ground.lanes, lineup.ground.stretches, lineup.bounds, lineup.codes, lineup.along, seen.lane, seen.s,
            seen.length, seen.speed, seen.turn_light, filling.given[0][: filling.count], filling.shift, *filling.plea,
        )  # fmt: skip
        filling.grip = sky.grip
        filling.look_up(sky, seen.weather_caution)

    def freeze(self) -> None:
        """Keep what is remembered."""
        if self.live is not None:
            self.memory = self.live.recollection.packed()

    def _sky(self) -> Sky:
        """What the weather does to everybody."""
        if self.live is None:
            self.live = _Live(self.tracks.known(Ground.of), self.memory)
        live: _Live = self.live
        live.sky = sky_now(live.sky, self.weather)
        return live.sky

    def _desk(self, tick: Tick, per_second: float, sky: Sky) -> Desk:
        """What compiled code works with, for those who are there now."""
        live: _Live = self.live
        parts = self.seen, self.known, live.lineup, live.recollection
        has_moved = live.ids is not self.seen.ids or live.others is not self.known.others
        if has_moved:
            live.lineup.follow(self.seen)
            live.recollection.follow(self.seen, tick.index, per_second, sky.gloom)
            live.ids, live.others = self.seen.ids, self.known.others
        if live.desk is None or not live.desk.fits(*parts):
            live.desk = Desk(*parts)
        elif has_moved:
            live.desk.follow(self.seen)
        return live.desk
