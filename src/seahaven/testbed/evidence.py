"""What a recording tells of one subject: all that requirements may look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple, Self

import numpy as np

from seahaven.errors import ReelError
from seahaven.geometry import Floats, Truths, boxes_corners
from seahaven.measures import (
    Crash,
    JunctionDrive,
    Lanes,
    Rows,
    SubjectFrames,
    box_distance,
    crashes,
    junction_drive,
    lanes_of,
    leader_rows,
    read_frames,
)
from seahaven.motion import ROADWAY
from seahaven.reels import Reel
from seahaven.testbed.answers import AnswerTimes
from seahaven.testbed.faults import Fault, faults_in
from seahaven.testbed.goals import Goals, goals_in
from seahaven.testbed.margins import NOBODY, Cause, Integers, Margins
from seahaven.testbed.states import ReportedStates, report_rows, states_in
from seahaven.world import entity_label

__all__ = ["Evidence", "OnLanes"]

MOMENT: Final = 1e-6
"""Seconds by which the times of frames may be rounded."""
FAR: Final = 10.0
"""Metres beyond the road up to which it is told how far; further away counts as that."""


class OnLanes(NamedTuple):
    """The lane at a vehicle's place, frame by frame: its direction (rad), width (m) and speed limit (m/s)."""

    heading: Floats
    width: Floats
    limit: Floats


