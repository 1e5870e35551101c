"""Looking ahead along routes: the next light, stop line, junction, merge, limit and bend, and places further on."""

from __future__ import annotations

from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.lanemap import LaneMap, Placing
from seahaven.roads.lanemap.asking import answer, as_floats, as_lanes, side_by_side
from seahaven.roads.routing.features import Comfort, approach, lane_features, way_features
from seahaven.roads.routing.route_table import RouteTable


class Ahead(NamedTuple):
    """What comes first of each kind, in metres from where one is; NaN, and -1 for an index, where there is none.

    Each is a number, or an array in the shape of the question. Indices of ways and conflicts are those of the
    junctions' logic.
    """

    signal_distance: Any
    """To where one waits for the next light on the way."""
    stop_distance: Any
    """To where one would wait before the next junction if one had to: on the priority road, too."""
    junction_distance: Any
    """To where the lane leads into the next junction."""
    conflict_distance: Any
    """To where the first way of others begins to cross, or to lead onto, one's own."""
    merge_distance: Any
    """To the next lane onto which several lead."""
    lane_end_distance: Any
    """To where the lane one is on, or those it leads to, no longer follow the route."""
    limit_distance: Any
    """To where another limit begins."""
    curve_distance: Any
    """To the curve that binds: the one within reach for which one would have to brake first."""
    grade_distance: Any
    """To the steepest place within reach."""
    crosswalk_distance: Any
    """To where the next crosswalk begins on the lane."""
    route_end_distance: Any
    """To the end of the route."""
    controller: Any
    """Of the light: the controller (-1: nothing switches it), and which letter of its phases counts."""
    letter: Any
    signal_way: Any
    """The way through a junction for which the light holds."""
    stop_way: Any
    """The way before which one would wait."""
    junction: Any
    """The index of the next junction, in the network's order."""
    junction_way: Any
    """The way by which the route leads through it."""
    conflict: Any
    """The row of the conflict in the tables of the junctions' logic."""
    merge_lane: Any
    """The lane onto which several lead."""
    lane_end: Any
    """The lane that no longer follows the route."""
    crosswalk: Any
    """The index of the crosswalk in the junctions' logic."""
    limit: Any
    """The limit that begins, in m/s."""
    curvature: Any
    """Of the curve that binds, positive to the left; 0 where everything is straight."""
    grade: Any
    """At the steepest place, as rise per metre; 0 where everything is level."""


class PlaceAhead(NamedTuple):
    """A place on a route: its entry among the best lanes, its lane and s; -1 and NaN beyond the route's end."""

    entry: Any
    lane: Any
    s: Any


class _Table(NamedTuple):
    """What compiled code takes of a table of routes."""

    stage_enter: Integers
    stage_leave: Integers
    is_last: Truths
    entry_lane: Integers
    entry_stage: Integers
    entry_metres: Floats
    entry_reach: Integers
    entry_next: Integers


class LookAhead:
    """Answers what lies ahead of vehicles on the routes of a table.

    A vehicle is given by its entry among the table's best lanes (`RouteTable.locate`) and its s on that lane. It is
    taken to stay on its lane as long as that follows the route, and to be on the route's own lane from there on. All
    methods take single values or arrays, and for arrays run as compiled code.

    Of several curves within reach the one counts that binds. In a curve of curvature k one drives sqrt(a / k), with
    the `lateral_acceleration` a; at a distance d before it, braking with the `deceleration` b, one may still drive
    sqrt(a / k + 2 b d). The curve with the least such speed binds: whoever is slower need not brake for any. Looking
    further ahead never hides it behind one that matters less.
    """

    def __init__(
        self,
        table: RouteTable,
        logic: JunctionLogic,
        *,
        lateral_acceleration: float = 2.0,
        deceleration: float = 2.0,
    ) -> None:
        import seahaven.roads.routing.ahead_kernels as kernels

        if logic.lane_map is not table.lane_map:
            raise InputError("LookAhead got routes and junctions of two different lane maps; expected the same one")
        for name, value in (("lateral_acceleration", lateral_acceleration), ("deceleration", deceleration)):
            if not (isfinite(value) and value > 0.0):
                raise InputError(f"LookAhead got {name} {value!r}; expected a finite number of m/s² above 0")
        self.table = table
        self.logic = logic
        self._comfort = Comfort(float(lateral_acceleration), float(deceleration))
        self._lanes, self._ways = lane_features(table.lane_map, logic, self._comfort), way_features(logic)
        self._approach = approach(self._ways)
        self._table = _compact(table)
        self._entry_ways = kernels.entry_ways(self._table, self._ways)

    table: RouteTable
    logic: JunctionLogic

    def ahead(self, entry: Any, s: Any, distance: Any) -> Ahead:
        """What lies ahead within a distance in metres; nothing for entry -1."""
        import seahaven.roads.routing.ahead_kernels as kernels

        shape, (entries, along, reach) = side_by_side(as_lanes("ahead", entry), as_floats(s), as_floats(distance))
        distances, indices = np.empty((len(along), 11)), np.empty((len(along), 10), dtype=np.int64)
        values = np.empty((len(along), 5))
        bad = kernels.look(
            self._lanes, self._ways, self._table, *self._entry_ways, self._approach, self._comfort, entries, along,
            reach, distances, indices, values,
        )  # fmt: skip
        self._refuse("ahead", bad, entries, along, reach)
        columns = (*distances.T, *indices.T, *values.T[:3])
        return Ahead(*(answer(column, shape) for column in columns))

    def advance(self, entry: Any, s: Any, distance: Any) -> PlaceAhead:
        """The place that lies a distance ahead on the route."""
        import seahaven.roads.routing.ahead_kernels as kernels

        shape, (entries, along, by) = side_by_side(as_lanes("advance", entry), as_floats(s), as_floats(distance))
        found = np.empty(len(along), dtype=np.int64), np.empty(len(along), dtype=np.int64), np.empty(len(along))
        bad = kernels.advance(self._table, self._lanes.length, entries, along, by, *found)
        self._refuse("advance", bad, entries, along, by)
        return PlaceAhead(*(answer(column, shape) for column in found))

    def pose(self, entry: Any, s: Any, distance: Any, offset: Any = 0.0) -> Placing:
        """Where the place lies that is a distance ahead on the route; NaN beyond its end."""
        place = self.advance(entry, s, distance)
        lane, along, aside = np.broadcast_arrays(np.asarray(place.lane), np.asarray(place.s), np.asarray(offset))
        known = lane >= 0
        placing = self._lane_map.place(np.where(known, lane, 0), np.where(known, along, 0.0), aside.astype(np.float64))
        columns = (np.where(known, column, np.nan) for column in placing)
        return Placing(*(column.item() if column.ndim == 0 else column for column in columns))

    @property
    def _lane_map(self) -> LaneMap:
        return self.table.lane_map

    def _refuse(self, question: str, row: int, entry: Integers, s: Floats, distance: Floats) -> None:
        if row >= 0:
            raise InputError(
                f"{question} got entry {entry[row]}, s={float(s[row])!r} and distance {float(distance[row])!r} "
                f"in row {row}; expected an entry below {len(self._table.entry_lane)}, and finite numbers from 0 on"
            )


def _compact(table: RouteTable) -> _Table:
    best = table.best
    is_last = np.zeros(len(best.stage_begin), dtype=bool)
    is_last[best.stage_first[1:][np.diff(best.stage_first) > 0] - 1] = True
    arrays = (getattr(best, name) for name in _Table._fields if name != "is_last")
    enter, leave, *rest = (array.copy() for array in arrays)
    return _Table(enter, leave, is_last, *rest)
