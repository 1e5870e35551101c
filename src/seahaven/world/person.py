"""People on foot: a family of their own."""

from __future__ import annotations

from enum import IntEnum

from seahaven.world.column import Column
from seahaven.world.family import FamilyType

__all__ = ["PERSON", "WalkPhase"]


class WalkPhase(IntEnum):
    """What somebody on foot is doing: the codes of the column `phase`."""

    WALKING = 0
    """Along its way, off the roadway."""
    WAITING = 1
    """At the kerb, wanting to cross."""
    CROSSING = 2
    """On the roadway, or about to step onto it."""
    HESITATING = 3
    """On the roadway, and standing back from somebody who does not slow down."""
    STANDING = 4
    """Because it was told to, or since it is where it wanted to be."""
    STRAYING = 5
    """Across the road away from crosswalks, whatever comes."""
    FALLEN = 6
    """Hit by a vehicle."""


PERSON = FamilyType(
    "person",
    {
        "x": Column(unit="m", doc="east of the origin"),
        "y": Column(unit="m", doc="north of the origin"),
        "z": Column(unit="m", default=0.0, doc="of the ground below"),
        "heading": Column(unit="rad", default=0.0, doc="counter-clockwise from east"),
        "speed": Column(unit="m/s", default=0.0, doc="along the heading"),
        "length": Column(unit="m", default=0.4, doc="of the box, front to back"),
        "width": Column(unit="m", default=0.5, doc="of the box"),
        "height": Column(unit="m", default=1.75, doc="of the box"),
        # its place on the ways for people, which whoever moves it keeps up
        "path": Column("int32", default=-1, doc="its route, in the routes on foot of the run; -1 for none"),
        "progress": Column(unit="m", default=0.0, doc="how far along its route it is"),
        "offset": Column(unit="m", default=0.0, doc="from the line of its route, left is positive"),
        "crosswalk": Column("int32", default=-1, doc="that it is on, or is coming to; -1 for none near"),
        "across": Column(unit="m", default=0.0, doc="where along the axis of that crosswalk it is; outside before it"),
        "toward": Column("int8", default=1, doc="whether it walks along that axis, 1, or against it, -1"),
        "room": Column(unit="m", default=0.0, doc="to either side of the line of its route"),
        "far": Column(unit="m", default=0.0, doc="to the left to the other side of the road beside it; 0 for no road"),
        "phase": Column(kinds=tuple(phase.name.lower() for phase in WalkPhase), default="walking", doc="what it does"),
        "contact": Column.entity(doc="a vehicle that touches it"),
        "struck": Column.entity(doc="the vehicle that hit it first"),
        "rest": Column(unit="m", default=1e4, is_passing=True, doc="to the end of its route"),
        "waits": Column("bool", default=False, is_passing=True, doc="whether it begins by standing until told to go"),
        "leaves": Column("bool", default=False, is_passing=True, doc="whether it is gone where its route ends"),
        # what it is like
        "pace": Column(unit="m/s", default=1.34, doc="at which it likes to walk"),
        "patience": Column(unit="s", default=20.0, doc="after which it takes gaps half as long"),
        "boldness": Column(default=0.5, doc="0 waits until all have stopped, 1 takes every gap"),
        "reaction": Column(unit="s", default=0.5, doc="for which it looks before it steps onto a road"),
        "side": Column(default=-0.5, doc="where it likes to walk: -1 at the right edge of a pavement, 1 at the left"),
        # what it wishes for
        "stride": Column(unit="m/s", default=0.0, immediate=True, doc="wished speed"),
        "lean": Column(unit="m", default=0.0, immediate=True, doc="wished offset from the line of its route"),
        "dodge": Column(
            unit="m/s", default=0.0, immediate=True, doc="how fast it may step aside or back; 0 if it just walks"
        ),
        "goal": Column(
            nullable=True, immediate=True, is_passing=True, doc="the stand that it was told in this step to walk to"
        ),
        "strays": Column("bool", default=False, immediate=True, doc="whether it goes sideways, to that offset alone"),
    },
    doc="people on foot; those without a path stand where they are put, or are moved by whoever owns them",
)
"""`path` and `progress` are those of `seahaven.roads.walking.FootRoutes`, crosswalks those of the junctions' logic."""
