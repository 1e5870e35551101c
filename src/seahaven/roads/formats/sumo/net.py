"""What a SUMO network says, checked for whatever it refers to, before it is made into roads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

from seahaven.errors import nearest
from seahaven.files import Element
from seahaven.roads.formats.polyline import Shape
from seahaven.roads.formats.sumo.permission import Permission
from seahaven.roads.formats.sumo.shape import read_shape

DEFAULT_WIDTH = 3.2
"""The width of a lane of which the file says nothing."""

_TRUE = ("true", "1")
_MOST_LIGHTS = 9999


class Function(StrEnum):
    """What an edge is there for."""

    NORMAL = "normal"
    CONNECTOR = "connector"
    INTERNAL = "internal"
    CROSSING = "crossing"
    WALKINGAREA = "walkingarea"


_FUNCTIONS = {function.value: function for function in Function}


class _Listed(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def element(self) -> Element: ...


T = TypeVar("T", bound=_Listed)


@dataclass(frozen=True, slots=True)
class NetLane:
    """A lane as the file has it. `to_inner` and `to_outer` say who may change to the lane of the next index, and back.

    SUMO counts lanes from the slow side, which lies to the left in left-hand traffic; it says left for rising indices
    all the same.
    """

    id: str
    shape: Shape
    width: float
    speed: float
    length: float
    who: Permission
    to_inner: Permission
    to_outer: Permission
    is_entry: bool
    may_overtake: bool
    element: Element


@dataclass(frozen=True, slots=True)
class NetEdge:
    """A one-way road, or a piece of one inside a junction; its lanes are in order of their indices."""

    id: str
    function: Function
    start: str
    end: str
    lanes: tuple[NetLane, ...]
    element: Element

    @property
    def is_road(self) -> bool:
        """Whether it runs between junctions rather than inside one."""
        return self.function in (Function.NORMAL, Function.CONNECTOR)

    @property
    def junction(self) -> str:
        """The junction that an edge inside one belongs to: its name holds it, as in `:centre_3`."""
        return self.id.removeprefix(":").rpartition("_")[0]


@dataclass(frozen=True, slots=True)
class NetLink:
    """A connection from one lane to another, over a lane inside the junction where there is one."""

    start: NetLane
    end: NetLane
    start_edge: NetEdge
    end_edge: NetEdge
    via: NetLane | None
    light: str | None
    index: int
    back_index: int | None
    state: str
    element: Element

    @property
    def junction(self) -> str:
        """The junction in which it lies."""
        return self.start_edge.end if self.start_edge.is_road else self.start_edge.junction


@dataclass(frozen=True, slots=True)
class NetJunction:
    """A junction: `ways` names, for every row of its right of way, the lane by which that way leaves the junction."""

    id: str
    type: str
    ways: tuple[str, ...]
    responses: Mapping[int, str]
    element: Element


@dataclass(frozen=True, slots=True)
class Net:
    """A whole network as the file has it."""

    edges: Mapping[str, NetEdge]
    junctions: Mapping[str, NetJunction]
    links: tuple[NetLink, ...]
    lanes: Mapping[str, NetLane]
    lane_edges: Mapping[str, NetEdge]
    is_left_hand: bool
    root: Element


def read_net(root: Element) -> Net:
    """The network below the outermost element of a file."""
    if root.tag != "net":
        root.refuse(f"the file holds <{root.tag}>; expected the <net> of a SUMO network")
    edges = _by_id(_edge(element) for element in root.all("edge"))
    lanes = _by_id(lane for edge in edges.values() for lane in edge.lanes)
    junctions = _by_id(_junction(element) for element in root.all("junction") if element.word("type", "") != "internal")
    if not edges:
        root.refuse("the network has no <edge>; expected at least one")
    for edge in edges.values():
        _check_ends(edge, junctions)
    for junction in junctions.values():
        _check_ways(junction, lanes)
    links = tuple(_link(element, edges, lanes) for element in root.all("connection"))
    lane_edges = {lane.id: edge for edge in edges.values() for lane in edge.lanes}
    return Net(edges, junctions, links, lanes, lane_edges, root.word("lefthand", "") in _TRUE, root)


def _by_id(things: Iterable[T]) -> dict[str, T]:
    known: dict[str, T] = {}
    for thing in things:
        if thing.id in known:
            first = known[thing.id].element.line
            thing.element.refuse(
                f"<{thing.element.tag}> has the id '{thing.id}' of line {first}; expected each id once"
            )
        known[thing.id] = thing
    return known


def _edge(element: Element) -> NetEdge:
    function = element.choice("function", _FUNCTIONS, Function.NORMAL)
    id = element.word("id")
    # Lanes are told by their ids: inside junctions, netconvert writes the same index twice now and then.
    lanes = {lane.word("id"): lane for lane in element.all("lane")}
    expected = [f"{id}_{index}" for index in range(len(element.all("lane")))]
    if not lanes or sorted(lanes) != sorted(expected):
        found = ", ".join(lanes) or "none"
        element.refuse(f"<edge> '{id}' has the lanes {found}; expected {id}_0, {id}_1 and so on, each once")
    return NetEdge(
        id=id,
        function=function,
        start=element.word("from", ""),
        end=element.word("to", ""),
        lanes=tuple(_lane(lanes[name]) for name in expected),
        element=element,
    )


def _lane(element: Element) -> NetLane:
    return NetLane(
        id=element.word("id"),
        shape=read_shape(element),
        width=element.number("width", DEFAULT_WIDTH, least=0.0),
        speed=element.number("speed", least=0.0),
        length=element.number("length", 0.0, least=0.0),
        who=Permission(_classes(element, "allow"), _classes(element, "disallow")),
        to_inner=Permission(_classes(element, "changeLeft")),
        to_outer=Permission(_classes(element, "changeRight")),
        is_entry=element.word("acceleration", "") in _TRUE,
        may_overtake=element.first("neigh") is not None,
        element=element,
    )


def _classes(element: Element, name: str) -> tuple[str, ...]:
    return tuple(element.word(name, "").split())


def _junction(element: Element) -> NetJunction:
    requests = element.all("request")
    responses = {request.whole("index"): _response(request, len(requests)) for request in requests}
    if sorted(responses) != list(range(len(requests))):
        found = ", ".join(str(request.whole("index")) for request in requests)
        element.refuse(f"<junction> has requests of index {found}; expected 0, 1, 2 and so on")
    ways = tuple(element.word("intLanes", "").split())
    return NetJunction(element.word("id"), element.word("type", ""), ways, responses, element)


def _response(request: Element, count: int) -> str:
    response = request.word("response")
    if len(response) != count or set(response) - {"0", "1"}:
        request.refuse(
            f"<request> has response '{response}'; expected {count} of 0 and 1, one for each <request> of the junction"
        )
    return response


def _check_ends(edge: NetEdge, junctions: Mapping[str, NetJunction]) -> None:
    ends = (edge.start, edge.end) if edge.is_road else (edge.junction,)
    for junction in ends:
        if junction and junction not in junctions:
            edge.element.refuse(
                f"<edge> '{edge.id}' leads to the junction '{junction}', which there is not"
                f"{nearest(junction, junctions)}"
            )


def _check_ways(junction: NetJunction, lanes: Mapping[str, NetLane]) -> None:
    for lane in junction.ways:
        if lane not in lanes:
            junction.element.refuse(
                f"<junction> names the lane '{lane}' among its intLanes, which there is not{nearest(lane, lanes)}"
            )


def _link(element: Element, edges: Mapping[str, NetEdge], lanes: Mapping[str, NetLane]) -> NetLink:
    start_edge, end_edge = _edge_of(element, "from", edges), _edge_of(element, "to", edges)
    via = element.word("via", None)
    if via is not None and via not in lanes:
        element.refuse(f"<connection> runs via the lane '{via}', which there is not{nearest(via, lanes)}")
    index = _index(element) if "tl" in element.attributes else None
    return NetLink(
        start=_lane_of(element, "fromLane", start_edge),
        end=_lane_of(element, "toLane", end_edge),
        start_edge=start_edge,
        end_edge=end_edge,
        via=lanes[via] if via is not None else None,
        light=element.word("tl", None) if index is not None else None,
        index=index or 0,
        back_index=element.whole("linkIndex2", None),
        state=element.word("state", ""),
        element=element,
    )


def _edge_of(element: Element, name: str, edges: Mapping[str, NetEdge]) -> NetEdge:
    id = element.word(name)
    if id not in edges:
        element.refuse(f"<connection> leads {name} the edge '{id}', which there is not{nearest(id, edges)}")
    return edges[id]


def _lane_of(element: Element, name: str, edge: NetEdge) -> NetLane:
    index = element.whole(name)
    if not 0 <= index < len(edge.lanes):
        element.refuse(
            f"<connection> has {name} {index}; expected 0 to {len(edge.lanes) - 1}, the lanes of edge '{edge.id}'"
        )
    return edge.lanes[index]


def _index(element: Element) -> int | None:
    """Which letter of its traffic light a connection has; None if the light does not control it (-1)."""
    index = element.whole("linkIndex")
    if not -1 <= index <= _MOST_LIGHTS:
        element.refuse(f"<connection> has linkIndex {index}; expected 0 to {_MOST_LIGHTS}, or -1 for no light")
    return None if index == -1 else index
