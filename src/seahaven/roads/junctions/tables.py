"""The arrays of the junctions' logic, together, as compiled code takes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from seahaven.geometry import Bytes, Floats, Indices, Integers, Truths
from seahaven.roads.junctions.arm import Arms
from seahaven.roads.junctions.conflict import Meetings
from seahaven.roads.junctions.crosswalk import Crossings
from seahaven.roads.junctions.light import Light
from seahaven.roads.junctions.party import Party, Sign
from seahaven.roads.junctions.right_of_way import Verdicts
from seahaven.roads.junctions.stopping import BEFORE_CROSSWALK, Stops
from seahaven.roads.junctions.way import Course
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Turn

TURNS = tuple(Turn)
SIGNS = tuple(Sign)


class JunctionTables(NamedTuple):
    """Everything about junctions as read-only arrays.

    Ways are numbered by junction; distances along a way count from where it leaves its incoming lane. An array whose
    name ends in `_first` says where the rows of each begin: those of i are the rows from `[i]` up to `[i + 1]`.
    """

    junction_way_first: Integers
    """Junction i has the ways from `[i]` up to `[i + 1]`."""
    way_junction: Indices
    """Of a way: the index of its junction; so on down to `way_inside`."""
    way_incoming: Indices
    way_outgoing: Indices
    way_origin: Indices
    """The arm it comes from, counted among all arms of the network; -1 for none."""
    way_goal: Indices
    way_turn: Bytes
    """An index into `tuple(Turn)`."""
    way_sign: Bytes
    """An index into `tuple(Sign)`: what the signs on its approach say."""
    way_length: Floats
    way_stop: Floats
    """The distance along it at which one waits for others: mostly 0 or less, before the junction."""
    way_stop_lane: Indices
    """The lane on which that is, and the s there."""
    way_stop_s: Floats
    way_inside: Floats
    """The distance along it at which one who turns across oncoming traffic waits inside; NaN for nowhere."""
    way_lane_first: Integers
    way_lane: Indices
    """The lanes inside the junction that a way takes, and the distance along it at which each begins."""
    way_lane_begin: Floats
    way_light_first: Integers
    conflict_first: Integers
    """Way i has the conflicts from `[i]` up to `[i + 1]`, in the order in which they begin along it."""
    conflict_foe: Indices
    conflict_kind: Bytes
    """An index into `tuple(ConflictKind)`."""
    conflict_begin: Floats
    """From where to where along the way, and along the foe's way."""
    conflict_end: Floats
    conflict_foe_begin: Floats
    conflict_foe_end: Floats
    conflict_verdict: Bytes
    """An index into `tuple(Verdict)`, and one into `tuple(Reason)`."""
    conflict_reason: Bytes
    conflict_dark_verdict: Bytes
    """The same when lights are off."""
    conflict_dark_reason: Bytes
    conflict_is_lit: Truths
    """Whether both ways have lights."""
    arm_bearing: Floats
    incoming_way_first: Integers
    """Lane i leads into the ways in `incoming_way` from this row of its own up to that of lane i + 1."""
    incoming_way: Indices
    inside_way_first: Integers
    """Lane i is part of the ways in `inside_way` from this row of its own up to that of lane i + 1."""
    inside_way: Indices
    crossing_first: Integers
    """Lane i is crossed by crosswalks in these rows, in the order of s."""
    crossing_crosswalk: Indices
    crossing_begin: Floats
    crossing_end: Floats
    crossing_wait: Floats
    """The s at which one waits before it; 0 or more."""


def make_tables(
    lane_map: LaneMap,
    courses: Sequence[Course],
    parties: Sequence[Party],
    arms: Arms,
    lights: Sequence[Sequence[Light]],
    stops: Stops,
    places: tuple[Floats, Floats],
    meetings: Meetings,
    verdicts: Verdicts,
    crossings: Crossings,
) -> JunctionTables:
    """All of it as arrays, none of which can be written to."""
    tables = JunctionTables(
        **_of_junctions(lane_map, courses),
        **_of_ways(lane_map, courses, parties, arms, stops, places),
        **_of_lanes(lane_map, courses),
        **_of_lights(lights),
        **_of_conflicts(meetings, verdicts, len(courses)),
        **_of_arms(arms),
        **_of_crossings(crossings, len(lane_map)),
    )
    for column in tables:
        column.setflags(write=False)
    return tables


def _first(counts: Iterable[int]) -> Integers:
    return np.concatenate(([0], np.cumsum(np.fromiter(counts, dtype=np.int64)))).astype(np.int64)


