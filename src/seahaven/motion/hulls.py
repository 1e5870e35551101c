"""Bodies that can collide: boxes with mass, whatever moves them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, inf, sin
from typing import Any, NamedTuple

import numpy as np

from seahaven.geometry import Floats, Integers, Pose, wrap_angle
from seahaven.motion.chassis import Chassis, trailer_pose
from seahaven.motion.fleet import CHASSIS_OF_KIND, FLEET, OBJECT_MASSES
from seahaven.motion.free_columns import FreeState
from seahaven.world import VEHICLE

__all__ = ["Hulls"]


def _hull_of_kind(kind: str) -> tuple[float, float, float]:
    """Mass, inertia and reach ahead of a kind of row; of what is no vehicle, as a body of a metre across."""
    if kind in OBJECT_MASSES:
        return OBJECT_MASSES[kind], OBJECT_MASSES[kind] / 6.0, 0.0
    chassis = FLEET[CHASSIS_OF_KIND[kind]]
    return chassis.mass, chassis.inertia, chassis.ahead


BY_KIND: Floats = np.array([_hull_of_kind(kind) for kind in VEHICLE.columns["kind"].kinds])
"""Mass, inertia, and how far the box lies ahead of the centre of gravity, by the code of a vehicle's kind."""


class Hulls(NamedTuple):
    """Boxes with mass, a row per body: vehicles, wrecks, people, walls and poles; read and written in place."""

    x: Floats
    """m, the middle of the box"""
    y: Floats
    heading: Floats
    """rad"""
    velocity_x: Floats
    """m/s, of the centre of gravity, to the east"""
    velocity_y: Floats
    """m/s, of the centre of gravity, to the north"""
    yaw_rate: Floats
    """rad/s"""
    mass: Floats
    """kg; infinite for what never moves"""
    inertia: Floats
    """kg m²; infinite for what never turns"""
    length: Floats
    """m"""
    width: Floats
    """m"""
    ahead: Floats
    """m, from the centre of gravity forward to the middle of the box"""
    puller: Integers
    """The row of the body that pulls this one by a hitch, -1 for none; the two do not collide"""
    hitch: Floats
    """m, from the centre of gravity of a body that is pulled forward to its hitch"""
    puller_hitch: Floats
    """m, from the centre of gravity of its puller forward to the hitch: negative"""

    @classmethod
    def of(cls, count: int) -> Hulls:
        """So many boxes of a square metre at the origin that never move, such as blocks of concrete."""
        columns: dict[str, Any] = {name: np.zeros(count) for name in cls._fields}
        hulls = cls(**(columns | {"puller": np.full(count, -1, np.int64)}))
        hulls.mass[:], hulls.inertia[:], hulls.length[:], hulls.width[:] = inf, inf, 1.0, 1.0
        return hulls

    @classmethod
    def of_vehicles(cls, fleet: Sequence[Chassis], state: FreeState) -> Hulls:
        """The hulls of free vehicles, of which `fleet` has the chassis by kind, and after these their trailers'."""
        chassis = [fleet[kind] for kind in state.kind]
        trailers = [i for i, one in enumerate(chassis) if one.trailer is not None]
        hulls = cls.of(len(chassis) + len(trailers))
        for i, one in enumerate(chassis):
            hulls._put_vehicle(i, one, state)
        for row, i in enumerate(trailers, len(chassis)):
            hulls._put_trailer(row, i, chassis[i], float(state.hitch[i]))
        return hulls

    @classmethod
    def of_kinds(cls, kinds: Integers, poses: Floats, velocities: Floats, sizes: Floats) -> Hulls:
        """The hulls of ordinary vehicles by the codes of their kinds.

        `poses` has rows x, y, heading, `velocities` rows of the middle of the box: east, north, yaw rate; `sizes` rows
        length, width.
        """
        hulls = cls.of(len(kinds))
        hulls.x[:], hulls.y[:], hulls.heading[:] = poses.T
        hulls.mass[:], hulls.inertia[:], hulls.ahead[:] = BY_KIND[kinds].T
        hulls.length[:], hulls.width[:] = sizes.T
        turning = velocities[:, 2] * hulls.ahead
        hulls.velocity_x[:] = velocities[:, 0] + turning * np.sin(hulls.heading)
        hulls.velocity_y[:] = velocities[:, 1] - turning * np.cos(hulls.heading)
        hulls.yaw_rate[:] = velocities[:, 2]
        return hulls

    def _put_vehicle(self, i: int, chassis: Chassis, state: FreeState) -> None:
        c, s = cos(state.heading[i]), sin(state.heading[i])
        speed, aside = state.speed[i], state.aside[i] + state.yaw_rate[i] * chassis.hitch_shift
        self.x[i], self.y[i], self.heading[i] = state.x[i], state.y[i], state.heading[i]
        self.velocity_x[i], self.velocity_y[i] = speed * c - aside * s, speed * s + aside * c
        self.yaw_rate[i], self.mass[i], self.inertia[i] = state.yaw_rate[i], chassis.mass, chassis.inertia
        self.length[i], self.width[i], self.ahead[i] = chassis.length, chassis.width, chassis.ahead

    def _put_trailer(self, row: int, i: int, chassis: Chassis, hitch: float) -> None:
        trailer, pose = chassis.trailer, trailer_pose(chassis, Pose(self.x[i], self.y[i], self.heading[i]), hitch)
        assert trailer is not None
        assert pose is not None  # it is there if the trailer is
        c, s = cos(self.heading[i]), sin(self.heading[i])
        hitch_x = self.velocity_x[i] + self.yaw_rate[i] * trailer.hitch * s
        hitch_y = self.velocity_y[i] - self.yaw_rate[i] * trailer.hitch * c
        c, s = cos(pose.heading), sin(pose.heading)
        turning = (hitch_y * c - hitch_x * s) / trailer.wheelbase
        back = (1.0 - trailer.share) * trailer.wheelbase  # where the mass is that loads hitch and axle so
        self.x[row], self.y[row], self.heading[row], self.yaw_rate[row] = pose.x, pose.y, pose.heading, turning
        self.velocity_x[row], self.velocity_y[row] = hitch_x + turning * back * s, hitch_y - turning * back * c
        self.mass[row], self.length[row], self.width[row] = trailer.mass, trailer.length, trailer.width
        self.inertia[row] = trailer.mass * (trailer.length**2 + trailer.width**2) / 12.0
        self.ahead[row] = back - (0.5 * trailer.length - trailer.overhang)
        self.puller[row], self.hitch[row], self.puller_hitch[row] = i, back, -trailer.hitch

    @property
    def poses(self) -> Floats:
        """Where the boxes are: a row x, y, heading for each."""
        return np.stack((self.x, self.y, self.heading), axis=1)

    def joined(self, *others: Hulls) -> Hulls:
        """These and other hulls, one after the other."""
        parts = zip(self._fields, self, *others, strict=True)
        columns: dict[str, Any] = {name: np.concatenate(columns) for name, *columns in parts}
        before = len(self.x)
        for one in others:
            pulled = columns["puller"][before : before + len(one.x)]
            pulled[pulled >= 0] += before
            before += len(one.x)
        return Hulls(**columns)

    def put_into(self, fleet: Sequence[Chassis], state: FreeState, rows: Iterable[int]) -> None:
        """Give places and velocities back to the free vehicles that some rows belong to, be it by their trailer."""
        count = len(state.x)
        for row in rows:
            i = int(self.puller[row]) if self.puller[row] >= 0 else row
            if i >= count:
                continue
            chassis, c, s = fleet[state.kind[i]], cos(self.heading[i]), sin(self.heading[i])
            state.x[i], state.y[i], state.heading[i] = self.x[i], self.y[i], self.heading[i]
            state.speed[i] = self.velocity_x[i] * c + self.velocity_y[i] * s
            state.aside[i] = self.velocity_y[i] * c - self.velocity_x[i] * s - self.yaw_rate[i] * chassis.hitch_shift
            state.yaw_rate[i] = self.yaw_rate[i]
            for trailer in np.flatnonzero(self.puller == i):
                state.hitch[i] = wrap_angle(float(self.heading[i] - self.heading[trailer]))
