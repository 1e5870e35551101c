"""SUMO's route files as a demand."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import inf
from pathlib import Path

from seahaven.errors import InputError, nearest
from seahaven.files import Element, load_xml
from seahaven.roads import LaneMap
from seahaven.traffic.demand import Demand, Flow, Journey, Start, Trip
from seahaven.traffic.distribution import Constant, Distribution, Exponential, Geometric
from seahaven.traffic.formats.sumo_routes import Routes
from seahaven.traffic.formats.sumo_types import Types
from seahaven.traffic.formats.sumo_words import Notes, positive, time
from seahaven.traffic.mix import Mix, Shares
from seahaven.traffic.vehicle_type import VehicleType

__all__ = ["read_demand"]

_TYPES, _ROUTES, _VEHICLES = ("vType", "vTypeDistribution"), ("route", "routeDistribution"), ("vehicle", "trip", "flow")
_KNOWN = frozenset((
    "id", "type", "route", "from", "to", "via", "depart", "departLane", "departPos", "departSpeed", "arrivalPos",
    "begin", "end", "number", "vehsPerHour", "perHour", "period", "probability", "color", "line", "personNumber",
    "containerNumber",
))  # fmt: skip
_SPEEDS: Mapping[str, str] = {
    "max": "desired", "desired": "desired", "speedLimit": "limit", "last": "desired", "avg": "desired",
    "random": "desired",
}  # fmt: skip
_LANES: Mapping[str, str | int] = {"best": "best", "free": "free", "allowed": "free", "random": "random", "first": 0}
_ENDS = ("max", "-1", "-1.0", "-1.00")


def read_demand(*paths: str | Path, lane_map: LaneMap) -> Demand:
    """The trips and flows of route files (`.rou.xml`, plain or gzipped) for a network read by `read_sumo`.

    Types, routes and distributions may be in one file and those who refer to them in another. Whatever has no effect
    here is remarked upon: people, stops, looks, lane-changing models. What is wrong is refused, with file and line;
    whether the roads are there and lead on into each other is found out when the demand is routed. Types begin as ours
    of the same class, and what they say goes before that: `accel` is the acceleration that drivers like, `tau` their
    headway, `minGap` their gap when standing; 4/9 of `decel` are the braking that they like, so that SUMO's default
    is ours. As in SUMO, who says nothing about it departs from a stand, on the lane at the kerb.
    """
    if not paths:
        raise InputError("read_demand got no file; expected the path of at least one")
    reader = _Reader(lane_map)
    tops = [_top(path) for path in paths]
    for tags in (_TYPES, _ROUTES, _VEHICLES):
        for top in tops:
            reader.read(top, tags)
    return Demand(tuple(reader.trips), tuple(reader.flows), reader.notes.remarks)


def _top(path: str | Path) -> Element:
    top = load_xml(path)
    if top.tag not in ("routes", "additional"):
        top.refuse(f"the outermost element is <{top.tag}>; expected <routes> or <additional>")
    return top


class _Reader:
    """Reads the elements of route files, types and routes first."""

    def __init__(self, lane_map: LaneMap) -> None:
        self.notes = Notes()
        self.trips: list[Trip] = []
        self.flows: list[Flow] = []
        self._types = Types(self.notes)
        self._routes = Routes(self.notes)
        self._starts = _Starts(lane_map, self.notes)

    def read(self, top: Element, tags: tuple[str, ...]) -> None:
        """Read the elements of some names."""
        for element in top:
            if element.tag in tags and tags is _TYPES:
                self._types.read(element)
            elif element.tag in tags and tags is _ROUTES:
                self._routes.read(element)
            elif element.tag in tags:
                self._vehicle(element)
            elif tags is _VEHICLES and element.tag not in (*_TYPES, *_ROUTES):
                self.notes.add("left out", f"<{element.tag}> is left out: only vehicles are read here", element)

    def _vehicle(self, element: Element) -> None:
        """Read one that drives, or a flow of them."""
        name, kind = element.word("id"), self._types.of(element)
        journey = self._routes.of(element)
        self.notes.unused(element, _KNOWN)
        for child in element:
            if child.tag not in (*_ROUTES, "param"):
                self.notes.add("left out", f"<{child.tag}> of a <{element.tag}> is left out: it is driven past", child)
        if kind is None:
            self.notes.add("left out", f"<{element.tag}> of type '{element.word('type')}' is left out", element)
            return
        start = self._starts.read(element, kind, journey)
        try:
            if element.tag == "flow":
                self.flows.append(_flow(element, name, kind, journey, start))
            else:
                self._trip(element, name, kind, journey, start)
        except InputError as reason:
            if reason.at is not None:
                raise
            element.refuse(reason.message)

    def _trip(
        self, element: Element, name: str, kind: VehicleType | Mix, journey: Journey | Shares[Journey], start: Start
    ) -> None:
        if element.word("depart").endswith(("riggered", "split")):
            self.notes.add("left out", f"<{element.tag}> that departs '{element.word('depart')}' is left out", element)
            return
        self.trips.append(Trip(name, journey, time(element, "depart"), kind, start, element.at))


def _flow(
    element: Element, name: str, kind: VehicleType | Mix, journey: Journey | Shares[Journey], start: Start
) -> Flow:
    begin, end = time(element, "begin", 0.0), time(element, "end", inf)
    most = element.whole("number", None)
    return Flow(
        name, journey, headway=_headway(element, begin, end, most), mix=kind, begin=begin, end=end, most=most,
        start=start, at=element.at,
    )  # fmt: skip


def _headway(element: Element, begin: float, end: float, most: int | None) -> Distribution:
    """The time between the vehicles of a flow, however it is said."""
    for name in ("vehsPerHour", "perHour"):
        if name in element.attributes:
            return Constant(3600.0 / positive(element, name))
    if "probability" in element.attributes:
        probability = positive(element, "probability")
        if probability > 1.0:
            element.refuse(f"<flow> has probability '{element.word('probability')}'; expected 1 at most")
        return Geometric(probability)
    if "period" in element.attributes:
        return _period(element)
    if not (most and begin < end < inf):
        element.refuse(
            "<flow> says nothing of how often; expected 'vehsPerHour', 'period', 'probability', or 'number' and 'end'"
        )
    return Constant((end - begin) / most)


def _period(element: Element) -> Distribution:
    text = element.word("period").strip()
    if not (text.startswith("exp(") and text.endswith(")")):
        return Constant(positive(element, "period"))
    try:
        return Exponential(1.0 / float(text[4:-1]))
    except (ValueError, ZeroDivisionError, InputError):
        element.refuse(f"<flow> has period '{text}'; expected seconds, or exp(vehicles per second)")


class _Starts:
    """Reads how vehicles depart."""

    def __init__(self, lane_map: LaneMap, notes: Notes) -> None:
        self._lane_map = lane_map
        self._notes = notes
        self._roads = {road.id: k for k, road in enumerate(lane_map.network.roads)}

    def read(self, element: Element, kind: VehicleType | Mix, journey: Journey | Shares[Journey]) -> Start:
        """The start of a vehicle, trip or flow."""
        if element.word("arrivalPos", "max") not in _ENDS:
            self._notes.add(
                "unused", "arrivalPos has no effect here: everybody drives to the end of its route", element
            )
        first = str((journey.things[0] if isinstance(journey, Shares) else journey).origin)
        longest = max(one.body.length for one in (kind.things if isinstance(kind, Mix) else (kind,)))
        return Start(self._lane(element, first), self._speed(element), self._position(element, first, longest))

    def _speed(self, element: Element) -> str | float:
        word = element.word("departSpeed", "0")
        if word in ("last", "avg", "random"):
            self._notes.add("unused", f"departSpeed '{word}' is taken for 'desired'", element)
        if "departSpeed" not in element.attributes:
            return 0.0
        return _SPEEDS[word] if word in _SPEEDS else self._number(element, "departSpeed", _SPEEDS)

    def _lane(self, element: Element, first: str) -> str | int:
        word = element.word("departLane", "first")
        if word in _LANES:
            return _LANES[word]
        if not word.isdecimal():
            element.refuse(f"<{element.tag}> has departLane '{word}', which is unknown{nearest(word, _LANES)}")
        lanes = [k for k, road in enumerate(self._lane_map.road.tolist()) if road == self._roads.get(first)]
        if first in self._roads and int(word) >= len(lanes):
            element.refuse(f"<{element.tag}> has departLane '{word}', but edge '{first}' has {len(lanes)} lanes")
        # Lanes of an edge are counted from the kerb; those of a map run from left to right.
        is_left_hand = first in self._roads and self._lane_map.network.roads[self._roads[first]].is_left_hand
        ordered = lanes if is_left_hand else lanes[::-1]
        return self._lane_map.name(ordered[int(word)]) if lanes else int(word)

    def _position(self, element: Element, first: str, length: float) -> float:
        word = element.word("departPos", "base")
        if word in ("random", "free", "random_free", "last", "stop"):
            self._notes.add("unused", f"departPos '{word}' is taken for 'base', the beginning of the edge", element)
            return 0.0
        if word == "base":
            return 0.0
        front = self._number(
            element, "departPos", ("base", "free", "last", "random", "random_free", "stop"), least=None
        )
        if front < 0.0 and first in self._roads:
            front += self._lane_map.network.roads[self._roads[first]].length
        return max(0.0, front - length)

    def _number(self, element: Element, name: str, words: Collection[str], least: float | None = 0.0) -> float:
        word = element.word(name)
        if word[:1].isalpha():
            element.refuse(f"<{element.tag}> has {name} '{word}', which is unknown{nearest(word, words)}")
        return element.number(name, least=least)
