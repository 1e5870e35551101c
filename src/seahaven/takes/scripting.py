"""Scripts of a study: from entries to plans, with the place in the file of whatever makes no sense."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

from seahaven.errors import InputError, nearest
from seahaven.files import KeyPath
from seahaven.geometry import Floats, Pose, wrap_angle
from seahaven.motion import (
    HOLD,
    LANE_REACH,
    ROADWAY,
    Footage,
    KeyFrame,
    KeyFrames,
    Move,
    PearlGate,
    Plan,
    Script,
    StringOfPearls,
)
from seahaven.reels import Reel
from seahaven.roads import LaneMap
from seahaven.roads.routing import Tracks
from seahaven.takes.at import At
from seahaven.takes.motion_entries import ScriptEntry
from seahaven.takes.reading import Reading

__all__ = ["begun_place", "footage", "has_lane", "move_of", "refuse_laneless", "script_of"]

FASTEST: Final = 70.0
"""m/s, the most that a script may need from one place to the next: what a study may say of speeds, too."""
_FILMED = ("time", "x", "y", "heading", "speed", "acceleration")


def footage(reel: Reel | Path | str, vehicle: str, *, begin: float | None = None) -> Footage:
    """The movement of a vehicle of a reel, to be played by another one: `run.move("lead", footage("a.reel", "lead"))`.

    `begin` is the time (s) in the reel at which it is to begin; the first time at which the vehicle is seen, if none is
    given.
    """
    if not isinstance(reel, Reel):
        reel = Reel.open(reel)
    columns = _rows(reel, vehicle)
    if begin is not None:
        columns = _from(reel, vehicle, columns, begin)
    if len(columns[0]) < 2:
        raise InputError(f"{reel.path} shows '{vehicle}' in {len(columns[0])} frame only; expected 2 or more")
    return Footage(columns[0] - columns[0][0], *columns[1:])


def _rows(reel: Reel, vehicle: str) -> list[Floats]:
    """Of each of `_FILMED`, what was recorded of a vehicle."""
    if "vehicle" not in reel.families:
        raise InputError(f"{reel.path} shows no vehicles; it shows {', '.join(reel.families) or 'nothing'}")
    table, entity = reel.table("vehicle", ["id", *_FILMED]), reel.entity(vehicle)
    is_own = table.column("id").to_numpy() == entity
    if not is_own.any():
        hint = nearest(vehicle, reel.manifest.names)
        raise InputError(f"{reel.path} does not show '{vehicle}' in any frame{hint}")
    return [table.column(name).to_numpy()[is_own].astype(np.float64) for name in _FILMED]


def _from(reel: Reel, vehicle: str, columns: list[Floats], begin: float) -> list[Floats]:
    """The columns from a time on, at which the vehicle has to be there."""
    times = columns[0]
    if not times[0] <= begin < times[-1]:
        raise InputError(
            f"{reel.path} shows '{vehicle}' from {times[0]:g} s to {times[-1]:g} s, so it cannot be played from "
            f"{begin:g} s on"
        )
    columns[3] = np.unwrap(columns[3])
    return [np.concatenate(([np.interp(begin, times, column)], column[times > begin])) for column in columns]


def move_of(entry: ScriptEntry, name: str, path: KeyPath, reading: Reading) -> Move:
    """What a study says at a path of how the vehicle of a name is moved."""
    plan = _plan(entry, name, path, reading)
    _refuse_fast(plan, path, reading)
    return Move(0, plan.motion, plan, entry.relative, entry.then)


def _plan(entry: ScriptEntry, name: str, path: KeyPath, reading: Reading) -> Plan:
    if entry.trajectory is not None:
        with At(reading.at(*path, "trajectory")):
            gates = [PearlGate(gate.left, gate.right, gate.speed, gate.time) for gate in entry.trajectory]
            return StringOfPearls(gates, smooth=entry.curve != "linear")
    if entry.key_frames is not None:
        with At(reading.at(*path, "key_frames")):
            frames = [KeyFrame(each.time, Pose(each.x, each.y, each.heading)) for each in entry.key_frames]
            return KeyFrames(frames, smooth=entry.curve != "linear")
    assert entry.reel is not None
    with At(reading.at(*path, "reel")):
        folder = reading.file(entry.reel)
        if not folder.is_dir():
            raise InputError(f"there is no reel '{entry.reel}' beside the study; it is a folder NAME.reel")
        reel = Reel.open(folder)
    with At(reading.at(*path, *(("vehicle",) if entry.vehicle is not None else ()))):
        return footage(reel, entry.vehicle or name, begin=entry.from_)


def _refuse_fast(plan: Plan, path: KeyPath, reading: Reading) -> None:
    """Refuse speeds that no vehicle drives."""
    worst = int(plan.paces.argmax())
    if plan.paces[worst] > FASTEST:
        kind = plan.motion.replace(" ", "_")
        at = reading.at(*path, kind, *((worst + 1,) if kind != "reel" else ()))
        raise InputError(f"to get here takes {plan.paces[worst]:.0f} m/s; expected {FASTEST:g} m/s or less", at)


def script_of(move: Move, entry: ScriptEntry, here: Pose) -> Script:
    """The script of a vehicle that begins its drive at a pose."""
    assert move.plan is not None
    script = Script(move.plan, entry.start, move.relative, move.then)
    return script.placed(here, 0) if entry.begins_at_once else script


def begun_place(script: Script, tracks: Tracks, route: int) -> dict[str, Any]:
    """The columns of a vehicle at the beginning of its script: where it is, and how it moves."""
    point, lane_map = script.at(script.begin), tracks.lane_map
    pose = point.pose
    match = lane_map.match(pose.x, pose.y, heading=pose.heading, reach=HOLD, kinds=ROADWAY)
    lane, s, offset = int(match.lane), float(match.s), float(match.offset)
    is_on = lane >= 0
    return {
        "x": pose.x, "y": pose.y, "heading": wrap_angle(pose.heading), "speed": point.speed,
        "acceleration": point.acceleration, "yaw_rate": point.yaw_rate, "motion": script.plan.motion,
        "lane": lane, "s": s if is_on else 0.0, "offset": offset if is_on else 0.0,
        "z": float(lane_map.place(lane, s, offset).z) if is_on else 0.0,
        "entry": int(tracks.locate(route, lane)) if is_on and route >= 0 else -1,
    }  # fmt: skip


def refuse_laneless(script: Script, lane_map: LaneMap) -> None:
    """Refuse a script that ends too far from all lanes for its vehicle to be bound to one then."""
    if script.then != "lane" or not script.is_placed:
        return
    end = script.last_pose
    if not has_lane(lane_map, end):
        raise InputError(
            f"it ends at x={end.x:g}, y={end.y:g}, where no lane is within {LANE_REACH:g} m to go on by; "
            "let it end nearer to one, or stand there"
        )


def has_lane(lane_map: LaneMap, pose: Pose) -> bool:
    """Whether there is a lane near enough for a vehicle at a pose to be bound to."""
    match = lane_map.match(pose.x, pose.y, heading=pose.heading, reach=LANE_REACH, kinds=ROADWAY)
    return int(match.lane) >= 0
