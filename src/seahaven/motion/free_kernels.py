"""Compiled: freely driven vehicles, row by row and substep by substep."""

from __future__ import annotations

from math import cos, sin

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled
from seahaven.motion.chassis import CHASSIS_LAYOUT as _AT
from seahaven.motion.force_kernels import EVER, clean, demanded_forces, footing_of, holds, pedal_forces, steered
from seahaven.motion.free_columns import Cockpit, FreeState, Ground
from seahaven.motion.powertrain_kernels import DRIVE, REVERSE, drive_force, engaged, followed, shifted
from seahaven.motion.track_kernels import FOLD, MASS, SingleTrack, moved_on, wrecked_on

AHEAD, THROTTLE_LAG, BRAKE_LAG = _AT["ahead"], _AT["throttle_lag"], _AT["brake_lag"]


@compiled
def drive_each(p: Floats, state: FreeState, cockpit: Cockpit, ground: Ground, h: float, substeps: int) -> None:
    """Move all rows by so many substeps of h seconds, with their controls held; rows do not depend on each other."""
    for i in range(len(state.x)):
        k = state.kind[i]
        footing = footing_of(p, k, ground, i)
        begun, delta, felt, engine = state.heading[i], state.steering[i], state.acceleration[i], state.engine[i]
        t = SingleTrack(0.0, 0.0, begun, state.speed[i], state.aside[i], state.yaw_rate[i], state.hitch[i])
        push, pressure, ratio, shift = state.push[i], state.pressure[i], int(state.ratio[i]), state.shift[i]
        hand, brake = clean(cockpit.hand_brake[i], 0.0, 1.0), clean(cockpit.brake[i], 0.0, 1.0)
        throttle, wish = clean(cockpit.throttle[i], 0.0, 1.0), clean(cockpit.acceleration[i], -EVER, EVER)
        for _ in range(substeps):
            c, s = cos(t.heading), sin(t.heading)
            down_x = -footing.normal * (footing.slope_x * c + footing.slope_y * s)
            down_y = -footing.normal * (footing.slope_y * c - footing.slope_x * s)
            before = t
            if state.wrecked[i]:
                push, pressure, engine = 0.0, 0.0, 0.0
                hold_front, hold_rear = holds(p, k, footing, p[k, MASS] * (felt - down_x))
                t = wrecked_on(p, k, t, hold_front, hold_rear, down_x, down_y, h)
            else:
                turned = steered(p, k, delta, cockpit, i, h)
                gear = engaged(int(cockpit.gear[i]), t.vx)
                if gear == DRIVE:
                    ratio, shift = shifted(p, k, ratio, shift, abs(t.vx), push, h)
                else:
                    ratio, shift = 1, 0.0
                if cockpit.by_acceleration[i]:
                    f, push, pressure, engine = demanded_forces(
                        p, k, footing, gear, ratio, shift, wish, t.vx, down_x, down_y
                    )  # fmt: skip
                else:
                    pushed, pressed = push, pressure
                    push = followed(push, throttle, p[k, THROTTLE_LAG], h)
                    pressure = followed(pressure, brake, p[k, BRAKE_LAG], h)
                    # forces are those of the middle of the substep
                    drive, engine = drive_force(p, k, gear, ratio, shift, 0.5 * (pushed + push), t.vx)
                    f = pedal_forces(
                        p, k, footing, gear, drive, 0.5 * (pressed + pressure), hand, t.vx, felt, down_x, down_y
                    )  # fmt: skip
                t = moved_on(p, k, t, f, delta, turned, -1.0 if gear == REVERSE else 1.0, h)
                delta = turned
            felt = (t.vx - before.vx) / h - before.yaw_rate * before.vy
            fold = min(max(t.hitch, -p[k, FOLD]), p[k, FOLD])
            t = SingleTrack(t.x, t.y, t.heading, t.vx, t.vy, t.yaw_rate, fold)
        state.x[i] += t.x + p[k, AHEAD] * (cos(t.heading) - cos(begun))
        state.y[i] += t.y + p[k, AHEAD] * (sin(t.heading) - sin(begun))
        state.heading[i], state.speed[i], state.aside[i], state.yaw_rate[i] = t.heading, t.vx, t.vy, t.yaw_rate
        state.steering[i], state.hitch[i], state.acceleration[i], state.engine[i] = delta, t.hitch, felt, engine
        state.push[i], state.pressure[i], state.ratio[i], state.shift[i] = push, pressure, np.int8(ratio), shift
