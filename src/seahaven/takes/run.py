"""A running world to hold: stepped, acted in, watched, gone back on and reset."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from operator import index
from pathlib import Path
from typing import Any, TypeAlias

from seahaven.direction import Act, SituationAccount
from seahaven.errors import InputError, SnapshotError
from seahaven.kernel import (
    Controller,
    Pacer,
    Snapshot,
    fork,
    in_seconds,
    nanoseconds,
    restart,
    restore,
    take_blank,
    take_snapshot,
)
from seahaven.motion import STAND, Plan
from seahaven.takes.acting import Who, change_ambient, change_lights, change_weather, entity_in, press
from seahaven.takes.drawing import draw_world
from seahaven.takes.driving import Condition, OnDate
from seahaven.takes.fitting import fit_tree
from seahaven.takes.frame import Families, Frame, chosen_families, frame_of
from seahaven.takes.hand import Hand, grant, hands_in
from seahaven.takes.intervening import accounts_of, intervene
from seahaven.takes.moving import move
from seahaven.takes.playable import Playable
from seahaven.takes.recording import Recorded
from seahaven.takes.sitting import AnyDriver, give_seat_back, take_seat
from seahaven.takes.watching import Watch, beat_every
from seahaven.world import Entity, Table

__all__ = ["Run"]


Again: TypeAlias = Callable[[int, Any], Playable]
"""Makes a take of another seed, given the one of before; it may have the same tree, and be bare."""


class Run(Recorded):
    """A world that runs, step by step, in the hands of a program; `seahaven.open` gives one.

        with seahaven.open("examples/motorway.study.yaml", seed=3) as run:
            run.advance(10.0)
            run.press("ada", "brake", 3.0)
            run.advance(until=lambda run: run["ada"].speed < 1.0, at_most=60.0)

    The run begins, with its warm-up if it has one, when it is first looked at or moved. What is done between two steps
    takes effect in the next one, and is part of snapshots, forks and recordings. The same acts at the same dates give
    the same bytes. One thread at a time may hold a run; only `pause`, `resume` and `pace` are for all threads.
    """

    def __init__(
        self,
        take: Playable,
        *,
        controller: Controller | None = None,
        again: Again | None = None,
        out: Path | None = None,
        pacer: Pacer | None = None,
        on_date: OnDate | None = None,
        is_bare: bool = False,
    ) -> None:
        super().__init__(take, controller=controller, out=out, pacer=pacer, on_date=on_date, is_bare=is_bare)
        self._again = again
        self._inbox = self._watches.ear.open()
        self._first: Snapshot | None = None
        self._blank: Snapshot | None = None

    def begin(self, checkpoint: Path | None = None) -> None:
        """Come to the first date, or to that of a checkpoint; everything else does so when it is needed."""
        was_started = self.controller.is_started
        super().begin(checkpoint)
        if not was_started and self._again is None and not self._is_bare:
            self._keep_first()

    # --- looking ----------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The title of the study."""
        return self.take.name

    @property
    def seed(self) -> int:
        """The seed of everything random."""
        return self.controller.seed

    @property
    def names(self) -> dict[str, int]:
        """The ids of the entities that have a name."""
        self.begin()
        return self.world.names

    def __getitem__(self, who: str | int) -> Entity:
        """A handle on an entity, by its name, number or id: `run["lead"].speed`; good until the run is reset."""
        self.begin()
        return self.world.entity(entity_in(self.world, who))

    def __contains__(self, who: object) -> bool:
        """Whether an entity, by its name or id, is in the world now."""
        self.begin()
        return who in self.world

    def table(self, family: str) -> Table:
        """All rows of a family, as they are now; read-only."""
        self.begin()
        return self.world.family(family)

    @property
    def vehicles(self) -> Table:
        """All vehicles: `run.vehicles.speed` is an array with a value for each of `run.vehicles.ids`."""
        return self.table("vehicle")

    @property
    def subject(self) -> Entity:
        """The first subject of the study."""
        self.begin()
        if not self.world.subjects:
            raise InputError(f"'{self.name}' has no subject, or it has left; name a vehicle: run['lead']")
        return self.world.entity(int(self.world.subjects[0]))

    def get(self, address: str) -> Any:
        """The value of a parameter, a state or an output of a module: `run.get("ambient.radius")`."""
        self.begin()
        return self.controller.get(address)

    @property
    def situations(self) -> tuple[SituationAccount, ...]:
        """How the situations of the study stand: state, cast, what is wanted and what there is of it now."""
        self.begin()
        return accounts_of(self.controller)

    # --- acting ------------------------------------------------------------------------------------------------------

    def press(self, who: Who, item: str, value: Any = True) -> None:
        """Press a button, or turn a dial, of the driver of a vehicle (or of several), a person, a trigger or a beacon.

        Values are in SI, or text with a unit: `run.press("lead", "adjust_speed", "50 km/h")`.
        """
        with self._hold.acting:
            self._ready()
            press(self.controller, self.world, who, item, value)

    def weather(self, preset: str | None = None, *, fade: Any = None, **dials: Any) -> None:
        """Change the weather within `fade` seconds: `run.weather("rain", fade=60.0)`, `run.weather(grip=0.5)`."""
        with self._hold.acting:
            self._ready()
            change_weather(self.controller, dials, preset=preset, fade=fade)

    def light(self, name: str, **items: Any) -> None:
        """Press buttons of lights: `run.light("station", phase=2, hold_for=20.0)`, `run.light("station", off=True)`.

        `name` is that of the controller or of its junction; `phase` and `program` go by number or name.
        """
        with self._hold.acting:
            self._ready()
            change_lights(self.controller, self.world, name, items)

    def ambient(self, **items: Any) -> None:
        """Change how much ambient traffic there is: `run.ambient(factor=0.5)`, `run.ambient(suspend=True)`."""
        with self._hold.acting:
            self._ready()
            change_ambient(self.controller, items)

    def cue(self, situation: str | int) -> None:
        """Open a situation before its turn: its cast is looked for from the next step on, however far its place is.

        Situations go by their names, or by their numbers in the study, from 1 on.
        """
        self._intervene(situation, "cue")

    def stop(self, situation: str | int) -> None:
        """End a situation, open or not, and release its cast."""
        self._intervene(situation, "stop")

    def cast(self, situation: str | int, role: str, who: str | int | Entity) -> None:
        """Give a role to a vehicle, in the place of the one that has it; that opens the situation.

        Like any other, the vehicle loses the role again if it cannot be directed: if it has gone, say, or turned off.
        """
        self._intervene(situation, "cast", role, who)

    def _intervene(self, situation: str | int, act: Act, role: str = "", who: str | int | Entity = 0) -> None:
        with self._hold.acting:
            self._ready()
            entity = entity_in(self.world, who) if act == "cast" else 0
            intervene(self.controller, self.world, situation, act, role, entity)

    def move(
        self, who: str | int | Entity, motion: str | Plan, *, relative: bool = False, then: str = STAND
    ) -> None:  # fmt: skip
        """Have a vehicle moved by another behaviour from the next step on: `run.move("lead", "kinematic")`.

        `motion` is "lane", "kinematic", "dynamic", "free" for one that has a cockpit, or a plan that begins now: gates
        (`StringOfPearls`), `KeyFrames`, or `footage` of a reel. The coordinates of a `relative` plan are ahead of the
        vehicle and to its left. After it, the vehicle stands, or goes on by the behaviour that `then` names.
        """
        with self._hold.acting:
            self._ready()
            move(self.controller, self.world, entity_in(self.world, who), motion, relative=relative, then=then)

    def set(self, address: str, value: Any) -> None:
        """Give a parameter of a module a new value: `run.set("ambient.radius", 800.0)`."""
        with self._hold.acting:
            self._ready()
            self.controller.set(address, value)

    def grant(self, who: str | int | Entity, *columns: str) -> Hand:
        """Make columns of one entity the caller's, from the next date on: `hand.wish = -2.0`, `hand.release()`."""
        with self._hold.acting:
            self._ready()
            return grant(self.controller, self.world, entity_in(self.world, who), columns, self._beat)

    def seat(self, who: str | int | Entity, driver: AnyDriver | None, **terms: Any) -> None:
        """Let an occupant drive a vehicle from the next date on, instead of the driver machine; None gives it back.

        The occupant is a function or an object with a method `drive`, a `ProgramDriver`, or a virtual subject. `terms`
        are those of `seahaven.seats.Terms`; the controls are 'lane' by default: `run.seat("ada", Calm())`.
        """
        with self._hold.acting:
            self._ready()
            entity = entity_in(self.world, who)
            if driver is None:
                give_seat_back(self.controller, entity)
            else:
                take_seat(self.controller, self.world, entity, driver, rate=self._beat.rate, terms=terms)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """All columns that are granted, also those of the run that this one was forked from."""
        return hands_in(self.controller, self.world)

    # --- watching ----------------------------------------------------------------------------------------------------

    def frames(
        self, *, every: float | None = None, until: float | Condition | None = None, families: Families = None
    ) -> Iterator[Frame]:
        """Drive the run and give a frame now, and then one each `every` seconds, up to a time, a condition or the end.

        While the run is paused, the next frame waits.
        """
        self.begin()
        beat, end = self._beat if every is None else beat_every(every), self.take.duration
        if until is not None and not callable(until):
            end = min(end, nanoseconds(until))
        while True:
            yield self.frame(families)
            if self.now >= end or self.is_over or (callable(until) and until(self)):
                return
            due = min(beat.date(beat.first(self.now + 1)), end)
            while not self.advance(until=in_seconds(due)) and self.now < due:
                self._tempo.wait()

    def frame(self, families: Families = None) -> Frame:
        """What there is now, as copies, with the events since the last frame that was asked for here."""
        with self._hold.acting:
            self.begin()
            events = tuple(self._inbox)
            self._inbox.clear()
            return frame_of(self.world, self.now, chosen_families(self.world, families), events)

    def watch(self, watcher: Any, *, every: float | None = None, families: Families = None) -> Watch:
        """Let a program watch, as the run goes: a function of frames, or an object with `on_frame` or `on_event`.

        Frames come each `every` seconds, by default at each step. Events come at the end of the step in which they
        were emitted; a frame has those since the frame before.
        """
        with self._hold.acting:
            self._ready()
            beat = self._beat if every is None else beat_every(every)
            return self._watches.add(watcher, beat, self.world, families, self.now)

    def draw(self, path: Path | str, *, around: str | int | Entity | None = None, reach: float = 100.0) -> Path:
        """Draw what there is now from above, as PNG or SVG: `reach` metres around an entity, or else the subject.

        A study without a subject is drawn whole.
        """
        with self._hold.acting:
            self.begin()
            who = around if around is not None else next(iter(self.world.subjects), None)
            centre = None if who is None else entity_in(self.world, who)
            title = f"{self.name} at {self.time:g} s"
            draw_world(self.world, Path(path), title=title, roads=self.take.roads, around=centre, reach=reach)
        return Path(path)

    # --- going back --------------------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """The whole state, to `restore` later, in this run or another one of the same study and seed."""
        with self._hold.acting:
            self._ready()
            return take_snapshot(self.controller)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot; what watches the run goes on from there."""
        with self._hold.moving("restore"):
            self._ready(may_have_failed=True)
            self._refuse_recorded()
            self._return_to(snapshot)

    def fork(self) -> Run:
        """A run of its own that goes on from here; what watches or records this one stays behind."""
        with self._hold.acting:
            self._ready()
            twin = Run(self.take, controller=fork(self.controller), again=self._again, is_bare=self._is_bare)
        twin._first, twin._blank = self._first, self._blank
        return twin

    def reset(self, seed: int | None = None) -> None:
        """Begin anew, as if the run had just been opened with this seed, or with the one that it has.

        Recordings are closed, hands released and handles void; watchers go on, and the pace stays.
        """
        with self._hold.moving("reset"):
            self._ready(may_have_failed=True)
            self._end_recording()
            seed = self.seed if seed is None else index(seed)
            if seed == self.seed and self._first and self._out is None:
                self.world.begin_era()
                self._return_to(self._first)
            else:
                self._open_anew(seed, is_likely=seed == self.seed)

    def _open_anew(self, seed: int, *, is_likely: bool) -> None:
        """Begin anew with another seed, in the same tree if it serves.

        The beginning is kept where the run is likely to be reset to it again, or where a warm-up makes it dear.
        """
        if self._again is None:
            raise SnapshotError(
                f"'{self.name}' was opened from a take and cannot be made anew with seed {seed}; "
                "open it from its study file, or load another take"
            )
        before = None if self._blank is None or self._out or self.controller.is_ended else self.take
        take = self._again(seed, before)
        if before is None or take.root is not before.root:
            self._replace(take)
        elif not self._is_restarted(self._blank, seed):
            self._replace(take := self._again(seed, None))
        self.take = take
        take.populate(self.controller.root, self.world)
        self.begin()
        self._first = None
        if is_likely or take.warm_up:
            self._keep_first()
        self._go_on()

    def _is_restarted(self, blank: Snapshot | None, seed: int) -> bool:
        """Go back to before the beginning, under another seed; says no where the tree is not what it was then."""
        assert blank is not None
        self.world.begin_era()
        try:
            fit_tree(self.controller, self.world, blank)
            restart(self.controller, blank, seed=seed)
        except SnapshotError:
            return False
        return True

    def _replace(self, take: Playable) -> None:
        """Run another take from now on, and keep its blank state; whatever still holds the old world finds it empty."""
        world = self.world
        self.controller.end()
        self._adopt(take)
        world.remove([entity for family in world.families for entity in world.family(family.name).ids.tolist()])
        self._blank = None
        with suppress(SnapshotError):
            self._blank = take_blank(self.controller)

    def _return_to(self, snapshot: Snapshot) -> None:
        if self.controller.is_ended:
            self._adopt(self.take, fork(self.controller))
        fit_tree(self.controller, self.world, snapshot)
        restore(self.controller, snapshot)
        self._go_on()

    def _keep_first(self) -> None:
        with suppress(SnapshotError):
            self._first = take_snapshot(self.controller)

    def _go_on(self) -> None:
        """Follow a leap in time."""
        self._inbox.clear()
        self._watches.begin(self.now)
        self._tempo.restart()

    def __repr__(self) -> str:
        return f"<run of '{self.name}', seed {self.seed}, at {self.time:g} s{', closed' if self._is_closed else ''}>"
