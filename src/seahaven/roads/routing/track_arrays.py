"""The lanes on and beside routes as arrays, for compiled code."""

from __future__ import annotations

from typing import NamedTuple

from seahaven.geometry import Floats, Indices, Truths

__all__ = ["TrackArrays"]


class TrackArrays(NamedTuple):
    """One row, an *entry*, for each lane on or beside a route, at one pass; read-only, for compiled code.

    Entries of tables come first, in the tables' order, then those of refuges, the shoulders beside the lanes, then
    twins.
    """

    lane: Indices
    route: Indices
    following: Indices
    """The entry by which one goes on at the lane's end, or -1 where the lane, or the route, ends."""
    left: Indices
    """The entry of the lane to the left, or -1; marks may forbid a change on parts of it (`Strips.may_change`)."""
    right: Indices
    drop: Floats
    """How many metres from the lane's beginning it follows the route without a change; infinite if to the end. Of a
    refuge: how far it goes on, up to a kilometre or to its lane's end if that is longer.

    A lane that tapers off ends where it gets too narrow: who waits there for a gap is not in the way of others.
    """
    shift: Indices
    """How many lanes to the left the nearest of those lies that follow the route furthest; negative to the right.

    Of those that follow it equally far, the ones count from which the fewest changes are left.
    """
    remaining: Floats
    """Metres from the lane's beginning to the end of the route; infinite for a closed one."""
    is_refuge: Truths
    twin: Indices
    """Another entry of the same lane, from which one goes on onto a lane that is as good; -1 where there is none. Twins
    stand in a ring, and behind all entries but those of trees."""
