"""Where traffic can go: lanes as a graph, made from the links of the model."""

from __future__ import annotations

from collections import defaultdict

from seahaven.roads.model import End, JunctionKind, LaneKind, Road, RoadLink, RoadNetwork

Name = tuple[str, int, int]
"""A lane: road, section, number."""


def successors(network: RoadNetwork) -> dict[Name, set[Name]]:
    """The driving lanes that every driving lane leads on to, in the direction of travel."""
    onward: dict[Name, set[Name]] = defaultdict(set)
    for road in network.roads:
        _within(road, onward)
        _across(network, road, onward)
    for junction in network.junctions:
        for connection in junction.connections:
            incoming, connecting = network.road(connection.incoming), network.road(connection.connecting)
            for first, last in connection.lanes:
                if junction.kind is JunctionKind.DIRECT:
                    end = End.END if _along(incoming, first) else End.START
                else:
                    end = connecting.before.end  # type: ignore[union-attr]
                own, other = _name(incoming, end, first), _name(connecting, connection.contact, last)
                assert _along(incoming, first) == (end is End.END), f"{own} does not lead into {junction.id}"
                assert _along(connecting, last) == (connection.contact is End.START), f"{other} leads out"
                onward[own].add(other)
    return {
        own: {other for other in others if _drives(network, other)}
        for own, others in onward.items()
        if _drives(network, own)
    }


def _within(road: Road, onward: dict[Name, set[Name]]) -> None:
    for k, section in enumerate(road.sections):
        for lane in section.lanes:
            if lane.id and road.runs_along(lane) and k + 1 < len(road.sections):
                onward[road.id, k, lane.id] |= {(road.id, k + 1, number) for number in lane.after}
            elif lane.id and not road.runs_along(lane) and k:
                onward[road.id, k, lane.id] |= {(road.id, k - 1, number) for number in lane.before}


def _across(network: RoadNetwork, road: Road, onward: dict[Name, set[Name]]) -> None:
    for end, link in ((End.START, road.before), (End.END, road.after)):
        section = road.sections[0 if end is End.START else -1]
        for lane in section.lanes:
            if isinstance(link, RoadLink) and lane.id and road.runs_along(lane) == (end is End.END):
                for number in lane.before if end is End.START else lane.after:
                    onward[_name(road, end, lane.id)].add(_name(network.road(link.road), link.end, number))


def _name(road: Road, end: End, number: int) -> Name:
    return road.id, 0 if end is End.START else len(road.sections) - 1, number


def _along(road: Road, number: int) -> bool:
    return (number < 0) is not road.is_left_hand


def _drives(network: RoadNetwork, name: Name) -> bool:
    lane = network.road(name[0]).sections[name[1]].lane(name[2])
    assert lane is not None, name
    return lane.kind.is_driving


def beside(network: RoadNetwork, name: Name) -> set[Name]:
    """The driving lanes next to one, which run the same way."""
    road, section, number = name
    lanes = network.road(road).sections[section]
    side = 1 if number > 0 else -1
    return {(road, section, k) for k in (number - 1, number + 1) if k * side > 0 and _is_driving(lanes.lane(k))}


def _is_driving(lane: object) -> bool:
    return lane is not None and lane.kind in {kind for kind in LaneKind if kind.is_driving}  # type: ignore[attr-defined]


def reached(network: RoadNetwork, start: Name) -> set[Name]:
    """Every lane that can be reached from one, changing lanes where there is one beside."""
    onward, known, waiting = successors(network), {start}, [start]
    while waiting:
        lane = waiting.pop()
        for other in sorted(onward.get(lane, set()) | beside(network, lane)):
            if other not in known:
                known.add(other)
                waiting.append(other)
    return known


def all_driving(network: RoadNetwork) -> set[Name]:
    """Every driving lane."""
    return {
        (road.id, k, lane.id)
        for road in network.roads
        for k, section in enumerate(road.sections)
        for lane in section.lanes
        if lane.id and lane.kind.is_driving
    }
