"""A machine as an indented tree of text."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from seahaven.hcsm.drawing.moment import Chosen, Moment, Outputs
from seahaven.hcsm.drawing.wording import input_texts, port_text, resolution_words, transition_text
from seahaven.hcsm.program import Port, Program

__all__ = ["draw_text"]

_CHOSEN = " ✓"


def draw_text(
    program: Program, *, active: Collection[str] = (), outputs: Outputs | None = None, chosen: Chosen | None = None
) -> str:
    """An indented tree: names, kinds, ports, transitions with their conditions, and how each output comes about.

    For a given entity, `active` has the paths of its active machines (marked ●, the others ○), `outputs` their values,
    and `chosen`, by path and output, the child whose word was taken (marked ✓). An input or dial that is the parent's
    of the same name is not spelled out again.
    """
    moment = Moment.of(program, active, outputs, chosen)
    return "\n".join(_lines(program, program.name, None, moment)) + "\n"


def _lines(program: Program, path: str, parent: Program | None, moment: Moment) -> Iterator[str]:
    yield _title(program, path, parent, moment)
    stem = "│   " if program.children else "    "
    for caption, text in _facts(program, path, parent, moment):
        yield f"{stem}{caption:<9}{text}"
    for child in program.children:
        is_last = child is program.children[-1]
        first, *rest = _lines(child, f"{path}/{child.name}", program, moment)
        yield ("└── " if is_last else "├── ") + first
        yield from (("    " if is_last else "│   ") + line for line in rest)


def _title(program: Program, path: str, parent: Program | None, moment: Moment) -> str:
    mark = ("● " if path in moment.active else "○ ") if moment.is_known else ""
    traits: list[str] = [program.kind]
    if parent and parent.start == program.name:
        traits.append("start")
    if program.history:
        traits.append("history")
    return f"{mark}{program.name}  {', '.join(traits)}"


def _facts(program: Program, path: str, parent: Program | None, moment: Moment) -> Iterator[tuple[str, str]]:
    """What there is to know of a machine, each under a short caption."""
    if program.inputs:
        yield "in", ", ".join(text for text, _ in input_texts(program, parent))
    for caption, ports in (("buttons", program.buttons), ("dials", program.dials), ("locals", program.locals)):
        if ports:
            yield caption, ", ".join(port_text(port) for port in ports)
    for number, transition in enumerate(program.transitions, 1):
        yield str(number), transition_text(transition)
    for port in program.outputs:
        yield "out", _output_text(program, path, port, moment)


def _output_text(program: Program, path: str, port: Port, moment: Moment) -> str:
    value = moment.value_text(path, port)
    text = f"{port.name} = {value}" if value else port_text(replace(port, nullable=False))  # any output may be null
    taken = _CHOSEN if (path, port.name) in moment.sources else ""
    child = moment.chosen.get((path, port.name))
    words = [word + _CHOSEN * (name == child) for word, name in resolution_words(program, port.name)]
    return f"{text}{taken}{', ' if words else ''}{''.join(words)}"
