"""Controllers for lights that have no program: which lights belong together, and the letters that they show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from seahaven.roads.junctions.clearing import amber_for, conflicts_of, crosswalks_on
from seahaven.roads.junctions.conflict import Reason
from seahaven.roads.junctions.light_post import LaneLight
from seahaven.roads.junctions.logic import JunctionLogic
from seahaven.roads.junctions.phasing import lamp_amber, make_program
from seahaven.roads.junctions.right_of_way import REASONS
from seahaven.roads.junctions.stage import Lamp, yields
from seahaven.roads.model import Program

_TAME = frozenset(REASONS.index(reason) for reason in (Reason.SAME_ARM, Reason.SAME_LANE, Reason.TURNING))


class MadeController(NamedTuple):
    """Lights that belong together and had no program: the letters, and the programs made for them."""

    id: str
    lamps: tuple[Lamp, ...]
    programs: tuple[Program, ...]


class Bare(NamedTuple):
    """A light of a way without a program: the light, and the controller that has none either, or -1."""

    signal: str
    controller: int


def make_lights(
    logic: JunctionLogic, bare: Mapping[int, Sequence[Bare]], on_lanes: Sequence[LaneLight], walks: Mapping[int, str]
) -> Iterator[MadeController]:
    """Controllers for the lights of ways in `bare`, and for those on lanes before crosswalks.

    `walks` are the crosswalks that have no program, and their own light for people; where that is missing, people go
    by the lights of the vehicles, and have a letter without a light.
    """
    taken: set[int] = set()
    for ways in _clusters(logic, bare):
        lamps = [*_lamps(logic, ways, bare)]
        over = sorted({walk for way in ways for walk in crosswalks_on(logic, way)} & walks.keys() - taken)
        taken.update(over)
        lamps += [Lamp(walks[walk], crosswalk=walk) for walk in over]
        yield _made(logic, logic.ways[ways[0]].junction, lamps, _together(logic, lamps, ways, bare))
    before: dict[int, dict[str, LaneLight]] = {}
    for light in on_lanes:
        if light.crosswalk in walks and light.crosswalk not in taken:
            before.setdefault(light.crosswalk, {}).setdefault(light.signal, light)
    for walk, lights in sorted(before.items()):
        lamps = [Lamp(light.signal, amber=_amber(logic, light)) for light in lights.values()]
        lamps.append(Lamp(walks[walk], crosswalk=walk))
        yield _made(logic, logic.crosswalks[walk].id, lamps, [range(len(lights))])


def _made(logic: JunctionLogic, name: str, lamps: Sequence[Lamp], together: Iterable[Sequence[int]]) -> MadeController:
    return MadeController(f"{name}/lights", tuple(lamps), make_program(logic, lamps, together))


def _amber(logic: JunctionLogic, light: LaneLight) -> float:
    return amber_for(float(logic.lane_map.limit(light.lane, light.s)))


def _clusters(logic: JunctionLogic, bare: Mapping[int, Sequence[Bare]]) -> list[list[int]]:
    """The ways whose lights one controller has to switch: those of a junction, and of others that share its lights."""
    parent: dict[object, object] = {}

    def root(key: object) -> object:
        while parent.setdefault(key, key) != key:
            key = parent[key]
        return key

    for way, lights in sorted(bare.items()):
        for light in lights:
            for key in (light.signal, *((light.controller,) if light.controller >= 0 else ())):
                parent[root(key)] = root(("junction", logic.ways[way].junction))
    found: dict[object, list[int]] = {}
    for way in sorted(bare):
        found.setdefault(root(("junction", logic.ways[way].junction)), []).append(way)
    return list(found.values())


def _lamps(logic: JunctionLogic, ways: Sequence[int], bare: Mapping[int, Sequence[Bare]]) -> Iterator[Lamp]:
    """A letter for each light; two where some of its ways turn across oncoming traffic and others do not."""
    groups: dict[tuple[str, bool], list[int]] = {}
    for way in ways:
        for signal in dict.fromkeys(light.signal for light in bare[way]):
            groups.setdefault((signal, yields(logic, way)), []).append(way)
    for (signal, _), own in groups.items():
        yield Lamp(signal, tuple(own), amber=lamp_amber(logic, own))


def _together(
    logic: JunctionLogic, lamps: Sequence[Lamp], ways: Sequence[int], bare: Mapping[int, Sequence[Bare]]
) -> list[list[int]]:
    """The letters that show the same: those of a light, and those of a controller, if that makes sense."""
    controller = {light.signal: light.controller for way in reversed(ways) for light in reversed(bare[way])}
    groups: dict[object, list[int]] = {}
    for letter, lamp in enumerate(lamps):
        if not lamp.is_for_people:
            number = controller[lamp.signal]
            groups.setdefault(number if number >= 0 else lamp.signal, []).append(letter)
    found: list[list[int]] = []
    for letters in groups.values():
        if _is_sane(logic, [way for k in letters for way in lamps[k].ways]):
            found.append(letters)
        else:
            apart: dict[str, list[int]] = {}
            for k in letters:
                apart.setdefault(lamps[k].signal, []).append(k)
            found += apart.values()
    return found


def _is_sane(logic: JunctionLogic, ways: Sequence[int]) -> bool:
    """Whether ways may be green together: a controller that has all lights of a junction says nothing of phases."""
    t, own = logic.tables, set(ways)
    return all(
        int(t.conflict_foe[row]) not in own or int(t.conflict_reason[row]) in _TAME
        for way in ways
        for row in conflicts_of(logic, way)
    )
