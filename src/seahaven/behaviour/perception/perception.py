"""What every driver perceives in a step."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.behaviour.perception.columns import Filling
from seahaven.behaviour.perception.desk import NEWS, SLOTS, Desk
from seahaven.behaviour.perception.ground import Ground
from seahaven.behaviour.perception.lineup import Lineup
from seahaven.behaviour.perception.loose import map_of
from seahaven.behaviour.perception.memory import Memory, Recollection
from seahaven.behaviour.perception.sky import Sky, sky_now
from seahaven.behaviour.senses import SENSED
from seahaven.kernel import Module, Param, Part, State, Tick, port
from seahaven.roads.routing import Tracks
from seahaven.world import Binding, Block, Moves, Reader, Writer, make_step, part_of, reads, writes

__all__ = ["Perception"]


class _Live:
    """What is made anew after a snapshot."""

    __slots__ = (
        "__weakref__", "_others", "binding", "desk", "lineup", "map", "numbers", "recollection", "sky", "tracks",
    )  # fmt: skip

    def __init__(self, tracks: Tracks, memory: Memory) -> None:
        self._others: object = None
        self.tracks = tracks
        in_junction = (tracks.lane_map.junction >= 0).astype(np.int8)
        self.lineup, self.recollection = Lineup(tracks.known(Ground.of), in_junction), Recollection(memory)
        self.map = map_of(tracks.lane_map)
        self.desk: Desk | None = None
        self.sky: Sky | None = None
        self.numbers = np.zeros(8)
        """Those of the sky, for compiled code."""
        self.binding = Binding[Part]()

    def begin_anew(self, memory: Memory) -> _Live:
        """The same for another memory, after the run went back, in the room that compiled code is bound to."""
        self._others = self.sky = None
        self.lineup.begin_anew()
        self.recollection.begin_anew(memory)
        return self

    @property
    def ids(self) -> NDArray[np.int64]:
        """Who is there."""
        return self.lineup.kept.ids

    @property
    def block(self) -> Block:
        """What of the line-up there is a row of for each vehicle."""
        return self.lineup.kept.block

    @property
    def capacity(self) -> int:
        """For how many vehicles there is room."""
        return self.lineup.capacity

    def settle(self, moves: Moves) -> None:
        """Be for those who are there now, as their table has moved them."""
        self.lineup.settle(moves)
        if self.desk is not None:
            self.desk.settle(len(moves.after))

    def follow(self, seen: Reader, known: Writer, tick: Tick) -> bool:
        """Be for those who are there now; whether that takes beginning anew, with other vehicles or other owners."""
        ids, others = self.lineup.kept.ids, known.others
        is_same = ids is seen.moves.after and self._others is others
        self.lineup.follow(seen)
        self.recollection.follow(seen, tick.index, _per_second(tick))
        self._others = others
        seen.lead(self)
        seen.lead(self.recollection.baggage)
        return not is_same


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

    **Loose vehicles.** One that is not bound to lanes may lie across them, come towards others, or reach into a lane
    from beside it. It is ahead of all who come to a spot that it takes up, or is about to, if nobody else is nearer;
    its speed is that along their lane.

    **Darkness.** At night a vehicle none of whose lamps are lit (headlamps and rear lights, brake lights, turn lights)
    is seen only in the beam of the driver's own headlamps, without them from nearer still, and so behind the driver.
    Where it is not seen, the next one that is lit is.

    **Weather.** How much slower each driver likes to drive in it, and whether it lights its lamps, is filled in by
    `seahaven.behaviour.weather` and the trait `weather_caution`, which is read when the
    weather changes, and of newcomers.

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

    keeps_spare = True
    tracks: Param[Tracks]
    parallel: Param[bool] = port(False, doc="whether blocks of rows, and lanes, are shared out among threads")
    memory: State[Memory] = port(Memory())

    seen = reads(
        "vehicle", "lane", "s", "offset", "drift", "heading", "entry", "speed", "acceleration", "length", "width",
        "brake_light", "turn_light", "headlamps", "reaction", "sight", "weather_caution", "partner", "motion", "x", "y",
        "z", "horn",
    )  # fmt: skip
    weather = reads("weather", "visibility", "grip", "rain", "daylight")
    known = writes("vehicle", "leader", "gap", *SENSED)

    def step(self, tick: Tick) -> None:
        """Perceive once."""
        if self.parallel:
            self._perceive_in_parallel(tick)
        else:
            make_step(self._part(tick), tick)

    def part(self, tick: Tick) -> Part | None:
        """All of it, as long as the weather stays as it is."""
        return None if self.parallel else self._part(tick)

    def _part(self, tick: Tick) -> Part:
        """A step as compiled code makes it, for those who are there now and the weather of now."""
        sky, live = self._sky(), self.live
        has_moved = live.follow(self.seen, self.known, tick)
        claimed, before = self.seen.claimed("x"), live.desk
        is_steady = not len(claimed)
        works_on = self.seen, self.weather, self.known, live.lineup.homes, live.recollection.arrays, is_steady
        part: Part = live.binding.bound(works_on, lambda: self._bound(is_steady=is_steady))
        if live.desk is before and has_moved:
            live.desk.follow(len(self.seen))
        live.desk.heed_claims(claimed, live.lineup.claimed)
        live.numbers[:] = sky.numbers
        live.desk.filling.look_up(sky, self.seen.weather_caution)
        return part

    def _bound(self, *, is_steady: bool) -> Part:
        """Compiled perception, bound to what it works with."""
        import seahaven.behaviour.perception.step_kernels as kernels

        live: _Live = self.live
        lineup, spacious = live.lineup, self.seen.spacious
        desk = live.desk = Desk(self.seen, self.known, lineup, live.recollection)
        filling = desk.filling
        weather = tuple(self.weather.spacious(name) for name in ("visibility", "grip", "rain", "daylight"))
        ground, lined_up = (lineup.ground.lanes, lineup.ground.stretches), (lineup.bounds, lineup.codes, lineup.along)
        seen = tuple(spacious(name) for name in ("lane", "s", "length", "speed", "turn_light"))
        values = (
            desk.where, desk.counts, live.numbers, filling.grip, weather, self.weather.tally, ground, lined_up, seen,
            filling.given[0], filling.shift, *filling.plea, live.map, self._newcomers(live, filling),
        )  # fmt: skip
        return part_of(kernels.perceive, values, is_steady=is_steady)

    def _newcomers(self, live: _Live, filling: Filling) -> tuple[Any, ...]:
        """What compiled code takes to fill in the rows of newcomers."""
        names = "speed", "acceleration", "turn_light", "brake_light", "headlamps", "weather_caution", "reaction"
        arrays = live.recollection.arrays
        remembered = arrays["speeds"], arrays["accelerations"], arrays["lamps"]
        return arrays["is_new"], tuple(map(self.seen.spacious, names)), remembered, filling.by_weather

    def _perceive_in_parallel(self, tick: Tick) -> None:
        import seahaven.behaviour.perception.lineup_kernels as lines
        import seahaven.behaviour.perception.loose_kernels as loose
        import seahaven.behaviour.perception.memory_kernels as memory
        import seahaven.behaviour.perception.plea_kernels as pleas
        import seahaven.behaviour.perception.sense_kernels as senses

        self._part(tick)
        sky, desk, per_second = self._sky(), self.live.desk, _per_second(tick)
        where, counts, filling = desk.where, desk.counts, desk.filling
        memory.welcome(
            len(self.seen), per_second, (sky.visibility, sky.pace, sky.gloom), *self._newcomers(self.live, filling)
        )
        counts[NEWS] = 0
        now, dark = tick.index % int(counts[SLOTS]), (sky.beam, sky.darkness)
        lines.line_up_in_parallel(where, counts, now, per_second, sky.visibility, *dark)
        loose.heed_loose(where, counts, self.live.map, *dark, tick.dt)
        has_new_grip = bool(sky.grip != filling.grip[0])
        senses.sense_in_parallel(where, counts, has_new_grip, sky.grip, *dark, 0, filling.count)
        seen, lineup = self.seen, self.live.lineup
        pleas.plead(
            lineup.ground.lanes, lineup.ground.stretches, lineup.bounds, lineup.codes, lineup.along, seen.lane, seen.s,
            seen.length, seen.speed, seen.turn_light, filling.given[0][: filling.count], filling.shift, *filling.plea,
        )  # fmt: skip
        filling.grip[0] = sky.grip

    def freeze(self) -> None:
        """Keep what is remembered."""
        if self.live is not None:
            self.memory = self.live.recollection.packed()

    def _sky(self) -> Sky:
        """What the weather does to everybody."""
        if self.live is None:
            spare = self.spare
            is_good = isinstance(spare, _Live) and spare.tracks is self.tracks
            self.live = spare.begin_anew(self.memory) if is_good else _Live(self.tracks, self.memory)
        live: _Live = self.live
        live.sky = sky_now(live.sky, self.weather)
        return live.sky


def _per_second(tick: Tick) -> float:
    """How many steps of this length there are in a second."""
    return 1.0 / tick.dt if tick.dt > 0.0 else 0.0
