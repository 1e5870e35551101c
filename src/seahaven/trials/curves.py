"""Curves of time to collision for the replay page of a drive, by the same definitions as in the tables."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Final

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from seahaven.direction import CastMember
from seahaven.geometry import Floats
from seahaven.measures import Lanes, contact_times, lanes_of, read_frames, time_to_collision
from seahaven.reels import Reel
from seahaven.reels.page import Curve
from seahaven.trials.episode import Episode, read_log

__all__ = ["collision_curves"]

CAPTION: Final = "Time to collision"
MOST: Final = 20.0
"""Seconds; a longer time to collision is drawn as this one. No threshold in the literature lies above 10 s."""
REACH: Final = 300.0
"""Metres from the subject within which it may touch the role's vehicle in the ten seconds that predictions reach."""
_NEEDED: Final = ("speed", "gap", "leader")

Integers = NDArray[np.int64]


def collision_curves(
    reel: Reel, *, start: float = -inf, end: float = inf, known: dict[str | None, Lanes] | None = None
) -> tuple[Curve, ...]:  # fmt: skip
    """Time to collision from one time to another (s): of each vehicle with its leader, if the reel has gaps, and of the
    subject with the vehicle whose role the criterion of an open situation is about.

    Pass the same dict as `known` for all drives on the same roads, so that the roads are read once.
    """
    times = reel.times
    chosen = times[(times >= start) & (times <= end)]
    if "vehicle" not in reel.families or not len(chosen):
        return ()
    span = float(chosen[0]), float(chosen[-1])
    curves = (_with_leader(reel, span), _with_role(reel, span, {} if known is None else known))
    return tuple(curve for curve in curves if curve is not None)


def _with_leader(reel: Reel, span: tuple[float, float]) -> Curve | None:
    """Of each vehicle with its leader, from the recorded gaps; None where they were not recorded."""
    if not set(_NEEDED) <= reel.families["vehicle"].columns.keys():
        return None
    table = reel.table("vehicle", ["time", "id", *_NEEDED], time=span)
    time, entity, speed = (table.column(name).to_numpy() for name in ("time", "id", "speed"))
    gap = pc.fill_null(table.column("gap"), np.nan).to_numpy()
    leader = pc.fill_null(table.column("leader"), -1).to_numpy()
    _, frame = np.unique(time, return_inverse=True)
    leader_speed = _looked_up(frame, leader, entity, speed)
    value = time_to_collision(gap, speed, leader_speed)
    return Curve("time_to_collision", CAPTION, time, entity, value, unit="s", label="leader", most=MOST)


def _looked_up(frame: Integers, wanted: Integers, entity: Integers, values: Floats) -> Floats:
    """For each row the value of another entity in the same frame; NaN where that one is not there."""
    width = int(frame.max(initial=0)) + 1
    keys, sought = entity * width + frame, wanted * width + frame
    order = np.argsort(keys, kind="stable")
    at = order[np.minimum(np.searchsorted(keys[order], sought), len(order) - 1)]
    return np.where(keys[at] == sought, values[at], np.nan)


def _with_role(reel: Reel, span: tuple[float, float], known: dict[str | None, Lanes]) -> Curve | None:
    """Of the subject with the critical role's vehicle, while a situation is open; None without situations."""
    if not reel.manifest.subjects:
        return None
    subject, episodes = reel.manifest.subjects[0], read_log(reel).episodes
    lanes = lanes_of(reel, known) if episodes else None
    parts = [part for one in episodes for part in _episode_parts(reel, subject, one, lanes, span)]
    if not parts:
        return None
    time, value = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    _, last = np.unique(time[::-1], return_index=True)  # of two situations at once the later one counts
    rows = len(time) - 1 - last
    entity = np.full(len(rows), subject, dtype=np.int64)
    return Curve("role_time_to_collision", CAPTION, time[rows], entity, value[rows], unit="s", label="role", most=MOST)


def _episode_parts(
    reel: Reel, subject: int, episode: Episode, lanes: Lanes | None, span: tuple[float, float]
) -> Iterator[tuple[Floats, Floats]]:  # fmt: skip
    """Times (s) and contact times (s) with each vehicle that had the critical role, from when it was cast."""
    role = episode.critical[1].role if episode.critical else episode.planned.role if episode.planned else ""
    members = [
        (entry.time, entry.what.entity)
        for entry in episode.entries
        if isinstance(entry.what, CastMember) and entry.what.role == role
    ]
    end = min(episode.closed[0] if episode.closed else inf, span[1])
    for k, (since, entity) in enumerate(members):
        until = min(members[k + 1][0] if k + 1 < len(members) else inf, end)
        if entity == subject or max(since, span[0]) >= until:
            continue
        frames = read_frames(reel, subject, max(since, span[0]), until)
        rows = frames.rows_of(entity)
        there = np.flatnonzero(rows >= 0)
        own, other = frames.boxes(frames.me[there]), frames.boxes(rows[there])
        near = there[np.hypot(*(own[:, :2] - other[:, :2]).T) <= REACH]
        yield frames.times[near], contact_times(frames, frames.me[near], rows[near], lanes)
