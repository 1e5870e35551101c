"""How a subject answered a critical moment, and how close it came: numbers from the frames around it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.measures import (
    MOMENT,
    STIMULI,
    CockpitSamples,
    Lanes,
    SubjectFrames,
    box_distance,
    conflict_times,
    contact_times,
    encroachment_time,
    leader_rows,
    onset,
    pedal_responses,
    read_cockpit,
    required_deceleration,
    resolution,
    responses,
    sd_lane_position,
    time_gap,
)
from seahaven.reels import Reel
from seahaven.world import WalkPhase

__all__ = ["answered", "closest", "stimulus_onset"]

MOVEMENT: Final = "movement"
PEDALS: Final = "pedals and wheel"
"""What response times are taken from."""
LOOK_BEFORE: Final = 0.1
"""Seconds before the onset from which on pedals are read: the last sample up to it is what responses compare with."""
LOOK_BACK: Final = 15.0
"""Seconds before the critical moment in which a stimulus may have come up."""


def stimulus_onset(
    reel: Reel, frames: SubjectFrames, lanes: Lanes | None, *, kind: str, by: int, moment: float
) -> float | None:  # fmt: skip
    """When the stimulus came up that a situation declares (s); None if it was not seen to."""
    if kind in ("", MOMENT):
        return moment
    rows = frames.rows_of(by)
    rows = rows[rows >= 0]
    cells: Mapping[str, Any] = {name: values[rows] for name, values in frames.cells.items()}
    if not len(rows):
        cells = _person(reel, by, float(frames.times[0]), float(frames.times[-1]))
    elif lanes is not None:
        lane = cells["lane"].astype(np.int64)
        cells = {**cells, "junction": np.where(lane >= 0, lanes.lane_map.junction[np.maximum(lane, 0)], -1)}
    return onset(cells["time"], STIMULI[kind](cells), moment=moment) if len(cells.get("time", ())) else None


def _person(reel: Reel, entity: int, start: float, end: float) -> Mapping[str, Any]:
    """The columns of a person on foot by which a stimulus is found."""
    if "person" not in reel.families or "phase" not in reel.families["person"].columns:
        return {}
    table = reel.table("person", ["time", "id", "phase", "speed"], time=(start, end))
    mine = np.flatnonzero(table.column("id").to_numpy() == entity)
    words = table.column("phase").to_pylist()
    phases = np.array([WalkPhase[str(words[row]).upper()] for row in mine.tolist()], dtype=np.int64)
    return {
        "time": table.column("time").to_numpy()[mine],
        "phase": phases,
        "speed": table.column("speed").to_numpy()[mine],
    }


def answered(
    frames: SubjectFrames, since: float | None, *, is_cut: bool, cockpits: Reel | None = None
) -> dict[str, Any]:  # fmt: skip
    """The subject's answers from the onset of the stimulus on, what they are from, and how finely they are timed (s).

    They come from pedals and wheel where `cockpits` has these for all of that time, else from the movement.
    """
    finest = {"response_source": MOVEMENT, "resolution": _finest(frames), "onset_resolution": _finest(frames)}
    if since is None:
        return finest
    answer = responses(frames.times, frames.mine("acceleration"), frames.mine("drift"), onset=since, is_cut=is_cut)
    samples = _samples(cockpits, frames, since)
    if samples is not None:
        controls = samples.time, samples.throttle, samples.brake, samples.wheel
        to_left = _swerves_left(frames, since, answer.steer)
        answer = pedal_responses(*controls, onset=since, swerve=answer.steer, to_left=to_left, is_cut=is_cut)
        finest |= {"response_source": PEDALS, "resolution": round(float(np.diff(samples.time).min()), 6)}
    first, kind = answer.first or (None, "")
    times = {"brake_time": answer.brake, "release_time": answer.release, "steer_time": answer.steer}
    return {"reaction_time": first, "reaction": kind, **times, **finest}


def _swerves_left(frames: SubjectFrames, since: float, steer: float | None) -> bool:
    """To which side the subject moves when it has begun to steer."""
    drift, times = frames.mine("drift"), frames.times
    before, after = np.searchsorted(times, [since + 1e-6, since + (steer or 0.0) + 1e-6], side="right") - 1
    return bool(drift[max(after, 0)] >= drift[max(before, 0)])


def _samples(cockpits: Reel | None, frames: SubjectFrames, since: float) -> CockpitSamples | None:
    """What the subject did with pedals and wheel from the onset on; None where it has none, or they are not known."""
    if cockpits is None or not len(frames):
        return None
    end = float(frames.times[-1])
    samples = read_cockpit(cockpits, frames.subject, since - LOOK_BEFORE, end)
    return samples if samples.has_pedals and samples.covers(since, end) else None


def _finest(frames: SubjectFrames) -> float:
    """How finely the recording tells times: between frames in which some vehicle has moved."""
    x, y, first = frames.cells["x"], frames.cells["y"], frames.first
    sums = np.array([x[a:b].sum() + y[a:b].sum() for a, b in pairwise(first.tolist())])
    return resolution(frames.times, np.diff(sums, prepend=np.nan) != 0.0)


def closest(frames: SubjectFrames, lanes: Lanes | None, role: int, *, hit: int | None = None) -> dict[str, Any]:
    """How close the subject came to its leader, to the role's vehicle and to any vehicle, and how hard it braked.

    Where it `hit` a vehicle at the end, it came as close as can be to that one: vehicles part again between two frames,
    so that none may show them in touch.
    """
    leaders, gaps = leader_rows(frames, lanes)
    speed, led = frames.mine("speed"), leaders >= 0
    leader_speed = np.where(led, frames.cells["speed"][np.maximum(leaders, 0)], np.nan)
    conflicts, rivals = conflict_times(frames, lanes)
    least = int(np.argmin(conflicts)) if len(conflicts) else 0
    rival = rivals[least] if len(rivals) else -1
    return {
        "least_time_to_collision": _least(conflicts),
        "conflict_vehicle": int(frames.cells["id"][rival]) if rival >= 0 else None,
        "least_leader_gap": _least(gaps),
        "least_time_gap": _least(np.maximum(time_gap(gaps, speed), 0.0)),
        "required_deceleration": _greatest(required_deceleration(gaps, speed, leader_speed)),
        "hardest_braking": max(0.0, -float(frames.mine("acceleration").min(initial=0.0))),
        "sd_lane_position": sd_lane_position(frames.mine("offset")[frames.mine("lane") >= 0.0]) or None,
        **_to_role(frames, lanes, role),
        **(_in_touch(frames, leaders, role, hit) if hit is not None else {}),
    }


def _in_touch(frames: SubjectFrames, leaders: Integers, role: int, hit: int) -> dict[str, Any]:
    """What is 0 by definition where the subject hit a vehicle: any distance and time to that one."""
    names = ["least_time_to_collision"]
    if hit == role:
        names += ["least_role_gap", "least_role_time_to_collision", "post_encroachment_time"]
    if len(leaders) and leaders[-1] >= 0 and frames.cells["id"][leaders[-1]] == hit:
        names += ["least_leader_gap", "least_time_gap"]
    return {"conflict_vehicle": hit, **dict.fromkeys(names, 0.0)}


def _to_role(frames: SubjectFrames, lanes: Lanes | None, role: int) -> dict[str, Any]:
    rows = frames.rows_of(role) if role != frames.subject else np.full(len(frames), -1)
    there = rows >= 0
    if not there.any():
        return {}
    mine, others = frames.me[there], rows[there]
    own, other = frames.boxes(mine), frames.boxes(others)
    return {
        "least_role_gap": _least(box_distance(own, other)),
        "least_role_time_to_collision": _least(contact_times(frames, mine, others, lanes)),
        "post_encroachment_time": encroachment_time(frames.times[there], own, other),
    }


def _least(values: Floats) -> float | None:
    finite = values[np.isfinite(values)]
    return float(finite.min()) if finite.size else None


def _greatest(values: Floats) -> float | None:
    finite = values[np.isfinite(values)]
    return float(finite.max()) if finite.size else None
