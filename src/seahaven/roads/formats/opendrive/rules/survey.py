"""A file as the rules see it: its elements beside what was read from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from seahaven.files import Element
from seahaven.roads.formats.opendrive.cross_section import border_point
from seahaven.roads.formats.opendrive.header import version_of
from seahaven.roads.formats.opendrive.lanes import lane_elements, section_elements
from seahaven.roads.model import Connection, End, Junction, Lane, Road, RoadLink, RoadNetwork, Section

__all__ = ["Joint", "Stretch", "Survey", "Tip"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """One section of a road, from where to where it reaches, with its elements."""

    road: Road
    index: int
    section: Section
    element: Element
    lanes: dict[int, Element]

    @property
    def ends(self) -> tuple[float, float]:
        """From where to where along the road it reaches."""
        return self.road.stretch(self.index)


@dataclass(frozen=True, slots=True)
class Tip:
    """One end of one lane: the start or end of its section."""

    stretch: Stretch
    lane: Lane
    end: End

    @property
    def element(self) -> Element:
        """The lane's element."""
        return self.stretch.lanes.get(self.lane.id, self.stretch.element)

    @property
    def s(self) -> float:
        """Where along the road it lies."""
        return self.stretch.ends[0 if self.end == End.START else 1]

    @property
    def width(self) -> float:
        """How wide the lane is there."""
        return self.lane.width.value(max(self.s - self.stretch.section.s, 0.0))

    @property
    def borders(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The places of its inner and outer border."""
        road, section, id = self.stretch.road, self.stretch.section, self.lane.id
        inner = id - (1 if id > 0 else -1)
        return border_point(road, inner, self.s, section), border_point(road, id, self.s, section)

    @property
    def waypoint(self) -> tuple[float, float] | None:
        """The last of the lane's own points there, if it is given by such; they run along the road."""
        points = self.lane.points
        return (points[0] if self.end == End.START else points[-1])[:2] if points else None

    def __str__(self) -> str:
        return f"lane {self.lane.id} of road '{self.stretch.road.id}' at s {self.s:g}"


@dataclass(frozen=True, slots=True)
class Joint:
    """Two ends of lanes that a file says lead into each other; `by` is the element that says so."""

    from_tip: Tip
    to_tip: Tip
    by: Element


class Survey:
    """All of a file, with ways to get from a road to its elements and from lane to lane."""

    def __init__(self, root: Element, network: RoadNetwork) -> None:
        self.root = root
        self.network = network
        self.version = version_of(root)

    @cached_property
    def roads(self) -> list[tuple[Element, Road]]:
        """Every road with its element."""
        return list(zip(self.root.all("road"), self.network.roads, strict=True))

    @cached_property
    def junctions(self) -> list[tuple[Element, Junction]]:
        """Every junction with its element."""
        return list(zip(self.root.all("junction"), self.network.junctions, strict=True))

    @cached_property
    def stretches(self) -> dict[str, list[Stretch]]:
        """The sections of every road, by its id."""
        return {road.id: self._stretches(element, road) for element, road in self.roads}

    def _stretches(self, element: Element, road: Road) -> list[Stretch]:
        elements = section_elements(element)[: len(road.sections)]
        return [
            Stretch(road, k, section, found, lane_elements(found))
            for k, (section, found) in enumerate(zip(road.sections, elements, strict=False))
        ]

    def sections(self) -> Iterator[Stretch]:
        """Every section of every road."""
        for stretches in self.stretches.values():
            yield from stretches

    def tip(self, road: str, end: End, lane: int) -> Tip | None:
        """The end of a lane at an end of a road, if there is such a lane."""
        stretches = self.stretches.get(road)
        if not stretches:
            return None
        stretch = stretches[0 if end == End.START else -1]
        found = stretch.section.lane(lane)
        return Tip(stretch, found, end) if found else None

    @cached_property
    def joints(self) -> list[Joint]:
        """Every joint of lanes that the file states: inside roads, between roads and into junctions."""
        return [*self._lane_joints(), *self._connection_joints()]

    def _lane_joints(self) -> Iterator[Joint]:
        for stretch in self.sections():
            for lane in stretch.section.lanes:
                for end, ids in ((End.START, lane.before), (End.END, lane.after)):
                    here = Tip(stretch, lane, end)
                    for there in filter(None, (self._beyond(stretch, end, id) for id in ids)):
                        yield Joint(here, there, here.element)

    def _beyond(self, stretch: Stretch, end: End, id: int) -> Tip | None:
        """The end of the lane that lies beyond an end of a section."""
        neighbours = self.stretches[stretch.road.id]
        index = stretch.index + (-1 if end == End.START else 1)
        if 0 <= index < len(neighbours):
            found = neighbours[index].section.lane(id)
            return Tip(neighbours[index], found, End.END if end == End.START else End.START) if found else None
        link = stretch.road.before if end == End.START else stretch.road.after
        return self.tip(link.road, link.end, id) if isinstance(link, RoadLink) else None

    def _connection_joints(self) -> Iterator[Joint]:
        for element, junction in self.junctions:
            elements = {child.attributes.get("id", ""): child for child in element.all("connection")}
            for connection in junction.connections:
                by = elements.get(connection.id, element)
                for pair in connection.lanes:
                    yield from self._connected(connection, pair, by)

    def _connected(self, connection: Connection, pair: tuple[int, int], by: Element) -> Iterator[Joint]:
        end = self.incoming_end(connection)
        here = self.tip(connection.incoming, end, pair[0]) if end else None
        there = self.tip(connection.connecting, connection.contact, pair[1])
        if here and there:
            yield Joint(here, there, by)

    def incoming_end(self, connection: Connection) -> End | None:
        """The end of the incoming road at which a connection begins: where the connecting road says that it joins."""
        road = self.network.road(connection.connecting)
        link = road.before if connection.contact == End.START else road.after
        if isinstance(link, RoadLink):
            return link.end if link.road == connection.incoming else None
        # In a direct junction both roads lead to the junction itself.
        incoming = self.network.road(connection.incoming)
        if link is not None and incoming.after == link:
            return End.END
        return End.START if link is not None and incoming.before == link else None
