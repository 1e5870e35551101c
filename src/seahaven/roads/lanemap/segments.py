"""Where along every road its lanes have vertices, and where the reference line lies there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seahaven.geometry import Floats, Indices, Integers, Truths, angle_between
from seahaven.roads.lanemap.reference import Frames, Reference, frames_of
from seahaven.roads.lanemap.tables import Tables
from seahaven.roads.lanemap.waypoints import NARROWEST_MITRE


class Segments(NamedTuple):
    """The segments of all sections, in order; those of section k begin with `first[k]`."""

    first: Integers
    section: Integers
    spans: Floats
    """From and to which s of the road."""
    is_step: Truths
    frames: Frames


def segments_of(t: Tables, reference: Reference, chord_error: float) -> Segments:
    """The segments of all sections, so short that no lane strays from its chords by more than the error."""
    import seahaven.roads.lanemap.station_kernels as kernels

    breaks = _breaks(t, reference)
    section, ends, bend, counts, is_step = kernels.stretches(
        t, reference.bend_first, reference.bends, *breaks, chord_error
    )
    stretch = np.repeat(np.arange(len(counts)), counts)
    place = np.arange(len(stretch)) - np.repeat(np.cumsum(counts) - counts, counts)
    low, high, n = ends[stretch, 0], ends[stretch, 1], counts[stretch]
    start = low + (high - low) * (place / n)
    end = np.where(place + 1 == n, high, low + (high - low) * ((place + 1) / n))
    frames = frames_of(reference, bend[stretch], start, end)
    jumps = (place == 0) & is_step[stretch]
    return _with_steps(len(t.section_road), section[stretch], np.column_stack((start, end)), frames, jumps, chord_error)


def _breaks(t: Tables, reference: Reference) -> tuple[Integers, Floats]:
    """Every s at which something begins that has to have a vertex, sorted by road, and where each road's begin."""
    roads = np.arange(len(t.road_length))
    slot_road = t.section_road[t.slot_section]
    parts = (
        (np.repeat(roads, np.diff(reference.bend_first)), reference.bends[:, 0]),
        (np.repeat(np.concatenate((np.repeat(roads, 3), slot_road)), np.diff(t.profile_first)), t.pieces[:, 0]),
        (np.repeat(np.concatenate((roads, np.repeat(slot_road, 3))), np.diff(t.step_first)), t.steps[:, 0]),
        _waypoint_breaks(t, slot_road),
    )
    road, s = np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])
    order = np.lexsort((s, road))
    return np.concatenate(([0], np.cumsum(np.bincount(road, minlength=len(roads))))), s[order]


def _waypoint_breaks(t: Tables, slot_road: Indices) -> tuple[Indices, Floats]:
    """Waypoints of a lane lie at the same share of the section's length."""
    slot = np.repeat(np.arange(len(slot_road)), np.diff(t.waypoint_first))
    section = t.slot_section[slot]
    start, end = t.section_start[section], t.section_end[section]
    return slot_road[slot], start + (end - start) * t.waypoints[:, 0]


def _with_steps(
    sections: int, section: Integers, spans: Floats, frames: Frames, jumps: Truths, chord_error: float
) -> Segments:
    """The segments, with one without length wherever a width or the reference line itself jumps."""
    gap = np.hypot(*(frames.start[1:, :2] - frames.end[:-1, :2]).T)
    jumps[1:] |= (gap > chord_error) & (section[1:] == section[:-1])
    at = np.flatnonzero(jumps)
    is_step = np.zeros(len(section), dtype=bool)
    if len(at):
        spans = np.insert(spans, at, spans[at, :1], axis=0)
        frames = Frames(
            np.insert(frames.start, at, frames.end[at - 1], axis=0), np.insert(frames.end, at, frames.start[at], axis=0)
        )
        section, is_step = np.insert(section, at, section[at]), np.insert(is_step, at, True)
    first = np.concatenate(([0], np.cumsum(np.bincount(section, minlength=sections))))
    return Segments(first, section, spans, is_step, frames)


def anchors_of(t: Tables, segments: Segments, chord_error: float) -> tuple[Floats, Floats]:
    """For every station the place of the reference line and its mitred normal, x, y each; and the s of it.

    A section has one station more than segments. Where the next section goes on without a gap, both have the same mitre.
    """  # noqa: E501
    starts, finishes = segments.frames
    road = t.section_road[segments.section]
    gap = np.hypot(*(starts[1:, :2] - finishes[:-1, :2]).T)
    goes_on = (road[1:] == road[:-1]) & (gap <= chord_error)
    turn = np.where(goes_on, angle_between(finishes[:-1, 2], starts[1:, 2]), 0.0)
    at_start = _mitre(starts, starts[:, 2] - 0.5 * np.append(0.0, turn), np.append(0.0, turn))
    at_end = _mitre(finishes, finishes[:, 2] + 0.5 * np.append(turn, 0.0), np.append(turn, 0.0))
    at_end[:-1][goes_on] = at_start[1:][goes_on]
    station = np.arange(len(road)) + segments.section
    anchors, s = np.empty((len(road) + len(t.section_road), 4)), np.empty(len(road) + len(t.section_road))
    anchors[station + 1], s[station + 1] = at_end, segments.spans[:, 1]
    anchors[station], s[station] = at_start, segments.spans[:, 0]
    return anchors, s


def _mitre(frames: Floats, heading: Floats, turn: Floats) -> Floats:
    scale = 1.0 / np.maximum(np.cos(0.5 * turn), NARROWEST_MITRE)
    return np.column_stack((frames[:, :2], -np.sin(heading) * scale, np.cos(heading) * scale))
