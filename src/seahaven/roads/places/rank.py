"""Ranks: by which rule whoever arrives on an arm of a junction goes first, or does not."""

from __future__ import annotations

from collections.abc import Sequence

from seahaven.roads.junctions import Arm, Conflict, JunctionLogic, Reason, Sign, Verdict, Way
from seahaven.roads.model import LaneKind, RightOfWay, Turn
from seahaven.roads.places.wanted import Control

_KINDS = tuple(LaneKind)
_RANKED = frozenset(
    {
        Reason.PRIORITY,
        Reason.LIGHTS,
        Reason.STOP_SIGN,
        Reason.YIELD_SIGN,
        Reason.PRIORITY_ROAD,
        Reason.ROUNDABOUT,
        Reason.ENTRY,
        Reason.RAIL,
        Reason.MAIN_ROAD,
    }
)
_RANKS = frozenset({Control.STOP, Control.YIELD, Control.PRIORITY})
_YIELDS = frozenset({Verdict.YIELD, Verdict.STOP_AND_YIELD})
_SIGNS = {Sign.STOP: Control.STOP, Sign.YIELD: Control.YIELD, Sign.PRIORITY: Control.PRIORITY}
_EQUAL = {
    RightOfWay.RIGHT_FIRST: Control.RIGHT_FIRST,
    RightOfWay.LEFT_FIRST: Control.LEFT_FIRST,
    RightOfWay.ALL_WAY_STOP: Control.ALL_WAY_STOP,
}


def controls(logic: JunctionLogic, junction: str, arms: Sequence[Arm]) -> list[Control | None]:
    """The control of each arm; None for arms on which nobody arrives."""
    ways = logic.ways_through(junction)
    own = [_driven([way for way in ways if way.origin == arm.index], logic) for arm in arms]
    found = [_control(logic, junction, known) if known else None for known in own]
    arriving = [control for control in found if control is not None]
    if len(arriving) > 1 and all(control is Control.STOP for control in arriving):
        return [None if control is None else Control.ALL_WAY_STOP for control in found]
    return [_settled(arriving) if control is Control.NONE else control for control in found]


def _settled(others: Sequence[Control]) -> Control:
    """The control of an arm whose traffic has nothing to do with that of others, by what those have to do."""
    if _RANKS.intersection(others):
        return Control.PRIORITY
    return next((rule for rule in (Control.RIGHT_FIRST, Control.LEFT_FIRST) if rule in others), Control.NONE)


def _driven(ways: list[Way], logic: JunctionLogic) -> list[Way]:
    """The ways of cars, if there are any: bicycles may have rules of their own."""
    kinds = logic.lane_map.kind
    return [way for way in ways if way.incoming >= 0 and _KINDS[kinds[way.incoming]].is_driving] or ways


def _control(logic: JunctionLogic, junction: str, ways: Sequence[Way]) -> Control:
    if any(logic.lights(way) for way in ways):
        return Control.LIGHTS
    rule = logic.lane_map.network.junction(junction).right_of_way
    if rule is RightOfWay.ALL_WAY_STOP:
        return Control.ALL_WAY_STOP
    signs = {logic.sign(way) for way in ways}
    for sign, control in _SIGNS.items():
        if sign in signs:
            return control
    if rule in _EQUAL:
        return _EQUAL[rule]
    return _by_conflicts(logic, ways)


def _by_conflicts(logic: JunctionLogic, ways: Sequence[Way]) -> Control:
    """By what traffic has to do about that of other arms: straight on, where one may, since who turns yields anyway."""
    ahead = [way for way in ways if way.turn is Turn.STRAIGHT] or list(ways)
    met = [[one for one in logic.conflicts(way) if logic.ways[one.foe].origin != way.origin] for way in ahead]
    ranked = [[one for one in row if one.dark_reason in _RANKED] for row in met]
    if any(row and not _yields(row) for row in ranked):
        return Control.PRIORITY
    if any(_yields(row) for row in ranked):
        return Control.YIELD
    reasons = {one.dark_reason for row in met for one in row}
    if Reason.RIGHT_FIRST in reasons:
        return Control.RIGHT_FIRST
    return Control.LEFT_FIRST if Reason.LEFT_FIRST in reasons else Control.NONE


def _yields(conflicts: Sequence[Conflict]) -> bool:
    return any(one.dark_verdict in _YIELDS for one in conflicts)