def _rows(owner: Integers | Indices, count: int) -> Integers:
    """Where the rows of each owner begin, given the owner of each row in rising order."""
    return _first(np.bincount(owner, minlength=count).tolist())


def _indices(values: Iterable[int]) -> Indices:
    return np.fromiter(values, dtype=np.int32)


def _of_junctions(lane_map: LaneMap, courses: Sequence[Course]) -> dict[str, Any]:
    junctions = np.array([one.junction for one in courses], dtype=np.int64)
    return {"junction_way_first": _rows(junctions, len(lane_map.network.junctions))}


def _of_ways(
    lane_map: LaneMap,
    courses: Sequence[Course],
    parties: Sequence[Party],
    arms: Arms,
    stops: Stops,
    places: tuple[Floats, Floats],
) -> dict[str, Any]:
    before = _first(map(len, arms.of_junction)).tolist()
    waits = [stops.place(way, place) for way, place in enumerate(places[0].tolist())]
    lengths = [float(sum(lane_map.length[lane] for lane in one.lanes)) for one in courses]
    begins = [np.cumsum([0.0, *(lane_map.length[lane] for lane in one.lanes[:-1])]) for one in courses if one.lanes]
    return {
        "way_junction": _indices(one.junction for one in courses),
        "way_incoming": _indices(one.incoming for one in courses),
        "way_outgoing": _indices(one.outgoing for one in courses),
        "way_origin": _indices(
            before[c.junction] + k if k >= 0 else -1 for c, k in zip(courses, arms.origin, strict=True)
        ),
        "way_goal": _indices(before[c.junction] + k if k >= 0 else -1 for c, k in zip(courses, arms.goal, strict=True)),
        "way_turn": np.array([TURNS.index(party.turn) for party in parties], dtype=np.uint8),
        "way_sign": np.array([SIGNS.index(party.sign) for party in parties], dtype=np.uint8),
        "way_length": np.array(lengths, dtype=np.float64),
        "way_stop": places[0],
        "way_stop_lane": _indices(lane for lane, _ in waits),
        "way_stop_s": np.array([s for _, s in waits], dtype=np.float64),
        "way_inside": places[1],
        "way_lane_first": _first(len(one.lanes) for one in courses),
        "way_lane": _indices(lane for one in courses for lane in one.lanes),
        "way_lane_begin": np.concatenate([np.empty(0), *begins]),
    }


def _of_lanes(lane_map: LaneMap, courses: Sequence[Course]) -> dict[str, Any]:
    into = sorted((one.incoming, way) for way, one in enumerate(courses) if one.incoming >= 0)
    inside = sorted((lane, way) for way, one in enumerate(courses) for lane in one.lanes)
    return {
        "incoming_way_first": _rows(_indices(lane for lane, _ in into), len(lane_map)),
        "incoming_way": _indices(way for _, way in into),
        "inside_way_first": _rows(_indices(lane for lane, _ in inside), len(lane_map)),
        "inside_way": _indices(way for _, way in inside),
    }


def _of_lights(lights: Sequence[Sequence[Light]]) -> dict[str, Any]:
    return {"way_light_first": _first(map(len, lights))}


def _of_conflicts(meetings: Meetings, verdicts: Verdicts, ways: int) -> dict[str, Any]:
    order = np.lexsort((meetings.foe, meetings.span[:, 0], meetings.way))
    columns = {f"conflict_{name}": column[order] for name, column in verdicts._asdict().items()}
    names = ("begin", "end", "foe_begin", "foe_end")
    spans = {f"conflict_{name}": meetings.span[order, k] for k, name in enumerate(names)}
    return {
        "conflict_first": _rows(meetings.way, ways),
        "conflict_foe": meetings.foe[order].astype(np.int32),
        "conflict_kind": meetings.kind[order],
        **spans,
        **columns,
    }


def _of_arms(arms: Arms) -> dict[str, Any]:
    known = [arm for own in arms.of_junction for arm in own]
    return {"arm_bearing": np.array([arm.bearing for arm in known], dtype=np.float64)}


def _of_crossings(crossings: Crossings, lanes: int) -> dict[str, Any]:
    return {
        "crossing_first": _rows(crossings.lane, lanes),
        "crossing_crosswalk": crossings.crosswalk,
        "crossing_begin": crossings.span[:, 0].copy(),
        "crossing_end": crossings.span[:, 1].copy(),
        "crossing_wait": np.maximum(crossings.span[:, 0] - BEFORE_CROSSWALK, 0.0),
    }
