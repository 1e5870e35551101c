"""Small junctions to drive through: cars put before their lines, lights as told, and where everybody was when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import inf, pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats, wrap_angle
from seahaven.kernel import SECOND, Controller, Emits, Module, Param, Tick
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, CrossSection, town_street
from seahaven.roads.junctions import JunctionLogic, SignalPlan, Way
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import VEHICLES, Traffic, placed
from seahaven.world import SIGNAL, WEATHER, LightState, Press, World, reads, writes

ARMS = {"east": 0.0, "north": 0.5 * pi, "west": pi, "south": -0.5 * pi}
"""Where arms lie; ways are called by them, such as "south>west"."""
SPEED = 50.0 / 3.6
STANDING = 0.3
"""Below this speed (m/s) somebody stands."""
RATES = (10.0, 2.0)
"""Steps of 0.1 s and of 0.5 s: everything holds at both."""


@cache
def cross(control: str = "yield", *, left_hand: bool = False, arm: float = 120.0, lanes: int = 1) -> LaneMap:
    """Two streets that cross in junction "x"; the one from west to east is the main one."""
    builder, section = Builder("cross", left_hand=left_hand), town_street(lanes=lanes)
    main = builder.road("main", section, at=(-arm, 0.0)).straight(2.0 * arm)
    side = builder.road("side", section, at=(0.0, -arm), heading=0.5 * pi).straight(2.0 * arm)
    builder.junction("x", main, side, control=control, crosswalks=False)
    return LaneMap(builder.build())


@cache
def tee(
    control: str = "yield", *, arm: float = 120.0, section: CrossSection | None = None, median: float = 0.0
) -> LaneMap:
    """A street that ends from the south on one from west to east, in junction "x"; with a median it is wide."""
    builder = Builder("tee")
    main = builder.road("main", section, at=(-arm, 0.0)).straight(2.0 * arm)
    ending = replace(town_street(), median=median) if median else None
    side = builder.road("side", ending, at=(0.0, -arm), heading=0.5 * pi).straight(arm)
    builder.junction("x", main, side, control=control, crosswalks=False)
    return LaneMap(builder.build())


@cache
def roundabout(*, left_hand: bool = False, arm: float = 120.0, lanes: int = 1) -> LaneMap:
    """Four arms round a ring."""
    builder = Builder("roundabout", left_hand=left_hand)
    main = builder.road("main", at=(-arm, 0.0)).straight(2.0 * arm)
    side = builder.road("side", at=(0.0, -arm), heading=0.5 * pi).straight(2.0 * arm)
    builder.roundabout("x", main, side, lanes=lanes, radius=16.0 + 4.0 * (lanes - 1))
    return LaneMap(builder.build())


def ring_courses(*, left_hand: bool = False) -> dict[str, tuple[str, str]]:
    """From every arm of the roundabout to every other: the first lane and the last one."""
    side = -1 if left_hand else 1
    into = {"west": ("main.1", -1), "east": ("main.2", 1), "south": ("side.1", -1), "north": ("side.2", 1)}
    return {
        f"{start}>{goal}": (f"{into[start][0]}:0:{side * into[start][1]}", f"{into[goal][0]}:0:{-side * into[goal][1]}")
        for start in into
        for goal in into
        if start != goal
    }


class Orders(Module):
    """Presses buttons and turns dials of drivers: (seconds, entity, item, value)."""

    orders: Param[tuple[tuple[float, int, str, float], ...]] = ()
    pressed: Emits[Press]

    def step(self, tick: Tick) -> None:
        for seconds, entity, item, value in self.orders:
            if abs(tick.seconds - seconds) < 0.5 * tick.dt:
                self.pressed.append(Press((entity,), item, value))


class Switch(Module):
    """Shows what it was told on all lights: (seconds, a state for every row)."""

    shows: Param[tuple[tuple[float, tuple[int, ...]], ...]] = ()
    lights = writes("signal", "state", "since")

    def step(self, tick: Tick) -> None:
        for seconds, states in self.shows:
            if abs(tick.seconds + tick.dt - seconds) < 0.5 * tick.dt:
                changed = self.lights.state != np.array(states, np.int8)
                self.lights.since = np.where(changed, tick.seconds + tick.dt, self.lights.since)
                self.lights.state = np.array(states, np.int8)


class Stranger(Module):
    """Drives somebody who is no driver of ours, at a speed, whatever comes."""

    pace: Param[float] = SPEED
    seen = reads("vehicle", "speed")
    wish = writes("vehicle", "wish", "aim", "lean", "steer", "goes", "pilot")

    def step(self, tick: Tick) -> None:
        speed = self.seen.speed[self.wish.rows]
        self.wish.wish = np.clip(2.0 * (self.pace - speed), -6.0, 3.0)


@dataclass(frozen=True, slots=True)
class Cast:
    """Somebody in a scene: its id, the first way it takes, how long it is, where it waits, and the lanes at its end."""

    entity: int
    way: Way
    length: float
    line: float
    goals: list[int]


class Story:
    """Where everybody was: the front's distance along its way (negative: before it), and its speed, step by step."""

    def __init__(self, cast: Mapping[str, Cast], dt: float) -> None:
        self._cast, self._dt = cast, dt
        self._fronts: dict[str, list[float]] = {name: [] for name in cast}
        self._speeds: dict[str, list[float]] = {name: [] for name in cast}
        self._lanes: dict[str, list[int]] = {name: [] for name in cast}

    def note(self, name: str, front: float, speed: float, lane: int) -> None:
        """Where somebody is now."""
        self._fronts[name].append(front)
        self._speeds[name].append(speed)
        self._lanes[name].append(lane)

    def front(self, name: str) -> Floats:
        """How far along its way the front was; infinite once it is beyond the lane behind the junction."""
        return np.array(self._fronts[name])

    def speed(self, name: str) -> Floats:
        return np.array(self._speeds[name])

    def seconds(self, name: str) -> Floats:
        return np.arange(len(self._fronts[name]), dtype=np.float64) * self._dt

    def entered(self, name: str) -> float:
        """When its front was a metre beyond the line; infinite for never."""
        return self._when(name, self.front(name) > self._cast[name].line + 1.0)

    def left(self, name: str) -> float:
        """When its rear was behind the junction; infinite for never."""
        one = self._cast[name]
        return self._when(name, self.front(name) - one.length > one.way.length)

    def arrived(self, name: str) -> float:
        """When it was through the first junction and on the last lane of its route; infinite for never."""
        one = self._cast[name]
        is_out = self.front(name) - one.length > one.way.length
        return self._when(name, is_out & np.isin(self._lanes[name], one.goals))

    def _when(self, name: str, is_so: NDArray[np.bool_]) -> float:
        return float(self.seconds(name)[is_so.argmax()]) if is_so.any() else inf

    def passed(self, name: str) -> float:
        """When its middle was half-way through the junction; infinite for never."""
        one = self._cast[name]
        return self._when(name, self.front(name) - 0.5 * one.length > 0.5 * one.way.length)

    @property
    def order(self) -> list[str]:
        """Who came through the middle of the junction, the first one first."""
        return sorted((name for name in self._cast if self.passed(name) < inf), key=lambda name: self.passed(name))

    @property
    def is_over(self) -> bool:
        """Whether everybody is through."""
        return all(
            self._fronts[name][-1] - one.length > one.way.length and self._lanes[name][-1] in one.goals
            for name, one in self._cast.items()
        )

    def slowest(self, name: str) -> float:
        """The least speed before it had left the junction."""
        return float(self.speed(name)[: self._row(self.left(name))].min())

    def hardest(self, name: str) -> float:
        """The hardest braking before it had left the junction, as a positive number."""
        speeds = self.speed(name)[: self._row(self.left(name))]
        return float(-np.diff(speeds, prepend=speeds[0]).min() / self._dt)

    def stood(self, name: str) -> float:
        """For how many seconds it stood before it had left the junction."""
        own = slice(0, self._row(self.left(name)))
        return float((self.speed(name)[own] < STANDING).sum() * self._dt)

    def waited_at(self, name: str) -> Floats:
        """How far before its line its front was while it stood; negative for beyond."""
        own = slice(0, self._row(self.left(name)))
        stands = self.speed(name)[own] < STANDING
        return self._cast[name].line - self.front(name)[own][stands]

    def _row(self, seconds: float) -> int | None:
        return None if seconds == inf else max(round(seconds / self._dt), 1)


