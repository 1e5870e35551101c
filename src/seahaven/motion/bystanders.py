"""What freely driven vehicles may run into: ordinary vehicles and people, as hulls between two dates of the traffic."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.motion.hulls import Hulls
from seahaven.motion.script import is_scripted
from seahaven.world import Solids

__all__ = ["PERSON_MASS", "Bystanders", "Neighbourhood", "bystanders_of", "hulls_of_pair"]

PERSON_MASS = 75.0
"""kg, of an adult: 60 to 86 around the world (S. C. Walpole et al., *BMC Public Health* 12, 439, 2012)."""


class Bystanders(NamedTuple):
    """Bodies that another module moves: who they are, where they were and are to be, and as what they collide."""

    ids: Integers
    rows: Integers
    """Of their table"""
    before: Floats
    """A row x, y, heading for each: where they are now"""
    hulls: Hulls
    """Where they will be at the end of the step"""
    are_people: bool


def bystanders_of(table: Any, rows: Integers, age: float, dt: float, *, are_people: bool) -> Bystanders:
    """Some rows of a table of vehicles or people, whose values are `age` seconds old, and what they do within dt.

    They go on as they moved at their last date: with the same acceleration and, of vehicles, the same turning. That is
    what those who move them do as well, up to what their drivers decide anew. Until they are moved again, it differs by
    some centimetres at most. Nothing pushes a vehicle that a script moves: it counts as infinitely heavy.
    """
    motion = _Motion.of(table, rows, are_people=are_people)
    before, then = motion.after(age), motion.after(age + dt)
    velocities = np.column_stack(((then[:, :2] - before[:, :2]) / dt, motion.turning))
    sizes = np.column_stack((table.length[rows], table.width[rows]))
    if are_people:
        hulls = _people(then, velocities[:, :2], sizes)
    else:
        hulls = Hulls.of_kinds(table.kind[rows], then, velocities, sizes)
        led = is_scripted(table.motion[rows])
        hulls.mass[led], hulls.inertia[led] = np.inf, np.inf
    return Bystanders(table.ids[rows], rows, before, hulls, are_people)


def _people(poses: Floats, velocities: Floats, sizes: Floats) -> Hulls:
    """The hulls of people: rows x, y, heading; velocity to the east and north; length, width."""
    hulls = Hulls.of(len(poses))
    hulls.x[:], hulls.y[:], hulls.heading[:] = poses.T
    hulls.velocity_x[:], hulls.velocity_y[:] = velocities.T
    hulls.length[:], hulls.width[:] = sizes.T
    hulls.mass[:] = PERSON_MASS
    hulls.inertia[:] = PERSON_MASS * (hulls.length**2 + hulls.width**2) / 12.0
    return hulls


def _standing(boxes: Floats) -> Bystanders:
    """Walls and poles, from rows x, y, heading, length, width; they have no rows in a table, and the id 0."""
    hulls = Hulls.of(len(boxes))
    hulls.x[:], hulls.y[:], hulls.heading[:], hulls.length[:], hulls.width[:] = boxes[:, :5].T
    none = np.zeros(len(boxes), np.int64)
    return Bystanders(none, none[:0], boxes[:, :3].copy(), hulls, are_people=False)


def hulls_of_pair(people: Any, i: int, cars: Any, j: int, dt: float) -> tuple[Hulls, Floats]:
    """The hulls of a vehicle and a person in rows of their tables at the end of dt seconds, and their poses before."""
    parts, before = list[Hulls](), list[Floats]()
    for table, row in ((cars, j), (people, i)):
        pose = np.array([[table.x[row], table.y[row], table.heading[row]]])
        velocity = table.speed[row] * np.array([[np.cos(pose[0, 2]), np.sin(pose[0, 2]), 0.0]])
        size = np.array([[table.length[row], table.width[row]]])
        then = pose + dt * velocity
        is_person = table is people
        parts.append(
            _people(then, velocity[:, :2], size)
            if is_person
            else Hulls.of_kinds(table.kind[[row]], then, velocity, size)
        )
        before.append(pose)
    return parts[0].joined(parts[1]), np.concatenate(before)


class Neighbourhood(NamedTuple):
    """Where vehicles may meet others within a step."""

    own: Floats
    """A row x, y, z, speed, length, width, height for each vehicle"""
    age: float
    """s, since all others were moved"""
    dt: float
    """s, of the step"""
    period: float
    """s, from one date at which all others move to the next"""

    def bystanders(self, seen: Any, rows: Integers, people: Any, solids: Solids) -> list[Bystanders]:
        """Vehicles other than those in `rows`, people who have not been struck, and walls and poles."""
        cars = np.setdiff1d(self._near(seen), rows)
        folk = self._near(people)
        folk = folk[people.null("struck")[folk]] if len(folk) else folk
        groups = [
            bystanders_of(table, near, self.age, self.dt, are_people=table is people)
            for table, near in ((seen, cars), (people, folk))
            if len(near)
        ]
        boxes = self._near_solids(solids)
        return [*groups, _standing(boxes)] if len(boxes) else groups

    def _near(self, table: Any) -> Integers:
        """The rows of a table that may be met."""
        import seahaven.motion.roaming_kernels as kernels

        found = np.empty(len(table), np.int64)
        size = table.length, table.width, table.height
        count = kernels.near_rows(table.x, table.y, table.z, table.speed, *size, self.own, self.period, found)
        return found[:count]

    def _near_solids(self, solids: Solids) -> Floats:
        import seahaven.motion.roaming_kernels as kernels

        found = np.empty(len(solids.boxes), np.int64)
        count = kernels.near_solids(solids.boxes, solids.longest, self.own, self.dt, found)
        return solids.boxes[found[:count]]


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
