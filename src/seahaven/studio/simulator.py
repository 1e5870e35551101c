"""The simulation behind the studio: up to two runs side by side, moved by commands, told in frames and messages.

It runs in a process of its own and knows no browser. Commands come through a queue; frames (bytes) and messages
(mappings) go out through functions that never wait, so no viewer can slow it down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

from seahaven.direction import Told
from seahaven.errors import InputError, SeahavenError
from seahaven.files import Document, edited_yaml, load_yaml, parse_yaml, show_path, write_text_atomic
from seahaven.kernel import Event, Snapshot
from seahaven.motion import FreeMotion
from seahaven.studio.commands import (
    Ambient,
    Ask,
    Attend,
    Begin,
    Call,
    Cast,
    Close,
    Command,
    Controls,
    Cue,
    Finish,
    Fork,
    Furnish,
    GoBack,
    Join,
    Keep,
    Light,
    Lost,
    Move,
    Open,
    Pace,
    Pause,
    Play,
    Press,
    Recall,
    Reply,
    Seated,
    Step,
    Stop,
    Weather,
)
from seahaven.studio.confinement import confined
from seahaven.studio.console import SKY, told_console
from seahaven.studio.frames import pack
from seahaven.studio.ground import map_of, origin_of, speed_unit
from seahaven.studio.inspector import Inspector, entities_in
from seahaven.studio.laboratory import Session, answer, questions_of, session_of, write_quality
from seahaven.studio.layers import Outlook, marks_of
from seahaven.studio.library import Library
from seahaven.studio.moving import moved
from seahaven.studio.person import take_controls
from seahaven.studio.scene import world_of
from seahaven.studio.streams import Streams, can_stream
from seahaven.studio.subjects import people, virtual
from seahaven.studio.telling import told_event
from seahaven.studio.tempo import Tempo
from seahaven.takes import Change, Run, open_run
from seahaven.trials import keep_drive

__all__ = ["Simulator"]

FRAME: Final = 0.05
"""s of the wall clock from frame to frame while people watch."""
DRIVEN_FRAME: Final = 0.01
"""s of the wall clock from look to look at what a driver does; frames come twice as far apart, but for one at once when
something new was done."""
STILL: Final = 0.25
"""s between frames of a run that is paused, so that whoever comes sees something."""
MARKS_EVERY: Final = 3
"""Frames from one time that layers are worked out to the next."""
MOST_SNAPSHOTS: Final = 20


class Simulator:
    """Obeys commands and moves runs.

    `show` takes the frames of a run by its number, `tell` takes messages, and `put` takes what stays the same for the
    whole run, by name: `map`, the ground for the renderer of maps, and `world`, that for the view from a seat.
    """

    def __init__(
        self,
        root: Path,
        *,
        show: Callable[[int, bytes], None],
        tell: Callable[[dict[str, Any]], None],
        put: Callable[[str, bytes], None],
        is_shared: bool = False,
    ) -> None:
        self._root, self._show, self._tell, self._put = root, show, tell, put
        self._library = Library(root)
        self._runs: list[Run] = []
        self._source = ""
        self._origin = (0.0, 0.0)
        self._is_paused, self._pace, self._serial, self._opened = True, 1.0, 0, 0
        self._snapshots: list[tuple[float, Snapshot]] = []
        self._attended: tuple[str, ...] = ()
        self._topics: frozenset[str] = frozenset()
        self._since_marks = self._since_frame = 0
        self._has_moved = self._is_answered = False
        """Whether hands or feet have done something new, and whether the last stretch took that up."""
        self._named, self._seats = dict[int, str](), dict[int, str]()
        self._present, self._excused = frozenset[int](), frozenset[int]()
        self._waits_for_drivers = False
        self._inspectors: list[Inspector] = []
        self._outlooks: list[Outlook] = []
        self._usual: dict[str, Any] | None = None
        """The machine of drivers."""
        self._events: list[dict[str, Any]] = []
        self._is_shared = is_shared
        self._session: Session | None = None
        """The drive of the laboratory that runs."""
        self._question: tuple[Session, str] | None = None
        """The questionnaire that is shown, and for which drive."""
        self._streams: Streams | None = None
        self._lost = self._lost_before = 0
        self._tempo = Tempo()
        self._making: Thread | None = None
        """What makes the world as it is seen from a seat, beside the run."""

    def serve(self, inbox: SimpleQueue[Command | None]) -> None:
        """Obey and go on until None comes."""
        while True:
            try:
                command = inbox.get(timeout=STILL) if self._is_resting else inbox.get_nowait()
            except Empty:
                self._go_on()
                continue
            if command is None:
                self._close()
                return
            try:
                self.obey(command)
            except SeahavenError as error:
                self._tell({"type": "fault", **self._library.fault(error)})
            self._tell_state()
            self._show_all()

    @property
    def _is_resting(self) -> bool:
        return self._is_paused or not self._runs or self._runs[0].is_over or bool(self._awaited)

    @property
    def _awaited(self) -> frozenset[int]:
        """The vehicles without a driver for which time stops."""
        return frozenset(self._seats) - self._present - self._excused if self._waits_for_drivers else frozenset()

    def obey(self, command: Command) -> None:
        """Do what is asked, or refuse it."""
        if isinstance(command, Open):
            self._open(command)
            return
        if isinstance(command, Close):
            self._close()
            return
        at_any_time: dict[type[Command], Callable[[Any], None]] = {
            Attend: self._attend, Begin: self._begin, Ask: self._ask, Reply: self._reply, Lost: self._note_lost,
        }  # fmt: skip
        if type(command) in at_any_time:
            at_any_time[type(command)](command)
            return
        if not self._runs:
            raise InputError("nothing runs; open a study first")
        acts: dict[type[Command], Callable[[Any], None]] = {
            Play: self._play, Pause: self._pause, Step: self._step, Pace: self._set_pace, Keep: self._keep,
            GoBack: self._go_back, Fork: self._fork, Join: self._join, Press: self._press, Weather: self._weather,
            Cue: self._direct, Stop: self._direct, Cast: self._direct, Call: self._call, Light: self._light,
            Ambient: self._ambient, Move: self._move, Recall: self._recall, Controls: self.steer,
            Seated: self._seat, Finish: self._finish, Furnish: self._furnish,
        }  # fmt: skip
        acts[type(command)](command)

    # --- beginning and ending -----------------------------------------------------------------------------------------

    def _open(self, command: Open, session: Session | None = None) -> None:
        self._close()
        self._tell({"type": "opening", "source": command.source})
        seats = people(command.seats)
        changes: list[Change] = [partial(confined, root=self._root)]
        if session is not None:
            changes.append(session.change)
        if command.driver == "person":
            changes.append(seats.seated_in)
        elif command.subject:
            changes.append(virtual(command.subject).seated_in)
        run = open_run(self._root / command.source, seed=command.seed, change=_all(changes))
        if command.record:
            usual = self._root / "out" / "studio" / Path(command.source).name.removesuffix(".study.yaml")
            run.record(session.folder if session else usual, overwrite=True)
        run.begin()
        self._source, self._pace, self._opened = command.source, command.pace, self._opened + 1
        self._runs, self._snapshots, self._tempo = [run], [], Tempo()
        self._inspectors, self._outlooks = [Inspector(run)], [Outlook(run)]
        self._usual = self._inspectors[0].told_once()
        self._inspectors[0].attend(self._attended)
        self._named = {entity: name for name, entity in run.names.items()}
        self._seats = {entity: name for entity, name in self._named.items() if name in seats.names}
        self._present = self._excused = frozenset()
        self._waits_for_drivers = command.absent == "pause"
        for name in seats.names:
            take_controls(name, None)
        run.watch(_Listener(self._hear))
        self._origin = origin_of(run)
        self._put("map", map_of(run))
        self._tell({"type": "opened", **self._told_once(run, command)})
        self._is_paused = False
        self._tell_state()
        self._show_all()
        self._making = None
        if self._seats:  # whoever drives sees the world before it moves
            self._make_world(run)
        self._tell_state()
        self._show_all()

    def _furnish(self, command: Furnish) -> None:
        """Make the world beside the run, which goes on meanwhile, when a page first looks from a seat."""
        if self._making is None:
            self._making = Thread(target=self._make_world, args=(self._runs[0],), name="world", daemon=True)
            self._making.start()

    def _make_world(self, run: Run) -> None:
        opened = self._opened
        try:
            world = world_of(run, self._origin)
        except SeahavenError as error:
            self._tell({"type": "fault", **self._library.fault(error)})
            return
        if opened == self._opened and run in self._runs:  # another study may have been opened meanwhile
            self._put("world", world)
            self._tell({"type": "ready"})

    def _told_once(self, run: Run, command: Open) -> dict[str, Any]:
        """What does not change during a run."""
        subjects = [int(subject) for subject in run.world.subjects]
        return {
            "number": self._opened,
            "source": command.source,
            "name": run.name,
            "seed": run.seed,
            "duration": run.duration,
            "dt": run.dt,
            "names": {str(entity): name for name, entity in run.names.items()},
            "kinds": list(run.vehicles.column("kind").kinds) if _has(run, "vehicle") else [],
            "subjects": subjects,
            "origin": list(self._origin),
            "unit": speed_unit(run.take.roads),
            "seats": {str(vehicle): name for vehicle, name in self._seats.items()},
            "recorded": command.record,
            "machine": self._usual,
        }

    def _close(self) -> None:
        self._leave_laboratory()
        runs, self._runs, self._inspectors, self._outlooks, self._seats = self._runs, [], [], [], {}
        for run in runs:
            run.close()
        if runs:
            self._tell({"type": "closed"})

    # --- time ---------------------------------------------------------------------------------------------------------

    def _play(self, command: Play) -> None:
        self._is_paused = False
        self._excused = self._awaited  # whoever lets time go on does not wait for them
        self._tempo.restart()

    def _pause(self, command: Pause) -> None:
        self._is_paused = True

    def _set_pace(self, command: Pace) -> None:
        self._pace = command.factor

    def _step(self, command: Step) -> None:
        self._is_paused = True
        self._prepare()
        for run in self._runs:
            if not run.is_over:
                run.step(command.count)

    def _go_on(self) -> None:
        """Move all runs by a frame, in time with the wall clock, and show them."""
        if self._is_resting:
            self._show_all()
            return
        try:
            self._prepare()
            self._advance()
        except SeahavenError as error:
            self._is_paused = True
            self._tell({"type": "fault", **self._library.fault(error)})
            self._tell_state()
        if self._is_due:
            self._show_all()
        if self._runs[0].is_over:
            self._end()

    @property
    def _is_due(self) -> bool:
        """Whether there is to be a frame now: every second time while a person drives, unless hands or feet moved."""
        self._since_frame += 1
        return self._is_answered or self._since_frame >= 2 or not self._is_driven or self._is_resting

    def _prepare(self) -> None:
        if self._attended:
            for inspector in self._inspectors:
                inspector.prepare()

    def _advance(self) -> None:
        leader, *others = self._runs
        self._tempo.wait(leader.now, self._pace)
        self._is_answered, self._has_moved = self._has_moved, False
        leader.advance(min(self._stretch, max(leader.duration - leader.time, 0.0)) or None)
        for run in others:
            if run.time < leader.time and not run.is_over:
                run.advance(until=leader.time)

    @property
    def _stretch(self) -> float:
        """How far to go until the next frame: whole steps of the traffic, unless a vehicle is driven freely."""
        run = self._runs[0]
        if self._is_driven:
            return DRIVEN_FRAME * self._pace
        return max(run.dt, round(FRAME * self._pace / run.dt) * run.dt)

    @property
    def _is_driven(self) -> bool:
        """Whether a vehicle is driven freely."""
        run = self._runs[0]
        return any(isinstance(module, FreeMotion) for module in run.controller) and len(run.table("cockpit")) > 0

    def _end(self) -> None:
        """Close the reel of a run that is over; it stays there to be looked at."""
        run = self._runs[0]
        self._is_paused = True
        self._tell_state()
        if self._session is not None:
            self._keep_drive(run, self._session)
        elif run.is_recorded:
            self._tell({"type": "reel", "path": str(run.stop_recording().path.relative_to(self._root))})

    # --- the laboratory -----------------------------------------------------------------------------------------------

    def _begin(self, command: Begin) -> None:
        session = session_of(self._root, command.source, command.participant, command.position)
        self._open(Open(source=command.source, seed=session.drive.seed, driver="person", record=True), session)
        self._session, self._lost_before = session, self._lost
        if can_stream(is_shared=self._is_shared):
            self._streams = Streams(self._runs[0], study=self._runs[0].name, who=session.drive.participant)
            self._streams.mark(f"begins: {session.title}")
        self._tell_laboratory(is_driving=True)

    def _finish(self, command: Finish) -> None:
        if self._session is None:
            raise InputError("no drive of the laboratory runs; begin one first")
        self._is_paused = True
        self._keep_drive(self._runs[0], self._session)

    def _keep_drive(self, run: Run, session: Session) -> None:
        """Keep a drive that is over, with how well it kept time."""
        if self._streams:
            self._streams.mark(f"ends: {session.title}")
        quality = write_quality(session, self._tempo.reports, lost=self._lost - self._lost_before)
        self._leave_laboratory()
        reel = run.stop_recording()
        if not session.is_practice:
            keep_drive(session.source, session.out, session.drive, reel)
        self._tell({"type": "kept", "title": session.title, "path": str(reel.path.relative_to(self._root)), **quality})
        self._tell_laboratory(is_driving=False)

    def _leave_laboratory(self) -> None:
        self._session = None
        if self._streams:
            self._streams.close()
            self._streams = None

    def _tell_laboratory(self, *, is_driving: bool) -> None:
        title = self._session.title if self._session else ""
        self._tell({"type": "lab", "driving": is_driving, "title": title, "streams": self._streams is not None})

    def _ask(self, command: Ask) -> None:
        session = session_of(self._root, command.source, command.participant, command.position)
        self._question = session, command.questionnaire
        self._tell({"type": "asked", "who": session.title, **questions_of(session, command.questionnaire)})

    def _reply(self, command: Reply) -> None:
        if self._question is None:
            raise InputError("no questionnaire is shown")
        session, name = self._question
        answer(session, name, command.answers)
        self._question = None
        self._tell({"type": "answered", "questionnaire": name, "who": session.title})

    def _note_lost(self, command: Lost) -> None:
        self._lost = command.frames

    # --- going back and forking ---------------------------------------------------------------------------------------

    def _keep(self, command: Keep) -> None:
        if len(self._snapshots) >= MOST_SNAPSHOTS:
            raise InputError(f"{MOST_SNAPSHOTS} snapshots are kept already; open the study anew to begin again")
        self._snapshots.append((self._runs[0].time, self._runs[0].snapshot()))

    def _go_back(self, command: GoBack) -> None:
        if command.number >= len(self._snapshots):
            raise InputError(f"there is no snapshot {command.number}; {len(self._snapshots)} are kept, numbered from 0")
        self._join(Join())
        self._runs[0].restore(self._snapshots[command.number][1])
        self._inspectors[0].forget()
        self._is_paused = True

    def _fork(self, command: Fork) -> None:
        self._join(Join())
        twin = self._runs[0].fork()
        self._runs.append(twin)
        self._inspectors.append(Inspector(twin))
        self._inspectors[-1].attend(self._attended)
        self._outlooks.append(Outlook(twin))

    def _join(self, command: Join) -> None:
        for run in self._runs[1:]:
            run.close()
        del self._runs[1:], self._inspectors[1:], self._outlooks[1:]

    # --- acting -------------------------------------------------------------------------------------------------------

    def _press(self, command: Press) -> None:
        if command.run >= len(self._runs):
            raise InputError(f"there is no run {command.run}; fork first")
        self._runs[command.run].press(command.vehicle, command.item, command.value)

    def _weather(self, command: Weather) -> None:
        dials = {name: value for name in SKY if (value := getattr(command, name)) is not None}
        for run in self._runs:
            run.weather(command.preset, fade=command.fade, **dials)

    def _direct(self, command: Cue | Stop | Cast) -> None:
        run = self._runs[0]
        if isinstance(command, Cast):
            run.cast(command.situation, command.part, command.vehicle)
        elif isinstance(command, Cue):
            run.cue(command.situation)
        else:
            run.stop(command.situation)

    def _call(self, command: Call) -> None:
        self._runs[0].press(command.name, command.item, command.value)

    def _light(self, command: Light) -> None:
        asked = {name: value for name, value in _asked(command).items() if name != "name"}
        for run in self._runs:
            run.light(command.name, **asked)

    def _ambient(self, command: Ambient) -> None:
        for run in self._runs:
            run.ambient(**_asked(command))

    def _move(self, command: Move) -> None:
        """Save where something was dragged to into the study file, if the study is still right then."""
        path = self._root / self._source
        changes = moved(self._runs[0], load_yaml(path).data, command.handle, command.x, command.y)
        text = edited_yaml(path, changes)
        open_run(path, change=lambda document: parse_yaml(text, file=document.file)).close()
        write_text_atomic(path, text)
        places = {show_path(way): value for way, value in changes.items()}
        self._tell({"type": "saved", "source": self._source, "changes": places})

    def _attend(self, command: Attend) -> None:
        before, self._attended = self._attended, tuple(command.things)
        self._topics, self._since_marks = frozenset(command.topics), MARKS_EVERY
        for inspector in self._inspectors:
            inspector.attend(self._attended)
        if self._attended != before:
            self._tell_kinds()

    def _tell_kinds(self) -> None:
        """Tell pages the machines of what they look into."""
        for thing in self._attended if self._inspectors else ():
            kind, usual = self._inspectors[0].kind(thing), self._usual
            if kind and usual and kind["name"] == usual["name"]:
                kind = {"name": kind["name"]}  # pages know the machine of drivers
            self._tell({"type": "kind", "thing": thing, "kind": kind})

    def _recall(self, command: Recall) -> None:
        ring = self._inspectors[0].ring(command.thing)
        self._tell({"type": "ring", "for": command.viewer, "thing": command.thing, "moments": ring})

    def steer(self, command: Controls) -> None:
        """Hand on what a person does at the wheel; may be called from any thread."""
        name = self._seats.get(command.vehicle)
        if name is not None:
            self._has_moved |= take_controls(name, command)

    def _seat(self, command: Seated) -> None:
        """Know which drivers are there; go on when the last one that was waited for has come."""
        was_waiting = bool(self._awaited)
        self._present = frozenset(command.vehicles)
        self._excused -= self._present
        for vehicle, name in self._seats.items():
            if vehicle not in self._present:
                take_controls(name, None)
        if was_waiting and not self._awaited:
            self._tempo.restart()

    # --- showing ------------------------------------------------------------------------------------------------------

    def _show_all(self) -> None:
        self._since_frame = 0
        for number, run in enumerate(self._runs):
            self._serial = (self._serial + 1) % 2**32
            step = max(run.dt, 1e-9)
            traffic_time = math.floor(run.time / step + 1e-6) * step
            frame = pack(
                run.world, origin=self._origin, time=run.time, traffic_time=traffic_time, run=number,
                is_paused=self._is_resting, serial=self._serial, pace=self._pace,
            )  # fmt: skip
            self._show(number, frame)
            if number == 0 and self._streams and not self._is_resting:
                self._streams.show()
            inspector = self._inspectors[number]
            inspector.look()
            for thing in self._attended:
                if told := inspector.told(thing):
                    self._tell({"type": "machine", "run": number, "thing": thing, **told})
        self._tell_topics()
        if self._events:
            self._tell({"type": "events", "events": self._events})
            self._events = []

    def _tell_topics(self) -> None:
        """Tell what is drawn besides vehicles, now and then: it changes slowly."""
        self._since_marks += 1
        if not self._topics or (self._since_marks < MARKS_EVERY and not self._is_resting):
            return
        self._since_marks = 0
        for number, outlook in enumerate(self._outlooks):
            outlook.picked = entities_in(self._attended)
            marks = marks_of(outlook, self._topics)
            self._tell({"type": "marks", "run": number, "time": outlook.run.time, "marks": marks})
        if "console" in self._topics and self._runs:
            self._tell({"type": "console", **told_console(self._runs[0])})

    def _tell_state(self) -> None:
        if self._runs:
            run = self._runs[0]
            self._tell({
                "type": "state", "paused": self._is_paused or bool(self._awaited),
                "waiting": sorted(self._seats[vehicle] for vehicle in self._awaited),
                "pace": self._pace, "runs": len(self._runs), "over": run.is_over,
                "snapshots": [time for time, _ in self._snapshots],
            })  # fmt: skip

    def _hear(self, event: Event[Any]) -> None:
        if isinstance(event.value, Told) and len(self._runs[0].world.subjects):
            vehicle = int(self._runs[0].world.subjects[0])
            self._tell({"type": "told", "vehicle": vehicle, "text": event.value.text, "task": event.value.task})
        told = told_event(event, self._named)
        if told:
            self._events.append(told)
        if told and told.get("is_direction") and self._streams:
            self._streams.mark(told["text"])


def _asked(command: Command) -> dict[str, Any]:
    """What a command asks for: all that is not as it is unless asked for."""
    return {
        name: value for name in type(command).model_fields if (value := getattr(command, name)) not in (None, False)
    }


def _all(changes: Sequence[Change]) -> Change:
    """Changes of a study, one after the other."""

    def changed(document: Document) -> Document:
        for change in changes:
            document = change(document)
        return document

    return changed


class _Listener:
    """Hears the events of a run."""

    def __init__(self, hear: Callable[[Event[Any]], None]) -> None:
        self.on_event = hear


def _has(run: Run, family: str) -> bool:
    return family in {known.name for known in run.world.families}
