"""What a subject did at the junctions of a drive, read from its reel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from seahaven.geometry import Floats
from seahaven.measures.lanes import Lanes
from seahaven.measures.passage import Passage, passages
from seahaven.measures.rules import StopPassed, Taken, light_passed, rights_taken, stop_passed
from seahaven.reels import Reel
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.world import LightState

__all__ = ["JunctionDrive", "Lights", "junction_drive"]

AROUND: Final = 15.0
"""Seconds before and after a passage in which other vehicles are looked at."""


@dataclass(frozen=True, slots=True)
class JunctionDrive:
    """The junctions of a drive: how many the subject passed, at which times (s) at red, and whose right of way it took.

    `amber` are the times at which it passed a stop line at amber, which is allowed to vehicles that cannot stop.
    `stops` are the stop signs that it passed.
    """

    passed: int = 0
    red: tuple[float, ...] = ()
    amber: tuple[float, ...] = ()
    taken: tuple[Taken, ...] = ()
    stops: tuple[StopPassed, ...] = ()


def junction_drive(reel: Reel, subject: int, lanes: Lanes | None, *, until: float = float("inf")) -> JunctionDrive:
    """What a subject did at junctions up to a time (s): at its collision, say, after which nothing counts."""
    if lanes is None or not {"lane", "s", "length", "speed"} <= reel.families["vehicle"].columns.keys():
        return JunctionDrive()
    logic = JunctionLogic.of(lanes.lane_map)
    own = _samples(reel, f"id = {int(subject)}", until)
    lights = Lights.read(reel, logic)
    red, amber, taken, stops = list[float](), list[float](), list[Taken](), list[StopPassed]()
    ways = passages(own["time"], own["lane"], own["s"], _length(own), logic)
    for passage in ways:
        light = light_passed(passage, lights.plan, lights.times, lights.states) if lights is not None else None
        is_red = light is not None and light[1] in (LightState.RED, LightState.RED_AMBER)
        if light is not None and is_red:
            red.append(light[0])
        if light is not None and light[1] is LightState.AMBER:
            amber.append(light[0])
        rows = np.searchsorted(own["time"], passage.time)
        stop = stop_passed(passage, own["speed"][rows], logic)
        stops += [stop] if stop else []
        taken += rights_taken(passage, _others(reel, subject, passage, logic, until), logic, ran_red=is_red)
    return JunctionDrive(len(ways), tuple(red), tuple(amber), tuple(taken), tuple(stops))


@dataclass(frozen=True, slots=True)
class Lights:
    """The lights of a reel: their plan, and what each showed at which time."""

    plan: SignalPlan
    times: Floats
    states: Floats

    @classmethod
    def read(cls, reel: Reel, logic: JunctionLogic) -> Lights | None:
        """The lights of a reel; None if it has none."""
        plan = SignalPlan.of(logic)
        if "signal" not in reel.families or not len(plan):
            return None
        table = reel.table("signal", ["time", "state"])
        times = np.unique(table.column("time").to_numpy())
        states = table.column("state").to_numpy()
        return cls(plan, times, states.reshape(len(times), -1)) if len(states) == len(times) * len(plan) else None


def _others(
    reel: Reel, subject: int, own: Passage, logic: JunctionLogic, until: float
) -> list[tuple[int, Passage, Floats]]:  # fmt: skip
    """The passages of other vehicles through the same junction at about the same time, with their accelerations."""
    ways = {conflict.foe for conflict in logic.conflicts(own.way)}
    lanes = sorted({lane for way in ways for lane in (logic.ways[way].incoming, *logic.ways[way].lanes) if lane >= 0})
    if not lanes:
        return []
    begin, end = float(own.time[0]) - AROUND, min(float(own.time[-1]) + AROUND, until)
    chosen = f"id <> {int(subject)} and time >= {begin!r} and lane in ({', '.join(map(str, lanes))})"
    cells = _samples(reel, chosen, end)
    found = []
    for entity in np.unique(cells["id"]).tolist():
        mine = {name: values[cells["id"] == entity] for name, values in cells.items()}
        for passage in passages(mine["time"], mine["lane"], mine["s"], _length(mine), logic):
            rows = np.searchsorted(mine["time"], passage.time)
            found.append((int(entity), passage, mine["acceleration"][rows]))
    return found


def _samples(reel: Reel, chosen: str, until: float) -> dict[str, Any]:
    last = "" if until == float("inf") else f" and time <= {until!r}"
    return reel.query(
        f"select time, id, lane, s, length, speed, acceleration from vehicle where {chosen}{last} order by id, time"
    ).fetchnumpy()


def _length(cells: dict[str, Any]) -> float:
    return float(cells["length"][0]) if len(cells["length"]) else 0.0
