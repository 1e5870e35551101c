"""SUMO's bus stops, and the stops that vehicles make, as halts."""

from __future__ import annotations

from math import inf
from typing import NamedTuple, NoReturn

from seahaven.errors import nearest
from seahaven.files import Element
from seahaven.roads.formats.sumo import read_time
from seahaven.traffic.demand import Halt
from seahaven.traffic.formats.sumo_edges import Edges
from seahaven.traffic.formats.sumo_words import Notes

__all__ = ["STOP_PLACES", "Stops"]

STOP_PLACES = ("busStop", "trainStop", "containerStop", "chargingStation", "parkingArea")
"""Elements that give a place for stops a name; vehicles name it by an attribute called alike."""
_KNOWN = frozenset((*STOP_PLACES, "lane", "endPos", "startPos", "duration", "until", "parking", "friendlyPos"))


class _Place(NamedTuple):
    """Where one stops: a lane, the s at which the stop ends, and how long it is."""

    lane: int
    s: float
    length: float


class Stops:
    """The places for stops of one demand, by their ids; what is not known is refused, or left out if `lenient`.

    Times count from `begin` (s) on.
    """

    def __init__(self, edges: Edges, notes: Notes, *, lenient: bool, begin: float) -> None:
        self._begin = begin
        self._edges = edges
        self._notes = notes
        self._is_lenient = lenient
        self._made: dict[str, _Place | None] = {}

    def read(self, element: Element) -> None:
        """Take in a `<busStop>`, or another place for stops."""
        name = element.word("id")
        if name in self._made:
            element.refuse(f"the <{element.tag}> '{name}' is there twice")
        self._made[name] = self._place(element)

    def halts(self, element: Element) -> tuple[Halt, ...]:
        """The stops of a vehicle, trip, flow or route, in their order."""
        return tuple(halt for child in element.all("stop") for halt in self._halt(child))

    def _halt(self, element: Element) -> tuple[Halt, ...]:
        self._notes.unused(element, _KNOWN)
        named = next((name for name in STOP_PLACES if name in element.attributes), None)
        place = self._place(element) if named is None else self._named(element, element.word(named))
        if place is None:
            return ()
        until = max(read_time(element, "until", 0.0) - self._begin, 0.0)
        if "duration" not in element.attributes and "until" not in element.attributes:
            element.refuse("<stop> says nothing of how long; expected 'duration' or 'until'")
        name = "" if named is None else element.word(named)
        duration = read_time(element, "duration", 0.0)
        return (Halt(self._edges.name(place.lane), place.s, duration, until, place.length, name),)

    def _named(self, element: Element, name: str) -> _Place | None:
        if name not in self._made:
            self._miss(element, f"<stop> names '{name}', which nothing declares{nearest(name, self._made)}")
        return self._made.get(name)

    def _place(self, element: Element) -> _Place | None:
        """The lane of an element and the s at which the stop there ends."""
        if "lane" not in element.attributes:
            self._refuse_nowhere(element)
        lane = self._edges.lane(element, "lane")
        if lane is None:
            edge = element.word("lane").rpartition("_")[0]
            hint = self._edges.hint(edge) if edge not in self._edges else f"; it has {len(self._edges.lanes(edge))}"
            self._miss(element, f"<{element.tag}> is on the lane '{element.word('lane')}', of no edge{hint}")
            return None
        end = self._along(element, "endPos", inf, lane)
        return _Place(lane, end, max(end - self._along(element, "startPos", end, lane), 0.0))

    def _along(self, element: Element, name: str, default: float, lane: int) -> float:
        """An attribute as an s on a lane; what is below 0 counts from its end, and what is beyond it is its end."""
        s, length = element.number(name, default), self._edges.lane_length(lane)
        return min(max(s + length if s < 0.0 else s, 0.0), length)

    def _refuse_nowhere(self, element: Element) -> NoReturn:
        element.refuse(f"<{element.tag}> says nothing of where; expected 'lane', or one of {', '.join(STOP_PLACES)}")

    def _miss(self, element: Element, message: str) -> None:
        """Refuse what is not there, or leave it out."""
        if not self._is_lenient:
            element.refuse(message)
        self._notes.add("left out", f"left out: {message}", element)
