"""The web of ways on foot: nodes, and links between them, that join pavements, crosswalks and corners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import hypot
from typing import NamedTuple, TypeAlias

import numpy as np

from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads.junctions import VEHICLES
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind, Remark, Zone
from seahaven.roads.walking.passage import Passage
from seahaven.roads.walking.strand import Strand

__all__ = ["Link", "Web", "weave"]

KERB = 8.0
"""How far from the end of a crosswalk the pavement may be to which it leads, in metres."""
SEAM = 5.0
"""How far apart the ends of pavements may lie that lead into each other."""
CORNER = 40.0
"""How far apart the loose ends of pavements may lie that are joined round a corner."""
MOST_CORNERS = 2
"""To so many others a loose end is joined at most."""
PROBE = 0.75
"""How finely it is looked whether a corner lies on a roadway, in metres."""


PassageEnd: TypeAlias = tuple[int, int]
"""A passage, and 0 for its start or 1 for its end."""
Spot: TypeAlias = tuple[int, float]
"""A strand, and an s on it."""


class Link(NamedTuple):
    """A way from one node to another and back: a part of a strand, a crosswalk, or a straight line between ends."""

    start: int
    end: int
    length: float
    strand: int = -1
    low: float = 0.0
    high: float = 0.0
    passage: int = -1


@dataclass(slots=True)
class Web:
    """Nodes and links; `around` lists the links at each node."""

    nodes: list[tuple[float, float, float]] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    around: list[list[int]] = field(default_factory=list)
    of_strand: list[list[int]] = field(default_factory=list)
    """The links of each strand in the order of s."""
    remarks: list[Remark] = field(default_factory=list)

    def node(self, x: float, y: float, z: float) -> int:
        """A new node."""
        self.nodes.append((x, y, z))
        self.around.append([])
        return len(self.nodes) - 1

    def join(self, link: Link) -> int:
        """A new link."""
        self.links.append(link)
        self.around[link.start].append(len(self.links) - 1)
        self.around[link.end].append(len(self.links) - 1)
        return len(self.links) - 1

    def line(self, start: int, end: int) -> None:
        """A straight line between two nodes."""
        (x, y, _), (u, v, _) = self.nodes[start], self.nodes[end]
        self.join(Link(start, end, hypot(u - x, v - y)))


def weave(lane_map: LaneMap, strands: Sequence[Strand], passages: Sequence[Passage]) -> Web:
    """The web of a network."""
    web, loom = Web(), _Loom(lane_map, strands, passages)
    zones = [zone for zone in lane_map.network.zones if zone.on_foot]
    held = {end for zone in zones for end in loom.ends_at(zone)}
    landings = loom.landings([end for end in loom.passage_ends if end not in held])
    loom.lay(web, landings.values())
    for zone in zones:
        for one, other in combinations(loom.nodes_at(zone), 2):
            web.line(one, other)
    for end, (strand, s) in landings.items():
        web.line(loom.kerb[end], loom.cut[strand, s])
    for one, other in loom.seams():
        web.line(one, other)
    for one, other in loom.corners(web):
        web.line(one, other)
    web.remarks += loom.stranded(held, landings)
    return web


class _Loom:
    """What is known while the web is woven."""

    def __init__(self, lane_map: LaneMap, strands: Sequence[Strand], passages: Sequence[Passage]) -> None:
        self._map, self._strands, self._passages = lane_map, strands, passages
        self.passage_ends: list[PassageEnd] = [(k, end) for k in range(len(passages)) for end in (0, 1)]
        self._of_lane: dict[int, list[int]] = {}
        for k, strand in enumerate(strands):
            self._of_lane.setdefault(strand.lane, []).append(k)
        self.cut: dict[Spot, int] = {}
        self.kerb: dict[PassageEnd, int] = {}
        self._zone_nodes: dict[str, list[int]] = {}

    def ends_at(self, zone: Zone) -> list[PassageEnd]:
        """The ends of crosswalks that lead into a zone."""
        roads = {road for road, _, _ in (*zone.entries, *zone.exits)}
        middle = np.mean(zone.corners, axis=0)
        crosswalks = [k for k, passage in enumerate(self._passages) if passage.road in roads]
        return [(k, int(_is_nearer(self._passages[k].end, self._passages[k].start, middle))) for k in crosswalks]

    def nodes_at(self, zone: Zone) -> list[int]:
        """The nodes of pavements and crosswalks that lead into a zone."""
        middle = np.mean(zone.corners, axis=0)
        found = {self.kerb[end]: None for end in self.ends_at(zone)}
        for name in dict.fromkeys((*zone.entries, *zone.exits)):
            lane = self._map.index("{}:{}:{}".format(*name))
            for k in self._of_lane.get(lane, ()):
                strand = self._strands[k]
                is_end = _is_nearer(strand.points[-1, :2], strand.points[0, :2], middle)
                found[self.cut[k, strand.length if is_end else 0.0]] = None
        return list(found)

    def landings(self, ends: Sequence[PassageEnd]) -> dict[PassageEnd, Spot]:
        """Where on the nearest pavement the ends of crosswalks lead, for those that lead to one."""
        places = [self._place(end) for end in ends]
        at = np.array(places).reshape(-1, 3)
        lanes = self._map.match(at[:, 0], at[:, 1], z=at[:, 2], reach=KERB, kinds=(LaneKind.SIDEWALK,)).lane.tolist()
        edges = [k for k, strand in enumerate(self._strands) if strand.is_edge]
        found = {}
        for end, (x, y, _), lane in zip(ends, places, lanes, strict=True):
            near = [(*self._strands[k].nearest(x, y), k) for k in (*self._of_lane.get(lane, ()), *edges)]
            distance, s, strand = min(near, default=(KERB + 1.0, 0.0, -1))
            if distance <= KERB:
                found[end] = strand, s
        return found

    def _place(self, end: PassageEnd) -> tuple[float, float, float]:
        passage = self._passages[end[0]]
        x, y = passage.end if end[1] else passage.start
        return x, y, passage.z

    def lay(self, web: Web, landings: Iterable[Spot]) -> None:
        """Lay strands, cut where crosswalks land, and crosswalks."""
        cuts: dict[int, set[float]] = {k: {0.0, strand.length} for k, strand in enumerate(self._strands)}
        for owner, s in landings:
            cuts[owner].add(s)
        for k, strand in enumerate(self._strands):
            at = sorted(cuts[k])
            for s in at:
                self.cut[k, s] = web.node(*strand.at(s))
            web.of_strand.append([web.join(self._part(k, low, high)) for low, high in pairwise(at)])
        for k, passage in enumerate(self._passages):
            for end, (x, y) in enumerate((passage.start, passage.end)):
                self.kerb[k, end] = web.node(x, y, passage.z)
            web.join(Link(self.kerb[k, 0], self.kerb[k, 1], passage.length, passage=k))

    def _part(self, strand: int, low: float, high: float) -> Link:
        return Link(self.cut[strand, low], self.cut[strand, high], high - low, strand, low, high)

    def seams(self) -> Iterator[tuple[int, int]]:
        """The nodes of ends of pavements of which one leads into the other."""
        done = set()
        for k, strand in enumerate(self._strands):
            for lane in (*self._map.successors(strand.lane), *self._map.predecessors(strand.lane)):
                for other in self._of_lane.get(lane, ()):
                    pair = min(k, other), max(k, other)
                    if pair not in done and k != other:
                        done.add(pair)
                        yield from self._seam(*pair)

    def _seam(self, one: int, other: int) -> Iterator[tuple[int, int]]:
        ends = [
            (float(np.hypot(*(a - b))), self.cut[one, s], self.cut[other, t])
            for s, a in _ends(self._strands[one])
            for t, b in _ends(self._strands[other])
        ]
        distance, start, end = min(ends)
        if distance <= SEAM:
            yield start, end

    def corners(self, web: Web) -> Iterator[tuple[int, int]]:
        """The nodes of loose ends near each other between which no roadway lies."""
        loose = [
            (self.cut[k, s], k) for k, strand in enumerate(self._strands) for s, _ in _ends(strand)
            if len(web.around[self.cut[k, s]]) == 1
        ]  # fmt: skip
        if len(loose) < 2:
            return iter(())
        at = np.array([web.nodes[node] for node, _ in loose])
        pairs = _near_pairs(at)
        pairs = pairs[[loose[a][1] != loose[b][1] for a, b in pairs.tolist()]]
        pairs = pairs[self._is_off_road(at[pairs[:, 0]], at[pairs[:, 1]])] if len(pairs) else pairs
        apart = np.hypot(*(at[pairs[:, 0], :2] - at[pairs[:, 1], :2]).T)
        counts, kept = np.zeros(len(loose), np.int64), []
        for k in np.lexsort((pairs[:, 1], pairs[:, 0], apart)).tolist():
            one, other = pairs[k].tolist()
            if max(counts[one], counts[other]) < MOST_CORNERS:
                counts[one], counts[other] = counts[one] + 1, counts[other] + 1
                kept.append((loose[one][0], loose[other][0]))
        return iter(kept)

    def _is_off_road(self, starts: Floats, ends: Floats) -> Truths:
        """Whether the straight lines between places cross no roadway."""
        count = int(CORNER / PROBE)
        share = (np.arange(count) + 0.5) / count
        places = starts[:, None, :] + share[None, :, None] * (ends - starts)[:, None, :]
        on = self._map.match(places[..., 0], places[..., 1], z=places[..., 2], reach=0.0, kinds=VEHICLES)
        off: Truths = (on.lane < 0).all(axis=1)
        return off

    def stranded(self, held: set[PassageEnd], landings: dict[PassageEnd, Spot]) -> Iterator[Remark]:
        """Remarks on crosswalks of which an end leads nowhere."""
        for k, end in self.passage_ends:
            if (k, end) not in held and (k, end) not in landings:
                x, y = self._passages[k].end if end else self._passages[k].start
                message = (
                    f"crosswalk '{self._passages[k].id}' leads to no pavement at ({x:.1f}, {y:.1f}): "
                    f"there is none within {KERB:g} m, and nobody crosses there"
                )
                yield Remark("seahaven:walking.crosswalk", message)


def _is_nearer(one: Sequence[float] | Floats, other: Sequence[float] | Floats, middle: Floats) -> bool:
    """Whether the first of two places is the nearer one to a third."""
    return bool(np.hypot(*(np.asarray(one) - middle)) < np.hypot(*(np.asarray(other) - middle)))


def _ends(strand: Strand) -> tuple[tuple[float, Floats], tuple[float, Floats]]:
    return (0.0, strand.points[0, :2]), (strand.length, strand.points[-1, :2])


def _near_pairs(at: Floats) -> Integers:
    """The pairs of places within reach of each other, on about the same level."""
    pairs = []
    for k in range(len(at) - 1):
        apart = at[k + 1 :] - at[k]
        near = np.flatnonzero((np.hypot(apart[:, 0], apart[:, 1]) <= CORNER) & (np.abs(apart[:, 2]) < 3.0))
        pairs += [(k, k + 1 + other) for other in near.tolist()]
    return np.array(pairs, np.int64).reshape(-1, 2)
