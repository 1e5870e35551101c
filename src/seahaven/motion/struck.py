"""Bodies that were struck: how they move from then on, and what becomes of them once they lie still."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin
from typing import Any, Final, NamedTuple

import numpy as np

from seahaven.geometry import Floats, Integers, Truths, wrap_angle
from seahaven.motion.chassis import GRAVITY
from seahaven.motion.collision import Push
from seahaven.motion.columns import Cells
from seahaven.motion.fleet import CHASSIS_OF_KIND, FLEET
from seahaven.motion.free_columns import Cockpit, FreeState
from seahaven.motion.hulls import Hulls
from seahaven.roads import LaneMap
from seahaven.world import VEHICLE

__all__ = [
    "Fallen",
    "askew_of",
    "braking",
    "drives_on",
    "has_come_to_rest",
    "hulls_between",
    "pushed_state",
    "put_pushed",
    "state_after",
    "thrown",
]

CODES: Integers = np.array(
    [list(FLEET).index(CHASSIS_OF_KIND[k]) if k in CHASSIS_OF_KIND else -1 for k in VEHICLE.columns["kind"].kinds]
)
"""The chassis of a vehicle, by the code of its kind; -1 for what is none, which is never driven freely."""
SLIDING: Final = 0.6
"""Friction of a person on asphalt, who slides or rolls: 0.5 to 0.7 (J. Searle, SAE 930659)."""
AT_REST: Final = 0.02
"""m/s and rad/s, below which a vehicle with a foot on the brake counts as standing."""
ASKEW: Final = 0.1
"""rad, up to which a vehicle that is given back keeps to its lane at once; beyond, it steers back onto it."""
ACROSS: Final = 1.0
"""rad, from which a vehicle lies across its lane: its driver cannot set off again."""


class Fallen(NamedTuple):
    """People who were struck: where they are, in which direction they slide, and how fast."""

    x: Floats
    y: Floats
    heading: Floats
    speed: Floats

    def slid(self, dt: float) -> tuple[Floats, Floats, Floats]:
        """Where they are dt seconds later, and how fast, while friction on the ground stops them."""
        moving = np.minimum(self.speed / (SLIDING * GRAVITY), dt)
        way = (self.speed - 0.5 * SLIDING * GRAVITY * moving) * moving
        speed = np.where(moving < dt, 0.0, self.speed - SLIDING * GRAVITY * moving)
        return self.x + way * np.cos(self.heading), self.y + way * np.sin(self.heading), speed


def thrown(hulls: Hulls, places: Integers) -> dict[str, Floats]:
    """Where people are who were struck, with their heading in the direction in which they fly."""
    vx, vy = hulls.velocity_x[places], hulls.velocity_y[places]
    speed = np.hypot(vx, vy)
    heading = np.where(speed > 0.0, np.arctan2(vy, vx), hulls.heading[places])
    return {"x": hulls.x[places], "y": hulls.y[places], "heading": heading, "speed": speed}


def braking(count: int) -> Cockpit:
    """The controls of so many vehicles whose drivers have a foot on the brake."""
    controls = Cockpit.of(count)
    controls.brake[:] = 1.0
    return controls


def state_after(hulls: Hulls, places: Integers, kinds: Integers) -> FreeState:
    """The state of ordinary vehicles, by the codes of their kinds, from the hulls that they were."""
    state, fleet = FreeState.of(len(places)), list(FLEET.values())
    state.kind[:] = CODES[kinds]
    c, s = np.cos(hulls.heading[places]), np.sin(hulls.heading[places])
    vx, vy = hulls.velocity_x[places], hulls.velocity_y[places]
    state.x[:], state.y[:], state.heading[:] = hulls.x[places], hulls.y[places], hulls.heading[places]
    state.speed[:], state.aside[:], state.yaw_rate[:] = vx * c + vy * s, vy * c - vx * s, hulls.yaw_rate[places]
    state.ratio[:] = [fleet[k].gear_at(v) for k, v in zip(state.kind.tolist(), state.speed.tolist(), strict=True)]
    return state


def pushed_state(seen: Any, rows: Integers, pushes: Sequence[Push]) -> FreeState:
    """The state of ordinary vehicles that are where their columns say, and move as they were pushed."""
    hulls = Hulls.of(len(rows))
    hulls.x[:], hulls.y[:], hulls.heading[:] = seen.x[rows], seen.y[rows], seen.heading[rows]
    hulls.velocity_x[:] = [push.velocity_x for push in pushes]
    hulls.velocity_y[:] = [push.velocity_y for push in pushes]
    hulls.yaw_rate[:] = [push.yaw_rate for push in pushes]
    return state_after(hulls, np.arange(len(rows)), seen.kind[rows])


def hulls_between(seen: Any, cells: Cells, rows: Integers, dt: float) -> tuple[Hulls, Floats]:
    """The hulls of ordinary vehicles at the end of a step of dt seconds, and their poses before."""
    before = np.column_stack((seen.x[rows], seen.y[rows], seen.heading[rows]))
    after = np.column_stack((cells.x[rows], cells.y[rows], cells.heading[rows]))
    velocities = (after - before) / dt
    velocities[:, 2] = [wrap_angle(turn) / dt for turn in (after - before)[:, 2].tolist()]
    sizes = np.column_stack((seen.length[rows], seen.width[rows]))
    return Hulls.of_kinds(seen.kind[rows], after, velocities, sizes), before


def put_pushed(cells: Cells, row: int, hulls: Hulls, k: int) -> None:
    """Put a vehicle where it is after it was pushed."""
    heading = float(hulls.heading[k])
    cells.x[row], cells.y[row], cells.heading[row] = hulls.x[k], hulls.y[k], wrap_angle(heading)
    cells.speed[row] = hulls.velocity_x[k] * cos(heading) + hulls.velocity_y[k] * sin(heading)
    cells.yaw_rate[row], cells.acceleration[row] = hulls.yaw_rate[k], 0.0


def has_come_to_rest(state: FreeState, count: int) -> Truths:
    """Which of the first vehicles stand."""
    fastest = np.maximum(np.abs(state.speed[:count]), np.abs(state.aside[:count]))
    still: Truths = np.maximum(fastest, np.abs(state.yaw_rate[:count])) < AT_REST
    return still


def drives_on(lane_map: LaneMap, seen: Any, row: int) -> str | None:
    """By which motion a struck vehicle that stands drives on; None if it lies across its lane."""
    lane = int(seen.lane[row])
    if lane < 0:
        return "lane"  # it rolls back onto one
    askew = askew_of(lane_map, seen, row)
    return None if askew > ACROSS else "lane" if askew <= ASKEW else "kinematic"


def askew_of(lane_map: LaneMap, seen: Any, row: int) -> float:
    """The angle between a vehicle and its lane (rad), whichever side it points to."""
    place = lane_map.place(int(seen.lane[row]), float(seen.s[row]), float(seen.offset[row]))
    return abs(wrap_angle(float(seen.heading[row]) - float(place.heading)))
