"""The arrays of a lane map, together, as compiled code takes them."""

from __future__ import annotations

from typing import NamedTuple

from seahaven.geometry import Bytes, Floats, Indices, Integers, Truths

__all__ = [
    "CHANGE_LEFT",
    "CHANGE_RIGHT",
    "Bytes",
    "Indices",
    "Integers",
    "Lookup",
    "Strips",
    "Surroundings",
    "Truths",
]  # the types of arrays are those of geometry; kernels take them from here

CHANGE_LEFT = 1
"""The bit of `may_change` that permits a change to the left."""
CHANGE_RIGHT = 2
"""The bit of `may_change` that permits a change to the right."""


class Strips(NamedTuple):
    """Every lane as a strip of quadrilaterals; all arrays are read-only.

    Between two vertices the place and the normal run straight: P(s, d) = C(s) + d N(s), d counting to the left of
    travel. The same holds in height with `normal_z`, by which a banked road rises to the left. Lane i has the vertices
    `first[i]` to `first[i + 1] - 1`, in the direction of travel, and at least two of them.

    Headings, curvatures and grades may jump at a vertex: those of a vertex hold from there on, and `plan` and `course`
    have what they change by up to the next one. The last vertex of a lane has what the lane ends with.
    """

    road: Indices
    """Of a lane: the index of its road in the network; so on down to `junction`."""
    section: Indices
    number: Indices
    kind: Bytes
    """An index into `tuple(LaneKind)`."""
    along: Truths
    """Whether traffic runs along the road's s."""
    two_way: Truths
    length: Floats
    first: Integers
    left: Indices
    """The lane to the left of travel, of any kind, or -1."""
    right: Indices
    left_opposite: Truths
    """Whether the lane to the left runs the other way."""
    right_opposite: Truths
    junction: Indices
    """The index of the junction in which the lane lies, or -1."""
    s: Floats
    """Of a vertex: how far along the lane; so on down to `road_s`."""
    x: Floats
    y: Floats
    z: Floats
    normal_x: Floats
    normal_y: Floats
    normal_z: Floats
    heading: Floats
    """In radians, in the direction of travel, unwrapped along a lane."""
    curvature: Floats
    grade: Floats
    """The rise per metre in the direction of travel."""
    width: Floats
    road_s: Floats
    limit: Floats
    """Of the stretch from a vertex to the next: the highest permitted speed in m/s, infinite where there is none."""
    may_change: Bytes
    """Of the stretch: bit 0 permits a change to the left, bit 1 one to the right."""
    plan: Floats
    """Of the stretch, side by side: x, y and their changes; normal x, y and theirs; half the width and its change;
    s and length in the plane; for a quick look, 1 over the length, how far the corners reach beyond the ends of
    the chord, and how far to its sides; and 0."""
    course: Floats
    """Of the stretch, side by side, each followed by its change: z, normal z, heading, curvature, grade."""
    lane_of: Indices
    """The lane to which a vertex belongs."""
    next_first: Integers
    """Lane i leads on into those in `next_lane` from row `next_first[i]` up to `next_first[i + 1]`."""
    next_lane: Indices
    previous_first: Integers
    previous_lane: Indices
    bucket_first: Integers
    """The s of lane i, times `bucket_scale[i]`, says in which of its buckets the stretch that holds it begins."""
    bucket_row: Indices
    bucket_scale: Floats
    grid_frame: Floats
    """The lowest x and y of the grid, the size of a cell, and 1 over that."""
    grid_shape: Integers
    """Cells along x and along y."""
    cell_first: Integers
    """Cell i holds those in `cell_row` from `cell_first[i]` up to `cell_first[i + 1]`, as rows of first vertices."""
    cell_row: Indices
    cell_kind: Bytes
    """The kind of the lane of each of these stretches."""

    @property
    def lookup(self) -> Lookup:
        """What finding and placing need."""
        return Lookup(*(getattr(self, name) for name in Lookup._fields))

    @property
    def surroundings(self) -> Surroundings:
        """What matching needs besides."""
        return Surroundings(*(getattr(self, name) for name in Surroundings._fields))


class Lookup(NamedTuple):
    """The arrays that lead from a lane and an s to a place: few, since each costs at every call of compiled code."""

    first: Integers
    length: Floats
    s: Floats
    plan: Floats
    course: Floats
    bucket_first: Integers
    bucket_row: Indices
    bucket_scale: Floats


class Surroundings(NamedTuple):
    """The arrays that, with `Lookup`, lead from a place to a lane."""

    kind: Bytes
    two_way: Truths
    left: Indices
    right: Indices
    lane_of: Indices
    next_first: Integers
    next_lane: Indices
    previous_first: Integers
    previous_lane: Indices
    grid_frame: Floats
    grid_shape: Integers
    cell_first: Integers
    cell_row: Indices
    cell_kind: Bytes
