"""Who yields to whom at every conflict of a network, and what was doubtful about it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from math import pi
from typing import NamedTuple

import numpy as np

from seahaven.geometry import Bytes, Truths, wrap_angle
from seahaven.roads.junctions.arm import Arm, Arms, Side, side_of
from seahaven.roads.junctions.conflict import KINDS, ConflictKind, Meetings, Reason, Verdict
from seahaven.roads.junctions.light import Lights
from seahaven.roads.junctions.party import Party, Sign, Size, size_of
from seahaven.roads.junctions.precedence import (
    GREEN_TOGETHER,
    NEVER_TOGETHER,
    WITHOUT_LIGHTS,
    Case,
    Ruling,
    Statute,
    decide,
    is_stated,
    verdict,
)
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Junction, Remark, RightOfWay

VERDICTS = tuple(Verdict)
REASONS = tuple(Reason)


class Verdicts(NamedTuple):
    """Of each row of the meetings: what to do and why, also when lights are off; and whether both ways have lights."""

    verdict: Bytes
    reason: Bytes
    dark_verdict: Bytes
    dark_reason: Bytes
    is_lit: Truths


class Court:
    """The rules applied to a network, junction by junction."""

    def __init__(self, lane_map: LaneMap, arms: Arms, parties: Sequence[Party], lights: Lights) -> None:
        self._map, self._arms, self._parties, self._lights = lane_map, arms, parties, lights
        self._network = network = lane_map.network
        members: dict[int, list[Party]] = {}
        for party in parties:
            members.setdefault(party.junction, []).append(party)
        self._statutes = {j: self._statute(network.junctions[j], j, own) for j, own in members.items()}
        self.remarks: dict[Remark, None] = {}

    def judge(self, meetings: Meetings) -> Verdicts:
        """The verdicts on all conflicts."""
        rows = len(meetings.way)
        columns = np.zeros((4, rows), dtype=np.uint8)
        lit = np.zeros(rows, dtype=bool)
        ways, foes = meetings.way.tolist(), meetings.foe.tolist()
        kinds, twins = meetings.kind.tolist(), meetings.twin.tolist()
        for row in range(rows):
            if ways[row] > foes[row]:
                continue
            one, other = self._parties[ways[row]], self._parties[foes[row]]
            # Where ways from one lane cross again, the one that is ahead goes first, too.
            kind = ConflictKind.DIVERGE if meetings.again[row] else KINDS[kinds[row]]
            case = Case(one, other, kind, self._statutes[one.junction])
            rulings = self._lit(case), decide(WITHOUT_LIGHTS, case)
            self._remark(case, rulings[1])
            for place, ruling in zip((0, 2), rulings, strict=True):
                back = Ruling(-ruling.first, ruling.reason)
                columns[place, row] = VERDICTS.index(verdict(ruling, one))
                columns[place, twins[row]] = VERDICTS.index(verdict(back, other))
                columns[place + 1, [row, twins[row]]] = REASONS.index(ruling.reason)
            lit[[row, twins[row]]] = self._is_lit(one) and self._is_lit(other)
        return Verdicts(columns[0], columns[1], columns[2], columns[3], lit)

    def _is_lit(self, party: Party) -> bool:
        return bool(self._lights.of_way[party.way])

    def _lit(self, case: Case) -> Ruling:
        """The ruling while lights work."""
        one, other = self._is_lit(case.one), self._is_lit(case.other)
        if not (one or other):
            return decide(WITHOUT_LIGHTS, case)
        if one is not other:
            return self._half_lit(case)
        together = self._lights.together(case.one.way, case.other.way)
        if together is None:
            together = case.one.origin == case.other.origin or (
                side_of(case.one.bearing, case.other.bearing) is Side.OPPOSITE
            )
        return decide(GREEN_TOGETHER if together else NEVER_TOGETHER, case)

    def _half_lit(self, case: Case) -> Ruling:
        """A way without a light yields to those that have green, unless signs or priorities settle it."""
        ruling, dark = decide(WITHOUT_LIGHTS, case), case.other if self._is_lit(case.one) else case.one
        settled = (Reason.SAME_LANE, Reason.PRIORITY, Reason.RAIL, Reason.SAME_ARM)
        if ruling.reason in settled or dark.sign is not Sign.NONE:
            return ruling
        return Ruling(-1 if dark is case.one else 1, Reason.LIGHTS)

    def _statute(self, junction: Junction, j: int, parties: Sequence[Party]) -> Statute:
        stated = frozenset((p.high, p.high_lane, p.low, p.low_lane) for p in junction.priorities)
        all_stop = junction.right_of_way is RightOfWay.ALL_WAY_STOP
        if junction.right_of_way in (None, RightOfWay.PRIORITY) and not stated:
            origins = {party.origin for party in parties}
            all_stop = len(origins) > 1 and all(party.sign is Sign.STOP for party in parties)
        unsaid = junction.right_of_way is RightOfWay.PRIORITY and not stated
        unsaid = unsaid and all(party.sign is Sign.NONE and not party.is_entering for party in parties)
        main = self._main(j, parties) if unsaid else frozenset()
        return Statute(junction.right_of_way, junction.kind, stated, all_stop, main)

    def _main(self, j: int, parties: Sequence[Party]) -> frozenset[int]:
        arms = self._arms.of_junction[j]
        ways = {(party.origin, self._arms.goal[party.way]) for party in parties}
        return main_arms(arms, ways, [size_of(arm, self._map) for arm in arms])

    def _remark(self, case: Case, ruling: Ruling) -> None:
        junction = self._network.junctions[case.one.junction]
        low = case.other if ruling.first > 0 else case.one
        if is_stated(case.one, case.other, case.statute) and is_stated(case.other, case.one, case.statute):
            first, last = case.one.members[-1][0], case.other.members[-1][0]
            message = (
                f"junction '{junction.id}' says that road '{first}' goes before road '{last}' and the other way round; "
                f"taken by the next rule: {ruling.reason}"
            )
            self.remarks[Remark("seahaven:junction.priority", message, junction.at)] = None
        elif ruling.reason is Reason.PRIORITY_ROAD and low.sign is Sign.NONE:
            road = low.members[0][0]
            message = f"road '{road}' has no sign at junction '{junction.id}', where others have priority; it yields"
            self.remarks[Remark("seahaven:junction.sign", message, junction.at)] = None
        elif ruling.reason is Reason.MAIN_ROAD:
            message = f"junction '{junction.id}' does not say which road has priority; taken by size and course"
            self.remarks[Remark("seahaven:junction.main-road", message, junction.at)] = None


def main_arms(arms: Sequence[Arm], ways: Collection[tuple[int, int]], sizes: Sequence[Size]) -> frozenset[int]:
    """The two arms of the largest road that leads through, of several the straightest; none for fewer than three arms.

    `ways` are the pairs of arms between which some way leads.
    """
    pairs = [(a, b) for a, b in combinations(arms, 2) if (a.index, b.index) in ways or (b.index, a.index) in ways]
    if len(arms) < 3 or not pairs:
        return frozenset()
    best = max(pairs, key=lambda pair: (*_size(sizes[pair[0].index], sizes[pair[1].index]), -_bend(*pair)))
    return frozenset(arm.index for arm in best)


def _size(one: Size, other: Size) -> tuple[float, int, int]:
    """The size of a road of two arms: that of the smaller arm, then the lanes of both."""
    return (*min(one, other), one[1] + other[1])


def _bend(one: Arm, other: Arm) -> float:
    return abs(abs(wrap_angle(one.bearing - other.bearing)) - pi)
