"""Who goes first at a junction: signs, lights and their programs, and what the network says about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import pi

from seahaven.errors import InputError, nearest
from seahaven.geometry import wrap_angle
from seahaven.roads.builder.arms import Arm
from seahaven.roads.builder.crossing import Crossing, Movement
from seahaven.roads.builder.lights import Stage, amber_for, program
from seahaven.roads.builder.signs import put_crosswalk, put_limit, put_sign, put_stop_line, stop_distance
from seahaven.roads.builder.tracks import BESIDE
from seahaven.roads.model import Controller, Priority, RightOfWay, SignalKind, Turn

CONTROLS = {
    "yield": RightOfWay.PRIORITY,
    "stop": RightOfWay.PRIORITY,
    "priority": RightOfWay.PRIORITY,
    "lights": RightOfWay.LIGHTS,
    "all-way stop": RightOfWay.ALL_WAY_STOP,
    "right before left": RightOfWay.RIGHT_FIRST,
    "left before right": RightOfWay.LEFT_FIRST,
    "none": RightOfWay.UNREGULATED,
}
"""Every word for who goes first, with the rule that the network then states."""
SOLID = 25.0
"""How far before a junction lines become solid, in metres."""
GREEN_MAIN, GREEN_SIDE, GREEN_ACROSS = 25.0, 18.0, 8.0


@dataclass(frozen=True, slots=True)
class Ruling:
    """Who goes first, as the network states it."""

    rule: RightOfWay
    priorities: tuple[Priority, ...] = ()
    controllers: tuple[Controller, ...] = ()


def check_control(junction: str, control: str) -> None:
    """Refuse words that are not known."""
    if control not in CONTROLS:
        raise InputError(f"junction '{junction}' got control '{control}'{nearest(control, CONTROLS)}")


def rule(spec: Crossing, arms: Sequence[Arm], known: Sequence[Movement]) -> Ruling:
    """Put up what the junction's control asks for, and say who goes first."""
    if len(arms) < 3:
        return Ruling(RightOfWay.UNREGULATED)
    for arm in arms:
        arm.piece.ending(arm.end).solid = min(SOLID, arm.piece.length / 3.0)
    crossed = [arm for arm in arms if _has_crosswalk(spec, arm)]
    for arm in crossed:
        put_crosswalk(arm, f"{spec.name}/{arm.piece.id}/crosswalk")
    _limits(spec, arms)
    if spec.control == "lights":
        return Ruling(RightOfWay.LIGHTS, (), (_lights(spec, arms, crossed),))
    _signs(spec, arms, crossed)
    ranked = CONTROLS[spec.control] is RightOfWay.PRIORITY
    return Ruling(CONTROLS[spec.control], tuple(_priorities(spec, arms, known)) if ranked else ())


def _limits(spec: Crossing, arms: Sequence[Arm]) -> None:
    """Signs on arms where those who come from some other arm meet another limit than they had."""
    for arm in arms:
        if arm.driving_out() and any(other.limit != arm.limit for other in arms if other.driving_in()):
            put_limit(arm, arm.limit, f"{spec.name}/{arm.piece.id}/limit")


def _has_crosswalk(spec: Crossing, arm: Arm) -> bool:
    footways = any(slot.track.strip.kind in BESIDE for slot in (*arm.entering, *arm.leaving))
    asked = spec.crosswalks if spec.crosswalks is not None else spec.control in ("lights", "all-way stop")
    return asked and footways and arm.piece.length > 12.0


def _signs(spec: Crossing, arms: Sequence[Arm], crossed: Sequence[Arm]) -> None:
    for arm in arms:
        kind = _sign(spec, arm)
        if kind is None or not arm.driving_in():
            continue
        distance = stop_distance(has_crosswalk=arm in crossed)
        put_sign(arm, kind, distance, f"{spec.name}/{arm.piece.id}/{kind.name.lower()}")
        if kind in (SignalKind.STOP, SignalKind.YIELD):
            put_stop_line(arm, distance, f"{spec.name}/{arm.piece.id}/line")


