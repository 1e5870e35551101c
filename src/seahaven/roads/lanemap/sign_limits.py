"""Speed limits that signs set: from where each stands, for the lanes that it faces, up to the next one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from seahaven.roads.model import (
    End,
    Facing,
    Lane,
    Limit,
    Road,
    RoadLink,
    RoadNetwork,
    Signal,
    SignalKind,
    SignalUse,
)

__all__ = ["SignLimits"]

Direction = tuple[str, bool]
"""A road, and whether traffic runs along its s."""


@dataclass(frozen=True, slots=True)
class _Sign:
    """A limit from a sign on, in the direction of travel; None is the end of such a limit."""

    s: float
    speed: float | None
    lanes: tuple[tuple[int, int], ...] = ()

    def is_for(self, lane: int) -> bool:
        return not self.lanes or any(low <= lane <= high for low, high in self.lanes)


class SignLimits:
    """What the speed signs of a network mean for each lane.

    A sign holds for the traffic that it faces, on its lanes, up to the next sign, a sign that ends the limit, or the
    end of the road. A limit for all lanes holds on the following roads as well, as far as they lie outside junctions
    and state no limit of their own. Where no sign holds, the road's limit does; a lane that states limits has its
    own. Signs that can change what they show set no limit.
    """

    def __init__(self, network: RoadNetwork) -> None:
        self._roads = {road.id: road for road in network.roads}
        signals = {signal.id: signal for road in network.roads for signal in road.signals if _is_speed(signal)}
        self._signs: dict[Direction, list[_Sign]] = {}
        for road in network.roads if signals else ():
            for along in (True, False):
                if signs := sorted(_facing(road, along, signals), key=lambda sign: sign.s if along else -sign.s):
                    self._signs[road.id, along] = signs
        for road_id, along in list(self._signs):
            self._carry_on(road_id, along)

    def limits(self, road: Road, section: int, lane: Lane, base: Sequence[Limit]) -> tuple[Limit, ...]:
        """The limits of a lane, their s counted from the start of its section; `base` are those of the road."""
        along = road.runs_along(lane)
        signs = [sign for sign in self._signs.get((road.id, along), ()) if sign.is_for(lane.id)]
        begin, end = road.stretch(section)
        if any(limit.is_stated for limit in lane.limits):
            return _stated(lane.limits, base, begin, end)
        if not signs:
            return ()
        pieces = [
            (max(low, begin), min(high, end), speed)
            for low, high, speed in _stretches(signs, along, road.length)
            if low < end and high > begin
        ]
        held: list[Limit] = []
        for low, high, speed in pieces:
            held += _of_road(base, low, high, begin) if speed is None else [Limit(low - begin, speed)]
        return tuple(held)

    def _carry_on(self, road_id: str, along: bool) -> None:
        """Let the last limit of a direction of a road hold on the roads that follow."""
        seen = {road_id}
        while (signs := self._signs[road_id, along]) and signs[-1].speed is not None and not signs[-1].lanes:
            link = self._roads[road_id].after if along else self._roads[road_id].before
            if not isinstance(link, RoadLink) or link.road in seen or link.road not in self._roads:
                return
            road, into = self._roads[link.road], link.end is End.START
            if road.junction is not None or road.limits:
                return
            carried, known = _Sign(0.0 if into else road.length, signs[-1].speed), self._signs.get((road.id, into), [])
            self._signs[road.id, into] = [carried, *known]
            if known:
                return
            seen.add(road.id)
            road_id, along = road.id, into


def _is_speed(signal: Signal) -> bool:
    if signal.is_dynamic:
        return False
    return signal.kind is SignalKind.SPEED_LIMIT_ENDS or (
        signal.kind is SignalKind.SPEED_LIMIT and signal.value is not None
    )


def _facing(road: Road, along: bool, signals: Mapping[str, Signal]) -> Iterator[_Sign]:
    """The speed signs of a road, its own and those it refers to, that face one direction of its traffic."""
    wanted = (Facing.BOTH, Facing.ALONG if along else Facing.AGAINST)
    places: tuple[Signal | SignalUse, ...] = (*road.signals, *road.signal_uses)
    for place in places:
        if place.facing in wanted and (signal := signals.get(place.id)):
            speed = signal.value if signal.kind is SignalKind.SPEED_LIMIT else None
            yield _Sign(place.s, speed, place.lanes)


def _stretches(signs: Sequence[_Sign], along: bool, length: float) -> list[tuple[float, float, float | None]]:
    """From where to where, by rising s, which limit holds; the road's own before the first sign."""
    edges = [0.0, *(sign.s if along else length - sign.s for sign in signs), length]
    speeds = [None, *(sign.speed for sign in signs)]
    stretches = [(low, high, speed) for (low, high), speed in zip(pairwise(edges), speeds, strict=True) if high > low]
    if along:
        return stretches
    return [(length - high, length - low, speed) for low, high, speed in reversed(stretches)]


def _stated(limits: Sequence[Limit], base: Sequence[Limit], begin: float, end: float) -> tuple[Limit, ...]:
    """The limits that a lane states, with those of its road where it ends one without stating another."""
    found: list[Limit] = []
    for limit, following in pairwise((*limits, Limit(end - begin, None))):
        found += [limit] if limit.is_stated else _of_road(base, begin + limit.s, begin + following.s, begin)
    return tuple(found)


def _of_road(base: Sequence[Limit], low: float, high: float, begin: float) -> Iterator[Limit]:
    """The limits of the road between two s."""
    before = [limit for limit in base if limit.s <= low]
    if before:
        yield Limit(low - begin, before[-1].speed)
    yield from (Limit(limit.s - begin, limit.speed) for limit in base if low < limit.s < high)
