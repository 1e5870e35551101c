"""What carries out what programs and panels ask of lights, and keeps amber, red and shortest greens."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.kernel import Module, Param, Part, Tick, port
from seahaven.roads import LaneMap
from seahaven.roads.junctions import SignalPlan
from seahaven.traffic.signals.detectors import Zones, find_zones
from seahaven.traffic.signals.opening import opening
from seahaven.traffic.signals.tables import ProgramTables, make_tables
from seahaven.world import PERSON, ROAD_VEHICLE, Binding, WalkPhase, reads, spawns, watcher_of, writes

__all__ = ["Lamps"]

_WAITING = int(WalkPhase.WAITING)
"""A plain number: arrays are compared with it in a quarter of the time that a member of the enumeration takes."""


class Boxes(NamedTuple):
    """How far the controllers are: copies of their columns, and whether any has changed in this step."""

    program: NDArray[np.int32]
    phase: NDArray[np.int32]
    goal_program: NDArray[np.int32]
    goal: NDArray[np.int32]
    change: NDArray[np.int8]
    is_changing: NDArray[np.bool_]
    astray: NDArray[np.int32]
    began: NDArray[np.float64]
    ends: NDArray[np.float64]
    touched: NDArray[np.bool_]


class Shown(NamedTuple):
    """What the lights show: copies of their columns."""

    state: NDArray[np.int8]
    since: NDArray[np.float64]
    called: NDArray[np.float64]


class Wishes(NamedTuple):
    """What the panels ask for."""

    phase: NDArray[np.int32]
    no_phase: NDArray[np.bool_]
    program: NDArray[np.int32]
    no_program: NDArray[np.bool_]
    is_held: NDArray[np.bool_]
    is_off: NDArray[np.bool_]


class Desk:
    """What the lamps work with: nobody else writes those columns, so that copies of them stay true."""

    __slots__ = ("binding", "boxes", "due", "is_actuated", "shown", "tables", "zones")

    def __init__(self, tables: ProgramTables, zones: Zones, boxes: Boxes, shown: Shown) -> None:
        self.tables, self.zones, self.boxes, self.shown = tables, zones, boxes, shown
        self.due = np.full(1, -inf)
        """Before this date nothing changes unless a panel asks for something."""
        self.binding = Binding[Part]()
        self.look()

    def look(self) -> None:
        """See whether any controller runs a program in which traffic decides."""
        tables = self.tables
        self.is_actuated = bool(tables.is_actuated[tables.program_first[:-1] + self.boxes.program].any())

    def settle(self, *, is_asked: bool) -> None:
        """Note when the first phase ends: until then programs that nobody disturbs stay as they are."""
        self.due[0] = -inf if is_asked or self.is_actuated else float(self.boxes.ends.min(initial=inf))


class Lamps(Module):
    """Switches the lights of all controllers: their programs by the clock or by traffic, and what panels ask for.

    It brings the rows of both families when the run begins, each controller where its program's offset has it. Where
    nothing changes it writes nothing, and as long as nobody asks and no phase is over it does not even look.
    """

    plan: Param[SignalPlan]
    actuated: Param[bool] = port(False, doc="whether lights begin with the program in which traffic decides")
    gap: Param[float] = port(3.0, unit="s", doc="when nobody has come for so long, a green ends that traffic decides")

    told = reads("controller", "wished", "wished_program", "called", "is_held", "is_off")
    boxes = writes("controller", *Boxes._fields[:-1])
    lights = writes("signal", *Shown._fields)
    new_boxes = spawns("controller")
    new_lights = spawns("signal")
    cars = reads(ROAD_VEHICLE, "lane", "s", "length")
    people = reads(PERSON, "crosswalk", "phase")

    def init(self, tick: Tick) -> None:
        """Bring the rows."""
        rows = opening(self.plan, tick.seconds, actuated=self.actuated)
        self.new_boxes.add(len(self.plan.controllers), **rows.controllers)
        self.new_lights.add(len(self.plan), **rows.lights)

    def step(self, tick: Tick) -> None:
        """Decide what shows from the next date on."""
        import seahaven.traffic.signals.lamp_kernels as kernels

        desk, now, told = self._desk(), tick.seconds + tick.dt, self.told
        is_asked = kernels.is_asked(
            told.null("wished"), told.null("wished_program"), told.null("called"), told.is_held, told.is_off
        )
        if not is_asked and now < desk.due[0] - kernels.SOON:
            return
        self._notice(desk, tick.seconds)
        kernels.advance(desk.tables, desk.boxes, desk.shown, self._wishes(), now, tick.dt, self.gap)
        if desk.boxes.touched[0]:
            self._switch(desk)
        desk.settle(is_asked=is_asked)

    def part(self, tick: Tick) -> Part | None:
        """Sleeps until a phase is over, or a panel asks for something; not where traffic decides."""
        desk = self._desk()
        if desk.due[0] == -inf:
            return None
        return desk.binding.bound((self.told,), lambda: self._watcher(desk))

    def _watcher(self, desk: Desk) -> Part:
        import seahaven.traffic.signals.lamp_kernels as kernels

        nulls = tuple(map(self.told.spacious_null, ("wished", "wished_program", "called")))
        values = self.told.tally, nulls, tuple(map(self.told.spacious, ("is_held", "is_off"))), desk.due
        return watcher_of(kernels.watch_panels, values)

    def _switch(self, desk: Desk) -> None:
        """Propose what shows now."""
        desk.boxes.touched[0] = False
        count = len(self.told)
        for (cells, nulls), values in zip(self.boxes.all_cells(), desk.boxes, strict=False):
            cells[:count] = values
            if nulls is not None:
                nulls[:count] = False
        self.lights.state, self.lights.since = desk.shown.state, desk.shown.since
        desk.look()

    def _desk(self) -> Desk:
        if self.live is None:
            boxes = {name: np.array(getattr(self.boxes, name)) for name in Boxes._fields[:-1]}
            shown = {name: np.array(getattr(self.lights, name)) for name in Shown._fields}
            copies = Boxes(**boxes, touched=np.zeros(1, np.bool_)), Shown(**shown)
            self.live = Desk(*self.plan.logic.lane_map.recent(_fixed, self.plan), *copies)
        desk: Desk = self.live
        return desk

    def _wishes(self) -> Wishes:
        told = self.told
        return Wishes(
            told.wished,
            told.null("wished"),
            told.wished_program,
            told.null("wished_program"),
            told.is_held,
            told.is_off,
        )

    def _notice(self, desk: Desk, now: float) -> None:
        """Note who has come up to lights, where traffic decides anything, and who wants to walk."""
        import seahaven.traffic.signals.detector_kernels as kernels

        called, told, tables = desk.shown.called, self.told, desk.tables
        has_calls = not told.null("called").all()
        if has_calls:
            own = ~told.null("called")
            called[tables.row_first[:-1][own] + told.called[own]] = now
        if desk.is_actuated:
            kernels.detect(desk.zones, self.cars.lane, self.cars.s, self.cars.length, called, now)
            waiting = self.people.phase == _WAITING
            kernels.press(self.plan.crosswalk_row, self.people.crosswalk, waiting, called, now)
            self.lights.called = called
        elif has_calls:
            self.lights.called = called


def _fixed(_: LaneMap, plan: SignalPlan) -> tuple[ProgramTables, Zones]:
    """What worlds with the same plan share, read-only: its programs, and the stretches before its lights."""
    tables, zones = make_tables(plan), find_zones(plan)
    for column in (*tables, *zones):
        column.setflags(write=False)
    return tables, zones
