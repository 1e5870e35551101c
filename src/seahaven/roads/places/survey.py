"""The survey of a network: its places, looked for once and found again at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from math import hypot, inf, isnan

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats, Pose
from seahaven.roads.junctions import JunctionLogic, Ring, rings
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.places.carriageway import Chain, Course, carriageways, chains, courses
from seahaven.roads.places.crossing import crosswalks
from seahaven.roads.places.meeting import Meeting, arrives, fits, meetings
from seahaven.roads.places.onward import Onward, Span
from seahaven.roads.places.place import Piece, Place
from seahaven.roads.places.stretch import Run, curves, dead_ends, hills, lane_drops, roads, straights, stretch
from seahaven.roads.places.wanted import (
    Shape,
    Wanted,
    WantedCrosswalk,
    WantedCurve,
    WantedDeadEnd,
    WantedHill,
    WantedJunction,
    WantedLaneDrop,
    WantedRoad,
    WantedStraight,
)

SAMPLE = 5.0
"""How many metres apart the points of a place lie from which its distance to a pose is taken."""


_PASSED = frozenset({Shape.JOINT, Shape.EXIT, Shape.ENTRY})


class Survey:
    """All places of a network. What was asked once is remembered.

    Make one for each network and hand it to `find`; it never changes what it is made from.
    """

    def __init__(self, logic: JunctionLogic) -> None:
        self.logic = logic
        self._known: dict[Wanted, tuple[Place, ...]] = {}

    @property
    def lane_map(self) -> LaneMap:
        """The lanes of the network."""
        return self.logic.lane_map

    def all(self, wanted: Wanted) -> tuple[Place, ...]:
        """Every place that fits, by roads and junctions as they lie in the network; a junction once."""
        if wanted not in self._known:
            found = tuple(self._fitting(wanted))
            for other in wanted.others:
                found = tuple(place for place in found if self._has(place, other))
            for other in wanted.never:
                found = tuple(place for place in found if not self._has(place, other))
            self._known[wanted] = found
        return self._known[wanted]

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """Junctions and roundabouts."""
        return tuple(meetings(self.logic, self.rings))

    @cached_property
    def rings(self) -> tuple[Ring, ...]:
        """The junctions and roads of which roundabouts are made."""
        return tuple(rings(self.lane_map))

    @cached_property
    def chains(self) -> tuple[tuple[Chain, Course], ...]:
        """Carriageways from junction to junction.

        Junctions of two arms do not interrupt them, nor do exits and entries of the other direction. The rings of
        roundabouts are left out.
        """
        passed = {one.place.arms[0].junction for one in self.meetings if one.shape in _PASSED}
        network = self.lane_map.network
        inside = [j for j, one in enumerate(network.junctions) if one.id in passed]
        ringed = {id for ring in self.rings for id in ring.roads}
        left_out = [k for k, road in enumerate(network.roads) if road.id in ringed]
        known = chains(self.lane_map, carriageways(self.lane_map, inside, left_out))
        return tuple(zip(known, courses(self.lane_map, known), strict=True))

    def _fitting(self, wanted: Wanted) -> Iterator[Place]:
        if isinstance(wanted, WantedJunction):
            yield from (one.place for one in self.meetings if fits(one, wanted))
        elif isinstance(wanted, WantedCrosswalk):
            yield from crosswalks(self.logic, wanted)
        else:
            if isinstance(wanted, WantedDeadEnd):
                circles = (one.place for one in self.meetings if one.shape is Shape.END)
                yield from (replace(place, kind="dead end") for place in circles)
            for chain, course in self.chains:
                for run, kind in self._runs(chain, course, wanted):
                    yield stretch(self.lane_map, chain, run, kind)

    def _runs(self, chain: Chain, course: Course, wanted: Wanted) -> Iterator[tuple[Run, str]]:
        if isinstance(wanted, WantedStraight):
            yield from ((run, "straight") for run in straights(course, wanted))
        elif isinstance(wanted, WantedCurve):
            yield from ((run, f"{side} curve") for run, side in curves(course, wanted))
        elif isinstance(wanted, WantedHill):
            yield from ((run, "crest" if wanted.is_crest else "sag") for run in hills(course, wanted))
        elif isinstance(wanted, WantedRoad):
            yield from ((run, "road") for run in roads(self.lane_map, chain, wanted))
        elif isinstance(wanted, WantedLaneDrop):
            yield from ((run, "lane drop") for run in lane_drops(self.lane_map, chain))
        elif isinstance(wanted, WantedDeadEnd):
            yield from ((run, "dead end") for run in dead_ends(self.lane_map, chain))
        else:
            raise InputError(f"{wanted!r} says nothing of what is wanted; begin with places.road() or another kind")

    def _has(self, place: Place, other: Wanted) -> bool:
        return any(_share(place.extent, one.extent) for one in self.all(other))


def find(
    survey: Survey,
    wanted: Wanted,
    *,
    near: Pose | tuple[float, float] | None = None,
    within: float = inf,
    ahead: tuple[int | str, float, float] | Onward | None = None,
) -> tuple[Place, ...]:
    """The places that fit, nearest first.

    With `near`: by how far they are from a pose or point in a straight line, up to `within` metres. With `ahead`, a
    lane (its index or name), an s on it and a distance: those that a driver there may come to within that distance, in
    the order in which the shortest ways lead to them; a junction comes once for each arm on which the driver may
    arrive, and only on those that fit. With neither: all of them, in the order of the network. An `Onward` answers
    for several kinds of places from one lane and s without looking for the ways again.
    """
    if near is not None and ahead is not None:
        raise InputError("find got both near and ahead; expected one of them")
    if isnan(within) or within < 0.0:
        raise InputError(f"find got within={within!r}; expected a number of metres from 0 on")
    if near is None and within < inf:
        raise InputError(f"find got within={within!r} without near; say near which pose or point")
    if ahead is not None:
        onward = ahead if isinstance(ahead, Onward) else Onward(survey.lane_map, *_start(survey.lane_map, ahead))
        found = [one for place in survey.all(wanted) for one in _ahead(place, wanted, onward)]
        return tuple(sorted(found, key=lambda one: (one.earliest, one.latest)))
    if near is None:
        return survey.all(wanted)
    point = near.point if isinstance(near, Pose) else near
    far = [(_straight(survey.lane_map, place, point), place) for place in survey.all(wanted)]
    known = [replace(place, earliest=distance, latest=distance) for distance, place in far if distance <= within]
    return tuple(sorted(known, key=lambda one: one.earliest))


def _start(lane_map: LaneMap, ahead: tuple[int | str, float, float]) -> tuple[int, float, float]:
    if len(ahead) != 3:
        raise InputError(f"find got ahead={ahead!r}; expected a lane, an s on it and a distance")
    lane, s, distance = ahead
    return lane_map.index(lane) if isinstance(lane, str) else lane, s, distance


def _ahead(place: Place, wanted: Wanted, onward: Onward) -> Iterator[Place]:
    if not place.arms:
        span = _here(place, onward) or _least([onward.to(spot) for spot in place.entries])
        if span is not None:
            yield replace(place, earliest=span.earliest, latest=span.latest)
        return
    arriving = wanted.arriving if isinstance(wanted, WantedJunction) else None
    for arm in place.arms:
        span = _least([onward.to(spot) for spot in arm.stops])
        if span is not None and arrives(arm, place.kind, arriving):
            pose = Pose(*place.position, arm.pose.heading)
            yield replace(place, pose=pose, arrival=arm, earliest=span.earliest, latest=span.latest)


def _here(place: Place, onward: Onward) -> Span | None:
    """Nothing, as a distance, if the driver is there already."""
    lane, s = onward.start
    return Span(0.0, 0.0) if any(one.lane == lane and one.begin <= s <= one.end for one in place.extent) else None


def _least(spans: list[Span | None]) -> Span | None:
    known = [span for span in spans if span is not None]
    if not known:
        return None
    return Span(min(span.earliest for span in known), max(span.latest for span in known))


def _straight(lane_map: LaneMap, place: Place, point: tuple[float, float]) -> float:
    """How far a place is: a junction's middle, or the nearest point of a stretch."""
    if place.arms or not place.extent:
        return hypot(place.pose.x - point[0], place.pose.y - point[1])
    return min(_to_piece(lane_map, piece, point) for piece in place.extent)


def _to_piece(lane_map: LaneMap, piece: Piece, point: tuple[float, float]) -> float:
    count = max(int((piece.end - piece.begin) / SAMPLE), 1) + 1
    placed = lane_map.place(np.full(count, piece.lane), np.linspace(piece.begin, piece.end, count))
    x, y = np.asarray(placed.x) - point[0], np.asarray(placed.y) - point[1]
    dx, dy = np.diff(x), np.diff(y)
    share: Floats = np.clip(-(x[:-1] * dx + y[:-1] * dy) / np.maximum(dx * dx + dy * dy, 1e-12), 0.0, 1.0)
    return float(np.hypot(x[:-1] + share * dx, y[:-1] + share * dy).min())


def _share(one: tuple[Piece, ...], other: tuple[Piece, ...]) -> bool:
    """Whether two places have a piece of a lane in common."""
    spans: dict[int, list[Piece]] = {}
    for piece in one:
        spans.setdefault(piece.lane, []).append(piece)
    return any(
        own.begin <= piece.end and piece.begin <= own.end for piece in other for own in spans.get(piece.lane, ())
    )
