"""Who is to blame for a collision, by the rules of the road and what the recording shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos
from typing import Any, Final, NamedTuple

import numpy as np

from seahaven.geometry import wrap_angle
from seahaven.measures import must_yield
from seahaven.testbed.evidence import Evidence

__all__ = ["Blame", "blame"]

LATELY: Final = 10.0
"""Seconds before a collision in which a red light or a right of way that was disregarded explains it."""
CUT_IN: Final = 3.0
"""Seconds after a change of lanes for which the vehicle that changed answers for a collision with the follower."""
STANDS: Final = 0.5
"""m/s below which a vehicle stands."""
ALIKE: Final = 0.7
"""Cosine of the angle between headings above which vehicles go the same way."""
SPILL: Final = 0.3
"""Metres by which an outline may lie beyond the border of its lane and still count as inside."""


class Blame(NamedTuple):
    """Whether the subject is to blame, and why."""

    is_own: bool
    reason: str


@dataclass(frozen=True, slots=True)
class _Pair:
    """The subject and the other vehicle in the last frame before they touch; `rows` are those of the other one."""

    evidence: Evidence
    other: int
    rows: Any

    def own(self, column: str, back: float = 0.0) -> float:
        evidence = self.evidence
        return float(evidence.mine(column)[evidence.at(evidence.times[-1] - back)])

    def their(self, column: str, back: float = 0.0) -> float:
        row = self.rows[self.evidence.at(self.evidence.times[-1] - back)]
        return float(self.evidence.frames.cells[column][row]) if row >= 0 else float("nan")


def blame(evidence: Evidence, other: int) -> Blame:
    """Who is to blame for the collision that the evidence ends with; the first rule that fits decides."""
    pair = _Pair(evidence, other, evidence.frames.rows_of(other))
    if not len(pair.rows) or pair.rows[-1] < 0:
        return Blame(True, "it ran into what was not recorded as a vehicle")
    verdicts = (verdict for rule in RULES for verdict in rule(pair))
    return next(verdicts, Blame(True, "no rule lays the blame on the other one"))


def _red(pair: _Pair) -> Iterator[Blame]:
    end = float(pair.evidence.times[-1])
    if any(end - LATELY <= time <= end + LATELY for time in pair.evidence.junctions.red):
        yield Blame(True, "it had passed a red light")


def _standing(pair: _Pair) -> Iterator[Blame]:
    """What has stood for long, a cone or a vehicle that has broken down, is run into by the one that moves."""
    there = pair.rows >= 0
    times, speeds = pair.evidence.times[there], np.abs(pair.evidence.frames.cells["speed"][pair.rows[there]])
    is_long = there.all() or times[-1] - times[0] >= LATELY
    stood = is_long and bool((speeds[times >= times[-1] - LATELY] < STANDS).all())
    if stood and abs(pair.own("speed", 0.5)) >= STANDS:
        yield Blame(True, "it ran into what stood there")


def _right_of_way(pair: _Pair) -> Iterator[Blame]:
    lanes = pair.evidence.lanes
    if lanes is None:
        return
    duty = must_yield(lanes, _lanes_of(pair.own), _lanes_of(pair.their))
    if duty is not None:
        yield Blame(duty, "it had to yield" if duty else "the other one had to yield")


def _lanes_of(cell: Callable[[str, float], float]) -> list[int]:
    """The lanes of the last seconds, the newest last."""
    found = (cell("lane", back) for back in np.arange(LATELY, -0.01, -0.5))
    return [int(lane) for lane in found if lane == lane]


def _outside(pair: _Pair) -> Iterator[Blame]:
    own, other = _is_outside(pair, pair.own), _is_outside(pair, pair.their)
    if own and not other:
        yield Blame(True, own)
    if other and not own:
        yield Blame(False, other.replace("it ", "the other one ", 1))


def _is_outside(pair: _Pair, cell: Callable[[str], float]) -> str:
    """How a vehicle is not where it belongs; empty if it is."""
    lanes, lane = pair.evidence.lanes, int(cell("lane"))
    if lanes is None:
        return ""
    if lane < 0:
        return "it was off the lanes"
    place = lanes.lane_map.place(lane, min(cell("s"), float(lanes.lane_map.length[lane])))
    if cos(wrap_angle(cell("heading") - float(place.heading))) < 0.0:
        return "it drove against its lane"
    width = float(lanes.lane_map.width(lane, min(cell("s"), float(lanes.lane_map.length[lane]))))
    is_inside = lanes.lane_map.junction[lane] >= 0
    beyond = abs(cell("offset")) + 0.5 * cell("width") - 0.5 * width
    return "it was outside its lane" if beyond > SPILL and not is_inside else ""


def _follower(pair: _Pair) -> Iterator[Blame]:
    """Of two that go the same way, the one behind, unless the one ahead has just come in."""
    if cos(pair.own("heading") - pair.their("heading")) < ALIKE:
        return
    c, s = np.cos(pair.own("heading")), np.sin(pair.own("heading"))
    ahead = (pair.their("x") - pair.own("x")) * c + (pair.their("y") - pair.own("y")) * s
    is_behind = ahead > 0.0
    leader = pair.their if is_behind else pair.own
    came = leader("lane", CUT_IN) != leader("lane", 0.0) and _was_beside(pair, leader)
    if came:
        yield Blame(not is_behind, "it had cut in" if not is_behind else "the other one had cut in")
    else:
        yield Blame(is_behind, "it ran into the one ahead" if is_behind else "the one behind ran into it")


def _was_beside(pair: _Pair, cell: Callable[[str, float], float]) -> bool:
    """Whether a vehicle came from a lane beside the one where it is, not from the one before it."""
    lanes, before, now = pair.evidence.lanes, cell("lane", CUT_IN), cell("lane", 0.0)
    if lanes is None or not before >= 0 or not now >= 0:
        return False
    return int(now) not in {int(before), *lanes.lane_map.successors(int(before))} and abs(cell("drift", 1.0)) > 0.3


def _mover(pair: _Pair) -> Iterator[Blame]:
    """Of two of which one stands, the other one."""
    own, other = pair.own("speed", 0.5) < STANDS, pair.their("speed", 0.5) < STANDS
    if own != other:
        yield Blame(other, "it ran into one that stood" if other else "the other one ran into it as it stood")


RULES: Final = (_red, _standing, _right_of_way, _outside, _follower, _mover)
"""In the order in which they are asked."""
