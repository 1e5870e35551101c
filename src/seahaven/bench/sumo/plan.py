"""Roads that both sides drive on: written down as nodes and edges, made into a network by SUMO's own converter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin
from pathlib import Path

from seahaven.bench.bench import require_peer
from seahaven.bench.sumo.program import run_program
from seahaven.files import Element, new_element, xml_text

__all__ = ["LIMIT", "Edge", "Plan", "motorway", "ring"]

Points = tuple[tuple[float, float], ...]

LIMIT = 33.33
"""In m/s, 120 km/h: with drivers who differ by a tenth, 100 to 130 km/h are wished for."""
RAMP_LIMIT = 22.22
RAMP_RADIUS = 1500.0
LANE = 3.2
"""How wide a lane is, in metres, which is SUMO's default."""
CHORD = 20.0
"""How long, in metres, the straight pieces are that a curve is drawn with."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A road from node to node in one direction, with its line: the left border of its lanes."""

    name: str
    begin: str
    end: str
    lanes: int
    line: Points
    limit: float = LIMIT
    is_centred: bool = False
    """Whether the line is the middle of the lanes."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Edges, which lane leads to which, and the edges of the main road in their order; a closed one leads on for ever.

    Lanes are numbered as SUMO does, from the right and from 0.
    """

    edges: tuple[Edge, ...]
    links: tuple[tuple[str, int, str, int], ...]
    main: tuple[str, ...]
    is_closed: bool = False

    def convert(self, folder: Path) -> Path:
        """Write the network into a folder; lanes lead straight from edge to edge, with nothing inside nodes."""
        require_peer("traffic", "eclipse-sumo")
        parts = {"node": self._nodes(), "edge": self._edges(), "connection": self._links()}
        options: list[str] = []
        for tag, rows in parts.items():
            file = folder / f"{tag}s.xml"
            file.write_text(xml_text(new_element(f"{tag}s", {}, rows)), encoding="utf-8")
            options += [f"--{tag}-files", str(file)]
        target = folder / "roads.net.xml"
        run_program("netconvert", *options, "--no-turnarounds", "--no-internal-links", "-o", str(target))
        return target

    def _nodes(self) -> Iterator[Element]:
        places = {edge.begin: edge.line[0] for edge in reversed(self.edges)}
        places = {edge.end: edge.line[-1] for edge in reversed(self.edges)} | places
        for name, (x, y) in sorted(places.items()):
            yield new_element("node", {"id": name, "x": x, "y": y, "type": "priority", "radius": 0.01})

    def _edges(self) -> Iterator[Element]:
        for edge in self.edges:
            shape = " ".join(f"{x:.3f},{y:.3f}" for x, y in edge.line)
            yield new_element(
                "edge",
                {
                    "id": edge.name, "from": edge.begin, "to": edge.end, "numLanes": edge.lanes, "speed": edge.limit,
                    "spreadType": "center" if edge.is_centred else "right", "shape": shape,
                },
            )  # fmt: skip

    def _links(self) -> Iterator[Element]:
        for begin, from_lane, end, to_lane in self.links:
            yield new_element("connection", {"from": begin, "to": end, "fromLane": from_lane, "toLane": to_lane})


def ring(length: float = 6000.0, *, lanes: int = 6, edge: float = 1500.0) -> Plan:
    """Give a circle of so many metres, driven counter-clockwise, in edges of about the given length."""
    radius, count = length / (2.0 * pi), max(4, round(length / edge))
    pieces = max(8, round(length / count / CHORD))
    names = [f"e{k}" for k in range(count)]
    edges = tuple(
        Edge(name, f"n{k}", f"n{(k + 1) % count}", lanes, tuple(_arc(radius, k, count, pieces)), is_centred=True)
        for k, name in enumerate(names)
    )
    links = (_side_by_side(a, 0, b, 0, lanes) for a, b in pairwise([*names, names[0]]))
    return Plan(edges, _all(links), tuple(names), is_closed=True)


def _arc(radius: float, part: int, parts: int, pieces: int) -> Iterator[tuple[float, float]]:
    """A part of a circle in straight pieces; it begins and ends half-way along one, so that parts join straight on."""
    turn = 2.0 * pi / parts / pieces
    near = radius * cos(0.5 * turn)
    for piece in (0.0, *(k + 0.5 for k in range(pieces)), float(pieces)):
        angle, away = turn * (part * pieces + piece), near if piece in (0.0, pieces) else radius
        yield away * cos(angle), away * sin(angle)


def motorway() -> Plan:
    """Give ten kilometres with three lanes, an entrance and an exit with lanes of their own, and a lane that ends.

        km 0        2  2.3       4.75  5            8          10
        ========================================================      left lanes
        ========================================================
        ============================================
                   /=====         =====\\
               entrance                 exit
    """
    stations = {"a": 0.0, "b": 2000.0, "c": 2300.0, "d": 4750.0, "e": 5000.0, "f": 8000.0, "end": 10_000.0}
    lanes = {"a": 3, "b": 4, "c": 3, "d": 4, "e": 3, "f": 2}
    main = tuple(
        Edge(name, f"at_{name}", f"at_{after}", lanes[name], ((stations[name], 0.0), (stations[after], 0.0)))
        for name, after in pairwise(stations)
    )
    entrance = tuple((stations["b"] - x, y) for x, y in reversed(_away()))
    exit_ = tuple((stations["e"] + x, y) for x, y in _away())
    ramps = (
        Edge("entrance", "outside", "at_b", 1, entrance, limit=RAMP_LIMIT),
        Edge("exit", "at_e", "away", 1, exit_, limit=RAMP_LIMIT),
    )
    links = (
        _side_by_side("a", 0, "b", 1, 3), [("entrance", 0, "b", 0)], _side_by_side("b", 1, "c", 0, 3),
        _side_by_side("c", 0, "d", 1, 3), [("d", 0, "exit", 0)], _side_by_side("d", 1, "e", 0, 3),
        _side_by_side("e", 1, "f", 0, 2),
    )  # fmt: skip
    return Plan((*main, *ramps), _all(links), tuple(edge.name for edge in main))


def _away() -> Points:
    """The line of a ramp from the right border of three lanes on, in a curve, so that nobody's rear swings out."""
    stations = (10.0 * k for k in range(61))
    return tuple((x, -3.0 * LANE - x * x / (2.0 * RAMP_RADIUS)) for x in stations)


def _side_by_side(begin: str, first: int, end: str, to_first: int, count: int) -> list[tuple[str, int, str, int]]:
    return [(begin, first + k, end, to_first + k) for k in range(count)]


def _all(links: Iterable[Sequence[tuple[str, int, str, int]]]) -> tuple[tuple[str, int, str, int], ...]:
    return tuple(link for some in links for link in some)
