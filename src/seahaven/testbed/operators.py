"""The operators of signal temporal logic on margins, with its robustness; times are in seconds.

Windows that reach beyond the end of the drive count as far as there are frames. Of a window without any frame, nothing
is required (`always` is infinite) and nothing has come (`eventually` is minus infinity).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf

import numpy as np

from seahaven.testbed.margins import Integers, Margins

__all__ = ["after", "always", "both", "either", "eventually", "opposite", "until"]

EPSILON = 1e-9
"""Seconds by which a frame may lie beyond a window and still count: times of frames are rounded."""


def both(*parts: Margins) -> Margins:
    """What holds if all parts do: the least of them at each frame."""
    least = parts[0]
    for part in parts[1:]:
        least = least.where(least.values <= part.values, part)
    return least


def either(*parts: Margins) -> Margins:
    """What holds if any part does: the greatest of them at each frame."""
    greatest = parts[0]
    for part in parts[1:]:
        greatest = greatest.where(greatest.values >= part.values, part)
    return greatest


def opposite(part: Margins) -> Margins:
    """What holds if the part does not."""
    return part.turned()


def always(part: Margins, begin: float = 0.0, end: float = inf) -> Margins:
    """What holds at a frame if the part holds at each frame from `begin` to `end` seconds later."""
    return _over(part, begin, end, np.less_equal, inf)


def eventually(part: Margins, begin: float = 0.0, end: float = inf) -> Margins:
    """What holds at a frame if the part holds at some frame from `begin` to `end` seconds later."""
    return _over(part, begin, end, np.greater_equal, -inf)


def until(hold: Margins, goal: Margins, begin: float = 0.0, end: float = inf) -> Margins:
    """What holds at a frame if the goal comes from `begin` to `end` seconds later, and `hold` holds until then.

    At the frame of the goal itself, `hold` no longer has to.
    """
    first, last = _windows(goal, begin, end)
    joined = _joined(hold, goal)
    held, wanted = hold.values, goal.values
    rows = np.arange(len(goal))
    values = np.full(len(goal), -inf)
    for k in rows.tolist():
        stretch = slice(k, int(last[k]))
        path = np.minimum.accumulate(np.concatenate(([inf], held[stretch][:-1])))
        reach = np.minimum(path, wanted[stretch])[int(first[k]) - k :]
        if len(reach):
            best = int(first[k]) + int(np.argmax(reach))
            values[k] = reach.max()
            is_goal = wanted[best] <= path[best - k]
            rows[k] = len(goal) + best if is_goal else k + int(np.argmin(held[k:best]))
    return replace(joined.at(rows), times=goal.times, values=values)


def _joined(first: Margins, second: Margins) -> Margins:
    """Rows of one behind those of the other."""
    shift = len(first.causes)
    return Margins(
        np.concatenate((first.times, second.times)),
        np.concatenate((first.values, second.values)),
        np.concatenate((first.frames, second.frames)),
        np.concatenate((first.sources, second.sources + shift)),
        (*first.causes, *second.causes),
    )


def after(trigger: Margins, then: Margins) -> Margins:
    """What holds at a frame if, at each later frame at which the trigger holds, `then` does."""
    return always(either(opposite(trigger), then))


def _windows(part: Margins, begin: float, end: float) -> tuple[Integers, Integers]:
    """The rows that the window of each frame begins with, and those behind its last."""
    first = np.searchsorted(part.times, part.times + begin - EPSILON, side="left")
    last = np.searchsorted(part.times, part.times + end + EPSILON, side="right")
    return first, last


def _over(part: Margins, begin: float, end: float, beats: Callable[..., bool], nothing: float) -> Margins:
    """At each frame the extreme of its window, by a queue of rows that may still be one: linear in the frames."""
    first, last = _windows(part, begin, end)
    values, chosen = part.values.tolist(), np.zeros(len(part), dtype=np.int64)
    is_empty = np.zeros(len(part), dtype=np.bool_)
    queue: list[int] = []
    head = reached = 0
    for k, (low, high) in enumerate(zip(first.tolist(), last.tolist(), strict=True)):
        for row in range(reached, high):
            while len(queue) > head and not beats(values[queue[-1]], values[row]):
                queue.pop()
            queue.append(row)
        reached = max(reached, high)
        while len(queue) > head and queue[head] < low:
            head += 1
        is_empty[k] = len(queue) <= head
        chosen[k] = k if is_empty[k] else queue[head]
    found = part.at(chosen)
    found.values[is_empty] = nothing
    return found
