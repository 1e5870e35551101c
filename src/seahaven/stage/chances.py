"""How likely a driver who goes where they like comes to each lane ahead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from seahaven.roads.junctions import JunctionLogic, Way
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind, Turn
from seahaven.roads.places import Onward

__all__ = ["chances"]

Carriageway: TypeAlias = tuple[int, int, bool]
"""The lanes of a section of a road that run the same way: between them a driver may change."""

_KINDS = tuple(LaneKind)
LEANING: Final = 12.0
"""How many times as likely as each other turn is the one that a driver shows, or was asked, to take."""
RARE: Final = 0.05
"""How many times as likely as another turn is turning back."""


def chances(logic: JunctionLogic, onward: Onward, leaning: Turn | None = None) -> Mapping[int, float]:
    """By lane, how likely the driver comes to it or to a lane beside it, at the first pass.

    At each junction the ways to different arms are equally likely; turning back is rare. At the next junction the
    driver takes the turn to which they lean, as turn signals show, if it is there.
    """
    lane_map = logic.lane_map
    groups: dict[Carriageway, list[int]] = {}
    for lane in sorted(onward.earliest, key=lambda lane: (onward.earliest[lane], lane)):
        groups.setdefault(_carriageway(lane_map, lane), []).append(lane)
    order = {group: place for place, group in enumerate(groups)}
    found = dict.fromkeys(groups, 0.0)
    found[_carriageway(lane_map, onward.start.lane)] = 1.0
    inside = dict[int, float]()
    leans_at = _next_junction(logic, onward)
    for group, lanes in groups.items():
        ways = [way for lane in lanes for way in logic.ways_from(lane) if _is_driven(lane_map, way)]
        shares = _shares(ways, leaning if ways and ways[0].junction == leans_at else None)
        for way in ways:
            share = found[group] * shares[way.goal]
            for lane in way.lanes:
                inside[lane] = max(inside.get(lane, 0.0), share)
        for goal, share in shares.items():
            reached = {_carriageway(lane_map, way.outgoing) for way in ways if way.goal == goal}
            _hand_on(found, order, group, reached, found[group] * share)
        if not ways:
            _hand_on(found, order, group, _following(lane_map, lanes, group), found[group])
    known = {lane: found[group] for group, lanes in groups.items() for lane in lanes}
    return known | {lane: share for lane, share in inside.items() if lane in known}


def _hand_on(
    found: dict[Carriageway, float],
    order: Mapping[Carriageway, int],
    group: Carriageway,
    reached: Iterable[Carriageway],
    chance: float,
) -> None:
    """Add a chance to the carriageways that are reached from another for the first time, in equal shares."""
    ahead = [other for other in reached if order.get(other, -1) > order[group]]
    for other in ahead:
        found[other] = min(found[other] + chance / len(ahead), 1.0)


def _shares(ways: Iterable[Way], leaning: Turn | None) -> dict[int, float]:
    """How likely each arm is, by its number."""
    turns = {way.goal: way.turn for way in ways}
    weights = {
        goal: (RARE if turn is Turn.BACK and len(turns) > 1 else 1.0) * (LEANING if turn is leaning else 1.0)
        for goal, turn in turns.items()
    }
    return {goal: weight / sum(weights.values()) for goal, weight in weights.items()}


def _next_junction(logic: JunctionLogic, onward: Onward) -> str | None:
    """The junction to which the driver comes first; None if it is in one, or comes to none."""
    ordered = sorted(onward.earliest, key=lambda lane: (onward.earliest[lane], lane))
    return next((way.junction for lane in ordered for way in logic.ways_from(lane)), None)


def _is_driven(lane_map: LaneMap, way: Way) -> bool:
    return way.outgoing >= 0 and _KINDS[lane_map.kind[way.outgoing]].is_driving


def _carriageway(lane_map: LaneMap, lane: int) -> Carriageway:
    return int(lane_map.road[lane]), int(lane_map.section[lane]), bool(lane_map.along[lane])


def _following(lane_map: LaneMap, lanes: Iterable[int], group: Carriageway) -> list[Carriageway]:
    """The carriageways to which lanes lead on, each once."""
    onward = (other for lane in lanes for other in lane_map.successors(lane) if _KINDS[lane_map.kind[other]].is_driving)
    return [other for other in dict.fromkeys(_carriageway(lane_map, lane) for lane in onward) if other != group]
