"""How SUMO's vehicles depart: on which lane, how fast, and where along it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from seahaven.errors import nearest
from seahaven.files import Element
from seahaven.traffic.demand import Journey, Start
from seahaven.traffic.formats.sumo_edges import Edges
from seahaven.traffic.formats.sumo_words import Notes
from seahaven.traffic.mix import Mix, Shares
from seahaven.traffic.vehicle_type import VehicleType

__all__ = ["Starts"]

_SPEEDS: Mapping[str, str] = {
    "max": "desired", "desired": "desired", "speedLimit": "limit", "last": "desired", "avg": "desired",
    "random": "desired",
}  # fmt: skip
_LANES: Mapping[str, str | int] = {"best": "best", "free": "free", "allowed": "free", "random": "random", "first": 0}
_ENDS = ("max", "-1", "-1.0", "-1.00")


class Starts:
    """Reads how vehicles depart."""

    def __init__(self, edges: Edges, notes: Notes) -> None:
        self._edges = edges
        self._notes = notes

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
        if "departSpeed" not in element.attributes:
            return "desired"
        word = element.word("departSpeed")
        if word in ("last", "avg", "random"):
            self._notes.add("unused", f"departSpeed '{word}' is taken for 'desired'", element)
        return _SPEEDS[word] if word in _SPEEDS else self._number(element, "departSpeed", _SPEEDS)

    def _lane(self, element: Element, first: str) -> str | int:
        word = element.word("departLane", "best")
        if word in _LANES:
            return _LANES[word]
        if not word.isdecimal():
            element.refuse(f"<{element.tag}> has departLane '{word}', which is unknown{nearest(word, _LANES)}")
        if first not in self._edges:
            return int(word)
        lanes = self._edges.lanes(first)
        if int(word) >= len(lanes):
            element.refuse(f"<{element.tag}> has departLane '{word}', but edge '{first}' has {len(lanes)} lanes")
        return self._edges.name(lanes[int(word)])

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
        if front < 0.0 and first in self._edges:
            front += self._edges.length(first)
        return max(0.0, front - length)

    def _number(self, element: Element, name: str, words: Collection[str], least: float | None = 0.0) -> float:
        word = element.word(name)
        if word[:1].isalpha():
            element.refuse(f"<{element.tag}> has {name} '{word}', which is unknown{nearest(word, words)}")
        return element.number(name, least=least)
