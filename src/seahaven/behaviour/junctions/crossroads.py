"""What compiled code knows of junctions: the ways ahead along every route, and who meets whom on them."""

from __future__ import annotations

from typing import NamedTuple

from seahaven.geometry import Floats, Indices, Integers
from seahaven.roads.junctions import ConflictKind, Verdict

__all__ = ["Crossroads"]

CROSS, MERGE, DIVERGE = (tuple(ConflictKind).index(kind) for kind in ConflictKind)
PARALLEL = len(ConflictKind)
"""Side by side from one arm to another on lanes too close to each other to drive abreast."""
GO_FIRST, YIELD, STOP_AND_YIELD, FIRST_COME = (tuple(Verdict).index(verdict) for verdict in Verdict)
BEGIN, END, FOE_BEGIN, FOE_END = range(4)
"""The columns of `spans`: from where to where along the own way and along the other's; and again, wider, for every size
of two who meet."""
SIZES = 4
"""Of two who meet none may be long, the one, the other or both: so many times the columns of `spans` are there."""
FOE, KIND, VERDICT, DARK_VERDICT, IS_LIT, SAME_ARM = range(6)
"""The columns of `conflicts`; at last whether both ways come from the same arm."""
LENGTH, STOP, INSIDE, SPEED, LEFT, FREE = range(6)
"""The columns of `ways`: its length, where one waits before and inside (NaN: nowhere), how fast it is driven, from
where on the rear of a vehicle is in nobody's way behind the junction, and from where on the rears of vehicles that wait
inside are."""
CONFLICTS, LIGHTS, INCOMING, OUTGOING, TURN, MUST_STOP, KEEPS_CLEAR, RANK, SWINGS, ORIGIN = range(10)
"""The columns of `links`: where its rows in `conflicts` and `lights` begin, its lanes, +1 for a turn to the left and -1
to the right, whether one has to stop at its line, whether it crosses others, whom one must not block, and its place
among all ways: of two who set out in the same step, if neither or both found a gap, the one with the lower goes first;
whether long vehicles swing out on it; and the arm that it comes from, -1 for none."""
WAY, OUT, EXIT, HERE, LANE, FOLLOWING, ASIDE = range(7)
"""The columns of `entries`: the next way ahead, the entry of the first lane behind its beginning, that of the lane onto
which it leads, the way that the entry's own lane is part of, the lane, the entry that follows, and where there is no
way ahead without a change of lanes, the one ahead of the lane to change to."""
GAP, SINCE, REACH = range(3)
"""The columns of `distances`: from the beginning of the entry's lane to the way ahead, or else to the one aside; how
far along `HERE` the lane begins; the lane's length."""


class Crossroads(NamedTuple):
    """The tables. Those of entries have a row for each entry of the tracks, then one for each lane, for those without a
    route, who take the first lane that leads on. Rows of ways have one more, which says where the last one ends."""

    entries: Indices
    distances: Floats
    ways: Floats
    links: Indices
    lights: Indices
    """Rows of the signals that hold for a way."""
    conflicts: Indices
    spans: Floats
    post_first: Integers
    """Lane i has lights of its own, away from junctions, in these rows, by rising s."""
    posts: Indices
    """Rows of these lights."""
    post_spots: Floats
    """The s at which one waits before them."""
