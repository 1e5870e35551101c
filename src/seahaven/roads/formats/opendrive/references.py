"""What roads, lanes and junctions refer to, held against what there is.

A reference to something that is not in the file is dropped with a remark, so that what is made from the model can rely
on every name in it.
"""

from __future__ import annotations

from dataclasses import replace
from math import dist
from typing import TypeAlias

from seahaven.errors import nearest
from seahaven.files import Element
from seahaven.roads.formats.opendrive.lanes import lane_elements, section_elements
from seahaven.roads.formats.opendrive.remarks import Remarks
from seahaven.roads.model import (
    Connection,
    Controller,
    End,
    Junction,
    JunctionGroup,
    JunctionLink,
    Road,
    RoadLink,
    Section,
    SignalUse,
)

__all__ = ["Resolver"]

DANGLING = "asam.net:xodr:1.4.0:ids.only_ref_defined_ids"
CONTACT = "asam.net:xodr:1.4.0:road.linkage.road_link_attribute_usage"
NO_LINK = "asam.net:xodr:1.4.0:road.lane.link.no_link"
SIGNALS_ONLY = "asam.net:xodr:1.7.0:road.signal.reference.used_for_signals_only"


Link: TypeAlias = RoadLink | JunctionLink | None


class Resolver:
    """Knows all roads, junctions and signals of a file, and mends what refers to others."""

    def __init__(
        self, roads: list[Road], junctions: list[Junction], controllers: list[Controller], remarks: Remarks
    ) -> None:
        self.roads = {road.id: road for road in roads}
        self.junctions = {junction.id: junction for junction in junctions}
        self.controllers = {controller.id for controller in controllers}
        self.signals = {signal.id for road in roads for signal in road.signals}
        self.remarks = remarks

    def dangling(self, element: Element, message: str, id: str, known: object = (), *, rule: str = DANGLING) -> None:
        """Take down that a reference leads nowhere."""
        hint = nearest(id, known) if isinstance(known, dict | set) else ""
        hint = hint if hint.startswith("; did you mean") else ""
        self.remarks.note(rule, element, f"{message}; the reference is left out{hint}")

    def road(self, road: Road, element: Element) -> Road:
        """The road with links to what there is, and the same road where nothing is amiss."""
        before = self.link(road, road.before, element, "predecessor")
        after = self.link(road, road.after, element, "successor")
        junction = road.junction
        if junction is not None and junction not in self.junctions:
            self.dangling(element, f"road '{road.id}' lies in junction '{junction}', which is not there", junction)
            junction = None
        uses = tuple([use for use in road.signal_uses if self.has_signal(use, element)])
        sections = self.sections(road, before, after, element)
        if (before, after, junction, uses) == (road.before, road.after, road.junction, road.signal_uses) and all(
            new is old for new, old in zip(sections, road.sections, strict=True)
        ):
            return road
        return replace(road, before=before, after=after, junction=junction, signal_uses=uses, sections=tuple(sections))

    def link(self, road: Road, link: Link, element: Element, side: str) -> Link:
        """The link of a road, if what it leads to is there."""
        if link is None:
            return None
        found = element.below("link", side)[0]
        if isinstance(link, JunctionLink):
            if link.junction not in self.junctions:
                self.dangling(found, f"the {side} is junction '{link.junction}', which is not there", link.junction)
                return None
            return link
        if link.road not in self.roads:
            self.dangling(found, f"the {side} is road '{link.road}', which is not there", link.road, self.roads)
            return None
        if "contactPoint" not in found.attributes:
            link = RoadLink(link.road, self.nearer_end(road, side, link.road))
            self.remarks.note(CONTACT, found, f"the {side} has no contactPoint; the nearer one, '{link.end}', is taken")
        return link

    def nearer_end(self, road: Road, side: str, other: str) -> End:
        """The end of another road that lies nearer to the start (predecessor) or end (successor) of this one."""
        here = road.line.point(0.0 if side == "predecessor" else road.line.length)
        line = self.roads[other].line
        return End.START if dist(here, line.point(0.0)) <= dist(here, line.point(line.length)) else End.END

    def has_signal(self, use: SignalUse, element: Element) -> bool:
        """Whether the signal that a road refers to is there."""
        if use.id in self.signals:
            return True
        found = next(e for e in element.below("signals", "signalReference") if e.attributes.get("id") == use.id)
        self.dangling(found, f"signal '{use.id}' is not there", use.id, self.signals, rule=SIGNALS_ONLY)
        return False

    def sections(self, road: Road, before: Link, after: Link, element: Element) -> list[Section]:
        """The sections of a road, with lanes that lead on to lanes that are there."""
        numbers = [frozenset(lane.id for lane in section.lanes) for section in road.sections]
        befores = [self.beyond(before), *numbers[:-1]]
        afters = [*numbers[1:], self.beyond(after)]
        known = list(road.sections)
        # That the road leads nowhere has been said; that its lanes do goes without saying.
        if road.before and not before:
            known[0] = replace(known[0], lanes=tuple([replace(lane, before=()) for lane in known[0].lanes]))
        if road.after and not after:
            known[-1] = replace(known[-1], lanes=tuple([replace(lane, after=()) for lane in known[-1].lanes]))
        for k, (section, left, right) in enumerate(zip(known, befores, afters, strict=True)):
            if not _leads_on(section, left, right):
                known[k] = self.section(section, left, right, section_elements(element)[k])
        return known

    def beyond(self, link: Link) -> frozenset[int] | None:
        """The numbers of the lanes that lie beyond an end of a road; None where the junction says which join."""
        if isinstance(link, RoadLink):
            sections = self.roads[link.road].sections
            return frozenset(lane.id for lane in sections[0 if link.end == End.START else -1].lanes)
        return None if isinstance(link, JunctionLink) else frozenset()

    def section(
        self, section: Section, before: frozenset[int] | None, after: frozenset[int] | None, element: Element
    ) -> Section:
        """The section with lanes whose links lead somewhere."""
        elements = lane_elements(element)
        lanes = []
        for lane in section.lanes:
            for side, links, beyond in (("predecessor", lane.before, before), ("successor", lane.after, after)):
                for id in links:
                    if beyond is not None and id not in beyond:
                        message = f"lane {lane.id} has lane {id} as {side}, but there is no such lane"
                        rule = DANGLING if beyond else NO_LINK
                        self.dangling(elements.get(lane.id, element), message, str(id), rule=rule)
            lanes.append(replace(lane, before=_kept(lane.before, before), after=_kept(lane.after, after)))
        return replace(section, lanes=tuple(lanes))

    def junction(self, junction: Junction, element: Element) -> Junction:
        """The junction with connections between roads and lanes that are there."""
        elements = [child for child in element.children if child.tag == "connection"]
        connections = [self.connection(*pair) for pair in zip(junction.connections, elements, strict=True)]
        kept = tuple([connection for connection in connections if connection])
        priorities = tuple([p for p in junction.priorities if p.high in self.roads and p.low in self.roads])
        if len(priorities) < len(junction.priorities):
            self.dangling(element, "a <priority> names a road that is not there", "")
        switched = tuple([id for id in junction.controllers if id in self.controllers])
        for id in junction.controllers:
            if id not in self.controllers:
                self.dangling(element, f"controller '{id}' is not there", id, self.controllers)
        main = junction.main_road
        if main and main[0] not in self.roads:
            self.dangling(element, f"main road '{main[0]}' is not there", main[0], self.roads)
            main = None
        return replace(junction, connections=kept, priorities=priorities, controllers=switched, main_road=main)

    def connection(self, connection: Connection, element: Element) -> Connection | None:
        """The connection, if its roads are there, with those of its lanes that are."""
        for id in (connection.incoming, connection.connecting):
            if id not in self.roads:
                self.dangling(element, f"road '{id}' is not there", id, self.roads)
                return None
        incoming = self.roads[connection.incoming].sections
        ends = {lane.id for section in (incoming[0], incoming[-1]) for lane in section.lanes}
        sections = self.roads[connection.connecting].sections
        starts = {lane.id for lane in sections[0 if connection.contact == End.START else -1].lanes}
        kept = tuple([pair for pair in connection.lanes if pair[0] in ends and pair[1] in starts])
        for pair in connection.lanes:
            if pair not in kept:
                self.dangling(element, f"it links lane {pair[0]} to lane {pair[1]}, one of which is not there", "")
        return connection if kept == connection.lanes else replace(connection, lanes=kept)

    def controller(self, controller: Controller, element: Element) -> Controller:
        """The controller of signals that are there."""
        for id in controller.signals:
            if id not in self.signals:
                self.dangling(element, f"signal '{id}' is not there", id, self.signals)
        return replace(controller, signals=tuple([id for id in controller.signals if id in self.signals]))

    def group(self, group: JunctionGroup, element: Element) -> JunctionGroup:
        """The group of junctions that are there."""
        for id in group.junctions:
            if id not in self.junctions:
                self.dangling(element, f"junction '{id}' is not there", id, self.junctions)
        return replace(group, junctions=tuple([id for id in group.junctions if id in self.junctions]))


def _leads_on(section: Section, before: frozenset[int] | None, after: frozenset[int] | None) -> bool:
    return (before is None or all(before.issuperset(lane.before) for lane in section.lanes)) and (
        after is None or all(after.issuperset(lane.after) for lane in section.lanes)
    )


def _kept(links: tuple[int, ...], beyond: frozenset[int] | None) -> tuple[int, ...]:
    return links if beyond is None else tuple([id for id in links if id in beyond])
