"""Which lights there are, who heeds which of them, and the programs that switch them.

A network may name lights without programs, and lights that nothing switches. The plan has them all: the controllers of
the network that have programs, in the network's order, then one for each junction or crosswalk whose lights have none,
with programs made for it. Every letter of every controller is a row of the world's lights, in that order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from seahaven.errors import InputError, nearest
from seahaven.geometry import Floats, Indices, Integers
from seahaven.roads.junctions.light_post import LaneLight, lane_lights, walk_lights
from seahaven.roads.junctions.logic import JunctionLogic
from seahaven.roads.junctions.made_lights import Bare, MadeController, make_lights
from seahaven.roads.junctions.phasing import actuated
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LIGHT_WITHOUT_PROGRAM, Program, Remark


@dataclass(frozen=True, slots=True)
class PlannedController:
    """A controller at work: the light that shows each letter of its phases, and its programs, the first to begin with.

    Behind programs that all go by the clock comes one more, in which traffic decides how long greens last.

    A light has several letters where it is green for some ways while others have to yield. A letter that no light
    shows has no name: people at a crosswalk without lights of its own go by it. `is_made` says that the programs were
    made here, since the network had none.
    """

    id: str
    signals: tuple[str, ...]
    programs: tuple[Program, ...]
    is_made: bool = False


class SignalPlan:
    """The lights of a network as rows: controller after controller, and letter by letter.

        plan = SignalPlan.of(JunctionLogic.of(lane_map))
        plan.way_row[plan.way_first[way] : plan.way_first[way + 1]]       the lights that hold for a way

    Rows are those of the world's family of lights, in the order of their ids. All arrays are read-only.
    """

    controllers: tuple[PlannedController, ...]
    row_first: Integers
    """Controller i has the rows from `[i]` up to `[i + 1]`, one for each letter."""
    way_first: Integers
    """Way i heeds the lights in `way_row` from `[i]` up to `[i + 1]`; none means that it has no lights."""
    way_row: Indices
    crosswalk_row: Indices
    """Of each crosswalk, the row of the light that its people heed; -1 for none."""
    lane_first: Integers
    """Lane i has lights of its own, away from junctions, in `lane_row` from `[i]` up to `[i + 1]`, by rising s."""
    lane_row: Indices
    lane_s: Floats
    """The s at which one waits before it with the front."""
    remarks: tuple[Remark, ...]

    def __init__(self, logic: JunctionLogic) -> None:
        self.logic = logic
        draft = _Draft(logic)
        self.controllers = tuple(draft.controllers)
        self.row_first = _first([len(one.signals) for one in self.controllers])
        self.way_first, self.way_row = _table(draft.of_way)
        self.crosswalk_row = np.array(draft.of_crosswalk, dtype=np.int32)
        self.lane_first, self.lane_row = _table([[row for _, row in own] for own in draft.of_lane])
        self.lane_s = np.array([s for own in draft.of_lane for s, _ in own], dtype=np.float64)
        self.remarks = tuple(draft.remarks)
        for column in (self.row_first, self.way_first, self.way_row, self.crosswalk_row):
            column.setflags(write=False)
        for part in (self.lane_first, self.lane_row, self.lane_s):
            part.setflags(write=False)
        self._number = {one.id: k for k, one in enumerate(self.controllers)}

    @classmethod
    def of(cls, logic: JunctionLogic) -> SignalPlan:
        """The plan of a logic as everybody shares it; made when it is first asked for."""
        return logic.lane_map.known(_plan, logic)

    def __repr__(self) -> str:
        return f"<SignalPlan of {len(self)} lights of {len(self.controllers)} controllers>"

    def __len__(self) -> int:
        """How many rows there are."""
        return int(self.row_first[-1])

    @property
    def programs(self) -> tuple[tuple[Program, ...], ...]:
        """The programs of each controller."""
        return tuple(one.programs for one in self.controllers)

    def controller(self, id: str) -> int:
        """The number of the controller of that id."""
        if id not in self._number:
            raise InputError(f"there is no controller of lights '{id}'{nearest(id, self._number)}")
        return self._number[id]


def _plan(_: LaneMap, logic: JunctionLogic) -> SignalPlan:
    return SignalPlan(logic)


class _Draft:
    """The controllers, and for each way, crosswalk and lane the rows that it heeds."""

    def __init__(self, logic: JunctionLogic) -> None:
        self._logic = logic
        self.controllers: list[PlannedController] = []
        self._rows: dict[tuple[int, int], int] = {}
        self._of_signal: dict[str, int] = {}
        self._made_row: dict[tuple[str, int], int] = {}
        self._walk_row: dict[int, int] = {}
        self._count = 0
        self._take_known()
        walks, lights = walk_lights(logic), lane_lights(logic)
        self._make(walks, lights)
        self.of_way = [self._heeded(way.index) for way in logic.ways]
        self.of_crosswalk = [
            self._walk_row.get(walk.index, self._of_signal.get(walks.get(walk.index, ""), -1))
            for walk in logic.crosswalks
        ]
        self.of_lane: list[list[tuple[float, int]]] = [[] for _ in range(len(logic.lane_map))]
        for light in lights:
            if light.signal in self._of_signal:
                self.of_lane[light.lane].append((light.s, self._of_signal[light.signal]))
        self.remarks = list(self._remarks(lights))

    def _take_known(self) -> None:
        for number, controller in enumerate(self._logic.lane_map.network.controllers):
            programs = tuple(program for program in controller.programs if program.phases)
            if programs and controller.signals:
                for letter, signal in enumerate(controller.signals):
                    self._rows[number, letter] = self._count + letter
                    self._of_signal.setdefault(signal, self._count + letter)
                more = () if any(program.is_actuated for program in programs) else (actuated(programs[0]),)
                self._enter(PlannedController(controller.id, controller.signals, (*programs, *more)))

    def _enter(self, controller: PlannedController) -> None:
        self.controllers.append(controller)
        self._count += len(controller.signals)

    def _make(self, walks: dict[int, str], lights: Sequence[LaneLight]) -> None:
        bare = {way.index: found for way in self._logic.ways if (found := self._bare(way.index))}
        dark = {walk.index: walks.get(walk.index, "") for walk in self._logic.crosswalks}
        dark = {walk: signal for walk, signal in dark.items() if signal not in self._of_signal}
        on_lanes = [light for light in lights if light.signal not in self._of_signal]
        for made in make_lights(self._logic, bare, on_lanes, dark):
            self._take_made(made)

    def _bare(self, way: int) -> list[Bare]:
        """The lights of a way that have no program."""
        found = [light for light in self._logic.lights(way) if (light.controller, light.letter) not in self._rows]
        return [Bare(light.signal, light.controller) for light in found]

    def _take_made(self, made: MadeController) -> None:
        for row, lamp in enumerate(made.lamps, start=self._count):
            self._made_row.update({(lamp.signal, way): row for way in lamp.ways})
            if lamp.is_for_people:
                self._walk_row[lamp.crosswalk] = row
            if lamp.signal:
                self._of_signal.setdefault(lamp.signal, row)
        names = {one.id for one in self.controllers}
        id = made.id if made.id not in names else f"{made.id} {len(names)}"
        self._enter(PlannedController(id, tuple(lamp.signal for lamp in made.lamps), made.programs, is_made=True))

    def _heeded(self, way: int) -> list[int]:
        lights = self._logic.lights(way)
        rows = [
            self._rows.get((one.controller, one.letter), self._made_row.get((one.signal, way), -1)) for one in lights
        ]
        return list(dict.fromkeys(row for row in rows if row >= 0))

    def _remarks(self, lights: Iterable[LaneLight]) -> Iterable[Remark]:
        network = self._logic.lane_map.network
        for light in lights:
            if light.signal not in self._of_signal:
                road = network.roads[self._logic.lane_map.road[light.lane]]
                message = (
                    f"light '{light.signal}' on road '{road.id}' has no program, and nothing to be red for; it is off"
                )
                yield Remark(LIGHT_WITHOUT_PROGRAM, message, road.at)
        told = {remark.at for remark in network.remarks if remark.rule == LIGHT_WITHOUT_PROGRAM}
        places = {signal: known.at for known in network.controllers for signal in known.signals}
        for one in self.controllers:
            own = [places[signal] for signal in one.signals if signal in places]
            if one.is_made and not (own and told.issuperset(own)):
                message = f"the lights of controller '{one.id}' have no program; one was made from who meets whom"
                yield Remark("seahaven:light.made", message, own[0] if own else None)


def _first(counts: Iterable[int]) -> Integers:
    return np.concatenate(([0], np.cumsum(np.fromiter(counts, dtype=np.int64)))).astype(np.int64)


def _table(rows: Sequence[Sequence[int]]) -> tuple[Integers, Indices]:
    """Lists of rows one after the other, and where each begins."""
    return _first(map(len, rows)), np.array([row for own in rows for row in own], dtype=np.int32)
