"""The network of those on foot: pavements and crosswalks, joined, and the shortest ways along them."""

from __future__ import annotations

from heapq import heappop, heappush
from math import hypot, inf, isfinite
from typing import ClassVar, NamedTuple

from seahaven.errors import InputError
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Remark
from seahaven.roads.walking.foot_route import FootRoute, Ground, Leg, lay_route
from seahaven.roads.walking.passage import Passage, PassageTables, find_passages, make_tables
from seahaven.roads.walking.strand import Strand, edges, pavements, with_far_sides
from seahaven.roads.walking.web import Link, Web, weave

__all__ = ["Stand", "WalkingNetwork"]

STRAND_SIZE = 2.0**20
"""Metres that no strand reaches: by how much the numbers of places on two strands differ at least."""
RELUCTANCE = 10.0
"""A crosswalk counts as so many metres more than it is long: nobody crosses without need."""


class Stand(NamedTuple):
    """A place on a pavement: which of the network's strands, and how far along it, in metres."""

    strand: int
    s: float

    @property
    def number(self) -> float:
        """Both as one number, which a panel can be told."""
        return self.strand * STRAND_SIZE + self.s

    @classmethod
    def of_number(cls, number: float) -> Stand:
        """The place of a number."""
        strand = int(number // STRAND_SIZE)
        return cls(strand, number - strand * STRAND_SIZE)


class WalkingNetwork:
    """Where people walk: strands along roads, passages across them, and links that join them.

        network = WalkingNetwork.of(lane_map)
        route = network.route(network.nearest(10.0, 4.0), network.nearest(90.0, -4.0))

    With `edges`, roads without pavements are walked along beside their edges. A network without any pavement is empty,
    with a remark that says so.
    """

    is_immutable: ClassVar[bool] = True

    def __init__(self, lane_map: LaneMap, *, edges: bool = False) -> None:
        self.lane_map = lane_map
        self.logic = JunctionLogic.of(lane_map)
        self.passages = find_passages(self.logic)
        self.tables = make_tables(self.passages, self.logic)
        self.strands = _strands(lane_map, with_edges=edges)
        self._web = weave(lane_map, self.strands, self.passages)
        self._parts = _parts(self._web)
        self._ground = Ground(self.strands, self.passages, self._web.nodes)
        none = () if self.strands else (_nothing(lane_map),)
        self.remarks = (*none, *self._web.remarks)

    lane_map: LaneMap
    logic: JunctionLogic
    passages: tuple[Passage, ...]
    """Crosswalks, numbered as those of the logic."""
    tables: PassageTables
    strands: tuple[Strand, ...]
    remarks: tuple[Remark, ...]
    _web: Web
    _parts: list[int]
    _ground: Ground

    @classmethod
    def of(cls, lane_map: LaneMap, *, edges: bool = False) -> WalkingNetwork:
        """The network of a lane map as all worlds share it; made when it is first asked for."""
        return lane_map.known(cls, edges=edges)

    def __repr__(self) -> str:
        return f"<WalkingNetwork of {len(self.strands)} strands and {len(self.passages)} crosswalks>"

    @property
    def length(self) -> float:
        """Of all strands together, in metres."""
        return float(sum(strand.length for strand in self.strands))

    @property
    def parts(self) -> list[list[int]]:
        """The strands of each connected part, the one with the most metres first."""
        found: dict[int, list[int]] = {}
        for strand, links in enumerate(self._web.of_strand):
            found.setdefault(self._parts[self._web.links[links[0]].start], []).append(strand)
        return sorted(found.values(), key=lambda own: (-sum(self.strands[k].length for k in own), own))

    def nearest(self, x: float, y: float) -> Stand:
        """The place on a pavement that is nearest to a point."""
        best, found = inf, Stand(-1, 0.0)
        for k, strand in enumerate(self.strands):
            distance, s = strand.nearest(x, y)
            if distance < best:
                best, found = distance, Stand(k, s)
        if found.strand < 0:
            raise InputError(f"there is no pavement near ({x:g}, {y:g}): the network has none")
        return found

    def route(self, origin: Stand, goal: Stand, *, doors: bool = False) -> FootRoute | None:
        """The shortest way from one place to another; None where there is none.

        With `doors`, it begins and ends at the side of the pavement that is away from the road, where houses are.
        """
        for stand in (origin, goal):
            self.refuse_unknown(stand)
        legs = self._search(origin, goal)
        return None if legs is None else lay_route(legs, self._ground, doors=doors)

    def refuse_unknown(self, stand: Stand) -> None:
        """Refuse a place that is on none of the strands."""
        if not 0 <= stand.strand < len(self.strands):
            raise InputError(f"there is no strand {stand.strand}; the network has {len(self.strands)}, numbered from 0")
        length = self.strands[stand.strand].length
        if not (isfinite(stand.s) and 0.0 <= stand.s <= length):
            raise InputError(
                f"strand {stand.strand} has no s={stand.s}; expected a number from 0 to its length, {length}"
            )

    def _link_at(self, stand: Stand) -> int:
        links = self._web.of_strand[stand.strand]
        return next(link for link in links if stand.s <= self._web.links[link].high or link == links[-1])

    def _search(self, origin: Stand, goal: Stand) -> list[Leg] | None:
        """A search over the nodes, from both ends of the origin's link to both of the goal's."""
        links = self._web.links
        start, last = self._link_at(origin), self._link_at(goal)
        if start == last:
            return [Leg(links[start], origin.s, goal.s)]
        if self._parts[links[start].start] != self._parts[links[last].start]:
            return None
        first, final = links[start], links[last]
        offers = {first.start: origin.s - first.low, first.end: first.high - origin.s}
        exits = {final.start: goal.s - final.low, final.end: final.high - goal.s}
        found = self._nearest_exit(offers, exits, self.strands[goal.strand].at(goal.s)[:2])
        return None if found is None else self._legs(*found, origin, goal, first, final)

    def _nearest_exit(
        self, offers: dict[int, float], exits: dict[int, float], goal: tuple[float, float]
    ) -> tuple[int, dict[int, tuple[int, int]]] | None:
        """The node by which the goal is reached soonest, and by which link from which node each was reached.

        Nodes are visited by how long a way through them is at least: what it took so far, and as the crow flies.
        """
        nodes, links = self._web.nodes, self._web.links
        known, came, best, end = dict(offers), dict[int, tuple[int, int]](), inf, -1
        heap: list[tuple[float, int, float]] = []
        for node, distance in sorted(offers.items()):
            heappush(heap, (distance + _apart(nodes[node], goal), node, distance))
        while heap:
            least, node, distance = heappop(heap)
            if least >= best:
                break
            if distance > known[node]:
                continue
            if node in exits and distance + exits[node] < best:
                best, end = distance + exits[node], node
            for index in self._web.around[node]:
                link = links[index]
                other = link.end if link.start == node else link.start
                total = distance + link.length + (RELUCTANCE if link.passage >= 0 else 0.0)
                if total < known.get(other, inf):
                    known[other], came[other] = total, (index, node)
                    heappush(heap, (total + _apart(nodes[other], goal), other, total))
        return None if end < 0 else (end, came)

    def _legs(
        self, end: int, came: dict[int, tuple[int, int]], origin: Stand, goal: Stand, first: Link, final: Link
    ) -> list[Leg]:
        """The legs of the way that ends by a node."""
        legs: list[Leg] = []
        at = end
        while at in came:
            index, before = came[at]
            link = self._web.links[index]
            legs.append(Leg.whole(link) if link.start == before else Leg.whole(link).reversed())
            at = before
        out = Leg(first, origin.s, first.low if at == first.start else first.high)
        into = Leg(final, final.low if end == final.start else final.high, goal.s)
        return [out, *reversed(legs), into]


def _apart(node: tuple[float, float, float], goal: tuple[float, float]) -> float:
    return hypot(node[0] - goal[0], node[1] - goal[1])


def _strands(lane_map: LaneMap, *, with_edges: bool) -> tuple[Strand, ...]:
    found = [*pavements(lane_map), *(edges(lane_map) if with_edges else ())]
    return with_far_sides(found, lane_map)


def _nothing(lane_map: LaneMap) -> Remark:
    name = lane_map.network.name or "the network"
    return Remark("seahaven:walking.none", f"{name} has no pavements: nobody walks there, unless along edges of roads")


def _parts(web: Web) -> list[int]:
    """Of each node, the lowest node that can be reached from it."""
    part = [-1] * len(web.nodes)
    for first in range(len(web.nodes)):
        if part[first] >= 0:
            continue
        part[first], todo = first, [first]
        while todo:
            node = todo.pop()
            for index in web.around[node]:
                for other in (web.links[index].start, web.links[index].end):
                    if part[other] < 0:
                        part[other] = first
                        todo.append(other)
    return part
