"""Ways through junctions, and who goes first."""

from __future__ import annotations

from collections.abc import Container, Iterable
from itertools import product

from seahaven.errors import Position, nearest
from seahaven.roads.formats.sumo.net import Function, Net, NetJunction, NetLane, NetLink
from seahaven.roads.formats.sumo.shape import read_shape
from seahaven.roads.formats.sumo.strip import Plan, Seat
from seahaven.roads.model import (
    Connection,
    End,
    Junction,
    JunctionGroup,
    JunctionKind,
    Priority,
    Remark,
    RightOfWay,
)

_RULES = {
    "priority": RightOfWay.PRIORITY,
    "priority_stop": RightOfWay.PRIORITY,
    "rail_crossing": RightOfWay.PRIORITY,
    "right_before_left": RightOfWay.RIGHT_FIRST,
    "left_before_right": RightOfWay.LEFT_FIRST,
    "allway_stop": RightOfWay.ALL_WAY_STOP,
    "traffic_light": RightOfWay.LIGHTS,
    "traffic_light_right_on_red": RightOfWay.LIGHTS,
    "traffic_light_unregulated": RightOfWay.LIGHTS,
    "unregulated": RightOfWay.UNREGULATED,
}
DECIDED = ("priority", "right_before_left", "left_before_right")
"""Kinds of junctions at which of two ways one goes first."""


def junction_links(net: Net) -> dict[str, list[NetLink]]:
    """For every junction that has a way through it, the connections that lead into it from roads."""
    ways: dict[str, list[NetLink]] = {}
    for link in net.links:
        if link.start_edge.is_road and link.start_edge.end and link.end_edge.is_road:
            ways.setdefault(link.start_edge.end, []).append(link)
    for edge in net.edges.values():
        if edge.function is Function.CROSSING:
            ways.setdefault(edge.junction, [])
    return {id: ways[id] for id in net.junctions if id in ways}


def make_junction(source: NetJunction, links: list[NetLink], net: Net, plan: Plan) -> Junction:
    """The junction of the model, with a connection for every pair of roads that its connections join."""
    has_roads = any(link.via for link in links) or not links
    return Junction(
        id=source.id,
        name=source.element.word("name", ""),
        kind=JunctionKind.COMMON if has_roads else JunctionKind.DIRECT,
        connections=_connections(links, plan),
        priorities=tuple(_priorities(source, net, plan)),
        right_of_way=_RULES.get(source.type),
        controllers=tuple(dict.fromkeys(link.light for link in links if link.light is not None)),
        outline=tuple((x, y) for x, y, _ in read_shape(source.element)) if source.element.word("shape", "") else (),
        at=source.element.at,
    )


def _connections(links: list[NetLink], plan: Plan) -> tuple[Connection, ...]:
    pairs: dict[tuple[str, str], list[tuple[int, int]]] = {}
    places: dict[tuple[str, str], Position] = {}
    for link in links:
        start, onto = plan.seats[link.start.id], plan.seats[(link.via or link.end).id]
        pairs.setdefault((start.road, onto.road), []).append((start.number, onto.number))
        places.setdefault((start.road, onto.road), link.element.at)
    return tuple(
        Connection(str(k), incoming, connecting, End.START, tuple(dict.fromkeys(lanes)), places[incoming, connecting])
        for k, ((incoming, connecting), lanes) in enumerate(pairs.items())
    )


def _priorities(source: NetJunction, net: Net, plan: Plan) -> Iterable[Priority]:
    """Who goes before whom, lane by lane; ways that would each wait for the other are left to the junction's rule."""
    if len(source.ways) != len(source.responses):
        return
    ways = [_pieces(net.lanes[lane], net, plan) for lane in source.ways]
    known: dict[tuple[str, str, int, int], None] = {}
    for low, high in product(range(len(ways)), repeat=2):
        if _waits(source, low, high) and not _waits(source, high, low):
            known.update({(a.road, b.road, a.number, b.number): None for a, b in product(ways[high], ways[low])})
    yield from (Priority(*row) for row in known)


def _waits(source: NetJunction, low: int, high: int) -> bool:
    """Whether one way has to wait for another; responses count from the right."""
    return source.responses[low][-1 - high] == "1"


def _pieces(last: NetLane, net: Net, plan: Plan) -> tuple[Seat, ...]:
    """All lanes of a way through a junction, given the last: a way on which one halts inside has two."""
    pieces = [last]
    while before := [lane for lane in plan.entries.get(pieces[0].id, ()) if _is_inside(lane, net)]:
        if before[0] in pieces:
            break
        pieces.insert(0, before[0])
    return tuple(plan.seats[piece.id] for piece in pieces if piece.id in plan.seats)


def _is_inside(lane: NetLane, net: Net) -> bool:
    return net.lane_edges[lane.id].function is Function.INTERNAL


def roundabouts(net: Net, known: Container[str]) -> tuple[JunctionGroup, ...]:
    """The roundabouts that the file names, each a group of junctions."""
    groups = []
    for k, element in enumerate(net.root.all("roundabout")):
        junctions = tuple(element.word("nodes").split())
        for junction in junctions:
            if junction not in net.junctions:
                hint = nearest(junction, net.junctions)
                element.refuse(f"<roundabout> names the junction '{junction}', which there is not{hint}")
        here = tuple(junction for junction in junctions if junction in known)
        groups.append(JunctionGroup(f"roundabout {k}", here, is_roundabout=True))
    return tuple(groups)


def junction_remarks(source: NetJunction, links: list[NetLink], *, is_lit: bool) -> Iterable[Remark]:
    """What is doubtful about a junction; `is_lit` says that some connection in it names a traffic light."""
    element = source.element
    if _RULES.get(source.type) is RightOfWay.LIGHTS and not is_lit:
        message = (
            f"junction '{source.id}' is of type '{source.type}', but no connection in it names a light; it has none, "
            "and goes by the priorities that it states, or else by the rules of the road"
        )
        yield Remark("sumo:junction-without-light", message, element.at, element.path)
    if links and not any(link.via for link in links):
        message = f"junction '{source.id}' has no lanes inside; roads join across the gap, and who goes first is open"
        yield Remark("sumo:no-internal-lanes", message, element.at, element.path)
    elif len(source.ways) != len(source.responses) and source.type != "unregulated":
        message = (
            f"junction '{source.id}' has {len(source.responses)} requests for {len(source.ways)} ways through it; "
            "who goes first is left open"
        )
        yield Remark("sumo:right-of-way", message, element.at, element.path)
    elif source.type.startswith(DECIDED):
        yield from _contradictions(source)


def _contradictions(source: NetJunction) -> Iterable[Remark]:
    """Ways each of which would have to wait for the other, where one of them should go first."""
    ways, element = source.ways, source.element
    pairs = [(low, high) for low, high in product(range(len(ways)), repeat=2) if low < high]
    both = [(low, high) for low, high in pairs if _waits(source, low, high) and _waits(source, high, low)]
    if both:
        one, other = (ways[way] for way in both[0])
        many = f", as {len(both)} pairs of ways would" if len(both) > 1 else ""
        message = f"in junction '{source.id}' the ways by '{one}' and '{other}' would each wait for the other{many}"
        yield Remark("sumo:right-of-way", f"{message}; the rules of the road decide", element.at, element.path)
