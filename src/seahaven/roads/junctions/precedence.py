"""Who goes first where two ways meet: the rules, in their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import pi
from typing import NamedTuple

from seahaven.geometry import wrap_angle
from seahaven.roads.junctions.arm import Side, side_of
from seahaven.roads.junctions.conflict import ConflictKind, Reason, Verdict
from seahaven.roads.junctions.party import Party, Sign
from seahaven.roads.model import JunctionKind, RightOfWay, Turn


class Ruling(NamedTuple):
    """Who of two goes first, by which rule: 1 is the one that is asked about, -1 the other, 0 whoever comes first."""

    first: int
    reason: Reason


class Case(NamedTuple):
    """Two ways that meet, and what holds for their junction."""

    one: Party
    other: Party
    kind: ConflictKind
    statute: Statute


class Statute(NamedTuple):
    """What was said about a junction as a whole, and what follows from the signs at all of its arms."""

    rule: RightOfWay | None
    kind: JunctionKind
    stated: frozenset[tuple[str, int | None, str, int | None]]
    """Roads and lanes that go before others: road and lane of the one, road and lane of the other."""
    is_all_way_stop: bool
    main: frozenset[int]
    """The arms of what is taken for the main road where nothing says which one is."""


Rule = Callable[[Case], Ruling | None]
_RANK = {Sign.STOP: 0, Sign.YIELD: 0, Sign.NONE: 1, Sign.PRIORITY: 2}
_TURN_RANK = {Turn.STRAIGHT: 0, Turn.RIGHT: 1, Turn.LEFT: 1, Turn.BACK: 2}
ACUTE = pi / 4.0
"""Up to which angle two roads that merge run alike."""


def decide(rules: Sequence[Rule], case: Case) -> Ruling:
    """The first rule that applies decides."""
    for rule in rules:
        ruling = rule(case)
        if ruling is not None:
            return ruling
    return Ruling(0, Reason.UNDECIDED)


def verdict(ruling: Ruling, own: Party) -> Verdict:
    """What a ruling means for the one that is asked about."""
    if ruling.first == 0:
        return Verdict.FIRST_COME
    if ruling.first > 0:
        return Verdict.GO_FIRST
    return Verdict.STOP_AND_YIELD if own.sign is Sign.STOP else Verdict.YIELD


def same_lane(case: Case) -> Ruling | None:
    """Ways that come from one lane are taken one behind the other."""
    return Ruling(0, Reason.SAME_LANE) if case.kind is ConflictKind.DIVERGE else None


def all_way_stop(case: Case) -> Ruling | None:
    """Where everyone has to stop, whoever stopped first goes first."""
    return Ruling(0, Reason.ALL_WAY_STOP) if case.statute.is_all_way_stop else None


def stated(case: Case) -> Ruling | None:
    """What the junction's maker said of the two roads or lanes; nothing, if he said both."""
    first, last = is_stated(case.one, case.other, case.statute), is_stated(case.other, case.one, case.statute)
    return None if first is last else Ruling(1 if first else -1, Reason.PRIORITY)


def is_stated(high: Party, low: Party, statute: Statute) -> bool:
    """Whether the junction's maker said that one goes before the other."""
    return bool(statute.stated) and any(
        (road, lane, foe, foe_lane) in statute.stated
        for road, number in high.members
        for foe, foe_number in low.members
        for lane in (None, number)
        for foe_lane in (None, foe_number)
    )


def rail(case: Case) -> Ruling | None:
    """Trains cannot wait."""
    if case.one.is_rail is case.other.is_rail:
        return None
    return Ruling(1 if case.one.is_rail else -1, Reason.RAIL)


def unregulated(case: Case) -> Ruling | None:
    """Where the maker said that there is no rule, whoever comes first goes first."""
    return Ruling(0, Reason.UNREGULATED) if case.statute.rule is RightOfWay.UNREGULATED else None


def signs(case: Case) -> Ruling | None:
    """Signs rank ways: priority, no sign, yield or stop."""
    one, other = _RANK[case.one.sign], _RANK[case.other.sign]
    if one == other:
        return None
    low = case.one if one < other else case.other
    reasons = {Sign.STOP: Reason.STOP_SIGN, Sign.YIELD: Reason.YIELD_SIGN}
    return Ruling(1 if one > other else -1, reasons.get(low.sign, Reason.PRIORITY_ROAD))


