"""Curves joined end to end."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import dist
from typing import Self

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry.angle import angle_between
from seahaven.geometry.arc import Arc
from seahaven.geometry.clothoid import Clothoid
from seahaven.geometry.curve import Curve
from seahaven.geometry.line import Line
from seahaven.geometry.measure import Floats, Frame, Frames, Integers
from seahaven.geometry.pose import Pose


@dataclass(frozen=True, slots=True)
class Joint:
    """How the next piece of a path starts off from where the one before it ends.

    `s` is where on the path, `gap` the distance between the two places in metres, `turn` the turn in (-pi, pi].
    """

    s: float
    gap: float
    turn: float


@dataclass(frozen=True, slots=True)
class Path(Curve):
    """A chain of curves, measured along all of them; at a joint the piece that begins there counts.

    Built piece by piece, each starting in the pose in which the last one ended:

    >>> ramp = Path(Pose(0.0, 0.0, 0.0)).line(100.0).clothoid(40.0, to_curvature=1 / 60).arc(90.0)
    >>> ramp.length
    230.0

    or from curves that already lie where they belong, with `Path.through`. Headings are those of the pieces: if the
    curves given differ by full turns at a joint, so do they. A path without pieces has an end to build on, and
    nothing else.
    """

    start: Pose
    pieces: tuple[Curve, ...] = ()
    length: float = field(init=False, compare=False)
    _starts: tuple[float, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        *starts, length = accumulate((piece.length for piece in self.pieces), initial=0.0)
        object.__setattr__(self, "pieces", tuple(self.pieces))
        object.__setattr__(self, "length", length)
        object.__setattr__(self, "_starts", tuple(starts))

    @classmethod
    def through(cls, curves: Sequence[Curve]) -> Self:
        """The path along curves that already lie end to end; `joints` says how well they do."""
        if not curves:
            raise InputError("Path.through got no curves; expected at least one, or a start: Path(pose)")
        return cls(curves[0].pose(0.0), tuple(curves))

    def then(self, curve: Curve) -> Path:
        """This path with one more curve, which stays where it lies."""
        return Path(self.start, (*self.pieces, curve))

    def line(self, length: float) -> Path:
        """This path with a straight line added."""
        return self.then(Line(self.end, length))

    def arc(self, length: float, *, curvature: float | None = None) -> Path:
        """This path with an arc added; it goes on with the curvature reached so far by default."""
        return self.then(Arc(self.end, length, self.end_curvature if curvature is None else curvature))

    def clothoid(self, length: float, *, to_curvature: float, from_curvature: float | None = None) -> Path:
        """This path with a transition added, from the curvature reached so far by default."""
        first = self.end_curvature if from_curvature is None else from_curvature
        return self.then(Clothoid(self.end, length, first, to_curvature))

    @property
    def end(self) -> Pose:
        """The pose in which the last piece ends; the start without pieces."""
        return self.pieces[-1].end if self.pieces else self.start

    @property
    def end_curvature(self) -> float:
        """The curvature with which the last piece ends; 0 without pieces."""
        return self.pieces[-1].curvature(self.pieces[-1].length) if self.pieces else 0.0

    def joints(self) -> tuple[Joint, ...]:
        """Every joint between two pieces, in order."""
        neighbours = zip(self._starts[1:], self.pieces[:-1], self.pieces[1:], strict=True)
        return tuple(_joint(s, before.end, after.pose(0.0)) for s, before, after in neighbours)

    def gaps(self, *, distance: float = 1e-6, turn: float = 1e-6) -> tuple[Joint, ...]:
        """The joints at which the pieces are further apart, or turn more, than tolerated."""
        return tuple(joint for joint in self.joints() if joint.gap > distance or abs(joint.turn) > turn)

    def closes(self, *, distance: float = 1e-6, turn: float = 1e-6) -> bool:
        """Whether the path ends in the pose in which it starts, within the tolerances."""
        if not self.pieces:
            return False
        seam = _joint(self.length, self.end, self.pose(0.0))
        return seam.gap <= distance and abs(seam.turn) <= turn

    def stations(self, chord_error: float) -> Floats:
        """The stations of every piece, one after the other; joints are always among them."""
        parts = [s + piece.stations(chord_error) for s, piece in zip(self._starts, self._built(), strict=True)]
        return np.append(np.concatenate([part[:-1] for part in parts]), self.length)

    def _built(self) -> tuple[Curve, ...]:
        """The pieces, of which there is at least one."""
        if not self.pieces:
            raise InputError(f"the path from {self.start} has no pieces yet; add a line, an arc or another curve")
        return self.pieces

    def _piece(self, s: float) -> tuple[Curve, float]:
        """The piece that holds s and how far along it."""
        k = bisect_right(self._starts, s) - 1
        piece = self._built()[k]
        return piece, min(s - self._starts[k], piece.length)

    def _shares(self, s: Floats) -> Iterator[tuple[Curve, Integers, Floats]]:
        """Every piece that holds some of the s: the piece, which of them, and how far along it they are."""
        k = np.searchsorted(self._starts, s, side="right") - 1
        order = np.argsort(k, kind="stable")
        for here in np.split(order, np.flatnonzero(np.diff(k[order])) + 1):
            if len(here):
                j = int(k[here[0]])
                piece = self._built()[j]
                yield piece, here, np.minimum(s[here] - self._starts[j], piece.length)

    def _frame(self, s: float) -> Frame:
        piece, rest = self._piece(s)
        return piece._frame(rest)

    def _frames(self, s: Floats) -> Frames:
        x, y, heading = np.empty((3, len(s)))
        for piece, here, rest in self._shares(s):
            x[here], y[here], heading[here] = piece._frames(rest)
        return x, y, heading

    def _curvature(self, s: float) -> float:
        piece, rest = self._piece(s)
        return piece._curvature(rest)

    def _curvatures(self, s: Floats) -> Floats:
        bends = np.empty(len(s))
        for piece, here, rest in self._shares(s):
            bends[here] = piece._curvatures(rest)
        return bends


def _joint(s: float, before: Pose, after: Pose) -> Joint:
    return Joint(s, dist(before.point, after.point), angle_between(before.heading, after.heading))
