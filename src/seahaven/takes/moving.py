"""Switches vehicles of a running world to another motion: along the lane, freely, or by a script."""

from __future__ import annotations

from typing import Final, get_args

from seahaven.errors import InputError, nearest
from seahaven.geometry import Pose
from seahaven.kernel import Controller
from seahaven.motion import COCKPIT, LANE_REACH, STAND, UNSCRIPTED, Motion, Move, Plan
from seahaven.takes.acting import label
from seahaven.takes.outside import MOVES, OUTSIDE, post
from seahaven.takes.scripting import has_lane, refuse_laneless
from seahaven.world import SCRIPTED, World

__all__ = ["FREE", "move"]

FREE: Final = "free"
"""What drives vehicles by pedals and wheel, as a behaviour and as the path of its module."""
MOTION: Final = MOVES.rpartition(".")[0]


def move(
    controller: Controller, world: World, entity: int, motion: str | Plan, *, relative: bool = False, then: str = STAND
) -> None:
    """Move a vehicle by another behaviour, or by a plan, from the next step on."""
    who = label(world, entity)
    if world.entity(entity).family != "vehicle" or MOTION not in controller.tree.activations:
        raise InputError(f"{world.entity(entity).family} {who} cannot be moved: only vehicles on roads can")
    if isinstance(motion, str):
        if relative or then != STAND:
            raise InputError(f"'relative' and 'then' are for plans, not for motion '{motion}'")
        _refuse_word(motion)
        switch = Move(entity, "dynamic" if motion == FREE else motion)
    elif isinstance(motion, get_args(Plan)):
        switch = Move(entity, motion.motion, motion, relative, then)
    else:
        raise InputError(f"{motion!r:.60} moves no vehicle; give a behaviour, gates, key frames or footage")
    _refuse_laneless(controller, world, switch, who)
    _hand_over(world, entity, who, is_free=motion == FREE)
    post(controller, "moved", switch)


def _refuse_word(motion: str) -> None:
    if motion in SCRIPTED:
        raise InputError(f"motion '{motion}' is a script; give the plan itself, StringOfPearls(...) say")
    known = (*UNSCRIPTED, FREE)
    if motion not in known:
        raise InputError(f"there is no motion '{motion}'; expected one of {', '.join(known)}{nearest(motion, known)}")


def _refuse_laneless(controller: Controller, world: World, switch: Move, who: str) -> None:
    """Refuse to bind a vehicle to a lane where there is none."""
    row, module = world.entity(switch.entity), controller[MOTION]
    assert isinstance(module, Motion)
    here, lane_map = Pose(float(row.x), float(row.y), float(row.heading)), module.tracks.lane_map
    script = switch.script(controller.now, here)
    if script is not None:
        refuse_laneless(script, lane_map)
    elif switch.motion == "lane" and not has_lane(lane_map, here):
        raise InputError(
            f"{who} is at x={here.x:g}, y={here.y:g}, where no lane is within {LANE_REACH:g} m to be bound to; "
            "bring it nearer to one first"
        )


def _hand_over(world: World, entity: int, who: str, *, is_free: bool) -> None:
    """Give the place of a vehicle to the module that is to move it."""
    owner = world.owner(entity, "x") or ""
    if owner.startswith(f"{OUTSIDE}/"):
        raise InputError(f"'x' of {who} is granted to a hand; release that first")
    if owner not in (MOTION, FREE):
        raise InputError(f"module '{owner}' moves {who}, and cannot be asked to leave it to another one")
    if is_free and owner != FREE:
        _refuse_without_cockpit(world, entity, who)
        world.transfer(entity, to=FREE)
    elif owner == FREE and not is_free:
        _refuse_trailer(world, entity, who)
        columns = world.family("vehicle").columns
        world.transfer(entity, [name for name in columns if world.owner(entity, name) == FREE], to=MOTION)
        _leave_wreck(world, entity)


def _leave_wreck(world: World, entity: int) -> None:
    """Take the cockpit out that a vehicle got when it was struck: it is driven as it was before."""
    cockpits = world.family(COCKPIT.name)
    struck = cockpits.ids[cockpits.adrift & (cockpits.vehicle == entity)]
    if len(struck):
        world.remove(struck)


def _refuse_trailer(world: World, entity: int, who: str) -> None:
    if entity in world.family("vehicle").towed_by:
        raise InputError(
            f"{who} pulls a trailer, which follows freely driven vehicles only; it cannot be moved otherwise"
        )


def _refuse_without_cockpit(world: World, entity: int, who: str) -> None:
    has_any = any(family.name == COCKPIT.name for family in world.families)
    if not has_any or entity not in world.family(COCKPIT.name).vehicle:
        raise InputError(
            f"{who} has no cockpit to be driven from; give it a driver with pedals, motion or trajectory in the study"
        )