def _sign(spec: Crossing, arm: Arm) -> SignalKind | None:
    if spec.control == "all-way stop":
        return SignalKind.STOP
    if CONTROLS[spec.control] is not RightOfWay.PRIORITY:
        return None
    if arm.piece.site.plan in spec.main:
        return SignalKind.PRIORITY_HERE if spec.control == "priority" else None
    return SignalKind.STOP if spec.control == "stop" else SignalKind.YIELD


def _priorities(spec: Crossing, arms: Sequence[Arm], known: Sequence[Movement]) -> Iterator[Priority]:
    for high in known:
        for low in known:
            if arms[high.origin].piece.site.plan in spec.main and arms[low.origin].piece.site.plan not in spec.main:
                yield Priority(high.connector.name, low.connector.name)


def _lights(spec: Crossing, arms: Sequence[Arm], crossed: Sequence[Arm]) -> Controller:
    heads = [_heads(spec, arm, arm in crossed) for arm in arms]
    people = [_people(spec, arm) if arm in crossed else None for arm in arms]
    order = [id for head in heads for id in head if id] + [id for id in people if id]
    amber = amber_for(arm.limit for arm in arms)
    stages = list(_stages(spec, arms, heads, people))
    return Controller(f"{spec.name}/lights", tuple(order), (program(order, stages, amber),), spec.name)


def _heads(spec: Crossing, arm: Arm, has_crosswalk: bool) -> tuple[str, str]:
    """The light of an arm, and that of its lanes for turning across the oncoming traffic; empty where there is none."""
    slots = arm.driving_in()
    across = [slot for slot in slots if slot.track.strip.turns == (Turn.LEFT,)]
    others = [slot for slot in slots if slot not in across]
    distance = stop_distance(has_crosswalk=has_crosswalk)
    names = f"{spec.name}/{arm.piece.id}/light", f"{spec.name}/{arm.piece.id}/{_across_word(arm)} light"
    if slots:
        put_stop_line(arm, distance, f"{spec.name}/{arm.piece.id}/line")
    for name, lanes in zip(names, (others, across), strict=True):
        if lanes:
            put_sign(arm, SignalKind.LIGHT, distance, name, lanes=lanes)
    return names[0] if others else "", names[1] if across else ""


def _across_word(arm: Arm) -> str:
    """The way that crosses the oncoming traffic; roads for traffic on the left are mirrored only after all is built."""
    return "right" if arm.piece.site.plan.mirrored else "left"


def _people(spec: Crossing, arm: Arm) -> str:
    name = f"{spec.name}/{arm.piece.id}/people"
    put_sign(arm, SignalKind.PEDESTRIAN_LIGHT, 2.0, name)
    return name


def _stages(
    spec: Crossing, arms: Sequence[Arm], heads: Sequence[tuple[str, str]], people: Sequence[str | None]
) -> Iterator[Stage]:
    protected = spec.across != "permitted"
    for group in _opposite(arms):
        main = any(arms[k].piece.site.plan in spec.main for k in group)
        words = " and ".join(dict.fromkeys(arms[k].piece.site.plan.name for k in group))
        across = frozenset(heads[k][1] for k in group if heads[k][1])
        if across and protected:
            yield Stage(across, GREEN_ACROSS, name=f"{words}, {_across_word(arms[group[0]])}")
        green = frozenset(heads[k][0] for k in group if heads[k][0])
        walking = frozenset(id for k, id in enumerate(people) if id and k not in group)
        if green or across:
            duration = GREEN_MAIN if main else GREEN_SIDE
            yield Stage(green, duration, walking, frozenset() if protected else across, words)


def _opposite(arms: Sequence[Arm]) -> list[list[int]]:
    """Arms that are green together: those that face each other, and else each for itself."""
    groups: list[list[int]] = []
    for k, arm in enumerate(arms):
        if not arm.driving_in():
            continue
        for group in groups:
            first = arms[group[0]]
            facing = abs(wrap_angle(first.outward.heading - arm.outward.heading - pi)) < pi / 5.0
            if len(group) == 1 and (facing or first.piece.site is arm.piece.site):
                group.append(k)
                break
        else:
            groups.append([k])
    return groups