class Scene:
    """A junction, and who comes there.

    scene = Scene(cross("yield"))
    scene.car("main", "west>east", 50.0)
    scene.car("side", "south>north", 50.0)
    story = scene.play(30.0)
    assert story.order == ["main", "side"]
    """

    def __init__(
        self, lane_map: LaneMap, *, rate: float = 10.0, courses: Mapping[str, tuple[str, str]] | None = None
    ) -> None:
        self.lane_map, self.rate = lane_map, rate
        self.logic = JunctionLogic.of(lane_map)
        self.ways = self._named("x") if courses is None else self._first(courses)
        ends = {name: (ways[0].incoming, ways[0].outgoing) for name, ways in self.ways.items()}
        ends |= {name: (lane_map.index(start), lane_map.index(goal)) for name, (start, goal) in (courses or {}).items()}
        self.routes, self.goals, self.tracks = self._routed(ends)
        self.world = World([VEHICLES, SIGNAL, WEATHER])
        self.cast: dict[str, Cast] = {}
        self.strangers: dict[str, float] = {}
        self._orders: list[tuple[float, int, str, float]] = []
        self._shows: list[tuple[float, tuple[int, ...]]] = []
        self._parts: list[Module] = []
        self._run: Controller | None = None

    def use(self, *modules: Module) -> None:
        """Let further modules take part."""
        self._parts += modules

    def _named(self, junction: str) -> dict[str, list[Way]]:
        arms = self.logic.arms(junction)
        names = {arm.index: _compass(arm.bearing) for arm in arms}
        found: dict[str, list[Way]] = {}
        for way in self.logic.ways_through(junction):
            if way.incoming >= 0 and way.outgoing >= 0:
                found.setdefault(f"{names[way.origin]}>{names[way.goal]}", []).append(way)
        return found

    def _first(self, courses: Mapping[str, tuple[str, str]]) -> dict[str, list[Way]]:
        """The first way along each course, from lane to lane."""
        found: dict[str, list[Way]] = {}
        for name, (start, goal) in courses.items():
            lanes = list(Router(self.lane_map).route(start, goal).lanes)
            ways = [way for way in self.logic.ways if way.lanes and {way.incoming, *way.lanes} <= set(lanes)]
            found[name] = [min(ways, key=lambda way: lanes.index(way.incoming))]
        return found

    def _routed(self, ends: Mapping[str, tuple[int, int]]) -> tuple[dict[str, int], dict[str, int], Tracks]:
        """The number and the last lane of every course, and the tracks of them all."""
        roads = [self.lane_map.network.roads[self.lane_map.road[goal]].id for _, goal in ends.values()]
        table = Router(self.lane_map).routes([self.lane_map.name(start) for start, _ in ends.values()], roads)
        assert table.is_reached.all()
        goals = {name: goal for name, (_, goal) in ends.items()}
        return {name: k for k, name in enumerate(ends)}, goals, Tracks(table)

    def car(self, name: str, course: str, before: float, *, lane: int = 0, routed: bool = True, **columns: Any) -> int:
        """Somebody whose front is so many metres before its line, or beyond it if negative; its id.

        `lane` tells ways side by side apart.
        """
        way = self.ways[course][lane]
        columns = {"speed": SPEED, "length": 4.6, "pilot": "active", **columns}
        line = float(self.logic.tables.way_stop[way.index])
        at = self.logic.place(way, line - before - 0.5 * columns["length"])
        place = placed(self.tracks, *at, self.routes[course] if routed else -1)
        entity = self.world.add("vehicle", name, **(place | columns))
        self.cast[name] = Cast(entity, way, columns["length"], line, sorted(self._beside(self.goals[course])))
        return entity

    def stranger(self, name: str, course: str, before: float, *, pace: float = SPEED, **columns: Any) -> int:
        """Somebody who is no driver of ours, and drives through at a speed."""
        entity = self.car(name, course, before, motion="kinematic", **{"speed": pace, **columns})
        self.strangers[name] = pace
        return entity

    def order(self, seconds: float, name: str, item: str, value: float = 1.0) -> None:
        """Press a button of somebody, or turn a dial."""
        self._orders.append((seconds, self.cast[name].entity, item, value))

    def lights(self, seconds: float = 0.0, **letters: str) -> None:
        """What the lights of arms show from a time on: `lights(west="G", south="r")`; others stay as they were."""
        plan = SignalPlan.of(self.logic)
        states = list(self._shows[-1][1]) if self._shows else [int(LightState.RED)] * len(plan)
        for course, ways in self.ways.items():
            letter = letters.get(course, letters.get(course.partition(">")[0]))
            for way in ways if letter else ():
                for row in plan.way_row[plan.way_first[way.index] : plan.way_first[way.index + 1]].tolist():
                    states[row] = int(LightState.of(str(letter)))
        if not self._shows:
            self.world.add_many(
                "signal", len(plan), controller=0, letter=np.arange(len(plan)), state=states, since=-9.0
            )
        self._shows.append((seconds, tuple(states)))

    def controller(self) -> Controller:
        """A run of it; one is enough."""
        root = Module("root", Traffic("traffic", tracks=self.tracks, rate_hz=self.rate), *self._parts)
        if self._orders:
            root.add(Orders("orders", rate=self.rate, orders=tuple(self._orders)))
            root.link("orders.pressed", "traffic/drivers.presses")
        if self._shows:
            root.add(Switch("switch", rate=self.rate, shows=tuple(self._shows)))
        for name, pace in self.strangers.items():
            self.world.grant(name, "vehicle", ids=[self.cast[name].entity])
            root.add(Stranger(name, rate=self.rate, pace=pace))
        return Controller(root, store=self.world, seed=1)

    def play(self, seconds: float, *, is_long: bool = False) -> Story:
        """Run until everybody is through (with `is_long` to the end), and see to it that nobody touches anybody."""
        run, story = self._run or self.controller(), Story(self.cast, 1.0 / self.rate)
        self._run = run
        self._note(story)
        for _ in range(round(seconds * self.rate)):
            run.advance(round(SECOND / self.rate))
            self._note(story)
            touched = ~self.world.family("vehicle").null("contact")
            assert not touched.any(), f"a collision at {run.now / SECOND:g} s: {self._told()}"
            if story.is_over and not is_long:
                break
        return story

    def _told(self) -> dict[str, tuple[float, float]]:
        return {name: (round(self.front(name), 2), round(self.world[name].speed, 2)) for name in self.cast}

    def _note(self, story: Story) -> None:
        table = self.world.family("vehicle")
        rows = table.ids.searchsorted([one.entity for one in self.cast.values()])
        columns = (table.lane[rows].tolist(), table.s[rows].tolist(), table.speed[rows].tolist())
        for (name, one), lane, s, speed in zip(self.cast.items(), *columns, strict=True):
            story.note(name, self._along(one, lane, s), speed, lane)

    def front(self, name: str) -> float:
        """How far along its way somebody's front is now."""
        it = self.world[name]
        return self._along(self.cast[name], int(it.lane), float(it.s))

    def _along(self, one: Cast, lane: int, s: float) -> float:
        front = s + 0.5 * one.length
        if lane == one.way.outgoing:
            return one.way.length + front
        begin = 0.0
        for inside in one.way.lanes:
            if inside == lane:
                return begin + front
            begin += float(self.lane_map.length[inside])
        if lane == one.way.incoming or lane in self._beside(one.way.incoming):
            return front - float(self.lane_map.length[lane])
        return inf

    def _beside(self, lane: int) -> set[int]:
        """The lanes of the same road and direction."""
        road, side = self.lane_map.road, np.sign(self.lane_map.number)
        found: set[int] = set(np.flatnonzero((road == road[lane]) & (side == side[lane])).tolist())
        return found


def _compass(bearing: float) -> str:
    return min(ARMS, key=lambda name: abs(wrap_angle(bearing - ARMS[name])))
