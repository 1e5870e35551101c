"""Small towns as text: places, streets between them and vehicles per hour, made into SUMO's files at run time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import log1p
from pathlib import Path

from seahaven.bench.realism.towns.demand_town import DemandTown
from seahaven.bench.sumo.program import run_program
from seahaven.files import Element, new_element, xml_text
from seahaven.kernel import Stream

__all__ = ["Flow", "Sketch", "Street"]

TOWN_SPEED = 13.89
"""m/s, 50 km/h."""


@dataclass(frozen=True, slots=True)
class Street:
    """An edge `AB` from place `A` to place `B`; its line is straight unless it goes by points between them."""

    begin: str
    end: str
    lanes: int = 1
    speed: float = TOWN_SPEED
    width: float | None = None
    by: tuple[tuple[float, float], ...] = ()
    priority: int = 1

    @property
    def name(self) -> str:
        """The name of the edge."""
        return self.begin + self.end


@dataclass(frozen=True, slots=True)
class Flow:
    """So many vehicles per hour from an edge to another; `to_s` is where (m) on the last one they end."""

    begin: str
    end: str
    per_hour: float
    kind: str = "plain"
    to_s: float | None = None


@dataclass(frozen=True, slots=True)
class Sketch:
    """Places with their kinds of junctions, streets, and which lane leads to which where that is not for SUMO to say.

    A street that is `two_way` stands for one in each direction.
    """

    name: str
    places: Mapping[str, tuple[float, float, str]]
    streets: tuple[Street, ...]
    flows: tuple[Flow, ...]
    links: tuple[tuple[str, int, str, int], ...] = ()
    options: tuple[str, ...] = ()
    kinds: Mapping[str, Mapping[str, object]] = field(default_factory=dict)

    def town(self, folder: Path, *, seconds: float) -> DemandTown:
        """Have SUMO make the network, and write the vehicles that depart up to a date."""
        folder.mkdir(parents=True, exist_ok=True)
        parts = {"node": self._nodes(), "edge": self._edges(), "connection": self._links()}
        given: list[str] = []
        for tag, rows in parts.items():
            file = folder / f"{tag}s.xml"
            file.write_text(xml_text(new_element(f"{tag}s", {}, list(rows))), encoding="utf-8")
            given += [f"--{tag}-files", str(file)]
        network, routes = folder / f"{self.name}.net.xml", folder / f"{self.name}.rou.xml"
        run_program("netconvert", *given, *self.options, "-o", str(network))
        routes.write_text(xml_text(new_element("routes", {}, list(self._vehicles(seconds)))), encoding="utf-8")
        return DemandTown(self.name, network, (routes,))

    def _nodes(self) -> Iterator[Element]:
        for name, (x, y, kind) in self.places.items():
            yield new_element("node", {"id": name, "x": x, "y": y, "type": kind})

    def _edges(self) -> Iterator[Element]:
        for street in self.streets:
            width = {} if street.width is None else {"width": street.width}
            points = (self.places[street.begin][:2], *street.by, self.places[street.end][:2])
            shape = {"shape": " ".join(f"{x:g},{y:g}" for x, y in points)} if street.by else {}
            yield new_element(
                "edge",
                {
                    "id": street.name, "from": street.begin, "to": street.end, "numLanes": street.lanes,
                    "speed": street.speed, "priority": street.priority, **width, **shape,
                },
            )  # fmt: skip

    def _links(self) -> Iterator[Element]:
        for begin, from_lane, end, to_lane in self.links:
            yield new_element("connection", {"from": begin, "to": end, "fromLane": from_lane, "toLane": to_lane})

    def _vehicles(self, seconds: float) -> Iterator[Element]:
        kinds: Mapping[str, Mapping[str, object]] = {"plain": {}, "bus": {"vClass": "bus", "length": 13}, **self.kinds}
        for name in sorted({flow.kind for flow in self.flows}):
            yield new_element("vType", {"id": name, **kinds[name]})
        trips = [trip for flow in self.flows for trip in self._trips(flow, seconds)]
        for depart, name, flow in sorted(trips, key=lambda trip: trip[:2]):
            ends = {} if flow.to_s is None else {"arrivalPos": flow.to_s}
            about = {"id": name, "type": flow.kind, "depart": f"{depart:.2f}", "from": flow.begin, "to": flow.end}
            yield new_element("trip", {**about, "departLane": "best", "departSpeed": "max", **ends})

    def _trips(self, flow: Flow, seconds: float) -> Iterator[tuple[float, str, Flow]]:
        """Vehicles that depart by chance, always the same ones."""
        name, mean = f"{flow.begin}-{flow.end}-{flow.kind}", 3600.0 / flow.per_hour
        stream, depart, number = Stream.named(1, f"sketch/{self.name}/{name}"), 0.0, 0
        while (depart := depart - mean * log1p(-stream.uniform(entity=number))) < seconds:
            yield depart, f"{name}.{number}", flow
            number += 1