@dataclass(frozen=True)  # without slots, for the sake of what is worked out once
class Evidence:
    """The frames of a drive up to a collision of the subject, and what happened in it.

    After a collision the simulator moves the vehicles, so nothing behind it is judged; `crash` is that collision.
    """

    frames: SubjectFrames
    lanes: Lanes | None = None
    names: Mapping[int, str] = field(default_factory=dict)
    crash: Crash | None = None
    junctions: JunctionDrive = field(default_factory=JunctionDrive)
    faults: tuple[Fault, ...] = ()
    goals: Goals | None = None
    answers: AnswerTimes | None = None
    states: tuple[ReportedStates, ...] = ()

    @classmethod
    def of(
        cls,
        reel: Reel,
        *,
        subject: int | None = None,
        goals: Goals | None = None,
        answers: AnswerTimes | None = None,
        until: float = float("inf"),
        known: dict[str | None, Lanes] | None = None,
    ) -> Self:
        """What a reel tells of a subject, by default the first one, up to a time (s).

        The goals are those of the recorded mission, unless others are given.

        Pass the same dict as `known` for all drives on the same roads, so that the roads are read only once.
        """
        if not reel.manifest.subjects and subject is None:
            raise ReelError(f"{reel.path} has no subject, so there is nobody to judge; record a study with a 'subject'")
        subject = reel.manifest.subjects[0] if subject is None else subject
        lanes = lanes_of(reel, {} if known is None else known)
        crash = next((one for one in crashes(reel, subject) if one.time <= until), None)
        last = min(until, crash.time - MOMENT if crash else until)
        frames = read_frames(reel, subject, -MOMENT, min(last, 1e12))
        if not len(frames):
            raise ReelError(f"{reel.path} has no frame of its subject, so there is nothing to judge; record it longer")
        return cls(
            frames, lanes, {entity: name for name, entity in reel.manifest.names.items()}, crash,
            junction_drive(reel, subject, lanes, until=last), faults_in(reel, subject, until),
            goals or goals_in(reel, subject), answers, states_in(reel, subject, until),
        )  # fmt: skip

    @property
    def times(self) -> Floats:
        """When the frames were taken (s)."""
        return self.frames.times

    def mine(self, column: str) -> Floats:
        """A column of the subject, frame by frame."""
        return self.frames.mine(column)

    def label(self, entity: int) -> str:
        """What a vehicle is called."""
        return entity_label(entity, dict(self.names))

    def states_at(self, frame: int) -> tuple[str, ...]:
        """The states that the software was in at a frame, as it last reported."""
        row = int(report_rows(self.states, self.times[frame : frame + 1])[0])
        return self.states[row].states if row >= 0 else ()

    def margins(self, values: Any, cause: Cause) -> Margins:
        """Margins for all frames."""
        return Margins.of(self.times, values, cause)

    def at(self, time: float) -> int:
        """The last frame up to a time."""
        return max(int(np.searchsorted(self.times, time + MOMENT, side="right")) - 1, 0)

    @cached_property
    def lane(self) -> Any:
        """The lane of the subject in each frame; -1 off all lanes."""
        return self.mine("lane").astype(np.int64)

    @cached_property
    def travelled(self) -> Floats:
        """How far the subject had driven by each frame (m)."""
        steps = np.hypot(np.diff(self.mine("x")), np.diff(self.mine("y")))
        return np.concatenate(([0.0], np.cumsum(steps)))

    @cached_property
    def turning(self) -> Floats:
        """How fast the subject turns (rad/s)."""
        return _slope(self.times, np.unwrap(self.mine("heading")))

    @cached_property
    def leaders(self) -> tuple[Floats, Rows]:
        """The gap to the leader in each frame (m), NaN without one, and the leader's row, or -1."""
        rows, gaps = leader_rows(self.frames, self.lanes)
        return gaps, rows

    @cached_property
    def on_lanes(self) -> OnLanes:
        """The lane at the subject's place, frame by frame; off all lanes it has no limit, and no end."""
        count, lane = len(self.frames), self.lane
        found = OnLanes(self.mine("heading").copy(), np.full(count, np.inf), np.full(count, np.inf))
        on = np.flatnonzero(lane >= 0)
        if self.lanes is not None and len(on):
            lanes = self.lanes.lane_map
            s = np.clip(self.mine("s")[on], 0.0, lanes.length[lane[on]])
            found.heading[on] = lanes.place(lane[on], s).heading
            found.width[on], found.limit[on] = lanes.width(lane[on], s), lanes.limit(lane[on], s)
        return found

    @cached_property
    def is_inside(self) -> Truths:
        """Whether the subject is inside a junction, frame by frame."""
        return np.asarray(self._of_lanes("junction") >= 0)

    @cached_property
    def is_two_way(self) -> Truths:
        """Whether its lane may be driven both ways, frame by frame."""
        return np.asarray(self._of_lanes("two_way") > 0)

    def _of_lanes(self, name: str) -> Integers:
        if self.lanes is None:
            return np.full(len(self.frames), -1)
        column = getattr(self.lanes.lane_map, name).astype(np.int64)
        return np.where(self.lane >= 0, column[np.maximum(self.lane, 0)], -1)

    @cached_property
    def room_on_road(self) -> Floats:
        """How far the worst corner of its outline is inside a lane for vehicles (m), frame by frame.

        Negative beyond all lanes; infinite inside junctions, whose ground is not all lanes.
        """
        if self.lanes is None:
            return np.full(len(self.frames), np.inf)
        lanes, corners = self.lanes.lane_map, boxes_corners(self.frames.boxes(self.frames.me))
        place = lanes.match(corners[..., 0].ravel(), corners[..., 1].ravel(), reach=FAR, kinds=ROADWAY)
        is_on = place.lane >= 0
        on = np.where(is_on, place.lane, 0)
        s = np.clip(place.s, 0.0, lanes.length[on])
        room = np.where(is_on, 0.5 * lanes.width(on, s) - np.abs(place.offset), -FAR)
        worst: Floats = room.reshape(len(self.frames), -1).min(axis=1)
        return np.where(self.is_inside, np.inf, worst)

    @cached_property
    def reached(self) -> list[float]:
        """When each checkpoint of its goals was reached by its front (s), as far as they were."""
        if self.goals is None:
            return []
        ahead, heading = 0.5 * self.mine("length"), self.mine("heading")
        x, y = self.mine("x") + ahead * np.cos(heading), self.mine("y") + ahead * np.sin(heading)
        return self.goals.reached(self.times, x, y)

    def ids(self, rows: Rows) -> Integers:
        """The vehicles in some rows; `NOBODY` for row -1."""
        found: Integers = np.where(rows >= 0, self.frames.cells["id"][rows], NOBODY).astype(np.int64)
        return found

    def nearest(self, *, within: float) -> tuple[Floats, Integers]:
        """The least of the distances to other vehicles within some metres, frame by frame, and to which."""
        mine, others = self.frames.pairs(within=within)
        away = box_distance(self.frames.boxes(mine), self.frames.boxes(others))
        least, who = np.full(len(self.frames), np.inf), np.full(len(self.frames), NOBODY, dtype=np.int64)
        order = np.argsort(-away, kind="stable")  # the least comes last, and stays
        frame = np.searchsorted(self.frames.me, mine[order])
        least[frame], who[frame] = away[order], self.frames.cells["id"][others[order]]
        return least, who


def _slope(times: Floats, values: Floats) -> Floats:
    """The rate of change; 0 of a single frame."""
    return np.gradient(values, times) if len(times) > 1 else np.zeros(len(times))
