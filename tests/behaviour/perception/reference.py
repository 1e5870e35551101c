"""Perception written down plainly: everybody looks at everybody. Slow, and independent of the compiled one."""

from __future__ import annotations

from math import cos, inf, nan, pi, sin, sqrt, tau
from typing import Any

import numpy as np

from seahaven.behaviour.junctions.regulation import regulated_lanes
from seahaven.behaviour.perception.sense_kernels import RUN_UP
from seahaven.behaviour.round_line import driven_curvature
from seahaven.behaviour.weather import gloom, weather_pace
from seahaven.roads.junctions import VEHICLES as DRIVEN
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.model import LaneKind
from seahaven.roads.routing import Tracks

LATERAL, BRAKING = 2.0, 2.0


class Reference:
    """What everybody knows, step by step; `known[id][column]`, None for null."""

    def __init__(self, tracks: Tracks, dt: float) -> None:
        self.map, self.arrays, self.dt = tracks.lane_map, tracks.arrays, dt
        self.curvatures = driven_curvature(tracks.lane_map)
        self.regulated = regulated_lanes(JunctionLogic.of(tracks.lane_map))
        self.past: dict[int, list[dict[str, Any]]] = {}
        self.outlooks: dict[int, tuple[Any, ...]] = {}

    def step(
        self,
        vehicles: dict[int, dict[str, Any]],
        visibility: float = inf,
        grip: float = 1.0,
        rain: float = 0.0,
        daylight: float = 1.0,
    ) -> Any:
        self.vehicles, self.visibility, self.is_night = vehicles, visibility, daylight == 0.0
        assert daylight in (0.0, 1.0), "the reference knows no dusk"
        for id, vehicle in vehicles.items():
            self.past.setdefault(id, []).append({**vehicle})
        self.past = {id: past for id, past in self.past.items() if id in vehicles}
        self.listed = [place for id in vehicles for place in self.places(id)]
        pace, dim = weather_pace(visibility, grip, rain, daylight), gloom(visibility, rain, daylight)
        known = {id: {"grip": grip, "visibility": min(visibility, 10_000.0), **self.knows(id)} for id in vehicles}
        for id, me in vehicles.items():
            known[id]["weather_pace"] = 1.0 - me["weather_caution"] * (1.0 - pace)
            known[id]["gloomy"] = dim * (1.0 + me["weather_caution"]) > 2.0
        for id in vehicles:
            self.plead(id, known)
        return known

    # --- lanes ----------------------------------------------------------------------------------------------------

    def stations(self, lane: int) -> Any:
        return self.map.s[self.map.first[lane] : self.map.first[lane + 1]]

    def beside(self, lane: int, side: int) -> int:
        """The lane to the left (1) or right (-1) in the same direction, or -1."""
        other = (self.map.left if side > 0 else self.map.right)[lane]
        return -1 if (self.map.left_opposite if side > 0 else self.map.right_opposite)[lane] else int(other)

    def counterpart(self, lane: int, s: float, other: int) -> float:
        row = self.stretch(lane, s) - self.map.first[lane]
        (a, b), (c, d) = self.stations(lane)[row : row + 2], self.stations(other)[row : row + 2]
        return float(c + (s - a) / (b - a) * (d - c))

    def stretch(self, lane: int, s: float) -> int:
        stations = self.stations(lane)
        return int(self.map.first[lane] + min(max(np.searchsorted(stations, s, "right") - 1, 0), len(stations) - 2))

    def onward(self, lane: int, entry: int) -> tuple[int, int]:
        if entry >= 0 and self.arrays.following[entry] >= 0:
            following = int(self.arrays.following[entry])
            return int(self.arrays.lane[following]), following
        nexts = self.map.successors(lane)
        return (nexts[0] if nexts else -1), -1

    def path(self, lane: int, entry: int, s: float, reach: float) -> list[tuple[int, int, float]]:
        """Lanes ahead with their entries, and the distances at which they begin."""
        found = [(lane, entry, -s)]
        while found[-1][2] + self.map.length[lane] <= reach:
            start = found[-1][2] + self.map.length[lane]
            lane, entry = self.onward(lane, entry)
            if lane < 0:
                break
            found.append((lane, entry, start))
        return found

    def back(self, lane: int, distance: float, reach: float, without: int = -1) -> list[tuple[int, float]]:
        """Lanes behind, and how far it is from their ends."""
        found = []
        for other in self.map.predecessors(lane):
            if distance <= reach and other != without:
                found.append((other, distance))
                found += self.back(other, distance + self.map.length[other], reach, without)
        return found

    # --- others ---------------------------------------------------------------------------------------------------

    def places(self, id: int) -> list[tuple[int, int, float, int]]:
        """Where a vehicle counts: id, lane, s, and the entry there."""
        me = self.vehicles[id]
        lane, s = me["lane"], me["s"]
        if lane < 0:
            return []
        found = [(id, lane, s, me["entry"])]
        broad = 0.5 * me["width"] + 0.5 * me["length"] * self.askew(me)
        for side, light in ((1, 1), (-1, 2)):
            other, there = self.reached(me, side)
            towards = side * me["drift"] if side * me["offset"] > -0.3 else 0.0
            over = side * me["offset"] + broad > 0.5 * float(self.map.width(lane, s))
            if other >= 0 and (over or towards > 0.4 or (towards > 0.01 and me["turn_light"] == light)):
                beside = self.arrays.left if side > 0 else self.arrays.right
                entry = int(beside[me["entry"]]) if me["entry"] >= 0 else -1
                found.append((id, other, there, entry))
        return found

    def reached(self, me: dict[str, Any], side: int) -> tuple[int, float]:
        """The lane onto which one would reach over to a side, and the s there; -1 for none.

        In a junction it is the one beside the lane from which one has come, as long as the rear is there.
        """
        lane, s = me["lane"], me["s"]
        other, before = self.beside(lane, side), self.map.predecessors(lane)
        if other >= 0:
            return other, self.counterpart(lane, s, other)
        comes_in = self.map.junction[lane] >= 0 and len(before) == 1 and self.map.junction[before[0]] < 0
        if not comes_in or s > 0.5 * me["length"]:
            return -1, 0.0
        other = self.beside(before[0], side)
        return other, float(self.map.length[other]) + s

    def askew(self, me: dict[str, Any]) -> float:
        """How far, up to half a radian, somebody who crawls and is not in the middle of its lane is turned from it."""
        if me["speed"] >= 2.0 or abs(me["offset"]) <= 0.1:
            return 0.0
        row = self.stretch(me["lane"], me["s"])
        share = (me["s"] - self.map.s[row]) / (self.map.s[row + 1] - self.map.s[row])
        lies = self.map.course[row, 4] + share * self.map.course[row, 5]
        return min(abs((me["heading"] - lies + pi) % tau - pi), 0.5)

    def is_hidden(self, id: int, other: int, far: float, *, is_ahead: bool = True) -> bool:
        """Whether somebody without a light is not seen at night."""
        me = self.vehicles[id]
        seen, beam = self.was(other, me), 45.0 if is_ahead and self.was(id, me)["headlamps"] else 15.0
        is_lit = seen["headlamps"] or seen["brake_light"] or seen["turn_light"]
        return self.is_night and not is_lit and far - 0.5 * self.vehicles[other]["length"] > beam

    def ahead(self, id: int, lane: int, entry: int, s: float, reach: float) -> tuple[float, int] | None:
        found, here_too = [], []
        for k, (here, _, start) in enumerate(self.path(lane, entry, s, reach)):
            for other, on, at, _ in self.listed:
                if other != id and on == here and (k > 0 or at > s or (at == s and other < id)):
                    found.append((start + at, other))
                    here_too += [(start + at, other)] if k == 0 else []
        found = [(d, other) for d, other in found if d <= reach and not self.is_hidden(id, other, d)]
        if not found:
            return None
        line = sorted(here_too, key=lambda one: (one[0], -one[1]))
        seen = [k for k, (d, other) in enumerate(line) if not self.is_hidden(id, other, d)]
        two = [line[k] for k in seen if k <= seen[0] + 1]
        if any(self.vehicles[other]["lane"] != lane for _, other in two):
            nearest = min(two, key=lambda one: one[0] - 0.5 * self.vehicles[one[1]]["length"])
            return nearest if nearest[0] <= reach else None
        return min(found, key=lambda one: (one[0], -one[1]))

    def behind(self, id: int, lane: int, s: float) -> tuple[float, int] | None:
        reach = min(200.0, self.visibility)
        found = []
        for other, on, at, _ in self.listed:
            if other == id:
                continue
            if on == lane and (at < s or (at == s and other > id)):
                found.append((s - at, other))
            for here, distance in self.back(lane, s, reach):
                if on == here:
                    found.append((distance + self.map.length[here] - at, other))
        found = [(d, other) for d, other in found if d <= reach and not self.is_hidden(id, other, d, is_ahead=False)]
        return min(found) if found else None

    def merges(self, lane: int) -> bool:
        if self.regulated[lane]:
            return False
        kinds = tuple(LaneKind)
        return sum(kinds[self.map.kind[other]] in DRIVEN for other in self.map.predecessors(lane)) > 1

    def merging(self, id: int, lane: int, entry: int, s: float) -> tuple[float, int] | None:
        path = self.path(lane, entry, s, 250.0)
        at = next((k for k in range(1, len(path)) if self.merges(path[k][0])), None)
        if at is None:
            return None
        goal, via, own = path[at][0], path[at - 1][0], path[at][2]
        found = []
        for here, distance in self.back(goal, 0.0, 250.0, without=via):
            for other, on, there, e in self.listed:
                away = distance + self.map.length[here] - there
                goes_first = away < own or (away == own and other < id)
                if on == here and other != id and goes_first and self.leads_to(here, e, goal):
                    found.append((own - away + 0.2 * max(own - 50.0, 0.0), other))
        if not found:
            return None
        far, last = min(found, key=lambda one: (one[0], -one[1]))
        return None if self.is_hidden(id, last, far) else (far, last)

    def leads_to(self, lane: int, entry: int, goal: int) -> bool:
        for _ in range(16):
            lane, entry = self.onward(lane, entry)
            if lane in (goal, -1):
                return lane == goal
        return False

    def was(self, id: int, viewer: dict[str, Any]) -> dict[str, Any]:
        """A vehicle as a viewer perceives it: late."""
        lag = int(viewer["reaction"] / self.dt + 0.5)
        past = self.past[id]
        seen = {**past[max(len(past) - 1 - lag, 0)]}
        if self.is_night and len(past) - 1 < lag:
            seen["headlamps"] = 1  # before they came, everybody had its lamps lit
        return {**seen, **{name: float(np.float32(seen[name])) for name in ("speed", "acceleration")}}

    # --- the road -------------------------------------------------------------------------------------------------

    def outlook(self, lane: int, entry: int, s: float, reach: float) -> tuple[float, float, float, float, float]:
        """Limit ahead and distance, curvature and distance, distance to a merge; NaN where there is none."""
        limits, merge, best = self.map.strips.limit, nan, (inf, nan, nan)
        here, next_limit = limits[self.stretch(lane, s)], (nan, nan)
        for k, (on, _, start) in enumerate(self.path(lane, entry, s, reach)):
            if k > 0 and self.merges(on) and np.isnan(merge):
                merge = start
            for row in range(self.map.first[on], self.map.first[on + 1] - 1):
                begin, end = self.map.s[row], self.map.s[row + 1]
                is_ahead = k > 0 or begin > s
                if is_ahead and start + begin <= reach and np.isnan(next_limit[1]) and limits[row] != here:
                    next_limit = limits[row], start + begin
                low, high = max(begin, s) if k == 0 else begin, min(end, reach - start)
                if low <= high:
                    best = min((best, *self.bends(row, low, high, start)), key=lambda one: one[0])
        return (*next_limit, *best[1:], merge)

    def bends(self, row: int, low: float, high: float, start: float) -> list[tuple[float, float, float]]:
        curvature, change = self.curvatures[row]
        begin, span = self.map.s[row], self.map.s[row + 1] - self.map.s[row]
        slope, where = change / span, [low, high]
        if slope:
            turning = np.sign(slope) * sqrt(LATERAL * abs(slope) / (2.0 * BRAKING))
            where.append(min(max(begin + (turning - curvature) / slope, low), high))
        found = [(curvature + (at - begin) * slope, start + at) for at in sorted(where)]
        return [(LATERAL / abs(k) + 2.0 * BRAKING * d, k, d) for k, d in found if abs(k) >= 1e-9]

    def road(self, id: int, reach: float) -> dict[str, Any]:
        me = self.vehicles[id]
        lane, entry, s = me["lane"], me["entry"], me["s"]
        old = self.outlooks.get(id)
        if old is not None:
            driven = s - old[2]
            is_stale = old[:2] != (lane, entry) or abs(driven + reach - old[8]) > old[8] / 8.0
            is_past = driven > old[4] or driven > old[7] or driven > old[6] + me["speed"]
            if is_stale or is_past or driven < 0.0:
                old = None
        if old is None:
            old = self.outlooks[id] = (lane, entry, s, *self.outlook(lane, entry, s, reach), reach)
        driven, row = s - old[2], self.stretch(lane, s)
        share = (s - self.map.s[row]) / (self.map.s[row + 1] - self.map.s[row])
        return {
            "limit": self.map.strips.limit[row],
            "limit_ahead": old[3],
            "limit_distance": old[4] - driven,
            "curvature": old[5],
            "curve_distance": max(old[6] - driven, 0.0) if old[6] == old[6] else nan,
            "merge": old[7] - driven,
            "grade": self.map.course[row, 8] + share * self.map.course[row, 9],
        }

    def route(self, id: int, reach: float) -> dict[str, Any]:
        me, tracks = self.vehicles[id], self.arrays
        lane, entry, s = me["lane"], me["entry"], me["s"]
        if entry < 0:
            last, _, start = self.path(lane, -1, s, reach)[-1]
            end = start + self.map.length[last]
            drop = nan if self.map.successors(last) or end > reach else end
            return {"drop": drop, "shift": 0, "route_end": nan, "left_open": False, "right_open": False}
        drop = max(tracks.drop[entry] - s, 0.0)
        known = {"drop": min(drop, RUN_UP) if tracks.is_refuge[entry] else drop, "shift": int(tracks.shift[entry])}
        known["route_end"] = max(tracks.remaining[entry] - s, 0.0)
        for side, name, bit in ((tracks.left, "left", 1), (tracks.right, "right", 2)):
            other = side[entry]
            row = self.stretch(lane, s)
            permits = tracks.is_refuge[entry] or self.map.may_change[row] & bit
            in_town = self.map.strips.limit[row] <= 20.0
            has_to = tracks.following[entry] < 0 and known["shift"] * (3 - 2 * bit) > 0
            permits = (permits or (has_to and in_town)) and not self.skewed(lane, row, name)
            permits = permits and not self.narrow(lane, row, name)
            known[f"{name}_open"] = bool(other >= 0 and not tracks.is_refuge[other] and permits)
        return known

    def skewed(self, lane: int, row: int, side: str) -> bool:
        """Whether a stretch does not lie abreast of the one beside it."""
        other = int((self.map.left if side == "left" else self.map.right)[lane])
        there = int(self.map.first[other]) + row - int(self.map.first[lane])
        return other >= 0 and any(self._ahead(row + k, there + k) > 2.0 for k in (0, 1))

    def narrow(self, lane: int, row: int, side: str) -> bool:
        """Whether the lane beside a stretch has not opened yet, or is about to close."""
        other = int((self.map.left if side == "left" else self.map.right)[lane])
        if other < 0:
            return False
        first, end = (int(self.map.first[k]) for k in (other, other + 1))
        width = self.map.strips.width
        return bool(width[first + row - self.map.first[lane]] < min(2.0, 0.6 * width[first:end].max()))

    def _ahead(self, row: int, there: int) -> float:
        dx, dy, heading = (
            self.map.x[there] - self.map.x[row],
            self.map.y[there] - self.map.y[row],
            self.map.heading[row],
        )
        return abs(dx * cos(heading) + dy * sin(heading))

    # --- all of it ------------------------------------------------------------------------------------------------

    def knows(self, id: int) -> dict[str, Any]:
        me = self.vehicles[id]
        known: dict[str, Any] = {**BLANK, **self.partner(id)}
        if me["lane"] < 0:
            return known
        lane, entry, s, reach = me["lane"], me["entry"], me["s"], min(me["sight"], self.visibility)
        known |= self.road(id, reach) | self.route(id, reach)
        leader = self.ahead(id, lane, entry, s, reach)
        other = self.merging(id, lane, entry, s) if known["merge"] <= 250.0 else None
        if other and other[0] <= reach and (leader is None or other[0] < leader[0]):
            leader = other
        if leader:
            seen = self.was(leader[1], me)
            known |= {"leader": leader[1], "leader_acceleration": seen["acceleration"]}
            known |= {"leader_brakes": seen["brake_light"], "leader_light": seen["turn_light"]}
        known |= self.pair("", me, leader, self.behind(id, lane, s))
        for side, name in ((1, "left"), (-1, "right")):
            beside = self.beside(lane, side)
            if beside < 0:
                continue
            at = self.counterpart(lane, s, beside)
            e = -1 if entry < 0 else int((self.arrays.left if side > 0 else self.arrays.right)[entry])
            front = self.ahead(id, beside, e, at, reach)
            known |= self.pair(f"{name}_", me, front, self.behind(id, beside, at))
            known[f"{name}_light"] = self.was(front[1], me)["turn_light"] if front else 0
            known[f"{name}_drop"] = max(self.arrays.drop[e] - at, 0.0) if e >= 0 else nan
        return known

    def plead(self, id: int, known: dict[int, dict[str, Any]]) -> None:
        """Note whom somebody asks to be let in."""
        me, side = self.vehicles[id], {1: 1, 2: -1}.get(self.vehicles[id]["turn_light"], 0)
        if me["lane"] < 0 or me["speed"] >= 1.0 or side * known[id]["shift"] <= 0:
            return
        other = self.beside(me["lane"], side)
        if other < 0:
            return
        there = self.counterpart(me["lane"], me["s"], other)
        behind = [(-at["s"], other_id) for other_id, at in self.vehicles.items() if at["lane"] == other]
        for minus_s, asked in sorted(behind):
            one = self.vehicles[asked]
            gap = there - 0.5 * me["length"] + minus_s - 0.5 * one["length"]
            can_stop = one["speed"] ** 2 <= 3.6 * max(gap - 1.0, 0.0) + 0.01
            if -minus_s <= there and 0.0 <= gap <= 40.0 and can_stop:
                nearest = known[asked]["plea"]
                known[asked]["plea"] = gap if nearest is None else min(gap, nearest)
                break

    def pair(self, name: str, me: dict[str, Any], front: Any, rear: Any) -> dict[str, Any]:
        """Gaps and closing speeds to the front and to the rear."""
        known = {}
        for word, found, sign in (("", front, 1.0), ("rear_", rear, -1.0)):
            if found:
                other = self.vehicles[found[1]]
                known[f"{name}{word}gap"] = found[0] - 0.5 * (me["length"] + other["length"])
                known[f"{name}{word}closing"] = sign * (me["speed"] - self.was(found[1], me)["speed"])
        return known

    def partner(self, id: int) -> dict[str, Any]:
        me = self.vehicles[id]
        other = self.vehicles.get(me["partner"])
        if other is None:
            return {}
        known = {"partner_speed": other["speed"]}
        if me["lane"] < 0 or other["lane"] < 0:
            return known
        lanes = [(lane, start) for lane, _, start in self.path(me["lane"], me["entry"], me["s"], 2000.0)]
        lanes += [(lane, -d - self.map.length[lane]) for lane, d in self.back(me["lane"], me["s"], 2000.0)]
        found = []
        for lane, start in lanes:
            same = all(column[lane] == column[other["lane"]] for column in (self.map.road, self.map.section))
            if same and self.map.along[lane] == self.map.along[other["lane"]]:
                sign = 1 if self.map.along[lane] else -1
                side = sign * (int(self.map.number[other["lane"]]) - int(self.map.number[lane]))
                found.append((start + self.counterpart(other["lane"], other["s"], lane), side))
        found = [one for one in found if abs(one[0]) <= 2000.0]
        if found:
            known["partner_distance"], known["partner_side"] = min(found, key=lambda one: abs(one[0]))
        return known


_SIDES = {
    f"{side}_{name}": blank
    for side in ("left", "right")
    for name, blank in (
        ("open", False), ("gap", None), ("closing", None), ("rear_gap", None), ("rear_closing", None), ("light", 0),
        ("drop", None),
    )
}  # fmt: skip
BLANK: dict[str, Any] = {
    "leader": None, "gap": None, "closing": None, "leader_acceleration": None, "leader_brakes": False,
    "leader_light": 0, "rear_gap": None, "rear_closing": None, **_SIDES, "plea": None, "limit": None,
    "limit_ahead": None, "limit_distance": None, "curvature": None, "curve_distance": None, "grade": 0.0, "drop": None,
    "shift": 0, "merge": None, "route_end": None, "partner_distance": None, "partner_speed": None, "partner_side": 0,
    "berth": 0.0,
    "menace": 0,
    "honked": False,
}  # fmt: skip
