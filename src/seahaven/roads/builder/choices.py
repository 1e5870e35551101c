"""Which lanes of an arm lead where: who may turn from where into which lane."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

from seahaven.geometry import wrap_angle
from seahaven.roads.builder.arms import Arm, Slot
from seahaven.roads.model import Turn

AHEAD = pi / 5.0
"""A change of direction by less than this, in radians, is straight on where no road goes on by itself."""


def turn_between(origin: Arm, goal: Arm, *, has_own_way_on: bool) -> Turn:
    """Whether traffic from one arm to another turns left, right, or goes straight on.

    A road that goes on through the junction goes straight on by definition, however it bends.
    """
    if origin is not goal and origin.piece.site is goal.piece.site:
        return Turn.STRAIGHT
    angle = wrap_angle(goal.outward.heading - origin.inward.heading)
    if abs(angle) < AHEAD and not has_own_way_on:
        return Turn.STRAIGHT
    return Turn.LEFT if angle > 0.0 else Turn.RIGHT


def lanes_by_turn(slots: Sequence[Slot], turns: Sequence[Turn]) -> dict[Turn, list[Slot]]:
    """The lanes from which each turn is made.

    Lanes that say where they go do only that. Of the others the leftmost turns left and the rightmost turns right,
    unless lanes of their own do so, and all go straight on; where nothing is straight on, they share the turns.
    """
    free = [slot for slot in slots if not slot.track.strip.turns]
    return {turn: _own(slots, turn) or _shared(free, turn, turns) for turn in turns}


def _own(slots: Sequence[Slot], turn: Turn) -> list[Slot]:
    return [slot for slot in slots if turn in slot.track.strip.turns]


def _shared(free: Sequence[Slot], turn: Turn, turns: Sequence[Turn]) -> list[Slot]:
    if turn is Turn.STRAIGHT or len(set(turns)) == 1:
        return list(free)
    if Turn.STRAIGHT in turns:
        return list(free[:1] if turn is Turn.LEFT else free[-1:])
    half = (len(free) + 1) // 2
    return list(free[:half] if turn is Turn.LEFT else free[len(free) - half :])


def pairs(entering: Sequence[Slot], leaving: Sequence[Slot], turn: Turn) -> list[tuple[Slot, Slot]]:
    """Which lane leads into which: a lane into itself where it goes on, else from the side to which one turns."""
    same = [(slot, other) for slot in entering for other in leaving if slot.track is other.track]
    if same:
        return same
    count = min(len(entering), len(leaving))
    if turn is Turn.LEFT:
        return list(zip(entering[:count], leaving[:count], strict=True))
    return list(zip(entering[len(entering) - count :], leaving[len(leaving) - count :], strict=True))
