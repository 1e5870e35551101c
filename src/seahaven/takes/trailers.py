"""Trailers of a study: a row of their own for each vehicle that is driven freely and pulls one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from seahaven.geometry import Pose, wrap_angle
from seahaven.kernel import Module
from seahaven.motion import BODIES, HOLD, ROADWAY, Towing, trailer_pose
from seahaven.roads.routing import Tracks
from seahaven.takes.seating import Seating
from seahaven.world import World

__all__ = ["add_towing", "add_trailer", "trailer_name"]

HEIGHT: Final = BODIES["trailer truck"].height
TOWING: Final = "towing"


def trailer_name(name: str) -> str:
    """What the trailer of a vehicle is called."""
    return f"{name} trailer"


def add_trailer(seating: Seating, name: str, world: World, tracks: Tracks) -> None:
    """Put the trailer of a vehicle of that name into the world, straight behind it, if it pulls one."""
    trailer = seating.fitting.trailer if seating.is_free else None
    if trailer is None:
        return
    row = world[name]
    pose = trailer_pose(seating.fitting, Pose(row.x, row.y, row.heading), 0.0)
    assert pose is not None
    match = tracks.lane_map.match(pose.x, pose.y, heading=pose.heading, z=row.z, reach=HOLD, kinds=ROADWAY)
    lane, s, offset = int(match.lane), float(match.s), float(match.offset)
    place = {"lane": lane, "s": s, "offset": offset} if lane >= 0 else {}
    world.add(
        "vehicle", trailer_name(name), kind="truck", x=pose.x, y=pose.y, z=row.z, heading=wrap_angle(pose.heading),
        speed=row.speed, length=trailer.length, width=trailer.width, height=HEIGHT, motion="dynamic", towed_by=row.id,
        pilot=row.pilot, **place,
    )  # fmt: skip


def add_towing(seatings: Mapping[str, Seating], world: World, root: Module, tracks: Tracks, rate: Fraction) -> None:
    """Put what draws the trailers into the tree, if there are any, at the rate at which their pullers move."""
    trailers = [world[trailer_name(name)].id for name in seatings if trailer_name(name) in world.names]
    if trailers:
        world.grant(TOWING, "vehicle", ids=trailers)
        root.add(Towing(TOWING, rate=rate, tracks=tracks))
