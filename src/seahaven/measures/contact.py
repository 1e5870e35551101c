"""Two road users on any paths: how near their outlines are, when they would touch, and how narrowly they missed.

Outlines are boxes: rows of x, y, heading, length and width (`seahaven.geometry.boxes_corners`). A *path* is the box of
a road user at evenly spaced times, an array of shape (n, k, 5) for n road users at k times.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seahaven.geometry import Floats, Truths, boxes_distance, boxes_overlap
from seahaven.measures.definition import defined

__all__ = ["Course", "box_distance", "contact_time", "encroachment_time", "touch_times"]

_ROUNDING: Final = 1e-9
"""Share, and metres, by which circles are taken wider, so that rounding leaves no touch out."""
_FINER: Final = 20
"""Into how many parts the time between two samples is divided around the narrowest encroachment."""


@defined(
    "distance of outlines",
    "m",
    meaning="shortest distance between the outlines of two road users, in any direction; 0 where they overlap",
    source="geometry",
)
def box_distance(first: Floats, second: Floats) -> Floats:
    """The distance (m) of boxes row by row."""
    return boxes_distance(first, second)


@defined(
    "contact time",
    "s",
    meaning="time until the outlines of two road users touch if each goes on along its path at its present speed: the "
    "time to collision for road users on any lanes and in any directions. A vehicle is expected to keep its lane and "
    "its place in it, after it has kept its present sideways speed for two seconds; at a junction it turns as its turn "
    "light says, else it goes straight on. A vehicle off the lanes and a person go straight on. Infinite if they do "
    "not touch within ten seconds",
    standard="time to collision (TTC)",
    source="Hayward (1972), in two dimensions as in Laureshyn, Svensson and Hydén, “Evaluation of traffic safety, "
    "based on micro-level behavioural data”, Accident Analysis and Prevention 42 (2010)",
)
def contact_time(first: Floats, second: Floats, *, step: float) -> Floats:
    """When paths, sampled every `step` seconds from now on, first bring two boxes together (s); infinite if never.

    Between two samples boxes move evenly and do not turn, so that nothing slips through. They keep their sizes.
    """
    return touch_times(_course(first), _course(second), step=step)


class Course(NamedTuple):
    """The paths of n road users at k times, column by column: x, y and heading (n, k), length and width (n)."""

    x: Floats
    y: Floats
    heading: Floats
    length: Floats
    width: Floats

    def boxes(self, row: NDArray[np.intp], k: NDArray[np.intp]) -> Floats:
        """The boxes of some road users at some of the times."""
        columns = (self.x[row, k], self.y[row, k], self.heading[row, k], self.length[row], self.width[row])
        return np.stack(columns, axis=-1)


def _course(path: Floats) -> Course:
    return Course(path[..., 0], path[..., 1], path[..., 2], path[:, 0, 3], path[:, 0, 4])


def touch_times(first: Course, second: Course, *, step: float) -> Floats:
    """The contact times of paths that are given column by column."""
    ahead, aside = first.x - second.x, first.y - second.y
    row, k = np.nonzero(_may_touch(ahead, aside, first, second))
    moved = np.stack((ahead[row, k + 1] - ahead[row, k], aside[row, k + 1] - aside[row, k]), axis=-1)
    share = _first_touch(first.boxes(row, k), second.boxes(row, k), moved)
    is_hit = share <= 1.0
    times = np.full(len(first.x), np.inf)
    np.minimum.at(times, row[is_hit], (k[is_hit] + share[is_hit]) * step)
    return times


def _may_touch(ahead: Floats, aside: Floats, first: Course, second: Course) -> Truths:
    """Whether boxes that are so far apart at each sample may touch before the next one: circles around them may.

    Few are as near as that, and what follows costs twenty times as much.
    """
    moved = np.hypot(np.diff(ahead), np.diff(aside))
    reach = 0.5 * (np.hypot(first.length, first.width) + np.hypot(second.length, second.width))
    may: Truths = np.hypot(ahead[:, :-1], aside[:, :-1]) <= moved + reach[:, None] * (1.0 + _ROUNDING) + _ROUNDING
    return may


def _first_touch(first: Floats, second: Floats, moved: Floats) -> Floats:
    """At which share of a relative movement of the first box the two touch; 0 if they do at once, infinite if never.

    Boxes are apart as long as some axis of either separates them; each axis gives the interval of shares in which it
    does not, and they touch where all four intervals overlap.
    """
    between = second[:, :2] - first[:, :2]
    enters, leaves = np.full(len(first), -np.inf), np.full(len(first), np.inf)
    for heading in (first[:, 2], second[:, 2]):
        for axis in (
            np.stack((np.cos(heading), np.sin(heading)), -1),
            np.stack((-np.sin(heading), np.cos(heading)), -1),
        ):
            reach = _extent(first, axis) + _extent(second, axis)
            apart, pace = (between * axis).sum(-1), (moved * axis).sum(-1)
            enter, leave = _interval(apart, pace, reach)
            enters, leaves = np.maximum(enters, enter), np.minimum(leaves, leave)
    touches = (enters <= leaves) & (leaves >= 0.0)
    return np.where(touches, np.maximum(enters, 0.0), np.inf)


def _extent(boxes: Floats, axis: Floats) -> Floats:
    """Half of how far boxes extend along an axis."""
    ahead = np.cos(boxes[:, 2]) * axis[:, 0] + np.sin(boxes[:, 2]) * axis[:, 1]
    aside = -np.sin(boxes[:, 2]) * axis[:, 0] + np.cos(boxes[:, 2]) * axis[:, 1]
    return 0.5 * (boxes[:, 3] * np.abs(ahead) + boxes[:, 4] * np.abs(aside))


def _interval(apart: Floats, pace: Floats, reach: Floats) -> tuple[Floats, Floats]:
    """From which share to which |apart - share * pace| is within reach; an empty interval where it never is."""
    still = np.abs(pace) < 1e-12
    safe = np.where(still, 1.0, pace)
    one, other = (apart - reach) / safe, (apart + reach) / safe
    is_within = np.abs(apart) <= reach
    enter = np.where(still, np.where(is_within, -np.inf, np.inf), np.minimum(one, other))
    leave = np.where(still, np.where(is_within, np.inf, -np.inf), np.maximum(one, other))
    return enter, leave


@defined(
    "post-encroachment time",
    "s",
    meaning="shortest time between one road user leaving a spot and the other one arriving there: where paths cross, "
    "the time from when the first has left the area in which they cross to when the second reaches it. 0 if they "
    "touched; infinite if their paths have no spot in common within the time looked at",
    standard="post-encroachment time (PET)",
    source="Allen, Shin and Cooper, “Analysis of traffic conflicts and collisions”, Transportation Research Record 667 "
    "(1978)",
)
def encroachment_time(time: ArrayLike, first: Floats, second: Floats) -> float:
    """The post-encroachment time of two recorded movements: boxes of shape (k, 5) at the same k times (s).

    Movements are interpolated between samples, to a twentieth of the time between them.
    """
    times = np.asarray(time, dtype=np.float64)
    if len(times) == 0:
        return float("inf")
    apart, i, j = _least_apart(times, first, times, second)
    if not 0.0 < apart < np.inf:
        return apart
    around = _refined(times, i), _refined(times, j)
    finer, _, _ = _least_apart(
        around[0], _interpolated(around[0], times, first), around[1], _interpolated(around[1], times, second)
    )
    return min(finer, apart)


def _least_apart(one: Floats, first: Floats, other: Floats, second: Floats) -> tuple[float, int, int]:
    """The least time between samples at which the boxes overlap in space, and which samples these are."""
    i, j = _near(first, second)
    wait = np.abs(one[i] - other[j])
    order = np.argsort(wait, kind="stable")
    for part in np.array_split(order, max(1, len(order) // 4096)):
        hits = np.flatnonzero(boxes_overlap(first[i[part]], second[j[part]])) if len(part) else part
        if len(hits):
            best = part[hits[0]]
            return float(wait[best]), int(i[best]), int(j[best])
    return float("inf"), -1, -1


def _near(first: Floats, second: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The pairs of samples that are near enough to overlap."""
    reach = 0.5 * (np.hypot(first[:, 3], first[:, 4]).max() + np.hypot(second[:, 3], second[:, 4]).max())
    away = np.hypot(first[:, None, 0] - second[None, :, 0], first[:, None, 1] - second[None, :, 1])
    i, j = np.nonzero(away <= reach)
    return i, j


def _refined(times: Floats, row: int) -> Floats:
    """Finer times around a sample."""
    low, high = times[max(row - 1, 0)], times[min(row + 1, len(times) - 1)]
    return np.linspace(low, high, 2 * _FINER + 1)


def _interpolated(at: Floats, times: Floats, boxes: Floats) -> Floats:
    columns = [boxes[:, 0], boxes[:, 1], np.unwrap(boxes[:, 2]), boxes[:, 3], boxes[:, 4]]
    return np.stack([np.interp(at, times, column) for column in columns], axis=-1)