def main_road(case: Case) -> Ruling | None:
    """Where the maker said that there is a main road but not which, it is the one that looks like it."""
    one, other = case.one.origin in case.statute.main, case.other.origin in case.statute.main
    return None if one is other else Ruling(1 if one else -1, Reason.MAIN_ROAD)


def roundabout(case: Case) -> Ruling | None:
    """Who is in a roundabout goes before who enters it."""
    if case.one.is_entering is case.other.is_entering:
        return None
    return Ruling(-1 if case.one.is_entering else 1, Reason.ROUNDABOUT)


def entry(case: Case) -> Ruling | None:
    """Who joins a motorway, or a road end to end, yields: entry lanes, else the smaller road, else the outer one."""
    one, other = case.one, case.other
    if case.kind is not ConflictKind.MERGE or one.origin == other.origin:
        return None
    if one.is_ramp is not other.is_ramp:
        return Ruling(-1 if one.is_ramp else 1, Reason.ENTRY)
    alike = abs(wrap_angle(one.heading - other.heading)) < ACUTE
    if not alike or not (case.statute.kind is JunctionKind.DIRECT or (one.is_motorway and other.is_motorway)):
        return None
    if one.size[::-1] != other.size[::-1]:
        return Ruling(1 if one.size[::-1] > other.size[::-1] else -1, Reason.ENTRY)
    # The outer one comes from the right, and so has the greater bearing of two that lie behind.
    outer = wrap_angle(one.bearing - other.bearing) > 0.0
    return Ruling(-1 if outer is not one.is_left_hand else 1, Reason.ENTRY)


def same_arm(case: Case) -> Ruling | None:
    """Of ways side by side from one arm the straighter goes first; of two alike the one nearer to the middle."""
    one, other = case.one, case.other
    if one.origin != other.origin or one.junction != other.junction or one.origin < 0:
        return None
    ranks = _TURN_RANK[one.turn], _TURN_RANK[other.turn]
    if ranks[0] != ranks[1]:
        return Ruling(1 if ranks[0] < ranks[1] else -1, Reason.SAME_ARM)
    if one.kerb == other.kerb:
        return Ruling(0, Reason.SAME_ARM)
    return Ruling(1 if one.kerb < other.kerb else -1, Reason.SAME_ARM)


def turning(case: Case) -> Ruling | None:
    """Who turns back yields to all others; who turns across oncoming traffic yields to it."""
    one, other = case.one, case.other
    if (one.turn is Turn.BACK) is not (other.turn is Turn.BACK):
        return Ruling(-1 if one.turn is Turn.BACK else 1, Reason.TURNING)
    if side(case) is not Side.OPPOSITE:
        return None
    across = Turn.RIGHT if one.is_left_hand else Turn.LEFT
    if (one.turn is across) is (other.turn is across):
        return Ruling(0, Reason.TURNING)
    return Ruling(-1 if one.turn is across else 1, Reason.TURNING)


def nearside(case: Case) -> Ruling | None:
    """Right goes before left, unless the maker said that left goes before right.

    The Vienna convention on road traffic (18.4) leaves it to countries that keep to the left; it is the same there.
    """
    seen = side(case)
    if seen not in (Side.LEFT, Side.RIGHT):
        return None
    left_first = case.statute.rule is RightOfWay.LEFT_FIRST
    waits = seen is (Side.LEFT if left_first else Side.RIGHT)
    return Ruling(-1 if waits else 1, Reason.LEFT_FIRST if left_first else Reason.RIGHT_FIRST)


def lights(_: Case) -> Ruling:
    """Lights that never let both go at once leave nothing to decide."""
    return Ruling(0, Reason.LIGHTS)


def side(case: Case) -> Side:
    """Where the other comes from, as seen by the first."""
    if case.one.origin == case.other.origin and case.one.junction == case.other.junction:
        return Side.SAME
    return side_of(case.one.bearing, case.other.bearing)


WITHOUT_LIGHTS: tuple[Rule, ...] = (
    same_lane,
    all_way_stop,
    stated,
    rail,
    unregulated,
    signs,
    main_road,
    roundabout,
    entry,
    same_arm,
    turning,
    nearside,
)
"""The rules where there are no lights, or they are off."""
GREEN_TOGETHER: tuple[Rule, ...] = (same_lane, stated, rail, same_arm, turning, *WITHOUT_LIGHTS[5:])
"""The rules among ways that are green together: who turns yields, whatever the signs say."""
NEVER_TOGETHER: tuple[Rule, ...] = (same_lane, stated, lights)
"""The rules among ways that are never green together."""
