"""What freely driven vehicles may run into: ordinary vehicles and people, as hulls between two dates of the traffic."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.motion.fleet import BICYCLE, BUS, MOTORCYCLE, SEDAN, TRUCK
from seahaven.motion.hulls import Hulls

__all__ = ["PERSON_MASS", "Bystanders", "bystanders_of"]

MASSES: Floats = np.array([SEDAN.mass, TRUCK.mass, BUS.mass, MOTORCYCLE.mass, BICYCLE.mass])
"""kg, of ordinary vehicles by the code of their kind: a car, a truck, a bus, a motorcycle, a bicycle."""
PERSON_MASS = 75.0
"""kg, of an adult: 60 to 86 around the world (S. C. Walpole et al., *BMC Public Health* 12, 439, 2012)."""


class Bystanders(NamedTuple):
    """Bodies that another module moves: who they are, where they were and are to be, and as what they collide."""

    ids: Integers
    before: Floats
    """A row x, y, heading for each: where they are now"""
    hulls: Hulls
    """Where they will be at the end of the step"""
    are_people: bool

    def but(self, spared: set[int]) -> Bystanders:
        """Without some of them."""
        keep = np.array([entity not in spared for entity in self.ids.tolist()], np.bool_)
        columns: list[Any] = [column[keep] for column in self.hulls]
        return Bystanders(self.ids[keep], self.before[keep], Hulls(*columns), self.are_people)


def bystanders_of(table: Any, rows: Integers, age: float, dt: float, *, are_people: bool) -> Bystanders:
    """Some rows of a table of vehicles or people, whose values are `age` seconds old, and what they do within dt.

    They go on as they moved at their last date: with the same acceleration and, of vehicles, the same turning. That is
    what those who move them do as well, up to what their drivers decide anew. Until they are moved again, it differs by
    some centimetres at most.
    """
    motion = _Motion.of(table, rows, are_people=are_people)
    before, then = motion.after(age), motion.after(age + dt)
    hulls = Hulls.of(len(rows))
    hulls.x[:], hulls.y[:], hulls.heading[:] = then.T
    hulls.velocity_x[:], hulls.velocity_y[:] = (then[:, :2] - before[:, :2]).T / dt
    hulls.yaw_rate[:], hulls.length[:], hulls.width[:] = motion.turning, table.length[rows], table.width[rows]
    hulls.mass[:] = PERSON_MASS if are_people else MASSES[table.kind[rows]]
    hulls.inertia[:] = hulls.mass * (hulls.length**2 + hulls.width**2) / 12.0
    return Bystanders(table.ids[rows], before, hulls, are_people)


class _Motion(NamedTuple):
    x: Floats
    y: Floats
    heading: Floats
    speed: Floats
    acceleration: Floats
    turning: Floats

    @classmethod
    def of(cls, table: Any, rows: Integers, *, are_people: bool) -> _Motion:
        none = np.zeros(len(rows))
        acceleration, turning = (none, none) if are_people else (table.acceleration[rows], table.yaw_rate[rows])
        return cls(table.x[rows], table.y[rows], table.heading[rows], table.speed[rows], acceleration, turning)

    def after(self, seconds: float) -> Floats:
        """Poses so many seconds later; those who brake stand when they have stopped."""
        with np.errstate(divide="ignore", invalid="ignore"):
            until = np.where(self.speed * self.acceleration < 0.0, -self.speed / self.acceleration, np.inf)
        moving = np.minimum(until, seconds)
        way = (self.speed + 0.5 * self.acceleration * moving) * moving
        middle, end = self.heading + 0.5 * self.turning * moving, self.heading + self.turning * moving
        return np.stack((self.x + way * np.cos(middle), self.y + way * np.sin(middle), end), axis=1)
