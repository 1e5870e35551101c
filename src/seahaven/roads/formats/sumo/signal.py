"""Where lights and stop signs stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from seahaven.errors import Position
from seahaven.roads.formats.sumo.light import signal_id
from seahaven.roads.formats.sumo.net import Function, Net, NetLane, NetLink
from seahaven.roads.formats.sumo.strip import Plan, Strip
from seahaven.roads.model import Facing, Signal, SignalKind, SignalUse, signal_code

# The states of connections at which one stops whoever comes: by a stop sign, and at an all-way stop.
_STOPS = ("s", "w")


@dataclass(frozen=True, slots=True)
class Spot:
    """A lane for which a light counts: from its beginning on, or at its end where no lane leads on inside."""

    lane: NetLane
    kind: SignalKind
    is_end: bool = False
    facing: Facing = Facing.ALONG


Spots = Mapping[str, Mapping[int, list[Spot]]]


def light_spots(net: Net) -> Spots:
    """For every traffic light and each of its letters, the lanes for which it counts."""
    lights: dict[str, dict[int, list[Spot]]] = {}
    for link in net.links:
        if link.light is not None:
            letters = lights.setdefault(link.light, {})
            letters.setdefault(link.index, []).append(_spot(link))
            if link.back_index is not None:
                letters.setdefault(link.back_index, []).append(replace(_spot(link), facing=Facing.AGAINST))
    return lights


def _spot(link: NetLink) -> Spot:
    if link.end_edge.function is Function.CROSSING:
        return Spot(link.end, SignalKind.PEDESTRIAN_LIGHT)
    if link.via is None:
        return Spot(link.start, SignalKind.LIGHT, is_end=True)
    return Spot(link.via, SignalKind.LIGHT)


def road_signals(net: Net, plan: Plan, spots: Spots) -> dict[str, list[Signal | SignalUse]]:
    """By road, the signals that stand on it, and those of other roads that count there too."""
    strips = {lane.id: strip for strip in plan.strips for lane in strip.lanes}
    found: dict[str, list[Signal | SignalUse]] = {}
    for id, letters in spots.items():
        for letter in sorted(letters):
            for road, signal in _shown(signal_id(id, letter), letters[letter], strips):
                found.setdefault(road, []).append(signal)
    for road, sign in _stop_signs(net, strips):
        found.setdefault(road, []).append(sign)
    return found


def _shown(id: str, spots: Iterable[Spot], strips: Mapping[str, Strip]) -> Iterator[tuple[str, Signal | SignalUse]]:
    """One letter of a light: a signal on the first road for which it counts, and its use on the others."""
    groups: dict[tuple[str, bool, Facing], list[Spot]] = {}
    for spot in spots:
        if spot.lane.id in strips:
            groups.setdefault((strips[spot.lane.id].id, spot.is_end, spot.facing), []).append(spot)
    for k, ((road, is_end, facing), group) in enumerate(groups.items()):
        strip, kind = strips[group[0].lane.id], group[0].kind
        s = strip.path.length if is_end or facing is Facing.AGAINST else 0.0
        t, lanes = strip.offset(group[0].lane), _ranges(strip, [spot.lane for spot in group])
        if k:
            yield road, SignalUse(id, s, t, facing, lanes)
        else:
            at = group[0].lane.element.at
            yield road, _signal(id, kind, s, t, facing, lanes, at)


def _signal(
    id: str, kind: SignalKind, s: float, t: float, facing: Facing, lanes: tuple[tuple[int, int], ...], at: Position
) -> Signal:
    return Signal(id, kind, s, t, facing=facing, lanes=lanes, is_dynamic=True, code=signal_code(kind), at=at)


def _stop_signs(net: Net, strips: Mapping[str, Strip]) -> Iterator[tuple[str, Signal]]:
    """A stop sign at the end of every road some of whose lanes lead on by a connection at which one has to stop."""
    stops: dict[str, list[NetLane]] = {}
    for link in net.links:
        if link.state in _STOPS and link.start_edge.is_road:
            stops.setdefault(link.start_edge.id, []).append(link.start)
    for road, lanes in stops.items():
        strip = strips[lanes[0].id]
        at = strip.edge.element.at
        yield road, Signal(f"{road}:stop", SignalKind.STOP, strip.path.length, lanes=_ranges(strip, lanes), at=at)


def _ranges(strip: Strip, lanes: Iterable[NetLane]) -> tuple[tuple[int, int], ...]:
    """The numbers of lanes as ranges, lowest and highest."""
    numbers = sorted({strip.numbers[strip.lanes.index(lane)] for lane in lanes})
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return tuple(ranges)
