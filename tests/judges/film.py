"""Recordings made by hand: vehicles that move along lanes of the rear-end course as a function of time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.judges import Episode, Scene, Verdict, Walk, judge_all
from seahaven.judges.episode import Told
from seahaven.measures import Crash, Lanes, Lights, SubjectFrames
from tests.direction.course import lane_map

RATE = 5.0
SUBJECT = 1
LENGTH, WIDTH = 4.6, 1.8


@cache
def lanes() -> Lanes:
    """Those of all films: lanes that have been asked for once are known."""
    return Lanes(lane_map())


def lane(name: str) -> int:
    """The lane of that name."""
    return next(one for one in range(len(lane_map())) if lane_map().name(one) == name)


def straight_from(name: str, metres: float = 12_000.0) -> list[int]:
    """Lanes one after the other, straight on from a lane."""
    road, length = [lane(name)], 0.0
    while length < metres:
        onward, _ = lanes().onward(road[-1], 0)
        if len(onward) < 2:
            break
        length += float(lane_map().length[road[-1]])
        road.append(int(onward[1]))
    return road


def driven(seconds: float, s: float, speed: float, pedal: Callable[[float, float, float], float]) -> Floats:
    """How far along its lanes a vehicle is at each frame: `pedal` gives its acceleration from time, place and speed."""
    fine, places = 10, []
    for k in range(int(seconds * RATE) * fine + 1):
        time = k / (RATE * fine)
        if k % fine == 0:
            places.append(s)
        pull = pedal(time, s, speed)
        s += speed / (RATE * fine)
        speed = max(speed + pull / (RATE * fine), 0.0)
    return np.array(places)


@dataclass
class Film:
    """A recording of one subject, with the events that its judges read."""

    seconds: float
    told: list[Told] = field(default_factory=list)
    lights: Lights | None = None
    crashes: list[Crash] = field(default_factory=list)
    visibility: float = 1000.0
    subject: int = SUBJECT
    lanes: Lanes = field(default_factory=lanes)
    cars: dict[int, dict[str, Any]] = field(default_factory=dict)
    walks: dict[int, Walk] = field(default_factory=dict)

    @property
    def times(self) -> Floats:
        """When its frames are."""
        return np.arange(int(self.seconds * RATE) + 1) / RATE

    def car(
        self, entity: int, road: Sequence[int], along: Floats, *, shift: Any = 0.0, brakes: Any = False, **columns: Any
    ) -> None:
        """Let a vehicle drive along lanes, `shift` lanes to the left of them."""
        starts = np.concatenate(([0.0], np.cumsum(lane_map().length[list(road)])))[:-1]
        piece = np.maximum(np.searchsorted(starts, along, side="right") - 1, 0)
        s, on = along - starts[piece], np.array(road)[piece]
        shifts = np.broadcast_to(np.asarray(shift, dtype=np.float64), along.shape)
        whole = np.rint(shifts).astype(np.int64)
        for side, beside in ((1, lane_map().left), (-1, lane_map().right)):
            for step in range(1, 3):
                on = np.where(side * whole >= step, beside[on], on)
        offset = (shifts - whole) * 3.6
        place = lane_map().place(on, s, offset)
        speed = np.gradient(along) * RATE
        speed[np.abs(speed) < 1e-6] = 0.0
        self.cars[entity] = {
            "time": self.times, "id": np.full(len(along), entity), "x": place.x, "y": place.y, "z": place.z,
            "heading": place.heading, "length": np.full(len(along), LENGTH), "width": np.full(len(along), WIDTH),
            "height": np.full(len(along), 1.5), "speed": speed, "acceleration": np.gradient(speed) * RATE,
            "steering": np.zeros(len(along)), "lane": on, "s": s, "offset": offset,
            "drift": np.gradient(shifts * 3.6) * RATE, "brake_light": np.broadcast_to(brakes, along.shape).astype(bool),
            "turn_light": np.zeros(len(along), np.int8), **columns,
        }  # fmt: skip

    def frames(self, begin: float, end: float) -> SubjectFrames:
        """All vehicles from one time to another."""
        cells = {name: np.concatenate([car[name] for car in self.cars.values()]) for name in self.cars[SUBJECT]}
        order = np.lexsort((cells["id"], cells["time"]))
        kept = order[(cells["time"][order] >= begin - 1e-6) & (cells["time"][order] <= end + 1e-6)]
        return SubjectFrames.of(SUBJECT, {name: values[kept] for name, values in cells.items()})

    def walk(self, person: int, begin: float, end: float) -> Walk | None:
        """Somebody on foot, all the time."""
        return self.walks.get(person)

    def person(self, entity: int, lane: int, s: float, offset: Floats) -> None:
        """Let somebody walk across a lane, at `offset` metres to the left of its middle; while that is NaN, it lies."""
        lies = np.isnan(offset)
        known = np.where(lies, offset[~lies][-1], offset)
        place = lane_map().place(np.full(len(known), lane), np.full(len(known), s), known)
        speed = np.abs(np.diff(known, prepend=known[:1])) * RATE
        phase = tuple("fallen" if down else "walking" for down in lies)
        self.walks[entity] = Walk(self.times, place.x, place.y, speed, phase)

    def plays(
        self,
        use: str,
        cast: dict[str, int],
        *,
        number: int = 0,
        at: float = 0.0,
        closed: float | None = None,
        **set_values: float,
    ) -> None:
        """Tell of a situation with its cast and its set values."""
        about = {"number": number, "situation": use}
        end = self.seconds if closed is None else closed
        self.told += [
            Told(0.0, "Planned", {**about, "at": at, "use": use, "parameters": set_values}),
            Told(0.0, "Opened", {**about, "at": at}),
            *(Told(0.0, "CastMember", {**about, "role": role, "entity": entity}) for role, entity in cast.items()),
            Told(end, "Closed", about),
        ]

    def verdict(self, number: int = 0) -> Verdict:
        """The verdict on one of its situations."""
        return next(one for one in judge_all(self) if one.number == number)

    def scene(self) -> Scene:
        """The scene of its first situation."""
        episode = Episode(0, "any", "any", opened=0.0, closed=self.seconds)
        return Scene(self, episode, [episode])


def lacking(verdict: Verdict) -> set[str]:
    """What a recording does not show."""
    return {finding.what for finding in verdict.findings if not finding.holds}
