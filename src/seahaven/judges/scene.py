"""Scenes: what a recording shows around one situation; all that its judge may look at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from seahaven.errors import ReelError, nearest
from seahaven.geometry import Floats, Integers, Truths
from seahaven.judges.episode import Episode
from seahaven.judges.recording import Recording
from seahaven.judges.track import MOMENT, Track
from seahaven.judges.walk import Walk
from seahaven.measures import Lanes, Passage, SubjectFrames, leader_rows, passages
from seahaven.roads.junctions import JunctionLogic
from seahaven.world import Sight

__all__ = ["NOBODY", "Scene"]

NOBODY = -1
BEFORE, AFTER = 60.0, 90.0
"""Seconds before a situation opens and after it closes that belong to its scene."""
LOOK = 5
"""Frames from one look at what is in sight to the next: a second of most recordings."""
EYE = 0.8
"""How high the subject's eyes are, as a share of its vehicle's height."""
IN_LANE = 0.25
"""Metres by which the side of a vehicle that keeps its lane may reach over its border."""


class Scene:
    """A recording around one situation, `episodes` being all of the drive."""

    def __init__(self, recording: Recording, episode: Episode, episodes: Sequence[Episode]) -> None:
        self.recording, self.episode, self._episodes = recording, episode, episodes
        self._tracks: dict[int, Track] = {}

    def set(self, name: str) -> float:
        """The set value of a parameter."""
        known = self.episode.parameters
        if name not in known:
            told = nearest(name, known) or "; record the drive again with this version"
            raise ReelError(f"'{self.episode.situation}' was recorded without its parameter '{name}'{told}")
        return known[name]

    @cached_property
    def frames(self) -> SubjectFrames:
        """All vehicles, from a while before it opened to a while after it closed."""
        begin, end = self.episode.opened, self.episode.closed
        return self.recording.frames(
            max((0.0 if begin is None else begin) - BEFORE, 0.0), 1e12 if end is None else end + AFTER
        )

    @property
    def times(self) -> Floats:
        """When the frames were taken (s)."""
        return self.frames.times

    @property
    def lanes(self) -> Lanes:
        """The lanes of the roads."""
        if self.recording.lanes is None:
            raise ReelError(f"'{self.episode.situation}' cannot be judged without roads; record the drive with them")
        return self.recording.lanes

    @cached_property
    def logic(self) -> JunctionLogic:
        """The junctions of the roads."""
        return JunctionLogic.of(self.lanes.lane_map)

    def earlier(self, use: str) -> Scene | None:
        """The scene of the last situation of that name before this one."""
        before = [one for one in self._episodes if one.number < self.episode.number and one.use == use]
        return Scene(self.recording, before[-1], self._episodes) if before else None

    # --- vehicles ---------------------------------------------------------------------------------------------------

    @cached_property
    def subject(self) -> Track:
        """The subject."""
        return Track(self.recording.subject, self.times, self.frames.me.astype(np.int64), self.frames)

    def track(self, entity: int) -> Track:
        """Any vehicle."""
        if entity not in self._tracks:
            rows = self.frames.rows_of(entity).astype(np.int64)
            self._tracks[entity] = Track(entity, self.times, rows, self.frames)
        return self._tracks[entity]

    def role(self, name: str) -> Track | None:
        """The vehicle that had a role last, if it is in the recording."""
        entity = self.episode.holder(name)
        track = None if entity is None else self.track(entity)
        return track if track is not None and track.is_there.any() else None

    def walk(self, role: str) -> Walk | None:
        """The person on foot who had a role last, if that one is in the recording."""
        person = self.episode.holder(role)
        if person is None or not len(self.times):
            return None
        return self.recording.walk(person, float(self.times[0]), float(self.times[-1]))

    def rows_at(self, frame: int) -> range:
        """The rows of all vehicles in a frame."""
        return range(int(self.frames.first[frame]), int(self.frames.first[frame + 1]))

    @cached_property
    def leaders(self) -> tuple[Integers, Floats]:
        """The subject's leader in each frame, `NOBODY` without one, and the gap to it (m)."""
        rows, gaps = leader_rows(self.frames, self.lanes)
        ids = np.where(rows >= 0, self.frames.cells["id"][np.maximum(rows, 0)], NOBODY)
        return ids.astype(np.int64), gaps

    def gap(self, track: Track) -> Floats:
        """The gap to a vehicle that leads the subject (m), NaN while it does not."""
        ids, gaps = self.leaders
        return np.where(ids == track.entity, gaps, np.nan)

    def passages(self, track: Track) -> list[Passage]:
        """The ways that a vehicle took through junctions."""
        there = track.is_there
        lane, s = track.lane[there], track.floats("s")[there]
        return passages(track.times[there], lane, s, track.length, self.logic)

    # --- the subject ------------------------------------------------------------------------------------------------

    def frame(self, time: float) -> int:
        """The last frame up to a time."""
        return max(int(np.searchsorted(self.times, time + MOMENT, side="right")) - 1, 0)

    @cached_property
    def crash(self) -> float:
        """When the subject first collides in this scene (s); infinite if it does not."""
        begin = float(self.times[0]) if len(self.times) else 0.0
        return min((one.time for one in self.recording.crashes if one.time >= begin), default=float("inf"))

    def is_in_lane(self, track: Track) -> Truths:
        """Whether a vehicle keeps its lane, frame by frame."""
        lane, s = track.lane, track.floats("s")
        width = np.full(len(lane), np.nan)
        on = lane >= 0
        width[on] = self.lanes.lane_map.width(lane[on], np.maximum(s[on], 0.0))
        room = 0.5 * (width - track.floats("width")) + IN_LANE
        return np.asarray(np.abs(track.floats("offset")) <= room)

    @cached_property
    def _sight(self) -> Sight:
        return Sight(self.lanes.lane_map, least=self.recording.visibility, margin=0.0)

    def in_sight_since(self, track: Track) -> float | None:
        """When a vehicle first comes in the subject's sight (s), looked at once a second; None if it never does."""
        for k in range(0, len(self.times), LOOK):
            if track.rows[k] >= 0 and self._is_seen(int(self.subject.rows[k]), int(track.rows[k])):
                return float(self.times[k])
        return None

    def _is_seen(self, me: int, other: int) -> bool:
        cells = self.frames.cells
        eye = [cells["x"][me], cells["y"][me], cells["z"][me], EYE * cells["height"][me], 0.0, 0.0, 0.0]
        box = [cells[name][other] for name in ("x", "y", "z", "heading", "length", "width", "height")]
        seen = self._sight.seen(
            np.array([eye], dtype=np.float64),
            np.array([[*box, 0.0, 0.0, 0.0]], dtype=np.float64),
            visibility=self.recording.visibility,
        )
        return bool(seen[0])
