"""The seat: the module that shows an occupant views, and puts its controls into the columns of its vehicle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from seahaven.errors import InputError, OccupantError, SnapshotError
from seahaven.kernel import Emits, Hears, Module, Param, State, Tick, port
from seahaven.motion import COCKPIT, Chassis, chassis_named
from seahaven.roads.routing import Tracks
from seahaven.seats.actuation import FREE, HANDLED, cockpit_columns, free_columns
from seahaven.seats.controls import (
    AssistedControls,
    Controls,
    LaneControls,
    MotionControls,
    PanelControls,
    PedalControls,
    PressedItem,
    TrajectoryControls,
)
from seahaven.seats.drivers import NamedDriver, ProgramDriver, PythonDriver, Terms
from seahaven.seats.following import Plan, followed
from seahaven.seats.occupancy import Occupancy
from seahaven.seats.occupant import Occupant
from seahaven.seats.protocol import VERSION, Hello, Vehicle
from seahaven.seats.reply import Reply
from seahaven.seats.sensors import SensorSuite, defects_due
from seahaven.seats.timing import TimedDriver
from seahaven.seats.view import Instruction, View
from seahaven.seats.viewing import SEEN_OF_PEOPLE, SEEN_OF_VEHICLES, Viewer, Watched
from seahaven.world import PERSON, SIGNAL, WEATHER, OwnEntity, Writer, reads, writes

__all__ = [
    "AnotherWay",
    "OccupantFault",
    "OccupantLate",
    "OccupantStates",
    "Seat",
    "SensorDialTurned",
    "vacated",
]

EMERGENCY: Final = 8.0
"""m/s². Braking if an occupant has failed and the seat is to brake: what a car does in an emergency on a dry road."""


@dataclass(frozen=True, slots=True)
class OccupantFault:
    """Event: an occupant failed at a step; what went wrong, and whether it drives on."""

    entity: int
    step: int
    what: str
    goes_on: bool


@dataclass(frozen=True, slots=True)
class OccupantLate:
    """Event: an answer in a paced run came after the date at which it should have been applied."""

    entity: int
    step: int
    by: int
    """How many steps of the seat."""


@dataclass(frozen=True, slots=True)
class OccupantStates:
    """Event: the software in a seat reports other states of its own than before, or reports some for the first time."""

    entity: int
    step: int
    """Of the view that it answered."""
    states: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnotherWay:
    """Event: the software in a seat says that its way is blocked, and asks for another one."""

    entity: int
    step: int


@dataclass(frozen=True, slots=True)
class SensorDialTurned:
    """Event: a dial of a sensor was turned, by a study, a trigger, a person or a test."""

    entity: int
    sensor: str
    item: str
    value: float


class Seat(Occupancy):
    """Asks the occupant of one vehicle at each of its dates, and writes what it wishes.

        seat = Seat("seat", rate=20, tracks=tracks, driver=PythonDriver(drive, "mine"), terms=Terms(controls="lane"))
        world.grant("seat", "vehicle", ids=ada)
        root.link("seat.pressed", "traffic/drivers.presses")

    In lockstep the controls that answer the view of t hold from t on. In a paced run the view of t is shown at t, and
    the newest answer that has come by then is applied: that to the view before, or, if it is late, an older one. For
    pedals, motion and trajectories its vehicle needs a cockpit, of which the seat owns `HANDLED`, and is moved by
    `FreeMotion`; for the others, the motion of its vehicle must be `lane`.
    """

    tracks: Param[Tracks]
    driver: Param[ProgramDriver | PythonDriver | NamedDriver | TimedDriver]
    terms: Param[Terms] = Terms()
    told: Hears[Any] = port(doc="instructions for the driver: events with a text and a task")
    calls: Hears[Any] = port(doc="dials of sensors that are turned: events with a name, an item and a value")
    turned: Emits[SensorDialTurned]
    faulted: Emits[OccupantFault]
    late: Emits[OccupantLate]
    reported: Emits[OccupantStates]
    asked: Emits[AnotherWay]
    count: State[int] = port(0, doc="views that were shown")
    applied: State[int] = port(-1, doc="the step whose answer is in force")
    lateness: State[int] = port(0, doc="answers that came late")
    skipped: State[int] = port(0, doc="views that were not shown, since the occupant had not read those before")
    is_vacant: State[bool] = port(False, doc="whether the occupant has failed for good")
    held: State[
        PedalControls | MotionControls | TrajectoryControls | LaneControls | AssistedControls | PanelControls | None
    ] = None
    plan: State[Plan | None] = None
    states: State[tuple[str, ...]] = port((), doc="which the software reported last")
    is_asking: State[bool] = port(False, doc="whether it asked for another way in its last reply")
    sensed: State[dict[str, Any]] = port({}, doc="what the sensors remember")

    own = reads("vehicle", "kind", "length", "width", "height", "braking", single=True)
    vehicles = reads("vehicle", *SEEN_OF_VEHICLES)
    people = reads(PERSON, *SEEN_OF_PEOPLE)
    signals = reads(SIGNAL, "state", "since")
    weather = reads(WEATHER, "grip", "visibility", "rain", "daylight")
    handled: Writer
    fitted: OwnEntity

    @property
    def label(self) -> str:
        """How messages call the occupant."""
        return self.driver.label

    @property
    def kind_of_controls(self) -> str:
        """Which kind of controls the occupant gives."""
        return self.terms.controls

    def build(self) -> None:
        """Declare the columns that the seat owns, of the vehicle and of its cockpit."""
        super().build()
        if self.kind_of_controls in FREE:
            self.open_port("handled", writes(COCKPIT.name, *HANDLED, single=True))
            self.open_port("fitted", reads(COCKPIT.name, "chassis", single=True))

    def init(self, tick: Tick) -> None:
        """Start the occupant, so that one that cannot drive is refused before the run begins."""
        try:
            self._live(tick)
        except InputError as error:
            raise OccupantError(str(error)) from error

    def step(self, tick: Tick) -> None:
        """Show a view, and put the controls into force."""
        if not self.own.exists:
            return
        live = self._live(tick)
        if self.count == 0:
            self.sit_down(self.own.id)
        if live.suite:
            self._turn_dials(live.suite, tick)
        view = live.view(self, tick)
        self.count += 1
        if not self.is_vacant:
            self._consult(live, view)
        self._apply(view)

    def end(self, tick: Tick) -> None:
        """Let the occupant go."""
        if isinstance(self.live, _Live):
            self.live.close("the run is over")

    def freeze(self) -> None:
        """Keep what the sensors remember; refuse to be copied with an occupant whose state nobody knows."""
        if isinstance(self.live, _Live) and self.live.suite:
            self.sensed = self.live.suite.state()
        if isinstance(self.live, _Live) and not self.terms.stateless and not self.is_vacant:
            raise SnapshotError(
                f"{self.driver.label} drives '{self.vehicle}', and what it remembers cannot be copied, so the run can "
                "be neither saved nor forked; if it remembers nothing from view to view, say 'stateless: true'"
            )

    def address(self, sensor: str) -> str:
        """By which name a sensor of this seat is called."""
        return f"{self.vehicle}/{sensor}"

    def _turn_dials(self, suite: SensorSuite, tick: Tick) -> None:
        """Turn the dials of sensors whose time has come, or that were called."""
        after = tick.now - tick.next + tick.now if self.count else None
        due = [(each, item, value) for each, item, value in defects_due(suite.sensors, after, tick.now)]
        names = {self.address(sensor.name): sensor.name for sensor in suite.sensors.sensors}
        calls = (event.value for event in self.calls)
        due += [(names[call.name], call.item, float(call.value)) for call in calls if call.name in names]
        for sensor, item, value in due:
            suite.turn(sensor, item, value)
            self.turned.append(SensorDialTurned(self.own.id, sensor, item, value))

    # --- asking ---------------------------------------------------------------------------------------------------

    def _live(self, tick: Tick) -> _Live:
        if self.live is None:
            self.live = _Live(self, tick)
        live: _Live = self.live
        return live

    def _consult(self, live: _Live, view: View) -> None:
        """Ask the occupant, and keep its controls; one that fails is dealt with as the terms say."""
        try:
            if self.terms.mode == "lockstep":
                self._keep(live.occupant.ask(view), view, view.step)
            else:
                self._collect(live, view)
                self.skipped += not live.occupant.offer(view)
        except OccupantError as error:
            self._fail(live, view, error)

    def _collect(self, live: _Live, view: View) -> None:
        """Take over the newest answer that has come, and note whether it is late."""
        answers = live.occupant.collect()
        for answer in answers:
            by = view.step - 1 - answer.step
            if by > 0:
                self.lateness += 1
                self.late.append(OccupantLate(self.own.id, answer.step, by))
        if answers:
            self._keep(answers[-1].reply, live.views.get(answers[-1].step, view), answers[-1].step)
        live.remember(view)

    def _keep(self, reply: Reply, view: View, step: int) -> None:
        controls = reply.controls
        self.held, self.applied = controls, step
        self._note(reply, step)
        if isinstance(controls, TrajectoryControls):
            self.plan = Plan.of(controls, view.ego, view.date)
        elif isinstance(controls, AssistedControls | PanelControls):
            self.press_items(self.own.id, controls.presses)

    def _note(self, reply: Reply, step: int) -> None:
        """Tell of other states than before, and of a wish for another way when it is uttered."""
        if reply.states != self.states:
            self.states = reply.states
            self.reported.append(OccupantStates(self.own.id, step, reply.states))
        if reply.another_way != self.is_asking:
            self.is_asking = reply.another_way
            if self.is_asking:
                self.asked.append(AnotherWay(self.own.id, step))

    def _fail(self, live: _Live, view: View, error: OccupantError) -> None:
        """End the drive, or go on without an answer to this view; an occupant that is gone is not asked again."""
        last = "it has not answered before" if self.held is None else f"its last answer was {self.held}"
        what = f"{live.label} at step {view.step} ({view.time:g} s): {error}; {last}"
        if self.terms.on_fault == "end":
            with suppress(OccupantError):  # what it did first is told
                live.close("it failed")
            raise OccupantError(what) from error
        self.is_vacant = live.occupant.is_gone
        self.faulted.append(OccupantFault(self.own.id, view.step, what, not self.is_vacant))
        if self.terms.on_fault == "brake":
            self._brake(view)

    def _brake(self, view: View) -> None:
        """Hold the vehicle in its lane, or on its curve, and brake."""
        kind, before = self.terms.controls, self.held
        if kind == "lane":
            self.held = LaneControls(-EMERGENCY)
        elif kind == "assisted":
            self.held = AssistedControls(-EMERGENCY)
        elif kind == "panel":
            self.press_items(self.own.id, (PressedItem("brake", EMERGENCY),))
        elif kind == "pedals":
            wheel = before.wheel if isinstance(before, PedalControls) else 0.0
            self.held = PedalControls(wheel, 0.0, 1.0)
        else:
            curvature = before.curvature if isinstance(before, MotionControls) else 0.0
            if isinstance(before, TrajectoryControls) and self.plan:
                curvature = followed(self.plan, view.ego, view.date, "off").curvature
            self.held, self.plan = MotionControls(-EMERGENCY, curvature), None

    # --- acting ---------------------------------------------------------------------------------------------------

    def _apply(self, view: View) -> None:
        """Write the controls that are in force; without any yet, the vehicle rolls on as it does."""
        controls = self.held
        if isinstance(controls, TrajectoryControls) and self.plan:
            gaze = controls.gaze
            controls = replace(followed(self.plan, view.ego, view.date, controls.turn_light), gaze=gaze)
        if controls is None:
            controls = _IDLE.get(self.terms.controls)
        if isinstance(controls, LaneControls | AssistedControls):
            self.put(controls)
        elif isinstance(controls, MotionControls | PedalControls):
            self.write(self.columns, free_columns(controls))
            self.write(self.handled, cockpit_columns(controls, self.chassis, view.ego.speed))

    @property
    def chassis(self) -> Chassis:
        """What the vehicle is made of, if it is driven freely."""
        return chassis_named(self.fitted.chassis)


@contextmanager
def vacated(root: Module) -> Iterator[None]:
    """Have all seats of a tree vacant meanwhile, so that a fork can be made to rehearse without their occupants."""
    seats = [module for module in root.walk() if isinstance(module, Seat) and not module.is_vacant]
    for seat in seats:
        seat.is_vacant = True
    try:
        yield
    finally:
        for seat in seats:
            seat.is_vacant = False


_IDLE: Final[dict[str, Controls]] = {
    "pedals": PedalControls(0.0, 0.0, 0.0), "motion": MotionControls(0.0), "trajectory": MotionControls(0.0),
    "lane": LaneControls(0.0), "assisted": AssistedControls(),
}  # fmt: skip
"""What is in force until the occupant has answered for the first time: the vehicle rolls on as it does."""


class _Live:
    """What is made anew after a snapshot: the occupant, and what makes its views."""

    def __init__(self, seat: Seat, tick: Tick) -> None:
        self.label = seat.driver.label
        self.views: dict[int, View] = {}
        self._viewer = Viewer(seat.tracks, seat.terms.view)
        self.suite: SensorSuite | None = None
        if seat.terms.sensors:
            self.suite = SensorSuite(seat.terms.sensors, seat.tracks.lane_map, seed=tick.seed, path=seat.path)
            if seat.sensed:
                self.suite.load(seat.sensed)
        self._occupant: Occupant | None = None
        if not seat.is_vacant:
            self._occupant = seat.driver.start(_hello(seat, tick), limit=seat.terms.limit)

    @property
    def occupant(self) -> Occupant:
        """Who drives; a seat that is vacant has nobody to ask."""
        assert self._occupant
        return self._occupant

    def view(self, seat: Seat, tick: Tick) -> View:
        """What the driver sees now."""
        watched = Watched(seat.vehicles, seat.people, seat.signals, seat.weather)
        told = tuple(Instruction(event.value.text, event.value.task) for event in seat.told)
        view = self._viewer.view(
            watched, seat.own.id, step=seat.count, date=tick.now, period=tick.dt, instructions=told
        )  # fmt: skip
        return self.suite.view(view, watched, seat.own.id, self._viewer.rivals) if self.suite else view

    def remember(self, view: View) -> None:
        """Keep a view until it is answered."""
        self.views[view.step] = view
        for step in [step for step in self.views if step < view.step - 100]:
            del self.views[step]

    def close(self, reason: str) -> None:
        """Let the occupant go, if there is one."""
        if self._occupant:
            self._occupant.close(reason)


def _hello(seat: Seat, tick: Tick) -> Hello:
    from seahaven.motion.lane_kernels import WHEELBASE

    own = seat.own
    size = float(own.length), float(own.width), float(own.height)
    wheelbase, ratio = WHEELBASE * size[0], 0.0
    if seat.terms.controls in FREE:
        wheelbase, ratio = seat.chassis.wheelbase, seat.chassis.steering_ratio
    vehicle = Vehicle(seat.vehicle, str(own.kind), *size, wheelbase, float(own.braking), ratio)
    rate = float(seat.beat.rate) if seat.beat else 0.0
    parameters = dict(seat.driver.parameters)
    return Hello(VERSION, seat.terms.controls, rate, tick.now, tick.seed, vehicle, parameters)
