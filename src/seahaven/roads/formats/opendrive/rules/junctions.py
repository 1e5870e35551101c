"""Rules about junctions."""

from __future__ import annotations

from collections.abc import Iterator

from seahaven.files import Element
from seahaven.roads.formats.opendrive.rules.rule import Finding, Rule
from seahaven.roads.formats.opendrive.rules.survey import Survey
from seahaven.roads.model import Connection, Direction, End, Junction, JunctionKind, RoadLink

__all__ = ["RULES"]


def _connections(survey: Survey) -> Iterator[tuple[Junction, Connection, Element]]:
    for element, junction in survey.junctions:
        places = {
            (connection.at.line if connection.at else None, connection.id): connection
            for connection in junction.connections
        }
        for child in element.all("connection"):
            if connection := places.get((child.line, child.attributes.get("id", ""))):
                yield junction, connection, child


def incoming_not_connecting(survey: Survey) -> Iterator[Finding]:
    """Connections whose incoming road is itself a connecting road."""
    commons = (JunctionKind.COMMON, JunctionKind.VIRTUAL)
    connecting = {c.connecting: j.id for j, c, _ in _connections(survey) if j.kind in commons}
    for junction, connection, element in _connections(survey):
        if junction.kind in commons and connection.incoming in connecting:
            inside = connecting[connection.incoming]
            yield element, f"incoming road '{connection.incoming}' is a connecting road of junction '{inside}'"


def one_element(survey: Survey) -> Iterator[Finding]:
    """Connecting roads that come in several connections."""
    first: dict[tuple[str, str], Element] = {}
    for junction, connection, element in _connections(survey):
        if junction.kind is JunctionKind.COMMON:
            earlier = first.setdefault((junction.id, connection.connecting), element)
            if earlier is not element:
                yield element, f"connecting road '{connection.connecting}' has a connection in line {earlier.line} too"


def one_link_to_incoming(survey: Survey) -> Iterator[Finding]:
    """Pairs of roads that come in several connections, and lanes that do not lead into the junction."""
    first: dict[tuple[str, ...], Element] = {}
    for junction, connection, element in _connections(survey):
        pair = junction.id, connection.incoming, connection.connecting
        earlier = first.setdefault(pair, element)
        if earlier is not element:
            roads = f"roads '{connection.incoming}' and '{connection.connecting}'"
            yield element, f"{roads} have a connection in line {earlier.line} too"
        if junction.kind is JunctionKind.COMMON:
            yield from _against_traffic(survey, connection, element)


def _against_traffic(survey: Survey, connection: Connection, element: Element) -> Iterator[Finding]:
    end = survey.incoming_end(connection)
    for link in element.all("laneLink") if end else ():
        id = link.whole("from")
        tip = survey.tip(connection.incoming, end, id) if end else None
        if tip is None:
            yield link, f"incoming road '{connection.incoming}' has no lane {id} at its {end}"
        elif tip.lane.direction is not Direction.BOTH and tip.lane.kind.is_driving:
            leads_in = tip.stretch.road.runs_along(tip.lane) is (end == End.END)
            if not leads_in:
                yield link, f"lane {id} of road '{connection.incoming}' leads out of the junction, not into it"


def start_along_linkage(survey: Survey) -> Iterator[Finding]:
    """Connections said to begin at the start of a connecting road that does not begin at the incoming road."""
    return _misplaced(survey, End.START)


def end_opposite_linkage(survey: Survey) -> Iterator[Finding]:
    """Connections said to begin at the end of a connecting road that does not end at the incoming road."""
    return _misplaced(survey, End.END)


def _misplaced(survey: Survey, contact: End) -> Iterator[Finding]:
    for junction, connection, element in _connections(survey):
        if junction.kind is JunctionKind.COMMON and connection.contact == contact:
            road = survey.network.road(connection.connecting)
            link = road.before if contact == End.START else road.after
            if isinstance(link, RoadLink) and link.road != connection.incoming:
                what = f"the {contact} of connecting road '{road.id}' joins road '{link.road}'"
                yield element, f"{what}, not the incoming road '{connection.incoming}'"


def priority_high_and_low(survey: Survey) -> Iterator[Finding]:
    """Priorities that do not say both who goes first and who waits."""
    for element, _ in survey.junctions:
        for priority in element.all("priority"):
            missing = [name for name in ("high", "low") if name not in priority.attributes]
            if missing:
                yield priority, f"<priority> has no {' and no '.join(missing)}; it is left out"


def kind_of_connection(survey: Survey) -> Iterator[Finding]:
    """Connections with roads of a sort that the kind of junction has not."""
    for element, junction in survey.junctions:
        wrong = "connectingRoad" if junction.kind is JunctionKind.DIRECT else "linkedRoad"
        for child in element.all("connection"):
            if wrong in child.attributes:
                yield child, f"a connection of a {junction.kind} junction has no {wrong}"


RULES = (
    Rule(
        "asam.net:xodr:1.4.0:junctions.connection.connect_road_no_incoming_road",
        "A connecting road is no incoming road",
        incoming_not_connecting,
    ),
    Rule(
        "asam.net:xodr:1.7.0:junctions.connection.one_connection_element",
        "A connecting road has one connection (until 1.7)",
        one_element,
        until=(1, 8),
    ),
    Rule(
        "asam.net:xodr:1.8.0:junctions.connection.one_link_to_incoming",
        "An incoming and a connecting road have one connection, for the lanes that lead into the junction",
        one_link_to_incoming,
    ),
    Rule(
        "asam.net:xodr:1.7.0:junctions.connection.start_along_linkage",
        "A connection with contact point start begins where the connecting road does",
        start_along_linkage,
    ),
    Rule(
        "asam.net:xodr:1.7.0:junctions.connection.end_opposite_linkage",
        "A connection with contact point end begins where the connecting road ends",
        end_opposite_linkage,
    ),
    Rule(
        "asam.net:xodr:1.8.0:junctions.priority.high_and_low_attr",
        "A priority names one road that goes first and one that waits",
        priority_high_and_low,
    ),
    Rule(
        "asam.net:xodr:1.7.0:junctions.direct.correct_type_linked_road_usage",
        "Only connections of direct junctions have a linked road, and only they have no connecting road",
        kind_of_connection,
    ),
)
