"""Contacts of a hooligan with others, and which of them the others could have avoided by stopping.

Judged by where the boxes were, step by step; what drivers perceived and wished is not asked for.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tests.behaviour.coping.hooligan import STEP

Floats = NDArray[np.float64]

SIGHT = 100.0
"""Metres within which drivers see a hooligan."""
BRAKING, REACTION = 6.0, 1.0
"""Braking (m/s²) by which a contact has to be avoided, and after how many seconds it begins."""
FORESEEN = 6.0
"""Seconds within which two who go on as they do will meet who are on a collision course."""
LAPSE = 5
"""So many steps without a collision course end one; if it comes about again, drivers have to notice it anew."""
MUCH = 3.0
"""How much faster (m/s) than whoever brakes so a driver may be when it cannot help touching the hooligan."""
LEVEL = 2.0
"""Metres by which one is above the other who crosses a bridge."""
STOOD = 0.5
"""Speed (m/s) below which whoever was hit had stopped."""


@dataclass(frozen=True)
class Track:
    """Where a vehicle was from a step on: rows of x, y, heading, speed and z, and how long and wide it is."""

    first: int
    poses: Floats
    size: tuple[float, float]


def corners(pose: Floats, size: tuple[float, float]) -> Floats:
    """The corners of a box."""
    ahead, left = 0.5 * size[0], 0.5 * size[1]
    c, s = np.cos(pose[2]), np.sin(pose[2])
    offsets = np.array([(ahead, left), (-ahead, left), (-ahead, -left), (ahead, -left)])
    return np.asarray(offsets @ np.array([[c, s], [-s, c]]) + pose[:2])


def meet(a: Floats, a_size: tuple[float, float], b: Floats, b_size: tuple[float, float]) -> bool:
    """Whether two boxes have a place in common: no line parallel to a side of either parts them."""
    reach = 0.5 * (np.hypot(*a_size) + np.hypot(*b_size))
    if np.hypot(*(a[:2] - b[:2])) > reach:
        return False
    first, second = corners(a, a_size), corners(b, b_size)
    for heading in (a[2], a[2] + 0.5 * np.pi, b[2], b[2] + 0.5 * np.pi):
        axis = np.array([np.cos(heading), np.sin(heading)])
        one, other = first @ axis, second @ axis
        if one.max() < other.min() or other.max() < one.min():
            return False
    return True


class Path:
    """The way that a vehicle took up to a contact, and straight on from there."""

    def __init__(self, track: Track, begin: int, end: int) -> None:
        self.poses = track.poses[begin - track.first : end - track.first + 1]
        self.along = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(self.poses[:, :2], axis=0).T))))

    def at(self, way: float) -> Floats:
        """The pose after some metres."""
        over = max(way - float(self.along[-1]), 0.0)
        k = min(int(self.along.searchsorted(way)), len(self.along) - 1)
        before = max(k - 1, 0)
        span = float(self.along[k] - self.along[before])
        share = (min(way, float(self.along[-1])) - self.along[before]) / span if span > 0.0 else 0.0
        pose = self.poses[before] + share * (self.poses[k] - self.poses[before])
        pose[:2] += over * np.array([np.cos(pose[2]), np.sin(pose[2])])
        return np.asarray(pose)


def is_on_course(mine: Track, path: Path, way: float, speed: float, its: Track, step: int) -> bool:
    """Whether a driver meets the hooligan if both go on as they do."""
    other = its.poses[step - its.first].copy()
    velocity = other[3] * np.array([np.cos(other[2]), np.sin(other[2])])
    for time in np.arange(0.0, FORESEEN, 0.2):
        there = other.copy()
        there[:2] += time * velocity
        if meet(path.at(way + speed * time), mine.size, there, its.size):
            return True
    return False


def noticed_at(mine: Track, its: Track, path: Path, contact: int) -> int:
    """The step since which a driver has had the hooligan in sight and on a collision course with it."""
    begin = max(mine.first, its.first)
    noticed = contact
    for step in range(contact - 1, begin - 1, -1):
        pose, other = mine.poses[step - mine.first], its.poses[step - its.first]
        if np.hypot(*(pose[:2] - other[:2])) > SIGHT:
            break
        if is_on_course(mine, path, float(path.along[step - begin]), float(pose[3]), its, step):
            noticed = step
        elif noticed - step > LAPSE:
            break
    return noticed


def is_to_blame(mine: Track, its: Track, contact: int) -> bool:
    """Whether a driver would not have touched the hooligan had it braked since it saw it on a collision course, or
    would have been much slower."""
    begin = max(mine.first, its.first)
    path = Path(mine, begin, contact)
    noticed = noticed_at(mine, its, path, contact)
    way, speed = float(path.along[noticed - begin]), float(mine.poses[noticed - mine.first, 3])
    for step in range(noticed, its.first + len(its.poses)):
        if meet(path.at(way), mine.size, its.poses[step - its.first], its.size):
            return bool(mine.poses[contact - mine.first, 3] > speed + MUCH)
        if (step - noticed) * STEP >= REACTION:
            speed = max(speed - BRAKING * STEP, 0.0)
        way += speed * STEP
    return True


def judged(others: dict[int, Track], its: Track) -> tuple[list[int], list[int]]:
    """The ids of those who touched the hooligan, and of those among them who are to blame: who drove into it."""
    touched, guilty = [], []
    for entity, mine in others.items():
        begin, end = max(mine.first, its.first), min(mine.first + len(mine.poses), its.first + len(its.poses))
        for step in range(begin, end):
            pose, other = mine.poses[step - mine.first], its.poses[step - its.first]
            if abs(pose[4] - other[4]) < LEVEL and meet(pose, mine.size, other, its.size):
                touched.append(entity)
                towards = (other[:2] - pose[:2]) @ np.array([np.cos(pose[2]), np.sin(pose[2])]) > 0.0
                if pose[3] > STOOD and towards and is_to_blame(mine, its, step):
                    guilty.append(entity)
                break
    return touched, guilty
