"""Lanes that become one road: those of an edge, as far as they lie side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import dist
from typing import TypeAlias

from seahaven.geometry import Path
from seahaven.roads.formats.polyline import (
    EASE,
    Shape,
    heading_in,
    heading_out,
    lengthened,
    line_along,
    rounded,
    widest_gap,
)
from seahaven.roads.formats.sumo.net import Function, Net, NetEdge, NetLane

SIDE_BY_SIDE = 0.1
"""By how much lanes may be off for them to count as lying side by side, in metres."""


Ways: TypeAlias = dict[str, tuple[NetLane, ...]]
"""By the id of a lane, the lanes at one end of it."""


@dataclass(frozen=True)  # without slots, for the sake of what is worked out once
class Strip:
    """The lanes of one road to be, from the middle of the road outwards, and the line that s is measured along.

    That line is the centre of the lane in the middle, so that a single lane lies exactly where the file has it, and
    the outermost stray least where the line bends.
    """

    id: str
    edge: NetEdge
    lanes: tuple[NetLane, ...]
    shapes: tuple[Shape, ...]
    is_left_hand: bool

    @property
    def line(self) -> Shape:
        """The points of the road's line."""
        return self.shapes[self._middle]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the lanes: falling from -1 on, rising from 1 on in left-hand traffic."""
        sign = 1 if self.is_left_hand else -1
        return tuple(sign * (k + 1) for k in range(len(self.lanes)))

    @property
    def middle(self) -> float:
        """How far to the left of the line the road's middle lies, from which its lanes are counted."""
        reach = self._reaches[self._middle]
        return -reach if self.is_left_hand else reach

    @property
    def reach(self) -> float:
        """How far from the line the centre of the furthest lane lies."""
        return max(abs(self.offset(lane)) for lane in self.lanes)

    @property
    def gap(self) -> float:
        """How far the lanes are from lying side by side, and from beginning and ending abreast of each other."""
        step = -1 if self.is_left_hand else 1
        between = widest_gap(self.shapes[::step], [lane.width for lane in self.lanes[::step]])
        return max(between, *map(self._stagger, self.lanes, self.shapes))

    def _stagger(self, lane: NetLane, shape: Shape) -> float:
        """How far the ends of a lane are from where its distance from the line puts them."""
        line, offset = self.path, self.offset(lane)
        ends = ((shape[0], 0.0), (shape[-1], line.length))
        return max(dist(point[:2], line.offset_point(s, offset)) for point, s in ends)

    @cached_property
    def path(self) -> Path:
        """The road's line."""
        return line_along(self.line, self.reach, EASE if self.edge.is_road else 0.0)

    def points(self, k: int) -> Shape:
        """The points of the k-th lane from the middle, rounded as the line is where it is sharp."""
        return rounded(self.shapes[k], EASE, self.offset(self.lanes[k])) if self.edge.is_road else self.shapes[k]

    def offset(self, lane: NetLane) -> float:
        """How far to the left of the line the centre of a lane lies."""
        reach = self._reaches[self.lanes.index(lane)]
        return self.middle + (reach if self.is_left_hand else -reach)

    @property
    def _middle(self) -> int:
        return (len(self.lanes) - 1) // 2

    @cached_property
    def _reaches(self) -> tuple[float, ...]:
        """How far the centre of each lane lies from the middle of the road."""
        borders = accumulate((lane.width for lane in self.lanes), initial=0.0)
        return tuple(border + 0.5 * lane.width for border, lane in zip(borders, self.lanes, strict=False))


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a lane of the file is found among the roads: which road, and its number there."""

    road: str
    number: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Which lanes of a network become which road, and how they lead on inside junctions."""

    strips: tuple[Strip, ...]
    seats: Mapping[str, Seat]
    entries: Ways
    """Inside junctions, the lanes that lead onto a lane."""
    exits: Ways
    """Inside junctions, the lanes that a lane leads onto."""

    def joined(self, lane: NetLane, ways: Ways) -> tuple[Seat, ...]:
        """Where the lanes before, or after, a lane inside a junction are found."""
        return tuple(self.seats[other.id] for other in ways.get(lane.id, ()) if other.id in self.seats)


