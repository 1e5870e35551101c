"""People on foot whom situations put beside the subject's road, and the vans that hide them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import hypot
from typing import NamedTuple

import numpy as np

from seahaven.direction import Bystander, Line, Site, Situation, notes_of
from seahaven.errors import InputError
from seahaven.files import KeyPath
from seahaven.hcsm import Interpreter
from seahaven.roads import LaneMap
from seahaven.roads.model import LaneKind
from seahaven.roads.walking import Edge, WalkingNetwork, beside_road
from seahaven.takes.object_entries import ObjectEntry
from seahaven.takes.person_entries import PersonEntry
from seahaven.takes.rows import PersonRow
from seahaven.traffic import TYPES

__all__ = ["PlannedBystanders", "planned_bystanders"]

SNAP, STEP = 400.0, 20.0
"""Metres around where a study puts a situation in which a place for somebody on foot is looked for, and how finely."""
BEFORE, BEYOND = 25.0, 40.0
"""Metres of road without a junction before and behind the place, at least."""
FROM_CROSSWALK = 15.0
"""Metres from a crosswalk at least: nearer to one, people cross there."""
VAN, APART = "van", 0.9
"""What hides people, and metres from its front to the middle of who stands behind it."""
ONTO = 0.6
"""Metres of the road that a van takes up which is parked on the pavement or verge, for want of a lane to park on."""


class _Kerb(NamedTuple):
    """A place at the kerb of the subject's side of the road."""

    lane: int
    s: float
    road: str
    at: float
    edge: Edge


@dataclass(frozen=True, slots=True)
class PlannedBystanders:
    """Those of one situation: their rows, what they are called by desk, and the vans that hide them."""

    people: tuple[PersonRow, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    objects: Mapping[str, ObjectEntry] = field(default_factory=dict)


def planned_bystanders(
    situation: Situation, name: str, path: KeyPath, site: Site, line: Line, bounds: tuple[float, float]
) -> tuple[Site, PlannedBystanders]:
    """The people on foot of a situation, and its site moved to where they can be; refused where there is none near.

    `bounds` are how far along the line the drive begins, and from where on the situation may be.
    """
    desks = {key: desk for key, desk in notes_of(type(situation)).desks.known.items() if isinstance(desk, Bystander)}
    if not desks:
        return site, PlannedBystanders()
    dials = Interpreter(situation, seed=0).machine().dials()
    along, kerb = _kerbside(site.at, line, bounds, notes_of(type(situation)).needs.after)
    people, names, objects = list[PersonRow](), dict[str, str](), dict[str, ObjectEntry]()
    for key, desk in desks.items():
        label = f"{name}: {key}"
        entry = PersonEntry(on=kerb.road, at=kerb.at, edge=kerb.edge, kerb=float(dials[desk.kerb] or 0.0))
        people.append(PersonRow(label, entry, path, {"height": float(dials[desk.height] or 0.0)}))
        names[key] = label
        if float(dials[desk.hidden] or 0.0) >= 0.5:
            objects[f"{name}: {VAN}"] = _van(kerb, line.lane_map)
    return Site(along, site.feature), PlannedBystanders(tuple(people), names, objects)


def _kerbside(at: float, line: Line, bounds: tuple[float, float], after: float) -> tuple[float, _Kerb]:
    """The place nearest to where a study wants it at which somebody can wait at the kerb."""
    network = WalkingNetwork.of(line.lane_map)
    verges = WalkingNetwork.of(line.lane_map, edges=True)
    offsets = sorted({side * STEP * k for k in range(int(SNAP / STEP) + 1) for side in (1, -1)}, key=abs)
    for along in (at + offset for offset in offsets):
        if not bounds[1] <= along <= line.length - after:
            continue
        for kerb in _kerbs(line, along):
            if any(_can_wait(on, kerb) for on in (network, verges)):
                return along, kerb
    where = f"{SNAP:g} m of {(at - bounds[0]) / 1000.0:.2f} km along the drive"
    raise InputError(
        f"nobody on foot can wait at the kerb within {where}: that takes a road with a pavement or verge, without a "
        f"junction or crosswalk near, and {after:g} m of drive behind it"
    )


def _kerbs(line: Line, along: float) -> Iterator[_Kerb]:
    """The place on the outermost lane of the drive, if there is road enough around it."""
    lane_map, lanes = line.lane_map, line.lanes_at(along)
    if not len(lanes):
        return
    lane = int(lanes[-1])
    s = line.spot(lane, along).s
    if lane_map.junction[lane] >= 0 or s < BEFORE or s > float(lane_map.length[lane]) - BEYOND:
        return
    road = lane_map.network.roads[lane_map.road[lane]]
    is_right = bool(lane_map.along[lane]) != bool(road.is_left_hand)
    yield _Kerb(lane, s, str(road.id), _road_s(lane_map, lane, s), "right" if is_right else "left")


def _road_s(lane_map: LaneMap, lane: int, s: float) -> float:
    """How far along its road a place on a lane is."""
    rows = slice(int(lane_map.first[lane]), int(lane_map.first[lane + 1]))
    return float(np.interp(s, lane_map.s[rows], lane_map.road_s[rows]))


def _can_wait(network: WalkingNetwork, kerb: _Kerb) -> bool:
    """Whether somebody can wait there, with a road to cross and no crosswalk near."""
    try:
        beside = beside_road(network, kerb.road, kerb.at, kerb.edge)
    except InputError:
        return False
    strand = network.strands[beside.stand.strand]
    x, y, _ = strand.at(beside.stand.s)
    ends = (passage.at(across) for passage in network.passages for across in (0.0, passage.length))
    return strand.far != 0.0 and all(hypot(a - x, b - y) > FROM_CROSSWALK for a, b in ends)


def _van(kerb: _Kerb, lane_map: LaneMap) -> ObjectEntry:
    """A van parked just before the place: on a lane for that, else beside the roadway."""
    is_left_hand = lane_map.network.roads[lane_map.road[kerb.lane]].is_left_hand
    beside, opposite = (
        (lane_map.left, lane_map.left_opposite) if is_left_hand else (lane_map.right, lane_map.right_opposite)
    )
    kinds, lane = tuple(LaneKind), kerb.lane
    while (
        beside[lane] >= 0 and not opposite[lane] and kinds[lane_map.kind[beside[lane]]] is not LaneKind.SIDEWALK
    ):  # fmt: skip
        lane = int(beside[lane])
    columns = TYPES[VAN].body.columns
    s = lane_map.s_where(lane, kerb.at) - APART - 0.5 * columns["length"]
    out = 0.5 * float(lane_map.width(lane, s)) + 0.5 * columns["width"] - ONTO
    offset = None if kinds[lane_map.kind[lane]] is LaneKind.PARKING else out if is_left_hand else -out
    return ObjectEntry(
        use="parked", on=kerb.road, at=_road_s(lane_map, lane, s), lane=int(lane_map.number[lane]), offset=offset,
        type=VAN,
    )  # fmt: skip
