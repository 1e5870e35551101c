"""Fixed triggers without feedback: what was done around a subject at 55 mph is done again at the same places.

The drive of the study's own subject is noted: whom direction brought in, where and how fast, and every press, each by
where along the drive the subject was then. Played back, each of them is triggered when another subject comes by that
place, whatever it does and wherever the others are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Any

import numpy as np

from seahaven.direction import (
    QUANTITIES,
    CastMember,
    Closed,
    Critical,
    Line,
    Member,
    Opened,
    Outlook,
    Placement,
    Player,
    Scope,
    View,
)
from seahaven.kernel import SECOND, Emits, Event, Module, Param, State, Tick, port
from seahaven.takes import Run
from seahaven.traffic import VEHICLES, Handover
from seahaven.world import Press, Table, reads, spawns

__all__ = ["Cue", "Script", "note_script", "play_script"]


@dataclass(frozen=True, slots=True)
class Cue:
    """Something that is triggered when the subject comes by a place: an order, somebody who comes in, or the moment."""

    at: float
    what: Any
    columns: dict[str, Any] = field(default_factory=dict)


class Noting(Module, edge=True):
    """Notes what direction does in a run, and where the subject was then."""

    drive: Param[Line]
    subject: Param[int]
    number: Param[int]
    cues: Param[list[Cue]]
    at: State[float] = port(0.0)
    awaited: State[list[int]] = port([])

    seen = reads("vehicle")

    def step(self, tick: Tick) -> None:
        """See where the subject is, and who has come in."""
        table = self.seen
        row = table.row(self.subject)
        if row >= 0 and table.lane[row] >= 0:
            self.at = max(self.at, float(np.nan_to_num(self.drive.at(table.lane[row], table.s[row]))))
        for entity in [one for one in self.awaited if table.row(one) >= 0]:
            self.awaited.remove(entity)
            self.cues.insert(self._cast_at(entity), Cue(self.at, entity, _columns(table, entity)))

    def _cast_at(self, entity: int) -> int:
        """Where among the cues somebody was cast: it has to be there before it is told anything."""
        casts = (k for k, cue in enumerate(self.cues) if isinstance(cue.what, CastMember) and cue.what.entity == entity)
        return next(casts, len(self.cues))

    def observe(self, events: list[Event[Any]]) -> None:
        """Note presses, handovers, and the moment."""
        for event in events:
            what = event.value
            is_ours = event.sender.startswith("direction.")
            if is_ours and isinstance(what, Press | Handover):
                self.cues.append(Cue(self.at, what))
            elif isinstance(what, CastMember | Critical) and what.number == self.number:
                self.cues.append(Cue(self.at, what))
                if isinstance(what, CastMember) and what.how == "brought in":
                    self.awaited.append(what.entity)


class Script(Module):
    """Plays cues, and says at the moment what was reached, as direction does."""

    drive: Param[Line]
    subject: Param[int]
    placement: Param[Placement]
    cues: Param[tuple[Cue, ...]]
    played: State[int] = 0
    is_open: State[bool] = False
    names: State[dict[int, int]] = port({}, doc="who plays for whom in the drive that was noted")
    watched: State[list[float]] = port([], doc="of the outlook")

    pressed: Emits[Press]
    handovers: Emits[Handover]
    opened: Emits[Opened]
    cast: Emits[CastMember]
    critical: Emits[Critical]
    closed: Emits[Closed]

    seen = reads(
        "vehicle", "kind", "x", "y", "z", "heading", "speed", "acceleration", "length", "width", "height", "lane", "s",
        "offset", "contact", "turn_light", "gap",
    )  # fmt: skip
    crowd = spawns("vehicle")

    def step(self, tick: Tick) -> None:
        """Play what the subject has come by."""
        outlook = Outlook(*self.watched)
        view = View(self.seen, self.drive, self.subject, outlook)
        if view.is_lost:
            return
        outlook.look(float(self.seen.speed[view.own]), float(self.seen.acceleration[view.own]), tick.dt, is_free=True)
        self.watched = [outlook.speed, outlook.usual, outlook.acceleration, outlook.stood]
        if not self.is_open:
            self.is_open = True
            self.opened.append(self.placement.opened())
        while self.played < len(self.cues) and self.cues[self.played].at <= view.at:
            self._play(self.cues[self.played], view, tick.dt)
            self.played += 1

    def _play(self, cue: Cue, view: View, dt: float) -> None:
        what = cue.what
        if isinstance(what, int):
            self.names = {**self.names, what: int(self.crowd.add(1, **cue.columns)[0])}
        elif isinstance(what, Press):
            known = tuple(self.names.get(entity, entity) for entity in what.entities)
            self.pressed.append(Press(known, what.item, what.value))
        elif isinstance(what, Handover):
            self.handovers.append(Handover(self.names.get(what.entity, what.entity), what.is_ambient))
        elif isinstance(what, CastMember):
            self.cast.append(what)
        else:
            self._judge(what, view, dt)

    def _judge(self, noted: Critical, view: View, dt: float) -> None:
        """What was reached at the place where the moment is."""
        place, entity = self.placement, self.names.get(noted.entity, noted.entity)
        where = place.place(noted.role, self.drive)
        member = Member(noted.role, entity, where.line, where.mark)
        scope, row = Scope(view, place.at, dt, 0.0, {noted.role: member}), view.row(entity)
        value = QUANTITIES[noted.criterion].read(Player(scope, member, row)) if row >= 0 else None
        reached = inf if value is None else float(value)
        about = noted.situation, noted.number, noted.criterion, noted.unit, noted.wanted, reached, noted.tolerance
        is_met = abs(reached - noted.wanted) <= noted.tolerance
        self.critical.append(Critical(*about, is_met, noted.role, entity))
        self.closed.append(Closed(noted.situation, noted.number, "played", ""))


def _columns(table: Table, entity: int) -> dict[str, Any]:
    """All that there is to say of somebody."""
    own = table.at(entity)
    told = {name: getattr(own, name) for name in VEHICLES.columns}
    return {name: value for name, value in told.items() if value is not None}


def note_script(run: Run, placement: Placement, drive: Line, subject: int, *, seconds: float) -> tuple[Cue, ...]:
    """Play a run on to the moment of a situation, and give what was done up to then; nothing if it does not come."""
    cues = list[Cue]()
    noting = Noting("noting", rate=10, drive=drive, subject=subject, number=placement.number, cues=cues)
    run.controller.add(noting)

    def is_over(run: Run) -> bool:
        return subject not in run.world or any(isinstance(cue.what, Critical) for cue in cues)

    run.play(run.now + round(seconds * SECOND), is_over, SECOND)
    moments = [k for k, cue in enumerate(cues) if isinstance(cue.what, Critical)]
    return tuple(cues[: moments[0] + 1]) if moments else ()


def play_script(run: Run, cues: tuple[Cue, ...], placement: Placement, drive: Line, subject: int) -> None:
    """Let a script take the place of direction in a run."""
    run.controller.remove("direction")
    run.controller.root.link("script.pressed", "traffic/drivers.presses")
    run.controller.root.link("script.handovers", "ambient.handovers")
    run.controller.add(Script("script", rate=10, drive=drive, subject=subject, placement=placement, cues=cues))
