"""How fast a lane map is made, and how fast it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np

from seahaven.bench.stopwatch import cpu_seconds, race
from seahaven.geometry import Floats
from seahaven.kernel import Stream
from seahaven.roads.formats.opendrive import read_opendrive
from seahaven.roads.lanemap import DRIVING, LaneMap
from seahaven.roads.model import LaneKind, RoadNetwork

__all__ = ["Points", "answering", "loading_ratio", "making", "random_points", "rates"]

STRAY = 2.0
"""How far beside a lane's border, in metres, a point near it may lie."""
STEP = 1.0
"""How far back, in metres, the hint for something that moves is."""

_DRAWS = Stream.named(0, "bench/roads")


@dataclass(frozen=True, slots=True)
class Points:
    """Random places: lanes, s and offsets up to a lane's borders; x and y of these; x and y up to 2 m further out."""

    lane: np.ndarray[tuple[int], np.dtype[np.int64]]
    s: Floats
    offset: Floats
    x: Floats
    y: Floats
    near_x: Floats
    near_y: Floats


def loading_ratio(path: Path, *, repeats: int) -> tuple[float, float]:
    """How many times as long as lxml's parsing our loading takes, until every lane has answered; and its seconds.

    Warm are compiled code, which is loaded, and the file, which the system has at hand; of roads nothing is kept.
    """
    from lxml import etree

    rounds = race(lambda: etree.parse(path), lambda: answering(LaneMap(read_opendrive(path))), repeats=repeats)
    return median(ours / theirs for theirs, ours in rounds), median(ours for _, ours in rounds)


def making(network: RoadNetwork, *, repeats: int) -> float:
    """The seconds from a network to a lane map of which every lane has answered."""
    answering(LaneMap(network))
    return median(cpu_seconds(lambda: answering(LaneMap(network))) for _ in range(repeats))


def answering(lane_map: LaneMap) -> None:
    """Ask every lane where its middle is, and the map which lane is there."""
    lanes = np.arange(len(lane_map))
    middle = lane_map.place(lanes, 0.5 * lane_map.length)
    lane_map.match(middle.x, middle.y, hint=lanes, kinds=tuple(LaneKind))


def random_points(lane_map: LaneMap, count: int) -> Points:
    """Places spread evenly over the driving lanes."""
    driving = np.flatnonzero([tuple(LaneKind)[kind] in DRIVING for kind in lane_map.kind])
    rows = np.arange(count)
    reached = np.cumsum(lane_map.length[driving])
    u, v, w = (_DRAWS.uniforms(rows, draw=draw) for draw in range(3))
    lane = driving[np.searchsorted(reached, u * reached[-1], side="right")]
    s, side = v * lane_map.length[lane], w - 0.5
    width = lane_map.width(lane, s)
    here, near = lane_map.place(lane, s, side * width), lane_map.place(lane, s, side * (width + 2.0 * STRAY))
    return Points(lane, s, side * width, here.x, here.y, near.x, near.y)


def rates(lane_map: LaneMap, points: Points, *, repeats: int) -> dict[str, float]:
    """Answers per second of CPU time, by question."""
    back = np.maximum(points.s - STEP, 0.0)
    questions: dict[str, Callable[[], object]] = {
        "place": lambda: lane_map.place(points.lane, points.s, points.offset),
        "match": lambda: lane_map.match(points.near_x, points.near_y),
        "hinted": lambda: lane_map.match(points.x, points.y, hint=(points.lane, back)),
        "hinted near": lambda: lane_map.match(points.near_x, points.near_y, hint=(points.lane, back)),
    }
    rounds = race(*questions.values(), repeats=repeats)
    times = (median(column) for column in zip(*rounds, strict=True))
    return {name: len(points.s) / seconds for name, seconds in zip(questions, times, strict=True)}
