"""SUMO's routes and distributions of them as journeys."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from seahaven.errors import nearest
from seahaven.files import Element
from seahaven.traffic.demand import Halt, Journey
from seahaven.traffic.formats.sumo_stops import Stops
from seahaven.traffic.formats.sumo_words import Notes, shares
from seahaven.traffic.mix import Shares

__all__ = ["Routes"]

_KNOWN = frozenset(("id", "edges", "probability", "color", "refId", "cost", "costs", "exitTimes"))


class Routes:
    """The routes of one demand, by their ids."""

    def __init__(self, notes: Notes, stops: Stops) -> None:
        self._notes = notes
        self._stops = stops
        self._made: dict[str, Journey | Shares[Journey]] = {}

    def read(self, element: Element) -> None:
        """Take in a `<route>` or a `<routeDistribution>`."""
        name = element.word("id")
        if name in self._made:
            element.refuse(f"the route '{name}' is there twice")
        self._made[name] = self._journey(element) if element.tag == "route" else self._distribution(element)

    def of(self, element: Element) -> Journey | Shares[Journey]:
        """Where a vehicle, trip or flow goes and stops: by a route of its own or a named one, or from edge to edge."""
        journey, halts = self._way(element), self._stops.halts(element)
        if not halts:
            return journey
        if isinstance(journey, Shares):
            return Shares(tuple((_stopping(one, halts), share) for one, share in journey.parts))
        return _stopping(journey, halts)

    def _way(self, element: Element) -> Journey | Shares[Journey]:
        for child in element:
            if child.tag == "route":
                return self._journey(child)
            if child.tag == "routeDistribution":
                return self._distribution(child)
        if "route" in element.attributes:
            return self._named(element, element.word("route"))
        if "from" in element.attributes and "to" in element.attributes:
            return Journey(element.word("from"), element.word("to"), tuple(element.word("via", "").split()))
        return self._refuse_nowhere(element)

    def _refuse_nowhere(self, element: Element) -> NoReturn:
        for name in element.attributes:
            if name.startswith(("from", "to")) and name not in ("from", "to"):
                element.refuse(f"<{element.tag}> has '{name}', which is not read; expected edges, as 'from' and 'to'")
        element.refuse(
            f"<{element.tag}> says nothing of where it goes; expected 'route', or 'from' and 'to', or a <route>"
        )

    def _named(self, element: Element, name: str) -> Journey | Shares[Journey]:
        if name not in self._made:
            element.refuse(
                f"<{element.tag}> takes the route '{name}', which nothing declares{nearest(name, self._made)}"
            )
        return self._made[name]

    def _journey(self, element: Element) -> Journey:
        self._notes.unused(element, _KNOWN)
        edges = element.word("edges").split()
        if not edges:
            element.refuse("<route> has no edges; expected at least one")
        return Journey.along(*edges, halts=self._stops.halts(element))

    def _distribution(self, element: Element) -> Shares[Journey]:
        """The journeys of a distribution, given inside it or by the names of others."""
        parts: list[tuple[Journey, float]] = []
        for child in element.all("route"):
            journey = self._single(child, child.word("refId")) if "refId" in child.attributes else self._journey(child)
            parts.append((journey, child.number("probability", 1.0, least=0.0)))
            if "id" in child.attributes:
                self._made[child.word("id")] = journey
        listed = element.word("routes", "").split()
        parts += [
            (self._single(element, name), share) for name, share in zip(listed, shares(element, listed), strict=True)
        ]
        if not sum(share for _, share in parts) > 0.0:
            element.refuse("<routeDistribution> holds no route with a probability above 0")
        return Shares(tuple(parts))

    def _single(self, element: Element, name: str) -> Journey:
        journey = self._named(element, name)
        if isinstance(journey, Shares):
            element.refuse(f"<{element.tag}> names '{name}', which is a distribution itself; expected a route")
        return journey


def _stopping(journey: Journey, halts: tuple[Halt, ...]) -> Journey:
    """A journey with the stops of whoever makes it, after those of its route."""
    return replace(journey, halts=(*journey.halts, *halts))
