"""What drivers perceive of people on foot: where they have to wait for somebody, and for how long."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from seahaven.behaviour.people.columns import AFOOT, FOOT_SENSED
from seahaven.behaviour.people.crossing_roads import CrossingRoads, lights_of, passages_of
from seahaven.behaviour.people.views import Folk
from seahaven.behaviour.weather import dark_reach
from seahaven.geometry import Floats, Truths
from seahaven.kernel import Module, Param, Part, Tick
from seahaven.roads.junctions import VEHICLES
from seahaven.roads.model import LaneKind
from seahaven.roads.routing import Tracks
from seahaven.world import PERSON, SIGNAL, WalkPhase, reads, writes

__all__ = ["Watch"]

LEAST, SECONDS, MOST = 20.0, 5.0, 120.0
"""How far drivers look for crosswalks: so many metres and so many seconds, and no further than the last."""
_STRAYING, _FALLEN = int(WalkPhase.STRAYING), int(WalkPhase.FALLEN)
"""Plain numbers: arrays are compared with these in a quarter of the time that members of an enumeration take."""
_ALONE = Part(is_asleep=True)
"""Sleeps until anybody is on foot."""


class Watch(Module):
    """Fills in, for every driver, where somebody on foot makes it wait (`walker`), and for how long (`walker_time`).

        Watch("watch", rate=10, tracks=tracks)

    On a crosswalk people go first: those on it in or before the driver's lane, and those who stand at its edge wanting
    to cross, if it has no light or theirs is green. Whoever is not on the road yet is let go only by those who can stop
    without haste; and nobody waits who will have passed before, even if people begin to hurry. Whoever can no longer
    stop without haste goes on before those who come later as they walk now. People on the road elsewhere are obstacles,
    as soon as they can be seen: vehicles around them hide them, unless they are tall enough to be seen over these.
    Nor does anybody follow a standing queue onto a crosswalk.

    People carry no light. At night they are seen only in the beam of the driver's own headlamps, or from nearer still
    without them; street lamps are not known.
    """

    tracks: Param[Tracks]

    people = reads(PERSON.extended(AFOOT), *Folk._fields, "z", "height", "struck", "blocked")
    traffic = reads(
        "vehicle", "lane", "s", "entry", "offset", "speed", "length", "width", "gap", "closing", "headlamps", "x", "y",
        "z", "heading", "height",
    )  # fmt: skip
    weather = reads("weather", "daylight")
    lights = reads(SIGNAL, "state")
    known = writes("vehicle", *FOOT_SENSED)

    def step(self, tick: Tick) -> None:
        """Look out once."""
        if not len(self.people):
            self._see_nobody()
            return
        live = self._live()
        live.is_empty = False
        walker, until = np.full(len(self.traffic), np.nan), np.zeros(len(self.traffic))
        self._watch_crosswalks(live, walker, until)
        self._watch_strays(live, walker, until)
        self._lose_in_the_dark(walker)
        self._mind_the_hit(walker, until)
        self._hand_over(walker, until)

    def part(self, tick: Tick) -> Part | None:
        """Sleeps while nobody is on foot."""
        return _ALONE if not len(self.people) and self._live().is_empty else None

    def _see_nobody(self) -> None:
        """Leave all columns null; once is enough, since newcomers begin so."""
        live = self._live()
        if not live.is_empty:
            live.is_empty = True
            self._hand_over(np.full(len(self.traffic), np.nan), np.zeros(len(self.traffic)))

    def _live(self) -> _Live:
        if self.live is None:
            self.live = _Live(self.tracks)
        live: _Live = self.live
        return live

    def _watch_crosswalks(self, live: _Live, walker: Floats, until: Floats) -> None:
        import seahaven.behaviour.people.crosswalk_kernels as crosswalks
        import seahaven.behaviour.people.watch_kernels as kernels

        people, cars, roads, passages = self.people, self.traffic, live.roads, live.passages
        count = len(passages.length)
        if not count:
            return
        first, order = crosswalks.list_people(people.crosswalk, count)
        pairs, distances = crosswalks.list_comers(
            roads, live.every, cars.lane, cars.s, cars.speed, cars.length, cars.entry, LEAST, SECONDS, MOST
        )  # fmt: skip
        folk = Folk(*[getattr(people, name) for name in Folk._fields])
        kernels.watch_crosswalks(
            passages, roads, pairs, distances, first, order, folk, ~people.null("blocked"), cars.speed, cars.length,
            self.lights.state, live.light_row, walker, until,
        )  # fmt: skip
        kernels.keep_clear(
            roads, pairs, distances, cars.speed, cars.length, cars.gap, cars.null("gap"), cars.closing, walker, until
        )  # fmt: skip

    def _watch_strays(self, live: _Live, walker: Floats, until: Floats) -> None:
        import seahaven.behaviour.people.watch_kernels as kernels
        from seahaven.behaviour.people.hidden_kernels import Bodies

        people, cars = self.people, self.traffic
        is_astray = (people.phase == _STRAYING) | (people.phase == _FALLEN) | (people.path < 0)
        if not is_astray.any():
            return
        strips = self.tracks.lane_map.strips
        strays = kernels.list_strays(
            people.x, people.y, people.heading, people.speed, is_astray, strips.plan, strips.lane_of, live.is_open,
            strips.grid_frame, strips.grid_shape, strips.cell_first, strips.cell_row, len(strips.length),
        )  # fmt: skip
        known = kernels.Cars(cars.lane, cars.s, cars.entry, cars.offset, cars.speed, cars.length, cars.width)
        bodies = Bodies(cars.x, cars.y, cars.z, cars.heading, cars.length, cars.width, cars.height)
        folk = Folk(*[getattr(people, name) for name in Folk._fields])
        levels = people.z, people.height
        kernels.watch_strays(live.roads, strays, known, folk, levels, bodies, is_astray, walker, until)

    def _lose_in_the_dark(self, walker: Floats) -> None:
        """See nobody at night who is further away than one's lamps show."""
        beam, darkness = dark_reach(self.weather.daylight.item(0)) if len(self.weather) else (inf, inf)
        if beam < inf:
            walker[walker > np.where(self.traffic.headlamps > 0, beam, darkness)] = np.nan

    def _mind_the_hit(self, walker: Floats, until: Floats) -> None:
        """A driver that hit a person stops and stays as long as that person lies there."""
        hit = ~self.people.null("struck") & (self.people.phase == _FALLEN)
        if hit.any():
            ids = self.people.struck[hit]
            rows = np.minimum(self.traffic.ids.searchsorted(ids), len(self.traffic) - 1)
            mine = rows[self.traffic.ids[rows] == ids] if len(self.traffic) else rows[:0]
            walker[mine], until[mine] = 0.0, np.inf

    def _hand_over(self, walker: Floats, until: Floats) -> None:
        import seahaven.behaviour.people.watch_kernels as kernels

        rows = np.arange(len(self.traffic))
        (places, free), (times, is_open) = self.known.all_cells()
        kernels.hand_over(rows, walker, until, places, free, times, is_open)


