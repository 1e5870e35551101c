#!/usr/bin/env python3
"""A reference driver: follows the route, keeps the lane and the distance, obeys lights, signs and the right of way.

In a study it drives in the simulator's own process,

    driver: {python: "examples.drivers.route_driver:RouteDriver"}

or as a program of its own, over the protocol:

    driver: {program: [examples/drivers/route_driver.py]}

It is meant to be read and changed. `route_driver.c` does the same in C99.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import pairwise
from math import atan, atan2, copysign, cos, hypot, inf, pi, sin, sqrt
from typing import Any

CRUISE = 36.0
"""m/s. The speed where there is no limit."""
LIVELY, COMFORT = 1.6, 2.0
"""m/s². Acceleration and braking in ordinary driving."""
HARD = 6.0
"""m/s². Braking that it does not go beyond."""
SIDEWAYS = 2.2
"""m/s². Acceleration to the side in curves."""
HEADWAY, STANDSTILL = 1.4, 2.5
"""s and m. Time gap to the leader, and gap when standing."""
STANDS = 0.15
"""m/s. Below this speed it has stopped at a stop sign."""
BEFORE_LINE = 1.0
"""m. How far before a waiting line it stops."""
EARLY = 0.8
"""s. How long before a limit or a curve it wants to have slowed down."""
LANE_END = 20.0
"""m. How far before the end of a lane that it has to leave it waits for room."""
CROSSING, TURNING = 7.0, 4.8
"""m/s. The most that it reckons with on its way through a junction, straight on and as it turns."""
GAP = 9.0
"""s. A vehicle that has the right of way and comes within this time is waited for."""
SPARE = 2.5
"""s. How long before such a vehicle comes it wants to be past."""
REACH, FIRMNESS = 6.0, 1.2
"""m/s². What the pedals give when they are pressed to the floor, roughly, and how fast it corrects that (1/s)."""
MARGIN = 0.4
"""m. Room that it wants to either side of what stands beside its path."""
BEFORE_PEOPLE = 1.2
"""m. How much more it wants beside people who face its path, or cross it."""
COMES_OVER, ALONG = 2.0, 0.4
"""s and rad. Who drives along beside its path and would come onto it within this time is given way, as on a ramp."""
BLOCKED, BROKEN_DOWN = 3.0, 12.0
"""s. How long it stands before a barrier, or behind hazard lights, before it asks for another way."""
BACK, DONE, TIGHT = 2.6, 0.4, 0.19
"""rad, rad and 1/m. Where its way leads back by more than `BACK` within `NEAR` metres, it turns round in several moves,
with its wheels turned so far, until less than `DONE` is missing."""
NEAR, BEHIND, LEAD = 14.0, 6.0, 5.0
"""m. How far behind the bend its way back is straight, and how far ahead on that line it steers for in the end."""
KERB, CLOSE, ROOM = 0.35, 1.0, 8.0
"""m. What it leaves to the borders of the road and to others as it turns round, and how much room it likes ahead."""


@dataclass(frozen=True)
class Point:
    """A point of its path, in the ego's frame, and how far along the path it is."""

    distance: float
    ahead: float
    left: float
    curvature: float
    limit: float


