"""Signs, lights, stop lines and crosswalks, put where they belong on an arm of a junction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from seahaven.roads.builder.arms import Arm, Slot
from seahaven.roads.builder.tracks import BESIDE
from seahaven.roads.model import Facing, ObjectKind, Outline, RoadObject, Signal, SignalKind

CROSSWALK = 3.0
"""How deep a crosswalk is, in metres."""
CROSSWALK_GAP = 0.5
POST = 0.6
"""How far outside of the road's edge posts stand."""
LINE = 0.4
LIMIT = 12.0
"""How far behind a junction the sign with the new limit stands."""


def stop_distance(*, has_crosswalk: bool) -> float:
    """How far before the junction one stops."""
    return CROSSWALK_GAP + CROSSWALK + 1.0 if has_crosswalk else 1.0


def put_sign(arm: Arm, kind: SignalKind, distance: float, name: str, *, lanes: Sequence[Slot] = ()) -> Signal:
    """Put a sign or light for traffic into the junction, on its side of the road, so far before the junction."""
    is_light = kind in (SignalKind.LIGHT, SignalKind.PEDESTRIAN_LIGHT)
    edge = min((slot.left - slot.width for slot in arm.entering), default=0.0)
    signal = Signal(
        name,
        kind,
        arm.station(distance),
        arm.offset(edge - POST),
        2.5 if is_light else 2.0,
        arm.facing,
        () if kind is SignalKind.PEDESTRIAN_LIGHT else _ranges(lanes or arm.driving_in()),
        is_dynamic=is_light,
        size=(0.3, 0.9) if is_light else (0.7, 0.7),
    )
    arm.piece.signals.append(signal)
    return signal


def put_limit(arm: Arm, speed: float | None, name: str) -> None:
    """Put up the limit for traffic that leaves the junction on this arm."""
    edge = min((slot.left - slot.width for slot in arm.leaving), default=0.0)
    kind = SignalKind.SPEED_LIMIT if speed is not None else SignalKind.SPEED_LIMIT_ENDS
    facing = Facing.AGAINST if arm.facing is Facing.ALONG else Facing.ALONG
    place = arm.station(min(LIMIT, arm.piece.length / 2.0))
    signal = Signal(name, kind, place, arm.offset(POST - edge), 2.0, facing, value=speed, size=(0.7, 0.7))
    arm.piece.signals.append(signal)


def put_stop_line(arm: Arm, distance: float, name: str) -> None:
    """Paint the line before which one stops, across the driving lanes that lead in."""
    slots = arm.driving_in()
    left, right = slots[0].left, slots[-1].left - slots[-1].width
    _put(arm, ObjectKind.STOP_LINE, distance, LINE, left, right, name, lanes=_ranges(slots))


def put_crosswalk(arm: Arm, name: str) -> None:
    """Paint a crosswalk from kerb to kerb just outside of the junction."""
    left = max((-slot.left + slot.width for slot in arm.leaving if slot.track.strip.kind not in BESIDE), default=0.0)
    right = min((slot.left - slot.width for slot in arm.entering if slot.track.strip.kind not in BESIDE), default=0.0)
    _put(arm, ObjectKind.CROSSWALK, CROSSWALK_GAP + CROSSWALK / 2.0, CROSSWALK, left, right, name)


def _put(
    arm: Arm,
    kind: ObjectKind,
    distance: float,
    depth: float,
    left: float,
    right: float,
    name: str,
    *,
    lanes: tuple[tuple[int, int], ...] = (),
) -> None:
    s, t, u = arm.station(distance), arm.offset(left), arm.offset(right)
    thing = across(kind, s, depth, t, u, name)
    if kind is ObjectKind.STOP_LINE:
        thing = replace(thing, facing=arm.facing, lanes=lanes)
    arm.piece.objects.append(thing)


def across(kind: ObjectKind, s: float, depth: float, t: float, u: float, name: str) -> RoadObject:
    """Something painted across the road around s, from t to u."""
    left, right = max(t, u), min(t, u)
    corners = ((s - depth / 2.0, left), (s - depth / 2.0, right), (s + depth / 2.0, right), (s + depth / 2.0, left))
    outline = Outline(tuple((x, y, 0.0, 0.0) for x, y in corners), on_road=True)
    return RoadObject(
        name, kind, s, (left + right) / 2.0, length=depth, width=left - right, outlines=(outline,), name=name
    )


def _ranges(slots: Sequence[Slot]) -> tuple[tuple[int, int], ...]:
    numbers = [slot.number for slot in slots]
    return ((min(numbers), max(numbers)),) if numbers else ()
