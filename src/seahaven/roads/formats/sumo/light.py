"""Traffic lights: the programs that switch them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from seahaven.files import Element
from seahaven.roads.formats.sumo.net import Net
from seahaven.roads.model import LIGHT_WITHOUT_PROGRAM, Controller, Phase, Program, Remark

_LETTERS = frozenset("GgyruoOs")
_AMBER_WITH_PRIORITY = "Y"
"""SUMO's amber for a vehicle that need not yield; amber has no such distinction here, so it is read as `y`."""
_STATIC = "static"


@dataclass(frozen=True, slots=True)
class Light:
    """A traffic light as files have it: its programs, the one that SUMO begins with first, and where they stand."""

    id: str
    programs: tuple[Program, ...]
    elements: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class Use:
    """What connections make of a traffic light: the letters that they name, and the first of them."""

    element: Element
    letters: set[int] = field(default_factory=set)


def light_uses(net: Net) -> dict[str, Use]:
    """The traffic lights that connections name, whether or not they are there."""
    uses: dict[str, Use] = {}
    for link in net.links:
        if link.light is not None:
            letters = uses.setdefault(link.light, Use(link.element)).letters
            letters.update(index for index in (link.index, link.back_index) if index is not None)
    return uses


def read_lights(sources: Iterable[Element]) -> dict[str, Light]:
    """The traffic lights of a network and its additional files.

    SUMO begins with the program that was loaded last, or with the one that a WAUT, a plan of switching, names.
    """
    rows: dict[str, list[tuple[Program, Element]]] = {}
    begins: dict[str, str] = {}
    for source in sources:
        begins.update(_begins(source))
        for element in source.all("tlLogic"):
            _enter(element, rows.setdefault(element.word("id"), []))
    lights = {}
    for id, known in rows.items():
        first = begins.get(id, known[0][0].id)
        programs, elements = zip(*sorted(known, key=lambda row: row[0].id != first), strict=True)
        lights[id] = Light(id, programs, elements)
    return lights


def _enter(element: Element, known: list[tuple[Program, Element]]) -> None:
    program = _program(element)
    for other, first in known:
        if other.id == program.id:
            element.refuse(
                f"<tlLogic> '{element.word('id')}' has the programID '{program.id}' of {first.at}; expected each once"
            )
    known.insert(0, (program, element))


def _begins(source: Element) -> dict[str, str]:
    plans = {plan.word("id"): plan.word("startProg") for plan in source.all("WAUT")}
    rows = ((row.word("junctionID"), row.word("wautID")) for row in source.all("wautJunction"))
    return {light: plans[plan] for light, plan in rows if plan in plans}


def _program(element: Element) -> Program:
    phases = tuple(_phase(phase) for phase in element.all("phase"))
    lengths = sorted({len(phase.states) for phase in phases})
    if len(lengths) > 1:
        found = " and ".join(map(str, lengths))
        element.refuse(f"<tlLogic> has phases of {found} letters; expected as many in each")
    # "begin" says that the program begins with the simulation.
    offset = 0.0 if element.word("offset", "") == "begin" else element.number("offset", 0.0)
    return Program(element.word("programID", "0"), phases, offset, element.word("type", _STATIC) != _STATIC)


def _phase(element: Element) -> Phase:
    states = element.word("state").replace(_AMBER_WITH_PRIORITY, "y")
    if strays := sorted(set(states) - _LETTERS):
        element.refuse(f"<phase> has '{strays[0]}' in its state; expected letters of {''.join(sorted(_LETTERS))}")
    shortest, longest = element.number("minDur", None, least=0.0), element.number("maxDur", None, least=0.0)
    duration = element.number("duration", shortest, least=0.0)
    if duration is None:
        element.refuse("<phase> has neither duration nor minDur; expected its length in seconds")
    return Phase(duration, states, shortest, longest, element.word("name", ""), _next(element))


def _next(element: Element) -> tuple[int, ...]:
    indices = element.word("next", "").split()
    if not all(index.isdecimal() and len(index) < 5 for index in indices):
        element.refuse(f"<phase> has next '{element.word('next')}'; expected indices of phases")
    return tuple(map(int, indices))


def make_controllers(used: Mapping[str, Use], lights: Mapping[str, Light]) -> Iterator[Controller]:
    """A controller for every traffic light that connections name.

    Letters that no connection names are left out of the states, since no light would show them.
    """
    for id, use in used.items():
        letters = sorted(use.letters)
        signals = tuple(signal_id(id, letter) for letter in letters)
        light = lights.get(id)
        if light is None:
            yield Controller(id, signals, at=use.element.at)
            continue
        pairs = zip(light.programs, light.elements, strict=True)
        programs = tuple(_chosen(program, letters, element) for program, element in pairs)
        yield Controller(id, signals, programs, at=light.elements[0].at)


def signal_id(light: str, letter: int) -> str:
    """How the signal is called that shows one letter of a traffic light."""
    return f"{light}:{letter}"


def _chosen(program: Program, letters: Sequence[int], element: Element) -> Program:
    """The program with the letters that are used."""
    for phase in program.phases:
        if len(phase.states) <= letters[-1]:
            element.refuse(
                f"<tlLogic> '{element.word('id')}' has states of {len(phase.states)} letters; expected at least "
                f"{letters[-1] + 1}, since a connection has the linkIndex {letters[-1]}"
            )
    phases = (replace(phase, states="".join(phase.states[k] for k in letters)) for phase in program.phases)
    return replace(program, phases=tuple(phases))


def light_remarks(used: Mapping[str, Use], lights: Mapping[str, Light], sources: Iterable[Element]) -> Iterator[Remark]:
    """What is doubtful about the traffic lights."""
    for id, use in used.items():
        if id not in lights:
            message = f"traffic light '{id}', which connections name, has no program; one is made for it"
            yield Remark(LIGHT_WITHOUT_PROGRAM, message, use.element.at, use.element.path)
    for id, light in lights.items():
        element = light.elements[0]
        if id not in used:
            message = f"traffic light '{id}' is left out, since no connection names it"
            yield Remark("sumo:light-without-use", message, element.at, element.path)
    for source in sources:
        for plan in source.all("WAUT"):
            message = f"of the plan '{plan.word('id')}' only the first program is kept, not when others take over"
            yield Remark("sumo:waut", message, plan.at, plan.path)