def plan_roads(net: Net) -> Plan:
    """Decide which lanes become which road.

    An edge becomes one road, named as it is. Inside junctions SUMO also puts lanes into one edge that fan out from one
    point, or turn without keeping abreast; these become a road each, named as the lane.
    """
    entries, exits = _ways(net)
    shapes = _shapes(net, entries, exits)
    split = _split(net, shapes, entries, exits)
    strips = tuple(
        strip
        for edge in net.edges.values()
        if edge.function is not Function.WALKINGAREA
        for strip in _strips(edge, shapes, edge.id in split, net.is_left_hand)
    )
    seats = {
        lane.id: Seat(strip.id, number)
        for strip in strips
        for lane, number in zip(strip.lanes, strip.numbers, strict=True)
    }
    return Plan(strips, seats, entries, exits)


def _ways(net: Net) -> tuple[Ways, Ways]:
    entries: Ways = {}
    exits: Ways = {}
    for link in net.links:
        ahead = link.via or link.end
        if link.start_edge.function is Function.INTERNAL:
            exits[link.start.id] = (*exits.get(link.start.id, ()), ahead)
        if link.via is not None:
            entries[link.via.id] = (*entries.get(link.via.id, ()), link.start)
    return entries, exits


def _shapes(net: Net, entries: Ways, exits: Ways) -> dict[str, Shape]:
    """The shape of every lane, drawn out where it is a single point."""
    return {
        lane.id: lane.shape if len(lane.shape) > 1 else lengthened(lane.shape, _direction(lane, entries, exits))
        for edge in net.edges.values()
        for lane in edge.lanes
    }


def _direction(lane: NetLane, entries: Ways, exits: Ways) -> float:
    """Where a lane leads that is a single point: on from the lane before it, or the way of the one after."""
    arriving = (heading_out(before.shape) for before in entries.get(lane.id, ()))
    leaving = (heading_in(after.shape) for after in exits.get(lane.id, ()))
    return next((heading for heading in (*arriving, *leaving) if heading is not None), 0.0)


def _split(net: Net, shapes: Mapping[str, Shape], entries: Ways, exits: Ways) -> set[str]:
    """The edges inside junctions whose lanes become a road each."""
    inner = [edge for edge in net.edges.values() if edge.function is Function.INTERNAL and len(edge.lanes) > 1]
    beside = {edge.id: _beside(edge, net, entries, exits) for edge in inner}
    split = {
        edge.id
        for edge in inner
        if any(len(edges) > 1 for edges in beside[edge.id])
        or _strips(edge, shapes, False, net.is_left_hand)[0].gap > SIDE_BY_SIDE
    }
    count = -1
    while count != len(split):
        count = len(split)
        split |= {edge.id for edge in inner if any(edges & split for edges in beside[edge.id])}
    return split


def _beside(edge: NetEdge, net: Net, entries: Ways, exits: Ways) -> tuple[set[str], set[str]]:
    """The edges before, and those after, an edge inside a junction."""
    before = {net.lane_edges[lane.id].id for here in edge.lanes for lane in entries.get(here.id, ())}
    after = {net.lane_edges[lane.id].id for here in edge.lanes for lane in exits.get(here.id, ())}
    return before, after


def _strips(edge: NetEdge, shapes: Mapping[str, Shape], split: bool, is_left_hand: bool) -> tuple[Strip, ...]:
    outwards = edge.lanes[::-1]
    if split:
        return tuple(Strip(lane.id, edge, (lane,), (shapes[lane.id],), is_left_hand) for lane in edge.lanes)
    return (Strip(edge.id, edge, outwards, tuple(shapes[lane.id] for lane in outwards), is_left_hand),)
