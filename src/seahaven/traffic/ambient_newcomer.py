"""Newcomers to ambient traffic: where they may enter, and how fast they are then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.behaviour import own_pace
from seahaven.geometry import Floats
from seahaven.kernel import Stream
from seahaven.traffic.ambient_lines import Lines
from seahaven.traffic.ambient_standing import Standing
from seahaven.traffic.ambient_throng import Throng
from seahaven.traffic.ambient_zone import Zone
from seahaven.traffic.distribution import uniforms

__all__ = ["END", "Newcomer", "Newcomers", "end_room", "enter", "lined_up", "places_for", "spacing"]

LEAST_SPACING = 0.45
"""The share of the mean spacing that all keep; the rest is left to chance."""
END, LAST = 300.0, 50.0
"""The most, and the least, of the metres before the end of its route at which somebody leaves whom nobody sees."""
SLOWING = 1.2
"""The deceleration in m/s² with which one would slow down before that end."""
EASE = 1.3
"""By how much wider than its neighbours want gaps have to be for a newcomer."""
SLOWEST = 0.6
"""Nobody enters at less than this share of the speed that goes with the traffic there: it waits instead."""


class Newcomer(NamedTuple):
    """Somebody who is about to enter: where along the lines, how fast, and the columns of its body and traits."""

    place: float
    speed: float
    columns: dict[str, Any]


class Newcomers(NamedTuple):
    """Many of them, as columns."""

    place: Floats
    speed: Floats
    columns: dict[str, NDArray[Any]]

    @classmethod
    def of(cls, newcomers: Sequence[Newcomer]) -> Newcomers:
        """Single newcomers together."""
        columns = {name: np.array([one.columns[name] for one in newcomers]) for name in newcomers[0].columns}
        place, speed = (np.array([one[k] for one in newcomers]) for k in range(2))
        return cls(place, speed, columns)


def end_room(limit: Any) -> Any:
    """How many metres before the end of its route somebody leaves whom nobody sees, before it slows down there."""
    return np.minimum(LAST + np.square(limit) / (2.0 * SLOWING), END)


def spacing(chance: Any) -> Any:
    """How many vehicles' worth of road, or of flow, lie between one and the next: 1 in the mean, by chance."""
    return LEAST_SPACING - (1.0 - LEAST_SPACING) * np.log1p(-chance)


def enter(
    lines: Lines, places: Floats, who: dict[str, Any], zone: Zone | None, throng: Throng, standing: Standing
) -> Newcomer | None:  # fmt: skip
    """A newcomer at the first of some places on a line at which there is room and nobody sees it; None if at none.

    Without a zone, it may be seen.
    """
    lane, s = lines.lane_at(places)
    line = lines.line_of[lane[0]]
    speeds = _speeds(lines, places, who, float(standing.pace[lines.carriageway[line]]))
    for k in np.flatnonzero(_is_open(lines, int(line), places, standing)).tolist():
        speed = throng.speed_at(float(places[k]), float(speeds[k]), who, EASE)
        if speed < SLOWEST * speeds[k]:
            continue
        if zone is None or not zone.sees_at(int(lane[k]), float(s[k]), speed, who):
            throng.join(float(places[k]), speed, who)
            return Newcomer(float(places[k]), speed, who)
    return None


def _is_open(lines: Lines, line: int, places: Floats, standing: Standing) -> NDArray[np.bool_]:
    """Of each place, whether it is on the line, not just before its end, and anybody is wanted there."""
    posts = lines.post_at(places)
    last = lines.end[line] - (0.0 if lines.is_closed[line] else end_room(lines.posts.limit[posts]))
    wanted = standing.expected[posts] > 0.0
    return np.asarray((places > lines.begin[line]) & (places < last) & wanted)


def _speeds(lines: Lines, places: Floats, who: dict[str, Any], pace: Any) -> Floats:
    """How fast somebody drives at places, with the traffic there going at a pace."""
    posts, at = lines.posts, lines.post_at(places)
    free = np.minimum(who["speed_factor"] * posts.limit[at], who["top_speed"])
    return np.asarray(np.minimum(pace * free, posts.bound[at]))


def places_for(lines: Lines, density: Floats, stream: Stream) -> Floats:
    """Places all along the lines at a density, given for each post, from the front of each line to its rear."""
    posts, places = lines.posts, [np.zeros(0)]
    for line in range(len(lines)):
        own = np.flatnonzero(posts.line == line)
        sums = np.concatenate(([0.0], np.cumsum(density[own] * posts.span[own])))
        edges = np.concatenate((posts.place[own] - 0.5 * posts.span[own], lines.end[line : line + 1]))
        places.append(np.interp(_arrivals(float(sums[-1]), stream, line), sums, edges)[::-1])
    return np.concatenate(places)


def _arrivals(total: float, stream: Stream, line: int) -> Floats:
    """Numbers that rise by 1 in the mean, up to a total: how many vehicles' worth of road lie before each."""
    chance = uniforms(stream, np.arange(int(2.0 * total) + 20), draw=line)
    steps = spacing(chance)
    steps[0] *= chance[-1]
    sums: Floats = np.cumsum(steps)
    return sums[sums < total]


def lined_up(lines: Lines, places: Floats, people: dict[str, NDArray[Any]], throng: Throng, pace: float) -> Newcomers:
    """Newcomers at those of the places where there is room, the foremost first, each as fast as its gap permits.

    `pace` is the share of its speed that the average driver keeps in this weather.
    """
    wishes = _speeds(lines, places, people, own_pace(pace, people["weather_caution"]))
    speeds = throng.line_up(places, wishes, people)
    kept = np.flatnonzero(speeds > 0.0)
    return Newcomers(places[kept], speeds[kept], {name: column[kept] for name, column in people.items()})
