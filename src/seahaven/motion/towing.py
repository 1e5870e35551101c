"""Trailers in a running world: boxes of their own that follow the hitch of a freely driven vehicle (C5)."""

from __future__ import annotations

from math import cos, sin
from typing import Any, NamedTuple

import numpy as np

from seahaven.geometry import Floats, Integers, Pose, wrap_angle
from seahaven.kernel import Module, Param, Tick
from seahaven.motion.chassis import Trailer, trailer_pose
from seahaven.motion.cockpit_family import COCKPIT
from seahaven.motion.columns import Cells
from seahaven.motion.fleet import FLEET
from seahaven.motion.ways import ROADWAY
from seahaven.roads.lanemap import bits_of
from seahaven.roads.routing import Tracks
from seahaven.world import reads, writes

__all__ = ["Towed", "Towing"]

KINDS = bits_of(ROADWAY)
EDGE = 0.5
"""m, how far beside all lanes a trailer still counts as on the nearest."""
_SEEN = ("x", "y", "z", "heading", "speed", "acceleration", "yaw_rate", "lane", "s")
_SHOWN = ("turn_light", "brake_light", "headlamps")
"""What a trailer shows as its puller does."""


class Towed(NamedTuple):
    """The trailers of some freely driven vehicles, in the order of these, as bodies beside them."""

    rows: Integers
    """In the table of vehicles"""
    poses: Floats
    """A row x, y, heading for each: where they are now"""
    pullers: Integers
    """The ids of the vehicles that pull them"""

    @classmethod
    def of(cls, vehicles: Any, ids: Integers) -> Towed:
        """The trailers of vehicles with some ids, which are in ascending order."""
        rows = np.flatnonzero(~vehicles.null("towed_by"))
        rows = rows[np.isin(vehicles.towed_by[rows], ids)]
        rows = rows[np.argsort(vehicles.towed_by[rows], kind="stable")]
        poses = np.stack((vehicles.x[rows], vehicles.y[rows], vehicles.heading[rows]), axis=1)
        return cls(rows, poses, vehicles.towed_by[rows])


class Towing(Module):
    """Puts trailers where the hitches of their pullers will be, and has them show the same lights.

        world.grant("towing", "vehicle", ids=trailer)
        root.add(Towing("towing", rate=100, tracks=tracks))

    A trailer is a vehicle with its puller in `towed_by`. Its puller is moved by `FreeMotion` at the same rate, which
    keeps the angle of the hitch in the cockpit. What that will make of both within a step is foreseen from how they
    move now; at 100 Hz this is good to a millimetre, and it is begun anew in every step.
    """

    tracks: Param[Tracks]

    seats = reads(COCKPIT.name, "vehicle", "chassis", "aside", "hitch")
    seen = reads("vehicle", *_SEEN, *_SHOWN, "towed_by")
    body = writes("vehicle", *Cells._fields, "contact")
    shown = writes("vehicle", *_SHOWN, "goes")

    def step(self, tick: Tick) -> None:
        """Move the trailers on by one period; those whose pullers are gone stay where they are."""
        seen, pulled = self.seen, self._pulled()
        if not pulled:
            return
        moved = [_drawn(seen, self.seats, puller, seat, tick.dt) for _, puller, seat in pulled]
        ids, pullers = np.array([trailer for trailer, _, _ in pulled]), [puller for _, puller, _ in pulled]
        self._place(ids, _Place(*[np.array(column) for column in zip(*moved, strict=True)]))
        for name in _SHOWN:
            self.shown.put(name, getattr(seen, name)[pullers], ids=ids)

    def _pulled(self) -> list[tuple[int, int, int]]:
        """Of each trailer the id, and the rows of its puller and of the cockpit."""
        seen, ids = self.seen, self.body.ids
        seats = {int(vehicle): k for k, vehicle in enumerate(self.seats.vehicle.tolist())}
        rows = {int(vehicle): k for k, vehicle in enumerate(seen.ids.tolist()) if vehicle in seats}
        pullers = zip(ids.tolist(), seen.towed_by[seen.ids.searchsorted(ids)].tolist(), strict=True)
        return [(trailer, rows[puller], seats[puller]) for trailer, puller in pullers if puller in rows]

    def _place(self, ids: Integers, at: _Place) -> None:
        """Find the lanes that trailers are on, and propose where they are."""
        import seahaven.motion.roaming_kernels as kernels

        seen, strips = self.seen, self.tracks.lane_map.strips
        rows = seen.ids.searchsorted(ids)
        z, lane, s = seen.z[rows], seen.lane[rows].astype(np.int64), seen.s[rows]
        offset, drift = np.zeros(len(rows)), np.zeros(len(rows))
        kernels.locate_each(
            strips.lookup, strips.surroundings, KINDS, EDGE, at.x, at.y, z, at.heading, at.speed, at.aside, lane, s,
            offset, drift,
        )  # fmt: skip
        values = {
            "x": at.x, "y": at.y, "z": z, "heading": at.heading, "speed": at.speed, "acceleration": at.acceleration,
            "yaw_rate": at.yaw_rate, "s": s, "offset": offset, "drift": drift, "lane": lane.astype(np.int32),
        }  # fmt: skip
        for name, column in values.items():
            self.body.put(name, column, ids=ids)


class _Place(NamedTuple):
    x: Floats
    y: Floats
    heading: Floats
    speed: Floats
    aside: Floats
    """Of the middle of the box, to the left"""
    acceleration: Floats
    yaw_rate: Floats


def _drawn(vehicles: Any, seats: Any, puller: int, seat: int, dt: float) -> tuple[float, ...]:
    """Where the trailer of a vehicle will be after dt, and how it moves then."""
    chassis = list(FLEET.values())[seats.chassis[seat]]
    trailer, hitch, turning = chassis.trailer, float(seats.hitch[seat]), float(vehicles.yaw_rate[puller])
    assert trailer is not None
    heading, acceleration = float(vehicles.heading[puller]), float(vehicles.acceleration[puller])
    speed, aside = float(vehicles.speed[puller]), float(seats.aside[seat]) + turning * chassis.hitch_shift
    faster, middle = speed + 0.5 * acceleration * dt, heading + 0.5 * turning * dt
    left = aside + turning * chassis.ahead
    x = float(vehicles.x[puller]) + dt * (faster * cos(middle) - left * sin(middle))
    y = float(vehicles.y[puller]) + dt * (faster * sin(middle) + left * cos(middle))
    along, around = _pulled_by(trailer, faster, aside - turning * trailer.hitch, hitch)
    hitch += dt * (turning - around)
    pose = trailer_pose(chassis, Pose(x, y, heading + turning * dt), hitch)
    assert pose is not None
    to_left = around * (trailer.wheelbase - 0.5 * trailer.length + trailer.overhang)
    return pose.x, pose.y, wrap_angle(pose.heading), along, to_left, acceleration, around


def _pulled_by(trailer: Trailer, speed: float, aside: float, hitch: float) -> tuple[float, float]:
    """The speed of a trailer and its yaw rate, by the velocity of its hitch in the puller's frame."""
    return speed * cos(hitch) - aside * sin(hitch), (speed * sin(hitch) + aside * cos(hitch)) / trailer.wheelbase
