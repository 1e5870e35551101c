"""Acts in a running world, through the panels that direction uses; names and values are checked beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

import numpy as np

from seahaven.behaviour import Driver, Walker
from seahaven.direction import Beacons, Call, TrafficStream, Triggers
from seahaven.direction.beacons import StreamPanel, Transmitter
from seahaven.direction.triggers import Tripwire
from seahaven.errors import InputError, nearest
from seahaven.hcsm import Program
from seahaven.kernel import Controller
from seahaven.roads.junctions import PlannedController, SignalPlan
from seahaven.roads.walking import Edge, beside_road
from seahaven.takes.itinerary import refuse_unknown
from seahaven.takes.orders import PARTNERS, controllers_by_name, order_value, phases_by_name, refuse_item
from seahaven.takes.outside import DESKS, post
from seahaven.takes.sensing import sensor_panels
from seahaven.traffic import Ambient, People, Presence, Signalman, Signals, Sky, conditions
from seahaven.world import Entity, Machines, Press, World, entity_of, entity_with_id

__all__ = ["Who", "change_ambient", "change_lights", "change_weather", "entity_in", "label", "press"]

Who: TypeAlias = str | int | Entity | Iterable[str | int | Entity]
"""One entity or several, each by its name, its number as in `no. 2·17`, its id or a handle."""
_PANELS: Final[Mapping[str, str]] = {"vehicle": "pressed", "person": "to_people"}
"""The event output for entities of a family that can be pressed by name."""
_ALIASES: Final[Mapping[str, str]] = {"phase": "ask", "program": "switch_program"}
"""Plain words for buttons of lights."""


def entity_in(world: World, who: str | int | Entity) -> int:
    """The id of an entity that is in the world; any other is refused."""
    if isinstance(who, Entity):
        who = who.id
    if isinstance(who, str):
        names = world.names
        if who == "subject" and who not in names and world.subjects:
            return int(world.subjects[0])
        who = entity_of(who, {entity: name for name, entity in names.items()})
    if not isinstance(who, int | np.integer) or isinstance(who, bool):
        raise InputError(f"{who!r:.60} is no entity; give a name, an id or a handle such as run['lead']")
    return world.entity(int(who)).id


def label(world: World, entity: int) -> str:
    """An entity as messages call it: by its name in quotes, or by its number."""
    name = next((name for name, known in world.names.items() if known == entity), None)
    return entity_with_id(entity) if name is None else f"'{name}'"


def press(controller: Controller, world: World, who: Who, item: str, value: Any) -> None:
    """Press a button or turn a dial of vehicles, people, triggers, beacons, sensors, ambient traffic or the weather."""
    if isinstance(who, str) and who not in world.names:
        named = {"weather": change_weather, "ambient": change_ambient}.get(who)
        if named:
            named(controller, {item: value})
            return
        program = _called(controller).get(who)
        if program:
            refuse_item(program, item)
            post(controller, "called", Call(who, item, _order(controller, world, program, item, value)))
            return
    ids = tuple(entity_in(world, each) for each in _each(who))
    if not ids:
        raise InputError(f"'{item}' is pressed of nobody; name at least one vehicle")
    for source, entities in _by_panel(world, ids).items():
        program = _program(controller, source, label(world, entities[0]))
        refuse_item(program, item)
        post(controller, source, Press(entities, item, _order(controller, world, program, item, value)))


def change_weather(
    controller: Controller, items: Mapping[str, Any], *, preset: str | None = None, fade: Any = None
) -> None:
    """Turn dials of the weather, or all of them to those of a preset, which takes effect within `fade` seconds."""
    _refuse_missing(controller, "to_weather", "weather to change; add 'weather: clear' to the study")
    dials = {**(conditions(preset).columns if preset else {}), **items}
    if fade is not None:
        dials = {"fade": fade, **dials}
    _press_all(controller, "to_weather", (), Sky.program, dials)


def change_ambient(controller: Controller, items: Mapping[str, Any]) -> None:
    """Press buttons and turn dials of ambient traffic."""
    _refuse_missing(controller, "to_ambient", "ambient traffic; add 'traffic: {ambient: ...}' to the study")
    ambient = controller["ambient"]
    assert isinstance(ambient, Ambient)
    areas = len(ambient.areas)
    for item, value in items.items():
        if item.endswith("_area") and not (isinstance(value, int) and 0 <= value < areas):
            raise InputError(f"there is no area {value!r} of ambient traffic; there are {areas}, numbered from 0 on")
    _press_all(controller, "to_ambient", (), Presence.program, items)


def change_lights(controller: Controller, world: World, name: str, items: Mapping[str, Any]) -> None:
    """Press buttons of the controller of some lights, by its name or its junction's."""
    _refuse_missing(controller, "to_lights", "traffic light; the roads of the study have none")
    signals = controller["signals"]
    assert isinstance(signals, Signals)
    number = _light(signals.plan, name)
    planned, table = signals.plan.controllers[number], world.family("controller")
    program = int(table.program[number])
    dials = {_ALIASES.get(item, item): _light_value(planned, program, item, value) for item, value in items.items()}
    _press_all(controller, "to_lights", (int(table.ids[number]),), Signalman.program, dials)