class RouteDriver:
    """Drives by views alone; all it remembers is at which stop sign it has stopped, since when it is blocked, and which
    of its moves comes next as it turns round.

    Views are used here as plain maps and lists, as programs receive them. `drive` takes those of the simulator.
    """

    def __init__(self, headway: float = HEADWAY, speed_factor: float = 1.0) -> None:
        self.headway, self.speed_factor = headway, speed_factor
        self.stopped_at = -1.0
        self.blocked_since, self.asks, self.move, self.side = -1.0, False, "", 1.0
        self.line = (0.0, 0.0, 0.0)
        self.kind, self.wheelbase, self.steering_ratio, self.foot = "motion", 2.7, 15.0, 0.0

    def begin(self, hello: Any) -> None:
        """Take note of the vehicle, and of whether it has pedals, from the hello of the simulator."""
        from seahaven.seats import plain

        self.greet(plain(hello))

    def greet(self, hello: dict[str, Any]) -> None:
        """The same for a program."""
        vehicle = hello["vehicle"]
        self.kind, self.wheelbase = hello["controls"], vehicle["wheelbase"]
        self.steering_ratio = vehicle["steering_ratio"]

    def drive(self, view: Any) -> Any:
        """The controls for a view of the simulator."""
        from seahaven.seats import MotionControls, PedalControls, Reply, plain

        seen = plain(view)
        if self.kind == "pedals":
            return Reply(PedalControls(**self.pedals(seen)), another_way=self.asks)
        return Reply(MotionControls(**self.controls(seen)), another_way=self.asks)

    def pedals(self, view: dict[str, Any]) -> dict[str, Any]:
        """Wheel, pedals and indicators for a view; its foot follows what the vehicle makes of the pedals."""
        wanted, ego = self.controls(view), view["ego"]
        gear = wanted.get("gear", "drive")
        ahead = -1.0 if gear == "reverse" else 1.0
        speed, curvature, wish = ahead * ego["speed"], wanted["curvature"], ahead * wanted["acceleration"]
        stands = speed < 0.3 and wish < 0.1
        slack = FIRMNESS * view["period"] * (wish - ahead * ego["acceleration"]) / REACH
        self.foot = -0.3 if stands else min(max(self.foot + slack, -1.0), 1.0)
        foot = self.foot if stands else min(max(self.foot + 0.1 * wish / REACH, -1.0), 1.0)
        wheels = atan(self.wheelbase * curvature) + 0.002 * speed * speed * curvature
        return {
            "wheel": self.steering_ratio * wheels,
            "throttle": max(foot, 0.0),
            "brake": max(-foot, 0.0),
            "gear": gear,
            "turn_light": wanted["turn_light"],
        }

    def controls(self, view: dict[str, Any]) -> dict[str, Any]:
        """Acceleration, curvature and indicators for a view."""
        side = self._side(view)
        own, path = self._path(view, 0), self._path(view, side)
        path = path if len(path) > 2 else own
        speed = view["ego"]["speed"]
        self.asks = self._is_blocked(view, own)
        turn = self._turned_round(view, own)
        if turn:
            return turn
        wishes = [self._free(speed, path), self._behind(view, own), self._behind(view, path)]
        wishes += [self._before(speed, room) for room in self._stops(view)]
        wishes.append(self._before(speed, view["mission"]["remaining"] - 0.5 * view["ego"]["length"]))
        if view["mission"]["shift"] and not side:
            wishes.append(self._before(speed, view["mission"]["follows"] - LANE_END))
        acceleration = max(min(wishes), -HARD)
        return {
            "acceleration": acceleration,
            "curvature": self._curvature(speed, path),
            "turn_light": self._indicators(view, side),
        }

    # --- where to drive -------------------------------------------------------------------------------------------

    def _path(self, view: dict[str, Any], shift: int) -> list[Point]:
        """The centre of its way, or of the lane to one side."""
        road = view["road"]
        names = "distance", "ahead", "left", "curvature", "limit"
        columns = zip(road["shift"], road["opposite"], *(road[name] for name in names), strict=True)
        return [Point(*rest) for at, opposite, *rest in columns if at == shift and not opposite]

    def _side(self, view: dict[str, Any]) -> int:
        """The side to change lanes to: where the route demands it, the marks permit it and there is room."""
        mission, road = view["mission"], view["road"]
        if mission["shift"] == 0 or mission["follows"] > 600.0 or not road["shift"]:
            return 0
        side = 1 if mission["shift"] > 0 else -1
        beside = [k for k, shift in enumerate(road["shift"]) if shift == side and not road["opposite"][k]]
        if not beside or not road["left_open" if side > 0 else "right_open"][0]:
            return 0
        lane, speed = road["lane"][beside[0]], view["ego"]["speed"]
        for other in self._objects(view):
            closing = max(other["speed"] - speed, 0.0) if other["ahead"] < 0.0 else max(speed - other["speed"], 0.0)
            if other["lane"] == lane and abs(other["ahead"]) < 8.0 + 0.4 * speed + 3.0 * closing:
                return 0
        return side

    def _curvature(self, speed: float, path: list[Point]) -> float:
        """Of the circle through a point some way ahead on its path."""
        look = 1.5 + 0.4 * speed + 0.01 * speed * speed
        goal = next((point for point in path if point.distance >= look), path[-1] if path else None)
        if goal is None or goal.ahead < 0.5:
            return 0.0
        curvature = 2.0 * goal.left / (goal.ahead**2 + goal.left**2)
        return min(max(curvature, -0.2), 0.2)

    def _indicators(self, view: dict[str, Any], side: int) -> str:
        if side:
            return "left" if side > 0 else "right"
        near = [turn for turn in view["mission"]["turns"] if turn["distance"] < 50.0]
        turn = near[0]["turn"] if near else "straight"
        return turn if turn in ("left", "right") else "off"

    # --- where its way is blocked -----------------------------------------------------------------------------------

    def _is_blocked(self, view: dict[str, Any], path: list[Point]) -> bool:
        """Whether it has stood long enough before what will not go away: a barrier, or hazard lights."""
        ego, now, patience = view["ego"], view["date"] / 1e9, inf
        for other in self._objects(view):
            far = self._on_path(other, ego, path) if other["speed"] < 0.2 else None
            if far is not None and far < 15.0:
                lasts = BLOCKED if other["kind"] in ("barrier", "cone") else BROKEN_DOWN
                patience = min(patience, lasts if lasts == BLOCKED or other["turn_light"] == "hazard" else inf)
        if patience == inf or abs(ego["speed"]) > 0.3:
            self.blocked_since = -1.0
            return False
        self.blocked_since = now if self.blocked_since < 0.0 else self.blocked_since
        return now - self.blocked_since > patience

    def _turned_round(self, view: dict[str, Any], path: list[Point]) -> dict[str, Any] | None:
        """The controls to turn round in several moves, where its way leads back on the lane beside; else None.

        It remembers the line of that lane in the world: as it turns, its way begins anew from wherever it is.
        """
        ego, speed = view["ego"], view["ego"]["speed"]
        way, back = self._way_back(path)
        if not self.move:
            if back is None or abs(way) < BACK:
                return None
            c, s = cos(ego["heading"]), sin(ego["heading"])
            rest = [one for one in path if one.distance >= back.distance + BEHIND][:2] or path[-2:]
            there, on = rest[0], rest[-1]
            x, y = ego["x"] + there.ahead * c - there.left * s, ego["y"] + there.ahead * s + there.left * c
            heading = ego["heading"] + atan2(on.left - there.left, on.ahead - there.ahead)
            self.line, self.side = (x, y, heading), 1.0 if there.left > 0.0 else -1.0
            self.move = "back off" if self._room(view, 1.0) < ROOM else "forward"
        turned, across = self._beside_line(ego)
        if abs(turned) < DONE and abs(way) < BACK and abs(across) < 2.0:
            self.move = ""
            return None
        self.move = self._next_move(view, turned)
        is_back = self.move in ("back", "back off")
        wanted = -1.2 if is_back else 1.4
        bends = {"forward": self.side * TIGHT, "back": -self.side * TIGHT, "back off": 0.0}
        is_rolling_on = speed * wanted < 0.0 and abs(speed) > 0.15  # it has to stand before it changes gear
        reverse = (speed < 0.0) if is_rolling_on else is_back
        return {
            "acceleration": -copysign(3.0, speed) if is_rolling_on else min(max(1.5 * (wanted - speed), -4.0), 1.5),
            "curvature": bends[self.move] if self.move in bends else self._onto_line(turned, across),
            "turn_light": "left" if self.side > 0.0 else "right",
            "gear": "reverse" if reverse else "drive",
        }

    def _way_back(self, path: list[Point]) -> tuple[float, Point | None]:
        """The direction in which its way leads within some metres that is furthest from its own, and where."""
        near = [(here, on) for here, on in pairwise(path) if here.distance < NEAR]
        ways = [(atan2(on.left - here.left, on.ahead - here.ahead), on) for here, on in near]
        return max(ways, key=lambda one: abs(one[0]), default=(0.0, None))

    def _beside_line(self, ego: dict[str, Any]) -> tuple[float, float]:
        """How far it is turned from the line of its way back (rad), and how far to the left of it (m)."""
        x, y, heading = self.line
        turned = (ego["heading"] - heading + pi) % (2.0 * pi) - pi
        dx, dy = ego["x"] - x, ego["y"] - y
        return turned, dy * cos(heading) - dx * sin(heading)

    def _onto_line(self, turned: float, across: float) -> float:
        """The curvature that leads it onto the line of its way back, whose direction it nearly has."""
        ahead = atan2(-across, LEAD) - turned
        return min(max(2.0 * sin(ahead) / hypot(across, LEAD), -TIGHT), TIGHT)

    def _next_move(self, view: dict[str, Any], turned: float) -> str:
        """What it does next: back off from what is ahead, forward and back in turns, and then onto its way."""
        front, rear = self._beyond_borders(view)
        kerb = KERB + 0.35 * abs(view["ego"]["speed"])
        ahead, behind = self._room(view, 1.0), self._room(view, -1.0)
        if abs(turned) < DONE and self.move != "back off":
            return "onto"
        if self.move == "back off":
            return "forward" if ahead >= ROOM or behind < 2.0 * CLOSE else self.move
        if self.move == "back":
            return "forward" if rear > -kerb or behind < CLOSE else self.move
        return "back" if front > -kerb or ahead < CLOSE else "forward"

    def _beyond_borders(self, view: dict[str, Any]) -> tuple[float, float]:
        """How far its front is beyond the border behind its way back, and its rear beyond that of the lane it came on.

        Negative within the road, whose two lanes are taken to be equally wide.
        """
        ego, half = view["ego"], 0.5 * view["road"]["width"][0]
        turned, across = self._beside_line(ego)
        length, width = 0.5 * ego["length"], 0.5 * ego["width"]

        def corner(ahead: float, left: float) -> float:
            """How far to the side of the line a corner lies, towards the lane where it came from."""
            return self.side * (across + ahead * sin(turned) + left * cos(turned))

        front = max(-corner(length, edge) - half for edge in (-width, width))
        rear = max(corner(-length, edge) - 3.0 * half for edge in (-width, width))
        return front, rear

    def _room(self, view: dict[str, Any], direction: float) -> float:
        """Metres to the nearest thing before its front bumper, or behind its rear one."""
        ego, room = view["ego"], inf
        for other in self._objects(view):
            reach = 0.5 * (abs(cos(other["turned"])) * other["length"] + abs(sin(other["turned"])) * other["width"])
            breadth = 0.5 * (abs(sin(other["turned"])) * other["length"] + abs(cos(other["turned"])) * other["width"])
            gap = direction * other["ahead"] - 0.5 * ego["length"] - reach
            if direction * other["ahead"] > 0.0 and abs(other["left"]) < 0.5 * ego["width"] + breadth + MARGIN:
                room = min(room, max(gap, 0.0))
        return room

    # --- how fast -------------------------------------------------------------------------------------------------

    def _free(self, speed: float, path: list[Point]) -> float:
        """Toward the speed that limits and curves ahead permit."""
        wanted = CRUISE
        for point in path:
            curve = sqrt(SIDEWAYS / max(abs(point.curvature), 1e-4))
            allowed = min(self.speed_factor * point.limit, curve)
            room = max(point.distance - EARLY * speed, 0.0)
            wanted = min(wanted, sqrt(allowed**2 + 1.6 * COMFORT * room))
        if speed > wanted:
            return max(wanted - speed, -COMFORT) * 1.5
        return LIVELY * (1.0 - (speed / max(wanted, 0.1)) ** 4)

    def _behind(self, view: dict[str, Any], path: list[Point]) -> float:
        """The intelligent driver model's answer to what is nearest on its path."""
        ego, wish = view["ego"], inf
        for other in self._objects(view):
            far = self._on_path(other, ego, path)
            if far is not None:
                pace = other["speed"] * (1.0 if abs(other["turned"]) < 0.8 else 0.0)
                gap = far - 0.5 * (ego["length"] + other["length"])
                wish = min(wish, self._idm(ego["speed"], pace, gap))
        return wish

    def _idm(self, speed: float, leader: float, gap: float) -> float:
        closing = speed * (speed - leader) / (2.0 * sqrt(LIVELY * COMFORT))
        wanted = STANDSTILL + max(self.headway * speed + closing, 0.0)
        return LIVELY * (1.0 - (wanted / max(gap, 0.1)) ** 2)

    def _on_path(self, other: dict[str, Any], ego: dict[str, Any], path: list[Point]) -> float | None:
        """How far along its path another road user is; None beside it, or behind."""
        if other["ahead"] < 0.0:
            return None
        away = [hypot(point.ahead - other["ahead"], point.left - other["left"]) for point in path]
        if len(path) < 2:
            return None
        at = away.index(min(away))
        nearest, here, onward = path[at], *path[min(at, len(path) - 2) :][:2]
        room = 0.5 * (ego["width"] + other["width"]) + MARGIN
        if other["kind"] == "person" and abs(sin(other["turned"])) > 0.5:  # about to cross, and not walking along
            room += BEFORE_PEOPLE
        turned = other["turned"] - atan2(onward.left - here.left, onward.ahead - here.ahead)
        if abs(turned) < ALONG:
            room += COMES_OVER * max(-copysign(other["speed"], other["left"] - nearest.left) * sin(turned), 0.0)
        return nearest.distance if away[at] < room and nearest.distance > 0.0 else None

    def _before(self, speed: float, room: float) -> float:
        """Braking that stops it so many metres ahead; none while that is far away."""
        if room == inf:
            return inf
        needed = speed * speed / (2.0 * max(room, 0.1))
        if room < 0.3:
            return -HARD if speed > 0.5 else -1.0
        return -1.1 * needed if needed > 0.8 * COMFORT or (speed < 2.0 and room < 1.0) else inf

    # --- lights, signs and others who go first ----------------------------------------------------------------------

    def _stops(self, view: dict[str, Any]) -> list[float]:
        """How far it is to each line at which it has to wait now."""
        found = []
        for stop in view["stops"]:
            if stop["distance"] > -1.0 and self._waits(view, stop):
                found.append(stop["distance"] - BEFORE_LINE)
        return found

    def _waits(self, view: dict[str, Any], stop: dict[str, Any]) -> bool:
        speed, distance, light = view["ego"]["speed"], stop["distance"], stop["light"]
        if light in ("red", "red_amber"):
            return distance > 0.0 or speed < 2.0
        if light == "amber":
            return bool(speed * speed / (2.0 * max(distance, 0.1)) < 3.0)
        if stop["kind"] != "junction":
            return False
        if stop["sign"] == "stop" and not self._has_stopped(view, distance):
            return True
        return bool(stop["must_yield"]) and self._is_someone_coming(view, stop)

    def _has_stopped(self, view: dict[str, Any], distance: float) -> bool:
        """Whether it has stood at the line that is now so far ahead."""
        if view["ego"]["speed"] < STANDS and distance < 4.0:
            self.stopped_at = view["date"] / 1e9
        return distance < 6.0 and 0.0 <= self.stopped_at >= view["date"] / 1e9 - 20.0

    def _is_someone_coming(self, view: dict[str, Any], stop: dict[str, Any]) -> bool:
        """Whether a vehicle that goes first would come before it has passed."""
        ego = view["ego"]
        passing = self._passing(ego["speed"], stop, stop["through"] + ego["length"])
        for other in self._objects(view):
            away = max(hypot(other["ahead"] - stop["distance"], other["left"]) - 8.0, 0.0)
            is_soon = away < 8.0 or away / max(other["speed"], 0.1) < min(passing, GAP) + SPARE
            if other["goes_first"] and is_soon:
                return True
        return False

    def _passing(self, speed: float, stop: dict[str, Any], inside: float) -> float:
        """How long it takes to the far end of a junction, if it speeds up, or slows down to the line and drives on."""
        before, most = max(stop["distance"], 0.0), CROSSING if stop["turn"] == "straight" else TURNING
        if speed >= most:
            return 2.0 * before / (speed + most) + inside / most
        way, room = before + inside, (most**2 - speed**2) / (2.0 * LIVELY)
        if way < room:
            return (sqrt(speed**2 + 2.0 * LIVELY * way) - speed) / LIVELY
        return (most - speed) / LIVELY + (way - room) / most

    def _objects(self, view: dict[str, Any]) -> list[dict[str, Any]]:
        objects = view["objects"]
        names = list(objects)
        return [dict(zip(names, row, strict=True)) for row in zip(*objects.values(), strict=True)]


def main() -> None:
    """Drive as a program: messages come on the standard input and go to the standard output."""
    import msgpack

    def receive() -> dict[str, Any] | None:
        length = sys.stdin.buffer.read(4)
        return msgpack.unpackb(sys.stdin.buffer.read(int.from_bytes(length, "big"))) if len(length) == 4 else None

    def send(message: dict[str, Any]) -> None:
        packed = msgpack.packb(message)
        sys.stdout.buffer.write(len(packed).to_bytes(4, "big") + packed)
        sys.stdout.buffer.flush()

    driver = RouteDriver()
    while (message := receive()) is not None and message["kind"] != "goodbye":
        if message["kind"] == "hello":
            driver = RouteDriver(**message["parameters"])
            driver.greet(message)
            send({"kind": "welcome", "version": 1, "controls": driver.kind, "name": "route_driver.py"})
        elif message["kind"] == "step":
            answer = driver.pedals(message) if driver.kind == "pedals" else driver.controls(message)
            controls = {"kind": driver.kind, **answer}
            send({"kind": "answer", "step": message["step"], "controls": controls, "another_way": driver.asks})


if __name__ == "__main__":
    main()
