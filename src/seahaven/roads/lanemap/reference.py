"""The reference lines of all roads: how they bend, and where they run at many stations."""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from typing import NamedTuple

import numpy as np

from seahaven.geometry import Arc, Clothoid, Curve, Floats, Integers, Line
from seahaven.roads.model import Road, RoadNetwork

SAMPLES = 8
"""Into how many stretches a curve is cut along which the curvature changes in no simple way."""
SAMPLE_LENGTH = 5.0
"""The longest of these stretches, in metres."""


class Reference(NamedTuple):
    """The pieces of all reference lines in order, with where each begins along its road.

    A *bend* is a stretch of a piece over which the curvature changes linearly: its first s, the curvature there and
    the change per metre. Lines, arcs and clothoids are one bend each. Road r has the bends from `bend_first[r]` on.
    """

    pieces: tuple[Curve, ...]
    piece_start: Floats
    arcs: Floats
    """Of lines and arcs x, y, heading and curvature with which they begin; of other pieces 0."""
    bend_first: Integers
    bends: Floats
    piece_of: Integers


class Frames(NamedTuple):
    """x, y, heading and curvature of the reference line where segments start, and where they end."""

    start: Floats
    end: Floats


def reference_lines(network: RoadNetwork) -> Reference:
    """The reference lines of a network."""
    pieces: list[Curve] = []
    starts: list[float] = []
    arcs: list[tuple[float, float, float, float]] = []
    bends: list[tuple[float, float, float]] = []
    piece_of: list[int] = []
    first = [0]
    for road in network.roads:
        s = 0.0
        for piece in _pieces(road):
            rows = _bends(piece)
            bends += [(s + row[0], row[1], row[2]) for row in rows]
            piece_of += [len(pieces)] * len(rows)
            pieces.append(piece)
            arcs.append(_arc(piece))
            starts.append(s)
            s += piece.length
        first.append(len(bends))
    return Reference(
        tuple(pieces),
        np.array(starts),
        np.array(arcs, dtype=np.float64).reshape(-1, 4),
        np.array(first),
        np.array(bends, dtype=np.float64).reshape(-1, 3),
        np.array(piece_of, dtype=np.int64),
    )


def _arc(piece: Curve) -> tuple[float, float, float, float]:
    if not isinstance(piece, (Line, Arc)):
        return 0.0, 0.0, 0.0, 0.0
    bend = piece.bend if isinstance(piece, Arc) else 0.0
    return piece.start.x, piece.start.y, piece.start.heading, bend


def _pieces(road: Road) -> tuple[Curve, ...]:
    """The curves of the line; one that is nothing but a start runs on straight, as curves do beyond their ends."""
    return road.line.pieces or (Line(road.line.start, road.length or 1.0),)


def _bends(piece: Curve) -> list[tuple[float, float, float]]:
    if isinstance(piece, Line):
        return [(0.0, 0.0, 0.0)]
    if isinstance(piece, Arc):
        return [(0.0, piece.bend, 0.0)]
    if isinstance(piece, Clothoid):
        return [(0.0, piece.start_curvature, (piece.end_curvature - piece.start_curvature) / piece.length)]
    s = np.linspace(0.0, piece.length, max(SAMPLES, ceil(piece.length / SAMPLE_LENGTH)) + 1)
    k = piece.curvature(s)
    return list(zip(s[:-1].tolist(), k[:-1].tolist(), (np.diff(k) / np.diff(s)).tolist(), strict=True))


def frames_of(reference: Reference, bend: Integers, start: Floats, end: Floats) -> Frames:
    """The frames of segments that lie one after the other, each within the given bend."""
    piece = reference.piece_of[bend]
    rows = reference.bends[bend]
    frames = Frames(np.empty((len(piece), 4)), np.empty((len(piece), 4)))
    for column, s in ((frames.start, start), (frames.end, end)):
        column[:, 3] = rows[:, 1] + rows[:, 2] * (s - rows[:, 0])
        column[:, :3] = _on_arcs(reference.arcs[piece], s - reference.piece_start[piece])
    edges = [0, *(np.flatnonzero(np.diff(piece)) + 1).tolist(), len(piece)] if len(piece) else []
    for low, high in pairwise(edges):
        curve = reference.pieces[piece[low]]
        if not isinstance(curve, (Line, Arc)):
            stations = np.append(start[low:high], end[high - 1]) - reference.piece_start[piece[low]]
            _fill(frames, curve, slice(low, high), stations)
    return frames


def _on_arcs(arcs: Floats, s: Floats) -> Floats:
    """x, y and heading at an s of each of many arcs, as `Arc` has them: one by one would cost most of the time."""
    x, y, heading, bend = arcs.T
    half = 0.5 * bend * s
    chord = s * np.sinc(half / np.pi)
    return np.column_stack(
        (x + chord * np.cos(heading + half), y + chord * np.sin(heading + half), heading + 2.0 * half)
    )


def _fill(frames: Frames, curve: Curve, here: slice, s: Floats) -> None:
    """Fill in the frames of one piece, and its curvature where the bends have it roughly."""
    poses = curve.pose(s)
    frames.start[here, :3], frames.end[here, :3] = poses[:-1], poses[1:]
    if not isinstance(curve, Clothoid):
        k = curve.curvature(np.clip(s, 0.0, curve.length))
        frames.start[here, 3], frames.end[here, 3] = k[:-1], k[1:]