def _light(plan: SignalPlan, name: str) -> int:
    known = controllers_by_name(plan)
    if name not in known:
        raise InputError(f"there is no controller of lights '{name}'{nearest(str(name), known)}")
    return known[name]


def _light_value(planned: PlannedController, program: int, item: str, value: Any) -> Any:
    """The number of a phase or program, which may be named; refused if the controller has none such."""
    button = _ALIASES.get(item, item)
    if button not in ("ask", "switch_program"):
        return value
    names = (
        phases_by_name(planned.programs[program])
        if button == "ask"
        else {each.id: k for k, each in enumerate(planned.programs)}
    )
    valid = sorted(_numbers(planned, program) if button == "ask" else names.values())
    if value in names:
        return names[value]
    if isinstance(value, str) or value not in valid:
        shown = ", ".join([*(repr(name) for name in names if name), *map(str, valid)])
        raise InputError(f"'{planned.id}' has no {item} {value!r}; it has {shown}")
    return value


def _numbers(planned: PlannedController, program: int) -> list[int]:
    """The phases that show no amber."""
    return [k for k, phase in enumerate(planned.programs[program].phases) if not {"y", "u"} & set(phase.states)]


def _press_all(
    controller: Controller, source: str, entities: tuple[int, ...], program: Program, items: Mapping[str, Any]
) -> None:
    """Press several items of one panel; all are checked before the first is pressed."""
    for item in items:
        refuse_item(program, item)
    presses = [Press(entities, item, order_value(program, item, value)) for item, value in items.items()]
    if not presses:
        raise InputError(f"nothing was asked for; name a button or dial{nearest('', _names(program))}")
    for each in presses:
        post(controller, source, each)


def _names(program: Program) -> list[str]:
    return [item.name for item in (*program.buttons, *program.dials)]


def _each(who: Who) -> Iterable[str | int | Entity]:
    return [who] if isinstance(who, str | int | np.integer | Entity) else who


def _by_panel(world: World, ids: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """Entities by the event output that reaches their panels."""
    found = dict[str, tuple[int, ...]]()
    for entity in ids:
        family = world.entity(entity).family
        if family not in _PANELS:
            raise InputError(f"{family} {label(world, entity)} has no buttons; vehicles and people have")
        source = _PANELS[family]
        found[source] = (*found.get(source, ()), entity)
    return found


def _program(controller: Controller, source: str, who: str) -> Program:
    """The machine whose panel is pressed."""
    _refuse_missing(controller, source, f"panel of {who}: nothing in this study is driven by machines")
    machines = controller[DESKS[source].rpartition(".")[0]]
    assert isinstance(machines, Machines)
    return machines.machine.program


def _stand(controller: Controller, on: str, at: float = 0.0, edge: Edge = "right") -> float:
    """The number of a place beside a road."""
    people = controller["people"]
    assert isinstance(people, People)
    refuse_unknown(people.tracks.lane_map, on)
    return beside_road(people.routes.network, on, at, edge).stand.number


def _order(controller: Controller, world: World, program: Program, item: str, value: Any) -> float:
    """The value of an item; partners go by their names."""
    is_partner = (program is Driver.program and item in PARTNERS) or item in ("exempt", "include")
    if is_partner:
        return float(entity_in(world, int(value) if isinstance(value, float) else value))
    if program is Walker.program and item == "walk_to" and isinstance(value, Mapping):
        return _stand(controller, **value)
    return order_value(program, item, value.item() if isinstance(value, np.generic) else value)


def _called(controller: Controller) -> dict[str, Program]:
    """The panels of triggers, beacons and sensors, by name."""
    panels = sensor_panels(controller.root)
    for module in controller:
        if isinstance(module, Triggers):
            panels.update({trigger.name: Tripwire.program for trigger in module.triggers})
        elif isinstance(module, Beacons):
            panels.update({beacon.name: Transmitter.program for beacon in module.beacons})
        elif isinstance(module, TrafficStream):
            panels[module.beacon or module.name] = StreamPanel.program
    return panels


def _refuse_missing(controller: Controller, source: str, what: str) -> None:
    if DESKS[source].rpartition(".")[0] not in controller.tree.activations:
        raise InputError(f"there is no {what}")
