"""Where ways through junctions meet: stretches coloured by who yields, a dot where two cross, and where one waits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from seahaven.files import Element, new_element
from seahaven.geometry import Floats
from seahaven.roads.drawing.furniture import Entry
from seahaven.roads.drawing.outline import number, path_data, simplified
from seahaven.roads.drawing.palette import INK
from seahaven.roads.drawing.ribbon import Ribbons
from seahaven.roads.junctions import Conflict, ConflictKind, JunctionLogic, Reason, Sign, Verdict, Way
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Controller

LIGHTS = Reason.LIGHTS.value
COLOURS = {
    Verdict.GO_FIRST.value: "#39a35c",
    LIGHTS: "#8f6fc4",
    Verdict.FIRST_COME.value: "#3d82d1",
    Verdict.YIELD.value: "#f0a426",
    Verdict.STOP_AND_YIELD.value: "#d4342a",
}
"""Of verdicts, in the order in which they cover each other: the strictest is seen. Lights keep ways apart in time."""
GREEN = frozenset("Gg")
"""The letters of a light's program that let one go."""
THICK = 0.9
"""Metres, of the line along a stretch."""
DOT = 0.35
"""Metres from the middle of a dot to its edge."""

Stretch = tuple[int, float, float]
"""A lane, and from which s to which."""


class ConflictLayer(NamedTuple):
    """What is drawn of conflicts, and what its colours mean."""

    drawing: Element
    entries: list[Entry]


def _verdict(logic: JunctionLogic, conflict: Conflict) -> str:
    return LIGHTS if _is_kept_apart(logic, conflict) else conflict.verdict.value


def _is_kept_apart(logic: JunctionLogic, conflict: Conflict) -> bool:
    """Whether lights never let both go at once; makers may have stated, besides, who waits when they are off."""
    if conflict.reason is Reason.LIGHTS or not conflict.is_lit:
        return conflict.reason is Reason.LIGHTS
    controllers = logic.lane_map.network.controllers
    shared = [
        (controllers[one.controller], one.letter, other.letter)
        for one in logic.lights(conflict.way)
        for other in logic.lights(conflict.foe)
        if one.controller == other.controller >= 0
    ]
    switched = [pair for pair in shared if pair[0].programs]
    return bool(switched) and not any(_are_green(*pair) for pair in switched)


def _are_green(controller: Controller, one: int, other: int) -> bool:
    """Whether two letters of a controller's programs are green in the same phase."""
    phases = (phase.states for program in controller.programs for phase in program.phases)
    return any(max(one, other) < len(states) and {states[one], states[other]} <= GREEN for states in phases)


def conflict_layer(ribbons: Ribbons, logic: JunctionLogic) -> ConflictLayer:
    """All conflicts in sight."""
    ways = [way for way in logic.ways if _is_seen(ribbons, way)]
    found = [conflict for way in ways for conflict in logic.conflicts(way) if conflict.kind is not ConflictKind.DIVERGE]
    dots = (dot for conflict in found if (dot := _dot(ribbons, logic, conflict)) is not None)
    drawing = new_element("g", {}, [_stretches(ribbons, logic, found), _waits(ribbons, logic, ways), *dots])
    told = {_verdict(logic, conflict) for conflict in found}
    entries = [Entry(colour, verdict) for verdict, colour in COLOURS.items() if verdict in told]
    return ConflictLayer(drawing, [*entries, Entry(INK, "where one waits")] if told else [])


def _is_seen(ribbons: Ribbons, way: Way) -> bool:
    return bool(way.lanes) and ribbons.sees(np.array(way.lanes))


def _stretches(ribbons: Ribbons, logic: JunctionLogic, found: Sequence[Conflict]) -> Element:
    lines: dict[str, dict[int, list[tuple[float, float]]]] = {verdict: {} for verdict in COLOURS}
    for conflict in found:
        for lane, start, end in _over(logic.lane_map, logic.ways[conflict.way], conflict.begin, conflict.end):
            lines[_verdict(logic, conflict)].setdefault(lane, []).append((start, end))
    look = {"class": "line", "opacity": "0.75", "stroke-width": number(max(THICK * ribbons.window.scale, 1.0))}
    paths = []
    for verdict, colour in COLOURS.items():
        merged = [(lane, *span) for lane in sorted(lines[verdict]) for span in _merged(lines[verdict][lane])]
        if merged:
            data = path_data(simplified(ribbons.along(*stretch)) for stretch in merged)
            paths.append(new_element("path", {"stroke": colour, "d": data}))
    return new_element("g", look, paths)


