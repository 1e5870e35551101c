"""The desks of a study's situations: their streams as modules, and their lights in their places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from seahaven.direction import (
    Bystander,
    JunctionLights,
    Line,
    PlacedBystander,
    PlacedDesk,
    PlacedStream,
    Site,
    Situation,
    StreamAlong,
    Stretch,
    TrafficStream,
    Way,
    lights_at,
    notes_of,
    stretch,
)
from seahaven.hcsm import Interpreter
from seahaven.roads.routing import Route, Router, Tracks
from seahaven.world import Sight

__all__ = ["PlannedStream", "placed_desks", "planned_streams", "with_ids"]

BEYOND = 600.0
"""Metres behind the place up to which a stream reaches; vehicles that are seen there drive on."""


@dataclass(frozen=True, slots=True)
class PlannedStream:
    """A stream of a situation: what it is called by, where it runs, its route, and what the situation says of it."""

    name: str
    beacon: str
    stretch: Stretch
    route: Route
    headway: float
    speed: float

    def module(
        self,
        number: int,
        *,
        tracks: Tracks,
        sight: Sight,
        subjects: tuple[int, ...],
        rate: Fraction,
        hands_over: bool,
    ) -> TrafficStream:
        """What brings it; `number` is that of its route in the tracks."""
        way = Way(tracks.lane_map, self.route)
        place = way.at(self.stretch.arrival, self.stretch.s)
        return TrafficStream(
            self.beacon, rate=rate, way=way, route=number, tracks=tracks, sight=sight, subjects=subjects,
            headway=self.headway, speed=self.speed, place=place, until=place + BEYOND, adopts=True, flowing=False,
            hands_over=hands_over,
        )  # fmt: skip


def planned_streams(situation: Situation, number: int, site: Site, router: Router) -> tuple[PlannedStream, ...]:
    """The streams of the situation of that number, with their routes."""
    dials = Interpreter(situation, seed=0).machine().dials()
    found = list[PlannedStream]()
    for name, desk in notes_of(type(situation)).desks.known.items():
        if isinstance(desk, StreamAlong) and site.feature is not None:
            run = stretch(router.lane_map, site.feature, desk.course)
            headway, speed = (float(dials[dial] or 0.0) for dial in (desk.headway, desk.speed))
            beacon = f"situation{number + 1}_{name}"
            found.append(PlannedStream(name, beacon, run, router.route(run.start, run.goal), headway, speed))
    return tuple(found)


def placed_desks(
    situation: Situation,
    site: Site,
    drive: Line,
    streams: tuple[PlannedStream, ...],
    bystanders: Mapping[str, str],
) -> dict[str, PlacedDesk]:
    """The desks of a situation in their places, by name; `bystanders` says what people on foot are called."""
    beacons, placed = {one.name: one.beacon for one in streams}, dict[str, PlacedDesk]()
    for name, desk in notes_of(type(situation)).desks.known.items():
        if isinstance(desk, StreamAlong):
            placed[name] = PlacedStream(beacons[name])
        elif isinstance(desk, Bystander):
            placed[name] = PlacedBystander(bystanders[name])
        elif isinstance(desk, JunctionLights):
            assert site.feature is not None
            placed[name] = lights_at(drive, site.feature)
        else:
            placed[name] = desk
    return placed


def with_ids(desks: Mapping[str, PlacedDesk], bystanders: Mapping[str, int]) -> dict[str, PlacedDesk]:
    """The same desks, with the ids of people on foot in a world, by their names."""
    return {
        name: replace(desk, entity=bystanders[desk.name]) if isinstance(desk, PlacedBystander) else desk
        for name, desk in desks.items()
    }
