"""SUMO's route files as a demand."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path

from seahaven.errors import InputError
from seahaven.files import Element, load_xml
from seahaven.roads import LaneMap
from seahaven.roads.formats.sumo import is_configuration, read_configuration, read_time
from seahaven.traffic.demand import Demand, Flow, Journey, Start, Trip
from seahaven.traffic.detectors import Detector
from seahaven.traffic.distribution import Constant, Distribution, Exponential, Geometric
from seahaven.traffic.formats.sumo_detectors import LOOPS, Loops
from seahaven.traffic.formats.sumo_edges import Edges
from seahaven.traffic.formats.sumo_routes import Routes
from seahaven.traffic.formats.sumo_starts import Starts
from seahaven.traffic.formats.sumo_stops import STOP_PLACES, Stops
from seahaven.traffic.formats.sumo_types import Types
from seahaven.traffic.formats.sumo_words import Notes, positive
from seahaven.traffic.mix import Mix, Shares
from seahaven.traffic.vehicle_type import VehicleType

__all__ = ["read_demand"]

_OF_ROADS = ("tlLogic", "WAUT", "wautJunction")
"""What `read_sumo` reads of additional files."""
_TYPES, _ROUTES, _VEHICLES = ("vType", "vTypeDistribution"), ("route", "routeDistribution"), ("vehicle", "trip", "flow")
_KNOWN = frozenset((
    "id", "type", "route", "from", "to", "via", "depart", "departLane", "departPos", "departSpeed", "arrivalPos",
    "begin", "end", "number", "vehsPerHour", "perHour", "period", "probability", "color", "line", "personNumber",
    "containerNumber",
))  # fmt: skip


def read_demand(*paths: str | Path, lane_map: LaneMap, lenient: bool = False, begin: float | None = None) -> Demand:
    """The trips and flows of route files (`.rou.xml`, plain or gzipped) for a network read by `read_sumo`.

    A `.sumocfg` among them stands for the route files and additional files that it names. Times count from `begin` (s)
    on, unless it is given from that of the configuration, or else from 0; what departs before is left out, with a
    remark.

    Induction loops of additional files become detectors. Types, routes, distributions and bus stops may be in one file
    and those who refer to them in another. Whatever has no effect here is remarked upon: people, looks, lane-changing
    models. What is wrong is refused, with file and line; whether the roads are there and lead on into each other is
    found out when the demand is routed. With `lenient`, a vehicle that goes by an unknown edge is left out instead,
    and so is a stop at an unknown place, with a remark each: a demand for a larger network serves for a part of it.
    Types begin as ours of the same class, and what they say goes before that: `accel` is the acceleration that drivers
    like, `tau` their headway, `minGap` their gap when standing, `actionStepLength` their reaction time (next to none
    unless it is said), and 4/9 of `decel` the braking that they like. Where a type does not say `accel`, `decel`,
    `tau`, `minGap` or `length`, SUMO's default for its class holds. As in SUMO 1.28, a vehicle that says nothing about
    it departs as fast as traffic lets it, on the lane that is best for its route.
    """
    if not paths:
        raise InputError("read_demand got no file; expected the path of at least one")
    configurations = [read_configuration(path) for path in paths if is_configuration(path)]
    if begin is None:
        begin = min((configuration.begin for configuration in configurations), default=0.0)
    reader = _Reader(lane_map, lenient=lenient, begin=begin)
    files = [path for path in paths if not is_configuration(path)]
    files += [file for each in configurations for file in (*each.additional, *each.routes)]
    tops = [_top(path) for path in files]
    for tags in (STOP_PLACES, LOOPS, _TYPES, _ROUTES, _VEHICLES):
        for top in tops:
            reader.read(top, tags)
    reader.tell_early()
    return Demand(tuple(reader.trips), tuple(reader.flows), reader.notes.remarks, reader.detectors)


def _top(path: str | Path) -> Element:
    top = load_xml(path)
    if top.tag not in ("routes", "additional", "add"):
        top.refuse(f"the outermost element is <{top.tag}>; expected <routes> or <additional>")
    return top


class _Reader:
    """Reads the elements of route files, types and routes first."""

    def __init__(self, lane_map: LaneMap, *, lenient: bool, begin: float) -> None:
        self._begin = begin
        self._early: list[Element] = []
        self.notes = Notes()
        self.trips: list[Trip] = []
        self.flows: list[Flow] = []
        self._is_lenient = lenient
        self._edges = Edges(lane_map)
        self._loops = Loops(self._edges, self.notes, lenient=lenient)
        self._stops = Stops(self._edges, self.notes, lenient=lenient, begin=begin)
        self._types = Types(self.notes)
        self._routes = Routes(self.notes, self._stops)
        self._starts = Starts(self._edges, self.notes)

    def read(self, top: Element, tags: tuple[str, ...]) -> None:
        """Read the elements of some names."""
        for element in top:
            if element.tag in tags and tags is STOP_PLACES:
                self._stops.read(element)
            elif element.tag in tags and tags is _TYPES:
                self._types.read(element)
            elif element.tag in tags and tags is _ROUTES:
                self._routes.read(element)
            elif element.tag in tags and tags is LOOPS:
                self._loops.read(element)
            elif element.tag in tags:
                self._vehicle(element)
            elif tags is _VEHICLES and element.tag not in (*STOP_PLACES, *_TYPES, *_ROUTES, *_OF_ROADS, *LOOPS):
                what = "only vehicles, stops and induction loops are read here"
                self.notes.add("left out", f"<{element.tag}> is left out: {what}", element)

    @property
    def detectors(self) -> tuple[Detector, ...]:
        """The induction loops."""
        return self._loops.made

    def _vehicle(self, element: Element) -> None:
        """Read one that drives, or a flow of them."""
        name, kind = element.word("id"), self._types.of(element)
        journey = self._routes.of(element)
        self.notes.unused(element, _KNOWN)
        for child in element:
            if child.tag not in (*_ROUTES, "param", "stop"):
                self.notes.add("left out", f"<{child.tag}> of a <{element.tag}> is left out", child)
        if kind is None:
            self.notes.add("left out", f"<{element.tag}> of type '{element.word('type')}' is left out", element)
            return
        if self._is_lenient and self._leaves_out(element, journey):
            return
        start = self._starts.read(element, kind, journey)
        try:
            if element.tag == "flow":
                self._flow(element, name, kind, journey, start)
            else:
                self._trip(element, name, kind, journey, start)
        except InputError as reason:
            if reason.at is not None:
                raise
            element.refuse(reason.message)

    def _leaves_out(self, element: Element, journey: Journey | Shares[Journey]) -> bool:
        """Leave out, with a remark, whoever goes by an edge that there is not."""
        for one in journey.things if isinstance(journey, Shares) else (journey,):
            for edge in map(str, one.roads):
                if edge not in self._edges:
                    message = f"left out: <{element.tag}> '{element.word('id')}' goes by the edge '{edge}', "
                    self.notes.add("left out", f"{message}which there is not{self._edges.hint(edge)}", element)
                    return True
        return False

    def _trip(
        self, element: Element, name: str, kind: VehicleType | Mix, journey: Journey | Shares[Journey], start: Start
    ) -> None:
        if element.word("depart").endswith(("riggered", "split")):
            self.notes.add("left out", f"<{element.tag}> that departs '{element.word('depart')}' is left out", element)
            return
        departure = read_time(element, "depart") - self._begin
        if departure < 0.0:
            self._early.append(element)
            return
        crowd, number = element.word("type", "vehicles"), len(self.trips)
        self.trips.append(Trip(name, journey, departure, kind, start, element.at, crowd, number))

    def _flow(
        self, element: Element, name: str, kind: VehicleType | Mix, journey: Journey | Shares[Journey], start: Start
    ) -> None:
        """Read a flow; of one that has begun before, what is left."""
        begin, end = read_time(element, "begin", 0.0), read_time(element, "end", inf)
        flow = _flow_of(element, name, kind, journey, start, begin, end)
        if end <= self._begin < inf and self._begin > 0.0:
            self._early.append(element)
            return
        self.flows.append(replace(flow, begin=max(begin - self._begin, 0.0), end=end - self._begin))

    def tell_early(self) -> None:
        """Remark upon trips and flows that are over before the demand begins."""
        if self._early:
            many, first = len(self._early), self._early[0]
            message = f"left out: {many} of the trips and flows set out before the demand begins at {self._begin:g} s"
            self.notes.add("left out", f"{message}, the first of them '{first.word('id')}'", first)


def _flow_of(
    element: Element, name: str, kind: VehicleType | Mix, journey: Journey | Shares[Journey], start: Start,
    begin: float, end: float,
) -> Flow:  # fmt: skip
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