class _Live:
    """What is made anew after a snapshot."""

    def __init__(self, tracks: Tracks) -> None:
        self.tracks = tracks
        self.is_empty = False
        """Whether the columns of all vehicles say that nobody is there."""
        self._made: dict[str, Any] = {}

    def _make(self, name: str, make: Any) -> Any:
        if name not in self._made:
            self._made[name] = self.tracks.known(make)
        return self._made[name]

    @property
    def roads(self) -> CrossingRoads:
        """Lanes and crosswalks; made only when there are people."""
        roads: CrossingRoads = self._make("roads", CrossingRoads.of)
        return roads

    @property
    def passages(self) -> Any:
        """Crosswalks."""
        return self._make("passages", passages_of)

    @property
    def light_row(self) -> Any:
        """Of each crosswalk the row of its light."""
        return self._make("light_row", lights_of)

    @property
    def every(self) -> Truths:
        """Of each crosswalk, that it is looked for."""
        every: Truths = np.ones(len(self.passages.length) + 1, np.bool_)
        return every

    @property
    def is_open(self) -> Truths:
        """Of each lane, whether vehicles drive on it."""
        is_open: Truths = self._make("is_open", _open_lanes)
        return is_open


def _open_lanes(tracks: Tracks) -> Truths:
    kinds = np.array([kind in VEHICLES for kind in LaneKind])
    is_open: Truths = kinds[tracks.lane_map.kind]
    return is_open