def _over(lane_map: LaneMap, way: Way, begin: float, end: float) -> Iterator[Stretch]:
    """The lanes under a stretch of a way; distances along it count from where it leaves its incoming lane."""
    reached = 0.0
    if way.incoming >= 0 and begin < 0.0:
        length = float(lane_map.length[way.incoming])
        yield way.incoming, max(length + begin, 0.0), min(length + end, length)
    for lane in way.lanes:
        length = float(lane_map.length[lane])
        if begin < reached + length and end > reached:
            yield lane, max(begin - reached, 0.0), min(end - reached, length)
        reached += length
    if way.outgoing >= 0 and end > reached:
        yield way.outgoing, max(begin - reached, 0.0), min(end - reached, float(lane_map.length[way.outgoing]))


def _merged(spans: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Stretches of one lane, joined where they overlap."""
    start, end = -np.inf, -np.inf
    for low, high in sorted(spans):
        if low > end:
            if end > start:
                yield start, end
            start, end = low, high
        end = max(end, high)
    yield start, end


def _dot(ribbons: Ribbons, logic: JunctionLogic, conflict: Conflict) -> Element | None:
    """A dot where two ways cross, in the colour of the one who waits, which tells who they are."""
    if conflict.kind is not ConflictKind.CROSS or not _waits_for(logic, conflict):
        return None
    way, foe = logic.ways[conflict.way], logic.ways[conflict.foe]
    middle = 0.5 * (conflict.begin + conflict.end)
    lane, s, _ = next(_over(logic.lane_map, way, middle, middle + 1e-9), (-1, 0.0, 0.0))
    if lane < 0:
        return None
    place = logic.lane_map.place(lane, s)
    point = np.array([place.x, place.y])
    if not ribbons.window.holds(point):
        return None
    x, y = ribbons.window.pixels(point).tolist()
    verdict = f"{_name(logic, way)}: {_ruling(logic, conflict)} for {_name(logic, foe)}"
    radius = min(max(DOT * ribbons.window.scale, 1.2), 4.0)
    look = {
        "class": "dot",
        "cx": number(x),
        "cy": number(y),
        "r": number(radius),
        "fill": COLOURS[_verdict(logic, conflict)],
    }
    return new_element("circle", look, [new_element("title", text=verdict)])


def _ruling(logic: JunctionLogic, conflict: Conflict) -> str:
    """What one has to do, and why."""
    if _is_kept_apart(logic, conflict):
        return f"lights, and {conflict.dark_verdict.value} ({conflict.dark_reason.value}) when they are off"
    return f"{conflict.verdict.value} ({conflict.reason.value})"


def _waits_for(logic: JunctionLogic, conflict: Conflict) -> bool:
    """Whether this side of a conflict is the one to draw: the one who waits, or the first of two alike."""
    order = list(COLOURS)
    there = logic.conflict(logic.ways[conflict.foe], logic.ways[conflict.way])
    mine, theirs = order.index(_verdict(logic, conflict)), order.index(_verdict(logic, there)) if there else -1
    return mine > theirs or (mine == theirs and conflict.way < conflict.foe)


def _name(logic: JunctionLogic, way: Way) -> str:
    ends = (logic.lane_map.name(lane) if lane >= 0 else "…" for lane in (way.incoming, way.outgoing))
    return " → ".join(ends)


def _waits(ribbons: Ribbons, logic: JunctionLogic, ways: Sequence[Way]) -> Element:
    """Lines across the lanes on which one waits."""
    places = sorted({logic.stop(way) for way in ways if way.incoming >= 0 and _has_to_wait(logic, way)})
    lines = [_line(logic.lane_map, lane, s) for lane, s in places]
    seen = [ribbons.window.pixels(line) for line in lines if ribbons.window.holds(line).any()]
    look = {"class": "line", "stroke": INK, "stroke-width": number(max(0.3 * ribbons.window.scale, 1.0))}
    return new_element("g", look, [new_element("path", {"d": path_data(seen)})] if seen else [])


def _has_to_wait(logic: JunctionLogic, way: Way) -> bool:
    """Whether a light, a sign or a rule may hold somebody up; behind others from the same lane one does not wait."""
    met = (conflict for conflict in logic.conflicts(way) if conflict.kind is not ConflictKind.DIVERGE)
    signed = logic.sign(way) in (Sign.YIELD, Sign.STOP)
    return signed or bool(logic.lights(way)) or any(one.verdict is not Verdict.GO_FIRST for one in met)


def _line(lane_map: LaneMap, lane: int, s: float) -> Floats:
    s = min(max(s, 0.0), float(lane_map.length[lane]))
    half = 0.5 * float(lane_map.width(lane, s))
    ends = lane_map.place(lane, np.array([s, s]), np.array([half, -half]))
    return np.column_stack((ends.x, ends.y))
